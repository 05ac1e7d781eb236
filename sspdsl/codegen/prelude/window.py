"""The window in which balls move: what a player may do there, and doing it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sspdsl.codegen.prelude.deeds import (
    _lose_ball,
)
from sspdsl.codegen.prelude.numbers import (
    _wrong,
)
from sspdsl.codegen.prelude.run import (
    _FCS,
    _FUSE,
    Decision,
    _End,
    _Run,
    _Wait,
)
from sspdsl.codegen.prelude.tables import (
    _ABILITIES,
    _AT,
    _BALLS,
    _BANS,
    _BOX_AT,
    _DICE,
    _DIE_USED,
    _DRAINS,
    _FEATURES,
    _HITS,
    _KEPT,
    _LABELS,
    _MOVED,
    _PASSED,
    _PLAN_BITS,
    _POSITIONS,
    _VALUE,
    _WAYS,
    _WINDOW,
    _WINDOW_TITLES,
    _do_act,
    _guards,
    _looked_up,
    _opened,
    _registers,
    _shown,
)

# --- copied from here
_Option = tuple[
    str, tuple[int, ...]
]  # Its text, and what it does: move 0, ability 1, loss 2, pass 3, of an entry 4.
_Pairs = dict[tuple[int, int], list[tuple[int, int, tuple[int, ...]]]]  # Moves by ball and die.


class _Row(NamedTuple):
    """Where ways lead from one position, with one die: boxes that must show it, and boxes that need not."""

    shown: int
    any_face: int
    ways: dict[int, tuple[tuple[int, tuple[int, ...], bool], ...]]  # By box: name, passed, whether shown.
    passing: bool  # Whether some way passes a feature.


def _is_open(x: _Run, f: int, c: int, s: int, box: int) -> int:
    """1 if a box is open, whatever the die."""
    return _opened(x, f, c, s, 1 << box, -1) >> box & 1 if 0 <= box < len(_LABELS) else 0


def _shows(x: _Run, f: int, c: int, s: int, box: int, face: int) -> int:
    """1 if a box has this face; 0 is no face."""
    return _shown(x, f, c, s, face) >> box & 1 if face and 0 <= box < len(_LABELS) else 0


def _reaches(x: _Run, f: int, c: int, s: int, box: int, position: int, name: int) -> int:
    """1 if some way (-1: any) now leads from a position to a box that is open, whatever the dice."""
    if not 0 <= position < len(_POSITIONS) or not _is_open(x, f, c, s, box):
        return 0
    guards = _guards(x, f, c, s, -1, _guards_asked(position, box, name))
    for number, sources, targets, guard, _, _ in _WAYS:
        if sources >> position & 1 and targets >> box & 1 and name in (-1, number):
            banned = any(
                places >> position & 1
                and boxes >> box & 1
                and (not names or names >> number & 1)
                and (not when or guards & when)
                for names, places, boxes, when in _BANS
            )
            if (not guard or guards & guard) and not banned:
                return 1
    return 0


@cache
def _guards_asked(position: int, box: int, name: int) -> int:
    """The guards that decide whether ways (-1: of any name) lead from here to a box (-1: to any)."""
    asked = 0
    for number, sources, targets, guard, _, _ in _WAYS:
        if sources >> position & 1 and (box < 0 or targets >> box & 1) and name in (-1, number):
            asked |= guard
    for _, places, boxes, when in _BANS:
        if places >> position & 1 and (box < 0 or boxes >> box & 1):
            asked |= when
    return asked


def _bits(mask: int) -> list[int]:
    """The numbers of the boxes in a mask, in table order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


@cache
def _row(position: int, guards: int, value: int) -> _Row:
    """The ways from a position while these guards hold."""
    here = 1 << position
    shown = any_face = 0
    ways: dict[int, list[tuple[int, tuple[int, ...], bool]]] = {}
    for name, sources, targets, guard, through, steps in _WAYS:
        if not sources & here or (guard and not guards & guard) or (steps is not None and steps != value):
            continue
        for names, places, boxes, when in _BANS:
            if places & here and (not names or names >> name & 1) and (not when or guards & when):
                targets &= ~boxes
        if steps is None:
            shown |= targets
        else:
            any_face |= targets
        for box in _bits(targets):
            ways.setdefault(box, []).append((name, through, steps is None))
    passing = any(through for found in ways.values() for _, through, _ in found)
    return _Row(shown, any_face, {box: tuple(found) for box, found in ways.items()}, passing)


def _moves(x: _Run, f: int, c: int, s: int, ball: int, die: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """The moves of a ball with a die: box, name of the way, features passed."""
    shift, mask, low = _VALUE[die]
    value = (c >> shift & mask) + low
    shift, mask, _ = _AT[ball]
    position = (c >> shift & mask) - 1
    row = _row(position, _guards(x, f, c, s, die, _guards_asked(position, -1, -1)), value)
    shows = _shown(x, f, c, s, value) if row.shown and value else 0
    boxes = _opened(x, f, c, s, row.shown & shows | row.any_face, die)
    if c >> _KEPT[die][0] & 1:
        boxes &= ~_DRAINS
    moves = []
    for box in _bits(boxes):
        seen: set[tuple[int, ...]] = set()
        for name, through, needs in row.ways[box]:
            if through not in seen and (not needs or shows >> box & 1):
                seen.add(through)
                moves.append((box, name, through))
    return moves


def _waiting(c: int) -> list[int]:
    """The balls that are in play and have not moved."""
    return [
        ball for ball in range(_BALLS) if c >> _AT[ball][0] & _AT[ball][1] and not c >> _MOVED[ball][0] & 1
    ]


def _ball_options(x: _Run, f: int, c: int, s: int) -> list[_Option]:
    """What may be done while a ball waits: moves, abilities, losses, in that order; equal texts once."""
    moves, losses = _move_options(x, f, c, s)
    distinct: dict[str, _Option] = {}
    for option in (*moves, *_abilities(x, f, c, s, _WINDOW), *losses):
        distinct.setdefault(option[0], option)
    return list(distinct.values())


def _move_options(x: _Run, f: int, c: int, s: int) -> tuple[list[_Option], list[_Option]]:
    """The moves of the balls that wait, and the ways to lose one."""
    waiting = _waiting(c)
    dice = [die for die in range(_DICE) if not c >> _DIE_USED[die][0] & 1]
    found: list[_Option] = []
    losses: list[_Option] = []
    for (ball, die), moves in _promised(c, waiting, dice, _all_moves(x, f, c, s, waiting, dice)).items():
        where = _POSITIONS[(c >> _AT[ball][0] & _AT[ball][1]) - 1]
        place = f" from {where}" if len(waiting) > 1 else ""
        shift, mask, low = _VALUE[die]
        value = (c >> shift & mask) + low
        for box, name, through in moves:
            passed = "".join(f" through {_FEATURES[feature]}" for feature in through)
            what = (0, ball, die, box, name, *through)
            found.append((f"{value} to {_LABELS[box]}{passed}{place}", what))
        if not moves and place:
            losses.append((f"lose ball at {where} with {value}", (2, ball, die)))
    if len(waiting) == 1 and not found:
        losses.append(("lose ball", (2, waiting[0], dice[0] if dice else -1)))
    return found, losses


def _all_moves(x: _Run, f: int, c: int, s: int, waiting: list[int], dice: list[int]) -> _Pairs:
    """The moves of each waiting ball with each free die."""
    return {(ball, die): _moves(x, f, c, s, ball, die) for ball in waiting for die in dice}


def _promised(c: int, waiting: list[int], dice: list[int], moves: _Pairs) -> _Pairs:
    """Of these, what has no kept die lose one of several balls; all, if that cannot be (CORE-NUDGE-07)."""
    kept = [die for die in dice if c >> _KEPT[die][0] & 1]
    if len(waiting) < 2 or not kept:
        return moves
    held = {
        (ball, die): found
        for (ball, die), found in moves.items()
        if (die not in kept or found)
        and all(any(moves[other, left] for other in waiting if other != ball) for left in kept if left != die)
    }
    return held or moves


def _abilities(x: _Run, f: int, c: int, s: int, window: int) -> list[_Option]:
    """The abilities of a window, one option for each way to bind their parameters."""
    found: list[_Option] = []
    for number, (where, name, keeping, bindings, _, describe) in enumerate(_ABILITIES):
        if where != window:
            continue
        for params in bindings(x, f, c, s):
            if keeping or not params:
                after, goes_on = _tried(x, f, c, s, number, params)
                if keeping and not _keeps(c, after):
                    continue
                if not params and goes_on and _same(x, f, c, s, after):
                    continue
            text = f"{name} {describe(x, f, c, s, params)}" if params else name
            found.append((text, (1, number, *params)))
    return found


def _tried(x: _Run, f: int, c: int, s: int, ability: int, params: tuple[int, ...]) -> tuple[_Run, bool]:
    """What an ability would do, up to its first decision; whether it goes on to its end without one."""
    after = x.trial(f, c, s)
    try:
        after.blocks[after.me] = _ABILITIES[ability][4](after, f, c, s, *params)
    except (_Wait, _End):
        after.me = x.me
        return after, False
    return after, True


def _same(x: _Run, f: int, c: int, s: int, after: _Run) -> bool:
    """Whether nothing has changed."""
    before = x.trial(f, c, s)
    return all(
        getattr(before, part) == getattr(after, part) for part in ("blocks", "shared", "rolls", "more")
    )


def _changed(before: int, after: int) -> list[int]:
    """The dice whose value differs."""
    return [die for die, (shift, mask, _) in enumerate(_VALUE) if (before >> shift ^ after >> shift) & mask]


def _keeps(c: int, after: _Run) -> bool:
    """Whether no changed die loses a ball that waits: it has a move, or for one ball another die has."""
    f1, c1, s1 = after.blocks[after.me]
    free, waiting = [die for die in range(_DICE) if not c1 >> _DIE_USED[die][0] & 1], _waiting(c1)
    return all(
        die in free
        and any(
            not _DRAINS >> box & 1
            for other in (free if len(waiting) == 1 else [die])
            for ball in waiting
            for box, _, _ in _moves(after, f1, c1, s1, ball, other)
        )
        for die in _changed(c, c1)
    )


def _use(x: _Run, f: int, c: int, s: int, what: tuple[int, ...]) -> _FCS:
    """Use an ability; the dice it changed are kept, if it keeps the ball."""
    _, _, keeping, _, body, _ = _ABILITIES[what[1]]
    before = c
    f, c, s = body(x, f, c, s, *what[2:])
    if keeping:
        for die in _changed(before, c):
            c |= 1 << _KEPT[die][0]
    return f, c, s


def _take(x: _Run, f: int, c: int, s: int, what: tuple[int, ...]) -> _FCS:
    """Do what an option of the window says."""
    if what[0] == 1:
        return _use(x, f, c, s, what)
    if what[0] == 4:
        return _do_act(x, f, c, s, what[1])
    ball, die = what[1], what[2]
    shift, mask, _ = _AT[ball]
    c |= 1 << _MOVED[ball][0] | (1 << _DIE_USED[die][0] if die >= 0 else 0)
    if what[0] == 2:
        return _lose_ball(x, f, c, s, ball)
    box, name = what[3], what[4]
    c = _registers(c, ball, die, (c >> shift & mask) - 1, name)
    for feature in what[5:]:
        passed = _PASSED[feature]
        if passed is not None:
            f, c, s = passed(x, f, c, s)
        if not c >> shift & mask:
            return f, c, s
    c = c & ~(mask << shift) | _BOX_AT[box] + 1 << shift
    return _HITS[box](x, f, c, s, box)


def _ask_window(x: _Run, f: int, c: int, s: int, options: list[_Option], about: str) -> tuple[int, ...]:
    """Have one of these options picked."""
    texts = tuple(text for text, _ in options)
    number = x.ask(f, c, s, len(options), lambda: Decision("choose", x.me, texts, about, ()))
    return options[number][1]


def _play_balls(x: _Run, f: int, c: int, s: int) -> _FCS:
    """The player moves every ball that waits."""
    for _ in range(_FUSE):
        if not _waiting(c):
            return f, c, s
        f, c, s = _play_one(x, f, c, s)
    raise _wrong("effects without end")


def _play_one(x: _Run, f: int, c: int, s: int) -> _FCS:
    """A move, a use of an ability, or a loss, while a ball waits."""
    options = _options_now(x, f, c, s)
    if not options:
        raise _wrong("a ball waits, and nothing can be done")
    what = _ask_window(x, f, c, s, options, _WINDOW_TITLES[_WINDOW] if _WINDOW >= 0 else "")
    return _take(x, f, c, s, what)


def _options_now(x: _Run, f: int, c: int, s: int) -> list[_Option]:
    """What may be done while a ball waits, looked up if it can be."""
    if _PLAN_BITS:
        try:
            return _looked_up(x, f, c, s)
        except AttributeError:
            pass
    return _ball_options(x, f, c, s)


def _offer(x: _Run, f: int, c: int, s: int, window: int) -> _FCS:
    """The player may use the abilities of a window, until they pass."""
    for _ in range(_FUSE):
        distinct: dict[str, _Option] = {}
        for option in _abilities(x, f, c, s, window):
            distinct.setdefault(option[0], option)
        if not distinct:
            return f, c, s
        distinct.setdefault("pass", ("pass", (3,)))
        what = _ask_window(x, f, c, s, list(distinct.values()), _WINDOW_TITLES[window])
        if what[0] == 3:
            return f, c, s
        f, c, s = _use(x, f, c, s, what)
    raise _wrong("effects without end")
