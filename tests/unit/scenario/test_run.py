"""Test blocks, run: what passes, and what each failure says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sspdsl.ir import model as ir
from sspdsl.ir import terms as t
from sspdsl.ir.model import Place, Program
from sspdsl.scenario import Failure, ScenarioResult, run_tests
from sspdsl.scenario.match import matching, meant, normal
from tests.support.games import interpreter
from tests.support.tables import Builder, num, op, values

ROUND = "round"


def table() -> Builder:
    """Start -> wheel [1/2, 3/4] -> feat [5] and feats [5]; a full wheel gives a choice of stars."""
    builder = Builder()
    builder.feature("start")
    wheel = builder.feature("wheel", (1, 2), (1, 2), (3, 4))
    feat = builder.feature("feat", (5,))
    feats = builder.feature("feats", (5,))
    builder.way((0,), [*wheel, *feat, *feats])
    builder.way((1,), wheel, "shot")
    group = builder.group("wheel", *wheel)
    stars = t.Score(t.Var(5))
    choose = t.Choose((values(2, 3),), (stars,), False, None, None, "some stars")
    builder.rule("complete", group, body=(choose,))
    builder.start_ball()
    builder.plain_turn()
    builder.cell(ROUND, low=1, high=3)
    builder.rule("lost", body=(t.Draw(values(7, 8), ()),), before=True)
    return builder


def step(verb: str, *texts: str, line: int = 5, **fields: object) -> ir.TestStep:
    made = ir.TestStep(verb, 0, texts, (), (), (), 12, Place("toy.ssp", line, 3))
    return replace(made, **fields)  # type: ignore[arg-type]


def roll(*faces: int) -> ir.TestStep:
    return step("roll", faces=faces)


def run(*steps: ir.TestStep, players: int = 1) -> ScenarioResult:
    builder = table()
    builder.add("tests", ir.TestDef("a test", ("EX-1",), steps, Place("toy.ssp", 4, 1), players))
    program: Program = interpreter(builder).program
    (result,) = run_tests(program)
    return result


def failure(*steps: ir.TestStep, players: int = 1) -> Failure:
    result = run(*steps, players=players)
    assert not result.passed
    return result.failures[-1]


SCORE = t.Cell(0)


def test_a_test_that_passes() -> None:
    result = run(
        roll(1, 6),
        step("may", "1 to wheel", "1 to wheel.1/2", "1 to wheel.1"),
        step("may_not", "6 to wheel", "1 to whee"),
        step("play", "1 to wheel"),
        roll(2, 6),
        step("play", "2 to wheel . 1 / 2"),
        roll(4, 6),
        step("play", "4 to wheel"),
        step("then", "score is 0", terms=(op("is", SCORE, 0),)),
        step("play", "3"),
        step("then", "score is 3", terms=(op("is", SCORE, 3),)),
        roll(6, 6),
        step("play", "lose ball"),
        step("draw", "8"),
        step("then", "finished", terms=(t.Cell(1),)),
    )
    assert result == ScenarioResult("a test", ("EX-1",), Place("toy.ssp", 4, 1), 15, ())


def test_given_lays_out_boxes_cells_and_balls_with_nobody_listening() -> None:
    builder = table()
    at = builder.find("at")
    effects: t.Body = (
        t.Mark(num(0)), t.Mark(num(1)), t.Assign(0, None, None, num(40)), t.Assign(at, num(0), None, num(0)),
        t.PutBall(num(1)),
    )  # fmt: skip
    result = run(
        step("given", "it", effects=effects, terms=(op("is", SCORE, 40),)),
        step("then", "so", "so", terms=(t.Filled(num(1)), op("is", t.Cell(at, num(0)), 2))),
        roll(3, 5),
        step("may_not", "5 to feat"),
        step("play", "3 to wheel"),
        step("play", "2"),
        step("given", "again", effects=(t.Assign(0, None, None, num(1)),)),
        step("then", "score", terms=(op("is", SCORE, 1),)),
    )
    assert result.failures == ()


def test_a_false_then_goes_on_and_says_both_sides() -> None:
    says = step("then", "score is 4", terms=(op("is", SCORE, 4),), line=9)
    result = run(roll(1, 6), says, step("then", "finished", terms=(t.Cell(1),)), step("play", "1 to wheel"))
    assert result.steps_run == 4
    first, second = result.failures
    assert first == Failure(
        "SSP701", 1, "`score is 4` is not so: the left side is 0, the right side 4", Place("toy.ssp", 9, 3)
    )
    assert second.message == "`finished` is not so"


def test_may_and_may_not() -> None:
    wrong = failure(roll(1, 6), step("may", "6 to wheel"))
    assert (wrong.code, wrong.offered) == ("SSP702", ("1 to wheel.1/2",))
    wrong = failure(roll(1, 6), step("may_not", "1 to wheel"))
    assert (wrong.code, wrong.message) == ("SSP703", "`1 to wheel` is offered: `1 to wheel.1/2`")
    # With a roll to come nothing is offered, so that `may not` would always hold.
    assert failure(step("may_not", "1 to wheel")).code == "SSP706"


def test_play_what_is_not_offered_or_unclear_ends_the_test() -> None:
    result = run(roll(1, 6), step("play", "6 to wheel"), roll(1, 1))
    assert [(wrong.code, wrong.step) for wrong in result.failures] == [("SSP704", 1)]
    assert result.steps_run == 2
    wrong = failure(roll(1, 3), step("play", "lose"))
    assert wrong.code == "SSP704"
    assert failure(roll(5, 5), step("play", "5")).code == "SSP705"
    assert run(roll(5, 5), step("play", "5 to feat")).passed


@pytest.mark.parametrize(
    ("steps", "code", "message"),
    [
        ([step("play", "1 to wheel")], "SSP706", "a roll comes next"),
        ([roll(1, 6), roll(1, 6)], "SSP706", "no roll yet: player 1 is to choose (a ball moves)"),
        ([step("draw", "7")], "SSP706", "no draw comes next, but a roll"),
        ([roll(6, 6), step("play", "lose ball"), step("draw", "9")], "SSP707", "`9` cannot come up"),
        ([roll(1, 7)], "SSP707", "`1 7` cannot come up"),
        ([roll(1, 6), step("given", "x")], "SSP708", "before the first roll"),
        ([step("given", "x", terms=(op("is", SCORE, 3),))], "SSP711", "the left side is 0, the right side 3"),
        ([step("given", "x", effects=(t.Mark(num(99)),))], "SSP710", "the table breaks: there is no box 99"),
        ([roll(1, 6), step("may", "1", player=2)], "SSP706", "player 1 is to choose, not player 2"),
        ([step("then", "x", player=9, terms=(num(1),))], "SSP711", "1 to 4 players, not 9"),
    ],
)
def test_steps_that_do_not_fit(steps: list[ir.TestStep], code: str, message: str) -> None:
    wrong = failure(*steps)
    assert wrong.code == code
    assert message in wrong.message


def test_after_the_end_of_the_game() -> None:
    over = [roll(6, 6), step("play", "lose ball"), step("draw", "7")]
    assert failure(*over, roll(1, 1)).code == "SSP709"
    assert failure(*over, step("may", "x")).code == "SSP709"


def test_steps_of_several_players() -> None:
    result = run(
        roll(1, 3),
        step("play", "1 to wheel", player=1),
        step("play", "3 to wheel", player=2),
        step("then", "first", terms=(t.Filled(num(0)),), player=1),
        step("then", "second", terms=(t.Filled(num(2)),), player=2),
        players=2,
    )
    assert result.failures == ()
    assert failure(roll(1, 3), step("play", "1 to wheel"), roll(1, 1), players=2).code == "SSP706"


def test_words_and_options() -> None:
    assert normal(" 1 to  ferris . 1 / 2") == "1 to ferris.1/2"
    options = ("5 to b56.5", "5 to b5.5", "5 to b5.6 from b6", "5 to b5")
    assert matching("5 to b5", options) == options[1:]
    assert meant("5 to b5", options) == ("5 to b5",)
    assert meant("5 to b5", options[:3]) == ("5 to b5.5",)
    assert meant("5 to", options) == options
    assert meant("5 to b5 . 6", options) == ("5 to b5.6 from b6",)
