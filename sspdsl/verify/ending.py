"""That effects end although clauses can come back to themselves: each lap uses something up.

The commands (`commands.System`) that work off a pending event are ranked. A cell or a box can fall only
so often, and so can events that nothing left raises. Events that only rise prove nothing here: a clause
may set off itself again and again and never come to what it left waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sspdsl.verify.commands import Command, System
from sspdsl.verify.extract import TOO_LARGE
from sspdsl.verify.rank import Step, step_of

PENDING = "pending "


@dataclass(frozen=True, slots=True)
class Ending:
    """`left` are the commands that no step removes: none, and it is a proof."""

    commands: tuple[Command, ...]
    steps: tuple[Step, ...]
    left: tuple[Command, ...]
    faulty: bool
    """The commands are not all there are."""


def rank_effects(system: System) -> Ending:
    """Ranks all that runs between a decision and the next turn, whatever set it off."""
    commands = tuple(c for c in system.commands if is_effect(c))
    steps: list[Step] = []
    left = list(commands)
    while left and (step := used_up(left)) is not None:
        dead = set(step.kills)
        left = [command for command in left if command.name not in dead]
        steps.append(step)
    return Ending(commands, tuple(steps), tuple(left), bool(TOO_LARGE & set(system.faulty)))


def is_effect(command: Command) -> bool:
    """Whether it is set off by an effect: all but what a player or the turn begins.

    That it works off an event is no sign: it may set itself off again, once or more.
    """
    return command.clause not in ("turn", "move", "loss") and not command.clause.startswith("ability ")


def used_up(left: Sequence[Command]) -> Step | None:
    """Everything that only falls, and every cell and box that only rises."""
    rises: set[str] = set()
    falls: set[str] = set()
    for command in left:
        for name, low, high in command.deltas:
            if high > 0:
                rises.add(name)
            if low < 0:
                falls.add(name)
    weights = dict.fromkeys(sorted(falls - rises), 1)
    weights |= {name: -1 for name in sorted(rises - falls) if not name.startswith(PENDING)}
    return step_of(list(left), "used up", weights, {}, ()) if weights else None


def what_is_used_up(ending: Ending, clauses: Sequence[str]) -> str | None:
    """What the laps through these clauses use up, in words: the cells and boxes that a step rests on."""
    for step in ending.steps:
        dead = set(step.kills)
        names = [
            name
            for command in ending.commands
            if command.name in dead
            and any(command.clause.startswith(clause) for clause in clauses)
            and any(name.startswith(PENDING) and high > 0 for name, _, high in command.deltas)
            for name, low, high in command.deltas
            if not name.startswith(PENDING) and step.weights.get(name) and (low > 0 or high < 0)
        ]
        if names:
            return f"`{names[0]}`"
    return None
