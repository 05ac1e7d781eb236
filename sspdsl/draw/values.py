"""Constants that stand in terms: what a box is worth, where a rule sends a ball. Nothing here plays the
game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sspdsl.ir.model import BoxDef, Program
from sspdsl.ir.terms import Body, Each, Expr, Fact, If, Let, MoveBall, Num, Op, Repeat, Var


def constant(program: Program, expr: Expr | None, known: dict[int, int]) -> int | None:
    """The value of an expression of constants and known variables, or None if the state decides."""
    match expr:
        case Num(value):
            return value
        case Var(slot):
            return known.get(slot)
        case Fact(fact, index):
            at = constant(program, index, known)
            if at is None or not 0 <= fact < len(program.facts):
                return None
            table = program.facts[fact]
            return table.values[at - table.low] if 0 <= at - table.low < len(table.values) else 0
        case Op(("+" | "-" | "*") as op, (left, right)):
            a, b = constant(program, left, known), constant(program, right, known)
            if a is None or b is None:
                return None
            return a + b if op == "+" else a - b if op == "-" else a * b
        case _:
            return None


def in_words(program: Program, words: str) -> str:
    """A condition as the pin writes it, with titles in place of the names of state that has one."""
    titles = {c.name: c.title for c in program.cells if c.title.strip()}
    return re.sub(r"[a-z][a-z0-9_]*", lambda m: titles.get(m[0], m[0].replace("_", " ")), words)


def worth(program: Program, box: BoxDef, index: int) -> int | None:
    """The stars of a box where they are a constant."""
    return constant(program, box.stars, {0: index})


def moved_to(program: Program, body: Body, box: int) -> Iterator[int]:
    """Positions to which this body moves a ball, for a rule on the hit of a box."""
    known = {0: box}
    for effect in body:
        match effect:
            case MoveBall(_, position):
                value = constant(program, position, known)
                if value is not None:
                    yield value
            case Let(slot, value_of):
                value = constant(program, value_of, known)
                if value is not None:
                    known[slot] = value
            case If(_, then, other):
                yield from moved_to(program, then, box)
                yield from moved_to(program, other, box)
            case Each(_, inner) | Repeat(_, inner):
                yield from moved_to(program, inner, box)
            case _:
                pass
