"""`ssp verify --out` and `ssp recheck`: what is proved is written down, and believed only if it holds."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sspdsl.cli.main import main

PINS = Path(__file__).resolve().parents[1] / "verify"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(("kind", "found"), [("ending", 0), ("endless", 1)])
def test_what_was_written_holds(
    folder: Path, capsys: pytest.CaptureFixture[str], kind: str, found: int
) -> None:
    pin = str(PINS / kind / "ring.ssp")
    assert run(capsys, "verify", "--turns", "30", "--out", "made", pin)[0] == found
    code, told, said = run(capsys, "recheck", "--in", "made", pin)
    assert (code, said) == (0, "")
    assert "ring: V4 holds: " in told
    assert "ring: V5 holds: " in told


def test_a_proof_of_another_table_does_not_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "verify", "--turns", "30", "--out", "made", str(PINS / "ending" / "ring.ssp"))
    code, told, _ = run(capsys, "recheck", "--in", "made", str(PINS / "endless" / "ring.ssp"))
    assert code == 1
    assert "ring: V4 does not hold: " in told


def test_a_changed_report_does_not_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pin = str(PINS / "ending" / "ring.ssp")
    run(capsys, "verify", "--turns", "30", "--out", "made", pin)
    path = folder / "made" / "ring.verify.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    next(v for v in data["verdicts"] if v["property"] == "V5")["certificate"] = None
    path.write_text(json.dumps(data), encoding="utf-8")
    code, told, _ = run(capsys, "recheck", "--in", "made", pin)
    assert code == 1
    assert "ring: V5 does not hold: proved without a ranking" in told


def test_without_a_report_it_says_how_to_make_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, said = run(capsys, "recheck", "--in", "made", str(PINS / "ending" / "ring.ssp"))
    assert (code, told) == (1, "")
    assert "ssp verify --out made" in said


def test_a_pipe_in_place_of_a_report_is_not_waited_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "made").mkdir()
    os.mkfifo(folder / "made" / "ring.verify.json")
    code, told, said = run(capsys, "recheck", "--in", "made", str(PINS / "ending" / "ring.ssp"))
    assert (code, told) == (1, "")
    assert "cannot be read" in said
