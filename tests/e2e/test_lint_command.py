"""`ssp lint`: which rules are asked, in which form they answer, what is mended."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from sspdsl.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "lint"
ZERO = (CASES / "empty-reward" / "bad.ssp").read_text(encoding="utf-8")
TWICE = (CASES / "repeated-citation" / "bad.ssp").read_text(encoding="utf-8")
ONCE = (CASES / "repeated-citation" / "fixed.ssp").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pin of which SSP618 is said, and a folder in it with another."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "zero.ssp").write_text(ZERO)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "twice.ssp").write_text(TWICE)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def codes(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    code, told, said = run(capsys, "lint", "--format", "json", *arguments)
    assert code in (0, 1), said
    found = [each["code"] for each in json.loads(told)["diagnostics"]]
    assert code == bool(found)
    return found


def test_the_command_chooses(capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(capsys) == ["SSP652", "SSP618"]
    assert codes(capsys, "--ignore", "SSP618") == ["SSP652"]
    assert codes(capsys, "--allow", "empty-reward") == ["SSP652"]
    assert codes(capsys, "--select", "ssp618") == ["SSP618"]
    assert codes(capsys, "--select", "SSP618", "--ignore", "SSP618") == []


def test_an_unknown_rule_is_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, "lint", "--ignore", "SSP999")
    assert code == 2
    assert "SSP999" in said
    assert "--rules" in said


def test_the_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = run(capsys, "lint", "--rules")
    assert code == 0
    assert len(told.splitlines()) > 55
    assert re.search(r"^SSP618  empty-reward +a reward of zero$", told, re.MULTILINE)
    assert re.search(r"^SSP654 .*\(only if selected\)$", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ssp.toml", '[lint]\nignore = ["SSP618"]\n'),
        ("pyproject.toml", '[tool.sspdsl.lint]\nignore = ["empty-reward"]\n'),
        ("pyproject.toml", '[tool.other.lint]\nx = 1\n[tool.sspdsl.lint]\nselect = ["SSP652"]\n'),
    ],
)
def test_a_folder_chooses(folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str) -> None:
    (folder / name).write_text(text)
    assert codes(capsys) == ["SSP652"]
    assert codes(capsys, "zero.ssp") == []
    assert codes(capsys, "--select", "SSP652") == ["SSP652"]


def test_the_nearest_folder_counts_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ssp.toml").write_text('[lint]\nignore = ["SSP618", "SSP652"]\n')
    (folder / "inner" / "pyproject.toml").write_text("[tool.ruff.lint]\nselect = []\n")
    assert codes(capsys) == []
    (folder / "inner" / "ssp.toml").write_text("[lint]\n")
    assert codes(capsys) == ["SSP652"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[lint]\nignore = ["SSP999"]\n', "SSP999"),
        ('[lint]\nignore = "SSP618"\n', "no list of codes"),
        ("[lint]\nignroe = []\n", "ignroe"),
        ("[lint\n", "no TOML"),
        ("lint = 3\n", "no table"),
    ],
)
def test_a_folder_that_cannot_be_meant(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    (folder / "ssp.toml").write_text(text)
    code, _, said = run(capsys, "lint")
    assert code == 2
    assert told in said


def test_diff_shows_and_fix_makes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "inner" / "twice.ssp"
    code, told, _ = run(capsys, "lint", "--diff")
    assert code == 1
    assert [line for line in told.splitlines() if re.match(r"[-+] ", line)] == [
        next(f"-{line}" for line in TWICE.splitlines() if "cite" in line),
        next(f"+{line}" for line in ONCE.splitlines() if "cite" in line),
    ]
    assert file.read_text() == TWICE
    code, _, said = run(capsys, "lint", "--fix")
    assert code == 1
    assert "1 fix made" in said
    assert file.read_text() == ONCE
    assert (folder / "zero.ssp").read_text() == ZERO
    assert run(capsys, "lint", "--diff")[:2] == (0, "")
    assert run(capsys, "lint", "--fix", "--diff")[0] == 2


def test_check_shows_its_fixes_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = ONCE.replace("cite BAY", "BAY")
    (folder / "zero.ssp").write_text(bare)
    code, told, _ = run(capsys, "check", "--diff", "zero.ssp")
    assert code == 1
    assert "cite BAY-BELL-01" in next(line for line in told.splitlines() if line.startswith("+ "))
    assert (folder / "zero.ssp").read_text() == bare
    assert run(capsys, "check", "--fix", "zero.ssp")[0] == 0
    assert "cite BAY-BELL-01" in (folder / "zero.ssp").read_text()


def test_annotations_for_github(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = next(n for n, text in enumerate(ZERO.splitlines(), 1) if "score 0" in text)
    code, told, _ = run(capsys, "lint", "--format", "github", "zero.ssp")
    assert code == 1
    assert told.startswith(f"::warning file=zero.ssp,line={line},endLine={line},col=")
    assert "title=SSP618::`score 0` gives nothing%0A" in told
    assert told.count("\n") == 1
    (folder / "zero.ssp").write_text(ZERO.replace("score 0", "score nothing"))
    assert run(capsys, "check", "--format", "github", "zero.ssp")[1].startswith("::error file=zero.ssp,")
    (folder / "zero.ssp").write_text(ZERO.replace("score 0", "score 1"))
    assert run(capsys, "check", "--format", "github", "zero.ssp")[:2] == (0, "")


def test_sarif_names_the_rule_and_the_fix(capsys: pytest.CaptureFixture[str]) -> None:
    run_ = json.loads(run(capsys, "lint", "--format", "sarif")[1])["runs"][0]
    assert [each["id"] for each in run_["tool"]["driver"]["rules"]] == ["SSP618", "SSP652"]
    assert [(each["ruleId"], each["level"], "fixes" in each) for each in run_["results"]] == [
        ("SSP652", "warning", True),
        ("SSP618", "warning", False),
    ]


def test_the_hooks_run_what_there_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = re.findall(r"^  entry: ssp (.+)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE)
    assert len(entries) == 3
    (folder / "zero.ssp").write_text(ZERO.replace("score 0", "score 1"))
    for entry in entries:
        assert run(capsys, *shlex.split(entry), "zero.ssp")[0] == 0
