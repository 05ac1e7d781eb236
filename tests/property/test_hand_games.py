"""Carniball written by hand, twice, plays the same games as its generated module: the benchmark is fair."""

from __future__ import annotations

from benchmarks import run


def test_the_same_games_from_the_same_draws() -> None:
    run.same_games(run.carniball_without_nudges(), 300)
