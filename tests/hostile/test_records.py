"""Records that are broken, huge or of something else; places where none can be saved."""

from __future__ import annotations

import io
import os
import stat
import sys
import time
from pathlib import Path

import pytest

from sspdsl.cli.main import main
from sspdsl.cli.new import new_pin
from sspdsl.output import OutputError, write_file

HEAD = "ssp-record 1 bay players 1\n"
BROKEN = {
    "nothing": "",
    "no head": "roll> 1 4\n",
    "half a head": "ssp-record 1",
    "another pin": HEAD.replace("bay", "harbour"),
    "a version to come": HEAD.replace("1", "2", 1),
    "a huge version": HEAD.replace("1", "9" * 6000, 1),
    "no players": HEAD.replace("players 1", "players 0"),
    "many players": HEAD.replace("players 1", "players " + "9" * 6000),
    "two heads": HEAD * 2,
    "another's move": HEAD + "2> 4 to b34.3\n",
    "bytes": "\ud800",
}
IMPOSSIBLE = {
    "an illegal move": HEAD + "roll> 1 4\n> 9 to nowhere\n",
    "half a move": HEAD + "roll> 1 4\n> 4 to b",
    "a wrong roll": HEAD + "roll> 9 9\n",
    "a huge roll": HEAD + f"roll> {'9' * 1_000_000}\n",
    "what a terminal obeys": HEAD + "roll> 1 4\n> \x1b[31mred\x1b]0;x\x07\n",
    "many rolls": HEAD + "roll> 1 4\n" * 190_000,
}


@pytest.fixture
def bay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bay.ssp").write_text(new_pin("bay"))
    return tmp_path


def replayed(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    (folder / "game.txt").write_bytes(text.encode("utf-8", errors="surrogatepass"))
    begun = time.process_time()
    code = main(["replay", "bay.ssp", "game.txt"])
    said = "".join(capsys.readouterr())
    assert time.process_time() - begun < 8
    assert len(said) < 5_000
    assert "\x1b" not in said
    assert "internal error" not in said
    return code, said


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_record(name: str, bay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = replayed(bay, BROKEN[name], capsys)
    assert code == 2
    assert "error[SSP809]" in said


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_game_that_cannot_be(name: str, bay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = replayed(bay, IMPOSSIBLE[name], capsys)
    assert code == 1
    assert said.startswith("line ")


def test_a_record_of_a_million_lines(bay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = replayed(bay, HEAD + "roll> 1 4\n" * 1_000_000, capsys)
    assert code == 2
    assert "error[SSP106]" in said


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_and_a_mark(line_end: str, bay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\ufeff" + (HEAD + "roll> 1 4\n> 4 to b34.4\n").replace("\n", line_end)
    assert replayed(bay, text, capsys)[0] == 0
    text = "\ufeff" + (HEAD + "roll> 1 4\n# said\n").replace("\n", line_end)
    assert replayed(bay, text, capsys)[0] == 0


def test_no_game_is_played_that_could_not_be_saved(
    bay: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nquit\n"))
    assert main(["play", "bay.ssp", "--record", "no/such/folder.txt"]) == 2
    said = capsys.readouterr()
    assert "error[SSP802]" in said.err
    assert "ball" not in said.out


def test_a_game_of_rolls_alone_ends(bay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = new_pin("bay").replace("  bonuses piers", "  override action balls_move { }\n  bonuses piers")
    (bay / "bay.ssp").write_text(text)
    assert main(["play", "bay.ssp", "--seed", "1"]) == 1
    assert "error[SSP501]" in capsys.readouterr().err


def test_what_only_a_guard_works_out_is_an_error_of_the_table(
    bay: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clauses = (
        "  rule big before dice rolled { change score to 999999999\nchange score to score times score }\n"
        "  no move from start to b12 while score times score is 3\n"
        '  test "big" {\n    roll 1 4\n    then score times score is 3\n  }\n'
    )
    (bay / "bay.ssp").write_text(new_pin("bay").replace("  bonuses piers", clauses + "  bonuses piers"))
    for command in (["verify", "--turns", "20"], ["test"], ["play", "--seed", "1"], ["build"], ["graph"]):
        assert main([*command, "bay.ssp"]) in (0, 1), command
        assert "internal error" not in capsys.readouterr().err


def test_a_device_stays_a_device() -> None:
    for name in ("/dev/null", "/dev/full"):
        if not os.path.exists(name) or not stat.S_ISCHR(os.stat(name).st_mode):
            pytest.skip(f"no {name} here")
    write_file(Path("/dev/null"), b"x")
    with pytest.raises(OutputError) as error:
        write_file(Path("/dev/full"), b"x" * 100_000)
    assert error.value.code == "SSP802"
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize("command", ["check", "build", "explain", "graph", "fmt"])
def test_an_empty_name_is_no_folder(command: str, bay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, ""]) == 2
    assert "is empty" in capsys.readouterr().err
    assert main(["build", "bay.ssp", "--out", ""]) == 2
    assert os.listdir(bay) == ["bay.ssp"]
