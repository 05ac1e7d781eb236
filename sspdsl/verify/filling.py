"""V1: every box can be filled, every arrow, line and shot can be used.

Can: a record that was played. Cannot: it is beyond even the over-approximation, with the reason.
Neither: bounded by what was played.
"""

from __future__ import annotations

from sspdsl.ir.model import Program
from sspdsl.verify.goals import BoxGoal, Goal, box_goals, edge_goals, goal_words, why_never
from sspdsl.verify.played import Found
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up


def goals_of(program: Program, found: Reach) -> tuple[list[Goal], dict[Goal, str]]:
    """All goals of a table, and for those that can never be met the reason."""
    goals = [*box_goals(program), *edge_goals(program, found)]
    never: dict[Goal, str] = {}
    for goal in goals:
        why = why_never(program, found, goal)
        if why is not None:
            never[goal] = why
    return goals, never


def verify_filling(program: Program, goals: list[Goal], never: dict[Goal, str], played: Found) -> Verdict:
    """The verdict on V1: an item for every goal."""
    items = []
    for goal in goals:
        name = goal_words(program, goal)
        if goal in played.records:
            said = "filled" if isinstance(goal, BoxGoal) else "gone"
            items.append(Item(name, PROVED, said, played.records[goal]))
        elif goal in never:
            items.append(Item(name, REFUTED, never[goal]))
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
