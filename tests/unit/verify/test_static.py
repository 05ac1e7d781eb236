"""What is found without playing: play could hide a fault in it, since it refutes by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Cell, Num
from sspdsl.verify.cascades import call_graph, find_circle, longest_chain
from sspdsl.verify.filling import goals_of
from sspdsl.verify.goals import goal_words
from sspdsl.verify.reach import reach
from sspdsl.verify.stuck import doubts_of
from tests.unit.verify.small import finish, good
from tests.unit.verify.test_verify import (
    action_under_a_guard,
    ball_waits_again,
    below_zero,
    endless_fill,
    good_table,
    guard_gone_stale,
    limited,
    limited_by_hand,
    overflowing,
)


@pytest.mark.parametrize("make", [overflowing, below_zero, guard_gone_stale])
def test_a_write_that_may_leave_its_range_is_doubted(make: Callable[[], Program]) -> None:
    program = make()
    doubted = {program.cells[overflow.cell].name for overflow in reach(program).world.overflows.values()}
    assert doubted in ({"hits"}, {"coins"})


@pytest.mark.parametrize("make", [good_table, limited, limited_by_hand, action_under_a_guard])
def test_a_write_that_is_guarded_is_not(make: Callable[[], Program]) -> None:
    assert not reach(make()).world.overflows


def test_a_ball_that_waits_again_is_doubted() -> None:
    assert [words for _, words in doubts_of(ball_waits_again())] == ["makes a ball wait again"] * 2
    assert doubts_of(good_table()) == []


def behind_a_set_never_complete() -> Program:
    table = good()
    flag = table.cell("gate_open", form="indicator", line="double")
    table.place("seven", (7,), (1, 2))
    table.on("complete", [2], table.put(flag, 1))
    table.arrow(2, 1, Cell(flag))
    return finish(table)


def test_a_set_with_a_box_of_seven_is_never_complete() -> None:
    program = behind_a_set_never_complete()
    found = reach(program)
    assert ("complete", 2) not in found.world.events
    never = {goal_words(program, goal) for goal in goals_of(program, found).never}
    assert "arrow drops to cars.1/2" in never


def test_a_loop_forgets_what_held_before_it() -> None:
    """The guard holds for the first pass only."""
    table = good()
    coins = table.cell("coins", 0, 1, line="double")
    twice = t.Repeat(Num(2), (table.more(coins),))
    table.on("hit", [1], t.If(t.Op("is", (Cell(coins), Num(0))), (twice,)))
    assert reach(finish(table)).world.overflows


def test_another_player_is_not_bound_by_what_is_known_of_this_one() -> None:
    table = good()
    coins = table.cell("coins", 0, 1, line="double")
    players = t.Binder(1, t.Span(Num(0), t.Op("-", (t.Players(), Num(1)))), None, "player")
    body = (t.Each(players, (table.more(coins),), as_player=True),)
    table.on("hit", [1], t.If(t.Op("is", (Cell(coins), Num(0))), body))
    assert reach(finish(table)).world.overflows


def test_fills_that_come_back_are_a_circle() -> None:
    program = endless_fill()
    calls = call_graph(program, reach(program))
    circle = find_circle(calls)
    assert circle[0] == circle[-1]
    assert {kind for kind, _ in circle} == {"rule"}


def test_the_longest_chain_is_the_longest() -> None:
    calls = {("rule", 0): (("rule", 1), ("rule", 2)), ("rule", 1): (("rule", 2),), ("rule", 2): ()}
    assert find_circle(calls) == []
    assert longest_chain(calls) == [("rule", 0), ("rule", 1), ("rule", 2)]
