"""Operations on constants, worked out before play."""

from __future__ import annotations

from sspdsl.ir.terms import Expr, Num, Op


def fold(expr: Expr) -> Expr:
    """An operation on constants becomes its result."""
    if not isinstance(expr, Op):
        return expr
    args = expr.args
    if expr.op in ("and", "or"):
        stop = Num(0) if expr.op == "and" else Num(1)
        rest: list[Expr] = []
        for arg in args:
            if isinstance(arg, Num):
                if bool(arg.value) == bool(stop.value):
                    return stop
                continue
            rest.extend(arg.args if isinstance(arg, Op) and arg.op == expr.op else (arg,))
        if not rest:
            return Num(1 - stop.value)
        return rest[0] if len(rest) == 1 else Op(expr.op, tuple(rest))
    if all(isinstance(a, Num) for a in args):
        values = [a.value for a in args if isinstance(a, Num)]
        result = evaluate_op(expr.op, values)
        if result is not None:
            return Num(result)
    return expr


def evaluate_op(op: str, v: list[int]) -> int | None:
    """The value of an operation on numbers."""
    match op:
        case "+":
            return v[0] + v[1]
        case "-":
            return v[0] - v[1]
        case "*":
            return v[0] * v[1]
        case "div":
            return v[0] // v[1] if v[1] else 0
        case "mod":
            return v[0] % v[1] if v[1] else 0
        case "min":
            return min(v)
        case "max":
            return max(v)
        case "size":
            return abs(v[0])
        case "is":
            return int(v[0] == v[1])
        case "is_not":
            return int(v[0] != v[1])
        case "<":
            return int(v[0] < v[1])
        case "<=":
            return int(v[0] <= v[1])
        case ">":
            return int(v[0] > v[1])
        case ">=":
            return int(v[0] >= v[1])
        case "not":
            return int(not v[0])
    return None
