"""The tutorial, done as it says: every snippet put where it belongs, every command run."""

from __future__ import annotations

import os
import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from sspdsl.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
SNIPPETS: list[str] = re.findall(r"^```sspdsl\n(.*?)^```", TUTORIAL, re.MULTILINE | re.DOTALL)
COMMANDS: list[str] = re.findall(r"^ssp (.*)$", TUTORIAL, re.MULTILINE)
PIN = "lantern_bay.ssp"


def snippet(word: str) -> str:
    """The snippet in which a word occurs."""
    found = [text for text in SNIPPETS if word in text]
    assert found, word
    return found[-1]


def insert_after(text: str, line: str, more: str) -> str:
    assert text.count(line) == 1, line
    return text.replace(line, line + more)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(COMMANDS[0].split()) == 0
    return tmp_path


def test_the_new_pin_is_what_the_tutorial_quotes(folder: Path) -> None:
    text = (folder / PIN).read_text()
    assert 'pin lantern_bay "Lantern Bay" {' in text
    for line in snippet('zone middle "Bumpers"').splitlines()[:3]:
        assert line in text
    assert 'set bumpers "Bumpers" = b12 + b34 + b56 erases' in text
    assert snippet("while bumpers_x2") in text
    assert SNIPPETS[0].startswith('pin lantern_bay "Lantern Bay"')


def test_a_mistake_is_told_with_what_was_meant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / PIN).read_text()
    (folder / PIN).write_text(text.replace("b12 + b34 + b56", "b12 + b34 + b65"))
    assert main(["check", PIN]) == 1
    told = capsys.readouterr().out
    assert "b65" in told
    assert "b56" in told.partition("help")[2]
    assert "SSP201" in told


def test_all_that_is_added_works_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / PIN).read_text()
    low = "      when complete { choose one of piers_bonus }\n    }\n"
    text = insert_after(text, low, snippet('targets boats "Boats"'))
    text = insert_after(text, '    once bumpers_x2 "Bumpers x2" dashed\n', snippet("once fill_boat"))
    text = insert_after(text, "  difficulty easy\n", snippet("option rounds") + snippet("override kind"))
    text = text.rstrip().removesuffix("}") + snippet('test "Three boats') + "}\n"
    (folder / PIN).write_text(text)
    for command in ("check", "lint", "test", "fmt --check"):
        assert main([*command.split(), PIN]) == 0, capsys.readouterr()
    assert "2 tests passed" in capsys.readouterr().out
    assert main(["verify", "--turns", "200", PIN]) == 0


def test_every_command_of_the_tutorial_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(COMMANDS) > 12
    for command in COMMANDS[1:]:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"1\n1\nquit\n")))
        arguments = command.split() + (["--turns", "200"] if command.startswith("verify") else [])
        assert main(arguments) == 0, (command, capsys.readouterr())
    assert {"lantern_bay.svg", "first_roll.svg", "out", "evening.txt"} < set(os.listdir(folder))
