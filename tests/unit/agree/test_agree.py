"""V11: test blocks and games on both sides, in any number of processes, with the same result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sspdsl.agree import Sides, agree, make_sides
from sspdsl.codegen.situation import situation
from sspdsl.interpret import Interpreter
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Num
from sspdsl.pipeline import compile_source
from sspdsl.record import parse_record, replay
from sspdsl.source import Source
from tests.support.pins import PINS, compiled

PIN = """
pin bay "Bay" {
  zone top {
    start_arrow start
    targets bells white [1/2, 3/4, 5/6] worth 1 {
      when complete {
        add 2 to rings
        roll tide
      }
    }
    arrows start -> bells
  }
  counter rings "Rings" 0..9
  slot tide "Tide" holds die_face
  use std.flipper_zone
  test "Two players, the second one further on" {
    given players is 2
    player 2: given bells.1 is filled, bells.3 is filled, rings is 3
    roll 5 5
    player 1: play 5 to bells
    player 2: play 5 to bells
  }
}
"""


def bay() -> Program:
    done = compile_source(Source("bay.ssp", PIN))
    assert done.program is not None, done.diagnostics
    return done.program


def worth_two(program: Program, box: int) -> Sides:
    """The table beside the module of another one, where a box is worth more."""
    boxes = list(program.boxes)
    boxes[box] = replace(boxes[box], stars=Num(2))
    return Sides(program, make_sides(replace(program, boxes=tuple(boxes))).module)


def test_tests_and_games_agree_and_reach_everything() -> None:
    program = bay()
    coverage = Coverage(program)
    found = agree(make_sides(program), coverage, 100, ["ssp-record 1 bay players 1\nroll> 1 3\n"])
    assert (found.tests, found.games, found.continued, found.records) == (1, 100, 25, 1)
    assert found.difference is None
    assert coverage.missing() == ()


def test_a_difference_in_a_test_names_its_step() -> None:
    found = agree(worth_two(bay(), 2), Coverage(bay()), 100)
    assert found.games == 0
    assert found.difference is not None
    assert found.difference.startswith('test "Two players, the second one further on" (bay.ssp:16), step')
    assert "score is 1 and 2" in found.difference


def test_a_difference_in_a_game_comes_with_its_record() -> None:
    program = bay()
    found = agree(worth_two(program, 0), Coverage(program), 100)
    assert found.difference is not None
    assert found.difference.startswith("game ")
    assert found.record is not None
    replay(Interpreter(program), found.record)
    assert "bells.1/2" in parse_record(found.record).steps[-1].text


def test_a_difference_in_a_record() -> None:
    record = "ssp-record 1 bay players 1\nroll> 1 3\n> 1 to bells.1/2\n"
    found = agree(worth_two(bay(), 0), Coverage(bay()), 0, [record])
    assert found.records == 1
    assert found.difference is not None
    assert found.record is not None


@pytest.mark.parametrize("box", [None, 0], ids=["alike", "different"])
def test_processes_change_nothing(box: int | None) -> None:
    program = bay()
    sides = make_sides(program) if box is None else worth_two(program, box)
    several, alone = Coverage(program), Coverage(program)
    told: list[int] = []
    found = agree(sides, several, 230, jobs=2, tell=told.append)
    assert found == agree(sides, alone, 230)
    assert several.missing() == alone.missing()
    assert told == ([100, 200, 230] if box is None else [])


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_a_situation_is_the_state_that_play_would_come_to(path: Path) -> None:
    program = compiled(path)
    module = make_sides(program).module
    engine = Interpreter(program)
    state, twin = engine.new_game(2), module.new_game(2)
    resting = 0
    for step in range(150):
        decision = engine.decision(state)
        if decision.kind == "over":
            break
        if state.started and not state.log:
            assert situation(program, module, state.own, state.shared, state.filled) == twin
            resting += 1
        option = decision.options[step * 7 % len(decision.options)]
        state, twin = engine.apply(state, option), module.apply(twin, option)
    assert resting > 3
