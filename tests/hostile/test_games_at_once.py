"""Games of one module at the same time: what a module has learnt in one must not show in another."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.modules import load
from tests.support.pins import compiled

PIN = Path("pins/carniball.ssp")
GAMES = 24


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def played(module: ModuleType, seed: int) -> tuple[Any, ...]:
    draw = random.Random(seed)
    state = module.new_game(1 + seed % 3)
    while module.decision(state).kind != "over":
        options = module.decision(state).options
        state = module.apply(state, options[draw.randrange(len(options))])
    return tuple(state)


def test_games_in_turns() -> None:
    module, alone = load(compiled(PIN)), load(compiled(PIN))
    games = [(random.Random(seed), module.new_game(1 + seed % 3)) for seed in range(GAMES)]
    ended: dict[int, tuple[Any, ...]] = {}
    while len(ended) < GAMES:
        for number, (draw, state) in enumerate(games):
            decision = module.decision(state)
            if decision.kind == "over":
                ended[number] = tuple(state)
            else:
                option = decision.options[draw.randrange(len(decision.options))]
                games[number] = draw, module.apply(state, option)
    assert ended == {seed: played(alone, seed) for seed in range(GAMES)}


@pytest.mark.usefixtures("switching")
def test_games_in_threads() -> None:
    module, alone = load(compiled(PIN)), load(compiled(PIN))
    ended: dict[int, tuple[Any, ...]] = {}

    def play(first: int) -> None:
        for seed in range(first, GAMES, 4):
            ended[seed] = played(module, seed)

    threads = [threading.Thread(target=play, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == {seed: played(alone, seed) for seed in range(GAMES)}
