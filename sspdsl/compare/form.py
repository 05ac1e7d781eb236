"""Whether two tables are one in play: their programs without what only readers and drawings see.

What is left out is what docs/semantics.md never speaks of. Some things are put in a form that tells what
play tells: the lines of boxes and cells (erased with a set, or not), the ways between two places (of two
alike the first counts), the rules on an event (in the order in which they run), and lists whose order
nobody can see. The order in which options are listed is no part of play: the same options are offered.
"""

from __future__ import annotations

import dataclasses
from itertools import groupby
from typing import Any

from sspdsl.ir.model import CellDef, Program, RuleDef, WayDef
from sspdsl.ir.terms import Assign, Cell, Count, Num, Op, Values

SILENT: dict[str, tuple[str, ...]] = {
    "Program": (
        "name",
        "title",
        "book",
        "difficulty",
        "records",
        "options",
        "tests",
        "notes",
        "readings",
        "zones",
        "boards",
    ),
    "FeatureDef": ("kind", "kinds", "colours", "hits", "reached_by", "beside", "passed", "zone"),
    "BoxDef": ("colour", "line"),
    "CellDef": ("line",),
    "ModifierDef": ("name", "words"),
    "InsteadDef": ("slots", "layer"),
    "BanDef": ("duty",),
    "RuleDef": ("name", "slots"),
    "Choose": ("about",),
    "OneOf": ("about",),
    "SetDef": ("name", "feature"),
}
UNORDERED: dict[str, tuple[str, ...]] = {
    # What is looked through as a whole, or done in any order.
    "Program": ("bans", "modifiers", "lifetimes"),
    "SetDef": ("boxes", "cells"),
    "ModifierDef": ("boxes", "awards", "uses"),
    "BanDef": ("ways", "sources", "targets"),
    "LifetimeDef": ("cells", "boxes"),
    "EventPattern": ("subjects",),
    "CountFilled": ("boxes",),
    "EraseBoxes": ("boxes",),
    "Member": ("values",),
    "OneOf": ("branches",),
}
COMPARISONS = ("is", "is_not")
EVERYWHERE = ("place", "title", "layer")
KEPT = ("dashed", "double", "never")


def same_in_play(left: Program, right: Program) -> bool:
    """True only if the two cannot be told apart by playing; False says nothing."""
    return bool(play_form(left) == play_form(right))


def play_form(program: Program) -> Any:
    """A value that is equal for programs which are one in play."""
    program = _with_way_names(program)
    rest = dataclasses.replace(program, ways=(), rules=())
    return (
        _plain(rest),
        _lines(program),
        _ways(program),
        _rules(program),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_plain(each) for each in value)
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    kind = type(value).__name__
    silent = (*EVERYWHERE, *SILENT.get(kind, ()))
    unordered = UNORDERED.get(kind, ())
    names = [each.name for each in dataclasses.fields(value) if each.name not in silent]
    parts = []
    for name in names:
        part = _plain(getattr(value, name))
        parts.append(tuple(sorted(part, key=repr)) if name in unordered else part)
    if isinstance(value, Count) and isinstance(value.binder.domain, Values):
        ordered = dataclasses.replace(value.binder, domain=Values(tuple(sorted(value.binder.domain.values))))
        return (kind, _plain(ordered))
    return (kind, *parts)


def _with_way_names(program: Program) -> Program:
    """The program with the names of its ways in order, if `way` is nowhere read but compared with a name."""
    way = next((number for number, cell in enumerate(program.cells) if cell.role == "way"), None)
    if way is None:
        return program
    names = tuple(sorted(program.way_names))
    moved = {old + 1: names.index(name) + 1 for old, name in enumerate(program.way_names)}
    free = False

    def renamed(term: Any) -> Any:
        nonlocal free
        if isinstance(term, tuple):
            return tuple(renamed(each) for each in term)
        if isinstance(term, Op) and term.op in COMPARISONS and Cell(way) in term.args:
            args = term.args
            free = free or not all(arg == Cell(way) or isinstance(arg, Num) for arg in args)
            return Op(
                term.op, tuple(Num(moved.get(a.value, a.value)) if isinstance(a, Num) else a for a in args)
            )
        if not dataclasses.is_dataclass(term) or isinstance(term, type):
            return term
        free = free or (isinstance(term, Cell) and term.cell == way)
        changes = {}
        for each in dataclasses.fields(term):
            old = getattr(term, each.name)
            new = renamed(old)
            if new is not old and new != old:
                changes[each.name] = new
        return dataclasses.replace(term, **changes) if changes else term

    made = renamed(dataclasses.replace(program, tests=()))
    return program if free else dataclasses.replace(made, way_names=names)


def _lines(program: Program) -> Any:
    """Of a line play knows: is the box ever marked, and is it erased with a set that erases."""
    erasing = [group for group in program.sets if group.erases]
    boxes = {box for group in erasing for box in group.boxes}
    cells = {cell for group in erasing for cell, _ in group.cells}
    return (
        tuple(
            ("never" if box.line == "never" else "", number in boxes and box.line not in KEPT)
            for number, box in enumerate(program.boxes)
        ),
        tuple(_cell_line(cell, number in cells) for number, cell in enumerate(program.cells)),
    )


def _cell_line(cell: CellDef, erased: bool) -> tuple[bool, bool]:
    return cell.role == "used" and cell.line == "until", erased and cell.line not in KEPT


def _ways(program: Program) -> Any:
    """For each two places the ways in order, without those that an earlier one without a guard hides."""
    found: dict[tuple[int, int], list[Any]] = {}
    for way in program.ways:
        form = _way(way)
        for source in way.sources:
            for box in way.targets:
                ways = found.setdefault((source, box), [])
                if form not in ways and (None, *form[1:]) not in ways:
                    ways.append(form)
    return found


def _way(way: WayDef) -> tuple[Any, ...]:
    return None if way.guard is None else _plain(way.guard), way.name, way.through, way.steps


def _rules(program: Program) -> Any:
    """For each event what runs before it and after it, in order.

    Nothing is between the two for a complete set. Achievements that follow each other may change places.
    """
    noted = achievement_cells(program)
    found: dict[tuple[str, int], tuple[list[Any], list[Any]]] = {}
    for rule in program.rules:
        form = (only_notes(rule, noted), _plain((rule.guard, rule.body)))
        for subject in rule.event.subjects or (-1,):
            lists = found.setdefault((rule.event.kind, subject), ([], []))
            lists[0 if rule.before else 1].append(form)
    return {
        key: sorted_notes([*a, *b]) if key[0] == "complete" else (sorted_notes(a), sorted_notes(b))
        for key, (a, b) in found.items()
    }


def achievement_cells(program: Program) -> frozenset[int]:
    return frozenset(number for number, cell in enumerate(program.cells) if cell.role == "achievement")


def only_notes(rule: RuleDef, noted: frozenset[int]) -> bool:
    """Whether all a rule does is to note an achievement, whatever achievements there are."""
    notes = all(isinstance(effect, Assign) and effect.cell in noted for effect in rule.body)
    return notes and not (rule.guard is not None and _reads(rule.guard, noted))


def _reads(term: Any, cells: frozenset[int]) -> bool:
    if isinstance(term, tuple):
        return any(_reads(each, cells) for each in term)
    if not dataclasses.is_dataclass(term) or isinstance(term, type):
        return False
    if isinstance(term, Cell) and term.cell in cells:
        return True
    return any(_reads(getattr(term, each.name), cells) for each in dataclasses.fields(term))


def sorted_notes(rules: list[tuple[bool, Any]]) -> list[Any]:
    """The rules in order, those that only note and stand together sorted."""
    found: list[Any] = []
    for notes, run in groupby(rules, key=lambda rule: rule[0]):
        forms = [form for _, form in run]
        found += sorted(forms, key=repr) if notes else forms
    return found
