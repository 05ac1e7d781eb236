"""A condition with a variable known: what the constant tables say of one box is put in its place."""

from __future__ import annotations

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program


def folded(term: t.Expr, known: dict[int, int], program: Program) -> t.Expr:
    """The term with these variables as numbers, and all that follows from it worked out."""

    def inner(part: t.Expr) -> t.Expr:
        return folded(part, known, program)

    match term:
        case t.Var(slot):
            return t.Num(known[slot]) if slot in known else term
        case t.Fact(fact, index):
            at = inner(index)
            row = program.facts[fact]
            if isinstance(at, t.Num):
                place = at.value - row.low
                return t.Num(row.values[place] if 0 <= place < len(row.values) else 0)
            return t.Fact(fact, at)
        case t.Member(value, values):
            what = inner(value)
            return t.Num(int(what.value in values)) if isinstance(what, t.Num) else t.Member(what, values)
        case t.Cell(cell, index, player):
            return t.Cell(cell, None if index is None else inner(index), player)
        case t.Filled(box, player):
            return t.Filled(inner(box), player)
        case t.Opened(box):
            return t.Opened(inner(box))
        case t.Shows(box, face):
            return t.Shows(inner(box), inner(face))
        case t.Pick(cond, then, other):
            test = inner(cond)
            if isinstance(test, t.Num):
                return inner(then if test.value else other)
            return t.Pick(test, inner(then), inner(other))
        case t.Op(op, args):
            return _operation(op, tuple(map(inner, args)))
    return term


def _operation(op: str, args: tuple[t.Expr, ...]) -> t.Expr:
    numbers = [arg.value for arg in args if isinstance(arg, t.Num)]
    if op in ("and", "or"):
        if any(bool(number) == (op == "or") for number in numbers):
            return t.Num(int(op == "or"))
        args = tuple(arg for arg in args if not isinstance(arg, t.Num))
        if not args:
            return t.Num(int(op == "and"))
        return args[0] if len(args) == 1 else t.Op(op, args)
    if len(numbers) == len(args):
        known = _number(op, numbers)
        return t.Op(op, args) if known is None else t.Num(known)
    if op == "*" and 0 in numbers:
        return t.Num(0)
    if op in ("+", "*"):
        rest = tuple(arg for arg in args if arg != t.Num(0 if op == "+" else 1))
        return rest[0] if len(rest) == 1 else t.Op(op, rest)
    return t.Op(op, args)


def _number(op: str, numbers: list[int]) -> int | None:
    first = numbers[0]
    if op == "not":
        return int(not first)
    if op == "size":
        return abs(first)
    if len(numbers) < 2:
        return None
    second = numbers[1]
    simple = {
        "+": sum(numbers),
        "-": first - second,
        "*": first * second,
        "is": int(first == second),
        "is_not": int(first != second),
        "<": int(first < second),
        "<=": int(first <= second),
        ">": int(first > second),
        ">=": int(first >= second),
        "min": min(numbers),
        "max": max(numbers),
    }
    return simple.get(op) if len(numbers) == 2 or op in ("min", "max", "+") else None
