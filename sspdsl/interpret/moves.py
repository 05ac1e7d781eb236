"""The moves of a waiting ball, as numbers, for those who show a situation rather than play it."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.interpret.engine import Interpreter
from sspdsl.interpret.play import boxes_in_reach, free_dice, waiting_balls
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import State

USUAL = ("fall", "shot", "arrow", "line")


@dataclass(frozen=True, slots=True)
class Situation:
    """A ball that waits: its position, the dice it may use, and for each the boxes it can fill and how.

    A way that goes without saying has no words.
    """

    position: int
    faces: tuple[int, ...]
    moves: tuple[dict[int, str], ...]
    filled: frozenset[int]


def situation(engine: Interpreter, state: State, position: int | None = None) -> Situation | None:
    """What the first waiting ball (or the one at this position) can do now; None if no such ball waits."""
    run = engine.reader(state)
    run.me = engine.decision(state).player
    for ball in waiting_balls(run):
        at = run.role("at", ball) - 1
        if position is None or at == position:
            dice = free_dice(run)
            return Situation(
                at,
                tuple(run.role("value", die) for die in dice),
                tuple(
                    {box: _words(engine, way) for box, way in boxes_in_reach(run, ball, die)} for die in dice
                ),
                frozenset(run.table.filled[run.me]),
            )
    return None


def _reached(engine: Interpreter, run: Run, ball: int, die: int) -> dict[int, str]:
    """Of several ways to a box the first counts, as it does in play."""
    found: dict[int, str] = {}
    for box, way in boxes_in_reach(run, ball, die):
        found.setdefault(box, _words(engine, way))
    return found


def _words(engine: Interpreter, way: int) -> str:
    name = engine.program.ways[way].name
    return "" if name in USUAL else {"fall_back": "falls back"}.get(name, name.replace("_", " "))
