"""All that random play does is a command of `sspdsl.verify.commands`: no proof of V4 or V5 leaves it out."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from sspdsl.interpret import events
from sspdsl.interpret.engine import Interpreter
from sspdsl.interpret.run import Run
from sspdsl.ir.terms import Assign
from sspdsl.verify.extract import commands_of
from sspdsl.verify.reach import reach
from tests.support.endless import FOLDER, compiled

ROOT = Path(__file__).resolve().parents[2]
PINS = sorted([*ROOT.glob("pins/*.ssp"), *FOLDER.glob("e*/*.ssp")])
GAMES = 6


@pytest.mark.parametrize("path", PINS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_effect_and_move_of_random_games_is_in_a_command(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiled(path)
    system = commands_of(program, reach(program))
    if system.faulty:
        pytest.skip("nothing is proved of this table")
    moves = {
        (*command.moves[0], face)
        for command in system.commands
        if command.clause == "move"
        for face in command.faces
    }
    now: list[Any] = [None]
    missing: list[str] = []
    playing = False

    def hear(kind: str, what: object) -> None:
        if kind == "effect":
            now[0] = what
            if playing and id(what) not in system.followed:
                missing.append(f"{what} is in no command")

    engine = Interpreter(program, hear)
    plain = events.assign

    def assign(run: Run, cell: int, index: int | None, player: int | None, new: int) -> None:
        old = run.read(cell, index, player)
        effect = now[0]
        if playing and isinstance(effect, Assign) and effect.cell == cell and id(effect) in system.noted:
            low, high = system.noted[id(effect)]
            if not low <= new - old <= high:
                missing.append(f"{effect} added {new - old}, not {low}..{high}")
        plain(run, cell, index, player, new)

    monkeypatch.setattr(events, "assign", assign)
    chance = Random(4)
    for game in range(GAMES):
        playing = False
        state = engine.new_game(1 + game % min(2, program.max_players))
        for _ in range(400):
            if (decision := engine.decision(state)).kind == "over":
                break
            # What the start of the game does is no part of a turn.
            playing = state.started
            before = state
            option = chance.choice(decision.options)
            state = engine.apply(state, option)
            check_move(engine, before, state, moves, missing, option)
    assert not missing, missing[:3]


def check_move(
    engine: Any, before: Any, state: Any, moves: set[Any], missing: list[str], option: str
) -> None:
    """A move of a single ball: from where, to where, with which face."""
    at = next((n for n, c in enumerate(engine.program.cells) if c.role == "at"), None)
    if at is None or " to " not in option or before.players > 1 or engine.program.balls != 1:
        return
    head, _, label = option.partition(" to ")
    places = {p.name for p in engine.program.positions}
    boxes = [b for b in engine.program.boxes if b.label == label.split(" ")[0]]
    start = before.own[0][at][0]
    if not head.isdigit() or not start or not boxes:
        return
    name = engine.program.positions[start - 1].name
    ends = {engine.program.positions[box.position].name for box in boxes} & places
    if not any((name, end, int(head)) in moves for end in ends):
        missing.append(f"no command moves {name} to {ends} with {head}")
