"""Values that a cell never takes again: what once has no member with such a value never has one again."""

from __future__ import annotations

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Assign, Binder, Cell, Count, Expr, Num, Op, Reset, RollCell, Values, Var
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.evaluate import NOTHING, evaluate
from sspdsl.verify.world import World


def gone_for_good(program: Program, world: World, binder: Binder) -> Expr | None:
    """The count of these members, if it stays 0 once it is 0; None if some may come back.

    That is so where the condition asks whether a cell of the member has a value that nothing writes.
    """
    if not isinstance(binder.domain, Values):
        return None
    match binder.where:
        case Op("is", (Cell(cell, Var(slot), None), Num(value))) if slot == binder.slot:
            if not written(program, world, cell, value):
                return Count(binder)
    return None


def written(program: Program, world: World, cell: int, value: int) -> bool:
    """Whether anything may write this value: an effect, the end of a lifetime, a set, the engine."""
    made = program.cells[cell]
    if made.role or made.form == "tally":
        return True
    if value == made.first and any(cell in life.cells for life in program.lifetimes):
        return True
    if value in (0, made.first) and any(cell == kept for group in program.sets for kept, _ in group.cells):
        return True
    for _, body in bodies_of(program):
        for effect in effects_in(body):
            match effect:
                case Assign(other, _, _, new) if other == cell:
                    if evaluate(world, NOTHING, new).has(value):
                        return True
                case Reset(other) if other == cell and value == made.first:
                    return True
                case RollCell(other) if other == cell:
                    return True
    return any(cell in modifier.uses for modifier in program.modifiers) and value == made.first
