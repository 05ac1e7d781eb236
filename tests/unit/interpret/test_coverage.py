from __future__ import annotations

from sspdsl.interpret import Interpreter
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir import terms as t
from sspdsl.ir.model import Place
from tests.support.everything import everything
from tests.support.games import core, play
from tests.support.tables import Builder, num, op, values


def test_what_never_came_into_play_is_listed() -> None:
    table = core()
    branches = (
        t.Branch("left", "", None, (t.Score(num(1)),)),
        t.Branch("right", "", None, (t.Score(num(1)),)),
    )
    used = table.action("used", t.Score(num(3)))
    maybe = t.If(op("<", t.Players(), num(1)), (t.Do(used),))
    table.step("ask", maybe, t.OneOf(branches, False, "a side"), t.End("game"))
    coverage = Coverage(table.program())
    engine = Interpreter(coverage.program, coverage.note)
    assert coverage.total == len(coverage.missing())
    play(engine, engine.new_game(), "left")
    # The two equal effects of the branches are told apart.
    assert coverage.missing() == (
        "action used (toy.ssp:1)", "action used: score 3", "step ask: do used", "step ask: option right",
        "step ask: score 1",
    )  # fmt: skip


def test_trying_an_ability_out_is_not_using_it() -> None:
    table = core()
    shop = table.window("shop")
    table.ability("buy", t.Score(num(1)), window=shop)
    table.step("shop", t.Offer(shop), t.Choose((values(1),), (), False, None, None, ""), t.End("game"))
    coverage = Coverage(table.program())
    engine = Interpreter(coverage.program, coverage.note)
    play(engine, engine.new_game(), "pass", "1")
    assert [name for name in coverage.missing() if "buy" in name] == [
        "ability buy (toy.ssp:1)",
        "ability buy: score 1",
    ]


def test_random_games_of_the_table_of_everything_end_and_reach_nearly_all_of_it() -> None:
    coverage = Coverage(everything())
    engine = Interpreter(coverage.program, coverage.note)
    for seed in range(60):
        end = engine.playout(engine.new_game(seed % 3 + 1), seed)
        assert engine.decision(end).kind == "over"
    assert len(coverage.missing()) < coverage.total / 6, coverage.missing()


def test_the_ways_of_one_line_of_text_count_as_one() -> None:
    table = Builder()
    table.feature("start")
    lane, other = table.feature("lane", (1,), (2,)), table.feature("other", (3,))
    table.way((0,), lane[:1], place=Place("toy.ssp", 7, 1))
    table.way((0,), lane[1:], place=Place("toy.ssp", 7, 1))
    table.way((0,), other, place=Place("toy.ssp", 8, 1))
    table.way((0,), [], place=Place("toy.ssp", 8, 1))
    table.way((0,), [], place=Place("toy.ssp", 9, 1))
    table.start_ball()
    table.plain_turn()
    coverage = Coverage(table.program())
    engine = Interpreter(coverage.program, coverage.note)
    play(engine, engine.new_game(), "2 2", "2 to lane.2")
    assert [name for name in coverage.missing() if "way" in name] == ["way fall (toy.ssp:8)"]
    assert [name for name, _ in coverage.never() if "way" in name] == ["way fall (toy.ssp:9)"]
