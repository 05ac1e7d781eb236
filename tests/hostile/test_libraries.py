"""Libraries beside a pin that use each other, are not there, or are not what their name says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sspdsl.cli.main import main
from sspdsl.cli.new import new_pin


class Folder:
    """A folder with a pin that uses a library, and libraries beside it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.pin("a")

    def pin(self, *names: str) -> None:
        uses = "".join(f"  use {name}\n" for name in names)
        self.write("bay", new_pin("bay").replace("  use std.skill_shots\n", "  use std.skill_shots\n" + uses))

    def write(self, name: str, text: str | bytes) -> None:
        data = text if isinstance(text, bytes) else text.encode()
        (self.path / f"{name}.ssp").write_bytes(data)

    def codes(self) -> list[str]:
        """The codes of the errors, none of which is a fault of the tool's own."""
        main(["check", str(self.path / "bay.ssp"), "--color", "never"])
        self.said = "".join(self.capsys.readouterr())
        return [line[6:12] for line in self.said.splitlines() if line.startswith("error[")]


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    return Folder(tmp_path, capsys)


def test_a_circle_is_one_error_with_the_whole_chain(folder: Folder) -> None:
    folder.write("a", "library a {\n  use b\n}\n")
    folder.write("b", "library b {\n  use a\n}\n")
    assert folder.codes() == ["SSP208"]
    assert "a -> b -> a" in folder.said


def test_a_library_that_uses_itself(folder: Folder) -> None:
    folder.write("a", "library a {\n  use a\n}\n")
    assert folder.codes() == ["SSP208"]


def test_a_diamond_is_fine(folder: Folder) -> None:
    folder.pin("a", "b")
    for name in "ab":
        folder.write(name, f"library {name} {{\n  use d\n}}\n")
    folder.write("d", "library d {\n  counter coins 0..3\n}\n")
    assert folder.codes() == []


def test_a_chain_of_a_thousand(folder: Folder) -> None:
    folder.pin("a0")
    for number in range(1000):
        folder.write(f"a{number}", f"library a{number} {{\n  use a{number + 1}\n}}\n")
    assert folder.codes() == ["SSP107"]


def test_a_chain_of_zones_that_use_libraries(folder: Folder) -> None:
    folder.pin("a0")
    for number in range(200):
        text = f'library a{number} {{\n  zone z{number} "Z" {{\n    use a{number + 1}\n  }}\n}}\n'
        folder.write(f"a{number}", text)
    assert set(folder.codes()) == {"SSP107"}


def test_each_zone_uses_the_next_library_twice(folder: Folder) -> None:
    folder.pin("a0")
    for number in range(40):
        use = f"use a{number + 1}\n"
        text = f'library a{number} {{\n  zone z{number} "Z" {{\n    {use}    {use}  }}\n}}\n'
        folder.write(f"a{number}", text)
    codes = folder.codes()
    assert "SSP407" in codes or "SSP207" in codes
    assert len(codes) <= 25


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"library a { \xff }", "SSP105"),
        (b"#" * 2_000_001, "SSP106"),
        (b"", "SSP114"),
        (b"library b { }\n", "SSP207"),
        (new_pin("a").encode(), "SSP207"),
        (b"library a { counter [ }\n", "SSP1"),
    ],
)
def test_a_file_that_is_no_such_library(folder: Folder, data: bytes, code: str) -> None:
    folder.write("a", data)
    codes = folder.codes()
    assert 1 <= len(codes) <= 2
    assert codes[0].startswith(code)


@pytest.mark.parametrize("kind", ["folder", "link to itself", "pipe", "link to a device"])
def test_what_is_no_file(folder: Folder, kind: str) -> None:
    path = folder.path / "a.ssp"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("a.ssp" if kind == "link to itself" else "/dev/zero")
    assert folder.codes() == ["SSP207"]
    assert "cannot be read" in folder.said


def test_a_link_to_a_library_of_another_name(folder: Folder) -> None:
    folder.write("b", "library b { }\n")
    (folder.path / "a.ssp").symlink_to("b.ssp")
    assert folder.codes() == ["SSP207"]
    assert "it declares `b`" in folder.said
