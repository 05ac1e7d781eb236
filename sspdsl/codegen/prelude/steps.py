"""The quick ways of the protocol: decisions, options taken, games played out, as far as they need no run."""

from __future__ import annotations

from random import Random

from sspdsl.codegen.prelude.engine import _OVER_AT, _go, _settle
from sspdsl.codegen.prelude.quick import (
    _BARE,
    _RAW_KEEP,
    _RAW_ROLLS,
    _ROLL_DECISIONS,
    _VALUE_KEEP,
    _VALUE_ROLLS,
    _Act,
    _look,
    _new_state,
    _with_abilities,
)
from sspdsl.codegen.prelude.run import _ROLL_NUMBERS, _ROLLS, Decision, State, _End, _Run, _wrong
from sspdsl.codegen.prelude.tables import (
    _FINISHED,
    _ITEMS,
    _ONWARD,
    _RESTS,
    _SHARED_FIRST,
    _SHARED_KEEP,
    _TURN_FIRST,
    _TURN_KEEP,
    _may_use,
)
from sspdsl.codegen.prelude.window import _use, _waiting


# --- copied from here
def _quick_decision(state: State) -> Decision | None:
    """The decision of a state at which dice are rolled or a ball waits; None for the long way."""
    at, me, f, c, s, _, _, _, _, log = state
    rest = _RESTS[at]
    if log or not rest:
        return None
    if rest == 1:
        return _ROLL_DECISIONS[me]
    try:
        entry = _look(me, f, c, s)
        if not _may_use(_BARE, f, c, s):
            return entry.decision if entry.list else None
        options = _with_abilities(_Run(state), f, c, s, entry)
        return entry.decision._replace(options=tuple(text for text, _ in options))
    except AttributeError:
        return None


def _quick_apply(state: State, option: str) -> State | None:
    """The state after an option that is a roll, a move or a loss, in a game of one; None for the long way."""
    at, me, f, c, s, shared, rolls, more, others, log = state
    rest = _RESTS[at]
    if log or others or not rest:
        return None
    try:
        if rest == 1:
            number = _ROLL_NUMBERS.get(option)
            if number is None:
                return None
            c = c & _VALUE_KEEP | _VALUE_ROLLS[number]
            shared = shared & _RAW_KEEP | _RAW_ROLLS[number]
            rolls += 1
        else:
            for acts in _look(me, f, c, s).acts:
                act = acts.get(option)
                if act is not None:
                    break
            else:
                return None
            run, box, keep, bits, last = act
            f, c, s = run(_BARE, f, c & keep | bits, s, box)
            if not last and _waiting(c):
                return _new_state(State, (at, me, f, c, s, shared, rolls, more, others, log))
        to, f, c, s = _ONWARD[at](_BARE, f, c, s)
        if to <= at:
            shared = shared & _SHARED_KEEP | _SHARED_FIRST
        return _new_state(State, (to, me, f, c, s, shared, rolls, more, others, log))
    except (AttributeError, RecursionError):
        return None


def _quick_playout(x: _Run, random: Random, at: int) -> int:
    """Play a game of one at random, as far as it goes without the long way; the item to go on with."""
    draw = random.random
    rests, may_use, look = _RESTS, _may_use, _look
    f, c, s = x.blocks[0]
    shared = x.shared
    act: _Act
    count = len(_ROLLS)
    while True:
        rest = rests[at]
        try:
            if rest == 1:
                number = int(draw() * count)
                c = c & _VALUE_KEEP | _VALUE_ROLLS[number]
                x.shared = shared = shared & _RAW_KEEP | _RAW_ROLLS[number]
                x.rolls += 1
            elif rest == 2:
                entry = look(0, f, c, s)
                if may_use(x, f, c, s):
                    options = _with_abilities(x, f, c, s, entry)
                    what = options[int(draw() * len(options))][1]
                    if what[0] == 1:
                        f, c, s = _use(x, f, c, s, what)
                        continue
                    act = entry.list[what[1]]
                else:
                    acts = entry.list
                    if not acts:
                        raise _wrong("a ball waits, and nothing can be done")
                    act = acts[int(draw() * len(acts))]
                run, box, keep, bits, last = act
                f, c, s = run(x, f, c & keep | bits, s, box)
                if not last and _waiting(c):
                    continue
            else:
                x.blocks[0] = (f, c, s)
                return at
            to = at
            at, f, c, s = _ONWARD[at](x, f, c, s)
            shared = x.shared
            if at <= to:
                x.shared = shared = shared & _SHARED_KEEP | _SHARED_FIRST
        except _End:
            f, c, s = x.blocks[0]
            if c & _FINISHED:
                x.blocks[0] = (f, c & _TURN_KEEP | _TURN_FIRST, s)
                x.shared = x.shared & _SHARED_KEEP | _SHARED_FIRST
                return _OVER_AT
            at = _settle(x, _ITEMS[at][3], _ITEMS[at][3])
            f, c, s = x.blocks[0]
            shared = x.shared


def _play_out(x: _Run, at: int, random: Random) -> State:
    """Play at random to the end."""
    x.random = random
    while x.n == 1 and not x.answers and _RESTS[at]:
        at = _quick_playout(x, random, at)
    return _go(x, at)[0]
