"""JSON and SARIF say the same as the terminal; codes have titles."""

from __future__ import annotations

import json
import re

import pytest

from sspdsl.diagnostics.codes import CODES, title
from sspdsl.diagnostics.json import render_json
from sspdsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from sspdsl.diagnostics.sarif import render_sarif
from sspdsl.source import Source, Span

SOURCE = Source("my pins/ä.ssp", "pin p\r\n  zöne b\r\n")
AT = Span(SOURCE, 9, 13)
FOUND = Diagnostic(
    "SSP113",
    "error",
    "a message",
    AT,
    "a label",
    (Label(Span(SOURCE, 0, 3), "related"),),
    ("a note",),
    "do this",
    Fix("write `zone`", (Edit(AT, "zone"),), "unsafe"),
)


def test_json() -> None:
    place = {
        "file": "my pins/ä.ssp",
        "start": {"line": 2, "column": 3, "offset": 9},
        "end": {"line": 2, "column": 7, "offset": 13},
    }
    document = json.loads(render_json([FOUND]))
    assert document["version"] == 1
    assert document["counts"] == {"error": 1, "warning": 0}
    (found,) = document["diagnostics"]
    assert found == {
        "code": "SSP113",
        "severity": "error",
        "message": "a message",
        **place,
        "label": "a label",
        "related": [{**found["related"][0], "text": "related"}],
        "notes": ["a note"],
        "help": "do this",
        "fix": {"words": "write `zone`", "safety": "unsafe", "edits": [{**place, "text": "zone"}]},
    }
    assert found["related"][0]["start"] == {"line": 1, "column": 1, "offset": 0}
    assert render_json([FOUND]).isascii()
    assert json.loads(render_json([]))["diagnostics"] == []


def test_sarif() -> None:
    document = json.loads(render_sarif([FOUND, FOUND]))
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["rules"] == [{"id": "SSP113", "shortDescription": {"text": CODES["SSP113"]}}]
    result = run["results"][0]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("SSP113", 0, "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20pins/%C3%A4.ssp"
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7}
    change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"] == {"text": "zone"}
    assert change["deletedRegion"] == place["region"]
    assert len(run["results"]) == 2


def test_a_shown_only_fix_is_not_offered_to_tools() -> None:
    shown = Diagnostic("SSP1", "error", "m", AT, fix=Fix("w", (Edit(AT, "x"),), "display"))
    assert "fixes" not in json.loads(render_sarif([shown]))["runs"][0]["results"][0]


def test_every_code_has_a_title() -> None:
    assert list(CODES) == sorted(CODES)
    for code, words in CODES.items():
        assert re.fullmatch("SSP[1-9][0-9][0-9]", code)
        assert words == title(code)
        assert words
        assert not words.endswith(".")
    with pytest.raises(KeyError):
        title("SSP000")
