"""Goes after one wish at a time: the best first, from states that play has come to already.

States are kept between turns, ordered by how far they are from the wish (`distance`). From the
nearest one a few turns are played towards it; what they lead to is kept in turn.
Equal programs and budgets give equal results: turns are counted, no clock is read.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from sspdsl.interpret.run import Run
from sspdsl.interpret.state import State, Table, first_state
from sspdsl.verify.claims import Claim
from sspdsl.verify.distance import Distance
from sspdsl.verify.goals import Wish
from sspdsl.verify.means import Means
from sspdsl.verify.search import Game, Progress, Search, quiet
from sspdsl.verify.watch import Rest

TURNS = (30, 60, 200, 200, 600, 400, 1500, 1500)
"""Turns for one wish, each time it is taken up again."""
BRANCHING = 4
AIMED = 2
SEEDS = 10
TRIED = 0.5
"""What a state loses in standing for each time it was set out from."""
ANY = 5
SPENT = 0.08
"""What each line of a game costs: games do not last for ever."""


def hunt(
    search: Search, means: Means, claims: list[Claim], most_turns: int, progress: Progress | None = None
) -> None:
    """Plays until every claim is met or the turns are used up. `search.watch` notes all that happens."""
    watch = search.watch
    assert watch is not None
    search.keeping = False
    Distance(search.program, search.lookup, means, beginning(search)).learn()
    end = search.out.turns + most_turns
    for time, turns in enumerate(TURNS):
        # What stays away is also looked for with two players.
        players = 2 if time % 2 and search.program.max_players > 1 else 1
        left = [claim for claim in claims if claim.wishes and not met(search, claim)]
        for claim in left:
            if search.out.turns >= end:
                return
            if met(search, claim):
                continue
            Chase(search, means, claim.wishes[time % len(claim.wishes)], claim).go(
                players, min(turns, end - search.out.turns)
            )
            if progress is not None:
                done = sum(met(search, one) for one in claims)
                progress("looking for what can happen", done, len(claims))


def beginning(search: Search) -> Run:
    """A game of one player before its first roll."""
    game = Game(first_state(search.program, 1), [], 1)
    search.steer.target = None
    search.one_turn(game)
    return Run(search.program, search.lookup, Table.thaw(game.state), search.ask, quiet)


def met(search: Search, claim: Claim) -> bool:
    assert search.watch is not None
    return any(key in search.watch.first for key in claim.keys)


class Chase:
    """After one wish."""

    def __init__(self, search: Search, means: Means, wish: Wish, claim: Claim) -> None:
        self.search, self.means, self.wish, self.claim = search, means, wish, claim
        self.heap: list[tuple[float, int, Rest]] = []
        self.seen: set[State] = set()
        self.tried: dict[State, int] = {}
        self.count = 0

    def go(self, players: int, turns: int) -> bool:
        """Whether it was met within so many turns."""
        search = self.search
        end = search.out.turns + turns
        self.seed(players)
        while self.heap and search.out.turns < end:
            far, _, rest = self.next()
            lived = 0
            for branch in range(BRANCHING):
                game = Game(rest.state, list(rest.lines), rest.state.players)
                search.game = game
                # Some turns are played without an aim: the one that leads on may lie where none points.
                search.steer.target = self.wish if branch < AIMED else None
                search.steer.planner.luck = search.chance.randrange(4)
                on = search.one_turn(game)
                if met(search, self.claim):
                    return True
                if on:
                    lived += 1
                    self.keep(Rest(game.state, tuple(game.lines)))
            tried = self.tried[rest.state] = self.tried.get(rest.state, 0) + 1
            heappush(self.heap, (far + TRIED * tried + (BRANCHING - lived), self.number(), rest))
        return False

    def next(self) -> tuple[float, int, Rest]:
        """The nearest state; at times any, for the nearest may be a dead end."""
        if self.count % ANY == 0 and len(self.heap) > 1:
            entry = self.heap.pop(self.search.chance.randrange(len(self.heap)))
            heapify(self.heap)
            return entry
        return heappop(self.heap)

    def seed(self, players: int) -> None:
        """The nearest states that play came to, and the start of a game."""
        assert self.search.watch is not None
        rests = [rest for number in range(1, players + 1) for rest in self.search.watch.rests.get(number, ())]
        found = sorted(((self.far(rest), n, rest) for n, rest in enumerate(rests)), key=lambda e: e[:2])
        for far, _, rest in found[:SEEDS]:
            self.seen.add(rest.state)
            heappush(self.heap, (far, self.number(), rest))
        start = Rest(first_state(self.search.program, players), ())
        far = found[0][0] + (2 if players == 1 else 0) if found else 0.0
        heappush(self.heap, (far, self.number(), start))

    def keep(self, rest: Rest) -> None:
        if rest.state not in self.seen:
            self.seen.add(rest.state)
            heappush(self.heap, (self.far(rest), self.number(), rest))

    def number(self) -> int:
        self.count += 1
        return self.count

    def far(self, rest: Rest) -> float:
        """How far a state is from the wish, and how much of its game is used up; with a little chance."""
        search = self.search
        run = Run(search.program, search.lookup, Table.thaw(rest.state), search.ask, quiet)
        far = Distance(search.program, search.lookup, self.means, run).of(self.wish)
        return far + SPENT * len(rest.lines) + 0.1 * search.chance.random()
