"""The table in docs/mutation.md is what was counted, and says of which text."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from sspdsl.cli.inputs import Given
from sspdsl.cli.mutate import row_before
from sspdsl.cli.reports import table_in
from sspdsl.mutate.faults import faults_of
from sspdsl.mutate.report import STATUSES
from sspdsl.mutate.table import Row, render_table
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from tests.support.pins import PINS, ROOT

LEAST = 90
HOW = "run `make tables`"


def row(path: Path) -> Row:
    found = row_before(Given(path.name, path.read_bytes(), path), ROOT / "generated", keep=True)
    assert isinstance(found, Row)
    return found


def test_the_page_says_what_was_counted() -> None:
    page = (ROOT / "docs" / "mutation.md").read_text(encoding="utf-8")
    assert table_in(page) == render_table([row(path) for path in PINS]), HOW


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_counts_add_up_and_enough_is_killed(path: Path) -> None:
    counts = row(path).counts
    assert counts is not None
    schema = json.loads((ROOT / "grammar" / "mutation.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(counts)
    assert sum(counts[status] for status in STATUSES) == counts["mutants"]
    mattering = counts["killed"] + counts["survived"]
    assert counts["percent"] == round(100 * counts["killed"] / mattering, 1) >= LEAST
    if not row(path).old:
        tree, _ = parse(Source(path.name, path.read_text(encoding="utf-8")))
        assert tree is not None
        assert len(faults_of(tree, False)) == counts["mutants"]
        assert len(counts["survivors"]) == counts["survived"]
