"""Numbers with several things in them, and what is wrong with a table."""

from __future__ import annotations

from sspdsl.codegen.prelude.tables import _LABELS, _MARKABLE


# --- copied from here
class RuleError(RuntimeError):
    """The table itself is wrong here: a cell left its range, or effects have no end."""


def _apart(texts: list[str]) -> list[str]:
    """The same texts, equal ones told apart: the second is followed by ` #2`."""
    seen: dict[str, int] = {}
    out = []
    for text in texts:
        seen[text] = count = seen.get(text, 0) + 1
        out.append(text if count == 1 else f"{text} #{count}")
    return out


def _field(number: int, index: int, shift: int, width: int, size: int, low: int) -> int:
    """A member of a cell, by its place; 0 outside it."""
    if not 0 <= index < size:
        return 0
    return (number >> shift + width * index & (1 << width) - 1) + low


def _write(
    number: int, index: int, shift: int, width: int, size: int, low: int, high: int, value: int
) -> int:
    """The cells with a member of one of them changed."""
    if not 0 <= index < size or not low <= value <= high:
        raise RuleError("a cell left its range")
    shift += width * index
    return number & ~((1 << width) - 1 << shift) | value - low << shift


def _fact(values: tuple[int, ...], index: int) -> int:
    """An entry of a constant table; 0 outside it."""
    return values[index] if 0 <= index < len(values) else 0


def _div(a: int, b: int) -> int:
    """A quotient, rounded down; by 0 it is 0."""
    return a // b if b else 0


def _mod(a: int, b: int) -> int:
    """The rest of a division; by 0 it is 0."""
    return a % b if b else 0


def _wrong(what: str) -> RuleError:
    """An error of the table."""
    return RuleError(what)


def _next_of(f: int, boxes: tuple[int, ...]) -> int:
    """The first of these boxes that is empty, as a mask."""
    return next((1 << box for box in boxes if not f >> box & 1), 0)


def _has(boxes: int, box: int) -> int:
    """1 if a box is among these; one of -1 is not."""
    return boxes >> box & 1 if box >= 0 else 0


def _mark(f: int, box: int) -> int:
    """Mark a box, if it is ever marked."""
    return f | 1 << _box(box) & _MARKABLE if box != -1 else f


def _erase(f: int, box: int) -> int:
    """Erase a box."""
    return f & ~(1 << _box(box)) if box != -1 else f


def _box(box: int) -> int:
    """The number of a box that exists."""
    if not 0 <= box < len(_LABELS):
        raise RuleError(f"there is no box {box}")
    return box
