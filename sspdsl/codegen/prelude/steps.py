"""The quick ways of the protocol: decisions and options taken, as far as they need no run."""

from __future__ import annotations

from typing import Final

from sspdsl.codegen.prelude.deeds import _lose_ball
from sspdsl.codegen.prelude.engine import _OVER, _OVER_AT, _go
from sspdsl.codegen.prelude.learn import _KNOWN_ROLLS, _ONE_WAITS, _learn_act, _learn_answers, _learn_roll
from sspdsl.codegen.prelude.quick import (
    _ABOUT_BALLS,
    _BARE,
    _NO_LONE,
    _OPENED,
    _PLANS,
    _RAW_KEEP,
    _RAW_ROLLS,
    _ROLL_DECISIONS,
    _VALUE_KEEP,
    _VALUE_ROLLS,
    _Act,
    _entry,
    _look,
    _make_pair,
    _make_plan,
    _new_decision,
    _new_state,
    _Plan,
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
    _first_state,
    _Run,
    _Wait,
)
from sspdsl.codegen.prelude.stretch import _CELL_WIDTH, _NEEDS_RUN, _nothing_known
from sspdsl.codegen.prelude.tables import (
    _FINISHED,
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
def decision(state: State) -> Decision:
    """What is to be decided now, and its options."""
    looked, decided, _, _ = _LOOKED[0]
    if looked is state:
        return decided
    rest = _RESTS[state[0]]
    if state[9] or not rest:
        return _slow_decision(state)
    if rest == 1:
        return _ROLL_DECISIONS[state[1]]
    _, me, f, c, s, _, _, _, others, _ = state
    try:
        plan = _PLANS[me].get(c & _PLAN_BITS) or _make_plan(me, c)
        boxes = plan[0] & ~f
        if boxes & _ORDERED:
            boxes = boxes & _OPENED[~f & _ORDERED] if _SHUT_BY_BOXES else _opened(_BARE, f, c, s, boxes, -1)
        may_use = c & _MAY_BITS and _may_use(_BARE, f, c, s)
        if plan[3] is not None and not may_use and not others:
            return _look_at_one(state, c, plan, boxes)
        entry = _entry(me, f, c, s, plan, boxes)
        if not may_use:
            return entry[0] if entry.list else _slow_decision(state)
        offered = dict(_with_abilities(_Run(state), f, c, s, entry))
        _OFFERED[0] = (state, offered)
        decided = _new_decision(Decision, ("choose", me, tuple(offered), _ABOUT_BALLS, ()))
        return decided
    except (AttributeError, RecursionError):
        return _slow_decision(state)


def _look_at_one(state: State, c: int, plan: _Plan, boxes: int) -> Decision:
    """The decision about a ball that waits alone, in a game of one, without abilities."""
    reach, moves, other_reach, other_moves = plan[3] or _NO_LONE
    first, second = moves.get(boxes & reach), other_moves.get(boxes & other_reach)
    if first is None or second is None:
        first, second = _make_pair(c, plan, boxes)
    texts = first[0] + second[0]
    if not texts:
        first = plan[4]
        texts = first[0]
    decided: Decision = _new_decision(Decision, ("choose", 0, texts, _ABOUT_BALLS, ()))
    _LOOKED[0] = (state, decided, first[2], second[2])
    return decided


def apply(state: State, option: str) -> State:
    """The state after an option of the decision is taken; IllegalMove if it is none of them."""
    at, me, f, c, s, shared, rolls, more, others, log = state
    looked, _, acts, more_acts = _LOOKED[0]
    if looked is not state:
        if _RESTS[at] != 2 or log or others:
            return _apply_elsewhere(state, option)
        try:
            acts, more_acts = _look(me, f, c, s).acts, {}
        except (AttributeError, RecursionError):
            return _slow_apply(state, option)
    act = acts.get(option) or more_acts.get(option)
    if act is None:
        return _use_ability(state, option)
    run, box, keep, bits, last, known, _ = act
    if _ONE_WAITS:
        reads, boxes, stretches = known
        stretch = stretches.get(c & reads | (f & boxes) << _CELL_WIDTH if boxes else c & reads)
        if stretch is None:
            stretch = _learn_act(act, at, f, c)
            if stretch is None:
                return _complete(state, option, act, ())
        if stretch:
            some_empty, c_keep, c_bits, won, to, _, _, f_keep, f_bits = stretch
            if f & some_empty != some_empty:
                if to < at:  # Not if another ball waits.
                    shared = shared & _SHARED_KEEP | _SHARED_FIRST
                f, c, s = f & f_keep | f_bits, c & c_keep | c_bits, s + won
                return _new_state(State, (to, me, f, c, s, shared, rolls, more, others, log))
            return _complete(state, option, act, ())
        elif stretch is _NEEDS_RUN:
            return _again(state, option, act, ())
    try:
        f, c, s = run(_BARE, f, c & keep | bits, s, box)
        if last or not _waiting(c):
            to, f, c, s = _ONWARD[at](_BARE, f, c, s)
            if to <= at:
                shared = shared & _SHARED_KEEP | _SHARED_FIRST
            at = to
        return _new_state(State, (at, me, f, c, s, shared, rolls, more, others, log))
    except (AttributeError, RecursionError):
        return _again(state, option, act, ())


def _use_ability(state: State, option: str) -> State:
    """An ability used while a ball waits, if it is one that was offered, and its effects need no run."""
    offered, options = _OFFERED[0]
    what = options.get(option)
    if offered is not state or what is None or what[0] != 1 or state.others:
        return _slow_apply(state, option)
    try:
        f, c, s = _use(_BARE, state.filled, state.cells, state.score, what)
    except (AttributeError, RecursionError):
        return _slow_apply(state, option)
    if not _waiting(c):
        return _slow_apply(state, option)
    return State(state.at, 0, f, c, s, *state[5:9], ())


def _apply_elsewhere(state: State, option: str) -> State:
    """An option taken where no ball of a game of one waits for its move."""
    if _RESTS[state.at] == 1 and not state.log:
        number = _ROLL_NUMBERS.get(option)
        if number is None:
            raise IllegalMove(f"not an option now: {option!r}")
        return roll(state, *_ROLLS[number])
    if state.log and not state.others and _RESTS[state.at] == 2:
        return _answer(state, option)
    return _slow_apply(state, option)


def _answer(state: State, option: str) -> State:
    """The answer to what a move asked."""
    _, me, f, c, s, _, _, _, _, log = state
    asked, known, act = _ASKED[0]
    if asked is not state:
        try:
            entry = _look(me, f, c, s)
        except (AttributeError, RecursionError):
            return _slow_apply(state, option)
        # Moves come first among the options; what follows them is not looked up here.
        if log[0] >= entry.first_loss:
            return _slow_apply(state, option)
        known, act = _slow_decision(state), entry.list[log[0]]
    if option not in known.options:
        raise IllegalMove(f"not an option now: {option!r}")
    answers = (*log[1:], known.options.index(option))
    return _complete(state, option, act, answers) if _ONE_WAITS else _again(state, option, act, answers)


def _complete(state: State, option: str, act: _Act, answers: tuple[int, ...]) -> State:
    """A move that completes a set, most often; with the answers to what it asked."""
    at, _, f, c, s, shared, rolls, more, others, log = state
    reads, boxes, known = act.answered.get(answers) or _nothing_known()
    told = known.get(c & reads | (f & boxes) << _CELL_WIDTH if boxes else c & reads)
    if told is None:
        told = _learn_answers(act, answers, at, f, c)
    if not told or f & told[0] != told[0]:
        return _again(state, option, act, answers)
    _, asked, stretch = told
    if stretch is None:
        number = log[0] if log else decision(state).options.index(option)
        after = _new_state(State, (*state[:9], (number, *answers)))
        _ASKED[0] = (after, asked, act)
        return after
    _, c_keep, c_bits, won, to, _, _, f_keep, f_bits = stretch
    if to < at:
        shared = shared & _SHARED_KEEP | _SHARED_FIRST
    f, c, s = f & f_keep | f_bits, c & c_keep | c_bits, s + won
    return _new_state(State, (to, 0, f, c, s, shared, rolls, more, others, ()))


def _again(state: State, option: str, act: _Act, answers: tuple[int, ...]) -> State:
    """A move that needs the whole run; or one made before, with the answers to what it asked."""
    x = _Run(state)
    x.answers = answers
    at = state.at
    try:
        f, c, s = act.run(x, state.filled, state.cells & act.keep | act.bits, state.score, act.box)
    except _Wait as wait:
        number = state.log[0] if state.log else decision(state).options.index(option)
        after = _new_state(State, (*state[:9], (number, *x.answers)))
        _ASKED[0] = (after, wait.decision, act)
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
    return _new_state(State, (at, 0, f, c, s, x.shared, x.rolls, x.more, (), ()))


def roll(state: State, *faces: int) -> State:
    """The state after the dice show these faces."""
    at, me, f, c, s, shared, rolls, more, others, log = state
    rolled_here = _KNOWN_ROLLS[at].get(faces)
    if rolled_here is None or log or others:
        return _slow_roll(state, faces)
    reads, boxes, known = rolled_here
    rolled = known.get(c & reads | (f & boxes) << _CELL_WIDTH if boxes else c & reads)
    if rolled is None:
        rolled = _learn_roll(at, _ROLL_OF[faces], f, c)
    if rolled:
        at, keep, bits, plan, _, raw = rolled
        c = c & keep | bits
        shared = shared & _RAW_KEEP | raw
        after = _new_state(State, (at, me, f, c, s, shared, rolls + 1, more, others, log))
        union, _, _, lone, loss = plan
        if lone is None or c & _MAY_BITS:
            return after
        # It will be asked next what this ball may do.
        union &= ~f
        if union & _ORDERED:
            union = union & _OPENED[~f & _ORDERED] if _SHUT_BY_BOXES else _opened(_BARE, f, c, s, union, -1)
        reach, moves, other_reach, other_moves = lone
        first, second = moves.get(union & reach), other_moves.get(union & other_reach)
        if first is None or second is None:
            first, second = _make_pair(c, plan, union)
        texts = first[0] + second[0]
        if not texts:
            first = loss
            texts = loss[0]
        decided: Decision = _new_decision(Decision, ("choose", 0, texts, _ABOUT_BALLS, ()))
        _LOOKED[0] = (after, decided, first[2], second[2])
        return after
    number = _ROLL_OF[faces]
    try:
        to, f, c, s = _ONWARD[at](_BARE, f, c & _VALUE_KEEP | _VALUE_ROLLS[number], s)
    except (AttributeError, RecursionError):
        return _slow_apply(state, _ROLL_TEXTS[number])
    shared = shared & _SHARED_KEEP | _SHARED_FIRST if to <= at else shared & _RAW_KEEP | _RAW_ROLLS[number]
    return _new_state(State, (to, me, f, c, s, shared, rolls + 1, more, others, log))


def _slow_roll(state: State, faces: tuple[int, ...]) -> State:
    """The state after a roll, where there is more to it than balls that wait."""
    if faces not in _ROLL_OF or state.log or _RESTS[state.at] != 1:
        if _slow_decision(state).kind != "roll":
            raise IllegalMove("no dice are rolled now")
        return _slow_apply(state, " ".join(map(str, faces)))
    return _slow_apply(state, _ROLL_TEXTS[_ROLL_OF[faces]])


# The last state in which a ball was looked at, with what it may do: most often that is asked, or done, next.
_LOOKED: Final[list[tuple[State, Decision, dict[str, _Act], dict[str, _Act]]]] = [
    (_first_state(1, 0), _ROLL_DECISIONS[0], {}, {})
]
# The state that was worked out last, the long way, with its decision: most often that is what is asked next.
_LATEST: Final[list[tuple[State, Decision]]] = [(_LOOKED[0][0], _ROLL_DECISIONS[0])]
# The last state in which a move asked something, with the question and the move: next it is answered.
_ASKED: Final[list[tuple[State, Decision, _Act]]] = [
    (_LOOKED[0][0], _ROLL_DECISIONS[0], _Act(_lose_ball, 0, 0, 0, False, _nothing_known(), {}))
]
# The last state in which abilities were offered, with all that could be done.
_OFFERED: Final[list[tuple[State, dict[str, tuple[int, ...]]]]] = [(_LOOKED[0][0], {})]


def _slow_decision(state: State) -> Decision:
    """A decision, by running the turn as far as it goes."""
    if state[0] == _OVER_AT:
        return _OVER
    latest, known = _LATEST[0]
    if latest is state:
        return known
    asked, known, _ = _ASKED[0]
    if asked is state:
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
    _LATEST[0] = after
    return after[0]
