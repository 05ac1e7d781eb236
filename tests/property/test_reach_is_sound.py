"""Whatever random play meets, the over-approximation of `verify` allows: its proofs stand on that."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sspdsl.interpret.lookup import look_up
from sspdsl.interpret.play import boxes_in_reach, free_dice, waiting_balls
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import Decision, Table, TableError, first_state
from sspdsl.interpret.turn import run_start, run_turn, still_playing
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.verify.reach import Reach, reach

TABLES = [*sorted(Path("pins").glob("*.ssp")), *sorted(Path("tests/language/drafts").glob("*.ssp"))]
GAMES = 6
TURNS = 25


def check_table(program: Program, found: Reach, run: Run) -> None:
    """The values of cells, the filled boxes and the places of balls now."""
    for player in range(run.table.players):
        assert run.table.filled[player] <= found.world.filled
        for number, cell in enumerate(program.cells):
            for at, value in enumerate(run.table.members(number, player)):
                values = found.world.cells[number][at]
                assert values.has(value), f"{cell.name}.{at} is {value}, allowed {values.words()}"


def play(program: Program, found: Reach, seed: int, players: int) -> int:
    """One random game; returns how many decisions were checked."""
    chance, state, asked = Random(seed), first_state(program, players), 0
    lookup = look_up(program)
    run: Run | None = None

    def ask(decision: Decision) -> str:
        nonlocal asked
        asked += 1
        assert run is not None
        check_table(program, found, run)
        if decision.kind == "choose":
            for ball in waiting_balls(run):
                place = run.role("at", ball) - 1
                assert place in found.world.positions, program.positions[place].name
                for die in free_dice(run):
                    for box, way in boxes_in_reach(run, ball, die):
                        assert (way, place, box) in found.world.moves
        return chance.choice(decision.options)

    for _ in range(TURNS):
        run = Run(program, lookup, Table.thaw(state), ask, lambda kind, what: None)
        try:
            if state.started:
                run_turn(run)
            else:
                run_start(run)
        except TableError:
            return asked
        check_table(program, found, run)
        state = run.table.freeze()
        if not still_playing(run):
            break
    return asked


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_random_play_stays_inside_what_is_allowed(path: Path) -> None:
    program = compile_source(Source(path.name, path.read_text(encoding="utf-8"))).program
    if program is None:
        pytest.skip("it does not compile")
    found = reach(program)
    assert found.whole
    assert (
        sum(play(program, found, seed, 1 + seed % min(2, program.max_players)) for seed in range(GAMES)) > 0
    )
