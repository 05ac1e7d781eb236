from __future__ import annotations

import pytest

from sspdsl.interpret import IllegalMove, TableError
from sspdsl.ir import terms as t
from sspdsl.ir.model import InsteadDef
from tests.support.games import core, interpreter, once, play
from tests.support.tables import HERE, SLOTS, Builder, num, op, values


def add(cell: int, amount: t.Expr | int = 1) -> t.Effect:
    return t.Assign(cell, None, None, op("+", t.Cell(cell), amount))


def counter(high: int = 99) -> tuple[Builder, int]:
    table = core()
    return table, table.cell("n", high=high)


def test_assign_let_if_repeat() -> None:
    table, n = counter()
    engine, state = once(
        table,
        t.Let(0, num(3)),
        t.Repeat(t.Var(0), (add(n),)),
        t.If(op("is", t.Cell(n), 3), (add(n, 10),), (add(n, 50),)),
        t.If(num(0), (add(n, 50),), (add(n, 1),)),
        t.RepeatUntil(op(">=", t.Cell(n), 20), (add(n, 4),)),
        t.RepeatUntil(num(1), (add(n, 50),)),
        t.Repeat(num(-2), (add(n, 50),)),
    )
    assert engine.view(state)["cells"]["n"] == 22


def test_reset_one_member_or_all() -> None:
    table = core()
    lit = table.cell("lit", size=3, index_low=1, first=1, high=5)
    fill = [t.Assign(lit, num(i), None, num(5)) for i in (1, 2, 3)]
    engine, state = once(table, *fill, t.Reset(lit, num(2)))
    assert engine.view(state)["cells"]["lit"] == {"1": 5, "2": 1, "3": 5}
    other = core()
    lit = other.cell("lit", size=3, index_low=1, first=1, high=5)
    engine, state = once(other, *fill, t.Reset(lit))
    assert engine.view(state)["cells"]["lit"] == {"1": 1, "2": 1, "3": 1}


@pytest.mark.parametrize("value", [-1, 10])
def test_a_value_out_of_range_is_an_error_of_the_table_with_its_place(value: int) -> None:
    table, n = counter(high=9)
    table.step("body", t.Assign(n, None, None, num(value)))
    with pytest.raises(TableError, match=r"toy\.ssp:1:1: `n` cannot be .*: its range is 0\.\.9"):
        interpreter(table).new_game()


def test_a_tally_has_no_range_and_remembers_what_was_paid_last() -> None:
    table = core()
    paid = table.cell("last_stars", form="tally", role="last_stars", hidden=True)
    ask = t.Choose((values(1),), (), False, None, None, "")
    table.modifier(2, all=True)
    engine, state = once(table, t.Score(num(-3)), ask, t.Score(num(0)), ask)
    assert (engine.scores(state), engine.evaluate(state, t.Cell(paid))) == ((-6,), -6)
    state = engine.apply(state, "1")
    assert (engine.scores(state), engine.evaluate(state, t.Cell(paid))) == ((-6,), 0)


def test_writing_to_a_player_or_member_who_does_not_exist_is_an_error() -> None:
    for index, player in ((None, num(1)), (num(3), None)):
        table, n = counter()
        with pytest.raises(TableError, match="no member"):
            once(table, t.Assign(n, index, player, num(1)))


def test_effects_without_end_are_an_error() -> None:
    table = core()
    with pytest.raises(TableError, match="without end"):
        once(table, t.RepeatUntil(num(0), ()))
    table = core()
    table.action("again", t.Do(0))
    with pytest.raises(TableError, match="without end"):
        once(table, t.Do(0))


def test_marks_and_erasing_ignore_box_minus_one() -> None:
    table = core()
    a = table.feature("a", (1,), (2,), (3,))
    never = table.feature("start", (), line="never")
    boxes = [*a, *never]
    engine, state = once(
        table,
        *(t.Mark(num(box)) for box in (*boxes, -1)),
        t.EraseBox(num(a[0])),
        t.EraseBox(num(-1)),
        t.EraseBoxes((a[2],)),
        t.Fill(num(-1)),
        t.Hit(num(-1)),
    )
    assert engine.view(state)["filled"] == ["a.2"]
    bad = core()
    with pytest.raises(TableError, match="no box 4"):
        once(bad, t.Mark(num(4)))


def test_each_reads_its_condition_when_a_members_turn_comes() -> None:
    table, n = counter()
    binder = values(1, 2, 3, slot=0, where=op("<", t.Cell(n), 3))
    engine, state = once(table, t.Each(binder, (add(n, t.Var(0)),)))
    assert engine.view(state)["cells"]["n"] == 3


def test_each_as_player_acts_for_them_and_end_ends_their_share_only() -> None:
    table, n = counter()
    everyone = t.Binder(0, t.Span(num(0), op("-", t.Players(), 1)), None, "player")
    body = (add(n, op("+", t.Var(0), 1)), t.If(op("is", t.Me(), 1), (t.End("game"),)), add(n, 10))
    first_turn = t.If(op("is", t.Cell(n), 0), (t.Each(everyone, body, True), add(n, 20)))
    table.step("shared", first_turn, shared=True)
    table.step("ask", t.Choose((values(7),), (t.End("game"),), False, None, None, "seven"))
    engine = interpreter(table)
    state = engine.new_game(3)
    assert [engine.view(state, p)["cells"]["n"] for p in range(3)] == [31, 2, 13]
    assert [engine.view(state, p)["finished"] for p in range(3)] == [False, True, False]
    # The second player's game is over, so the third is asked next.
    state = engine.apply(state, "7")
    assert engine.decision(state).player == 2
    assert engine.decision(engine.apply(state, "7")).kind == "over"


# ---------------------------------------------------------------- actions


def test_an_action_runs_before_instead_or_body_then_when() -> None:
    for lit, expected in ((0, 1256), (1, 1356)):
        table = core()
        n, flag = table.cell("n", high=9999), table.cell("flag", first=lit)

        def digit(d: int, n: int = n) -> t.Effect:
            return t.Assign(n, None, None, op("+", op("*", t.Cell(n), 10), d))

        instead = (
            InsteadDef(t.Cell(flag), (digit(3),), SLOTS, HERE),
            InsteadDef(t.Cell(flag), (digit(4),), SLOTS, HERE),
        )
        action = table.action("act", digit(2), params=1, instead=instead)
        table.rule("action", action, body=(digit(5),), guard=op("is", t.Var(0), 8))
        table.rule("action", action, body=(digit(9),), guard=op("is", t.Var(0), 7))
        table.rule("action", action, body=(digit(1),), before=True)
        table.rule("action", action, body=(digit(6),))
        engine, state = once(table, t.Do(action, (num(8),)))
        assert engine.view(state)["cells"] == {"n": expected, "flag": lit}


def test_lifetimes_run_last_and_only_if_their_guard_holds() -> None:
    table = core()
    kept, gone = table.cell("kept"), table.cell("gone")
    boxes = table.feature("a", (1,), (2,))
    action = table.action("round_ends")
    light = (t.Assign(kept, None, None, num(1)), t.Assign(gone, None, None, num(1)))
    table.rule("action", action, body=light)
    table.lifetime("action", action, cells=(gone,), boxes=(boxes[1],))
    table.lifetime("action", action, cells=(kept,), guard=num(0))
    engine, state = once(table, *(t.Mark(num(b)) for b in boxes), t.Do(action))
    assert engine.view(state)["cells"] == {"kept": 1, "gone": 0}
    assert engine.view(state)["filled"] == ["a.1"]


def test_changed_is_raised_for_a_new_value_only() -> None:
    table = core()
    track, n, until = table.cell("track", high=9, size=2), table.cell("n", high=99), table.cell("until")
    table.rule("changed", track, body=(add(n, op("+", 10, t.Var(1))),))
    table.rule("changed", track, body=(add(n, t.Cell(track, t.Var(1))),), before=True)
    table.lifetime("changed", track, cells=(until,))
    one = t.Assign(track, num(1), None, num(5))
    engine, state = once(table, t.Assign(until, None, None, num(1)), one, one, t.Reset(track))
    assert engine.view(state)["cells"] == {"track": {"0": 0, "1": 0}, "n": 11, "until": 0}


# ---------------------------------------------------------------- choices


def test_choose_binds_the_first_slowest_and_leaves_out_equal_texts() -> None:
    table = core()
    n = table.cell("n", high=99)
    boxes = table.feature("b", (1,), (1,), (2,))
    first = t.Binder(0, t.Values((2, 1)), None, "number")
    second = t.Binder(1, t.Values(tuple(boxes)), op("or", op("is", t.Var(0), 1), t.Var(1)), "box")
    body = (add(n, op("+", op("*", 10, t.Var(0)), t.Var(1))),)
    engine, state = once(table, t.Choose((first, second), body, True, None, None, "two things"))
    decision = engine.decision(state)
    assert decision.options == ("2 b.1", "2 b.2", "1 b.1", "1 b.2", "pass")
    assert (decision.kind, decision.player, decision.about, decision.dice) == ("choose", 0, "two things", ())
    assert engine.view(engine.apply(state, "1 b.1"))["cells"]["n"] == 10
    assert engine.view(engine.apply(state, "2 b.1"))["cells"]["n"] == 21
    assert engine.view(engine.apply(state, "pass"))["cells"]["n"] == 0


def test_nothing_to_choose_is_passed_over_and_a_single_option_is_asked() -> None:
    table, n = counter()
    nothing = t.Choose((values(1, where=num(0)),), (add(n),), True, None, None, "")
    single = t.Choose((values(1),), (add(n),), False, None, None, "")
    engine, state = once(table, nothing, single)
    assert engine.decision(state).options == ("1",)


def test_choose_up_to_and_exactly() -> None:
    table, n = counter()
    engine, state = once(
        table, t.Choose((values(1, 2, 3),), (add(n, t.Var(5)),), False, num(1), num(2), "one or two")
    )
    assert engine.decision(state).options == ("1", "2", "3")
    state = engine.apply(state, "2")
    assert engine.view(state)["cells"]["n"] == 2
    assert engine.decision(state).options == ("1", "3", "pass")
    assert engine.decision(engine.apply(state, "3")).kind == "over"
    table, n = counter()
    engine, state = once(table, t.Choose((values(1, 2),), (add(n),), True, num(2), num(2), "two or none"))
    assert engine.decision(state).options == ("1", "2", "pass")
    state = engine.apply(state, "1")
    assert engine.decision(state).options == ("2",)


def test_one_of_lists_what_its_guards_let_through() -> None:
    table, n = counter()
    branches = (
        t.Branch("first", "", num(0), (add(n, 1),)),
        t.Branch("second", "", None, (add(n, 2),)),
        t.Branch("second", "", None, (add(n, 3),)),
    )
    closed = t.OneOf(branches[:1], True, "nothing")
    engine, state = once(table, closed, t.OneOf(branches, True, "a bonus"))
    assert engine.decision(state).options == ("second", "pass")
    assert engine.view(engine.apply(state, "second"))["cells"]["n"] == 2


def test_a_member_shows_by_its_kind() -> None:
    table = Builder()
    boxes = table.feature("lane", (1,))
    table.group("pair", *boxes)
    crew = table.words("crew", "kirk", "spock")
    shown: list[str] = []
    for kind, member in (
        ("number", 4), ("die", 1), ("box", 0), ("feature", 0), ("set", 0), ("position", 0), ("ball", 0),
        ("player", 0), (f"word:{crew}", 1),
    ):  # fmt: skip
        other = Builder()
        for name in ("features", "boxes", "sets", "positions", "domains"):
            other.parts[name] = list(table.parts[name])
        other.start_ball()
        other.step("roll", t.RollDice(), shared=True)
        other.step("ask", t.Choose((values(member, kind=kind),), (), False, None, None, ""))
        engine = interpreter(other)
        state = engine.roll(engine.new_game(), 3, 5)
        shown.extend(engine.decision(state).options)
    assert shown == ["4", "5", "lane.1", "lane", "pair", "lane", "ball at lane", "player 1", "spock"]


def test_an_illegal_option_leaves_the_state_alone() -> None:
    engine, state = once(core(), t.Choose((values(1, 2),), (), False, None, None, ""))
    with pytest.raises(IllegalMove, match="`3` is not offered: 1, 2"):
        engine.apply(state, "3")
    with pytest.raises(IllegalMove, match="nothing is to be rolled"):
        engine.roll(state, 1, 2)
    assert engine.decision(state).options == ("1", "2")


# ---------------------------------------------------------------- chance


def test_rolling_dice_a_cell_and_drawing() -> None:
    table = core()
    n = table.cell("n", low=2, high=4, first=2)
    raiders = table.words("raiders", "red", "blue")
    table.cell("last", high=2, words=raiders, or_none=True)
    draw = t.Draw(values(0, 1, kind=f"word:{raiders}"), (t.Assign(n + 1, None, None, op("+", t.Var(5), 1)),))
    engine, state = once(
        table, t.Draw(values(1, where=num(0)), ()), t.RollCell(n, None, None), draw, t.Draw(values(7, 7), ())
    )
    decision = engine.decision(state)
    assert (decision.kind, decision.options, decision.dice) == ("roll", ("2", "3", "4"), ((2, 3, 4),))
    assert engine.view(state)["cells"] == {"n": 2, "last": None}
    state = engine.roll(state, 4)
    assert (engine.decision(state).kind, engine.decision(state).options) == ("draw", ("red", "blue"))
    state = engine.apply(state, "blue")
    assert engine.view(state)["cells"] == {"n": 4, "last": "blue"}
    assert engine.decision(state).options == ("7", "7 #2")


def test_a_roll_has_36_results_and_is_everyones() -> None:
    table = Builder(balls=0)
    table.step("roll", t.RollDice(), shared=True)
    table.step("ask", t.Choose((values(0, 1, kind="die"),), (), False, None, None, ""))
    engine = interpreter(table)
    state = engine.new_game(2)
    decision = engine.decision(state)
    assert (decision.kind, decision.player, len(decision.options)) == ("roll", 0, 36)
    assert decision.options[:7] == ("1 1", "1 2", "1 3", "1 4", "1 5", "1 6", "2 1")
    assert engine.view(state)["dice"] == []
    state = engine.roll(state, 6, 2)
    assert engine.view(state, 1)["dice"] == engine.view(state, 1)["values"] == [6, 2]
    state = play(engine, state, "6")
    assert (engine.decision(state).player, engine.decision(state).options) == (1, ("6", "2"))
    state = play(engine, state, "2")
    assert engine.view(state)["dice"] == engine.view(state)["values"] == []


def test_equal_states_are_equal_and_hash_alike() -> None:
    engine, state = once(core(), t.Choose((values(1, 2),), (), False, None, None, ""))
    assert engine.apply(state, "1") == engine.apply(state, "2")
    assert len({engine.apply(state, "1"), engine.apply(state, "2"), state}) == 2
