"""A state, and the run of a turn from one: whose business it is, what was answered, what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from sspdsl.codegen.prelude.tables import (
    _AT,
    _BALLS,
    _DICE,
    _FEATURES,
    _FINISHED,
    _FIRST_CELLS,
    _FIRST_MORE_EACH,
    _FIRST_MORE_SHARED,
    _FIRST_ROLLS,
    _FIRST_SCORE,
    _FIRST_SHARED,
    _LABELS,
    _LAST_ROLL,
    _MARKABLE,
    _MOVED,
    _POSITIONS,
    _QUESTIONS,
    _RAW,
    _SETS,
    _VALUE,
    _WORDS,
    _game_ends,
    _lost,
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


class RuleError(RuntimeError):
    """The table itself is wrong here: a cell left its range, or effects have no end."""


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


def _apart(texts: list[str]) -> list[str]:
    """The same texts, equal ones told apart: the second is followed by ` #2`."""
    seen: dict[str, int] = {}
    out = []
    for text in texts:
        seen[text] = count = seen.get(text, 0) + 1
        out.append(text if count == 1 else f"{text} #{count}")
    return out


def _field(number: int, index: int, shift: int, width: int, size: int, low: int) -> int:
    """A member of a cell, by its place; 0 outside it."""
    if not 0 <= index < size:
        return 0
    return (number >> shift + width * index & (1 << width) - 1) + low


def _write(
    number: int, index: int, shift: int, width: int, size: int, low: int, high: int, value: int
) -> int:
    """The cells with a member of one of them changed."""
    if not 0 <= index < size or not low <= value <= high:
        raise RuleError("a cell left its range")
    shift += width * index
    return number & ~((1 << width) - 1 << shift) | value - low << shift


def _fact(values: tuple[int, ...], index: int) -> int:
    """An entry of a constant table; 0 outside it."""
    return values[index] if 0 <= index < len(values) else 0


def _div(a: int, b: int) -> int:
    """A quotient, rounded down; by 0 it is 0."""
    return a // b if b else 0


def _mod(a: int, b: int) -> int:
    """The rest of a division; by 0 it is 0."""
    return a % b if b else 0


def _wrong(what: str) -> RuleError:
    """An error of the table."""
    return RuleError(what)


def _next_of(f: int, boxes: tuple[int, ...]) -> int:
    """The first of these boxes that is empty, as a mask."""
    return next((1 << box for box in boxes if not f >> box & 1), 0)


def _roll_dice(x: _Run, f: int, c: int, s: int) -> _FCS:
    """Chance: one roll of the dice, for all players."""
    decision = Decision("roll", x.me, _ROLL_TEXTS, "the dice", _DICE_FACES)
    faces = _ROLLS[x.ask(f, c, s, len(_ROLLS), lambda: decision)]
    x.rolls += 1
    clear = rolled = 0
    for (shift, mask, low), face in zip(_VALUE, faces, strict=True):
        clear |= mask << shift
        rolled |= face - low << shift
    x.blocks = [(f1, c1 & ~clear | rolled, s1) for f1, c1, s1 in x.blocks]
    for (shift, mask, low), face in zip(_RAW, faces, strict=True):
        x.shared = x.shared & ~(mask << shift) | face - low << shift
    return f, c & ~clear | rolled, s


def _roll_cell(x: _Run, f: int, c: int, s: int, low: int, texts: tuple[str, ...], about: str) -> int:
    """Chance: a value of a range."""
    faces = tuple(range(low, low + len(texts)))
    decision = Decision("roll", x.me, texts, about, (faces,))
    return low + x.ask(f, c, s, len(faces), lambda: decision)


def _has(boxes: int, box: int) -> int:
    """1 if a box is among these; one of -1 is not."""
    return boxes >> box & 1 if box >= 0 else 0


def _mark(f: int, box: int) -> int:
    """Mark a box, if it is ever marked."""
    return f | 1 << _box(box) & _MARKABLE if box != -1 else f


def _erase(f: int, box: int) -> int:
    """Erase a box."""
    return f & ~(1 << _box(box)) if box != -1 else f


def _box(box: int) -> int:
    """The number of a box that exists."""
    if not 0 <= box < len(_LABELS):
        raise RuleError(f"there is no box {box}")
    return box


def _fill_any(x: _Run, f: int, c: int, s: int, box: int, fills: Sequence[_Fill]) -> _FCS:
    """Fill a box that is known only now; one of -1 is none."""
    return fills[_box(box)](x, f, c, s, box) if box != -1 else (f, c, s)


def _members(kinds: tuple[str, ...]) -> Callable[[_Run, int, int, int, Any], str]:
    """What shows the members of a way to bind variables of these kinds."""

    def show(x: _Run, f: int, c: int, s: int, members: tuple[int, ...]) -> str:
        return " ".join(_member(c, kind, member) for kind, member in zip(kinds, members, strict=True))

    return show


def _listed(names: tuple[str, ...]) -> Callable[[_Run, int, int, int, Any], str]:
    """What shows the entries of a list."""

    def show(x: _Run, f: int, c: int, s: int, number: int) -> str:
        return names[number]

    return show


def _member(c: int, kind: str, member: int) -> str:
    """A member of a domain, as an option shows it."""
    if kind == "die":
        shift, mask, low = _VALUE[member]
        return str((c >> shift & mask) + low)
    if kind == "ball":
        shift, mask, _ = _AT[member]
        at = c >> shift & mask
        return f"ball at {_POSITIONS[at - 1]}" if at else "ball out of play"
    if kind == "player":
        return f"player {member + 1}"
    if kind == "number":
        return str(member)
    if kind.startswith("word:"):
        return _WORDS[int(kind[5:])][member]
    names = {"box": _LABELS, "feature": _FEATURES, "set": _SETS, "position": _POSITIONS}[kind]
    return names[member]


def _put_ball(c: int, position: int) -> int:
    """Bring the first ball that is not in play to a position."""
    for (shift, mask, _), (moved, _, _) in zip(_AT, _MOVED, strict=True):
        if not c >> shift & mask:
            if not 0 <= position < len(_POSITIONS):
                raise RuleError("there is no such position")
            return c | position + 1 << shift | 1 << moved
    return c


def _move_ball(c: int, ball: int, position: int) -> int:
    """Put a ball that is in play elsewhere."""
    if not 0 <= ball < _BALLS:
        return c
    shift, mask, _ = _AT[ball]
    if not c >> shift & mask:
        return c
    if not 0 <= position < len(_POSITIONS):
        raise RuleError("there is no such position")
    return c & ~(mask << shift) | position + 1 << shift


def _lose_ball(x: _Run, f: int, c: int, s: int, ball: int) -> _FCS:
    """Take a ball out of play, if it is in play."""
    if not 0 <= ball < _BALLS:
        return f, c, s
    shift, mask, _ = _AT[ball]
    return _lost(x, f, c, s, ball) if c >> shift & mask else (f, c, s)


def _end_game(x: _Run, f: int, c: int, s: int) -> _End:
    """The game of the acting player is over; raise what this gives."""
    if not c & _FINISHED:
        f, c, s = _game_ends(x, f, c, s)
        for shift, mask, _ in _AT:
            c &= ~(mask << shift)
        c |= _FINISHED
        if _LAST_ROLL >= 0:
            x.set_tally_of(x.me, _LAST_ROLL, 0, 1, x.rolls)
    x.blocks[x.me] = (f, c, s)
    return _End()


def _end_step(x: _Run, f: int, c: int, s: int) -> _End:
    """The acting player leaves the step; raise what this gives."""
    x.blocks[x.me] = (f, c, s)
    return _End()
