"""V1: every box can be filled, every arrow, line and shot can be used.

Can: a record that was played. Cannot: it is beyond even the over-approximation, with the reason.
Neither: bounded by what was played.
"""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.ir.model import Program
from sspdsl.verify.goals import (
    BoxGoal,
    EdgeGoal,
    Goal,
    Move,
    box_goals,
    edge_goals,
    goal_words,
    way_goals,
    why_never,
)
from sspdsl.verify.played import Found
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up


@dataclass(frozen=True, slots=True)
class Goals:
    """All goals of a table; the edges that count for them; those that can never be met, with the reason."""

    all: tuple[Goal, ...]
    edges: dict[Move, EdgeGoal]
    never: dict[Goal, str]


def goals_of(program: Program, found: Reach) -> Goals:
    """What V1 asks of a table."""
    edges = edge_goals(program, found)
    goals: list[Goal] = [*box_goals(program), *dict.fromkeys(edges.values()), *way_goals(edges)]
    gone = {edge for move, edge in edges.items() if move in found.world.moves}
    never: dict[Goal, str] = {}
    for goal in goals:
        why = None if goal in gone else why_never(program, found, edges, goal)
        if why is not None:
            never[goal] = why
    return Goals(tuple(goals), edges, never)


def verify_filling(program: Program, goals: Goals, played: Found) -> Verdict:
    """The verdict on V1: an item for every goal."""
    items = []
    for goal in goals.all:
        name = goal_words(program, goal)
        if goal in played.records:
            said = "filled" if isinstance(goal, BoxGoal) else "gone"
            items.append(Item(name, PROVED, said, played.records[goal]))
        elif goal in goals.never:
            items.append(Item(name, REFUTED, goals.never[goal]))
        else:
            items.append(Item(name, BOUNDED, "no game reached it"))
    if not program.balls and not program.boxes:
        items = []
    return sum_up(
        "V1",
        tuple(items),
        f"all {len(items)} boxes and moves, each with a record",
        f"not reached in {played.size_words()}",
        "the table has no box",
    )
