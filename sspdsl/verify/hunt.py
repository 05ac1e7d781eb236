"""Goes after one wish at a time: the best first, from states that play has come to already.

States are kept between turns, ordered by how far they are from the wish (`distance`). From the
nearest one a few turns are played towards it; what they lead to is kept in turn.
Equal programs and budgets give equal results: turns are counted, no clock is read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

from sspdsl.interpret.run import Run
from sspdsl.interpret.state import State, Table, first_state
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Cell, CountFilled, Each, Filled, Players
from sspdsl.ir.walk import terms_in
from sspdsl.verify.claims import Claim
from sspdsl.verify.distance import Distance
from sspdsl.verify.goals import Wish
from sspdsl.verify.means import Means
from sspdsl.verify.search import Game, Progress, Search, quiet
from sspdsl.verify.sites import clauses
from sspdsl.verify.watch import Rest


@dataclass(frozen=True, slots=True)
class Manner:
    """How a wish is gone after: of so many turns from a state so many are aimed at it, the rest at nothing.

    The turn that leads on may lie where no aim points. `spent` is what each line of a game costs, since
    games do not last for ever.
    """

    turns: int
    aimed: int
    spent: float


STRAIGHT, WIDE, THRIFTY = Manner(3, 3, 0.0), Manner(4, 2, 0.08), Manner(3, 3, 0.08)
PASSES = (
    (30, STRAIGHT), (60, WIDE), (100, STRAIGHT), (150, WIDE), (250, THRIFTY), (400, WIDE), (400, STRAIGHT),
    (800, THRIFTY), (800, WIDE), (1600, STRAIGHT), (1600, WIDE),
)  # fmt: skip
"""Turns for one wish, each time it is taken up again."""
SEEDS = 10
TRIED = 0.5
"""What a state loses in standing for each time it was set out from."""
ANY = 5
IN_VAIN = 4_000
"""After so many turns without a new thing the rest is given up."""


def hunt(
    search: Search, means: Means, claims: list[Claim], most_turns: int, progress: Progress | None = None
) -> None:
    """Plays until every claim is met or the turns are used up. `search.watch` notes all that happens."""
    watch = search.watch
    assert watch is not None
    search.keeping = False
    learn(search, means)
    end = search.out.turns + most_turns
    last = search.out.turns
    several = meet(search.program)
    chases: dict[tuple[Wish, int, Manner], Chase] = {}
    for time, (turns, manner) in enumerate(PASSES):
        # Where players do something to each other, what stays away is also looked for with two.
        players = 2 if time % 4 in (1, 2) and several else 1
        done: set[Wish] = set()
        for claim in claims:
            if search.out.turns >= min(end, last + IN_VAIN):
                return
            if not claim.wishes or met(search, claim):
                continue
            wish = claim.wishes[time // (1 + several) % len(claim.wishes)]
            aim = replace(wish, key=())
            if aim in done:
                # That a rule runs and that its condition holds is the same.
                continue
            done.add(aim)
            chase = chases.get((wish, players, manner))
            if chase is None:
                chase = chases[wish, players, manner] = Chase(search, means, wish, claim, manner)
            if chase.go(players, min(turns, end - search.out.turns)):
                last = search.out.turns
            if progress is not None:
                count = sum(met(search, one) for one in claims)
                progress("looking for what can happen", count, len(claims))


def meet(program: Program) -> bool:
    """Whether what a player does may depend on another."""
    if program.max_players < 2:
        return False
    for _, guard, body in clauses(program):
        for term in terms_in(guard, body):
            if isinstance(term, Players) or (isinstance(term, Each) and term.as_player):
                return True
            if isinstance(term, Cell | Filled | CountFilled) and term.player is not None:
                return True
    return False


def learn(search: Search, means: Means) -> None:
    """What everything costs at the start of a game, and in the middle of one."""
    assert search.watch is not None
    game = Game(first_state(search.program, 1), [], 1)
    search.game, search.steer.target = game, None
    search.one_turn(game)
    rests = search.watch.rests.get(1, [])
    for start, state in ((True, game.state), *((False, rest.state) for rest in rests[len(rests) // 2 :][:1])):
        run = Run(search.program, search.lookup, Table.thaw(state), search.ask, quiet)
        Distance(search.program, search.lookup, means, run).learn(start)


def met(search: Search, claim: Claim) -> bool:
    assert search.watch is not None
    return any(key in search.watch.first for key in claim.keys)


class Chase:
    """After one wish."""

    def __init__(
        self, search: Search, means: Means, wish: Wish, claim: Claim, manner: Manner = STRAIGHT
    ) -> None:
        self.search, self.means, self.wish, self.claim = search, means, wish, claim
        self.manner = manner
        self.heap: list[tuple[float, int, Rest]] = []
        self.seen: set[State] = set()
        self.tried: dict[State, int] = {}
        self.count = 0
        self.begun = False

    def go(self, players: int, turns: int) -> bool:
        """Whether it was met within so many turns; it goes on from where it was left."""
        search = self.search
        end = search.out.turns + turns
        self.seed(players)
        while self.heap and search.out.turns < end:
            far, _, rest = self.next()
            lived = 0
            for branch in range(self.manner.turns):
                game = Game(rest.state, list(rest.lines), rest.state.players)
                search.game = game
                search.steer.target = self.wish if branch < self.manner.aimed else None
                search.steer.planner.luck = search.chance.randrange(4)
                on = search.one_turn(game)
                if met(search, self.claim):
                    return True
                if on:
                    lived += 1
                    self.keep(Rest(game.state, tuple(game.lines)))
            tried = self.tried[rest.state] = self.tried.get(rest.state, 0) + 1
            heappush(self.heap, (far + TRIED * tried + (self.manner.turns - lived), self.number(), rest))
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
        rests = self.search.watch.rests.get(players, [])
        new = [rest for rest in rests if rest.state not in self.seen]
        found = sorted(((self.far(rest), n, rest) for n, rest in enumerate(new)), key=lambda e: e[:2])
        for far, _, rest in found[:SEEDS]:
            self.seen.add(rest.state)
            heappush(self.heap, (far, self.number(), rest))
        if self.begun:
            return
        self.begun = True
        start = Rest(first_state(self.search.program, players), ())
        far = found[0][0] + 2 if found else 0.0
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
        return far + self.manner.spent * len(rest.lines) + 0.1 * search.chance.random()
