"""Whatever random play brings about, `verify` never calls impossible (V3, V10)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from sspdsl.interpret.engine import Interpreter
from sspdsl.interpret.state import TableError
from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.verify.claims import claims_of
from sspdsl.verify.never import Never
from sspdsl.verify.reach import reach
from sspdsl.verify.sites import sites_of
from sspdsl.verify.watch import Watch
from tests.support.random_pins import pins

PINS = sorted(Path("pins").glob("*.ssp"))
GAMES = 4
MOST = 150


def compiled(name: str, text: str) -> Program | None:
    program = compile_source(Source(name, text)).program
    return None if program is None else from_json(to_json(program))


def check(program: Program, games: int) -> int:
    """Plays at random and returns how many things happened, none of which may be called impossible."""
    sites, found = sites_of(program), reach(program)
    watch = Watch(program, sites)
    for seed in range(games):
        engine = Interpreter(program, watch.fired, watch.asked)
        chance = Random(seed)
        try:
            state = engine.new_game(1 + seed % min(2, program.max_players))
            for _ in range(MOST):
                options = engine.decision(state).options
                if not options:
                    break
                state = engine.apply(state, chance.choice(options))
        except TableError:
            continue
    never = Never(program, found, sites)
    for claim in (each for claims in claims_of(program, sites, found) for each in claims):
        why = never.why(claim)
        for key in claim.keys if why is not None else ():
            assert key not in watch.first, f"{claim.name}, {claim.what}: {why}"
    return len(watch.first)


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_nothing_that_happens_on_a_pin_is_called_impossible(path: Path) -> None:
    program = compiled(path.name, path.read_text(encoding="utf-8"))
    if program is None:
        pytest.skip("it does not compile")
    assert check(program, GAMES) > 50


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(pins(), st.just(3))
def test_nothing_that_happens_on_a_random_pin_is_called_impossible(text: str, games: int) -> None:
    note(text)
    program = compiled("random.ssp", text)
    assert program is not None
    check(program, games)
