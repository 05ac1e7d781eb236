"""Events as openings of a sentence: `when a box of Duckies is hit`, `before the round ends`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sspdsl.ir.model import EventPattern, Program
from sspdsl.words.english import listed, plain_name
from sspdsl.words.kinds import variables_of
from sspdsl.words.markdown import escaped
from sspdsl.words.scope import Scope

MOMENTS = {
    "game_starts": "the game starts",
    "dice_rolled": "the dice have been rolled",
    "balls_move": "the balls are moved",
    "turn_ends": "your turn ends",
    "round_ends": "your round ends",
    "game_ends": "your game ends",
}


def opening(event: EventPattern, scope: Scope, before: bool = False) -> str:
    """`when ...` or `before ...`."""
    if event.kind == "action" and before:
        return listed((_before(action, scope) for action in event.subjects), "or")
    return f"{'before' if before else 'when'} {EVENTS[event.kind](event, scope)}"


def _before(action: int, scope: Scope) -> str:
    name = scope.names.program.actions[action].name
    if name == "dice_rolled":
        return "as soon as the dice have been rolled"
    if name in MOMENTS:
        return f"just before {MOMENTS[name]}"
    return f"before {scope.names.action(action)} is carried out"


def scope_of(event: EventPattern, scope: Scope) -> Scope:
    """The variables of a rule on this event."""
    if event.kind == "action":
        return scope_of_action(event.subjects[0], scope) if event.subjects else scope
    called = {"box": "the box", "set": "the set", "feature": "it", "ball": "the ball", "value": "it"}
    for slot, kind in variables_of(event.kind).items():
        text = (
            "the box that completed it"
            if (event.kind, slot) == ("complete", 1)
            else called.get(kind, "its number")
        )
        scope = scope.with_named(slot, kind, text)
    return scope


def scope_of_action(action: int, scope: Scope) -> Scope:
    """The parameters of an action: `the ball given`."""
    params = scope.names.program.actions[action].params
    for slot in range(params):
        kind = scope.kinds.params.get((action, slot), "value")
        which = "" if params == 1 else ("first ", "second ", "third ")[slot] if slot < 3 else f"{slot + 1}th "
        scope = scope.with_named(slot, kind, f"the {which}{scope.noun(kind)} given")
    return scope


def moment(action: int, program: Program) -> str:
    """The moment that an action stands for, or "" for one the author made."""
    return MOMENTS.get(program.actions[action].name, "")


def _hit(event: EventPattern, scope: Scope) -> str:
    return f"a ball hits {_any_box(event, scope)}"


def _filled(event: EventPattern, scope: Scope) -> str:
    return f"{_any_box(event, scope)} is filled, by a ball or otherwise"


def _any_box(event: EventPattern, scope: Scope) -> str:
    return scope.names.groups.one_of(event.subjects)


def _complete(event: EventPattern, scope: Scope) -> str:
    return f"{listed((scope.names.set(each) for each in event.subjects), 'or')} is complete"


def _passed(event: EventPattern, scope: Scope) -> str:
    return f"a ball passes {listed((scope.names.feature(each) for each in event.subjects), 'or')}"


def _changed(event: EventPattern, scope: Scope) -> str:
    return f"{listed((scope.names.cell(each) for each in event.subjects), 'or')} changes"


def _lost(event: EventPattern, scope: Scope) -> str:
    return "a ball is lost"


def _action(event: EventPattern, scope: Scope) -> str:
    program = scope.names.program
    said = []
    for action in event.subjects:
        name = program.actions[action].name
        said.append(MOMENTS.get(name) or f"*{escaped(plain_name(name))}* has been carried out")
    return listed(said, "or")


EVENTS: Mapping[str, Callable[[EventPattern, Scope], str]] = MappingProxyType(
    {
        "hit": _hit,
        "filled": _filled,
        "complete": _complete,
        "passed": _passed,
        "changed": _changed,
        "lost": _lost,
        "action": _action,
    }
)
