"""What changed in a text, clause by clause."""

from __future__ import annotations

import pytest

from sspdsl.compare.clauses import changes_between
from sspdsl.source import Source

TEXT = """\
pin bay "Bay" {
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4] worth 1 {
      must be hit in sequence
      when complete { score 5 }
    }
    targets drums "Drums" red [5, 6]
    arrows start -> bells
  }
  indicator lit "Lit" double                          cite CORE-IND-01
  stars from bells times 2 while lit
  rule one when bells complete { mark lit }
  rule two when drums complete { score 1 }
  test "Nothing" { roll 1 2 }
}
"""


def changes(*edits: tuple[str, str]) -> list[tuple[str, str]]:
    text = TEXT
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    found = changes_between([Source("old.ssp", TEXT)], [Source("new.ssp", text)])
    return [(each.what, (each.left or each.right).title) for each in found]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Lit"', '"Light"'),
        ("cite CORE-IND-01", 'cite CORE-IND-02 assumed "a guess"'),
        ("[1/2, 3/4]", "[ 1/2,3 / 4 ]"),
        ("double  ", "double  # a lamp that stays\n"),
        ('test "Nothing" { roll 1 2 }', 'test "Nothing" { roll 1 3 }'),
        ("score 5", "score  5"),
    ],
)
def test_what_is_no_change(old: str, new: str) -> None:
    assert changes((old, new)) == []


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("[5, 6]", "[5]", ("changed", "targets drums")),
        ("score 5", "score 6", ("changed", "rule")),
        ("must be hit in sequence", "dashed", ("removed", "sequence")),
        ("times 2", "times 3", ("changed", "modifier")),
        ("mark lit", "erase lit", ("changed", "rule one")),
        ("  rule two when drums complete { score 1 }\n", "", ("removed", "rule two")),
        ("  rule two", "  rule more when bells hit { score 1 }\n  rule two", ("added", "rule more")),
    ],
)
def test_a_change_names_its_clause(old: str, new: str, change: tuple[str, str]) -> None:
    assert change in changes((old, new))


def test_a_clause_in_another_block_has_moved() -> None:
    drums = '    targets drums "Drums" red [5, 6]\n'
    low = f'  zone low "Low" {{\n{drums}  }}\n  indicator'
    moved = ("moved", "targets drums")
    assert set(changes((drums, ""), ("  indicator", low))) == {moved, ("added", "zone low")}


def test_rules_in_another_order_are_told_and_cells_are_not() -> None:
    one, two = (line for line in TEXT.splitlines(keepends=True) if line.startswith("  rule"))
    assert changes((one + two, two + one)) == [("order", "rule one")]
    cell = next(line for line in TEXT.splitlines(keepends=True) if "indicator" in line)
    assert changes((cell, ""), (two, two + cell)) == []


def test_places_are_those_of_each_text() -> None:
    text = TEXT.replace("  indicator", "\n\n  indicator").replace("score 1", "score 2")
    (change,) = changes_between([Source("old.ssp", TEXT)], [Source("new.ssp", text)])
    assert change.left is not None
    assert change.right is not None
    assert (change.left.span.line, change.right.span.line) == (14, 16)
