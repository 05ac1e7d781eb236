"""Shapes of terms that the compiler makes of one word of the language, found again to be said in one word."""

from __future__ import annotations

from sspdsl.ir import terms as t
from sspdsl.ir.model import CellDef, Program


def role(term: t.Expr, program: Program) -> str:
    """The role of the cell that a term reads, or ""."""
    return program.cells[term.cell].role if isinstance(term, t.Cell) else ""


def lowered(term: t.Expr, program: Program, *roles: str) -> bool:
    """Whether this is `mover - 1` and the like: the number that a cell of the turn holds."""
    return (
        isinstance(term, t.Op)
        and term.op == "-"
        and term.args[1:] == (t.Num(1),)
        and role(term.args[0], program) in roles
    )


def counts_balls(term: t.Expr, program: Program) -> bool:
    """The number of balls in play: a sum over all balls of whether each is somewhere."""
    parts = _summands(term)
    return len(parts) > 0 and all(
        isinstance(part, t.Op)
        and part.op == ">"
        and part.args[1] == t.Num(0)
        and role(part.args[0], program) == "at"
        for part in parts
    )


def _summands(term: t.Expr) -> tuple[t.Expr, ...]:
    return term.args if isinstance(term, t.Op) and term.op == "+" else (term,)


def other_die(term: t.Expr, program: Program) -> bool:
    """The die that was not chosen: `1 if chosen is the first, else 0`."""
    match term:
        case t.Pick(t.Op("is", (die, t.Num(0))), t.Num(1), t.Num(0)):
            return lowered(die, program, "chosen")
    return False


def difference(term: t.Expr, program: Program) -> str:
    """`raw` or `value` for the difference of the two dice, else ""."""
    match term:
        case t.Op("size", (t.Op("-", (t.Cell() as one, t.Cell() as two)),)):
            if one.index == t.Num(0) and two.index == t.Num(1) and role(one, program) == role(two, program):
                return role(one, program)
    return ""


def sum_of_dice(term: t.Expr, program: Program) -> str:
    """`raw` or `value` for the sum of the two dice, else ""."""
    match term:
        case t.Op("+", (t.Cell() as one, t.Cell() as two)):
            if one.index == t.Num(0) and two.index == t.Num(1) and role(one, program) == role(two, program):
                return role(one, program) if role(one, program) in ("raw", "value") else ""
    return ""


def doubles(term: t.Expr, program: Program) -> bool:
    """Both dice show the same."""
    match term:
        case t.Op("is", (t.Cell() as one, t.Cell() as two)):
            return (
                role(one, program) in ("raw", "value")
                and role(one, program) == role(two, program)
                and one.index == t.Num(0)
                and two.index == t.Num(1)
            )
    return False


def step_of(effect: t.Assign, program: Program) -> tuple[bool, t.Expr] | None:
    """Whether a write adds (True) or takes away, and how much; None if it does neither."""
    value = effect.value
    if isinstance(value, t.Op) and value.op in ("min", "max"):
        value = value.args[0]
    match value:
        case t.Op("+" | "-" as op, (t.Cell(cell, index, player), much)):
            if (cell, index, player) == (effect.cell, effect.index, effect.player):
                return op == "+", much
    del program
    return None


def times_while(term: t.Expr) -> tuple[t.Expr, list[tuple[t.Expr, t.Expr]]]:
    """What a gain is before it is multiplied, and each factor with its condition."""
    factors: list[tuple[t.Expr, t.Expr]] = []
    while isinstance(term, t.Op) and term.op == "*" and len(term.args) == 2:
        match term.args[1]:
            case t.Pick(cond, factor, t.Num(1)):
                factors.append((cond, factor))
                term = term.args[0]
            case _:
                break
    return term, factors


def is_mark(cell: CellDef) -> bool:
    """A box of the sheet that is marked or not."""
    return cell.form == "indicator" or cell.role in ("taken", "achievement", "used", "finished")


def off(guard: t.Expr | None) -> bool:
    """Whether a condition never holds: a reading that was not chosen."""
    match guard:
        case t.Num(0):
            return True
        case t.Op("and", args):
            return any(off(arg) for arg in args)
        case t.Op("or", args):
            return all(off(arg) for arg in args)
        case t.Op("not", (t.Num(number),)):
            return bool(number)
    return False


def conjuncts(term: t.Expr | None) -> tuple[t.Expr, ...]:
    """The parts of a condition that must all hold."""
    if term is None:
        return ()
    if isinstance(term, t.Op) and term.op == "and":
        return tuple(part for arg in term.args for part in conjuncts(arg))
    return (term,)


def joined(parts: tuple[t.Expr, ...]) -> t.Expr | None:
    """One condition from its parts."""
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else t.Op("and", parts)


def some_ball_at(term: t.Op, program: Program) -> t.Expr | tuple[int, ...] | None:
    """The place or places, if this says that some ball is there: each ball is compared with them."""
    if term.op != "or" or len(term.args) != program.balls:
        return None
    places: list[t.Expr | tuple[int, ...]] = []
    for number, arg in enumerate(term.args):
        match arg:
            case t.Op("is", (t.Op("-", (t.Cell() as at, t.Num(1))) as held, place)):
                if lowered(held, program, "at") and at.index == t.Num(number):
                    places.append(place)
            case t.Member(t.Op("-", (t.Cell() as at, t.Num(1))) as held, values):
                if lowered(held, program, "at") and at.index == t.Num(number):
                    places.append(values)
    return places[0] if len(places) == program.balls and len(set(places)) == 1 else None


def open_boxes_showing(term: t.Op) -> tuple[tuple[int, ...], t.Expr] | None:
    """The boxes and the number, if this says that one of the boxes is open and shows it."""
    if term.op != "or":
        return None
    boxes, faces = [], set()
    for arg in term.args:
        match arg:
            case t.Op("and", (t.Opened(t.Num(box)), t.Shows(t.Num(same), face))) if box == same:
                boxes.append(box)
                faces.add(face)
            case _:
                return None
    return (tuple(boxes), faces.pop()) if len(faces) == 1 else None


def all_lost(body: t.Body, at: int, program: Program) -> bool:
    """Whether effects from here on lose each ball of the table."""
    balls = tuple(t.LoseBall(t.Num(number)) for number in range(program.balls))
    return program.balls > 1 and body[at : at + program.balls] == balls


def one_of_numbers(term: t.Op) -> tuple[t.Cell, tuple[int, ...]] | None:
    """The cell and the numbers, if this says that it holds one of several."""
    cells, numbers = set(), []
    for arg in term.args if term.op == "or" else ():
        match arg:
            case t.Op("is", (t.Cell() as cell, t.Num(number))):
                cells.add(cell)
                numbers.append(number)
            case _:
                return None
    return (cells.pop(), tuple(numbers)) if len(cells) == 1 else None


def marks_counted(term: t.Expr, program: Program) -> tuple[t.Cell, ...] | None:
    """The marks, if this counts how many of several are made."""
    cells = []
    for part in _summands(term):
        match part:
            case t.Op(">", (t.Cell() as cell, t.Num(0))) if is_mark(program.cells[cell.cell]):
                cells.append(cell)
            case _:
                return None
    return tuple(cells) if len(cells) > 1 else None


def says_yes_or_no(term: t.Expr) -> bool:
    """Whether a term is 1 or 0 by what it is."""
    kinds = ("and", "or", "not", "is", "is_not", "<", "<=", ">", ">=")
    return isinstance(term, t.Filled | t.Opened | t.Shows | t.Member | t.Reaches) or (
        isinstance(term, t.Op) and term.op in kinds
    )


def if_so(term: t.Op) -> tuple[t.Expr, t.Expr] | None:
    """A number and a condition, if this is the number where the condition holds, and else 0."""
    if term.op != "*" or len(term.args) != 2:
        return None
    one, two = term.args
    if says_yes_or_no(two):
        return one, two
    return (two, one) if says_yes_or_no(one) else None
