"""Two tables that are one in play, and two that are not."""

from __future__ import annotations

import pytest

from sspdsl.compare.form import same_in_play
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source

PIN = """\
pin bay "Bay" {
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4]
    targets drums "Drums" red [5, 6] double
    arrows start -> bells
  }
  indicator lit double
  rule one when bells complete { score 1 }
  rule two when bells complete { score 2 }
  achievement first "First" when bells complete
  achievement second "Second" when bells complete if lit
}
"""


def program(*changes: tuple[str, str]) -> Program:
    text = PIN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found = compile_source(Source("bay.ssp", text))
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Bells"', '"Other"'),
        ("\n  indicator", "\n\n\n  indicator"),
        ("when bells complete { score 1 }", "before bells complete { score 1 }"),
        ("arrows start -> bells", "arrows start -> bells\n    arrows start -> bells"),
        ("rule one", "rule uno"),
        ("lit double", "lit solid"),
    ],
)
def test_same(old: str, new: str) -> None:
    first = ("rule two when bells complete { score 2 }\n  ", "")
    # Without the second rule, so that order is no matter.
    assert same_in_play(program(first), program(first, (old, new)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("score 1", "score 2"),
        ("[1/2", "[1"),
        ("[5, 6] double", "[5, 6]"),
        ("rule two when", "rule two before"),
        ("if lit", "if not lit"),
        ("arrows start -> bells", "arrows start -> bells while lit"),
        ("indicator lit double", "indicator lit dashed"),
    ],
)
def test_not_the_same(old: str, new: str) -> None:
    assert not same_in_play(program(), program((old, new)))


def test_achievements_that_follow_each_other_may_change_places() -> None:
    alone = (
        ("rule one when bells complete { score 1 }\n  ", ""),
        ("rule two when bells complete { score 2 }\n  ", ""),
    )
    turned = ('"Second" when', '"Second" before')
    assert same_in_play(program(*alone), program(*alone, turned))
    reads = ("if lit", "if not earned of first")
    assert not same_in_play(program(*alone, reads), program(*alone, reads, turned))
