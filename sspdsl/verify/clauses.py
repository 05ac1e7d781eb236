"""The ways through a clause that an event, a call or a loop has set waiting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Body, Choose, Each, Expr, Num
from sspdsl.verify.branching import action_paths, binding
from sspdsl.verify.evaluate import NOTHING, Known, assume
from sspdsl.verify.flow import has_variable
from sspdsl.verify.follow import Follower
from sspdsl.verify.path import Path
from sspdsl.verify.reach import moved_terms
from sspdsl.verify.values import ANY, Values, exactly, join, of
from sspdsl.verify.where import where_words

KEPT_LINES = ("dashed", "double", "never")


def clause_words(program: Program, name: str, request: Any) -> str:
    """What the clause is, in the words of the table."""
    match request:
        case ("rule", number, subject, moved):
            words = where_words(program, ("rule", number))
            if program.rules[number].event.kind in ("hit", "filled"):
                words += f" on {program.boxes[subject].name}" + ("" if moved else " by an effect")
            return words
        case ("action", number):
            return f"action {program.actions[number].name}"
        case ("complete", number, _):
            return f"completing {program.sets[number].title or program.sets[number].name}"
        case ("boxes", kind, _, _):
            return {"Fill": "filling", "Hit": "hitting", "Mark": "marking"}.get(
                kind, "erasing"
            ) + " by an effect"
    return name


def clause_paths(program: Program, follower: Follower, name: str, request: Any) -> list[Path]:
    """All ways through it; each works off one that was waiting."""
    start = Path(NOTHING, follower.plain, {}).plus(f"pending {name}", -1, -1)
    match request:
        case ("rule", number, subject, moved):
            return rule_paths(program, follower, number, subject, moved, start)
        case ("action", number):
            follower.stack.append(number)
            paths = action_paths(follower, number, start)
            follower.stack.pop()
            return paths
        case ("complete", number, _):
            return completing(program, follower, number, start)
        case ("boxes", kind, numbers, empty):
            return [
                follower.one_box(start.pick(program.boxes[n].name), kind, n, True, empty) for n in numbers
            ]
        case ("loop", effect, variables, free):
            if free:
                start = replace(start, deltas={})
            here = replace(start, known=Known(dict(variables), {}))
            return [start, *loop_paths(follower, effect, here)]
    raise AssertionError(f"no way to follow {request}")


def loop_paths(follower: Follower, effect: Any, path: Path) -> list[Path]:
    body: Body = effect.body
    if isinstance(effect, Each):
        return binding(follower, (effect.binder,), body, path)
    if isinstance(effect, Choose):
        return binding(follower, effect.binders, body, path)
    return follower.run(body, [path])


def rule_paths(
    program: Program, follower: Follower, number: int, subject: int, moved: bool, start: Path
) -> list[Path]:
    rule = program.rules[number]
    kind = rule.event.kind
    variables: dict[int, Values] = {0: exactly(subject)}
    if kind == "complete":
        variables[1] = join(exactly(-1), of(range(len(program.boxes))))
    if kind == "changed":
        variables[1] = ANY
    if kind == "lost":
        variables[0] = of(range(program.balls))
    terms = {**moved_terms(follower.plain), **opening(program, follower, number, subject)} if moved else {}
    at = None
    if moved and kind in ("hit", "filled") and movers(program, follower, subject) <= 1:
        at = follower.place(program.boxes[subject].position)
    here = replace(start, known=Known(variables, dict(terms)), at=at)
    yes = follower.run(rule.body, follower.when(here, rule.guard))
    no = follower.when(here, rule.guard, False) if rule.guard is not None else []
    return [*yes, *no]


def opening(program: Program, follower: Follower, number: int, box: int) -> dict[Expr, Values]:
    """What the condition of a box says while the rules on its hit run: all that they do not write."""
    made = program.boxes[box]
    if program.rules[number].event.kind not in ("hit", "filled") or made.open is None:
        return {}
    known = assume(follower.plain, Known({0: exactly(box), 1: ANY}, {}), made.open, True)
    if known is None:
        return {}
    written = set(follower.found.touches.nodes.get(("passed", -1), frozenset()))
    for n, rule in enumerate(program.rules):
        if n != number and rule.event.kind in ("hit", "filled") and box in rule.event.subjects:
            written |= follower.found.touches.of(rule.body)
    written |= {cell for modifier in program.modifiers for cell in modifier.uses}
    known = follower.flow.forget(known, frozenset(written))
    return {term: values for term, values in known.terms.items() if not has_variable(term)}


def movers(program: Program, follower: Follower, box: int) -> int:
    """How many rules on hitting this box may move a ball."""
    at = follower.found.touches.roles.get("at", frozenset())
    return sum(
        1
        for rule in program.rules
        if rule.event.kind in ("hit", "filled", "passed")
        and (rule.event.kind == "passed" or box in rule.event.subjects)
        and follower.found.touches.of(rule.body) & at
    )


def completing(program: Program, follower: Follower, number: int, start: Path) -> list[Path]:
    """A set is complete: its rules, and what it erases. Or it is not, and nothing happens.

    From here on its boxes count as erased, though its rules run first: they are all filled now.
    """
    group = program.sets[number]
    path = start
    if group.completions is not None and program.cells[group.completions].form != "tally":
        path = path.plus(program.cells[group.completions].name, 0, 1)
    path = follower.raised(path, "complete", number, sure=True)
    if group.erases:
        for box in group.boxes:
            if program.boxes[box].line not in KEPT_LINES:
                path = path.plus(follower.empty(box), 1, 1)
        for cell, index in group.cells:
            made = program.cells[cell]
            if made.line not in KEPT_LINES and made.form != "tally":
                least = 1 if made.low == made.first == 0 else made.low - made.first
                members = follower.members(path, cell, Num(index))
                path = follower.change(path, cell, members, made.first - made.high, -least)
    return [path, start]
