"""Players, turns, the end of the game, and what is told of it."""

from __future__ import annotations

from random import Random

import pytest

from sspdsl.interpret import IllegalMove, Interpreter, State, TableError
from sspdsl.ir import terms as t
from tests.support.games import core, interpreter, once, play
from tests.support.tables import Builder, num, op, values


def race() -> Builder:
    """Each player moves down a lane of boxes; a ball lost ends the round; two rounds."""
    table = Builder()
    table.feature("start")
    lane = table.feature("lane", (1,), (2,), (3,), stars=op("+", t.Var(0), 1))
    table.way((0, 1), lane)
    round_ = table.cell("round", low=1, high=2)
    last = (t.End("game"),)
    again = (t.Assign(round_, None, None, num(2)), t.EraseBoxes(tuple(lane)), t.PutBall(num(0)))
    table.rule("lost", body=(t.If(op("is", t.Cell(round_), 2), last, again),))
    table.start_ball()
    table.step("roll", t.RollDice(), shared=True)
    table.step("move", t.PlayBalls())
    return table


def test_players_share_rolls_and_are_in_rounds_of_their_own() -> None:
    engine = interpreter(race())
    state = engine.new_game(2)
    state = play(engine, state, "1 1", "1 to lane.1")
    assert engine.decision(state).player == 1
    state = play(engine, state, "1 to lane.1", "1 2")
    assert engine.decision(state).options == ("2 to lane.2",)
    state = play(engine, state, "2 to lane.2", "2 to lane.2", "6 6", "lose ball", "lose ball", "3 6")
    assert [engine.view(state, p)["cells"]["round"] for p in (0, 1)] == [2, 2]
    state = play(engine, state, "3 to lane.3", "3 to lane.3", "1 6", "1 to lane.1", "1 to lane.1")
    assert engine.scores(state) == (1 + 2 + 3 + 1, 7)
    state = play(engine, state, "5 5", "lose ball", "lose ball")
    assert engine.decision(state).kind == "over"
    assert engine.winners(state) == (0, 1)
    assert engine.evaluate(state, t.Cell(2)) == 6  # last_roll


def test_a_finished_player_is_asked_no_more_and_the_others_play_on() -> None:
    table = race()
    table.ability("quit", t.End("game"), guard=op("is", t.Me(), 0))
    engine = interpreter(table)
    state = play(engine, engine.new_game(2), "1 2", "quit", "1 to lane.1")
    assert engine.decision(state).kind == "roll"
    # The roll is now the second player's, who is the first that still plays.
    assert engine.decision(state).player == 1
    assert engine.view(state)["finished"] is True
    assert engine.view(state)["balls"] == [None]
    state = engine.apply(state, "3 3")
    assert engine.decision(state).player == 1
    assert engine.winners(state) == (1,)


def test_steps_that_are_not_shared_run_together_for_one_player_after_the_other() -> None:
    table = core()
    ask = [t.Choose((values(i),), (), False, None, None, "") for i in range(4)]
    table.step("a", ask[0])
    table.step("b", ask[1], t.End("step"), ask[0])
    table.step("c", ask[2], shared=True)
    table.step("d", ask[3], t.End("game"))
    engine = interpreter(table)
    state = engine.new_game(2)
    order = []
    while engine.decision(state).kind != "over":
        decision = engine.decision(state)
        order.append((decision.player, decision.options[0]))
        state = engine.apply(state, decision.options[0])
    assert order == [(0, "0"), (0, "1"), (1, "0"), (1, "1"), (0, "2"), (0, "3"), (1, "3")]


def test_the_end_of_a_game_runs_its_action_before_the_balls_are_gone() -> None:
    table = Builder()
    table.feature("start")
    table.start_ball()
    table.rule("lost", body=(t.Score(num(1000)),))
    table.action("game_ends", t.If(t.Cell(table.find("at"), num(0)), (t.Score(num(5)),)))
    engine, state = once(table)
    assert engine.scores(state) == (5,)
    assert engine.view(state)["balls"] == [None]


def test_game_starts_may_ask() -> None:
    table = core()
    n = table.cell("n", high=9)
    set_n = (t.Assign(n, None, None, t.Var(5)),)
    table.action("game_starts", t.Choose((values(3, 4),), set_n, False, None, None, "a number"))
    engine, state = once(table, players=2)
    assert state.started is False
    over = play(engine, state, "3", "4")
    assert [engine.view(over, p)["cells"]["n"] for p in (0, 1)] == [3, 4]


def test_winners_are_compared_in_order() -> None:
    table = core()
    table.step("body", t.Score(op("min", t.Me(), 1)), t.End("game"))
    second = op("-", 0, t.Me())
    engine = interpreter(table, wins=(t.Cell(0), second))
    state = engine.new_game(3)
    assert engine.scores(state) == (0, 1, 1)
    assert engine.winners(state) == (1,)


def test_achievements_are_listed_when_earned() -> None:
    table = core()
    table.achievement("first")
    cell = table.achievement("second")
    engine, state = once(table, t.If(t.Me(), (t.Assign(cell, None, None, num(1)),)), players=2)
    assert engine.achievements(state, 1) == ("second",)
    assert engine.view(state, 0)["achievements"] == []


def test_the_number_of_players_is_limited() -> None:
    engine = interpreter(core(max_players=2))
    with pytest.raises(ValueError, match="1 to 2 players, not 3"):
        engine.new_game(3)


def test_turns_without_decision_or_end_are_an_error() -> None:
    table = core()
    table.step("idle")
    with pytest.raises(TableError, match="without a decision"):
        interpreter(table).new_game()


def test_a_turn_may_pass_without_a_decision() -> None:
    table = core()
    n = table.cell("n", high=9)
    count = t.Assign(n, None, None, op("+", t.Cell(n), 1))
    table.step("count", count, t.If(op("is", t.Cell(n), 9), (t.End("game"),)))
    engine = interpreter(table)
    assert engine.view(engine.new_game())["cells"]["n"] == 9


def test_playouts_repeat_by_seed_and_agree_with_single_steps() -> None:
    engine = interpreter(race())
    start = engine.roll(engine.new_game(2), 1, 2)
    ends = {seed: engine.playout(start, seed) for seed in range(8)}
    assert all(engine.decision(end).kind == "over" for end in ends.values())
    assert engine.playout(start, 3) == ends[3]
    assert len({engine.scores(end) for end in ends.values()}) > 1


def test_looking_at_other_states_in_between_changes_nothing() -> None:
    engine = interpreter(race())
    state = engine.new_game()
    states: list[State] = [state]
    for option in ("1 2", "2 to lane.2", "1 3", "3 to lane.3"):
        state = engine.apply(state, option)
        states.append(state)
    seen = [(engine.decision(s), engine.view(s)) for s in states]
    fresh = Interpreter(engine.program)
    assert [(fresh.decision(s), fresh.view(s)) for s in reversed(states)] == seen[::-1]


def test_what_fires_is_told() -> None:
    told: list[tuple[str, object]] = []
    table = race()
    table.modifier(2, all=True)
    engine = Interpreter(table.program(), lambda kind, what: told.append((kind, what)))
    play(engine, engine.new_game(), "1 6", "1 to lane.1", "6 6", "lose ball")
    kinds = {kind for kind, _ in told}
    assert kinds == {"action", "effect", "step", "way", "modifier", "rule", "wrote"}
    assert ("way", 0) in told
    assert ("rule", 0) in told


def test_conditions_writes_and_sets_are_told() -> None:
    told: list[tuple[object, object]] = []
    table = core()
    n, lit = table.cell("n", low=1, high=9), table.cell("lit", size=2, index_low=1)
    group = table.group("set", cells=((lit, 2),))
    more = t.If(op("<", t.Cell(n), 3), (t.Assign(n, None, None, num(3)),))
    light = t.Assign(lit, num(2), None, num(1))
    table.step("ask", more, more, light, t.Settle((group,)), t.Assign(n, None, None, num(1)), t.End("game"))
    table.step("wait", t.Choose((values(1),), (), False, None, None, ""))
    program = table.program()
    engine = Interpreter(
        program, lambda kind, what: told.append((kind, what)), lambda cond, so: told.append((cond, so))
    )
    engine.new_game()
    assert [so for cond, so in told if cond == more.cond] == [True, False]
    assert [what for kind, what in told if kind == "wrote"] == [(n, 0), (lit, 1)]
    assert [what for kind, what in told if kind == "set"] == [group]


def test_a_situation_is_laid_out_with_nobody_listening() -> None:
    table = core()
    n, lit, heard = table.cell("n", high=9), table.cell("lit"), table.cell("heard", high=9)
    hear = (t.Assign(heard, None, None, op("+", t.Cell(heard), 1)),)
    group = table.group("set", cells=((lit, 0),))
    table.rule("changed", n, body=hear)
    table.rule("complete", group, body=hear)
    table.lifetime("changed", n, cells=(lit,))
    table.step("ask", t.Choose((values(1),), (), False, None, None, ""), t.End("game"))
    engine = interpreter(table)
    body = (t.Assign(lit, None, None, num(1)), t.Settle((group,)), t.Assign(n, None, None, num(4)))
    state = engine.arrange(engine.new_game(2), body, player=1)
    assert engine.view(state, 1)["cells"] == {"n": 4, "lit": 1, "heard": 0}
    assert engine.view(state, 0)["cells"] == {"n": 0, "lit": 0, "heard": 0}
    with pytest.raises(ValueError, match="between turns"):
        engine.arrange(engine.apply(state, "1"), body)


def test_the_cells_of_the_turn_go_back_after_each_run_of_steps() -> None:
    table = Builder()
    table.feature("start")
    (a,) = table.feature("a", (1,))
    table.way((0,), [a])
    table.start_ball()
    used = op("+", t.Cell(table.find("die_used"), num(0)), t.Cell(table.find("chosen")))
    seen = [table.cell(name, low=-1, high=9) for name in ("own", "shared", "later")]
    table.step("roll", t.RollDice(), shared=True)
    table.step("move", t.PlayBalls())
    table.step("own", t.Assign(seen[0], None, None, used))
    table.step("shared", t.Assign(seen[1], None, None, used), shared=True)
    raw = op("+", t.Cell(table.find("raw"), num(1)), t.Cell(table.find("value"), num(1)))
    table.step("later", t.Assign(seen[2], None, None, raw))
    engine = interpreter(table)
    state = play(engine, engine.new_game(), "1 4", "1 to a.1")
    assert engine.view(state)["cells"] == {"own": 2, "shared": 0, "later": 8}


def test_the_limit_on_effects_starts_anew_at_each_decision() -> None:
    table = core()
    n = table.cell("n", high=10**6)
    many = t.Repeat(num(60_000), (t.Assign(n, None, None, op("+", t.Cell(n), 1)),))
    ask = t.Choose((values(1),), (), False, None, None, "")
    engine, state = once(table, many, ask, many)
    assert engine.view(engine.apply(state, "1"))["cells"]["n"] == 120_000


def test_a_game_played_through_goes_through_the_states_of_apply_after_apply() -> None:
    engine = interpreter(race())
    chance, seen = Random(5), []

    def ask(state: State) -> str:
        seen.append((state, engine.decision(state), engine.view(state), engine.scores(state)))
        return chance.choice(engine.decision(state).options)

    end = engine.play_on(engine.new_game(2), ask)
    chance, state = Random(5), engine.new_game(2)
    for then in seen:
        assert then == (state, engine.decision(state), engine.view(state), engine.scores(state))
        state = engine.apply(state, chance.choice(engine.decision(state).options))
    assert state == end
    # A state that was passed is looked at anew.
    assert engine.view(seen[1][0]) == seen[1][2]
    with pytest.raises(IllegalMove):
        engine.play_on(engine.new_game(), lambda state: "fly")
