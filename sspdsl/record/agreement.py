"""Two engines beside each other: is every decision, option and view of the same games the same (V11)?

A quarter of the games choose evenly among the options; the others prefer what was chosen least often
so far, which reaches rare effects soon. Equal numbers play equal games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from sspdsl.record.engine import Engine, Player
from sspdsl.record.text import Record, Step

EVEN = 4
MOST_DECISIONS = 5_000
SOLO = 2


@dataclass(frozen=True, slots=True)
class Agreement:
    """Games played, decisions compared, and the first difference, with a record that leads to it."""

    games: int
    decisions: int
    difference: str | None
    record: str | None


def compare_engines(
    reference: Player,
    other: Engine,
    games: range,
    most_players: int,
    progress: Callable[[int], None] | None = None,
) -> Agreement:
    """Play the games with these numbers on both engines, until they differ.

    Every second game is solo, the others have two to `most_players` players.
    """
    taken: Counter[str] = Counter()
    decisions = 0
    for done, number in enumerate(games):
        players = 1 if number % SOLO == 0 or most_players < 2 else 2 + number // SOLO % (most_players - 1)
        game = Game(reference, other, players, Random(number), taken if number % EVEN else None)
        difference = game.play()
        decisions += game.decisions
        if difference is not None:
            return Agreement(done + 1, decisions, difference, game.record())
        if progress is not None:
            progress(done + 1)
    return Agreement(len(games), decisions, None, None)


def compare_record(reference: Player, other: Engine, record: Record) -> Agreement:
    """Play a record on both engines, comparing all the way. Its steps must be possible."""
    game = Game(reference, other, record.players, Random(0), None)
    game.script = iter(record.steps)
    difference = game.play()
    return Agreement(1, game.decisions, difference, game.record() if difference else None)


class Ended(Exception):  # noqa: N818 (a way out, not an error)
    """A game is played no further; by a difference, if there is one."""

    def __init__(self, difference: str | None) -> None:
        super().__init__(difference)
        self.difference = difference


class Game:
    """One game on both engines; by a script if it has one, as far as that goes."""

    def __init__(
        self, reference: Player, other: Engine, players: int, random: Random, taken: Counter[str] | None
    ) -> None:
        self.reference, self.other = reference, other
        self.players = players
        self.random = random
        self.taken = taken
        self.decisions = 0
        self.player = -1
        """Who decided last."""
        self.after: Any = None
        """The other engine's state."""
        self.script: Iterator[Step] | None = None
        self.lines = [f"ssp-record 1 {reference.pin} players {players}"]

    def play(self) -> str | None:
        """To the end, or to the first difference, in words."""
        self.after = self.other.new_game(self.players)
        try:
            over = self.reference.play_on(self.reference.new_game(self.players), self.ask)
            self.compare(over)
        except Ended as ended:
            return ended.difference
        return None

    def ask(self, state: Any) -> str:
        """Compare both engines at a decision, and go on with an option on the other one."""
        decision = self.compare(state)
        option = self.choose(decision)
        if option is None or self.decisions >= MOST_DECISIONS:
            raise Ended(None)
        self.lines.append(self.line(decision, option))
        self.after = self.other.apply(self.after, option)
        return option

    def compare(self, state: Any) -> Any:
        """What is decided in this state, if both engines say the same of it."""
        self.decisions += 1
        x, y = self.reference.decision(state), self.other.decision(self.after)
        if shown(x) != shown(y):
            raise Ended(f"decisions differ: {shown(x)} and {shown(y)}")
        difference = self.compare_states(state, self.after, x.kind, x.player)
        if difference is not None:
            raise Ended(difference)
        return x

    def compare_states(self, a: Any, b: Any, kind: str, player: int) -> str | None:
        # While one player is at it the others stand still, or are seen when their turn comes.
        alone = kind != "over" and player == self.player
        self.player = player
        for who in (player,) if alone else range(self.players):
            views = self.reference.view(a, who), self.other.view(b, who)
            if views[0] != views[1]:
                keys = [key for key in views[0] if views[0][key] != views[1].get(key)]
                return "views differ: " + "; ".join(
                    f"{key} is {views[0][key]} and {views[1].get(key)}" for key in keys
                )
        if alone:
            return None
        if self.reference.scores(a) != self.other.scores(b):
            return "scores differ"
        if kind == "over" and self.reference.winners(a) != self.other.winners(b):
            return "winners differ"
        return None

    def choose(self, decision: Any) -> str | None:
        """An option; None where the script ends."""
        if self.script is not None:
            step = next(self.script, None)
            return step.text if step is not None else None
        options = [str(option) for option in decision.options]
        if self.taken is None or decision.kind != "choose":
            return self.random.choice(options)
        least = min(self.taken[option] for option in options)
        option = self.random.choice([o for o in options if self.taken[o] == least])
        self.taken[option] += 1
        return option

    def line(self, decision: Any, option: str) -> str:
        if decision.kind != "choose":
            return f"{decision.kind}> {option}"
        return f"{decision.player + 1 if self.players > 1 else ''}> {option}"

    def record(self) -> str:
        return "\n".join(self.lines) + "\n"


def shown(decision: Any) -> tuple[Any, ...]:
    """What a player sees of a decision."""
    options = tuple(str(option) for option in decision.options)
    return decision.kind, decision.player, options, decision.about, tuple(map(tuple, decision.dice))
