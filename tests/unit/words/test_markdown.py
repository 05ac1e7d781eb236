"""Names of any script stay text in Markdown."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.words import rules_text
from sspdsl.words.english import article, listed, plural, spans
from sspdsl.words.markdown import capital, escaped, table

ODD = r"""pin odd "A *b* _c_ [d](e) `f` | <g> & #h ~ $" {
  zone top "Zöne | 灯台" {
    start_arrow start "Start"
    targets one "**1** | x" white [1, 2] worth 1
    arrows start -> one
  }
  use std.flipper_zone
  test "| a <script>" {
    roll 1 2
    play 1 to one
  }
}
"""


@pytest.mark.parametrize("sign", list("\\`*_[]<>|~$&#"))
def test_signs_of_markdown_are_escaped(sign: str) -> None:
    assert escaped(f"a{sign}b") == f"a\\{sign}b"


def test_letters_of_any_script_stay_and_unseen_signs_are_shown() -> None:
    assert escaped("Zöne 灯台 منارة") == "Zöne 灯台 منارة"
    assert escaped("a\u202eb\u200b") == "a(U+202E)b(U+200B)"
    assert escaped("a\n\n# b") == "a \\# b"


def test_a_pin_of_odd_names() -> None:
    compiled = compile_source(Source("odd.ssp", ODD))
    assert compiled.program is not None, [each.message for each in compiled.diagnostics]
    text = rules_text(compiled.program, "all")
    assert "<script>" not in text.replace("\\<script\\>", "")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    for head, row in pairwise(rows):
        if row.startswith("| ---") or head.startswith("| ---"):
            assert len(_cells(head)) == len(_cells(row))


def _cells(row: str) -> list[str]:
    return row.replace("\\|", "").split("|")


def test_small_words() -> None:
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed("ab", "or") == "a or b"
    assert [plural(each) for each in ("box", "lady", "key", "targets", "rank")] == [
        "boxes", "ladies", "keys", "targets", "ranks",
    ]  # fmt: skip
    assert [article(each) for each in ("outlane", "box", "*inlane*")] == [
        "an outlane",
        "a box",
        "an *inlane*",
    ]
    assert [spans((1, 2, 3)), spans((1, 3)), spans((4,))] == ["1 to 3", "1 or 3", "4"]
    assert capital("*a*") == "*A*"


def test_columns_that_say_nothing_are_left_out() -> None:
    assert list(table(("A", "B"), [("1", ""), ("2", "")])) == ["| A |", "| --- |", "| 1 |", "| 2 |", ""]
    assert list(table(("A",), [])) == []
