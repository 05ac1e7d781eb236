"""What can occur on a table at all: the over-approximation that `reach` grows to its fixed point.

It only ever gains: values of cells, boxes that are filled, positions, moves, events. It starts as
the beginning of a game; what it never gains can never happen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from sspdsl.ir.model import Program
from sspdsl.verify.values import ANY, NONE, Values, exactly, join, meet, of, span, without
from sspdsl.verify.where import Where

PATIENCE = 6
"""After so many passes a cell that still grows is given the rest of its declared range at once."""


T = TypeVar("T")


@dataclass(slots=True)
class Overflow:
    """A write that this analysis cannot keep inside the declared range."""

    where: Where
    cell: int
    values: Values
    which: bool
    """The values are indices: the write may miss the members of the cell."""


@dataclass(slots=True)
class World:
    program: Program
    limits: dict[tuple[int, int], Values] = field(default_factory=dict)
    """Of some members all that they may hold."""
    cells: list[list[Values]] = field(default_factory=list)
    filled: set[int] = field(default_factory=set)
    """Boxes that may be filled at some time."""
    hit: set[int] = field(default_factory=set)
    by_effect: dict[int, Where] = field(default_factory=dict)
    """Boxes that an effect may fill or mark, and whose."""
    positions: set[int] = field(default_factory=set)
    moves: set[tuple[int, int, int]] = field(default_factory=set)
    """Way, source position, box."""
    events: set[tuple[str, int]] = field(default_factory=set)
    windows: set[int] = field(default_factory=set)
    abilities: set[int] = field(default_factory=set)
    arguments: dict[tuple[int, int], Values] = field(default_factory=dict)
    plays: bool = False
    raises: set[tuple[Where, tuple[str, int]]] = field(default_factory=set)
    """Which clause may set off which event (`filled` box, `complete` set, `action`, `window`, ...)."""
    settled: set[int] = field(default_factory=set)
    """Sets that an effect may pay."""
    unmoved: set[str] = field(default_factory=set)
    """Kinds of event that may occur when no ball has moved yet in the turn."""
    rolled: bool = False
    """While a root is run that only runs after the dice were rolled: no die then shows 0."""
    starting: bool = False
    early: bool = False
    """Some event may occur before the first roll."""
    nesting: int = 0
    quantified: int = 0
    """How deep in connectives and in domains `evaluate` is: precision is spent on the outer ones."""
    blank_die: bool = False
    """An effect may give a die the value 0."""
    changed: bool = True
    passes: int = 0
    erased: dict[int, tuple[Where, bool]] = field(default_factory=dict)
    """Boxes that an effect may erase, whose effect, and whether it surely means this box."""
    marked_never: dict[int, Where] = field(default_factory=dict)
    misplaced: dict[tuple[Where, str], Values] = field(default_factory=dict)
    overflows: dict[tuple[Where, int, bool], Overflow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for cell in self.program.cells:
            # Scores and tallies have no range and are not followed.
            first = ANY if cell.form == "tally" else exactly(cell.first)
            self.cells.append([first] * max(cell.size, 1))

    def cell(self, cell: int, index: Values | None) -> Values:
        """What a cell may hold, for these indices; an index outside reads 0."""
        made, members = self.program.cells[cell], self.cells[cell]
        rolled = self.rolled and not self.blank_die and made.role in ("raw", "value")
        if index is None:
            return without(members[0], 0) if rolled else members[0]
        low = made.index_low
        out = NONE
        for at, values in enumerate(members):
            if index.has(low + at):
                out = join(out, values)
        if rolled:
            out = without(out, 0)
        if not index.inside(low, low + len(members) - 1):
            out = join(out, exactly(0))
        return out

    def write(self, cell: int, index: Values | None, values: Values) -> None:
        """The cell may now also hold these, as far as they are in its range."""
        made, members = self.program.cells[cell], self.cells[cell]
        if made.form == "tally":
            return
        values = meet(values, span(made.low, made.high))
        for at in range(len(members)):
            if index is not None and not index.has(made.index_low + at):
                continue
            old = members[at]
            limit = self.limits.get((cell, at)) if self.limits else None
            new = join(old, values if limit is None else meet(values, limit))
            if new != old:
                if self.passes > PATIENCE:
                    low = made.low if new.low != old.low else new.low
                    high = made.high if new.high != old.high else new.high
                    new = span(low, high)
                    new = new if limit is None else meet(new, limit)
                members[at] = new
                self.changed = True

    def fill(self, box: int, by: Where | None) -> None:
        """This box may be filled; `by` says which effect does it, None for a ball."""
        if by is not None and box not in self.by_effect:
            self.by_effect[box] = by
            self.changed = True
        if self.program.boxes[box].line != "never":
            self.grow(self.filled, box)

    def erase(self, box: int, by: Where, sure: bool) -> None:
        """An effect may erase this box."""
        if box not in self.erased or (sure and not self.erased[box][1]):
            self.erased[box] = (by, sure)

    def grow(self, kept: set[T], item: T) -> None:
        if item not in kept:
            kept.add(item)
            self.changed = True

    def happens(self, kind: str, subject: int, by: Where | None = None) -> None:
        """This event may occur; `by` is the clause whose effect raises it, None for a move or the game."""
        if by is not None:
            self.grow(self.raises, (by, (kind, subject)))
        self.early = self.early or self.starting
        self.grow(self.events, (kind, subject))

    def argue(self, action: int, slot: int, values: Values) -> Values:
        """An action may be done with this argument; returns all it may be done with."""
        old = self.arguments.get((action, slot), NONE)
        new = join(old, values)
        if new != old:
            self.arguments[action, slot] = new
            self.changed = True
        return new

    def dice(self) -> Values:
        """The values a die may have when a ball moves."""
        out = NONE
        for cell, made in enumerate(self.program.cells):
            if made.role == "value":
                for values in self.cells[cell]:
                    out = join(out, values)
        return meet(out, span(1, max(6, out.high or 6))) if not out.empty else of(range(1, 7))
