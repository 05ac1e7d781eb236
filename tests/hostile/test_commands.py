"""Texts that are broken, huge, deep or meant to harm, given to the commands: an answer, in bounded time."""

from __future__ import annotations

import io
import os
import random
import sys
import time
from pathlib import Path

import pytest

from sspdsl.cli.main import main
from sspdsl.cli.new import new_pin

PIN = new_pin("bay")
EVIL = '\\"]; x [shape=box URL=\\"javascript:alert(1)\\"] </title><script>alert(1)</script> {0} %s $(id) `id`'
TEXTS: dict[str, bytes] = {
    "nothing": b"",
    "blank": b" \n\t\n",
    "zeros": b"\0" * 5000,
    "not UTF-8": b'pin x "\xff\xfe" {}',
    "UTF-16": PIN.encode("utf-16"),
    "two marks": b"\xef\xbb\xbf\xef\xbb\xbf" + PIN.encode(),
    "half a pin": PIN[: len(PIN) // 2].encode(),
    "braces": b"{" * 20_000,
    "brackets": b'pin x "X" { zone a "A" { targets t [' + b"1/" * 20_000,
    "sums": b'pin x "X" { define a as ' + b"(" * 5000 + b"1" + b")" * 5000 + b" }",
    "a long line": b"#" + b"x" * 1_000_000,
    "a long name": b"pin " + b"x" * 100_000 + b' "X" { }',
    "a long number": b'pin x "X" { option n is ' + b"9" * 100_000 + b" }",
    "an open text": b'pin x "' + b"y" * 100_000,
    "the pin 20 times": PIN.encode() * 20,
    "escapes": b'pin x "\x1b]0;owned\x07\x1b[31m" { zone a "\x1b[2J" { } }',
    "directions": 'pin x "\u202eX" { zone a "\u2066" { } }'.encode(),
    "a record": b"ssp-record 1 bay players 1\n> 1\n",
}


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), errors="replace"))


@pytest.mark.parametrize("command", ["check", "lint", "fmt", "test", "explain", "trace", "graph"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_every_text_gets_an_answer(
    command: str,
    text: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    give(monkeypatch, text)
    begun = time.process_time()
    code = main([command, "-"])
    took = time.process_time() - begun
    said = capsys.readouterr()
    assert code in (0, 1), said.err
    assert "internal error" not in said.err
    assert "\x1b" not in said.out + said.err
    assert len(said.out + said.err) < 200_000
    assert took < 8
    assert os.listdir(tmp_path) == []


def test_a_pin_changed_at_random_gets_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(4)
    words = PIN.split(" ")
    for _ in range(60):
        changed = list(words)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(changed))
            do = chance.randrange(4)
            if do == 0:
                del changed[at]
            elif do == 1:
                changed.insert(at, chance.choice(words))
            elif do == 2:
                changed[at] = chance.choice(
                    ["{", "}", '"', "[", "of", "is", "\n", "9", "§", "->", "Ω", "x.y.z"]
                )
            else:
                other = chance.randrange(len(changed))
                changed[at], changed[other] = changed[other], changed[at]
        text = " ".join(changed)
        give(monkeypatch, text.encode())
        assert main(["check", "-"]) in (0, 1), text
        assert "internal error" not in capsys.readouterr().err, text


def test_names_and_labels_never_become_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    title = EVIL.replace("\\", "\\\\").replace('"', '\\"')
    text = (
        PIN.replace('"Lanterns"', f'"{title}"')
        .replace('"Bay"', f'"{title}"')
        .replace('"2 stars"', f'"{title}"')
    )
    (tmp_path / "bay.ssp").write_text(text)
    assert main(["build", "bay.ssp", "--ir"]) == 0, capsys.readouterr().err
    svg = (tmp_path / "generated" / "bay.graph.svg").read_text()
    assert "<script" not in svg
    compile((tmp_path / "generated" / "bay.py").read_text(), "bay.py", "exec")
    assert sorted(os.listdir(tmp_path)) == ["bay.ssp", "generated"]


@pytest.mark.parametrize(
    "name", ["class", "None", "import", "def", "print", "self", "state", "__init__", "con"]
)
def test_words_of_python_as_names_of_pins(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.ssp").write_text(PIN.replace("pin bay ", f"pin {name} "))
    code = main(["build", "x.ssp"])
    assert code in (0, 1), capsys.readouterr().err
    if code == 0:
        compile((tmp_path / "generated" / f"{name}.py").read_text(), name, "exec")
    else:
        assert os.listdir(tmp_path) == ["x.ssp"]


def test_a_name_is_no_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("../evil", "/etc/evil", "a/b", "a.b", "x" * 300):
        (tmp_path / "x.ssp").write_text(PIN.replace("pin bay ", f"pin {name} "))
        assert main(["build", "x.ssp"]) in (1, 2)
        assert os.listdir(tmp_path) == ["x.ssp"]
    assert "internal error" not in capsys.readouterr().err


def test_an_endless_file_is_read_to_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    if not os.path.exists("/dev/zero"):
        pytest.skip("no /dev/zero here")
    assert main(["check", "/dev/zero"]) == 1
    assert "larger than" in capsys.readouterr().out


def test_a_folder_called_like_a_pin_and_a_link_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.ssp").mkdir()
    (tmp_path / "folder.ssp" / "bay.ssp").write_text(PIN)
    assert main(["check", "folder.ssp"]) == 0
    (tmp_path / "gone.ssp").symlink_to("nowhere.ssp")
    (tmp_path / "loop").symlink_to(".")
    assert main(["check", "."]) == 2
    assert "cannot read `gone.ssp`" in capsys.readouterr().err


def test_a_folder_that_is_no_longer_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for command in (["build", "-", "--out", str(tmp_path / "out")], ["check", "bay.ssp"]):
        give(monkeypatch, PIN.encode())
        assert main(command) == 2
        assert "the current folder is no longer there" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["", "0", "1", "-5", "9" * 5000, "²", "٣"])
def test_any_width_of_a_terminal(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    give(monkeypatch, PIN.replace("b12 + b34", "b12 + b43").encode())
    assert main(["check", "-"]) == 1
    assert "internal error" not in capsys.readouterr().err
