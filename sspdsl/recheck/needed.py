"""Everything that must happen on a table for V3 and V10 to be proved: looked up in the IR anew."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.recheck.sites import Key, Table, clauses, fixed, of_library, outline, what_of


def needed_of(table: Table, name: str) -> Iterator[tuple[str, list[Key]]]:
    """Everything that must happen: what, and the things of which one is enough."""
    if name == "V10":
        yield from by_text(
            table, [("guard", *site) for site, guard in table.guards if not fixed(table, guard)]
        )
        return
    program = table.program
    heard = {n for r in program.rules if r.event.kind == "complete" for n in r.event.subjects}
    heard |= {n for life in program.lifetimes if life.event.kind == "complete" for n in life.event.subjects}
    for number, made in enumerate(program.sets):
        erased = made.erases and not any(program.boxes[box].line == "never" for box in made.boxes)
        if number in heard or made.feature is None or made.completions is not None or erased:
            yield "completed", [("set", number)]
    entries: dict[object, list[Key]] = {}
    for site, branch in table.branches:
        mark = (site[0], table.places[site[:3]], branch.name)
        entries.setdefault(mark if mark[1] is not None else site, []).append(("branch", *site))
    yield from (("taken", keys) for keys in entries.values())
    for number, cell in enumerate(program.cells):
        if cell.role or cell.low >= cell.high:
            continue
        yield "read", [("cell", number)]
        # A flag `per` something is one flag; a member in brackets is a gap in the numbering.
        gaps = [bool(cell.members) and cell.members[at].startswith("(") for at in range(cell.size)]
        yield "set", [("wrote", number, at) for at in range(cell.size) if not gaps[at]]
    yield from clauses_needed(table)


def clauses_needed(table: Table) -> Iterator[tuple[str, list[Key]]]:
    """Rules, exceptions, abilities and actions by their text; modifiers."""
    by_place: dict[object, list[Key]] = {}
    for clause, place, guard, body in clauses(table.program):
        kind = clause[0]
        if kind == "action" and (of_library(place) or not body):
            continue
        if kind == "modifier" and guard is not None and fixed(table, guard):
            continue
        if kind in ("rule", "instead", "ability", "action"):
            key = clause if kind == "instead" else clause[:2]
            by_place.setdefault((kind, place) if place is not None else clause, []).append(key)
        elif kind == "modifier":
            yield "applied", [clause[:2]]
    yield from ((what_of(keys[0]), keys) for keys in by_place.values())


def by_text(table: Table, guards: list[Key]) -> Iterator[tuple[str, list[Key]]]:
    """Both truths of every condition; one that a kind brings to several features counts once."""
    groups: dict[object, list[Key]] = {}
    for key in guards:
        place = table.places[key[1:4]]
        mark: object = key if place is None else (key[1], place, outline(table.terms[key]))
        if key[1] == "open":
            # Boxes of a feature have a condition together.
            feature = table.program.boxes[int(key[2])].feature
            mark = (feature, outline(table.terms[key], cells=True))
        groups.setdefault(mark, []).append(key)
    for keys in groups.values():
        yield "true", [(*key, 1) for key in keys]
        yield "false", [(*key, 0) for key in keys]
