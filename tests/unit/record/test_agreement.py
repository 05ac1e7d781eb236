"""Two engines are compared in every decision and view; a difference comes with a record that leads to it."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.interpret import Interpreter
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Num
from sspdsl.pipeline import compile_source
from sspdsl.record import parse_record, replay
from sspdsl.record.agreement import compare_engines, compare_record
from sspdsl.source import Source

PIN = """
pin bay "Bay" {
  zone top {
    start_arrow start
    targets bells white [1/2, 3/4, 5/6] worth 1
    arrows start -> bells
  }
  use std.flipper_zone
}
"""


def bay() -> Program:
    program = compile_source(Source("bay.ssp", PIN)).program
    assert program is not None
    return program


def test_an_engine_agrees_with_itself_with_one_to_four_players() -> None:
    found = compare_engines(Interpreter(bay()), Interpreter(bay()), range(8), 4)
    assert found.difference is None
    assert found.games == 8
    assert found.decisions > 100


def test_another_worth_is_a_difference_in_the_view() -> None:
    program = bay()
    boxes = (replace(program.boxes[0], stars=Num(2)), *program.boxes[1:])
    other = Interpreter(replace(program, boxes=boxes))
    found = compare_engines(Interpreter(program), other, range(50), 2)
    assert found.difference is not None
    assert "score" in found.difference
    assert found.record is not None
    replay(Interpreter(program), found.record)
    assert "bells.1/2" in parse_record(found.record).steps[-1].text


def test_another_face_is_a_difference_in_the_options() -> None:
    program = bay()
    boxes = (replace(program.boxes[0], faces=(1,)), *program.boxes[1:])
    found = compare_engines(Interpreter(program), Interpreter(replace(program, boxes=boxes)), range(50), 1)
    assert found.difference is not None
    assert found.difference.startswith("decisions differ")


def test_equal_numbers_play_equal_games() -> None:
    first = compare_engines(Interpreter(bay()), Interpreter(bay()), range(4, 8), 3)
    assert first == compare_engines(Interpreter(bay()), Interpreter(bay()), range(4, 8), 3)


def test_a_record_is_played_on_both_as_far_as_it_goes() -> None:
    program = bay()
    record = parse_record("ssp-record 1 bay players 1\nroll> 1 3\n> 1 to bells.1/2\n")
    assert compare_record(Interpreter(program), Interpreter(program), record).difference is None
    boxes = (replace(program.boxes[0], stars=Num(2)), *program.boxes[1:])
    other = Interpreter(replace(program, boxes=boxes))
    assert compare_record(Interpreter(program), other, record).difference is not None
