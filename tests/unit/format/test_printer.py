"""The canonical form: what it changes, what it keeps, and that once is enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.format import format_source
from sspdsl.source import Source
from sspdsl.syntax.lex import lex
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tables import tables
from sspdsl.syntax.tree import Part, Token

MESSY = """

# first
pin   p   "P"   {   # the pin


  difficulty easy cite   A-1 , A-2
      zone a { # zone
 targets t white [ 1 / 2 , a :3 ]   worth - 1 assumed "not printed"  # why
   }  cite A-3
  zone empty {

  }


  # about the rule
  rule r when t hit { if b{score 1}else{
  score 2 }
  }

  names n :
   x ,   # of x
   y
  counter c 0 .. 3

  # last
}
# end"""
NEAT = """# first
pin p "P" {  # the pin
  difficulty easy                                               cite A-1, A-2
  zone a {  # zone
    targets t white [1/2, a: 3] worth 1                         assumed "not printed"  # why
  }                                                             cite A-3
  zone empty { }

  # about the rule
  rule r when t hit {
    if b { score 1 } else {
      score 2
    }
  }

  names n: x,  # of x
      y
  counter c 0..3

  # last
}
# end
"""


def shape(part: Part) -> object:
    if part is None or isinstance(part, Token):
        return part and part.text
    return (part.kind, *map(shape, part.parts))


def formatted(text: str) -> str:
    result, problems = format_source(Source("t.ssp", text))
    assert problems == ()
    assert result is not None
    return result


def check(text: str) -> str:
    """The form of a text, after checking that it says the same and stays as it is."""
    result = formatted(text)
    assert formatted(result) == result
    assert shape(parse(Source("t", result))[0]) == shape(parse(Source("t", text))[0])
    return result


def test_all_that_is_changed() -> None:
    assert check(MESSY.replace("worth - 1", "worth 1").replace("n :\n   x", "n : x")) == NEAT


def test_what_is_neat_stays() -> None:
    assert check(NEAT) == NEAT


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_become_plain(end: str) -> None:
    assert check(NEAT.replace("\n", end)) == NEAT
    assert check(NEAT.rstrip("\n").replace("\n", end)) == NEAT


def test_a_text_with_a_mistake_is_refused() -> None:
    result, problems = format_source(Source("t.ssp", 'pin p "P" {\n  worth\n}\n'))
    assert result is None
    assert [problem.code for problem in problems] == ["SSP111"]


@pytest.mark.parametrize("size", range(54, 72))
def test_notes_stand_in_their_column_or_two_blanks_behind(size: int) -> None:
    clause = f'  record 1 "{"x" * (size - 13)}"'
    assert len(clause) == size
    for gap in (" ", "          "):
        text = check(f'pin p "P" {{\n{clause}{gap}cite A-1\n}}\n')
        assert text.splitlines()[1].index("cite") == max(64, size + 2)


def test_notes_before_a_block_are_not_moved() -> None:
    text = 'pin p "P" {\n  test "T" cite A-1 {\n    roll 1 2\n  }\n}\n'
    assert check(text) == text


def test_notes_go_on_in_the_next_line() -> None:
    text = f'pin p "P" {{\n  book b{" " * 56}cite A-1,\n      A-2\n}}\n'
    assert check(text) == text


def test_dots_that_touch_would_be_another_sign() -> None:
    check('pin p "P" {\n  test "T" {\n    may a . . b\n    may a.b / 3\n  }\n}\n')


def test_the_project_s_own_texts(ssp_files: tuple[Path, ...]) -> None:
    for path in ssp_files:
        check(path.read_text(encoding="utf-8"))


def gaps(text: str) -> list[int]:
    return [piece.end for piece in lex(Source("t", text), tables()).lexemes if piece.kind != "_NL"]


def test_a_comment_in_any_gap_is_kept_beside_its_neighbour(ssp_files: tuple[Path, ...]) -> None:
    texts = [NEAT, next(path for path in ssp_files if path.stem == "nudge").read_text(encoding="utf-8")]
    kept = refused = 0
    for text in texts:
        for gap in gaps(text):
            changed = f"{text[:gap]} # a note of its own\n{text[gap:]}"
            result, problems = format_source(Source("t", changed))
            if result is None:
                assert problems
                refused += 1
                continue
            kept += 1
            assert result.count("# a note of its own\n") == 1
            before = changed[: changed.index("# a note of its own")].split()
            assert "".join(result[: result.index("# a note of its own")].split()) == "".join(before)
            check(changed)
    assert kept > 50
    assert refused > 50
