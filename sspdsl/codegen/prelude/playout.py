"""Games played out at random, as far as they need no run."""

from __future__ import annotations

from random import Random

from sspdsl.codegen.prelude.engine import _OVER_AT, _go, _settle
from sspdsl.codegen.prelude.learn import _ONE_WAITS, _ROLLS_BY_NUMBER, _learn_act, _learn_roll
from sspdsl.codegen.prelude.numbers import _wrong
from sspdsl.codegen.prelude.quick import (
    _BARE,
    _OPENED,
    _PLANS,
    _RAW_KEEP,
    _RAW_ROLLS,
    _VALUE_KEEP,
    _VALUE_ROLLS,
    _Act,
    _entry,
    _make_pair,
    _make_plan,
    _with_abilities,
)
from sspdsl.codegen.prelude.run import _ROLLS, State, _End, _Run
from sspdsl.codegen.prelude.stretch import _BOX_BITS, _CELL_WIDTH
from sspdsl.codegen.prelude.tables import (
    _FINISHED,
    _ITEMS,
    _MAY_BITS,
    _ONWARD,
    _ORDERED,
    _PLAN_BITS,
    _RESTS,
    _SHARED_FIRST,
    _SHARED_KEEP,
    _SHUT_BY_BOXES,
    _TURN_FIRST,
    _TURN_KEEP,
    _may_use,
    _opened,
)
from sspdsl.codegen.prelude.window import _use, _waiting


# --- copied from here
def _quick_playout(x: _Run, random: Random, at: int) -> int:
    """Play a game of one at random, as far as it goes without the long way; the item to go on with."""
    draw = random.random
    rests, opened, all_boxes, ordered = _RESTS, _OPENED, _BOX_BITS, _ORDERED
    f, c, s = x.blocks[0]
    empty = all_boxes & ~f
    shared, rolls = x.shared, x.rolls
    count, may_bits, first_shared = len(_ROLLS), _MAY_BITS, _SHARED_FIRST
    picked: _Act | None = None
    while True:
        rest = rests[at]
        try:
            if rest == 1:
                here = _ROLLS_BY_NUMBER[at]
                # Most turns: a roll, one ball, a move, all of it known.
                while True:
                    picked = None
                    number = int(draw() * count)
                    rolls += 1
                    reads, boxes, known = here[number]
                    rolled = known.get(c & reads | (~empty & boxes) << _CELL_WIDTH if boxes else c & reads)
                    if not rolled:
                        break
                    _, keep, bits, plan, plain, _ = rolled
                    union, _, _, lone, loss = plan
                    if not plain or lone is None or c & may_bits:
                        break
                    reach = union & empty
                    if reach & ordered:
                        if not _SHUT_BY_BOXES:
                            break
                        reach &= opened[empty & ordered]
                    reach_1, moves, reach_2, more_moves = lone
                    first, second = moves.get(reach & reach_1), more_moves.get(reach & reach_2)
                    if first is None or second is None:
                        first, second = _make_pair(c & keep | bits, plan, reach)
                    acts = first[1] + second[1] or loss[1]
                    picked = acts[int(draw() * len(acts))]
                    reads, boxes, known = picked[5]
                    stretch = known.get(c & reads | (~empty & boxes) << _CELL_WIDTH if boxes else c & reads)
                    if not stretch or not empty & stretch[0]:
                        break
                    _, c_keep, c_bits, won, to, e_keep, e_bits, _, _ = stretch
                    if to != at:
                        break
                    empty = empty & e_keep | e_bits
                    c = c & c_keep | c_bits
                    s += won
                    if shared != first_shared:
                        shared = shared & _SHARED_KEEP | _SHARED_FIRST
                f = all_boxes & ~empty
                shared = shared & _RAW_KEEP | _RAW_ROLLS[number]
                rolled = rolled or _learn_roll(at, number, f, c)
                if not rolled:
                    x.shared, x.rolls = shared, rolls
                    to, f, c, s = _ONWARD[at](x, f, c & _VALUE_KEEP | _VALUE_ROLLS[number], s)
                    empty = all_boxes & ~f
                    shared = x.shared & _SHARED_KEEP | _SHARED_FIRST if to <= at else x.shared
                    at = to
                    continue
                at, keep, bits, plan, _, _ = rolled
                c = c & keep | bits
            elif rest == 2:
                f = all_boxes & ~empty
                plan = _PLANS[0].get(c & _PLAN_BITS) or _make_plan(0, c)
            else:
                x.blocks[0] = (all_boxes & ~empty, c, s)
                x.shared, x.rolls = shared, rolls
                return at
            if picked is None:
                reach = plan[0] & empty
                if reach & ordered:
                    reach = (
                        reach & opened[empty & ordered]
                        if _SHUT_BY_BOXES
                        else _opened(_BARE, f, c, s, reach, -1)
                    )
                entry = _entry(0, f, c, s, plan, reach)
                acts = entry.list
                if c & may_bits and _may_use(_BARE, f, c, s):
                    x.shared, x.rolls = shared, rolls
                    options = _with_abilities(x, f, c, s, entry)
                    what = options[int(draw() * len(options))][1]
                    if what[0] == 1:
                        f, c, s = _use(x, f, c, s, what)
                        empty = all_boxes & ~f
                        shared = x.shared
                        continue
                    picked = acts[what[1]]
                else:
                    if not acts:
                        raise _wrong("a ball waits, and nothing can be done")
                    picked = acts[int(draw() * len(acts))]
            act, picked = picked, None
            run, box, keep, bits, last, (reads, boxes, known), _ = act
            if _ONE_WAITS:
                stretch = known.get(c & reads | (f & boxes) << _CELL_WIDTH if boxes else c & reads)
                if stretch is None:
                    stretch = _learn_act(act, at, f, c)
                if stretch and empty & stretch[0]:
                    _, c_keep, c_bits, won, to, e_keep, e_bits, _, _ = stretch
                    empty = empty & e_keep | e_bits
                    c = c & c_keep | c_bits
                    s += won
                    if to < at:  # Not if another ball waits.
                        shared = shared & _SHARED_KEEP | _SHARED_FIRST
                    at = to
                    continue
            x.shared, x.rolls = shared, rolls
            f, c, s = run(x, f, c & keep | bits, s, box)
            if last or not _waiting(c):
                to, f, c, s = _ONWARD[at](x, f, c, s)
                shared = x.shared & _SHARED_KEEP | _SHARED_FIRST if to <= at else x.shared
                at = to
            else:
                shared = x.shared
            empty = all_boxes & ~f
        except _End:
            f, c, s = x.blocks[0]
            if c & _FINISHED:
                x.blocks[0] = (f, c & _TURN_KEEP | _TURN_FIRST, s)
                x.shared = x.shared & _SHARED_KEEP | _SHARED_FIRST
                return _OVER_AT
            at = _settle(x, _ITEMS[at][3], _ITEMS[at][3])
            f, c, s = x.blocks[0]
            empty = all_boxes & ~f
            shared = x.shared
        except RecursionError:
            raise _wrong("effects without end") from None


def _play_out(x: _Run, at: int, random: Random) -> State:
    """Play at random to the end."""
    x.random = random
    while x.n == 1 and not x.answers and _RESTS[at]:
        at = _quick_playout(x, random, at)
    return _go(x, at)[0]
