"""Expressions in words, for captions and messages: names as the author wrote them, no slots or indices."""

from __future__ import annotations

from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Binder,
    Cell,
    Count,
    CountFilled,
    Expr,
    Fact,
    Filled,
    First,
    Me,
    Member,
    Num,
    Op,
    Opened,
    Pick,
    Players,
    Reaches,
    Shows,
    Span,
    Var,
)

INFIX = {
    "is": "is",
    "is_not": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "+": "+",
    "-": "-",
    "*": "times",
    "div": "div",
    "mod": "mod",
}
DEPTH = 12
"""Deeper terms are cut short with an ellipsis: a caption is for people."""


def words_of(program: Program, expr: Expr | None, depth: int = 0) -> str:
    """What an expression says, as one line. None gives ``""``."""
    if expr is None:
        return ""
    if depth > DEPTH:
        return "…"
    deeper = depth + 1

    def say(inner: Expr) -> str:
        return words_of(program, inner, deeper)

    match expr:
        case Num(value):
            return str(value)
        case Var():
            return "it"
        case Me():
            return "me"
        case Players():
            return "players"
        case Cell(cell, index, player):
            of = f" of {member_word(program, cell, index, deeper)}" if index is not None else ""
            owner = f" of player {say(player)}" if player is not None else ""
            return program.cells[cell].name + of + owner
        case Fact(fact, index):
            return f"{program.facts[fact].name} of {say(index)}"
        case Op():
            return operation_words(program, expr, deeper)
        case Pick(cond, then, other):
            return f"({say(then)} if {say(cond)} else {say(other)})"
        case Filled(box):
            return f"{thing_word(program, box, deeper)} is filled"
        case CountFilled(boxes):
            return f"filled of {boxes_words(program, boxes)}"
        case Opened(box):
            return f"{thing_word(program, box, deeper)} is open"
        case Shows(box, face):
            return f"{thing_word(program, box, deeper)} shows {say(face)}"
        case Member(value, values):
            return f"{say(value)} in {shortened([str(v) for v in values])}"
        case Reaches(box, position, way):
            by = f" by {way}" if way else ""
            place = place_word(program, position, deeper)
            return f"{thing_word(program, box, deeper)} is within reach of {place}{by}"
        case Count(binder):
            return f"count of {binder_words(program, binder, deeper)}"
        case First(binder):
            return f"the first of {binder_words(program, binder, deeper)}"


def operation_words(program: Program, expr: Op, depth: int) -> str:
    """An operation: `not`, `and`, a comparison, a sum."""
    said = [words_of(program, arg, depth) for arg in expr.args]
    if expr.op == "not":
        return f"not {said[0]}"
    if expr.op in ("and", "or"):
        return f" {expr.op} ".join(said)
    if expr.op in INFIX and len(said) == 2:
        return f"{said[0]} {INFIX[expr.op]} {said[1]}"
    name = {"min": "smallest", "max": "largest", "size": "size"}.get(expr.op, expr.op)
    return f"{name} of ({', '.join(said)})"


def member_word(program: Program, cell: int, index: Expr, depth: int) -> str:
    """Which member of a `per` cell: its own name when the index is a constant."""
    if isinstance(index, Num):
        made = program.cells[cell]
        at = index.value - made.index_low
        if 0 <= at < len(made.members):
            return made.members[at]
    return words_of(program, index, depth)


def thing_word(program: Program, box: Expr, depth: int) -> str:
    if isinstance(box, Num) and 0 <= box.value < len(program.boxes):
        return program.boxes[box.value].name
    return words_of(program, box, depth)


def place_word(program: Program, position: Expr, depth: int) -> str:
    if isinstance(position, Num) and 0 <= position.value < len(program.positions):
        return program.positions[position.value].name
    return words_of(program, position, depth)


def binder_words(program: Program, binder: Binder, depth: int) -> str:
    kind = binder.kind.partition(":")[0]
    domain = binder.domain
    if isinstance(domain, Span):
        low, high = words_of(program, domain.low, depth), words_of(program, domain.high, depth)
        kind = f"{kind} {low}..{high}"
    where = f" where {words_of(program, binder.where, depth)}" if binder.where is not None else ""
    return kind + where


def boxes_words(program: Program, boxes: tuple[int, ...]) -> str:
    """Boxes by the names of their features when all of a feature is meant, else one by one."""
    left, said = set(boxes), []
    for feature in program.features:
        if feature.boxes and left.issuperset(feature.boxes):
            said.append(feature.name)
            left.difference_update(feature.boxes)
    said += [program.boxes[box].name for box in boxes if box in left]
    return shortened(said)


def shortened(names: list[str], most: int = 8) -> str:
    """Names joined by commas; a long list keeps its beginning and says how many follow."""
    if len(names) <= most:
        return ", ".join(names)
    return ", ".join(names[: most - 1]) + f" and {len(names) - most + 1} more"
