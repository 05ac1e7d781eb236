"""Two engines beside each other: is every decision, option and view of the same games the same (V11)?

A quarter of the games choose evenly among the options; the others prefer what was chosen least often
so far, which reaches rare effects soon. Equal numbers play equal games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sspdsl.record.engine import Engine, Player
from sspdsl.record.text import Record, Step

EVEN = 4
MOST_DECISIONS = 5_000
SOLO = 2
GOES_ON = 4
"""After so many games another one goes on from a moment given."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two engines, and the errors by which they say that the table goes wrong in play."""

    reference: Player
    other: Engine
    faults: tuple[type[Exception], ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A state on both engines from which games can go on; `words` say how it is reached."""

    reference: Any
    other: Any
    players: int
    words: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was compared, and the first difference, with a record that leads to it from the start of a game.

    `continued` games, which went on from a moment, come on top of `games`; a difference of theirs
    has no record, but says what was done.
    """

    games: int
    continued: int
    decisions: int
    difference: str | None
    record: str | None


def compare_games(
    engines: Comparison,
    games: range,
    most_players: int,
    moments: Sequence[Moment] = (),
    progress: Callable[[int], None] | None = None,
) -> Agreement:
    """Play the games with these numbers on both engines, until they differ.

    Every second game is solo, the others have two to `most_players` players.
    """
    taken: Counter[str] = Counter()
    done = continued = decisions = 0
    for number in games:
        done += 1
        players = 1 if number % SOLO == 0 or most_players < 2 else 2 + number // SOLO % (most_players - 1)
        play = [Game(engines, players, Random(number), taken if number % EVEN else None)]
        if moments and number % GOES_ON == GOES_ON - 1:
            moment = moments[number // GOES_ON % len(moments)]
            play.append(Game(engines, moment.players, Random(-number), taken, moment))
            continued += 1
        for game in play:
            difference = game.play()
            decisions += game.decisions
            if difference is not None:
                return Agreement(done, continued, decisions, game.told(difference), game.record())
        if progress is not None:
            progress(done)
    return Agreement(done, continued, decisions, None, None)


def compare_record(engines: Comparison, record: Record) -> Agreement:
    """Play a record on both engines, comparing all the way. Its steps must be possible."""
    game = Game(engines, record.players, Random(0), None)
    game.script = iter(record.steps)
    difference = game.play()
    return Agreement(1, 0, game.decisions, difference, None if difference is None else game.record())


class Ended(Exception):  # noqa: N818 (a way out, not an error)
    """A game is played no further; by a difference, if there is one."""

    def __init__(self, difference: str | None) -> None:
        super().__init__(difference)
        self.difference = difference


class Game:
    """One game on both engines: from its start, or from a moment on; by a script as far as that goes."""

    def __init__(
        self,
        engines: Comparison,
        players: int,
        random: Random,
        taken: Counter[str] | None,
        moment: Moment | None = None,
    ) -> None:
        self.reference, self.other, self.faults = engines.reference, engines.other, engines.faults
        self.players = players
        self.random = random
        self.taken = taken
        self.moment = moment
        self.script: Iterator[Step] | None = None
        self.decisions = 0
        self.last_player = -1
        self.after: Any = None
        """The other engine's state."""
        self.fault: Exception | None = None
        """What the other engine found wrong with the table. The reference should, too."""
        self.lines: list[str] = []

    def play(self) -> str | None:
        """To the end, or to the first difference, in words."""
        try:
            if self.moment is not None:
                self.after, state = self.moment.other, self.moment.reference
            else:
                self.advance(lambda: self.other.new_game(self.players))
                state = self.reference.new_game(self.players)
            self.compare(self.reference.play_on(state, self.ask))
        except Ended as ended:
            return ended.difference
        except self.faults as fault:
            return self.compare_fault(fault)
        return None

    def ask(self, state: Any) -> str:
        """Compare both engines at a decision, and go on with an option on the other one."""
        decision = self.compare(state)
        option = self.choose(decision)
        if option is None or self.decisions >= MOST_DECISIONS:
            raise Ended(None)
        self.lines.append(self.line(decision, option))
        self.advance(lambda: self.other.apply(self.after, option))
        return option

    def advance(self, step: Callable[[], Any]) -> None:
        try:
            self.after = step()
        except self.faults as fault:
            self.fault = fault

    def compare(self, state: Any) -> Any:
        """What is decided in this state, if both engines say the same of it."""
        if self.fault is not None:
            raise Ended(f"only the module finds the table wrong: {self.fault}")
        self.decisions += 1
        x, y = self.reference.decision(state), self.other.decision(self.after)
        if shown(x) != shown(y):
            raise Ended(f"decisions differ: {shown(x)} and {shown(y)}")
        # While one player is at it the others stand still, or are seen when their turn comes.
        alone = x.kind != "over" and x.player == self.last_player
        self.last_player = x.player
        who = (x.player,) if alone else tuple(range(self.players))
        difference = compare_views(self.reference, self.other, state, self.after, who)
        if difference is None and not alone:
            difference = compare_standings(self.reference, self.other, state, self.after)
        if difference is not None:
            raise Ended(difference)
        return x

    def compare_fault(self, fault: Exception) -> str | None:
        """The reference found the table wrong: the other engine should, by the next decision."""
        # They count differently what does not end.
        if self.fault is not None or "without end" in str(fault):
            return None
        try:
            self.other.decision(self.after)
        except self.faults:
            return None
        return f"only the interpreter finds the table wrong: {fault}"

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

    def record(self) -> str | None:
        """The game so far, if it began at the start."""
        if self.moment is not None:
            return None
        head = f"ssp-record 1 {self.reference.pin} players {self.players}"
        return "\n".join([head, *self.lines, ""])

    def told(self, difference: str) -> str:
        """The difference, and what led to it if no record does."""
        if self.moment is None:
            return difference
        return f"{self.moment.words}, then {'; '.join(self.lines) or 'nothing'}: {difference}"


def compare_views(reference: Engine, other: Engine, a: Any, b: Any, players: Sequence[int]) -> str | None:
    """How the two engines' views for these players differ, if they do."""
    for who in players:
        x, y = reference.view(a, who), other.view(b, who)
        if x != y:
            parts = (f"{key} is {x[key]} and {y.get(key)}" for key in x if x[key] != y.get(key))
            return "views differ: " + "; ".join(parts)
    return None


def compare_standings(reference: Engine, other: Engine, a: Any, b: Any) -> str | None:
    """Whether scores or leaders differ."""
    if reference.scores(a) != other.scores(b):
        return "scores differ"
    return "winners differ" if reference.winners(a) != other.winners(b) else None


def shown(decision: Any) -> tuple[Any, ...]:
    """What a player sees of a decision."""
    options = tuple(str(option) for option in decision.options)
    return decision.kind, decision.player, options, decision.about, tuple(map(tuple, decision.dice))
