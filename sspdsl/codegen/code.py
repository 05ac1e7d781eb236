"""A piece of Python: its text, and how tightly it binds, so that few brackets are needed."""

from __future__ import annotations

from dataclasses import dataclass

IF_ELSE, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)


@dataclass(frozen=True, slots=True)
class Code:
    """Python text, and how tightly its outermost operator binds."""

    text: str
    binds: int = ATOM

    def at(self, level: int) -> str:
        """The text, in brackets if it binds less tightly than this."""
        return self.text if self.binds >= level else f"({self.text})"


def number(value: int) -> Code:
    """A whole number."""
    return Code(str(value), ATOM if value >= 0 else UNARY)


def plus(code: Code, low: int) -> Code:
    """A piece, and a number added to it."""
    if low == 0:
        return code
    sign = "+" if low > 0 else "-"
    return Code(f"{code.at(SUM)} {sign} {abs(low)}", SUM)
