"""One brace too few or too many is one mistake, at its true place, wherever it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.source import Source
from sspdsl.syntax.lex import Lexeme, lex
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tables import tables

TEXT = """pin p "P" {
  zone wheel "Wheel" {
    targets cars yellow [1/2] {
      when complete { score 1 }
    }
    bumper b white [1]
  }

  # a comment
  zone fair "Fair" {
    rule r when cars hit {
      if b { score 1 } else { score 2 }
      may { fill cars }
    }
  }
}
"""


def braces(text: str) -> list[Lexeme]:
    return [piece for piece in lex(Source("t", text), tables()).lexemes if piece.kind in ("LBRACE", "RBRACE")]


def lines(text: str) -> list[int]:
    _, problems = parse(Source("t.ssp", text))
    return [problem.span.line for problem in problems]


BRACES = braces(TEXT)
IDS = [f"{piece.text}{Source('t', TEXT).line_column(piece.start)}" for piece in BRACES]


@pytest.mark.parametrize("brace", BRACES, ids=IDS)
def test_one_missing(brace: Lexeme) -> None:
    line = Source("t", TEXT).line_column(brace.start)[0]
    found = lines(TEXT[: brace.start] + TEXT[brace.end :])
    assert 1 <= len(found) <= 2
    # What is missing is missed at the end of the line before, at the latest; empty lines and comments apart.
    assert line - 1 <= found[0] <= line


@pytest.mark.parametrize("brace", BRACES, ids=IDS)
def test_one_too_many(brace: Lexeme) -> None:
    line = Source("t", TEXT).line_column(brace.start)[0]
    assert lines(TEXT[: brace.end] + " " + brace.text + TEXT[brace.end :]) == [line]
    # On a line of its own, left of all, it looks like the last one: that one is then said to be too many.
    if brace.kind == "RBRACE":
        assert lines(TEXT[: brace.end] + "\n" + brace.text + TEXT[brace.end :])[0] in range(line, line + 3)


def test_carniball_with_one_brace_missing_or_more(ssp_files: tuple[Path, ...]) -> None:
    text = next(path for path in ssp_files if path.stem == "carniball").read_text(encoding="utf-8")
    for brace in braces(text):
        for changed in (
            text[: brace.start] + text[brace.end :],
            text[: brace.end] + brace.text + text[brace.end :],
        ):
            found = lines(changed)
            assert 1 <= len(found) <= 2
            assert abs(found[0] - Source("t", text).line_column(brace.start)[0]) <= 2


def test_without_indentation_there_is_still_one_message() -> None:
    flat = "\n".join(line.strip() for line in TEXT.splitlines())
    first = flat.index("}")
    assert len(lines(flat[:first] + flat[first + 1 :])) <= 2
    assert len(lines(flat + "}")) == 1


def test_braces_that_match_are_left_alone() -> None:
    assert lines(TEXT.replace("\n  ", "\n        ").replace("      ", "\t")) == []
