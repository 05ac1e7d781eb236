from __future__ import annotations

import pytest

from sspdsl.ir import terms as t
from sspdsl.ir.terms import Expr
from tests.support.games import core, interpreter, once
from tests.support.tables import Builder, num, op, values


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (op("+", 1, 2, 3), 6),
        (op("-", 1, 3), -2),
        (op("*", 4, 5), 20),
        (op("div", -7, 2), -4),
        (op("div", 7, 0), 0),
        (op("mod", -7, 2), 1),
        (op("mod", 7, 0), 0),
        (op("min", 4, 2, 3), 2),
        (op("max", 4, 2, 7), 7),
        (op("size", -3), 3),
        (op("is", 2, 2), 1),
        (op("is_not", 2, 2), 0),
        (op("<", 1, 2), 1),
        (op("<=", 2, 2), 1),
        (op(">", 1, 2), 0),
        (op(">=", 1, 2), 0),
        (op("and", 1, 0), 0),
        (op("or", 1, 0), 1),
        (op("not", 3), 0),
        (t.Pick(num(0), num(5), num(6)), 6),
        (t.Member(num(3), (1, 3)), 1),
        (t.Member(num(2), (1, 3)), 0),
        (t.Players(), 2),
        (t.Me(), 1),
        (t.Count(values(1, 2, 3, 4, slot=0, where=op(">", t.Var(0), 1))), 3),
        (t.First(values(1, 2, 3, 4, slot=0, where=op(">", t.Var(0), 1))), 2),
        (t.First(values(1, slot=0, where=num(0))), -1),
        (t.Count(t.Binder(0, t.Span(num(3), num(5)), None, "number")), 3),
        (t.Count(t.Binder(0, t.Span(num(3), num(2)), None, "number")), 0),
    ],
)
def test_plain_expressions(term: Expr, expected: int) -> None:
    engine, state = once(core(), players=2)
    assert engine.evaluate(state, term, player=1) == expected


def test_cells_and_facts_read_zero_outside() -> None:
    table = core()
    lit = table.cell("lit", size=3, index_low=4, first=1)
    fact = table.fact("worth", 2, 10, 20)
    engine, state = once(table, t.Assign(lit, num(5), None, num(0)), players=2)
    assert [engine.evaluate(state, t.Cell(lit, num(i))) for i in (3, 4, 5, 6, 7)] == [0, 1, 0, 1, 0]
    assert [engine.evaluate(state, t.Fact(fact, num(i))) for i in (1, 2, 3, 4)] == [0, 10, 20, 0]
    assert engine.evaluate(state, t.Cell(lit, num(4), num(1))) == 1
    assert engine.evaluate(state, t.Cell(lit, num(4), num(2))) == 0


def test_boxes_filled_and_counted() -> None:
    table = core()
    boxes = table.feature("a", (1,), (2,), (3,))
    engine, state = once(table, t.If(op("is", t.Me(), 1), (t.Mark(num(boxes[1])),)), players=2)
    assert engine.evaluate(state, t.Filled(num(boxes[1])), player=1) == 1
    assert engine.evaluate(state, t.Filled(num(boxes[1]))) == 0
    assert engine.evaluate(state, t.Filled(num(boxes[1]), num(1))) == 1
    assert engine.evaluate(state, t.Filled(num(boxes[1]), num(7))) == 0
    assert engine.evaluate(state, t.Filled(num(-1))) == 0
    assert engine.evaluate(state, t.CountFilled(tuple(boxes), num(1))) == 1


def test_a_sequence_opens_box_by_box() -> None:
    table = core()
    boxes = table.feature("feat", (1,), (2,), (3,), sequence=True)
    engine, state = once(table, t.Mark(num(boxes[0])))
    assert [engine.evaluate(state, t.Opened(num(box))) for box in (*boxes, -1)] == [0, 1, 0, 0]


def test_open_while_knows_the_box_and_no_die() -> None:
    table = core()
    boxes = table.feature("a", (1,), (2,), open=op("and", op("is", t.Var(0), 1), op("is", t.Var(1), -1)))
    engine = interpreter(table)
    state = engine.new_game()
    assert [engine.evaluate(state, t.Opened(num(box))) for box in boxes] == [0, 1]


def test_a_box_shows_printed_faces_and_slots_but_never_zero() -> None:
    table = core()
    key = table.cell("key", high=6, size=2)
    boxes = table.feature("keypad", (4, 5), (), slots=(t.Cell(key, t.Var(0)),))
    engine, state = once(table, t.Assign(key, num(boxes[1]), None, num(6)))
    shown = [[face for face in range(7) if engine.evaluate(state, t.Shows(num(b), num(face)))] for b in boxes]
    assert shown == [[4, 5], [6]]
    assert engine.evaluate(state, t.Shows(num(-1), num(4))) == 0


def test_the_builder_alone_keeps_the_invariants() -> None:
    interpreter(Builder())
