"""`ssp diff` as it is run: silence, a witness, JSON, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sspdsl.cli.main import main

PIN = """\
pin bay "Bay" {
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4] worth 1
    arrows start -> bells
  }
}
"""


@pytest.fixture(autouse=True)
def pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    Path("old.ssp").write_text(PIN, encoding="utf-8")
    Path("same.ssp").write_text(PIN.replace('"Bells"', '"B"').replace("\n  }", "\n\n  }"), encoding="utf-8")
    Path("new.ssp").write_text(PIN.replace("worth 1", "worth 2"), encoding="utf-8")
    Path("broken.ssp").write_text(PIN.replace("-> bells", "-> nothing"), encoding="utf-8")


def test_nothing_is_said_of_what_is_no_change_in_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "old.ssp", "same.ssp"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")


def test_a_change_is_told_with_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "old.ssp", "new.ssp"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("old.ssp and new.ssp: they play differently\n")
    assert "~ changed: targets bells in zone top (old.ssp:4 -> new.ssp:4)" in said
    assert "box bells.1/2: worth 1 -> 2" in said
    record = said.partition("as a record:\n")[2].partition("\n\n")[0]
    Path("game.txt").write_text(record.replace("\n  ", "\n").strip() + "\n", encoding="utf-8")
    assert main(["replay", "old.ssp", "game.txt"]) == 0
    assert main(["replay", "new.ssp", "game.txt"]) == 0


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "--json", "old.ssp", "new.ssp"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "differ"
    assert main(["diff", "--json", "old.ssp", "same.ssp"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "same"


def test_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "old.ssp", "broken.ssp"]) == 1
    assert "SSP201" in capsys.readouterr().err
    assert main(["diff", "old.ssp", "missing.ssp"]) == 2
    assert main(["diff", "-", "-"]) == 2
