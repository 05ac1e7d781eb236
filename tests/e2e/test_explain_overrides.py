"""`ssp explain --overrides` as it is run."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from sspdsl.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
CARNIBALL = str(ROOT / "pins" / "carniball.ssp")


def test_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--overrides", CARNIBALL]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0] == "3 overrides"
    assert "  book four_cade: option rounds is 3  (std.books:3)\n" in said
    assert "    over std.pinball: option rounds is 3  (std.pinball:" in said
    assert "cites CORE-FLIP-03" in said


def test_json_is_as_the_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads((ROOT / "grammar" / "overrides.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for path in sorted((ROOT / "pins").glob("*.ssp"))[:4]:
        assert main(["explain", "--overrides", "--json", str(path)]) == 0
        jsonschema.Draft202012Validator(schema).validate(json.loads(capsys.readouterr().out))


def test_what_cannot_be_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.ssp"
    broken.write_text('pin x "X" { override action nothing { score 1 } }\n', encoding="utf-8")
    assert main(["explain", "--overrides", str(broken)]) == 1
    assert "SSP205" in capsys.readouterr().err
    assert main(["explain", "--json", "SSP201"]) == 2
    game = tmp_path / "game.ssp"
    game.write_text('game x "X" { turn { step a { end game } } }\n', encoding="utf-8")
    assert main(["explain", "--overrides", str(game)]) == 0
    assert capsys.readouterr().out == "nothing is overridden\n"
