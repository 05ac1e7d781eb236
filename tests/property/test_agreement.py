"""Interpreter and generated module make the same decisions and reach the same states (V11)."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any

import pytest

from sspdsl.ir.model import Program
from tests.support.modules import check_agreement, load, playout_by_steps
from tests.support.pins import PINS, compiled
from tests.support.tables import Builder

TABLE_TESTS = ("test_effects", "test_engine", "test_events", "test_play", "test_values")


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_random_games_of_the_pins(path: Path) -> None:
    program = compiled(path)
    module = load(program)
    most = min(3, program.max_players)
    steps = [check_agreement(program, module, 1 + seed % most, seed) for seed in range(6)]
    assert sum(steps) > 100


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
@pytest.mark.parametrize("players", [1, 2])
def test_a_playout_is_the_game_of_its_draws(path: Path, players: int) -> None:
    program = compiled(path)
    module = load(program)
    for seed in range(4):
        state = module.new_game(min(players, program.max_players))
        assert module.playout(state, seed) == playout_by_steps(module, state, seed)


@pytest.mark.parametrize("name", TABLE_TESTS)
def test_random_games_of_the_tables_in_tests_of_the_interpreter(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between them those tables have every construct of the IR."""
    built: dict[Program, None] = {}
    build = Builder.program

    def note(self: Builder, **fields: Any) -> Program:
        program = build(self, **fields)
        built[program] = None
        return program

    monkeypatch.setattr(Builder, "program", note)
    tests = importlib.import_module(f"tests.unit.interpret.{name}")
    for label, test in inspect.getmembers(tests, inspect.isfunction):
        if label.startswith("test_") and not inspect.signature(test).parameters:
            test()
    monkeypatch.undo()
    assert len(built) > 5
    for program in built:
        module = load(program)
        for players in range(1, min(program.max_players, 3) + 1):
            for seed in range(2):
                check_agreement(program, module, players, seed, steps=50)
