"""`ssp mutate` as it is run: counts, a table, JSON, exit codes."""

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
  test "A bell" {
    roll 1 3
    play 1 to bells
    then score is 1
  }
}
"""


@pytest.fixture
def pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    Path("bay.ssp").write_text(PIN, encoding="utf-8")
    return "bay.ssp"


def test_survivors_are_shown_and_counted(pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", pin]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Bay (bay)\n")
    assert "  + targets bells" in said
    assert "a test that kills it:" in said
    assert said.splitlines()[-1].startswith("bay: ")


def test_the_table_and_the_least_percentage(pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "--table", "--least", "100", pin]) == 1
    head, _, row = capsys.readouterr().out.splitlines()
    assert head.startswith("| pin | mutants |")
    assert row.startswith("| bay | ")


def test_json(pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "--json", "--sample", "3", "--no-search", pin]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["format"] == "ssp-mutate"
    assert said["pins"][0]["tried"] == len(said["pins"][0]["outcomes"]) == 3


def test_a_pin_whose_test_fails_is_refused(pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(pin).write_text(PIN.replace("score is 1", "score is 2"), encoding="utf-8")
    assert main(["mutate", pin]) == 1
    assert "`A bell` fails on the pin itself" in capsys.readouterr().err
