"""V11 in full: test blocks, records and games on both sides, and what came into play on the way.

Games are played in blocks, each from its own numbers alone, so that the result does not depend on
how many processes share the work.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sspdsl.agree.sides import Sides
from sspdsl.agree.tests import moments_of_test
from sspdsl.interpret.coverage import Coverage
from sspdsl.record.agreement import Agreement, Moment, compare_games, compare_record
from sspdsl.record.text import parse_record

BLOCK = 100


@dataclass(frozen=True, slots=True)
class Found:
    """How much was compared, and the first difference with the record of its game, if a game has one."""

    tests: int = 0
    records: int = 0
    games: int = 0
    continued: int = 0
    decisions: int = 0
    difference: str | None = None
    record: str | None = None

    def and_games(self, block: Agreement) -> Found:
        """This and a block of games."""
        return replace(
            self,
            games=self.games + block.games,
            continued=self.continued + block.continued,
            decisions=self.decisions + block.decisions,
            difference=block.difference,
            record=block.record,
        )

    def and_record(self, game: Agreement) -> Found:
        """This and a game played by its record."""
        return replace(self, records=self.records + 1, difference=game.difference, record=game.record)


@dataclass(frozen=True, slots=True)
class Work:
    """What the games need. Processes have it from the one that they are split off from."""

    sides: Sides
    moments: Sequence[Moment]
    games: int


Tell = Callable[[int], None]
"""Told how many games are done."""


def agree(
    sides: Sides,
    coverage: Coverage,
    games: int,
    records: Iterable[str] = (),
    jobs: int = 1,
    tell: Tell | None = None,
) -> Found:
    """Compare until there is a difference: every test block, then the games, then the records.

    With `jobs` above 1 so many processes play, where the system can split one off.
    """
    found = Found()
    moments: list[Moment] = []
    for test in sides.program.tests:
        reached, difference = moments_of_test(sides, test, coverage)
        moments += reached
        found = replace(found, tests=found.tests + 1, difference=difference)
        if difference is not None:
            return found
    for block, reached_there in _play(Work(sides, moments, games), jobs):
        coverage.add(reached_there)
        found = found.and_games(block)
        if found.difference is not None:
            return replace(found, difference=f"game {found.games}: {found.difference}")
        if tell is not None:
            tell(found.games)
    engines = sides.comparison(coverage)
    for record in records:
        found = found.and_record(compare_record(engines, parse_record(record)))
        if found.difference is not None:
            break
    return found


Played = tuple[Agreement, frozenset[int]]


def _play(work: Work, jobs: int) -> Iterator[Played]:
    """The blocks in order, as they are done."""
    starts = range(0, work.games, BLOCK)
    jobs = min(jobs, len(starts))
    if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (_play_block(work, start) for start in starts)
        return
    # States of a module cannot be sent; a process that is split off has them.
    with multiprocessing.get_context("fork").Pool(jobs, _begin, (work,)) as pool:
        yield from pool.imap(_play_there, starts)


def _play_block(work: Work, start: int) -> Played:
    program, coverage = work.sides.program, Coverage(work.sides.program)
    numbers = range(start, min(start + BLOCK, work.games))
    found = compare_games(work.sides.comparison(coverage), numbers, program.max_players, work.moments)
    return found, coverage.reached()


_there: Work | None = None
"""The work of a process that was split off; elsewhere None."""


def _begin(work: Work) -> None:
    global _there
    _there = work


def _play_there(start: int) -> Played:
    assert _there is not None
    return _play_block(_there, start)
