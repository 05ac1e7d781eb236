"""Each command does its work, on files, folders and standard input, and says so in its exit code."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from sspdsl.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
BROKEN = 'pin broken "Broken" {\n  zone a "A" {\n    set x = nothing_here erases\n  }\n}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a new pin in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["new", "bay"]) == 0
    return tmp_path


def give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


# ---------------------------------------------------------------- new, check, lint, fmt


def test_a_new_pin_checks_and_lints_and_is_laid_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "bay.ssp") == (0, "1 file: no mistakes\n", "")
    assert run(capsys, "lint", "bay.ssp")[0] == 0
    assert run(capsys, "fmt", "--check", "bay.ssp")[0] == 0
    assert run(capsys, "test", "bay.ssp")[:2] == (0, "1 test passed\n")


def test_a_new_pin_never_takes_the_place_of_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bay.ssp").write_text("mine\n")
    code, _, said = run(capsys, "new", "bay")
    assert code == 2
    assert "SSP806" in said
    assert (folder / "bay.ssp").read_text() == "mine\n"
    assert os.listdir(folder) == ["bay.ssp"]


@pytest.mark.parametrize(
    "name", ["Bay", "bay.ssp", "../bay", "a/b", "", "1st", "_x", "bay\n", "x" * 41, "bäy"]
)
def test_a_new_pin_has_a_proper_name(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, _, said = run(capsys, "new", "--", name)
    assert code == 2
    assert "is no name for a pin" in said
    assert os.listdir(folder) == ["bay.ssp"]


@pytest.mark.parametrize("name", ["class", "roll", "pin", "state", "x"])
def test_a_new_pin_may_be_called_by_any_word(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["new", name]) == 0
    assert run(capsys, "check", f"{name}.ssp")[0] == 0


def test_check_reads_folders_and_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "deep" / ".hidden").mkdir(parents=True)
    (folder / "deep" / "broken.ssp").write_text(BROKEN)
    (folder / "deep" / ".hidden" / "other.ssp").write_text("junk")
    code, told, _ = run(capsys, "check")
    assert code == 1
    assert "deep/broken.ssp:3:" in told
    assert "hidden" not in told
    give(monkeypatch, BROKEN)
    code, told, _ = run(capsys, "check", "--format", "json", "-")
    assert code == 1
    assert 3 in [each["start"]["line"] for each in json.loads(told)["diagnostics"]]


def test_the_same_file_is_checked_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "link.ssp").symlink_to("bay.ssp")
    assert run(capsys, "check", "bay.ssp", "./bay.ssp", "link.ssp")[1] == "1 file: no mistakes\n"


def test_a_library_beside_the_pin_is_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "harbour").mkdir()
    library = 'library harbour.lights {\n  indicator lit "Lit"\n  rule light when turn ends { mark lit }\n}\n'
    (folder / "harbour" / "lights.ssp").write_text(library)
    text = (folder / "bay.ssp").read_text()
    (folder / "bay.ssp").write_text(
        text.replace("  use std.flipper_zone\n", "  use std.flipper_zone\n  use harbour.lights\n")
    )
    assert run(capsys, "check", "bay.ssp")[0] == 0
    assert "1 indicator" not in run(capsys, "explain", "bay.ssp")[1]
    (folder / "harbour" / "lights.ssp").unlink()
    assert run(capsys, "check", "bay.ssp")[0] == 1


def test_fmt_mends_the_layout_and_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (folder / "bay.ssp").read_text()
    bad = good.replace("  difficulty easy", "     difficulty   easy") + "\n\n"
    (folder / "bay.ssp").write_text(bad)
    code, told, _ = run(capsys, "fmt", "--diff", "bay.ssp")
    assert code == 1
    assert "-     difficulty   easy\n+  difficulty easy\n" in told
    assert run(capsys, "fmt", "--check", "bay.ssp")[0] == 1
    assert (folder / "bay.ssp").read_text() == bad
    assert run(capsys, "fmt", "bay.ssp")[:2] == (0, "bay.ssp\n")
    assert (folder / "bay.ssp").read_text() == good
    assert run(capsys, "fmt", "bay.ssp")[:2] == (0, "")
    give(monkeypatch, bad)
    assert run(capsys, "fmt", "-") == (0, good, "")


def test_fmt_leaves_a_broken_text_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bay.ssp").write_text('pin bay "Bay" {\n   zone\n')
    assert run(capsys, "fmt", "bay.ssp")[0] == 1
    assert (folder / "bay.ssp").read_text() == 'pin bay "Bay" {\n   zone\n'


# ---------------------------------------------------------------- test, explain, trace


def test_a_failing_test_is_told_with_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "bay.ssp").read_text()
    (folder / "bay.ssp").write_text(text.replace("then score is 2", "then score is 3"))
    code, told, _ = run(capsys, "test", "bay.ssp")
    assert code == 1
    line = text.splitlines().index("    then score is 2") + 1
    assert f"bay.ssp:{line}:" in told
    assert told.endswith("0 tests passed, 1 failed\n")


def test_explain_shows_pages_and_pins(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "explain", "ssp900")[1].startswith("# SSP900")
    told = run(capsys, "explain", "bay.ssp")[1]
    assert told.startswith("Bay (bay)\n")
    assert "Piers (3 boxes)" in told
    text = (folder / "bay.ssp").read_text()
    (folder / "bay.ssp").write_text(text.replace("{ score 2 }", '{ score 2 assumed "to be balanced" }'))
    assert "to be balanced" in run(capsys, "explain", "bay.ssp")[1]
    assert "1 value assumed" in run(capsys, "check", "bay.ssp")[1]


def test_a_pin_of_no_book_answers_for_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = run(capsys, "trace", "bay.ssp")
    assert code == 0
    assert "CORE-TILT-01" in told


def test_trace_tells_what_nothing_cites(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "bay.ssp").read_text().replace("pin bay", "pin carniball")
    text = text.replace("score 2 }", "score 2 }    cite CARNIBALL-DUCKIES-08")
    text = text.replace(
        "  difficulty easy\n", '  difficulty easy\n  excuse CARNIBALL-FEAT-01 "there is none"\n'
    )
    (folder / "bay.ssp").write_text(text)
    code, told, _ = run(capsys, "trace", "--json", "bay.ssp")
    assert code == 1
    rules = {each["rule"]: each for each in json.loads(told)["rules"]}
    assert rules["CARNIBALL-FEAT-01"]["excuses"] == ["there is none"]
    assert rules["CARNIBALL-DUCKIES-08"]["lines"]
    assert not any(rules["CARNIBALL-FEAT-02"][kind] for kind in ("lines", "tests", "excuses"))
    code, told, _ = run(capsys, "trace", "--missing", "bay.ssp")
    assert "CARNIBALL-FEAT-02" in told
    assert "CARNIBALL-FEAT-01" not in told
    assert "CARNIBALL-DUCKIES-08" not in told


# ---------------------------------------------------------------- build, graph, draw, verify


def test_build_writes_and_knows_what_is_fresh(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["bay.graph.dot", "bay.graph.json", "bay.graph.svg", "bay.py"]
    assert run(capsys, "build", "bay.ssp", "--check")[0] == 1
    assert not (folder / "generated").exists()
    code, told, _ = run(capsys, "build", "bay.ssp")
    assert code == 0
    assert sorted(told.split()) == [f"generated/{name}" for name in names]
    assert sorted(os.listdir(folder / "generated")) == names
    assert run(capsys, "build", "bay.ssp", "--check") == (0, "", "")
    times = {name: (folder / "generated" / name).stat().st_mtime_ns for name in names}
    assert run(capsys, "build", "bay.ssp")[:2] == (0, "")
    assert times == {name: (folder / "generated" / name).stat().st_mtime_ns for name in names}
    (folder / "generated" / "bay.py").write_text("# by hand\n")
    code, told, _ = run(capsys, "build", "bay.ssp", "--check")
    assert (code, told) == (1, "generated/bay.py is not up to date\n")


def test_build_does_not_depend_on_line_ends_or_place(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "build", "bay.ssp", "--out", "one", "--ir")
    (folder / "sub").mkdir()
    data = (folder / "bay.ssp").read_bytes()
    (folder / "sub" / "bay.ssp").write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    run(capsys, "build", "sub/bay.ssp", "--out", "two", "--ir")
    for name in os.listdir(folder / "one"):
        one = (folder / "one" / name).read_bytes()
        assert b"\r" not in one
        assert one == (folder / "two" / name).read_bytes()


def test_nothing_is_built_while_a_pin_has_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.ssp").write_text(BROKEN)
    code, told, said = run(capsys, "build")
    assert (code, told) == (1, "")
    assert "nothing_here" in said
    assert not (folder / "generated").exists()


def test_two_pins_of_one_name_are_not_built(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "copy.ssp").write_text((folder / "bay.ssp").read_text())
    assert run(capsys, "build")[0] == 1
    assert not (folder / "generated").exists()


def test_the_module_plays(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "build", "bay.ssp", "--out", "out")
    monkeypatch.syspath_prepend(folder / "out")
    import importlib

    module = importlib.import_module("bay")
    state = module.playout(module.new_game(2), 1)
    assert module.decision(state).kind == "over"
    assert len(module.scores(state)) == 2


def test_graph_is_json_or_dot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(run(capsys, "graph", "bay.ssp")[1])["name"] == "bay"
    assert run(capsys, "graph", "--format", "dot", "bay.ssp")[1].startswith("digraph")


def test_drawings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "draw", "graph", "bay.ssp")[1].startswith("<svg")
    assert run(capsys, "draw", "graph", "bay.ssp", "-o", "a.svg")[:2] == (0, "")
    assert (folder / "a.svg").read_text().startswith("<svg")
    code, told, _ = run(capsys, "draw", "reach", "bay.ssp", "--at", "red_flipper", "--roll", "3", "5")
    assert code == 0
    assert told.startswith("<svg")
    pytest.importorskip("resvg_py")
    assert run(capsys, "draw", "reach", "bay.ssp", "--roll", "1", "4", "-o", "b.png")[0] == 0
    assert (folder / "b.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("reach", "bay.ssp"), "what the dice show"),
        (("reach", "bay.ssp", "--roll", "1", "7"), "cannot show 1 7"),
        (("reach", "bay.ssp", "--at", "red_fliper", "--roll", "1", "2"), "did you mean `red_flipper`?"),
        (("graph", "bay.ssp", "--at", "start"), "are for `ssp draw reach`"),
        (("graph", "bay.ssp", "-o", "a.pdf"), "is no picture"),
        (("graph", "bay.ssp", "-o", "no/such/a.svg"), "SSP802"),
    ],
)
def test_drawings_that_cannot_be(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    code, told, said = run(capsys, "draw", *arguments)
    assert (code, told) == (2, "")
    assert words in said


def test_verify_gives_a_verdict_for_each_property(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, said = run(capsys, "verify", "--turns", "50", "--json", "bay.ssp")
    assert (code, said) == (0, "")
    assert [each["property"] for each in json.loads(told)["verdicts"]] == [f"V{n}" for n in range(1, 12)]
    assert run(capsys, "verify", "--turns", "50", "bay.ssp")[1].startswith("Bay (bay)\nV1 ")


# ---------------------------------------------------------------- play, replay


def test_a_game_is_played_taken_back_saved_and_replayed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, "1\nundo\nundo\n1\n99\nnonsense\nlook\nhelp\nrecord\n1\n")
    code, told, said = run(capsys, "play", "bay.ssp", "--seed", "5", "--record", "game.txt")
    assert code == 0
    assert "Taken back." in told
    assert "There is nothing to take back." in told
    assert "There is no option 99" in told
    assert "`nonsense` is no option" in told
    assert "saved to game.txt" in said
    lines = (folder / "game.txt").read_text().splitlines()
    assert lines[0] == "ssp-record 1 bay players 1"
    assert sum(line.startswith("> ") for line in lines) == 2
    code, told, _ = run(capsys, "replay", "bay.ssp", "game.txt", "--steps")
    assert code == 0
    assert f"{len(lines) - 1} steps; " in told


def test_dice_fall_the_same_after_undo(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rolls = []
    for typed in ("1\n1\n1\n", "1\nundo\n1\n1\nundo\n1\n1\n"):
        give(monkeypatch, typed)
        told = run(capsys, "play", "bay.ssp", "--seed", "7")[1]
        rolls.append(list(dict.fromkeys(line for line in told.splitlines() if line.startswith("roll"))))
    assert rolls[0] == rolls[1]


def test_own_dice_are_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, "7 1\n1, 4\n4 to b34\n2 2\nquit\n")
    told = run(capsys, "play", "bay.ssp", "--own-dice", "--record", "game.txt")[1]
    assert "Say 2 numbers" in told
    assert (folder / "game.txt").read_text().splitlines()[1:] == ["roll> 1 4", "> 4 to b34.4", "roll> 2 2"]


def test_a_whole_game_for_two_reaches_its_end(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, "1\n" * 2000)
    code, told, _ = run(capsys, "play", "bay.ssp", "--players", "2", "--seed", "1", "--record", "game.txt")
    assert code == 0
    assert "The game is over." in told
    assert "winner" in told
    assert run(capsys, "replay", "bay.ssp", "game.txt")[1].startswith(
        f"{told.count('> 1') + told.count('roll: ')} steps"
    )


def test_a_record_of_another_game_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "game.txt").write_text("ssp-record 1 bay players 1\nroll> 1 4\n> 4 to nowhere\n")
    code, told, _ = run(capsys, "replay", "bay.ssp", "game.txt")
    assert code == 1
    assert "line 3: `4 to nowhere` is not offered" in told
    (folder / "game.txt").write_text("ssp-record 1 other players 1\n")
    assert run(capsys, "replay", "bay.ssp", "game.txt")[0] == 2
    (folder / "game.txt").write_text("a letter\n")
    assert run(capsys, "replay", "bay.ssp", "game.txt")[0] == 2


def test_a_reach_diagram_of_a_saved_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "game.txt").write_text("ssp-record 1 bay players 1\nroll> 1 4\n> 4 to b34.4\nroll> 5 6\n")
    code, told, _ = run(capsys, "draw", "reach", "bay.ssp", "--record", "game.txt")
    assert code == 0
    assert "Ball at 3/4" in told


def test_a_table_that_goes_wrong_in_play_is_the_tables_fault(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (folder / "bay.ssp").read_text()
    rule = "rule pay when turn ends { change coins to coins + 1 }"
    clause = f'  counter coins "Coins" 0..1\n  {rule}\n  use std.flipper_zone\n'
    (folder / "bay.ssp").write_text(text.replace("  use std.flipper_zone\n", clause))
    give(monkeypatch, "1\n1\n1\n1\n")
    code, _, said = run(capsys, "play", "bay.ssp", "--seed", "1")
    assert code == 1
    assert "SSP501" in said
    assert "bay.ssp:" in said


def test_verify_compares_the_module_with_the_interpreter(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told, _ = run(capsys, "verify", "--turns", "20", "--games", "4", "bay.ssp")
    assert code == 0
    assert "V11  bounded" in told
    assert "4 games with 1 to 4 players" in told


def test_verify_shows_one_property_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = run(capsys, "verify", "--only", "v11", "--games", "150", "--jobs", "2", "bay.ssp")
    assert code == 0
    assert [line[:4].strip() for line in told.splitlines() if line.startswith("V")] == ["V11"]
    assert "150 games with 1 to 4 players, 37 more from moments of 1 test, " in told
    code, told, _ = run(capsys, "verify", "--only", "V6", "--only", "V9", "--turns", "20", "bay.ssp")
    assert code == 0
    assert [line[:4].strip() for line in told.splitlines() if line.startswith("V")] == ["V6", "V9"]
    code, _, said = run(capsys, "verify", "--only", "V6", "--out", "here", "bay.ssp")
    assert code == 2
    assert "leave out --only" in said
