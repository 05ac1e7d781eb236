"""The quick ways of the protocol: decisions, options taken, games played out, as far as they need no run."""

from __future__ import annotations

from random import Random
from typing import Final

from sspdsl.codegen.prelude.engine import _OVER_AT, _go, _settle
from sspdsl.codegen.prelude.numbers import (
    _wrong,
)
from sspdsl.codegen.prelude.quick import (
    _ABOUT_BALLS,
    _BARE,
    _PLANS,
    _RAW_KEEP,
    _RAW_ROLLS,
    _ROLL_DECISIONS,
    _VALUE_KEEP,
    _VALUE_ROLLS,
    _Act,
    _look,
    _make_entry,
    _make_moves,
    _make_plan,
    _new_decision,
    _new_state,
    _with_abilities,
)
from sspdsl.codegen.prelude.run import (
    _ROLL_NUMBERS,
    _ROLL_OF,
    _ROLL_TEXTS,
    _ROLLS,
    Decision,
    IllegalMove,
    State,
    _End,
    _Run,
    _Wait,
)
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
    _TURN_FIRST,
    _TURN_KEEP,
    _may_use,
    _opened,
)
from sspdsl.codegen.prelude.window import _use, _waiting


# --- copied from here
def decision(state: State) -> Decision:
    """What is to be decided now, and its options."""
    rest = _RESTS[state[0]]
    if state[9] or not rest:
        return _slow_decision(state)
    if rest == 1:
        return _ROLL_DECISIONS[state[1]]
    _, me, f, c, s, _, _, _, _, _ = state
    try:
        plan = _PLANS[me].get(c & _PLAN_BITS) or _make_plan(me, c)
        boxes = plan[0] & ~f
        if boxes & _ORDERED:
            boxes = _opened(_BARE, f, c, s, boxes, -1)
        may_use = c & _MAY_BITS and _may_use(_BARE, f, c, s)
        pair = plan[3]
        if pair and not may_use:
            reach, moves, other_reach, other_moves = pair
            first = moves.get(boxes & reach) or _make_moves(c, plan[2][0], boxes & reach, False)
            second = other_moves.get(boxes & other_reach)
            if second is None:
                second = _make_moves(c, plan[2][1], boxes & other_reach, False)
            texts = first[0] + second[0]
            if not texts:
                first = plan[4]
                texts = first[0]
            _LOOKED[0] = (state, first[2], second[2])
            return _new_decision(Decision, ("choose", me, texts, _ABOUT_BALLS, ()))
        entry = plan[1].get(boxes) or _make_entry(me, f, c, s, plan, boxes)
        if not may_use:
            return entry[0] if entry[2] else _slow_decision(state)
        options = _with_abilities(_Run(state), f, c, s, entry)
        return entry[0]._replace(options=tuple([text for text, _ in options]))
    except (AttributeError, RecursionError):
        return _slow_decision(state)


def apply(state: State, option: str) -> State:
    """The state after an option of the decision is taken; IllegalMove if it is none of them."""
    at, me, f, c, s, shared, rolls, more, others, log = state
    if _RESTS[at] != 2 or log or others:
        if _RESTS[at] == 1 and not log:
            number = _ROLL_NUMBERS.get(option)
            if number is None:
                raise IllegalMove(f"not an option now: {option!r}")
            return roll(state, *_ROLLS[number])
        return (
            _answer(state, option) if log and not others and _RESTS[at] == 2 else _slow_apply(state, option)
        )
    try:
        looked, acts, more_acts = _LOOKED[0]
        if looked is not state:
            entry = _look(me, f, c, s)
            acts = entry.acts[0]
            more_acts = {}
            for more_acts in entry.acts[1:]:
                if option in more_acts:
                    break
        act = acts.get(option) or more_acts.get(option)
        if act is None:
            return _slow_apply(state, option)
    except (AttributeError, RecursionError):
        return _slow_apply(state, option)
    run, box, keep, bits, last = act
    try:
        f, c, s = run(_BARE, f, c & keep | bits, s, box)
        if last or not _waiting(c):
            to, f, c, s = _ONWARD[at](_BARE, f, c, s)
            if to <= at:
                shared = shared & _SHARED_KEEP | _SHARED_FIRST
            at = to
        return _new_state(State, (at, me, f, c, s, shared, rolls, more, others, log))
    except (AttributeError, RecursionError):
        return _again(state, option, act)


def _answer(state: State, option: str) -> State:
    """The answer to what a move asked."""
    _, me, f, c, s, _, _, _, _, log = state
    try:
        entry = _look(me, f, c, s)
    except (AttributeError, RecursionError):
        return _slow_apply(state, option)
    # Moves come first among the options; what follows them is not looked up here.
    return (
        _again(state, option, entry.list[log[0]]) if log[0] < entry.first_loss else _slow_apply(state, option)
    )


def _again(state: State, option: str, act: _Act) -> State:
    """A move that needs the whole run; or one made before, with the answer to what it asked."""
    x = _Run(state)
    at = state.at
    if state.log:
        x.answers, x.option = state.log[1:], option
    try:
        f, c, s = act.run(x, state.filled, state.cells & act.keep | act.bits, state.score, act.box)
    except _Wait as wait:
        number = state.log[0] if state.log else decision(state).options.index(option)
        after = state._replace(log=(number, *x.answers))
        _LATEST[:] = [(after, wait.decision)]
        return after
    except _End:
        f, c, s = x.blocks[0]
        if not c & _FINISHED:
            return _slow_apply(state, option)
        at = _OVER_AT
    except (AttributeError, RecursionError):
        return _slow_apply(state, option)
    try:
        if at != _OVER_AT and (act.last or not _waiting(c)):
            to, f, c, s = _ONWARD[at](x, f, c, s)
            if to <= at:
                x.shared = x.shared & _SHARED_KEEP | _SHARED_FIRST
            at = to
    except _End:
        f, c, s = x.blocks[0]
        at = _OVER_AT
    except (AttributeError, RecursionError, _Wait):
        return _slow_apply(state, option)
    if at == _OVER_AT:
        c = c & _TURN_KEEP | _TURN_FIRST
        x.shared = x.shared & _SHARED_KEEP | _SHARED_FIRST
    return State(at, 0, f, c, s, x.shared, x.rolls, x.more, (), ())


def roll(state: State, *faces: int) -> State:
    """The state after the dice show these faces."""
    at, me, f, c, s, shared, rolls, more, others, log = state
    number = _ROLL_OF.get(faces)
    if number is None or log or _RESTS[at] != 1:
        if _slow_decision(state).kind != "roll":
            raise IllegalMove("no dice are rolled now")
        return _slow_apply(state, " ".join(map(str, faces)))
    if others:
        return _slow_apply(state, _ROLL_TEXTS[number])
    try:
        to, f, c, s = _ONWARD[at](_BARE, f, c & _VALUE_KEEP | _VALUE_ROLLS[number], s)
    except (AttributeError, RecursionError):
        return _slow_apply(state, _ROLL_TEXTS[number])
    shared = shared & _SHARED_KEEP | _SHARED_FIRST if to <= at else shared & _RAW_KEEP | _RAW_ROLLS[number]
    return _new_state(State, (to, me, f, c, s, shared, rolls + 1, more, others, log))


# The last state in which a ball that waits alone was looked at, and its moves: most often one is taken next.
_LOOKED: Final[list[tuple[State | None, dict[str, _Act], dict[str, _Act]]]] = [(None, {}, {})]
# The state that was worked out last, the long way, with its decision: most often that is what is asked next.
_LATEST: Final[list[tuple[State, Decision]]] = []


def _slow_decision(state: State) -> Decision:
    """A decision, by running the turn as far as it goes."""
    for latest, known in _LATEST:
        if latest is state:
            return known
    return _go(_Run(state), state.at)[1]


def _slow_apply(state: State, option: str) -> State:
    """An option taken, by running the turn as far as it goes."""
    x = _Run(state)
    x.option = option
    if state.at == _OVER_AT or type(option) is not str:
        raise IllegalMove(f"not an option now: {option!r}")
    after = _go(x, state.at)
    if x.option is not None:
        raise IllegalMove(f"not an option now: {option!r}")
    _LATEST[:] = [after]
    return after[0]


def _quick_playout(x: _Run, random: Random, at: int) -> int:
    """Play a game of one at random, as far as it goes without the long way; the item to go on with."""
    draw = random.random
    rests, plans, onward = _RESTS, _PLANS[0], _ONWARD
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
                plan = plans.get(c & _PLAN_BITS) or _make_plan(0, c)
                boxes = plan[0] & ~f
                if boxes & _ORDERED:
                    boxes = _opened(_BARE, f, c, s, boxes, -1)
                if c & _MAY_BITS and _may_use(x, f, c, s):
                    entry = plan[1].get(boxes) or _make_entry(0, f, c, s, plan, boxes)
                    options = _with_abilities(x, f, c, s, entry)
                    what = options[int(draw() * len(options))][1]
                    if what[0] == 1:
                        f, c, s = _use(x, f, c, s, what)
                        continue
                    act = entry.list[what[1]]
                else:
                    pair = plan[3]
                    if pair:
                        reach, moves, other_reach, other_moves = pair
                        first = moves.get(boxes & reach) or _make_moves(c, plan[2][0], boxes & reach, False)
                        second = other_moves.get(boxes & other_reach)
                        if second is None:
                            second = _make_moves(c, plan[2][1], boxes & other_reach, False)
                        acts, more = first[1], second[1]
                        few = len(acts)
                        number = int(draw() * ((few + len(more)) or 1))
                        act = acts[number] if number < few else more[number - few] if more else plan[4][1][0]
                    else:
                        acts = (plan[1].get(boxes) or _make_entry(0, f, c, s, plan, boxes)).list
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
            at, f, c, s = onward[at](x, f, c, s)
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
        except RecursionError:
            raise _wrong("effects without end") from None


def _play_out(x: _Run, at: int, random: Random) -> State:
    """Play at random to the end."""
    x.random = random
    while x.n == 1 and not x.answers and _RESTS[at]:
        at = _quick_playout(x, random, at)
    return _go(x, at)[0]
