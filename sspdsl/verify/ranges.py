"""V9: no counter, track or slot leaves its range.

Intervals over all bodies settle most writes; what they leave open is looked for in play. A write
that play shows is refuted with its record; one that neither settles is bounded.
"""

from __future__ import annotations

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Assign
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.played import Found
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up
from sspdsl.verify.where import where_words
from sspdsl.verify.world import Overflow


def verify_ranges(program: Program, found: Reach, played: Found) -> Verdict:
    """The verdict on V9: an item for each cell that some body writes."""
    written: dict[int, set[str]] = {}
    for where, body in bodies_of(program):
        for effect in effects_in(body):
            if isinstance(effect, Assign):
                written.setdefault(effect.cell, set()).add(where)
    open_writes: dict[int, list[Overflow]] = {}
    for overflow in found.world.overflows.values():
        open_writes.setdefault(overflow.cell, []).append(overflow)
    items = []
    for number, cell in enumerate(program.cells):
        if number in open_writes:
            items.append(judge(program, number, open_writes[number], played))
        elif number in written and cell.form != "tally":
            if found.whole:
                items.append(Item(cell.name, PROVED, f"stays in {cell.low}..{cell.high}"))
            else:
                items.append(
                    Item(cell.name, BOUNDED, f"the table is too large to follow; {played.size_words()}")
                )
    for number, record in played.cell_errors.items():
        if number not in open_writes:
            items.append(Item(program.cells[number].name, REFUTED, played.error_words[number], record))
    return sum_up(
        "V9",
        tuple(items),
        "every write stays in its declared range",
        "not settled",
        "no cell with a range is written",
    )


def judge(program: Program, number: int, overflows: list[Overflow], played: Found) -> Item:
    """A cell with a write that intervals do not settle."""
    cell = program.cells[number]
    first = overflows[0]
    where = where_words(program, first.where)
    if first.which:
        may = f"{where} may write a member {first.values.words()} that does not exist"
    else:
        may = f"{where} may set it to {first.values.words()}, outside {cell.low}..{cell.high}"
    if number in played.cell_errors:
        return Item(cell.name, REFUTED, f"{where}: {played.error_words[number]}", played.cell_errors[number])
    return Item(cell.name, BOUNDED, f"{may}; {played.size_words()} did not show it")
