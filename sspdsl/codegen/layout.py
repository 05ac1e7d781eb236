"""Where each cell of a table lives in a state: a field of the packed numbers, or a tally of its own."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

from sspdsl.ir.model import CellDef, EventPattern, Program
from sspdsl.ir.terms import Cell

OWN, SHARED, SCORE, ROLLS, SHARED_TALLY, OWN_TALLY, UNSEEN = range(7)
TURN_ROLES = ("die_used", "moved", "mover", "chosen", "origin", "way", "kept", "last_stars")
NOTED_ROLES = ("mover", "chosen", "origin", "way", "last_stars")


@dataclass(frozen=True, slots=True)
class Slot:
    """`where`, and from which bit (or the number of a tally) on; each member is `width` bits, `low` being 0.

    A cell that can hold one value only has no bits. A register that nothing reads is `UNSEEN`.
    """

    where: int
    shift: int
    width: int
    cell: CellDef

    @property
    def mask(self) -> int:
        """The bits of one member, at the right end."""
        return (1 << self.width) - 1

    @property
    def all_bits(self) -> int:
        """The bits of every member, in place."""
        return (1 << self.width * self.cell.size) - 1 << self.shift if self.where in (OWN, SHARED) else 0

    @property
    def first_bits(self) -> int:
        """Every member at its first value, in place."""
        member = self.cell.first - self.cell.low
        return sum(member << self.shift + self.width * i for i in range(self.cell.size)) if self.width else 0

    def bits(self, member: int, value: int) -> int:
        """A member with this value, in place."""
        return value - self.cell.low << self.shift + self.width * member


@dataclass(frozen=True, slots=True)
class Layout:
    """The slot of every cell, in the order of the program, and the cells with a role."""

    slots: tuple[Slot, ...]
    roles: dict[str, int]

    def role(self, role: str) -> Slot | None:
        """The slot of the cell with this role."""
        number = self.roles.get(role)
        return None if number is None else self.slots[number]

    def kept(self, where: int, bits: int) -> int:
        """All bits of the packed cells of a place but these; a mask below 0 would be slower to apply."""
        ends = [slot.shift + slot.width * slot.cell.size for slot in self.slots if slot.where == where]
        return ((1 << max(ends, default=0)) - 1) & ~bits

    def tallies(self, where: int) -> list[CellDef]:
        """The tallies that are kept in this place, in order."""
        return [slot.cell for slot in self.slots if slot.where == where]


def lay_out(program: Program) -> Layout:
    """Give each cell its place."""
    roles = {cell.role: i for i, cell in reversed(list(enumerate(program.cells))) if cell.role}
    seen = _seen(program)
    ends = dict.fromkeys(range(7), 0)
    slots = []
    for number, cell in enumerate(program.cells):
        where = _where(cell, number == roles.get(cell.role))
        if cell.role in NOTED_ROLES and cell.hidden and number not in seen:
            where = UNSEEN
        width = (cell.high - cell.low).bit_length() if where in (OWN, SHARED) else 0
        slots.append(Slot(where, ends[where], width, cell))
        ends[where] += cell.size * (width if where in (OWN, SHARED) else 1)
    return Layout(tuple(slots), roles)


def _where(cell: CellDef, is_first: bool) -> int:
    if cell.form != "tally":
        return SHARED if cell.shared else OWN
    if cell.role == "score" and is_first and not cell.shared and cell.size == 1:
        return SCORE
    if cell.role == "rolls" and is_first and cell.shared and cell.size == 1:
        return ROLLS
    return SHARED_TALLY if cell.shared else OWN_TALLY


def _seen(program: Program) -> frozenset[int]:
    """The cells that something reads or listens to."""
    seen: set[int] = set()
    stack: list[object] = [
        getattr(program, part.name)
        for part in fields(program)
        if part.name not in ("cells", "tests", "notes")
    ]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif is_dataclass(part):
            if isinstance(part, Cell):
                seen.add(part.cell)
            if isinstance(part, EventPattern) and part.kind == "changed":
                seen.update(part.subjects)
            stack.extend(getattr(part, each.name) for each in fields(part))
    return frozenset(seen)
