"""Carniball written by hand, twice, plays the same games as its generated module: the benchmark is fair."""

from __future__ import annotations

import importlib
import sys

import pytest

from tests.support.pins import ROOT


def test_the_same_games_from_the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    run = importlib.import_module("run")
    run.same_games(run.carniball_without_nudges(), 300)
