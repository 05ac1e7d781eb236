"""What holds of the terms of every program: what they point at exists, their variables are bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sspdsl.ir import terms as t
from sspdsl.ir.model import EventPattern, Program
from sspdsl.ir.walk import bodies_of, terms_in

OPS = {
    "+", "-", "*", "div", "mod", "min", "max", "size",
    "is", "is_not", "<", "<=", ">", ">=", "and", "or", "not",
}  # fmt: skip
ONE_ARGUMENT = {"not", "size"}
TWO_ARGUMENTS = {"div", "mod", "is", "is_not", "<", "<=", ">", ">="}
KINDS = ("number", "die", "box", "feature", "position", "set", "ball", "player")


def check_terms(program: Program) -> Iterator[str]:
    """Every term, wherever it stands, points at what exists."""
    for term in terms_in(*_all_terms(program)):
        yield from _term_problems(program, term)


def _all_terms(program: Program) -> Iterator[object]:
    yield from (body for _, body in bodies_of(program))
    yield from program.wins
    yield from (board.turned for board in program.boards)
    for box in program.boxes:
        yield from (*box.slots, box.stars, box.open)
    yield from (hits.guard for feature in program.features for hits in feature.hits)
    for table in (program.ways, program.bans, program.rules, program.lifetimes):
        yield from (clause.guard for clause in table)
    yield from (instead.guard for action in program.actions for instead in action.instead)
    for modifier in program.modifiers:
        yield from (modifier.factor, modifier.guard)
    for ability in program.abilities:
        yield from (ability.params, ability.guard)
    for step in (step for test in program.tests for step in test.steps):
        yield from (step.terms, step.effects)


def _term_problems(program: Program, term: object) -> Iterator[str]:
    where = type(term).__name__
    match term:
        case t.Cell(cell, index) | t.Assign(cell, index) | t.RollCell(cell, index):
            yield from inside(where, "cells", [cell], program)
            if index is None and 0 <= cell < len(program.cells) and program.cells[cell].size > 1:
                yield f"{where}: `{program.cells[cell].name}` without saying which member"
        case t.Reset(cell):
            yield from inside(where, "cells", [cell], program)
        case t.Fact(fact):
            yield from inside(where, "facts", [fact], program)
        case t.Op(op, args):
            exact = 1 if op in ONE_ARGUMENT else 2 if op in TWO_ARGUMENTS else len(args)
            if op not in OPS or not args or len(args) != exact:
                yield f"Op `{op}` of {len(args)}"
        case t.CountFilled(boxes) | t.EraseBoxes(boxes):
            yield from inside(where, "boxes", boxes, program)
        case t.Score(award=award):
            yield from optional(where, "sets", award, program)
        case t.Settle(sets):
            yield from inside(where, "sets", sets, program)
        case t.Reaches(way=way):
            if way and way not in program.way_names:
                yield f"Reaches by `{way}`, a way that is not there"
        case t.Do(action, args):
            yield from inside(where, "actions", [action], program)
            if 0 <= action < len(program.actions) and len(args) != program.actions[action].params:
                yield f"Do `{program.actions[action].name}` with {len(args)} values"
        case t.Offer(window):
            yield from inside(where, "windows", [window], program)
        case t.End(what):
            if what not in ("step", "game"):
                yield f"End `{what}`"
        case t.Binder(kind=kind):
            yield from _kind_problems(program, kind)


def _kind_problems(program: Program, kind: str) -> Iterator[str]:
    word, colon, domain = kind.partition(":")
    if not colon and kind in KINDS:
        return
    if word != "word" or not domain.isdecimal() or int(domain) >= len(program.domains):
        yield f"Binder of kind `{kind}`"


def check_slots(program: Program) -> Iterator[str]:
    """Variables of a body are below its number of slots, and are bound before they are read."""
    for number, rule in enumerate(program.rules):
        where, given = f"rule {rule.name or number}", _given(rule.event, program)
        yield from _slot_problems(where, rule.slots, given, rule.guard, rule.body)
    for action in program.actions:
        where = f"action {action.name}"
        yield from _slot_problems(where, action.slots, action.params, action.body)
        for instead in action.instead:
            yield from _slot_problems(where, instead.slots, action.params, instead.guard, instead.body)
    for ability in program.abilities:
        terms = (ability.guard, ability.params, ability.body)
        yield from _slot_problems(f"ability {ability.name}", ability.slots, 0, *terms)
    for step in program.steps:
        yield from _slot_problems(f"step {step.name}", step.slots, 0, step.body)
    for test in program.tests:
        for line in test.steps:
            yield from _slot_problems(f"test {test.title}", line.slots, 0, line.effects, line.terms)
    for box in program.boxes:
        yield from _slot_problems(f"stars of {box.name}", None, 1, box.stars, *box.slots)
        yield from _slot_problems(f"open of {box.name}", None, 2, box.open)
    for board in program.boards:
        yield from _slot_problems(f"board {board.name}", None, 0, board.turned)
    for guard in [way.guard for way in program.ways] + [ban.guard for ban in program.bans]:
        yield from _slot_problems("guard of a way or ban", None, 1, guard)


def _given(event: EventPattern, program: Program) -> int:
    """How many variables the event of a rule binds."""
    if event.kind == "action":
        known = [program.actions[i].params for i in event.subjects if 0 <= i < len(program.actions)]
        return min(known, default=0)
    return 2 if event.kind in ("complete", "changed") else 1


def _slot_problems(where: str, slots: int | None, given: int, *roots: object) -> Iterator[str]:
    bound = set(range(given))
    read = set()
    for term in terms_in(*roots):
        if isinstance(term, t.Var):
            read.add(term.slot)
        elif isinstance(term, t.Binder | t.Let):
            bound.add(term.slot)
    yield from (f"{where}: variable {slot} is never bound" for slot in sorted(read - bound))
    if slots is not None:
        beyond = sorted(slot for slot in bound | read if not 0 <= slot < slots)
        yield from (f"{where}: variable {slot} of only {slots}" for slot in beyond)


def inside(where: str, table: str, numbers: Sequence[int], program: Program) -> Iterator[str]:
    """A problem for each number that is not in this table."""
    size = len(getattr(program, table))
    yield from (f"{where}: there is no {table}[{i}]" for i in numbers if not 0 <= i < size)


def optional(where: str, table: str, number: int | None, program: Program) -> Iterator[str]:
    """The same for one number that may be absent."""
    if number is not None:
        yield from inside(where, table, [number], program)
