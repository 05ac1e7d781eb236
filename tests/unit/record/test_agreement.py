"""Two engines are compared in every decision and view; a difference comes with a record that leads to it."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.interpret import Interpreter, TableError
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Num, Op
from sspdsl.pipeline import compile_source
from sspdsl.record import parse_record, replay
from sspdsl.record.agreement import Agreement, Comparison, Moment, compare_games, compare_record
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


def compare(program: Program, other: Program, games: range, most_players: int) -> Agreement:
    return compare_games(sides(program, other), games, most_players)


def sides(program: Program, other: Program) -> Comparison:
    return Comparison(Interpreter(program), Interpreter(other), (TableError,))


def test_an_engine_agrees_with_itself_with_one_to_four_players() -> None:
    found = compare(bay(), bay(), range(8), 4)
    assert found.difference is None
    assert found.games == 8
    assert found.decisions > 100


def test_another_worth_is_a_difference_in_the_view() -> None:
    program = bay()
    boxes = (replace(program.boxes[0], stars=Num(2)), *program.boxes[1:])
    found = compare(program, replace(program, boxes=boxes), range(50), 2)
    assert found.difference is not None
    assert "score" in found.difference
    assert found.record is not None
    replay(Interpreter(program), found.record)
    assert "bells.1/2" in parse_record(found.record).steps[-1].text


def test_another_face_is_a_difference_in_the_options() -> None:
    program = bay()
    boxes = (replace(program.boxes[0], faces=(1,)), *program.boxes[1:])
    found = compare(program, replace(program, boxes=boxes), range(50), 1)
    assert found.difference is not None
    assert found.difference.startswith("decisions differ")


def test_equal_numbers_play_equal_games() -> None:
    first = compare(bay(), bay(), range(4, 8), 3)
    assert first == compare(bay(), bay(), range(4, 8), 3)


def test_a_record_is_played_on_both_as_far_as_it_goes() -> None:
    program = bay()
    record = parse_record("ssp-record 1 bay players 1\nroll> 1 3\n> 1 to bells.1/2\n")
    assert compare_record(sides(program, program), record).difference is None
    boxes = (replace(program.boxes[0], stars=Num(2)), *program.boxes[1:])
    found = compare_record(sides(program, replace(program, boxes=boxes)), record)
    assert found.difference is not None


def test_games_go_on_from_moments_and_say_so_where_they_differ() -> None:
    program = bay()
    engines = sides(program, program)
    start = engines.reference.new_game(2)
    moments = [Moment(start, engines.other.new_game(2), 2, "after the start")]
    found = compare_games(engines, range(8), 1, moments)
    assert (found.games, found.continued, found.difference) == (8, 2, None)
    assert found.decisions > compare_games(engines, range(8), 1).decisions
    # Here the other engine stands at another state.
    other = engines.other.apply(engines.other.new_game(2), "1 3")
    found = compare_games(engines, range(8), 1, [Moment(start, other, 2, "after the start")])
    assert found.difference is not None
    assert found.difference.startswith("after the start, then nothing: decisions differ")
    assert found.record is None


def wrong(program: Program) -> Program:
    """The table, but that one box is worth more than a number may be."""
    huge = Op("*", (Num(10**18), Num(10)))
    return replace(program, boxes=(replace(program.boxes[0], stars=huge), *program.boxes[1:]))


def test_a_table_that_goes_wrong_must_do_so_on_both() -> None:
    program = bay()
    assert compare(wrong(program), wrong(program), range(9), 1).difference is None
    one = compare(wrong(program), program, range(9), 1)
    assert one.difference is not None
    assert one.difference.startswith("only the interpreter finds the table wrong")
    other = compare(program, wrong(program), range(9), 1)
    assert other.difference is not None
    assert other.difference.startswith("only the module finds the table wrong")
