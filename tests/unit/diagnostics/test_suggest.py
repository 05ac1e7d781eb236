"""Near names are suggested, far ones are not."""

from __future__ import annotations

import time

import pytest

from sspdsl.diagnostics.suggest import suggest


@pytest.mark.parametrize(
    ("name", "candidates", "nearest"),
    [
        ("bumprs", ["bumpers", "balls", "rounds"], "bumpers"),
        ("achievment", ["achievement", "action"], "achievement"),
        ("whne", ["when", "while"], "when"),
        ("targest", ["targets"], "targets"),
        ("b13", ["b12", "b34"], "b12"),
        ("b13", ["b34", "b12"], "b12"),
        ("zone", ["turn", "window"], None),
        ("a", ["b", "c"], None),
        ("ab", ["ba"], None),
        ("x", [], None),
        ("same", ["same"], None),
        ("left_outlane", ["right_outlane", "left_inlane"], "left_inlane"),
        ("", ["a"], None),
    ],
)
def test_suggest(name: str, candidates: list[str], nearest: str | None) -> None:
    assert suggest(name, candidates) == nearest


def test_long_names_cost_nothing() -> None:
    start = time.perf_counter()
    assert suggest("a" * 100_000, ["b" * 100_000] * 100) is None
    assert suggest("a" * 50, ["b" * 100_000] * 100) is None
    assert time.perf_counter() - start < 1
