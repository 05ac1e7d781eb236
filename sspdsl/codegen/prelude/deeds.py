"""What effects of a table come to that every table has: dice, cells rolled, balls, members shown, an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sspdsl.codegen.prelude.numbers import RuleError, _box
from sspdsl.codegen.prelude.run import (
    _DICE_FACES,
    _FCS,
    _ROLL_TEXTS,
    _ROLLS,
    Decision,
    _End,
    _Fill,
    _Run,
)
from sspdsl.codegen.prelude.tables import (
    _AT,
    _BALLS,
    _FEATURES,
    _FINISHED,
    _LABELS,
    _LAST_ROLL,
    _MOVED,
    _POSITIONS,
    _RAW,
    _SETS,
    _VALUE,
    _WORDS,
    _game_ends,
    _lost,
)


# --- copied from here
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
