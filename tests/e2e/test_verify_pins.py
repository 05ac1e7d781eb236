"""Pins as texts: planted faults are refuted by name and reason, the pins of the books pass."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from sspdsl.graph import build_graph, encode_graph
from sspdsl.interpret import Interpreter
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.record.text import parse_record
from sspdsl.source import Source
from sspdsl.verify import Budget, Verdict, verify_program

PINS = sorted(Path("pins").glob("*.ssp"))
SHORT = Budget(turns=2_000)
BRIEF = Budget(turns=200)
DONE = ("V1", "V2", "V6", "V7", "V8", "V9")

PLANTED = """
pin planted "Planted" {
  zone top "Top" {
    start_arrow start "Start"
    targets cars "Cars" white [1/2, 3/4, 5/6] { CARS }
    arrows start -> cars
    MORE
  }
  use std.flipper_zone
  REST
}
"""


def compiled(text: str) -> Program:
    made = compile_source(Source("planted.ssp", text))
    assert made.program is not None, [d.message for d in made.diagnostics]
    return made.program


@cache
def planted(cars: str = "", more: str = "", rest: str = "") -> dict[str, Verdict]:
    text = PLANTED.replace("CARS", cars).replace("MORE", more).replace("REST", rest)
    return {verdict.property: verdict for verdict in verify_program(compiled(text), SHORT)}


@pytest.mark.parametrize("name", DONE)
def test_nothing_planted_nothing_found(name: str) -> None:
    assert planted()[name].status == "proved", planted()[name].words


@pytest.mark.parametrize(
    ("name", "item", "reason", "parts"),
    [
        ("V1", "seven.7", "which no die shows", {"more": "targets seven [7, 1]"}),
        (
            "V1", "arrow cars to cars.1/2", "never holds",
            {"more": "arrows cars -> cars while lit", "rest": "indicator lit"},
        ),
        (
            "V1", "attic.1", "no arrow, line, fall or shot",
            {"more": "targets attic green [1] { reached only by arrow }"},
        ),
        (
            "V8", "trophy.1", "erases it",
            {"cars": "when complete { erase trophy }", "more": "targets trophy white [1] double kept"},
        ),
        ("V8", "lonely.1", "no set that erases it", {"more": "bumper lonely white [1]"}),
        (
            "V9", "coins", "cannot be 3",
            {"cars": "when filled { change coins to coins + 1 }", "rest": "counter coins 0..2 double"},
        ),
    ],
)  # fmt: skip
def test_a_planted_fault_is_refuted(name: str, item: str, reason: str, parts: dict[str, str]) -> None:
    verdict = planted(**parts)[name]
    found = {each.name: each for each in verdict.items}
    assert verdict.status == "refuted", verdict.words
    assert found[item].status == "refuted"
    assert reason in found[item].words


# ---------------------------------------------------------------- the pins of the books


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_no_pin_fails_in_play_and_its_records_replay(path: Path) -> None:
    program = compile_source(Source(path.name, path.read_text(encoding="utf-8"))).program
    if program is None:
        pytest.skip("it does not compile")
    engine = Interpreter(program)
    for verdict in verify_program(program, BRIEF):
        # What V1, V4, V5 and V8 say of a pin is for its author; an error of the table in play is for us.
        assert verdict.status != "refuted" or verdict.property in ("V1", "V4", "V5", "V8"), verdict.words
        proved = [item for item in verdict.items if item.record is not None]
        for item in proved[:: max(len(proved) // 8, 1)]:
            record = parse_record(item.record or "")
            state = engine.new_game(record.players)
            for step in record.steps:
                state = engine.apply(state, step.text)


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_the_graph_of_a_pin_is_as_its_schema_says(path: Path) -> None:
    program = compile_source(Source(path.name, path.read_text(encoding="utf-8"))).program
    if program is None:
        pytest.skip("it does not compile")
    schema = json.loads(Path("grammar/graph.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(encode_graph(build_graph(program))))
