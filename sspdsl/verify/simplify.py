"""Terms with some of their variables known: what is settled by that is worked out, the rest stays."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Binder, Expr, Fact, Member, Num, Op, Pick, Var
from sspdsl.ir.walk import FIELDS

DEEPEST = 200
OPERATIONS: dict[str, Callable[..., int]] = {
    "is": operator.eq,
    "is_not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "-": operator.sub,
    "min": min,
    "max": max,
}


def simplify(program: Program, term: Expr, known: Mapping[int, int]) -> Expr:
    """The same term where these variables have these values. One that is too deep is left alone."""
    out = simpler(program, term, known, 0)
    return term if out is None else out  # type: ignore[return-value]


def simpler(program: Program, term: object, known: Mapping[int, int], depth: int) -> object | None:
    """The term with everything worked out that is known; None if it is too deep."""
    if isinstance(term, Var) and term.slot in known:
        return Num(known[term.slot])
    names = FIELDS.get(type(term))
    if names is None:
        return term
    if depth > DEEPEST:
        return None
    if isinstance(term, Binder):
        # What it binds hides a variable of that number.
        known = {slot: value for slot, value in known.items() if slot != term.slot}
    parts: list[object] = []
    for name in names:
        part = getattr(term, name)
        inner = (
            [simpler(program, each, known, depth + 1) for each in part]
            if isinstance(part, tuple)
            else [None if part is None else simpler(program, part, known, depth + 1)]
        )
        if part is not None and None in inner:
            return None
        parts.append(tuple(inner) if isinstance(part, tuple) else inner[0])
    return folded(program, type(term)(*parts))


def folded(program: Program, term: object) -> object:
    """One term whose parts are as simple as they get."""
    match term:
        case Fact(fact, Num(index)):
            table = program.facts[fact]
            at = index - table.low
            return Num(table.values[at] if 0 <= at < len(table.values) else 0)
        case Member(Num(value), values):
            return Num(int(value in values))
        case Pick(Num(cond), then, other):
            return then if cond else other
        case Op("and" | "or" as op, args):
            return connected(op, args)
        case Op("*", args) if Num(0) in args:
            return Num(0)
        case Op("+", args):
            return total(args)
        case Op("*", (Num(1), other) | (other, Num(1))):
            return other
        case Op(op, (Num(), *_) as args) if op in OPERATIONS and (len(args) == 2 or op == "not"):
            numbers = [arg.value for arg in args if isinstance(arg, Num)]
            return Num(int(OPERATIONS[op](*numbers))) if len(numbers) == len(args) else term
    return term


def total(args: tuple[Expr, ...]) -> Expr:
    """A sum with its numbers added up."""
    number = sum(arg.value for arg in args if isinstance(arg, Num))
    left = tuple(arg for arg in args if not isinstance(arg, Num))
    if not left:
        return Num(number)
    if not number and len(left) == 1:
        return left[0]
    return Op("+", (*left, Num(number)) if number else left)


def connected(op: str, args: tuple[Expr, ...]) -> Expr:
    """`and` and `or` without the parts that are settled."""
    ends = op == "or"
    left = []
    for arg in args:
        if not isinstance(arg, Num):
            left.append(arg)
        elif (arg.value != 0) == ends:
            return Num(int(ends))
    return Op(op, tuple(left)) if left else Num(int(not ends))
