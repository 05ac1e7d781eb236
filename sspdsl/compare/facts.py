"""What differs between two tables, in the words of the table: boxes, ways, cells, sets, options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sspdsl.graph.words import words_of
from sspdsl.ir.model import BoxDef, CellDef, Program, SetDef

MOST_NAMED = 6


def facts_between(left: Program, right: Program) -> tuple[str, ...]:
    """One line each. What both have by the same name is compared; the rest is gone or new."""
    return (
        *_options(left, right),
        *_things("box", *({box.name: _box(each, box) for box in each.boxes} for each in (left, right))),
        *_things("set", *({made.name: _set(each, made) for made in each.sets} for each in (left, right))),
        *_things("cell", _cells(left), _cells(right)),
        *_ways(left, right),
    )


def _options(left: Program, right: Program) -> Iterator[str]:
    old, new = dict(left.options), dict(right.options)
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) != new.get(name):
            yield f"option {name}: {old.get(name, 'not there')} -> {new.get(name, 'not there')}"


def _things(what: str, old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> Iterator[str]:
    for name in dict.fromkeys([*old, *new]):
        if name not in new:
            yield f"{what} {name} is gone"
        elif name not in old:
            yield f"{what} {name} is new: " + ", ".join(f"{k} {v}" for k, v in new[name].items() if v)
        else:
            for key, value in old[name].items():
                if value != new[name][key]:
                    yield f"{what} {name}: {key} {value or 'none'} -> {new[name][key] or 'none'}"


def _box(program: Program, box: BoxDef) -> dict[str, str]:
    return {
        "shows": "/".join(map(str, (*box.faces, *(words_of(program, slot) for slot in box.slots)))),
        "colour": box.colour,
        "line": box.line,
        "worth": words_of(program, box.stars),
        "open while": words_of(program, box.open),
        "drains": "yes" if box.drains else "",
    }


def _set(program: Program, made: SetDef) -> dict[str, str]:
    members = [program.boxes[box].name for box in made.boxes]
    members += [program.cells[cell].name for cell, _ in made.cells]
    return {"of": _few(sorted(members)), "erases": "yes" if made.erases else "no"}


def _cells(program: Program) -> dict[str, dict[str, str]]:
    return {cell.name: _cell(cell) for cell in program.cells if not cell.role}


def _cell(cell: CellDef) -> dict[str, str]:
    return {
        "range": f"{cell.low}..{cell.high}",
        "first": str(cell.first),
        "line": cell.line,
        "one for each of": _few(cell.members),
    }


def _ways(left: Program, right: Program) -> Iterator[str]:
    """Moves that a way of that name makes in one of the two alone, whatever its condition."""
    old, new = _moves(left), _moves(right)
    for name in sorted({*old, *new}):
        for words, here, there in (("less", old, new), ("more", new, old)):
            only = here.get(name, {}).keys() - there.get(name, {}).keys()
            if only:
                yield f"way {name}: {len(only)} {words}: {_few(sorted(only))}"
        both = old.get(name, {}).keys() & new.get(name, {}).keys()
        changed = sorted(move for move in both if old[name][move] != new[name][move])
        if changed:
            first = changed[0]
            was, now = old[name][first] or "always", new[name][first] or "always"
            yield f"way {name}: another condition ({was} -> {now}): {_few(changed)}"


def _moves(program: Program) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for way in program.ways:
        condition = "" if way.guard is None else words_of(program, way.guard)
        through = "".join(f" through {program.features[f].name}" for f in way.through)
        for source in way.sources:
            for box in way.targets:
                move = f"{program.positions[source].name} to {program.boxes[box].name}{through}"
                found.setdefault(way.name, {}).setdefault(move, condition)
    return found


def _few(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - MOST_NAMED} more" if len(listed) > MOST_NAMED else ""
    return ", ".join(listed[:MOST_NAMED]) + more
