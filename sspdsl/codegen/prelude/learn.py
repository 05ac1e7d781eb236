"""What moves and rolls come to, learnt when they are first made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sspdsl.codegen.prelude.quick import (
    _BARE,
    _PLANS,
    _RAW_ROLLS,
    _VALUE_KEEP,
    _VALUE_ROLLS,
    _Act,
    _Bare,
    _make_plan,
    _Plan,
)
from sspdsl.codegen.prelude.run import _ROLLS, Decision, _Wait
from sspdsl.codegen.prelude.stretch import _BOX_BITS, _CELL_BITS, _Known, _learn, _nothing_known, _Stretch
from sspdsl.codegen.prelude.tables import _ONWARD, _PLAN_BITS, _RESTS
from sspdsl.codegen.prelude.window import _waiting

# --- copied from here
# The item that waits after a roll, cells that stay and that are set, where balls could go, whether of the
# cells only the dice change, shared cells set.
_Rolled = tuple[int, int, int, _Plan, bool, int]
# What is known of each roll, by the item at which it is made; of acts, if balls wait at one item only.
_KNOWN_ROLLS: Final[list[dict[tuple[int, ...], _Known]]] = [
    {roll: _nothing_known() for roll in _ROLLS} if rest == 1 else {} for rest in _RESTS
]
_ROLLS_BY_NUMBER: Final = [list(known.values()) for known in _KNOWN_ROLLS]
_VALUE_BITS: Final = _CELL_BITS & ~_VALUE_KEEP
_ONE_WAITS: Final = _RESTS.count(2) == 1


def _learn_act(act: _Act, at: int, f: int, c: int) -> _Stretch | tuple[()] | None:
    """What a move comes to, until something waits again; None if it completes a set."""
    run: Any
    run, box, keep, bits, last, known, _ = act

    def steps(f: Any, c: Any, s: Any) -> tuple[int, Any, Any, Any]:
        f, c, s = run(_BARE, f, c & keep | bits, s, box)
        return _ONWARD[at](_BARE, f, c, s) if last or not _waiting(c) else (at, f, c, s)

    learnt: _Stretch | tuple[()] | None = _learn(known, f, c, steps, lambda stretch: stretch, _VALUE_BITS)
    return learnt


class _Told(_Bare):
    """No run, but answers to what will be asked."""

    __slots__ = ("given",)
    given: list[int]

    def __init__(self, given: tuple[int, ...]) -> None:
        super().__init__()
        object.__setattr__(self, "given", list(given))

    def ask(self, f: int, c: int, s: int, count: int, decision: Callable[[], Decision]) -> int:
        """The next answer; when there is none left, the question ends what can be told."""
        if self.given:
            return int(self.given.pop(0))
        raise _Wait(decision())


# Boxes that must be filled, and then the question that comes, or the stretch.
_Told_To = tuple[int, Decision | None, _Stretch | None]


def _learn_answers(act: _Act, answers: tuple[int, ...], at: int, f: int, c: int) -> _Told_To | tuple[()]:
    """What a move comes to that completes a set, with these answers to what it asks."""
    run: Any
    run, box, keep, bits, last, _, answered = act

    def steps(f: Any, c: Any, s: Any) -> tuple[int, Any, Any, Any]:
        x = _Told(answers)
        f, c, s = run(x, f, c & keep | bits, s, box)
        return _ONWARD[at](x, f, c, s) if last or not _waiting(c) else (at, f, c, s)

    known = answered.setdefault(answers, _nothing_known())
    learnt: _Told_To | tuple[()] = _learn(
        known, f, c, steps, lambda stretch: (stretch[0], None, stretch), complete=True
    )
    return learnt


def _learn_roll(at: int, number: int, f: int, c: int) -> _Rolled | tuple[()]:
    """What a roll comes to, if it is only that a ball waits."""

    def steps(f: Any, c: Any, s: Any) -> tuple[int, Any, Any, Any]:
        after: Any
        to, f, after, s = _ONWARD[at](_BARE, f, c & _VALUE_KEEP | _VALUE_ROLLS[number], s)
        (after & _PLAN_BITS).read()
        c.read(_CELL_BITS & ~after.live & ~_VALUE_BITS)  # So that it is known whether they change.
        return to, f, after, s

    def finish(stretch: _Stretch) -> _Rolled | tuple[()]:
        some_empty, keep, bits, won, to, _, _, f_keep, f_bits = stretch
        if some_empty != _BOX_BITS or f_keep != _BOX_BITS or f_bits or won or _RESTS[to] != 2:
            return ()
        after = c & keep | bits
        plan = _PLANS[0].get(after & _PLAN_BITS) or _make_plan(0, after)
        return to, keep, bits, plan, not (after ^ c) & ~_VALUE_BITS, _RAW_ROLLS[number]

    learnt: _Rolled | tuple[()] = _learn(_KNOWN_ROLLS[at][_ROLLS[number]], f, c, steps, finish)
    return learnt
