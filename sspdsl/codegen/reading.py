"""Reading cells: of the acting player, of all, of a player who is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.codegen.code import BIT_AND, PRODUCT, Code, number, plus
from sspdsl.codegen.layout import OWN, OWN_TALLY, SCORE, SHARED
from sspdsl.codegen.names import tuple_literal
from sspdsl.codegen.static import Scope, fixed_value, value_range
from sspdsl.ir.terms import Cell, Expr, Me, Num, Op

if TYPE_CHECKING:
    from sspdsl.codegen.expressions import Expressions


def read_cell(words: Expressions, term: Cell, scope: Scope) -> Code:
    """What a cell holds."""
    slot = words.layout.slots[term.cell]
    cell = slot.cell
    if term.player is not None and not isinstance(term.player, Me) and not cell.shared:
        return _other_cell(words, term, scope)
    index = Num(cell.index_low) if term.index is None else term.index
    place = fixed_value(words.program, index, scope)
    if place is not None:
        at = place - cell.index_low
        if not 0 <= at < cell.size:
            return Code("0")
        return _fixed_cell(words, term.cell, at)
    if slot.where in (OWN, SHARED) and slot.width:
        source = "c" if slot.where == OWN else "x.shared"
        span = value_range(words.program, index, scope)
        if span and cell.index_low <= span[0] and span[1] < cell.index_low + cell.size:
            shift = _shift(words, term.cell, index, scope)
            return plus(Code(f"{source} >> {shift} & {slot.mask}", BIT_AND), cell.low)
        at_text = words.value(less(index, cell.index_low), scope).text
        parts = f"{slot.shift}, {slot.width}, {cell.size}, {cell.low}"
        return Code(f"_field({source}, {at_text}, {parts})")
    at_text = words.value(less(index, cell.index_low), scope).text
    members = [_fixed_cell(words, term.cell, i).text for i in range(cell.size)]
    return Code(f"_fact({tuple_literal(members)}, {at_text})")


def _fixed_cell(words: Expressions, which: int, at: int) -> Code:
    """A member of a cell of the acting player, or of all."""
    slot = words.layout.slots[which]
    match slot.where:
        case 0 | 1:
            if not slot.width:
                return number(slot.cell.low)
            source = "c" if slot.where == OWN else "x.shared"
            shift = slot.shift + slot.width * at
            read = f"{source} >> {shift} & {slot.mask}" if shift else f"{source} & {slot.mask}"
            return plus(Code(read, BIT_AND), slot.cell.low)
        case 2:
            return Code("s")
        case 3:
            return Code("x.rolls")
        case 4:
            return Code(f"x.tally({slot.shift}, {at}, {slot.cell.size})")
        case 5:
            return Code(f"x.tally_of(x.me, {slot.shift}, {at}, {slot.cell.size})")
    return number(slot.cell.first)


def _other_cell(words: Expressions, term: Cell, scope: Scope) -> Code:
    """A cell of a player who is named."""
    assert term.player is not None
    slot = words.layout.slots[term.cell]
    cell = slot.cell
    player = words.text(term.player, scope)
    index = Num(cell.index_low) if term.index is None else term.index
    at = words.text(less(index, cell.index_low), scope)
    if slot.where == SCORE:
        return Code(f"x.score_of(s, {player})")
    if slot.where == OWN_TALLY:
        return Code(f"x.tally_of({player}, {slot.shift}, {at}, {cell.size})")
    parts = f"{slot.shift}, {slot.width}, {cell.size}, {cell.low}"
    return Code(f"x.field_of(c, {player}, {at}, {parts})")


def _shift(words: Expressions, which: int, index: Expr, scope: Scope) -> str:
    """How far a member, whose index is sure to exist, stands from the right end."""
    slot = words.layout.slots[which]
    base = slot.shift - slot.cell.index_low * slot.width
    at = words.value(index, scope).at(PRODUCT)
    scaled = at if slot.width == 1 else f"{slot.width} * {at}"
    return f"{base} + {scaled}" if base > 0 else f"{scaled} - {-base}" if base < 0 else scaled


def less(term: Expr, amount: int) -> Expr:
    """A term less a number."""
    return term if amount == 0 else Op("-", (term, Num(amount)))
