"""From one state to the next: items of the turn are run until something must be decided."""

from __future__ import annotations

from typing import Any

from sspdsl.codegen.prelude.numbers import (
    RuleError,
    _wrong,
)
from sspdsl.codegen.prelude.run import (
    _MOST_IDLE,
    Decision,
    State,
    _End,
    _Run,
    _Wait,
)
from sspdsl.codegen.prelude.tables import (
    _FINISHED,
    _GROUPS,
    _ITEMS,
    _SHARED_FIRST,
    _SHARED_KEEP,
    _STEPS_FIRST,
    _STEPS_KEEP,
    _STEPS_TALLIES,
    _TURN_FIRST,
    _TURN_KEEP,
)
from sspdsl.codegen.prelude.window import _play_one, _waiting

# --- copied from here
# Kinds of item: effects, a test with where to go if it fails, a jump, moving balls one by one.
_RUN, _TEST, _JUMP, _PLAY = range(4)
_OVER_AT = len(_ITEMS) + 1
_OVER = Decision("over", 0, (), "the game is over", ())


def _first_playing(x: _Run, start: int) -> int:
    """The first player from this seat on whose game is not over; -1 if there is none."""
    return next((p for p in range(start, x.n) if not x.blocks[p][1] & _FINISHED), -1)


def _end_run(x: _Run, at: int) -> int:
    """The item after the last one of a group, and its player; between them, cells of the turn go back."""
    group = next(number for number, (_, end, _) in enumerate(_GROUPS) if at == end)
    low, _, shared = _GROUPS[group]
    if not shared:
        f, c, s = x.blocks[x.me]
        x.blocks[x.me] = (f, c & _STEPS_KEEP | _STEPS_FIRST, s)
        for first, size, value in _STEPS_TALLIES:
            for index in range(size):
                x.set_tally_of(x.me, first, index, size, value)
        following = _first_playing(x, x.me + 1)
        if following >= 0:
            x.me = following
            return low
    group += 1
    following = _first_playing(x, 0)
    if group == 1 or group == len(_GROUPS) or following < 0:
        x.blocks = [(f, c & _TURN_KEEP | _TURN_FIRST, s) for f, c, s in x.blocks]
        x.shared = x.shared & _SHARED_KEEP | _SHARED_FIRST
        x.idle += 1
        if x.idle > _MOST_IDLE:
            raise _wrong("turns without a decision, and without end")
    if following < 0 or len(_GROUPS) == 1:
        x.me = 0
        return _OVER_AT
    x.me = following
    return _GROUPS[group if group < len(_GROUPS) else 1][0]


def _go(x: _Run, at: int) -> tuple[State, Decision]:
    """Run from an item on, until something must be decided: the state that waits, and the decision."""
    mark = x.state(at)
    while at != _OVER_AT:
        kind, effects, target, leave = _ITEMS[at]
        f, c, s = x.blocks[x.me]
        try:
            if kind == _PLAY:
                if _waiting(c):
                    x.blocks[x.me] = _play_one(x, f, c, s)
                else:
                    at += 1
            elif kind == _JUMP or effects is None:
                at = target
            elif kind == _TEST:
                at = at + 1 if effects(x, f, c, s) else target
            else:
                x.blocks[x.me] = effects(x, f, c, s)
                at += 1
        except _Wait as wait:
            return mark._replace(log=x.answers), wait.decision
        except _End:
            x.me = mark.player
            at = leave
        except RecursionError:
            raise _wrong("effects without end") from None
        if x.used < len(x.answers):
            raise RuleError("more answers than questions")
        if at != _OVER_AT:
            at = _settle(x, at, leave)
        x.answers, x.used = (), 0
        if x.random is None:
            mark = x.state(at)
        else:
            mark = mark._replace(player=x.me)
    return x.state(at), _OVER


def _settle(x: _Run, at: int, leave: int) -> int:
    """The item to go on with: past the end of a group, and past the steps of a player who is finished."""
    for low, end, _ in _GROUPS:
        if low < at < end and at == leave and x.blocks[x.me][1] & _FINISHED:
            return _end_run(x, end)
        if at == end and leave == end:
            return _end_run(x, end)
    return at


def _as_number(value: Any, low: int, high: int | None) -> int:
    """A whole number of a saved state, in its range."""
    if type(value) is not int or value < low or (high is not None and value > high):
        raise ValueError("this is not a state: a number is out of its range")
    return value
