"""All properties of a program, in order."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.model import Program
from sspdsl.verify.cascades import verify_cascades
from sspdsl.verify.clashes import find_clashes, with_clashes
from sspdsl.verify.endless import verify_endless
from sspdsl.verify.erasing import verify_erasing
from sspdsl.verify.extract import commands_of
from sspdsl.verify.filling import goals_of, verify_filling
from sspdsl.verify.goals import BodyGoal, CellGoal, Goal
from sspdsl.verify.happening import verify_happening
from sspdsl.verify.options import verify_options
from sspdsl.verify.ranges import verify_ranges
from sspdsl.verify.reach import reach
from sspdsl.verify.search import Progress, Search
from sspdsl.verify.sites import sites_of
from sspdsl.verify.stuck import doubts_of, verify_stuck
from sspdsl.verify.verdict import NOT_YET, Verdict
from sspdsl.verify.watch import Watch
from sspdsl.verify.where import NOWHERE

LATER = ("V11",)

WORK = 4_000_000
LEAST_TURNS = 60


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played at most. Counts, not seconds: the same answer on every machine."""

    turns: int = 12_000
    seed: int = 1


def verify_program(
    program: Program, budget: Budget | None = None, progress: Progress | None = None
) -> tuple[Verdict, ...]:
    """A verdict for each of V1 to V11. `progress` is told ("playing", goals met, goals) now and then."""
    budget = budget or Budget()
    # Terms are told apart by identity: this copy shares none.
    program = from_json(to_json(program))
    found = reach(program)
    goals = goals_of(program, found)
    open_goals = [goal for goal in goals.all if goal not in goals.never]
    doubts: list[Goal] = [
        CellGoal(overflow.cell, up)
        for overflow in found.world.overflows.values()
        for up in (True, False)
        if not overflow.which
    ]
    doubts += [BodyGoal(overflow.where) for overflow in found.world.overflows.values() if overflow.which]
    doubts += [BodyGoal(where) for where, _ in found.world.misplaced]
    doubts += [BodyGoal(where) for where, _ in doubts_of(program) if where != NOWHERE]
    wanted = [*open_goals, *dict.fromkeys(doubts)]
    # A turn costs in proportion to the edges of the table, so a large one gets fewer.
    turns = min(budget.turns, max(LEAST_TURNS, WORK // max(len(found.world.moves), 1)))
    search = Search(program, found, goals.edges, budget.seed)
    sites = sites_of(program)
    search.watch = Watch(program, sites)
    played = search.play(wanted, turns, progress)
    further = min(budget.turns * 2 // 3, max(LEAST_TURNS, 2 * WORK // max(len(found.world.moves), 1)))
    first, conditions = verify_happening(program, found, sites, search, further, progress)
    clashes = find_clashes(program, further, budget.seed, progress)
    stuck = verify_stuck(program, found, played)
    ranges = verify_ranges(program, found, played)
    system = commands_of(program, found)
    cascades = verify_cascades(program, found, played, system)
    verdicts = [
        verify_filling(program, goals, played),
        first,
        with_clashes(conditions, clashes),
        stuck,
        verify_options(program, found, played, stuck, ranges, cascades),
        cascades,
        verify_erasing(program, found),
        ranges,
        *verify_endless(program, found, system=system, part=min(budget.turns / Budget().turns, 1.0)),
        *(Verdict(name, NOT_YET, "this version does not look at it") for name in LATER),
    ]
    return tuple(sorted(verdicts, key=lambda verdict: int(verdict.property[1:])))
