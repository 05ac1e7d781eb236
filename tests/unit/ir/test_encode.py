from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sspdsl.ir.encode import IrError, from_json, plain, to_json
from sspdsl.ir.invariants import check_program
from sspdsl.ir.schema import schema, schema_text
from sspdsl.ir.shapes import TERMS
from sspdsl.ir.walk import terms_in
from tests.support.everything import everything

SCHEMA = Path(__file__).resolve().parents[3] / "grammar" / "ir.schema.json"


def names_of_terms(data: Any) -> set[str]:
    if isinstance(data, dict):
        inner = set().union(*map(names_of_terms, data.values()), set())
        return inner | ({data["term"]} if "term" in data else set())
    return set().union(*map(names_of_terms, data), set()) if isinstance(data, list) else set()


def test_everything_is_a_program_with_every_term() -> None:
    program = everything()
    assert check_program(program) == []
    assert names_of_terms(plain(program)) == set(TERMS)
    assert list(terms_in(program.rules[0].body))


def test_a_program_survives_a_round_trip_and_gives_the_same_bytes() -> None:
    program = everything()
    text = to_json(program)
    assert from_json(text) == program
    assert to_json(from_json(text)) == text == to_json(everything())
    assert text.endswith("}\n")


def test_each_entry_of_a_table_stands_on_its_own_line() -> None:
    lines = to_json(everything()).splitlines()
    assert sum(line.startswith('  {"name": "lane.') for line in lines) == 3


def test_the_schema_file_is_fresh() -> None:
    """If not: `python -m sspdsl.ir.schema > grammar/ir.schema.json`."""
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()
    assert json.loads(schema_text()) == schema()


def test_the_schema_is_sound_and_describes_programs() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    data = json.loads(to_json(everything()))
    assert list(validator.iter_errors(data)) == []


BREAKS: tuple[tuple[str, Any, str], ...] = (
    ("name", 3, "name: expected str, found int"),
    ("balls", True, "balls: expected int, found bool"),
    ("cells", {}, "cells: expected a list"),
    ("wins", [{"term": "Nothing"}], r"wins\[0\]: `Nothing` is no term"),
    ("wins", [{"term": "Score", "amount": 1}], r"wins\[0\]: `Score` is no term"),
    ("wins", [{"term": "Num", "value": None}], r"wins\[0\]\.value: expected int"),
    (
        "wins",
        [{"term": "Num", "value": 1, "more": 1}],
        r"wins\[0\]: Num lacks \[\] and has unknown \['more'\]",
    ),
    ("wins", [7], r"wins\[0\]: `None` is no term"),
    ("records", [[1, "a", 2]], r"records\[0\]: expected 2 items, found 3"),
    ("facts", [3], r"facts\[0\]: expected an object"),
)


@pytest.mark.parametrize(("field", "value", "message"), BREAKS)
def test_broken_programs_are_refused_by_reader_and_schema(field: str, value: Any, message: str) -> None:
    data = json.loads(to_json(everything()))
    data[field] = value
    with pytest.raises(IrError, match=message):
        from_json(json.dumps(data))
    assert not jsonschema.Draft202012Validator(schema()).is_valid(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "broken JSON"),
        ("[]", "not an object"),
        ("{}", "not `ssp-ir`"),
        ('{"format": "ssp-ir", "version": 2}', "version 1"),
        ('{"format": "ssp-ir", "version": 1}', "Program lacks"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_program(text: str, message: str) -> None:
    with pytest.raises(IrError, match=message):
        from_json(text)
