from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sspdsl.ir import terms as t
from sspdsl.record import (
    Engine,
    Record,
    RecordError,
    ReplayError,
    Step,
    parse_record,
    random_game,
    render_record,
    replay,
)
from tests.support.games import interpreter
from tests.support.tables import Builder, values

GAME = """# a game
ssp-record 1 toy players 2

roll> 3 5
1> 3
2> 5
draw> 7
"""


def engine() -> Engine:
    table = Builder(balls=0)
    table.step("roll", t.RollDice(), shared=True)
    table.step("ask", t.Choose((values(0, 1, kind="die"),), (), False, None, None, ""))
    table.step("draw", t.Draw(values(7, 8), ()), shared=True)
    table.step("end", t.End("game"))
    return interpreter(table)


def test_a_record_is_read_and_written() -> None:
    record = parse_record(GAME)
    assert record == Record(
        "toy",
        2,
        (Step("roll", 0, "3 5"), Step("choose", 0, "3"), Step("choose", 1, "5"), Step("draw", 0, "7")),
    )
    assert [step.line for step in record.steps] == [4, 5, 6, 7]
    assert render_record(record) == GAME.replace("# a game\n", "").replace("\n\n", "\n")


def test_one_player_needs_no_number() -> None:
    record = Record("toy", 1, (Step("choose", 0, "pass"),))
    assert render_record(record) == "ssp-record 1 toy players 1\n> pass\n"
    assert parse_record(render_record(record)) == record
    assert parse_record("ssp-record 1 toy players 1\n1> pass\n") == record


steps = st.one_of(
    st.builds(
        Step, st.sampled_from(["roll", "draw"]), st.just(0), st.from_regex(r"[a-z0-9./ ]+", fullmatch=True)
    ),
    st.builds(Step, st.just("choose"), st.integers(0, 2), st.from_regex(r"[a-z0-9./ ]+", fullmatch=True)),
).filter(lambda step: step.text == " ".join(step.text.split()) and step.text != "")


@given(st.lists(steps))
def test_records_survive_a_round_trip(steps: list[Step]) -> None:
    record = Record("a_pin", 3, tuple(steps))
    assert parse_record(render_record(record)) == record


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "empty"),
        ("# only\n", 1, "empty"),
        ("\nhello\n", 2, "begins"),
        ("ssp-record 2 toy players 1\n", 1, "version 2"),
        ("ssp-record 1 toy players 0\n", 1, "at least one"),
        ("ssp-record 1 toy players 1\nroll 3 5\n", 2, "expected"),
        ("ssp-record 1 toy players 1\nroll>\n", 2, "expected"),
        ("ssp-record 1 toy players 2\n> 3\n", 2, "which of the 2"),
        ("ssp-record 1 toy players 2\n3> 3\n", 2, "no player 3"),
        ("ssp-record 1 toy players 2\n0> 3\n", 2, "no player 0"),
    ],
)
def test_what_is_no_record(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        parse_record(text)
    assert caught.value.line == line


def test_a_record_is_played_again() -> None:
    played = engine()
    assert played.decision(replay(played, GAME)).kind == "over"
    assert played.decision(replay(played, GAME.rsplit("\n", 2)[0])).kind == "draw"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("toy", "other", 1, "of `other`, not of `toy`"),
        ("players 2", "players 9", 1, "1 to 4 players, not 9"),
        ("roll> 3 5", "roll> 3 7", 4, "`3 7` is not offered"),
        ("roll> 3 5", "draw> 3", 4, "expected: a roll; found: a draw"),
        ("1> 3", "1> 4", 5, "`4` is not offered; the options are `3`, `5`"),
        ("1> 3", "2> 3", 5, "expected: player 1 chooses; found: player 2"),
        ("draw> 7", "1> 7", 7, "expected: a draw; found: player 1 chooses"),
        ("draw> 7", "draw> 7\n# the end\n1> 7", 9, "over before `7`"),
    ],
)
def test_a_record_that_does_not_fit_the_table(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(ReplayError, match=message) as caught:
        replay(engine(), GAME.replace(old, new))
    assert caught.value.line == line


def test_random_games_repeat_by_seed_and_replay() -> None:
    played = engine()
    records = [random_game(played, 2, seed) for seed in range(5)]
    assert records == [random_game(played, 2, seed) for seed in range(5)]
    assert len(set(records)) > 1
    for record in records:
        state = replay(played, render_record(record))
        assert played.decision(state).kind == "over"
    assert len(random_game(played, 2, 1, most_steps=3).steps) == 3
