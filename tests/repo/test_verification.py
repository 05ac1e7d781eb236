"""The table in docs/verification.md is what the reports in `generated/` say, which are of the present pins.

What is checked of the reports themselves stands in docs/verification.md, too: not all is proved anew here.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sspdsl.cli.recheck import Player
from sspdsl.cli.reports import games_of, report_of, row_of, table_in
from sspdsl.ir.digest import program_digest
from sspdsl.ir.model import Program
from sspdsl.recheck import recheck
from sspdsl.verify import encode_verdicts, verify_program
from sspdsl.verify.table import Row, reasons, render_table, status
from sspdsl.verify.verdict import TITLES
from tests.support.pins import PINS, ROOT, compiled

FOLDER = ROOT / "generated"
PAGE = ROOT / "docs" / "verification.md"
QUICKEST = ("carniball", "starfleet_academy")
PART = 20
"""Of so many records of V1, one is played."""
HOW = "run `make reports`"


@cache
def report(path: Path) -> dict[str, Any]:
    found = report_of(compiled(path), FOLDER)
    assert found is not None, f"there is no report on the present text of {path.stem}: {HOW}"
    return dict(found)


def row(program: Program, found: Any) -> Row:
    return row_of(program, found, FOLDER)


def test_the_page_says_what_the_reports_say() -> None:
    rows = [row(compiled(path), report(path)) for path in PINS]
    assert table_in(PAGE.read_text(encoding="utf-8")) == render_table(rows), HOW


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_a_report_fits_its_schema_and_speaks_of_every_property(path: Path) -> None:
    schema = json.loads((ROOT / "grammar" / "verify.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(report(path))
    assert [each["property"] for each in report(path)["verdicts"]] == list(TITLES)
    assert report(path)["verifier"], f"the report on {path.stem} is of a run that was cut short: {HOW}"


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_what_is_recorded_of_v11_fits_its_schema(path: Path) -> None:
    made = games_of(compiled(path), FOLDER)
    if made is None:
        pytest.skip("nothing is recorded of the present text")
    schema = json.loads((ROOT / "grammar" / "agree.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(made)
    assert made["difference"] is None


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_certificates_hold_and_records_can_be_played(path: Path) -> None:
    """All that `ssp recheck` looks at, but of V1 a part."""
    program, verdicts = compiled(path), [dict(each) for each in report(path)["verdicts"]]
    for verdict in verdicts:
        if verdict["property"] == "V1":
            verdict["items"] = verdict["items"][::PART]
    text = json.dumps({**report(path), "verdicts": verdicts})
    outcomes = recheck(program, text, Player(program))
    assert len(outcomes) == 6
    assert [f"{each.property}: {each.words}" for each in outcomes if not each.holds] == [], HOW


@pytest.mark.parametrize("path", [p for p in PINS if p.stem in QUICKEST], ids=lambda path: path.stem)
def test_the_quickest_pins_are_proved_anew(path: Path) -> None:
    program = compiled(path)
    fresh = json.loads(encode_verdicts(program.name, verify_program(program), program_digest(program)))
    now, then = row(program, fresh), row(program, report(path))
    said = [
        [(name, status(each, name), reasons(each, name)) for name in TITLES if name != "V11"]
        for each in (now, then)
    ]
    assert said[0] == said[1], HOW
