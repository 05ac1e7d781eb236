"""The quick ways: what is true of most decisions, looked up instead of worked out.

What a waiting ball may do depends on few cells (where balls are, the dice, what guards read) and on
the boxes that are open among those it could reach. The first give a plan, the second an entry of it;
both are kept. An effect that needs the whole run (a choice, other players) stops, and runs the long way.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sspdsl.codegen.prelude.deeds import (
    _lose_ball,
)
from sspdsl.codegen.prelude.run import (
    _DICE_FACES,
    _FCS,
    _ROLL_TEXTS,
    _ROLLS,
    Decision,
    _Fill,
    _Run,
)
from sspdsl.codegen.prelude.stretch import _Known, _nothing_known
from sspdsl.codegen.prelude.tables import (
    _AT,
    _BOX_AT,
    _DICE,
    _DIE_USED,
    _FACES,
    _HITS_BY,
    _KEPT,
    _LABELS,
    _MOVED,
    _MOVES_AGAIN,
    _NOTES_WAY,
    _ORDERED,
    _PLAN_BITS,
    _PLAYERS,
    _POSITIONS,
    _RANGES,
    _RAW,
    _REGISTER_KEEP,
    _SHUT_BY_BOXES,
    _VALUE,
    _WINDOW,
    _WINDOW_TITLES,
    _guards,
    _opened,
    _registers,
)
from sspdsl.codegen.prelude.window import _abilities, _move_options, _Option, _row, _take, _waiting

# --- copied from here
_MOST_KEPT: Final = 200_000  # Entries, after which the memory begins anew.


_new_state = tuple.__new__
_new_decision = tuple.__new__


_Answered = dict[tuple[int, ...], _Known]


class _Act(NamedTuple):
    """An option carried out: cells masked and set, then a box hit or a ball lost. `last`: no other waits.

    `known` are its stretches, `answered` those in which it completes a set, by answers to what is asked.
    """

    run: _Fill
    box: int
    keep: int
    bits: int
    last: bool
    known: _Known
    answered: _Answered


class _Entry(NamedTuple):
    """A decision about balls without abilities; `first_loss` is where the options of abilities belong."""

    decision: Decision
    acts: dict[str, _Act]
    list: tuple[_Act, ...]
    first_loss: int


class _Opened(dict[int, int]):
    """All boxes but those of sequences that are closed though empty; by the empty ones of sequences."""

    def __missing__(self, empty: int) -> int:
        if len(self) > _MOST_KEPT:
            self.clear()
        opened = self[empty] = ~_ORDERED | _opened(_BARE, _ORDERED & ~empty, 0, 0, _ORDERED, -1)
        return opened


_OPENED: Final = _Opened()
_Moves = tuple[tuple[str, ...], tuple[_Act, ...], dict[str, _Act]]
# The moves of a ball with a die: boxes in reach, the ball, the die, the moves by the boxes that are open,
# and each move by the bit of its box.
_Part = tuple[int, int, int, dict[int, _Moves], dict[int, tuple[str, _Act]]]
_Memo = dict[int, _Entry]
# The two parts of a ball that waits alone, as reach and moves by boxes; one that is not there has no reach.
_Lone = tuple[int, dict[int, _Moves], int, dict[int, _Moves]]
# Where waiting balls could go: all boxes, entries by those that are open, parts (without them the long way);
# of a ball that waits alone its two parts, and its loss.
_Plan = tuple[int, _Memo, tuple[_Part, ...], _Lone | None, _Moves]
_NO_MOVES: Final[_Moves] = ((), (), {})
_NO_LONE: Final[_Lone] = (0, {0: _NO_MOVES}, 0, {0: _NO_MOVES})
_NO_PART: Final[_Part] = (0, 0, 0, {0: _NO_MOVES}, {})


class _Bare(_Run):
    """No run at all: whoever needs more of it than who plays raises AttributeError."""

    __slots__ = ()

    def __init__(self) -> None:
        object.__setattr__(self, "me", 0)
        object.__setattr__(self, "n", 1)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(name)


_BARE: Final = _Bare()
_ABOUT_BALLS: Final = _WINDOW_TITLES[_WINDOW] if _WINDOW >= 0 else "a ball moves"
_PLANS: Final[tuple[dict[int, _Plan], ...]] = tuple({} for _ in range(_PLAYERS))
_MEMOS: Final[dict[tuple[Any, ...], _Memo]] = {}
_KNOWN_ACTS: Final[dict[tuple[int, int, int, bool], tuple[_Known, _Answered]]] = {}
_PARTS: Final[dict[tuple[int, ...], tuple[dict[int, _Moves], dict[int, tuple[str, _Act]]]]] = {}
_ROLL_DECISIONS: Final = tuple(
    Decision("roll", player, _ROLL_TEXTS, "the dice", _DICE_FACES) for player in range(_PLAYERS)
)


def _dice_bits(fields: tuple[tuple[int, int, int], ...], owner: int) -> tuple[int, tuple[int, ...]]:
    """All bits of packed cells but those of the dice, and what these are for each roll."""
    ends = [shift + width * size for where, shift, width, size, _ in _RANGES if where == owner]
    mask = sum(mask << shift for shift, mask, _ in fields)
    rolls = tuple(
        sum(face - low << shift for (shift, _, low), face in zip(fields, roll, strict=False))
        for roll in _ROLLS
    )
    return ((1 << max(ends, default=0)) - 1) & ~mask, rolls


_VALUE_KEEP, _VALUE_ROLLS = _dice_bits(_VALUE, 0)
_RAW_KEEP, _RAW_ROLLS = _dice_bits(_RAW, 1)


def _make_plan(me: int, c: int) -> _Plan:
    """Every box that a waiting ball could reach, and the entries that this plan shares with others."""
    waiting = _waiting(c)
    guards = _guards(_BARE, 0, c, 0, 0)
    union = 0
    plain = True
    last = len(waiting) == 1 and not _MOVES_AGAIN
    parts: list[_Part] = []
    seen: set[tuple[int, int]] = set()
    keys: list[tuple[int, ...]] = []
    for ball in waiting:
        shift, mask, _ = _AT[ball]
        position = (c >> shift & mask) - 1
        for die in range(_DICE):
            if c >> _DIE_USED[die][0] & 1:
                continue
            shift, mask, low = _VALUE[die]
            value = (c >> shift & mask) + low
            kept = c >> _KEPT[die][0] & 1
            row = _row(position, guards, value)
            reach = row.shown & _FACES.get(value, 0) if value else 0
            union |= reach | row.any_face
            plain = plain and not (row.passing or row.any_face or kept)
            if (position, value) not in seen:
                seen.add((position, value))
                # What a move reads and does depends on these.
                from_here = position if len(waiting) > 1 else -1
                key = (ball, die, value, last, from_here, position, guards)
                keys.append(key if _NOTES_WAY else (*key[:5], -1, -1))
                parts.append((reach, ball, die, *_PARTS.setdefault(keys[-1], ({}, {}))))
    if len(_PLANS[me]) > _MOST_KEPT:
        _PLANS[me].clear()
        _MEMOS.clear()
        _PARTS.clear()
    plain = plain and bool(parts)
    # Two balls can reach the same boxes together and others each, so the reach of each is part of the key.
    reaches = [part[0] for part in parts]
    key_of_memo = (me, *keys, *reaches) if plain else (me, -1, c & _PLAN_BITS)
    loss, lone = _NO_MOVES, None
    if plain and len(waiting) == 1 and len(parts) < 3:
        second = (*parts, _NO_PART)[1]
        lone = (parts[0][0], parts[0][3], second[0], second[3])
        act = _act(c, (2, parts[0][1], parts[0][2]), last)
        loss = (("lose ball",), (act,), {"lose ball": act})
    plan = (union, _MEMOS.setdefault(key_of_memo, {}), tuple(parts) if plain else (), lone, loss)
    _PLANS[me][c & _PLAN_BITS] = plan
    return plan


def _entry(me: int, f: int, c: int, s: int, plan: _Plan, boxes: int) -> _Entry:
    """The decision with these open boxes, and what its options do."""
    if plan[3] is not None and not me:
        first, second = _make_pair(c, plan, boxes)
        texts, first_loss = first[0] + second[0], 0 if first is plan[4] else len(first[0]) + len(second[0])
        decision = _new_decision(Decision, ("choose", 0, texts, _ABOUT_BALLS, ()))
        return _Entry(decision, {**second[2], **first[2]}, first[1] + second[1], first_loss)
    return plan[1].get(boxes) or _make_entry(me, f, c, s, plan, boxes)


def _make_entry(me: int, f: int, c: int, s: int, plan: _Plan, boxes: int) -> _Entry:
    """The decision with these open boxes, and what its options do."""
    _, memo, parts, _, _ = plan
    lone = len(_waiting(c)) == 1
    texts: tuple[str, ...] = ()
    acts: tuple[_Act, ...] = ()
    losses: dict[str, _Act] = {}
    for part in parts:
        reach, ball, die, moves, _ = part
        found = moves.get(boxes & reach) or _make_moves(c, part, boxes & reach, not lone)
        texts += found[0]
        acts += found[1]
        if not lone and not found[0]:
            losses[_loss_text(c, ball, die)] = _act(c, (2, ball, die), False)
    if lone and parts and not texts:
        losses = {"lose ball": _act(c, (2, parts[0][1], parts[0][2]), not _MOVES_AGAIN)}
    if not parts:
        slow, lost = _move_options(_BARE, f, c, s)
        distinct = {text: _act(c, what, False) for text, what in reversed(slow)}
        texts = tuple(dict(slow))
        acts = tuple([distinct[text] for text in texts])
        losses = {text: _act(c, what, False) for text, what in reversed(lost)}
        losses = {text: losses[text] for text, _ in lost}
    options, in_order = (*texts, *losses), (*acts, *losses.values())
    if len(memo) > _MOST_KEPT:
        memo.clear()
    decision = _new_decision(Decision, ("choose", me, options, _ABOUT_BALLS, ()))
    by_text = dict(zip(reversed(options), reversed(in_order), strict=True))
    entry = memo[boxes] = _Entry(decision, by_text, in_order, len(texts))
    return entry


def _make_pair(c: int, plan: _Plan, boxes: int) -> tuple[_Moves, _Moves]:
    """The moves of a ball that waits alone, with each die, or its loss."""
    first, second = [
        part[3].get(boxes & part[0]) or _make_moves(c, part, boxes & part[0], False)
        for part in (*plan[2], _NO_PART)[:2]
    ]
    return (first, second) if first[0] or second[0] else (plan[4], _NO_MOVES)


def _make_moves(c: int, part: _Part, boxes: int, many: bool) -> _Moves:
    """The moves of a ball with a die to these boxes; of equal texts the first counts."""
    moves, known = part[3], part[4]
    acts: dict[str, _Act] = {}
    rest = boxes
    while rest:
        bit = rest & -rest
        rest ^= bit
        text, act = known.get(bit) or _make_move(c, part, bit, many)
        if text not in acts:
            acts[text] = act
    if len(moves) > _MOST_KEPT:
        moves.clear()
    moves[boxes] = made = (tuple(acts), tuple(acts.values()), acts)
    return made


def _make_move(c: int, part: _Part, bit: int, many: bool) -> tuple[str, _Act]:
    """The move of a ball with a die to one box."""
    _, ball, die, _, known = part
    box = bit.bit_length() - 1
    shift, mask, low = _VALUE[die]
    value = (c >> shift & mask) + low
    position = (c >> _AT[ball][0] & _AT[ball][1]) - 1
    place = f" from {_POSITIONS[position]}" if many else ""
    way = _row(position, _guards(_BARE, 0, c, 0, 0), value).ways[box][0][0]
    act = _act(c, (0, ball, die, box, way), not many and not _MOVES_AGAIN)
    known[bit] = made = (f"{value} to {_LABELS[box]}{place}", act)
    return made


def _loss_text(c: int, ball: int, die: int) -> str:
    """How the loss of one of two balls reads."""
    shift, mask, low = _VALUE[die]
    where = _POSITIONS[(c >> _AT[ball][0] & _AT[ball][1]) - 1]
    return f"lose ball at {where} with {(c >> shift & mask) + low}"


def _act(c: int, what: tuple[int, ...], last: bool) -> _Act:
    """What an option does, ready to be done."""
    ball, die = what[1], what[2]
    bits = 1 << _MOVED[ball][0] | (1 << _DIE_USED[die][0] if die >= 0 else 0)
    if what[0] == 2:
        return _Act(_lose_ball, ball, -1, bits, last, *_known_of(ball, -1, bits, last))
    if len(what) > 5:
        return _Act(
            lambda x, f, c, s, box: _take(x, f, c, s, what), what[3], -1, 0, last, _nothing_known(), {}
        )
    box = what[3]
    shift, mask, _ = _AT[ball]
    bits |= _registers(0, ball, die, (c >> shift & mask) - 1, what[4]) | _BOX_AT[box] + 1 << shift
    keep = _REGISTER_KEEP & ~(mask << shift)
    return _Act(_HITS_BY[ball][box], box, keep, bits, last, *_known_of(ball, box, bits, last))


def _known_of(ball: int, box: int, bits: int, last: bool) -> tuple[_Known, _Answered]:
    """What is known of the acts that do this, from wherever and with whatever face they are done."""
    return _KNOWN_ACTS.setdefault((ball, box, bits, last), (_nothing_known(), {}))


def _look(me: int, f: int, c: int, s: int) -> _Entry:
    """The entry for a state in which a ball waits."""
    plan = _PLANS[me].get(c & _PLAN_BITS) or _make_plan(me, c)
    boxes = plan[0] & ~f
    if boxes & _ORDERED:
        boxes = boxes & _OPENED[~f & _ORDERED] if _SHUT_BY_BOXES else _opened(_BARE, f, c, s, boxes, -1)
    return _entry(me, f, c, s, plan, boxes)


def _looked_up(x: _Run, f: int, c: int, s: int) -> list[_Option]:
    """All options while a ball waits, as `_take` takes them; AttributeError if they cannot be looked up."""
    return _with_abilities(x, f, c, s, _look(x.me, f, c, s))


def _do_act(x: _Run, f: int, c: int, s: int, number: int) -> _FCS:
    """Carry out an option of the entry for this state."""
    run, box, keep, bits, _, _, _ = _look(x.me, f, c, s).list[number]
    return run(x, f, c & keep | bits, s, box)


def _with_abilities(x: _Run, f: int, c: int, s: int, entry: _Entry) -> list[_Option]:
    """The options of an entry with those of abilities among them; acts of the entry as (4, number)."""
    distinct: dict[str, _Option] = {}
    texts = entry.decision.options
    for number in range(entry.first_loss):
        distinct[texts[number]] = (texts[number], (4, number))
    for option in _abilities(x, f, c, s, _WINDOW):
        distinct.setdefault(option[0], option)
    for number in range(entry.first_loss, len(texts)):
        distinct.setdefault(texts[number], (texts[number], (4, number)))
    return list(distinct.values())
