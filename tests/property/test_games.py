"""Random games of the pins: they end, replay from their record, and every state is a plain value."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sspdsl.interpret import Interpreter
from sspdsl.record import parse_record, random_game, render_record, replay
from tests.support.pins import PINS, compiled


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 3))
def test_a_random_game_ends_and_replays(path: Path, seed: int, players: int) -> None:
    engine = Interpreter(compiled(path))
    record = random_game(engine, min(players, engine.program.max_players), seed)
    text = render_record(record)
    assert parse_record(text) == record
    end = replay(Interpreter(compiled(path)), text)
    assert engine.decision(end).kind == "over"
    assert engine.winners(end)
    assert engine.playout(end, seed) == end


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_steps_and_playouts_play_the_same_game(path: Path, seed: int) -> None:
    """A playout runs turns through, single steps replay them from their start: both reach one end."""
    engine = Interpreter(compiled(path))
    assert replay(engine, random_game(engine, 1, seed)) == engine.playout(engine.new_game(), seed)


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_views_hold_plain_values_and_every_option_can_be_taken(path: Path, seed: int) -> None:
    engine = Interpreter(compiled(path))
    state = engine.new_game()
    steps = random_game(engine, 1, seed).steps[:25]
    for step in steps:
        decision = engine.decision(state)
        assert len(set(decision.options)) == len(decision.options) > 0
        if decision.kind == "choose":
            for option in decision.options:
                engine.apply(state, option)
        view = engine.view(state)
        assert view["score"] == engine.scores(state)[0]
        assert set(view["filled"]) <= {box.name for box in engine.program.boxes}
        state = engine.apply(state, step.text)
