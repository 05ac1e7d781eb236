"""`ssp verify --table`: reports are written once and taken again, old ones told apart; the page with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sspdsl.cli.main import main
from sspdsl.cli.reports import BEGIN, END, table_in
from sspdsl.verify.table import worded

ROOT = Path(__file__).resolve().parents[2]
PIN = """
pin bay "Lantern Bay" {
  zone top {
    start_arrow start
    targets bells white [1/2, 3/4, 5/6] worth 1
    LINE
    arrows start -> bells
  }
  use std.flipper_zone
}
"""
TURNS = ("--turns", "60")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "")
    (tmp_path / "page.md").write_text(f"# Table\n\n{BEGIN}old\n{END}\nmore\n", encoding="utf-8")
    return tmp_path


def write(folder: Path, line: str) -> None:
    (folder / "bay.ssp").write_text(PIN.replace("LINE", line), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(("verify", "bay.ssp", *arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def data(folder: Path, kind: str) -> Any:
    return json.loads((folder / "made" / f"bay.{kind}.json").read_text(encoding="utf-8"))


def rewrite(folder: Path, **fields: str) -> None:
    """Change the report, as if it had been written by another verifier or of another table."""
    (folder / "made" / "bay.verify.json").write_text(json.dumps(data(folder, "verify") | fields))


def test_a_report_is_taken_again_until_the_table_or_the_verifier_changes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = ("--out", "made", "--update", "--table")
    code, first, said = run(capsys, *again)
    assert (code, said) == (0, "bay: done\n")
    assert first.splitlines()[2].startswith("| Lantern Bay | proved | proved |")
    schema = json.loads((ROOT / "grammar" / "verify.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(data(folder, "verify"), schema)
    assert run(capsys, *again) == (0, first, "")
    write(folder, "# A comment is no change.\n")
    assert run(capsys, *again) == (0, first, "")
    rewrite(folder, verifier="another")
    assert (
        run(capsys, "--in", "made", "--table")[1].splitlines()[2].startswith("| Lantern Bay \\* | proved |")
    )
    assert run(capsys, *again) == (0, first, "bay: done\n")
    write(folder, "targets seven white [7]")
    code, told, said = run(capsys, "--in", "made", "--table")
    assert code == 1
    assert "| Lantern Bay | ? | ? |" in told
    assert said == "1 pin without a report of its present text: bay\n"


def test_what_is_not_proved_is_explained_below(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "targets seven white [7, 1]")
    code, told, _ = run(capsys, *TURNS, "--table")
    assert code == 0
    assert "| **refuted** |" in told
    assert "- V1 refuted: " in told
    assert "seven.7" in told.partition("- V1 refuted: ")[2]
    assert "bay.ssp:" not in told


def test_a_short_run_is_no_whole_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, *TURNS, "--out", "made")
    assert data(folder, "verify")["verifier"] == ""
    assert "bay: done" in run(capsys, "--out", "made", "--update", "--table")[2]
    assert data(folder, "verify")["verifier"] != ""


def test_games_of_v11_are_written_down(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = run(capsys, "--only", "V11", "--games", "3", "--out", "made")
    assert code == 0
    schema = json.loads((ROOT / "grammar" / "agree.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(data(folder, "agree"), schema)
    assert not (folder / "made" / "bay.verify.json").exists()
    told = run(capsys, *TURNS, "--out", "made", "--table")[1]
    assert "| 3 games |" in told
    assert "- V11 bounded: 3 games with 1 to 4 players, " in told
    path = folder / "made" / "bay.agree.json"
    path.write_text(json.dumps(data(folder, "agree") | {"module": "another"}), encoding="utf-8")
    assert "| 3 games \\* |" in run(capsys, "--in", "made", "--table")[1]


def test_the_table_goes_between_the_marks_of_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = run(capsys, *TURNS, "--out", "made", "--table", "--into", "page.md")
    assert (code, told) == (0, "")
    table = run(capsys, "--in", "made", "--table")[1]
    page = (folder / "page.md").read_text(encoding="utf-8")
    assert page == f"# Table\n\n{BEGIN}\n{table}\n{END}\nmore\n"
    assert table_in(page) == table
    (folder / "page.md").write_text("# No marks\n", encoding="utf-8")
    code, _, said = run(capsys, "--in", "made", "--table", "--into", "page.md")
    assert code == 2
    assert "has no place for a table" in said


@pytest.mark.parametrize(
    "options",
    [
        ("--update",),
        ("--in", "made"),
        ("--into", "page.md"),
        ("--table", "--json"),
        ("--table", "--only", "V1"),
        ("--table", "--in", "made", "--out", "made"),
    ],
)
def test_options_that_say_nothing_together(
    folder: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert run(capsys, *options)[0] == 2


def test_words_that_begin_with_what_is_spoken_of_stand_alone() -> None:
    name = "the loop b12, b34, b56 and three more places"
    assert worded([name], f"{name[:30]}: for ever") == f"{name[:30]}: for ever"
    assert worded(["b12.1", "b12.2"], "no game reached it") == "b12.1, b12.2: no game reached it"
