"""What play comes to from one waiting state to the next, known from the few bits that it hinges on.

A stretch is carried out once on numbers that note what is asked of them. Whatever agrees with them in those
bits goes the same way: of the other bits each is as it was, or always the same. So the next time it is
enough to mask, to set, and to add stars.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any, Final

from sspdsl.codegen.prelude.numbers import RuleError
from sspdsl.codegen.prelude.run import _End, _Wait
from sspdsl.codegen.prelude.tables import _LABELS, _RANGES

# --- copied from here
_MOST_KNOWN: Final = 400  # Stretches of one move or roll; a move that hinges on more is made the usual way.
_FEW_BOXES: Final = 8  # A stretch that hinges on more boxes than these is not kept.

# For which boxes it holds: some of these are empty. Then what of cells stays, what is set, stars won, the
# item that waits next; what of empty boxes stays and is set; the same of filled ones. () cannot be known.
_Stretch = tuple[int, int, int, int, int, int, int, int, int]
_UNKNOWN: Final[tuple[()]] = ()
_NEEDS_RUN: Final = False  # Nor can it be carried out without the whole run.
# The bits of cells and of boxes that stretches hinge on, and the stretches by those bits.
_Known = list[Any]
_CELL_BITS: Final = (1 << max([at + width * size for _, at, width, size, _ in _RANGES], default=0)) - 1
_CELL_WIDTH: Final = _CELL_BITS.bit_length()
_BOX_BITS: Final = (1 << len(_LABELS)) - 1


class _Complete(Exception):  # noqa: N818 - not an error: there are other stretches for it
    """A set is complete, where stretches are learnt in which none is."""


class _Bits:
    """A packed number that notes which bits something hinged on; those in `live` are as they came."""

    __slots__ = ("live", "noted", "up", "value")

    def __init__(self, value: int, live: int, noted: list[int], up: int = 0) -> None:
        self.value, self.live, self.noted, self.up = value, live, noted, up

    def part(self, value: int, live: int, up: int = 0) -> Any:
        """What comes of the number."""
        return type(self)(value, live, self.noted, self.up + up)

    def read(self, mask: int = -1) -> int:
        """The number, on which something now hinges: on these bits of it."""
        self.noted[0] |= (self.live & mask) << self.up
        return self.value

    def __and__(self, other: Any) -> Any:
        mask = index(other)
        return self.part(self.value & mask, self.live & mask)

    def __or__(self, other: Any) -> Any:
        bits = index(other)
        return self.part(self.value | bits, self.live & ~bits)

    def __rshift__(self, other: Any) -> Any:
        by = index(other)
        return self.part(self.value >> by, self.live >> by, by)

    def _sum(self, by: int) -> Any:
        after = self.value + by
        if after < 0:
            return self.read() + by
        # What an addition changes hinges on the bits from the lowest that is added to the last that changes.
        span = (1 << (self.value ^ after).bit_length()) - 1 & -(by & -by)
        self.read(span)
        return self.part(after, self.live & ~span)

    def __add__(self, other: Any) -> Any:
        return self._sum(index(other))

    def __sub__(self, other: Any) -> Any:
        return self._sum(-index(other))

    def __rsub__(self, other: Any) -> int:
        return index(other) - self.read()

    def __mul__(self, other: Any) -> int:
        return self.read() * index(other)

    def __lshift__(self, other: Any) -> int:
        return self.read() << index(other)

    def __rlshift__(self, other: Any) -> int:
        return index(other) << self.read()

    def __str__(self) -> str:
        return str(self.read())

    def __abs__(self) -> int:
        return self.read()

    def __invert__(self) -> int:
        return ~self.read()

    def __index__(self) -> int:
        return self.read()

    def __bool__(self) -> bool:
        return self.read() != 0

    def __eq__(self, other: object) -> bool:
        return self.read() == other

    def __lt__(self, other: Any) -> bool:
        return self.read() < index(other)

    def __le__(self, other: Any) -> bool:
        return self.read() <= index(other)

    def __gt__(self, other: Any) -> bool:
        return self.read() > index(other)

    def __ge__(self, other: Any) -> bool:
        return self.read() >= index(other)

    def bit_count(self) -> int:
        """How many bits are set."""
        return self.read().bit_count()

    __rand__ = __and__
    __ror__ = __or__
    __radd__ = __add__
    __rmul__ = __mul__


class _Filled(_Bits):
    """The filled boxes, of which one set is known not to be complete; or to be, if `noted` says so."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int):
            return self.read() == other
        live, others = self.live, other
        if self.value & ~live != others & ~live:
            return False
        if self.up or others & live != live:
            return self.read() == others
        complete = self.value == others
        if live and (self.noted[1] not in (0, live) or (self.noted[2] and not complete)):
            return self.read() == others
        if complete and live and not self.noted[2]:
            raise _Complete
        self.noted[1] |= live
        return complete


class _Stars:
    """A score that is added to, and not looked at."""

    __slots__ = ("won",)

    def __init__(self, won: int) -> None:
        self.won = won

    def __add__(self, other: Any) -> _Stars:
        return _Stars(self.won + index(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> _Stars:
        return _Stars(self.won - index(other))


# From boxes, cells and stars to the item that waits, and the three as they are there.
_Steps = Callable[[Any, Any, Any], tuple[int, Any, Any, Any]]


def _nothing_known() -> _Known:
    return [0, 0, {}]


def _learn(
    known: _Known,
    f: int,
    c: int,
    steps: _Steps,
    finish: Callable[[_Stretch], Any],
    not_on: int = 0,
    complete: bool = False,
) -> Any:
    """What is made of the stretch that begins with these boxes and cells, kept for those like it.

    One that hinges on cells `not_on` is not kept. None if it completes a set, unless it is learnt for that:
    then that is what it holds for, and it may end in a question, which is kept in place of it.
    """
    if len(known[2]) >= _MOST_KNOWN:
        return _UNKNOWN
    boxes, cells = _Filled(f, _BOX_BITS, [0, 0, complete]), _Bits(c, _CELL_BITS, [0])
    made: Any = _UNKNOWN
    try:
        to, f1, c1, s1 = steps(boxes, cells, _Stars(0))
        needs, filled, cells_set = boxes.noted[1], f1.value & ~f1.live, c1.value & ~c1.live
        empty = (_BOX_BITS & ~filled, _BOX_BITS & ~f1.live & ~filled)
        needs = needs if complete else needs or _BOX_BITS
        made = finish((needs, c1.live, cells_set, s1.won, to, *empty, f1.live, filled))
    except _Complete:
        return None
    except AttributeError:
        made = _NEEDS_RUN
    except _Wait as wait:
        made = (boxes.noted[1], wait.decision, None)
    except (TypeError, ValueError, IndexError, RuleError, RecursionError, _End):
        pass  # Whatever stops it here stops it wherever these bits are the same.
    if boxes.noted[0].bit_count() > _FEW_BOXES or cells.noted[0] & not_on:
        known[2] = dict.fromkeys(range(_MOST_KNOWN), _UNKNOWN)
        return _UNKNOWN
    cell_bits, box_bits = known[0] | cells.noted[0], known[1] | boxes.noted[0]
    if (cell_bits, box_bits) != (known[0], known[1]):
        known[:] = [cell_bits, box_bits, {}]
    known[2][c & cell_bits | (f & box_bits) << _CELL_WIDTH] = made
    return made
