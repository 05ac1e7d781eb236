"""V4 and V5: pins built to keep a ball in play are refuted with the loop named, near misses are proved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sspdsl.interpret.engine import Interpreter
from sspdsl.record.replay import replay
from sspdsl.verify.commands import Command
from sspdsl.verify.endless import verify_endless
from sspdsl.verify.loops import prove
from sspdsl.verify.rank import eliminate
from sspdsl.verify.reach import reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED
from tests.support.endless import FOLDER, NAMES, compiled, verdicts

ALL = frozenset(range(1, 7))

LOOPS = {
    "holes": ("First Hole", "Second Hole", "Third Hole"),
    "nudges": ("Left Hole", "Right Hole"),
    "playfield": ("Low Vault", "High Vault"),
    "refund": ("Left Hole", "Right Hole"),
    "ring": ("Left Bumper", "Right Bumper"),
    "save": ("Net", "Saucer", "Red Flipper"),
    "shield": ("Start",),
    "spinners": ("East", "West"),
}


def test_every_endless_pin_is_looked_at() -> None:
    assert set(NAMES) == {*LOOPS, "rounds"}
    assert set(NAMES) == {path.stem for path in (FOLDER / "ending").glob("*.ssp")}


@pytest.mark.parametrize("name", sorted(LOOPS))
def test_a_pin_that_keeps_a_ball_is_refuted_and_the_loop_named(name: str) -> None:
    rounds, game = verdicts("endless", name)
    assert rounds.status == REFUTED, rounds.words
    assert game.status == REFUTED
    for place in LOOPS[name]:
        assert place in rounds.words
    program = compiled(FOLDER / "endless" / f"{name}.ssp")
    assert rounds.evidence is not None
    engine = Interpreter(program)
    assert engine.decision(replay(engine, rounds.evidence)).kind == "roll"


def test_rounds_that_are_given_back_end_one_by_one_but_the_game_need_not() -> None:
    rounds, game = verdicts("endless", "rounds")
    assert rounds.status == PROVED
    assert game.status == REFUTED


@pytest.mark.parametrize("name", NAMES)
def test_a_near_miss_is_proved(name: str) -> None:
    rounds, game = verdicts("ending", name)
    assert (rounds.status, game.status) == (PROVED, PROVED), rounds.words


def test_without_play_a_loop_stays_open_and_is_never_called_refuted() -> None:
    program = compiled(FOLDER / "endless" / "ring.ssp")
    rounds, game = verify_endless(program, reach(program), played=1)
    assert rounds.status == BOUNDED
    assert game.status == BOUNDED
    assert "Left Bumper" in rounds.words


# ---------------------------------------------------------------- ranking


def move(
    name: str, start: str, end: str, *deltas: tuple[str, int, int], faces: frozenset[int] = ALL
) -> Command:
    return Command(name, "move", ((start, end),), deltas, faces, True, False)


def effect(name: str, *deltas: tuple[str, int, int]) -> Command:
    return Command(name, "effect", (), deltas, ALL, False, False)


def test_what_only_falls_is_not_repeated() -> None:
    _, alive = eliminate([move("go", "a", "a", ("box", -1, -1))], ["a"], None)
    assert not alive


def test_what_is_given_back_is() -> None:
    commands = [move("go", "a", "a", ("box", -1, -1)), effect("back", ("box", 0, 1))]
    _, alive = eliminate(commands, ["a"], None)
    assert [command.name for command in alive] == ["go", "back"]


def test_a_gain_that_need_not_come_is_no_fall() -> None:
    _, alive = eliminate([move("go", "a", "a", ("box", -1, 0))], ["a"], None)
    assert alive


def test_moves_that_never_come_back_are_left_out() -> None:
    commands = [move("down", "a", "b"), move("round", "b", "b")]
    _, alive = eliminate(commands, ["a", "b"], None)
    assert [command.name for command in alive] == ["round"]


def test_a_linear_step_weighs_what_is_bought_and_sold() -> None:
    buy, spend = effect("buy", ("token", 1, 1), ("box", -6, -6)), move("spend", "a", "a", ("token", -1, -1))
    erase = effect("erase", ("box", 5, 5), ("token", -1, -1))
    _, alive = eliminate([buy, spend, erase], ["a"], {})
    assert not alive
    dear = replace(erase, deltas=(("box", 6, 6), ("token", 0, 0)))
    _, alive = eliminate([buy, spend, dear], ["a"], {})
    assert {command.name for command in alive} == {"buy", "spend", "erase"}


def test_a_double_is_found_only_where_one_ends_the_loop() -> None:
    five = frozenset((1, 2, 3, 4, 5))
    proof = prove([move("go", "a", "b", faces=five), move("back", "b", "a")], ("a", "b"), {}, True)
    assert not proof.open
    assert proof.loops[0].doubles == {"a": 6, "b": 6}
    proof = prove([move("go", "a", "b"), move("back", "b", "a")], ("a", "b"), {}, True)
    assert proof.open
    assert proof.open[0].rest


def test_a_double_for_each_place_is_for_one_ball_alone() -> None:
    low, high = frozenset((1, 2, 3)), frozenset((4, 5, 6))
    commands = [
        move("go low", "a", "b", faces=low), move("go high", "a", "c", faces=high),
        move("b low", "b", "b", faces=low), move("b up", "b", "a", faces=high),
        move("c high", "c", "c", faces=high), move("c up", "c", "a", faces=low),
    ]  # fmt: skip
    assert prove(commands, ("a", "b", "c"), {}, True).open
    assert prove(commands, ("a", "b", "c"), {}, False).open
    gone = [command for command in commands if command.name not in ("b low", "c high")]
    doubles = prove(gone, ("a", "b", "c"), {}, False).loops[0].doubles
    assert doubles
