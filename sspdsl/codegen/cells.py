"""Writing cells: assignments, resets, and the stars that a score pays."""

from __future__ import annotations

from collections.abc import Iterable

from sspdsl.codegen.code import BIT_OR, SUM, Code
from sspdsl.codegen.expressions import Expressions
from sspdsl.codegen.layout import OWN, OWN_TALLY, ROLLS, SCORE, SHARED, UNSEEN, Layout
from sspdsl.codegen.names import mask_literal
from sspdsl.codegen.static import Scope, fixed_value, static_value, value_range
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import ModifierDef, Program
from sspdsl.ir.terms import Cell, Expr, Me, Num, Op, Score, Var

NOTED = 1_000_001  # A variable that no body uses.


def write_cell(
    out: Writer,
    words: Expressions,
    scope: Scope,
    number: int,
    index: Expr | None,
    player: Expr | None,
    value: Expr,
) -> None:
    """Put a value into a cell, and raise nothing; out of its range it is an error of the table (V9)."""
    program, slot = words.program, words.layout.slots[number]
    cell = slot.cell
    if slot.where == UNSEEN:
        return
    place = Num(cell.index_low) if index is None else index
    if player is not None and not isinstance(player, Me) and not cell.shared:
        _write_other(out, words, scope, number, place, player, value)
        return
    at, span = fixed_value(program, place, scope), value_range(program, value, scope)
    if slot.where in (OWN, SHARED):
        target = "c" if slot.where == OWN else "x.shared"
        fits = span is not None and cell.low <= span[0] and span[1] <= cell.high
        if fits and at is not None and 0 <= at - cell.index_low < cell.size:
            _write_fixed(out, words, scope, number, target, at - cell.index_low, value)
            return
        at_text = words.text(Op("-", (place, Num(cell.index_low))) if cell.index_low else place, scope)
        if fits and at is None:
            _write_indexed(out, words, scope, number, target, at_text, value)
            return
        parts = f"{slot.shift}, {slot.width}, {cell.size}, {cell.low}, {cell.high}"
        out.line(f"{target} = _write({target}, {at_text}, {parts}, {words.text(value, scope)})")
        return
    text = words.text(value, scope)
    if slot.where in (SCORE, ROLLS):
        out.line(f"{'s' if slot.where == SCORE else 'x.rolls'} = {text}")
        return
    at_text = words.text(Op("-", (place, Num(cell.index_low))) if cell.index_low else place, scope)
    which = f"{slot.shift}, {at_text}, {cell.size}"
    if slot.where == OWN_TALLY:
        out.line(f"x.set_tally_of(x.me, {which}, {text})")
    else:
        out.line(f"x.set_tally({which}, {text})")


def _write_fixed(
    out: Writer, words: Expressions, scope: Scope, number: int, target: str, at: int, value: Expr
) -> None:
    """A member at a known place, and a value that is sure to be in range."""
    slot = words.layout.slots[number]
    if not slot.width:
        return
    bits = slot.mask << slot.shift + slot.width * at
    known = static_value(words.program, value, scope)
    if known is not None:
        new = slot.bits(at, known)
        if new == bits:
            out.line(f"{target} |= {mask_literal(bits)}")
        else:
            kept = mask_literal(words.layout.kept(slot.where, bits))
            if new:
                out.line(f"{target} = {target} & {kept} | {mask_literal(new)}")
            else:
                out.clear(target, words.layout.kept(slot.where, bits))
        return
    shift = slot.shift + slot.width * at
    if _is_one_more(words, scope, number, at, value):
        out.line(f"if {target} & {mask_literal(bits)} < {mask_literal(slot.bits(at, slot.cell.high))}:")
        out.line(f"    {target} += {mask_literal(1 << shift)}")
        return
    less = Op("-", (value, Num(slot.cell.low))) if slot.cell.low else value
    moved = Code(f"{words.value(less, scope).at(SUM)} << {shift}") if shift else words.value(less, scope)
    kept = mask_literal(words.layout.kept(slot.where, bits))
    out.line(f"{target} = {target} & {kept} | {moved.at(BIT_OR)}")


def _is_one_more(words: Expressions, scope: Scope, number: int, at: int, value: Expr) -> bool:
    """Whether a member of a cell is given its own value and 1, but no more than its greatest value."""
    cell = words.program.cells[number]
    match value:
        case Op("min", (Op("+", (Cell(read, index, None), Num(1))), Num(most))):
            place = cell.index_low if index is None else static_value(words.program, index, scope)
            return read == number and place == at + cell.index_low and most == cell.high
    return False


def _write_indexed(
    out: Writer, words: Expressions, scope: Scope, number: int, target: str, at: str, value: Expr
) -> None:
    """A member at a place that is known only now, and a value that is sure to be in range."""
    slot = words.layout.slots[number]
    index = out.temporary("i")
    out.line(f"{index} = {at}")
    with out.block(f"if not 0 <= {index} < {slot.cell.size}:"):
        out.line('raise _wrong("a cell has no such member")')
    if not slot.width:
        return
    scaled = index if slot.width == 1 else f"{slot.width} * {index}"
    shift = f"{slot.shift} + {scaled}" if slot.shift else scaled
    known = static_value(words.program, value, scope)
    kept = f"{target} & ~({slot.mask} << {shift})"
    if known is not None and known == slot.cell.low:
        out.line(f"{target} = {kept}")
        return
    less = Op("-", (value, Num(slot.cell.low))) if slot.cell.low else value
    out.line(f"{target} = {kept} | {words.value(less, scope).at(SUM)} << {shift}")


def _write_other(
    out: Writer, words: Expressions, scope: Scope, number: int, place: Expr, player: Expr, value: Expr
) -> None:
    """A cell of a player who is named."""
    slot = words.layout.slots[number]
    cell = slot.cell
    at = words.text(Op("-", (place, Num(cell.index_low))) if cell.index_low else place, scope)
    who, text = words.text(player, scope), words.text(value, scope)
    if slot.where == OWN:
        parts = f"{slot.shift}, {slot.width}, {cell.size}, {cell.low}, {cell.high}"
        out.line(f"c = x.write_of(c, {who}, {at}, {parts}, {text})")
    elif slot.where == SCORE:
        out.line(f"s = x.set_score_of(s, {who}, {text})")
    else:
        out.line(f"x.set_tally_of({who}, {slot.shift}, {at}, {cell.size}, {text})")


def reset_cells(out: Writer, layout: Layout, cells: Iterable[int]) -> None:
    """Put cells of the acting player, and shared ones, back to their first values."""
    for where, target in ((OWN, "c"), (SHARED, "x.shared")):
        slots = [layout.slots[cell] for cell in dict.fromkeys(cells) if layout.slots[cell].where == where]
        bits, first = sum(slot.all_bits for slot in slots), sum(slot.first_bits for slot in slots)
        if bits and bits == first:
            out.line(f"{target} |= {mask_literal(bits)}")
        elif bits:
            kept = layout.kept(where, bits)
            if first:
                out.line(f"{target} = {target} & {mask_literal(kept)} | {mask_literal(first)}")
            else:
                out.clear(target, kept)
    for number in dict.fromkeys(cells):
        slot = layout.slots[number]
        first_value = slot.cell.first
        if slot.where == SCORE:
            out.line(f"s = {first_value}")
        elif slot.where == ROLLS:
            out.line(f"x.rolls = {first_value}")
        elif slot.where not in (OWN, SHARED, UNSEEN):
            for member in range(slot.cell.size):
                who = "of(x.me, " if slot.where == OWN_TALLY else "("
                name = "x.set_tally_" if slot.where == OWN_TALLY else "x.set_tally"
                out.line(f"{name}{who}{slot.shift}, {member}, {slot.cell.size}, {first_value})")


# ---------------------------------------------------------------- stars


def write_score(out: Writer, words: Expressions, scope: Scope, score: Score) -> None:
    """Score stars, times every modifier that matches their source; those `until used` are used up."""
    program = words.program
    known = static_value(program, score.amount, scope)
    box = None if score.box is None else static_value(program, score.box, scope)
    modifiers = [
        (modifier, match)
        for modifier in program.modifiers
        if (match := _matches(program, words, scope, modifier, score, box)) != "False"
    ]
    noted = _last_stars(words)
    if known == 0 and noted is None:
        return
    if not modifiers and noted is None:
        out.line(f"s += {words.text(score.amount, scope)}")
        return
    amount = out.temporary("n")
    out.line(f"{amount} = {words.text(score.amount, scope)}")
    used: list[tuple[str, ModifierDef]] = []
    empty = Scope()
    for modifier, match in modifiers:
        parts = [] if match == "True" else [match]
        if modifier.guard is not None:
            guard = words.truth(modifier.guard, empty)
            if guard.text == "False":
                continue
            if guard.text != "True":
                parts.append(guard.at(2))
        factor = words.value(modifier.factor, empty).at(9)
        if modifier.uses:
            flag = out.temporary("t")
            out.line(f"{flag} = {' and '.join(parts) or 'True'}")
            parts = [flag]
            used.append((flag, modifier))
        if parts:
            with out.block(f"if {' and '.join(parts)}:"):
                out.line(f"{amount} *= {factor}")
        else:
            out.line(f"{amount} *= {factor}")
    for flag, modifier in used:
        with out.block(f"if {flag} and {amount}:"):
            reset_cells(out, words.layout, modifier.uses)
    out.line(f"s += {amount}")
    if noted is not None:
        out.line(f"v{NOTED} = {amount}")
        write_cell(out, words, scope, noted, None, None, Var(NOTED))


def _last_stars(words: Expressions) -> int | None:
    """The cell that remembers what the last score paid, if anything reads it."""
    number = words.layout.roles.get("last_stars")
    return None if number is None or words.layout.slots[number].where == UNSEEN else number


def _matches(
    program: Program, words: Expressions, scope: Scope, modifier: ModifierDef, score: Score, box: int | None
) -> str:
    """`True`, `False`, or the condition under which a modifier matches a source."""
    award = score.award is not None and score.award in modifier.awards
    if score.box is None or box is not None or award:
        listed = award or (box is not None and box in modifier.boxes)
        return str(listed is not modifier.all)
    mask = mask_literal(sum(1 << each for each in set(modifier.boxes)))
    text = f"_has({mask}, {words.text(score.box, scope)})"
    return f"not {text}" if modifier.all else text
