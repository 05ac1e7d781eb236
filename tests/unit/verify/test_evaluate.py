"""What an expression may be: never less than what it can be, and soon known however deep it is."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from sspdsl.ir import terms as t
from sspdsl.ir.terms import Binder, Cell, Count, Expr, Num, Op, Span, Var
from sspdsl.verify.evaluate import NOTHING, Known, assume, evaluate
from sspdsl.verify.values import Values, apply, exactly, join, meet, of, span, without
from sspdsl.verify.world import World
from tests.support.tables import Builder, op

few = st.integers(-6, 6)
ranges = st.one_of(
    st.sets(few, min_size=1, max_size=4).map(of),
    st.tuples(few, few).map(lambda p: Values(min(p), max(p), None)),
    st.just(Values(None, 3, None)),
    st.just(Values(-2, None, None)),
)
OPS = ("+", "-", "*", "div", "mod", "min", "max", "is", "is_not", "<", "<=", ">", ">=")


@given(ranges, ranges, few, few, st.sampled_from(OPS))
def test_an_operation_allows_every_result(a: Values, b: Values, x: int, y: int, name: str) -> None:
    if a.has(x) and b.has(y):
        assert apply(name, a, b).has(apply(name, exactly(x), exactly(y)).low or 0)
        assert join(a, b).has(x)
        assert join(a, b).has(y)
    assert meet(a, b).has(x) == (a.has(x) and b.has(x))
    assert without(a, y).has(x) == (a.has(x) and x != y) or (x == y and not a.has(x)) or a.members is None


LOW, HIGH = -2, 3
numbers = st.integers(LOW, HIGH).map(Num)
variables = st.integers(0, 1).map(Var)


def combined(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    two = st.tuples(st.sampled_from((*OPS, "and", "or")), inner, inner).map(lambda p: Op(p[0], (p[1], p[2])))
    one = st.tuples(st.sampled_from(("not", "size")), inner).map(lambda p: Op(p[0], (p[1],)))
    pick = st.tuples(inner, inner, inner).map(lambda p: t.Pick(*p))
    count = st.tuples(inner, st.integers(0, 2)).map(
        lambda p: Count(Binder(2, Span(Num(0), Num(p[1])), Op("<", (Var(2), p[0])), "number"))
    )
    return st.one_of(two, one, pick, count)


expressions = st.recursive(st.one_of(numbers, variables), combined, max_leaves=12)


def worth(expr: Expr, env: dict[int, int]) -> int:
    """The value by the interpreter."""
    from sspdsl.interpret.lookup import look_up
    from sspdsl.interpret.run import Run
    from sspdsl.interpret.state import Table, first_state
    from sspdsl.interpret.values import value

    run = Run(PROGRAM, look_up(PROGRAM), Table.thaw(first_state(PROGRAM, 1)), str, lambda kind, what: None)
    return value(run, expr, dict(env))


PROGRAM = Builder().program()


@given(expressions, st.integers(LOW, HIGH), st.integers(LOW, HIGH))
def test_an_expression_may_be_what_the_interpreter_says(expr: Expr, x: int, y: int) -> None:
    world = World(PROGRAM)
    known = Known({0: span(LOW, HIGH), 1: span(LOW, HIGH)}, {})
    said = worth(expr, {0: x, 1: y})
    assert evaluate(world, known, expr).has(said)
    assert evaluate(world, Known({0: exactly(x), 1: exactly(y)}, {}), expr).has(said)
    after = assume(world, known, expr, said != 0)
    assert after is not None
    assert after.variables[0].has(x)
    assert after.variables[1].has(y)


def test_a_guard_narrows_what_it_speaks_of() -> None:
    table = Builder()
    coins = table.cell("coins", 0, 9)
    world = World(table.program())
    world.write(coins, None, span(0, 9))
    here = assume(world, NOTHING, op("and", op(">", Cell(coins), 2), op("<", Cell(coins), 5)), True)
    assert here is not None
    assert evaluate(world, here, Cell(coins)).members == frozenset((3, 4))
    assert evaluate(world, here, op("+", Cell(coins), 1)).members == frozenset((4, 5))
    assert assume(world, here, op("is", Cell(coins), 7), True) is None


def test_deep_conditions_are_known_soon() -> None:
    table = Builder()
    coins = table.cell("coins", 0, 9)
    world = World(table.program())
    world.write(coins, None, span(0, 9))
    deep: Expr = op("<", Cell(coins), 5)
    for depth in range(60):
        name = ("and", "or", "is")[depth % 3]
        deep = op(name, deep, op("is", Cell(coins), depth % 9))
    for slot in range(5):
        domain = Span(Num(0), Num(30))
        deep = op(">", Count(Binder(slot, domain, op("and", op("<", Var(slot), 9), deep), "number")), 2)
    start = time.process_time()
    assume(world, NOTHING, deep, True)
    assert time.process_time() - start < 5
