"""A state, and the run of a turn from one: whose business it is, what was answered, what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from sspdsl.codegen.prelude.numbers import RuleError, _apart, _field, _write
from sspdsl.codegen.prelude.tables import (
    _DICE,
    _FIRST_CELLS,
    _FIRST_MORE_EACH,
    _FIRST_MORE_SHARED,
    _FIRST_ROLLS,
    _FIRST_SCORE,
    _FIRST_SHARED,
    _QUESTIONS,
)

# --- copied from here
_FCS = tuple[int, int, int]  # What every function of the table takes and gives: filled boxes, cells, score.
_Effect = Callable[["_Run", int, int, int], _FCS]
_Fill = Callable[["_Run", int, int, int, int], _FCS]
_FUSE: Final = 10_000  # No effect of a sound table repeats that often.
_MOST_IDLE: Final = 1000  # Turns in which nothing is decided do not go on for longer.
_PIPS: Final = (1, 2, 3, 4, 5, 6)
_DICE_FACES: Final[tuple[tuple[int, ...], ...]] = (_PIPS,) * _DICE


def _all_rolls(dice: int) -> list[tuple[int, ...]]:
    """Every result of the dice, the first die slowest."""
    rolls: list[tuple[int, ...]] = [()]
    for _ in range(dice):
        rolls = [(*roll, face) for roll in rolls for face in _PIPS]
    return rolls


_ROLLS: Final = _all_rolls(_DICE)
_ROLL_TEXTS: Final = tuple(" ".join(map(str, roll)) for roll in _ROLLS)
_ROLL_OF: Final = {roll: number for number, roll in enumerate(_ROLLS)}
_ROLL_NUMBERS: Final = {text: number for number, text in enumerate(_ROLL_TEXTS)}


class IllegalMove(ValueError):  # noqa: N818 - it is what the protocol of all modules calls it
    """The option is not one of those that are open now. The state is as it was."""


class Decision(NamedTuple):
    """What is to be decided: by chance (`roll`, `draw`), by a player (`choose`), or nothing more (`over`).

    `options` are texts, each of which `apply` takes. `dice` lists the faces of each die to be rolled.
    """

    kind: str
    player: int
    options: tuple[str, ...]
    about: str
    dice: tuple[tuple[int, ...], ...]


class State(NamedTuple):
    """A state of the game. Filled boxes and cells are packed into numbers: `view` shows them by name."""

    at: int  # The item of the turn that waits.
    player: int  # Whose business it is; the three fields below are this player's.
    filled: int
    cells: int
    score: int
    shared: int
    rolls: int
    more: tuple[int, ...]  # Unbounded tallies besides the score.
    others: tuple[_FCS, ...]  # The other players, in seat order.
    log: tuple[int, ...]  # Options taken, by number, since the item began.


class _Wait(Exception):  # noqa: N818 - not an error: the run comes to a decision
    """The run needs an answer that it does not have."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision


class _End(Exception):  # noqa: N818 - not an error: the step is left
    """The acting player leaves the step. What they have is in their block of the run."""


class _Run:
    """The run of a turn. Functions of the table carry the acting player's boxes, cells and score by hand."""

    __slots__ = (
        "answers",
        "blocks",
        "idle",
        "me",
        "more",
        "n",
        "option",
        "random",
        "rolls",
        "shared",
        "used",
    )

    def __init__(self, state: State) -> None:
        blocks = list(state.others)
        blocks.insert(state.player, (state.filled, state.cells, state.score))
        self.blocks = blocks
        self.n = len(blocks)
        self.me = state.player
        self.shared = state.shared
        self.rolls = state.rolls
        self.more = state.more
        self.answers: tuple[int, ...] = state.log
        self.used = 0
        self.idle = 0  # Turns since the last question.
        self.random: Random | None = None
        self.option: str | None = None  # The text of an answer, for the first question after the answers.

    def state(self, at: int) -> State:
        """The state at the start of an item of the turn."""
        me = self.me
        f, c, s = self.blocks[me]
        others = tuple(self.blocks[:me] + self.blocks[me + 1 :])
        return State(at, me, f, c, s, self.shared, self.rolls, self.more, others, ())

    def trial(self, f: int, c: int, s: int) -> _Run:
        """A copy on which something can be tried; it stops at the first decision."""
        copy = _Run.__new__(_Run)
        copy.blocks = self.blocks.copy()
        copy.blocks[self.me] = (f, c, s)
        copy.n, copy.me, copy.shared, copy.rolls = self.n, self.me, self.shared, self.rolls
        copy.more, copy.answers, copy.used, copy.idle = self.more, (), 0, 0
        copy.random = copy.option = None
        return copy

    def ask(self, f: int, c: int, s: int, count: int, decision: Callable[[], Decision]) -> int:
        """The number of the option taken, of this many."""
        if self.used < len(self.answers):
            self.idle = 0
            self.used += 1
            return self.answers[self.used - 1]
        if self.option is not None:
            options, option = decision().options, self.option
            if option not in options:
                raise IllegalMove(f"not an option now: {option!r}")
            self.option = None
            self.used += 1
            self.answers = (*self.answers, options.index(option))
            return self.answers[-1]
        self.idle = 0
        if self.random is not None:
            return int(self.random.random() * count)
        self.blocks[self.me] = (f, c, s)
        raise _Wait(decision())

    def pick(self, f: int, c: int, s: int, question: int, found: Sequence[Any], can_pass: bool) -> int:
        """The number of the member picked; the number after the last for `pass`."""

        def decision() -> Decision:
            kind, about, text = _QUESTIONS[question]
            texts = [text(self, f, c, s, member) for member in found]
            if kind == "draw":
                texts = _apart(texts)
            if can_pass:
                texts.append("pass")
            return Decision(kind, self.me, tuple(texts), about, ())

        return self.ask(f, c, s, len(found) + can_pass, decision)

    def distinct(self, f: int, c: int, s: int, question: int, found: list[Any]) -> list[Any]:
        """Of members with equal texts, the first."""
        text = _QUESTIONS[question][2]
        seen: dict[str, Any] = {}
        for member in found:
            seen.setdefault(text(self, f, c, s, member), member)
        return list(seen.values())

    def enter(self, f: int, c: int, s: int, player: int) -> _FCS:
        """Go on as another player; the acting player's things are put away."""
        self.check_player(player)
        self.blocks[self.me] = (f, c, s)
        self.me = player
        return self.blocks[player]

    def filled_of(self, f: int, player: int) -> int:
        """The filled boxes of a player; none for one who does not exist."""
        if player == self.me:
            return f
        return self.blocks[player][0] if 0 <= player < self.n else 0

    def field_of(self, c: int, player: int, index: int, shift: int, width: int, size: int, low: int) -> int:
        """A member of a cell of a player; 0 for one who does not exist."""
        if player == self.me:
            return _field(c, index, shift, width, size, low)
        if not 0 <= player < self.n:
            return 0
        return _field(self.blocks[player][1], index, shift, width, size, low)

    def write_of(
        self,
        c: int,
        player: int,
        index: int,
        shift: int,
        width: int,
        size: int,
        low: int,
        high: int,
        value: int,
    ) -> int:
        """Write a cell of a player; gives the cells of the acting one."""
        if player == self.me:
            return _write(c, index, shift, width, size, low, high, value)
        self.check_player(player)
        f1, c1, s1 = self.blocks[player]
        self.blocks[player] = (f1, _write(c1, index, shift, width, size, low, high, value), s1)
        return c

    def set_score_of(self, s: int, player: int, value: int) -> int:
        """Write the score of a player; gives that of the acting one."""
        if player == self.me:
            return value
        self.check_player(player)
        f1, c1, _ = self.blocks[player]
        self.blocks[player] = (f1, c1, value)
        return s

    def check_player(self, player: int) -> None:
        """A player who does not exist is an error of the table."""
        if not 0 <= player < self.n:
            raise RuleError(f"there is no player {player + 1}")

    def score_of(self, s: int, player: int) -> int:
        """The score of a player; 0 for one who does not exist."""
        if player == self.me:
            return s
        return self.blocks[player][2] if 0 <= player < self.n else 0

    def tally(self, first: int, index: int, size: int) -> int:
        """A shared tally."""
        return self.more[first + index] if 0 <= index < size else 0

    def tally_of(self, player: int, first: int, index: int, size: int) -> int:
        """A tally of a player; 0 for one who does not exist."""
        if not 0 <= player < self.n:
            return 0
        return self.tally(len(_FIRST_MORE_SHARED) + player * len(_FIRST_MORE_EACH) + first, index, size)

    def set_tally(self, first: int, index: int, size: int, value: int) -> None:
        """Write a shared tally."""
        if not 0 <= index < size:
            raise RuleError("a tally has no such member")
        at = first + index
        self.more = (*self.more[:at], value, *self.more[at + 1 :])

    def set_tally_of(self, player: int, first: int, index: int, size: int, value: int) -> None:
        """Write a tally of a player."""
        self.check_player(player)
        self.set_tally(len(_FIRST_MORE_SHARED) + player * len(_FIRST_MORE_EACH) + first, index, size, value)


def _first_state(players: int, at: int) -> State:
    """Nothing filled, every cell at its first value."""
    more = _FIRST_MORE_SHARED + _FIRST_MORE_EACH * players
    first = (0, _FIRST_CELLS, _FIRST_SCORE)
    return State(at, 0, *first, _FIRST_SHARED, _FIRST_ROLLS, more, (first,) * (players - 1), ())
