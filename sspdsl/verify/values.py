"""Sets of numbers a term may have: exact while they are few, an interval when they are many.

Every operation returns at least all values that could come out, never fewer: what a set leaves out
is proved not to occur.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

MOST_MEMBERS = 300
MOST_PAIRS = 3000


@dataclass(frozen=True, slots=True)
class Values:
    """Numbers from `low` to `high` (None: no bound); `members`, if known, are exactly those possible."""

    low: int | None
    high: int | None
    members: frozenset[int] | None

    @property
    def empty(self) -> bool:
        return self.members is not None and not self.members

    def has(self, value: int) -> bool:
        """Whether this number may occur."""
        if self.members is not None:
            return value in self.members
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def inside(self, low: int, high: int) -> bool:
        """Whether every number lies in low..high."""
        if self.empty:
            return True
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high

    @property
    def only(self) -> int | None:
        """The one number possible, or None."""
        return self.low if self.low is not None and self.low == self.high else None

    def words(self) -> str:
        """`3`, `0..5`, `1, 4 or 6`, `any number`."""
        if self.members is not None and 0 < len(self.members) <= 4:
            said = [str(v) for v in sorted(self.members)]
            return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1]
        if self.low is None and self.high is None:
            return "any number"
        if self.high is None:
            return f"{self.low} or more"
        if self.low is None:
            return f"{self.high} or less"
        return f"{self.low}..{self.high}"


ANY = Values(None, None, None)
NONE = Values(None, None, frozenset())
ZERO = Values(0, 0, frozenset((0,)))
ONE = Values(1, 1, frozenset((1,)))
BOTH = Values(0, 1, frozenset((0, 1)))


def of(members: Iterable[int]) -> Values:
    """Exactly these numbers; an interval when they are too many to keep."""
    kept = frozenset(members)
    if not kept:
        return NONE
    low, high = min(kept), max(kept)
    return Values(low, high, kept if len(kept) <= MOST_MEMBERS else None)


def exactly(value: int) -> Values:
    return Values(value, value, frozenset((value,)))


def truth(value: bool) -> Values:
    return ONE if value else ZERO


def span(low: int | None, high: int | None) -> Values:
    """All numbers from low to high; none if high is less."""
    if low is None or high is None:
        return Values(low, high, None)
    if high < low:
        return NONE
    if high - low < MOST_MEMBERS:
        return Values(low, high, frozenset(range(low, high + 1)))
    return Values(low, high, None)


def join(a: Values, b: Values) -> Values:
    """What may be in either."""
    if a.empty or a == b:
        return b
    if b.empty:
        return a
    if a.members is not None and b.members is not None:
        return of(a.members | b.members)
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return Values(low, high, None)


def meet(a: Values, b: Values) -> Values:
    """What may be in both."""
    if a.members is not None:
        return of(v for v in a.members if b.has(v))
    if b.members is not None:
        return of(v for v in b.members if a.has(v))
    low = b.low if a.low is None else a.low if b.low is None else max(a.low, b.low)
    high = b.high if a.high is None else a.high if b.high is None else min(a.high, b.high)
    if low is not None and high is not None:
        return span(low, high)
    return Values(low, high, None)


def without(a: Values, value: int) -> Values:
    """All but this number."""
    if a.members is not None:
        return of(a.members - {value})
    if a.low == value:
        return Values(value + 1, a.high, None) if a.high is None else span(value + 1, a.high)
    if a.high == value:
        return Values(a.low, value - 1, None) if a.low is None else span(a.low, value - 1)
    return a


EXACT: dict[str, Callable[[int, int], int]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "div": lambda x, y: x // y if y else 0,
    "mod": lambda x, y: x % y if y else 0,
    "min": min,
    "max": max,
    "is": lambda x, y: int(x == y),
    "is_not": lambda x, y: int(x != y),
    "<": lambda x, y: int(x < y),
    "<=": lambda x, y: int(x <= y),
    ">": lambda x, y: int(x > y),
    ">=": lambda x, y: int(x >= y),
}


def apply(op: str, a: Values, b: Values) -> Values:
    """All results of a two-sided operation."""
    if a.empty or b.empty:
        return NONE
    few = a.members is not None and b.members is not None
    if few and len(a.members or ()) * len(b.members or ()) <= MOST_PAIRS:
        run = EXACT[op]
        return of(run(x, y) for x in a.members or () for y in b.members or ())
    return apply_bounds(op, a, b)


def apply_bounds(op: str, a: Values, b: Values) -> Values:
    """The same from the bounds alone."""
    al, ah, bl, bh = a.low, a.high, b.low, b.high
    match op:
        case "+":
            return span(_sum(al, bl), _sum(ah, bh))
        case "-":
            return span(
                None if al is None or bh is None else al - bh, None if ah is None or bl is None else ah - bl
            )
        case "*" | "div":
            if al is None or ah is None or bl is None or bh is None:
                return ANY
            if op == "*":
                ends = [x * y for x in (al, ah) for y in (bl, bh)]
                return span(min(ends), max(ends))
            most = max(abs(al), abs(ah))
            return span(0 if al >= 0 and bl >= 0 else -most, most)
        case "mod":
            if bl is not None and bl >= 0:
                return span(0, None if bh is None else max(bh - 1, 0))
            return ANY
        case "min":
            low = None if al is None or bl is None else min(al, bl)
            high = bh if ah is None else ah if bh is None else min(ah, bh)
            return span(low, high)
        case "max":
            low = bl if al is None else al if bl is None else max(al, bl)
            high = None if ah is None or bh is None else max(ah, bh)
            return span(low, high)
        case "<":
            return compared(
                ah is not None and bl is not None and ah < bl, al is not None and bh is not None and al >= bh
            )
        case "<=":
            return compared(
                ah is not None and bl is not None and ah <= bl, al is not None and bh is not None and al > bh
            )
        case ">":
            return apply_bounds("<", b, a)
        case ">=":
            return apply_bounds("<=", b, a)
        case "is":
            return BOTH if not meet(a, b).empty else ZERO
        case "is_not":
            return BOTH if not meet(a, b).empty else ONE
    return ANY


def compared(always: bool, never: bool) -> Values:
    return ONE if always else ZERO if never else BOTH


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def size_of(a: Values) -> Values:
    """Without sign."""
    if a.members is not None:
        return of(abs(v) for v in a.members)
    if a.low is None or a.high is None:
        return Values(0, None, None)
    return span(0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high)), max(abs(a.low), abs(a.high)))
