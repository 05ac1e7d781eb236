"""Whether a text put into another order still says the same table: all orders heard in play are as before.

The two programs come from one text, so their clauses are matched by where they stand in it. What numbers
mean is looked up by name in each.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sspdsl.compare.form import achievement_cells, only_notes, sorted_notes
from sspdsl.ir.model import EventPattern, Place, Program
from sspdsl.ir.terms import Binder, Choose, Draw, Each, First, Values
from sspdsl.ir.walk import terms_in

NUMBERED = ("index_low", "members", "size", "place", "high", "words")
"""Of a cell: these follow from where other things stand in their tables."""
CLAUSES = ("rules", "abilities", "steps", "ways", "bans", "modifiers", "lifetimes", "boxes")


def same_order(original: Program, other: Program) -> bool:
    """Whether nothing that play can hear of an order differs between two forms of one text."""
    return all(seen(original) == seen(other) for seen in (_domains, _rules, _insteads, _cells, _sets))


def _domains(program: Program) -> Counter[Any]:
    """What is gone through in order, by name: `for each`, `first`, choices whose options look alike."""
    found: Counter[Any] = Counter()
    for place, terms in _bodies(program):
        ordinal = 0
        for term in terms_in(terms):
            if isinstance(term, (Each, First, Draw)):
                binders: tuple[Binder, ...] = (term.binder,)
            elif isinstance(term, Choose):
                binders = tuple(each for each in term.binders if _alike(program, each))
            else:
                continue
            for binder in binders:
                ordinal += 1
                if isinstance(binder.domain, Values):
                    names = tuple(name_of(program, binder.kind, value) for value in binder.domain.values)
                    found[place, ordinal, names] += 1
    return found


def _alike(program: Program, binder: Binder) -> bool:
    """Whether two of its options have one text: then the first of them counts."""
    if binder.kind != "box" or not isinstance(binder.domain, Values):
        return False
    labels = [program.boxes[value].label for value in binder.domain.values if 0 <= value < len(program.boxes)]
    return len(set(labels)) < len(labels)


def _bodies(program: Program) -> Iterator[tuple[Any, Any]]:
    for table in CLAUSES:
        for entry in getattr(program, table):
            place = getattr(entry, "place", None)
            yield (table, _at(place)), tuple(getattr(entry, f.name) for f in dataclasses.fields(entry))
    for action in program.actions:
        yield ("action", action.name), action.body
        for instead in action.instead:
            yield ("instead", _at(instead.place)), (instead.guard, instead.body)
    yield ("wins", None), program.wins


def _at(place: Place | None) -> tuple[str, int, int] | None:
    return None if place is None else (place.file, place.line, place.column)


def _rules(program: Program) -> dict[Any, list[Any]]:
    """The rules on each event in the order in which they run; achievements that follow each other sorted."""
    noted = achievement_cells(program)
    found: dict[Any, list[tuple[bool, Any]]] = {}
    for rule in program.rules:
        form = (only_notes(rule, noted), (rule.before, _at(rule.place)))
        for subject in rule.event.subjects or (-1,):
            found.setdefault(_event(program, rule.event, subject), []).append(form)
    return {event: sorted_notes(rules) for event, rules in found.items()}


def _event(program: Program, event: EventPattern, subject: int) -> tuple[str, str]:
    kinds = {"hit": "box", "filled": "box", "complete": "set", "passed": "feature", "changed": "cell"}
    return event.kind, name_of(program, kinds.get(event.kind, event.kind), subject)


def _insteads(program: Program) -> dict[str, list[Any]]:
    return {action.name: [_at(each.place) for each in action.instead] for action in program.actions}


def _cells(program: Program) -> Counter[Any]:
    """Cells by name. One that a bonus list implies is that of the first list that names it."""
    return Counter(
        (
            None if cell.words is None else program.domains[cell.words],
            *((f.name, getattr(cell, f.name)) for f in dataclasses.fields(cell) if f.name not in NUMBERED),
        )
        for cell in program.cells
    )


def _sets(program: Program) -> dict[str, list[str]]:
    """For each box its sets in the order in which they pay."""
    found: dict[str, list[str]] = {box.name: [] for box in program.boxes}
    order = sorted(range(len(program.sets)), key=lambda n: (_members(program, n), n))
    for number in order:
        for box in program.sets[number].boxes:
            found[program.boxes[box].name].append(program.sets[number].name)
    return found


def _members(program: Program, number: int) -> int:
    made = program.sets[number]
    return len(made.boxes) + len(made.cells)


def name_of(program: Program, kind: str, value: int) -> str:
    """What a number stands for, where that is a thing of the table."""
    tables: dict[str, tuple[Any, ...]] = {
        "box": program.boxes,
        "feature": program.features,
        "position": program.positions,
        "set": program.sets,
        "cell": program.cells,
        "action": program.actions,
    }
    if kind.startswith("word:"):
        words = program.domains[int(kind[5:])].words
        return words[value].name if 0 <= value < len(words) else str(value)
    table = tables.get(kind)
    return str(table[value].name) if table is not None and 0 <= value < len(table) else str(value)
