"""`ssp mutate` as it is run: counts, a table, JSON, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sspdsl.cli.main import main
from sspdsl.cli.reports import BEGIN, END, table_in

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


def test_counts_are_kept_until_the_pin_or_a_test_changes(
    pin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mutate", "--table", "--out", "made", "--update", pin]) == 0
    first = capsys.readouterr()
    assert "mutants: " in first.err
    assert main(["mutate", "--table", "--out", "made", "--update", pin]) == 0
    again = capsys.readouterr()
    assert (again.out, again.err) == (first.out, "")
    Path(pin).write_text(PIN.replace("roll 1 3", "roll 1 4"), encoding="utf-8")
    assert main(["mutate", "--table", "--in", "made", pin]) == 0
    old = capsys.readouterr().out
    assert "` \\* |\n" in old
    assert "counted at an earlier text" in old
    Path("page.md").write_text(f"{BEGIN}{END}", encoding="utf-8")
    assert main(["mutate", "--table", "--in", "made", "--into", "page.md", pin]) == 0
    assert table_in(Path("page.md").read_text(encoding="utf-8")) == old
    assert main(["mutate", "--table", "--out", "made", "--update", pin]) == 0
    assert "\\*" not in capsys.readouterr().out
    assert main(["mutate", "--table", "--in", "nowhere", pin]) == 0
    assert "| bay | ? | ? | ? | ? | ? | ? | not counted |" in capsys.readouterr().out


@pytest.mark.parametrize(
    "options",
    [
        ("--update", "--table"),
        ("--in", "made"),
        ("--into", "page.md"),
        ("--out", "made", "--sample", "3"),
        ("--table", "--json"),
        ("--table", "--in", "made", "--out", "made"),
    ],
)
def test_options_that_say_nothing_together(pin: str, options: tuple[str, ...]) -> None:
    assert main(["mutate", *options, pin]) == 2


def test_json(pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "--json", "--sample", "3", "--no-search", pin]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["format"] == "ssp-mutate"
    assert said["pins"][0]["tried"] == len(said["pins"][0]["outcomes"]) == 3


def test_a_pin_whose_test_fails_is_refused(pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(pin).write_text(PIN.replace("score is 1", "score is 2"), encoding="utf-8")
    assert main(["mutate", pin]) == 1
    assert "`A bell` fails on the pin itself" in capsys.readouterr().err
