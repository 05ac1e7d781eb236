"""What a player may gather before a ball is kept for ever, and a state that every roll leads back to."""

from __future__ import annotations

from pathlib import Path

from sspdsl.interpret.engine import Interpreter
from sspdsl.verify.filling import goals_of
from sspdsl.verify.reach import reach
from sspdsl.verify.riches import giving_back, helping, rich_moments
from sspdsl.verify.trap import marks, stand_still
from tests.support.endless import FOLDER, compiled

ROOT = Path(__file__).resolve().parents[3]
SQUAD = ROOT / "pins" / "suicide_squad.ssp"


def test_what_helps_is_told_from_what_bars() -> None:
    program = compiled(SQUAD)
    good, bad = (sorted(program.cells[cell].name for cell in cells) for cells in helping(program))
    assert good == ["flagg_three", "recruited", "skill_shot"]
    assert bad == ["eliminated"]


def test_the_set_that_gives_back_what_abilities_use() -> None:
    program = compiled(SQUAD)
    assert "flagg" in {program.positions[place].name for place in giving_back(program)}
    assert "waller" not in {program.positions[place].name for place in giving_back(program)}


def test_members_are_gathered_and_their_games_can_be_played() -> None:
    program = compiled(SQUAD)
    found = reach(program)
    moments = rich_moments(program, found, goals_of(program, found))
    assert moments[0].worth >= 5
    engine = Interpreter(program)
    state = engine.new_game(1)
    for line in moments[0].lines:
        state = engine.apply(state, line.partition("> ")[2])
    assert state.own == moments[0].state.own
    assert state.filled == moments[0].state.filled


def test_a_state_to_which_every_roll_leads_back() -> None:
    # Holes that are never filled: from the first, every face leads on, but not to itself.
    program = compiled(FOLDER / "endless" / "shield.ssp")
    engine = Interpreter(program)
    start = engine.new_game(1)
    every = frozenset(range(len(program.positions)))
    assert marks(start) >= (0, 0)
    assert stand_still(program, every, [(start, ())], 20_000) is None
