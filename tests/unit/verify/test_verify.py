"""Planted faults, one a table: each is refuted for what it is, and the table without it is proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from sspdsl.interpret import Interpreter, TableError
from sspdsl.ir import terms as t
from sspdsl.ir.invariants import check_program
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Binder, Cell, Num, Span, Var
from sspdsl.verify import Budget, Verdict, encode_verdicts, render_verdicts, verify_program
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, NOT_YET, PROVED, REFUTED
from tests.support.tables import Builder, op
from tests.unit.verify.small import finish, good

SHORT = Budget(turns=1_500)


@cache
def verdicts_of(make: Callable[[], Program]) -> dict[str, Verdict]:
    program = make()
    assert check_program(program) == []
    return {verdict.property: verdict for verdict in verify_program(program, SHORT)}


def replay(program: Program, record: str) -> None:
    """Plays a record by the protocol alone; what its last line leads to may be an error of the table."""
    head, *lines = record.splitlines()
    engine = Interpreter(program)
    state = engine.new_game(int(head.split()[-1]))
    for line in lines:
        state = engine.apply(state, line.split("> ", 1)[1])


def last_move(record: str) -> str:
    return record.splitlines()[-1]


# ---------------------------------------------------------------- nothing wrong


def good_table() -> Program:
    return finish(good(balls=2, rounds=2))


@pytest.mark.parametrize("name", ["V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10"])
def test_a_good_table_is_proved(name: str) -> None:
    assert verdicts_of(good_table)[name].status == PROVED


@pytest.mark.parametrize("name", ["V11"])
def test_what_is_not_done_is_never_passed(name: str) -> None:
    assert verdicts_of(good_table)[name].status == NOT_YET


def test_every_witness_replays_and_its_last_line_does_it() -> None:
    program = good_table()
    items = verdicts_of(good_table)["V1"].items
    assert len(items) > 50
    for item in items:
        assert item.record is not None
        replay(program, item.record)
        box = item.name.split(" to ")[-1] if " from " not in item.name else ""
        assert f" to {box}" in last_move(item.record)


def test_the_same_program_gives_the_same_report() -> None:
    one, other = verify_program(good_table(), SHORT), verify_program(good_table(), SHORT)
    assert encode_verdicts("small", one) == encode_verdicts("small", other)


def test_reports_are_as_the_schema_says() -> None:
    schema = json.loads(Path("grammar/verify.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for make in (good_table, box_of_seven, overflowing):
        text = encode_verdicts("small", tuple(verdicts_of(make).values()))
        jsonschema.Draft202012Validator(schema).validate(json.loads(text))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    verify_program(good_table(), SHORT, lambda what, done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1]


# ---------------------------------------------------------------- V1


def box_of_seven() -> Program:
    table = good()
    table.place("seven", (7,), (1, 2))
    return finish(table)


def seven_filled_by_effect() -> Program:
    table = good()
    table.place("seven", (7,), (1, 2))
    table.on("complete", [0], t.Fill(Num(table.boxes_of["seven"][0])))
    return finish(table)


def arrow_never_there() -> Program:
    table = good()
    flag = table.cell("gate_open", form="indicator", line="double")
    table.arrow(2, 1, Cell(flag))
    return finish(table)


def arrow_there_after_cars() -> Program:
    table = good()
    flag = table.cell("gate_open", form="indicator", line="double")
    table.on("complete", [0], table.put(flag, 1))
    table.arrow(2, 1, Cell(flag))
    return finish(table)


def sequence_behind_seven() -> Program:
    table = good()
    table.place("feat", (7,), (1, 2, 3), sequence=True)
    return finish(table)


def place_nobody_enters() -> Program:
    table = good()
    attic = table.place("attic", (1,), colour="green", reached_by=("stairs",))
    table.arrow(attic, 1)
    return finish(table)


def banned_for_good() -> Program:
    table = good()
    table.ban((0,), [1], "arrow")
    return finish(table)


@pytest.mark.parametrize(
    ("make", "item", "reason"),
    [
        (box_of_seven, "seven.7", "no die shows"),
        (arrow_never_there, "arrow drops to cars.1/2", "gate_open, which never holds"),
        (sequence_behind_seven, "feat.1/2/3", "feat.7 comes before it"),
        (place_nobody_enters, "attic.1", "no arrow, line, fall or shot leads to it"),
        (place_nobody_enters, "arrow attic to cars.1/2", "no ball ever rests at attic"),
        (banned_for_good, "arrow start to cars.1/2", "a ban that always holds"),
    ],
)
def test_what_cannot_be_reached_is_named_with_its_reason(
    make: Callable[[], Program], item: str, reason: str
) -> None:
    verdict = verdicts_of(make)["V1"]
    found = {i.name: i for i in verdict.items}[item]
    assert verdict.status == REFUTED
    assert found.status == REFUTED
    assert reason in found.words


def test_a_box_that_only_an_effect_fills_is_filled() -> None:
    verdict = verdicts_of(seven_filled_by_effect)["V1"]
    item = {i.name: i for i in verdict.items}["seven.7"]
    assert item.status == PROVED
    assert item.record is not None
    assert last_move(item.record).startswith("> ")
    assert "to seven.7" not in item.record
    engine = Interpreter(seven_filled_by_effect())
    state = engine.new_game(1)
    for line in item.record.splitlines()[1:]:
        before, state = state, engine.apply(state, line.split("> ", 1)[1])
    assert "seven.7" not in engine.view(before)["filled"]
    assert "seven.7" in engine.view(state)["filled"]


def test_no_ball_is_expected_to_go_to_a_box_of_seven() -> None:
    verdict = verdicts_of(seven_filled_by_effect)["V1"]
    assert verdict.status == PROVED
    assert "fall start to seven.7" not in {i.name for i in verdict.items}


def test_a_guard_that_must_be_earned_is_found() -> None:
    verdict = verdicts_of(arrow_there_after_cars)["V1"]
    assert verdict.status == PROVED


def test_too_little_play_is_bounded_not_refuted() -> None:
    verdict = verify_program(good_table(), Budget(turns=1))[0]
    assert verdict.status == BOUNDED


# ---------------------------------------------------------------- V2


def three_balls() -> Program:
    return finish(good(balls=3))


def ball_waits_again() -> Program:
    table = good(balls=2)
    moved = table.find("moved")
    again = tuple(t.Assign(moved, Num(ball), None, Num(0)) for ball in (0, 1))
    table.on("hit", [1, 2, 3], t.PutBall(Num(0)), *again)
    return finish(table)


def test_more_balls_than_dice_are_not_proved() -> None:
    assert verdicts_of(three_balls)["V2"].status in (BOUNDED, REFUTED)


def test_two_balls_and_no_die_is_refuted_with_a_record() -> None:
    verdict = verdicts_of(ball_waits_again)["V2"]
    assert verdict.status == REFUTED
    assert verdict.evidence is not None
    with pytest.raises(TableError):
        replay(ball_waits_again(), verdict.evidence)
    assert verdicts_of(ball_waits_again)["V7"].status == REFUTED


def test_a_board_without_balls_has_no_ball_to_be_stuck() -> None:
    verdicts = {v.property: v for v in verify_program(Builder(balls=0, dice=0).program())}
    assert verdicts["V2"].status == NOT_APPLICABLE
    assert verdicts["V1"].status == NOT_APPLICABLE


# ---------------------------------------------------------------- V7


def box_that_is_not_there() -> Program:
    table = good()
    table.on("complete", [0], t.Fill(op("+", Cell(table.find("mover")), 90)))
    return finish(table)


def endless_fill() -> Program:
    table = good()
    drops = table.boxes_of["drops"]
    table.on("filled", drops[:1], t.Fill(Num(drops[1])))
    table.on("filled", drops[1:], t.Fill(Num(drops[0])))
    return finish(table)


def test_an_option_that_names_no_box_is_refuted() -> None:
    verdict = verdicts_of(box_that_is_not_there)["V7"]
    assert verdict.status == REFUTED
    with pytest.raises(TableError):
        replay(box_that_is_not_there(), verdict.evidence or "")


def test_fills_that_set_each_other_off_are_refuted() -> None:
    assert verdicts_of(endless_fill)["V7"].status == REFUTED


# ---------------------------------------------------------------- V8


def solid_in_no_set() -> Program:
    table = good()
    table.place("lonely", (1, 2), in_set=False)
    return finish(table)


def double_erased() -> Program:
    table = good()
    table.place("trophy", (1, 2), line="double")
    table.on("complete", [0], t.EraseBox(Num(table.boxes_of["trophy"][0])))
    return finish(table)


def dashed_for_ever() -> Program:
    table = good()
    table.place("lamp", (1, 2), line="dashed")
    table.parts["lifetimes"].pop()
    return finish(table)


def solid_with_the_round() -> Program:
    table = good()
    table.lifetime("action", table.named("round_ends"), boxes=(1,))
    return finish(table)


def never_is_marked() -> Program:
    table = good()
    hole = table.place("hole", (1, 2), line="never")
    assert hole
    table.on("complete", [0], t.Mark(Num(table.boxes_of["hole"][0])))
    return finish(table)


def solid_erased_by_a_bonus() -> Program:
    table = good()
    table.place("spinner", (1, 2))
    table.on("complete", [0], t.EraseBoxes(tuple(table.boxes_of["spinner"])))
    return finish(table)


@pytest.mark.parametrize(
    ("make", "item", "reason"),
    [
        (solid_in_no_set, "lonely.1/2", "no set that erases it"),
        (double_erased, "trophy.1/2", "erases it"),
        (dashed_for_ever, "lamp.1/2", "nothing erases it at the end of the round"),
        (solid_with_the_round, "cars.1/2", "the end of the round erases it"),
        (never_is_marked, "hole.1/2", "marks it"),
    ],
)
def test_erasing_that_belies_its_line_is_refuted(make: Callable[[], Program], item: str, reason: str) -> None:
    verdict = verdicts_of(make)["V8"]
    found = {i.name: i for i in verdict.items}[item]
    assert (verdict.status, found.status) == (REFUTED, REFUTED)
    assert reason in found.words


def test_a_bonus_may_erase_solid_boxes_and_is_listed() -> None:
    verdict = verdicts_of(solid_erased_by_a_bonus)["V8"]
    assert verdict.status == PROVED
    assert any(i.name == "spinner.1/2" and "may erase it" in i.words for i in verdict.items)


# ---------------------------------------------------------------- V9


def counting(limit: int | None) -> Program:
    """Counts hits of the drops in 0..4, perhaps only below a limit."""
    table = good(rounds=3)
    counter = table.cell("hits", 0, 4, line="double")
    guard = None if limit is None else op("<", Cell(counter), limit)
    table.on("hit", table.boxes_of["drops"], table.more(counter), guard=guard)
    return finish(table)


def overflowing() -> Program:
    return counting(None)


def limited() -> Program:
    return counting(4)


def limited_by_hand() -> Program:
    """The limit is a branch, a smallest-of, and a range of a choice."""
    table = good()
    counter = table.cell("coins", 0, 9, line="double")
    slot = table.cell("gear", 1, 3, line="double")
    read = Cell(counter)
    table.on("hit", [1], t.Assign(counter, None, None, op("min", op("+", read, 4), 9)))
    branch = t.If(op(">", read, 3), (table.more(counter, -4),), (table.put(counter, 0),))
    table.on("hit", [2], branch)
    binder = Binder(2, Span(Num(1), Num(3)), None, "number")
    table.on(
        "hit", [3], t.Choose((binder,), (t.Assign(slot, None, None, Var(2)),), False, None, None, "gear")
    )
    return finish(table)


def action_under_a_guard() -> Program:
    """The guard stands where the action is done, not in the action."""
    table = good()
    counter = table.cell("coins", 0, 2, line="double")
    spend = table.action("spend", table.more(counter, -1))
    table.on("hit", [1], table.put(counter, 2))
    table.on("hit", [2], t.If(op(">=", Cell(counter), 1), (t.Do(spend),)))
    return finish(table)


def below_zero() -> Program:
    table = good()
    counter = table.cell("coins", 0, 2, line="double")
    spend = table.action("spend", table.more(counter, -1))
    table.on("hit", [2], t.Do(spend))
    return finish(table)


def guard_gone_stale() -> Program:
    """What the guard says is no longer true when the counter is written."""
    table = good()
    counter = table.cell("coins", 0, 1, line="double")
    fill = table.action("fill_up", table.put(counter, 1))
    body = (t.Do(fill), table.more(counter))
    table.on("hit", [2], t.If(op("<", Cell(counter), 1), body))
    return finish(table)


@pytest.mark.parametrize("make", [limited, limited_by_hand, action_under_a_guard])
def test_guarded_writes_are_proved(make: Callable[[], Program]) -> None:
    verdict = verdicts_of(make)["V9"]
    assert verdict.status == PROVED, verdict.words


@pytest.mark.parametrize(
    ("make", "name"), [(overflowing, "hits"), (below_zero, "coins"), (guard_gone_stale, "coins")]
)
def test_a_write_out_of_range_is_refuted_with_a_record(make: Callable[[], Program], name: str) -> None:
    verdict = verdicts_of(make)["V9"]
    assert verdict.status == REFUTED
    item = next(i for i in verdict.items if i.status == REFUTED)
    assert item.name == name
    with pytest.raises(TableError):
        replay(make(), item.record or "")
    assert verdicts_of(make)["V7"].status == REFUTED


# ---------------------------------------------------------------- the text


def test_the_text_names_the_fault_and_shows_a_record() -> None:
    text = render_verdicts(tuple(verdicts_of(overflowing).values()))
    assert "V9   refuted" in text
    assert "hits" in text
    assert "ssp-record 1" in text
    assert "V11  not yet done" in text
