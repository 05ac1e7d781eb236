"""Balls that wait: which moves, abilities and losses are offered, and what they do."""

from __future__ import annotations

import pytest

from sspdsl.interpret import Interpreter, State, TableError
from sspdsl.ir import terms as t
from tests.support.games import interpreter, play
from tests.support.tables import Builder, num, op, values


def lanes(balls: int = 1) -> Builder:
    """Start -> top [1, 2, 2, 3/4] -> drain [6], and a flipper shot back to the top."""
    table = Builder(balls=balls)
    table.feature("start")
    top = table.feature("top", (1,), (2,), (2,), (3, 4))
    drain_boxes = table.feature("drain", (6,), line="never", drains=True)
    table.way((0,), top)
    table.way((0, 1), drain_boxes)
    table.rule("hit", *drain_boxes, body=(t.LoseBall(op("-", t.Cell(table.find("mover")), 1)),))
    table.start_ball()
    return table


def rolled(table: Builder, *faces: int) -> tuple[Interpreter, State]:
    table.plain_turn()
    engine = interpreter(table)
    return engine, engine.roll(engine.new_game(), *faces)


def test_moves_by_die_then_box_and_equal_labels_once() -> None:
    engine, state = rolled(lanes(), 2, 3)
    assert engine.decision(state).options == ("2 to top.2", "3 to top.3/4")
    state = engine.apply(state, "2 to top.2")
    assert engine.decision(state).kind == "roll"
    assert engine.view(state)["filled"] == ["top.2"]
    assert engine.view(state)["balls"] == ["top"]


def test_doubles_offer_each_text_once() -> None:
    engine, state = rolled(lanes(), 2, 2)
    assert engine.decision(state).options == ("2 to top.2",)


def test_the_second_box_of_a_label_is_filled_when_the_first_is() -> None:
    table = lanes()
    table.way((1,), [0, 1, 2, 3], "shot")
    engine, state = rolled(table, 2, 5)
    state = engine.roll(engine.apply(state, "2 to top.2"), 2, 1)
    assert engine.decision(state).options == ("2 to top.2", "1 to top.1")
    state = engine.apply(state, "2 to top.2")
    assert engine.view(state)["filled"] == ["top.2", "top.2#2"]
    # Both are filled: with 2 and 5 there is nothing left.
    assert engine.decision(engine.roll(state, 2, 5)).options == ("lose ball",)


def test_a_loss_is_offered_only_without_a_move_and_ends_the_ball() -> None:
    engine, state = rolled(lanes(), 5, 5)
    assert engine.decision(state).options == ("lose ball",)
    over = engine.apply(state, "lose ball")
    assert engine.decision(over) == engine.decision(over)
    assert (engine.decision(over).kind, engine.decision(over).options) == ("over", ())
    assert engine.view(over)["balls"] == [None]


def test_the_cells_of_a_move_are_set_during_it_and_go_back() -> None:
    table = lanes()
    seen = table.cell("seen", high=99999)
    roles = ("mover", "chosen", "origin", "way")
    total: t.Expr = num(0)
    for role in roles:
        total = op("+", op("*", total, 10), t.Cell(table.find(role)))
    table.rule("hit", 0, body=(t.Assign(seen, None, None, total),))
    engine, state = rolled(table, 5, 1)
    state = engine.apply(state, "1 to top.1")
    assert engine.view(state)["cells"]["seen"] == 1211
    assert all(engine.evaluate(state, t.Cell(table.find(role))) == 0 for role in roles)
    assert engine.evaluate(state, t.Cell(table.find("die_used"), num(1))) == 0


def test_ways_need_their_guard_and_bans_take_them_away() -> None:
    """Guards of ways and bans know the die as variable 0."""
    table = lanes()
    engine, state = rolled(lanes_with_ban("fall"), 1, 3)
    assert engine.decision(state).options == ("3 to top.3/4",)
    engine, state = rolled(lanes_with_ban("shot"), 1, 3)
    assert engine.decision(state).options == ("1 to top.1", "3 to top.3/4")
    engine, state = rolled(lanes_with_ban(), 1, 3)
    assert engine.decision(state).options == ("3 to top.3/4",)
    table = lanes()
    table.change("ways", 0, guard=op("is", t.Var(0), 1))
    engine, state = rolled(table, 2, 3)
    assert engine.decision(state).options == ("3 to top.3/4",)


def lanes_with_ban(*ways: str) -> Builder:
    table = lanes()
    table.way((1,), [0], "shot")
    table.ban((0,), [0, 3], *ways, guard=op("is", t.Var(0), 0))
    return table


def test_ways_through_a_feature_are_options_of_their_own_and_passing_is_an_event() -> None:
    table = lanes()
    table.feature("spinner")
    table.way((0,), [0], "arrow", through=(3,))
    table.way((0,), [0], "line", through=(3,))
    count = table.cell("count", high=9)
    table.rule("passed", 3, body=(t.Assign(count, None, None, op("+", t.Cell(count), 1)),))
    engine, state = rolled(table, 1, 5)
    assert engine.decision(state).options == ("1 to top.1", "1 to top.1 through spinner")
    assert engine.view(engine.apply(state, "1 to top.1"))["cells"]["count"] == 0
    assert engine.view(engine.apply(state, "1 to top.1 through spinner"))["cells"]["count"] == 1


def test_a_ball_lost_on_the_way_moves_no_further() -> None:
    table = lanes()
    table.feature("trap")
    table.change("ways", 0, through=(3,))
    table.rule("passed", 3, body=(t.LoseBall(num(0)),))
    table.step("roll", t.RollDice(), shared=True)
    table.step("move", t.PlayBalls())
    table.step("end", t.End("game"))
    engine = interpreter(table)
    over = play(engine, engine.new_game(), "1 5", "1 to top.1 through trap")
    assert engine.view(over)["filled"] == []


def test_on_a_ring_the_die_is_a_distance() -> None:
    table = lanes()
    cars = table.feature("cars", (), (), line="solid")
    table.way((0,), cars[1:], "arrow", steps=5)
    engine, state = rolled(table, 5, 3)
    assert engine.decision(state).options == ("5 to cars.", "3 to top.3/4")


def test_reaches_asks_for_a_way_whatever_the_dice() -> None:
    """It heeds guards, bans and what is open; a guard that knows the die finds none."""
    table = lanes()
    table.ban((0,), [1], "fall")
    table.way((1,), [0], "arrow", guard=op("is", t.Var(0), -1), steps=3)
    table.way((1,), [1], "arrow", guard=op("is", t.Var(0), 0))
    engine, state = rolled(table, 3, 3)

    def reaches(box: int, position: int, way: str = "") -> int:
        return engine.evaluate(state, t.Reaches(num(box), num(position), way))

    assert [reaches(box, 0) for box in range(5)] == [1, 0, 1, 1, 1]
    assert [reaches(box, 1) for box in range(5)] == [1, 0, 0, 0, 1]
    assert (reaches(0, 0, "fall"), reaches(0, 0, "arrow"), reaches(0, 1, "arrow")) == (1, 0, 1)
    assert (reaches(-1, 0), reaches(0, -1), reaches(0, 9)) == (0, 0, 0)
    state = engine.apply(state, "3 to top.3/4")
    assert reaches(3, 0) == 0


def test_a_box_may_be_open_for_one_die_only() -> None:
    table = lanes()
    table.change("boxes", 0, open=op("is", t.Var(1), 1))
    engine, state = rolled(table, 1, 1)
    assert engine.decision(state).options == ("1 to top.1",)
    engine, state = rolled_again(engine, 1, 3)
    assert engine.decision(state).options == ("3 to top.3/4",)


def rolled_again(engine: Interpreter, *faces: int) -> tuple[Interpreter, State]:
    return engine, engine.roll(engine.new_game(), *faces)


# ---------------------------------------------------------------- two balls


def two_balls() -> Builder:
    table = lanes(balls=2)
    table.change("actions", 0, body=(t.PutBall(num(0)), t.PutBall(num(1))))
    return table


def test_two_balls_take_a_die_each() -> None:
    table = two_balls()
    table.way((1,), [3], "shot")
    engine, state = rolled(table, 3, 6)
    assert engine.decision(state).options == (
        "3 to top.3/4 from start", "6 to drain.6 from start",
        "3 to top.3/4 from top", "6 to drain.6 from top",
    )  # fmt: skip
    state = engine.apply(state, "6 to drain.6 from start")
    assert engine.decision(state).kind == "over"  # losing a ball ends this game
    state = engine.apply(engine.roll(engine.new_game(), 3, 6), "3 to top.3/4 from top")
    assert engine.decision(state).options == ("6 to drain.6",)


def test_with_two_balls_a_loss_names_the_ball_and_the_die() -> None:
    """AMB-CORE-16: a ball is judged by the die given to it."""
    engine, state = rolled(two_balls(), 1, 5)
    assert engine.decision(state).options == (
        "1 to top.1 from start",
        "lose ball at start with 5", "lose ball at top with 1", "lose ball at top with 5",
    )  # fmt: skip


def test_a_loss_uses_its_die() -> None:
    table = two_balls()
    table.step("roll", t.RollDice(), shared=True)
    table.step("move", t.PlayBalls())
    table.step("end", t.End("game"))
    engine = interpreter(table)
    state = play(engine, engine.new_game(), "1 5", "lose ball at top with 5")
    assert engine.decision(state).options == ("1 to top.1",)
    state = play(engine, engine.new_game(), "1 5", "lose ball at top with 1")
    assert engine.decision(state).options == ("lose ball",)


def test_a_ball_put_during_the_turn_waits_for_the_next_roll() -> None:
    table = lanes(balls=2)
    table.rule("hit", 0, body=(t.PutBall(num(0)),))
    engine, state = rolled(table, 1, 3)
    state = engine.apply(state, "1 to top.1")
    assert engine.decision(state).kind == "roll"
    assert engine.view(state)["balls"] == ["top", "start"]
    assert engine.decision(engine.roll(state, 6, 5)).options[0] == "6 to drain.6 from top"


def test_three_balls_and_two_dice_is_an_error_of_the_table() -> None:
    table = lanes(balls=3)
    table.change("actions", 0, body=(t.PutBall(num(0)),) * 3)
    table.change("cells", table.find("die_used"), first=1)
    table.plain_turn()
    engine = interpreter(table)
    with pytest.raises(TableError, match="nothing can be chosen"):
        engine.roll(engine.new_game(), 1, 2)


# ---------------------------------------------------------------- abilities


def change_die(table: Builder, keeping: bool, name: str = "nudge") -> None:
    value = table.find("value")
    params = (
        values(0, 1, slot=0, kind="die"),
        values(*range(1, 7), slot=1, where=op("is_not", t.Var(1), t.Cell(value, t.Var(0)))),
    )
    table.ability(name, t.Assign(value, t.Var(0), None, t.Var(1)), params=params, keeping=keeping)


def test_an_ability_is_offered_for_each_way_to_bind_its_parameters() -> None:
    table = lanes()
    change_die(table, keeping=False)
    engine, state = rolled(table, 5, 6)
    options = engine.decision(state).options
    assert options == (
        "6 to drain.6", "nudge 5 1", "nudge 5 2", "nudge 5 3", "nudge 5 4", "nudge 5 6",
        "nudge 6 1", "nudge 6 2", "nudge 6 3", "nudge 6 4", "nudge 6 5",
    )  # fmt: skip
    state = engine.apply(state, "nudge 5 1")
    assert engine.decision(state).options[:2] == ("1 to top.1", "6 to drain.6")
    assert engine.view(state)["dice"] == [5, 6]
    assert engine.view(state)["values"] == [1, 6]


def test_keeping_offers_only_what_leaves_a_move_that_keeps_the_ball_and_holds_the_player_to_it() -> None:
    """CORE-NUDGE-08: a nudge may not lose the ball."""
    table = lanes()
    change_die(table, keeping=True)
    engine, state = rolled(table, 5, 5)
    options = engine.decision(state).options
    # A 6 leads to the drain alone, so no nudge to it.
    assert options == ("nudge 5 1", "nudge 5 2", "nudge 5 3", "nudge 5 4", "lose ball")
    table = lanes()
    table.change("boxes", 0, faces=(1, 6))
    change_die(table, keeping=True)
    engine, state = rolled(table, 5, 3)
    assert "nudge 5 6" in engine.decision(state).options
    state = engine.apply(state, "nudge 5 6")
    moves = [option for option in engine.decision(state).options if " to " in option]
    assert moves == ["6 to top.1", "3 to top.3/4"]


def test_of_two_balls_neither_is_lost_by_a_die_that_was_changed_to_keep_one() -> None:
    """CORE-NUDGE-07: nor does the other ball go first and leave that die to a ball that it would lose."""
    table = two_balls()
    change_die(table, keeping=True)
    engine, state = rolled(table, 5, 6)
    state = engine.apply(state, "nudge 5 1")
    assert but_nudges(engine, state) == ["1 to top.1 from start", "6 to drain.6 from top"]
    # Both dice changed for the ball at the start: what cannot be held binds no one.
    state = engine.apply(state, "nudge 6 2")
    assert but_nudges(engine, state) == [
        "1 to top.1 from start", "2 to top.2 from start",
        "lose ball at top with 1", "lose ball at top with 2",
    ]  # fmt: skip


def but_nudges(engine: Interpreter, state: State) -> list[str]:
    return [option for option in engine.decision(state).options if not option.startswith("nudge")]


def test_an_ability_of_no_effect_is_not_offered() -> None:
    table = lanes()
    n = table.cell("n", high=1)
    table.ability("idle", t.Assign(n, None, None, num(0)))
    table.ability("asks", t.Choose((values(1),), (), False, None, None, "one"))
    table.ability("lights", t.Assign(n, None, None, num(1)), guard=op("is", t.Cell(n), 0))
    engine, state = rolled(table, 1, 5)
    assert engine.decision(state).options == ("1 to top.1", "asks", "lights")
    state = engine.apply(state, "lights")
    # Now the first would change something.
    assert engine.decision(state).options == ("1 to top.1", "idle", "asks")


def test_a_window_is_offered_until_passed_and_closes_when_nothing_is_left() -> None:
    table = Builder()
    shop = table.window("shop")
    coins = table.cell("coins", high=5, first=2)
    pay = t.Assign(coins, None, None, op("-", t.Cell(coins), 1))
    table.ability("buy", pay, window=shop, guard=t.Cell(coins))
    table.step("shop", t.Offer(shop))
    table.step("end", t.End("game"))
    engine = interpreter(table)
    state = engine.new_game()
    assert engine.decision(state).options == ("buy", "pass")
    assert engine.decision(state).about == "shop"
    assert engine.decision(engine.apply(state, "pass")).kind == "over"
    assert engine.decision(play(engine, state, "buy", "buy")).kind == "over"


def test_used_cells_of_the_turn_go_back_and_others_stay() -> None:
    table = lanes()
    turn = table.cell("used_turn", role="used", line="until")
    game = table.cell("used_game", role="used", line="double")
    for cell in (turn, game):
        table.ability(f"a{cell}", t.Assign(cell, None, None, num(1)), guard=op("is", t.Cell(cell), 0))
    engine, state = rolled(table, 1, 5)
    state = play(engine, state, f"a{turn}", f"a{game}")
    assert engine.decision(state).options == ("1 to top.1",)
    state = engine.roll(engine.apply(state, "1 to top.1"), 6, 5)
    assert engine.decision(state).options == ("6 to drain.6", f"a{turn}")
