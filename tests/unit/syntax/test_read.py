"""Bytes to text: UTF-8 or a plain message."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.syntax.read import MOST_BYTES, read_source

MARK = b"\xef\xbb\xbf"


def test_a_leading_mark_is_not_part_of_the_text() -> None:
    source, problems = read_source(MARK + b"pin", "t")
    assert source is not None
    assert (source.text, problems) == ("pin", ())
    second, _ = read_source(MARK + MARK + b"pin", "t")
    assert second is not None
    assert second.text == "\ufeffpin"


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.ssp"
    path.write_bytes(b"a\r\nb\rc\n")
    source, _ = read_source(path)
    assert source is not None
    assert (source.name, source.text) == (str(path), "a\r\nb\rc\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1", "cp1252"])
def test_other_encodings_are_named(encoding: str) -> None:
    source, problems = read_source('pin é "É\u00df"'.encode(encoding), "t")
    if (
        encoding == "utf-16-le"
    ):  # Without a mark this is UTF-8 full of NUL, until the first letter that is not.
        assert source is None
    assert source is None
    assert problems[0].code == "SSP105"
    assert "UTF-8" in problems[0].help


def test_the_place_of_a_bad_byte() -> None:
    _, (problem,) = read_source("a\nbé".encode() + b"\xff", "t")
    assert (problem.span.line, problem.span.column) == (2, 3)


def test_too_large() -> None:
    assert read_source(b" " * MOST_BYTES, "t")[0] is not None
    source, problems = read_source(b" " * (MOST_BYTES + 1), "t")
    assert source is None
    assert problems[0].code == "SSP106"


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_source(tmp_path / "none.ssp")
