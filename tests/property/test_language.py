"""Interpreter and generated module agree on random games of every small pin of the language (V11)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.modules import check_agreement, load
from tests.support.pins import DRAFTS, compiled


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_random_games_of_the_small_pins(path: Path) -> None:
    program = compiled(path)
    module = load(program)
    steps = [
        check_agreement(program, module, 1 + seed % min(2, program.max_players), seed, 100) for seed in (0, 1)
    ]
    assert sum(steps) > 0
