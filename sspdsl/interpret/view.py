"""What can be seen of a state, by the names of the pin."""

from __future__ import annotations

from typing import Any

from sspdsl.interpret.run import Run
from sspdsl.ir.model import CellDef


def view(run: Run, player: int) -> dict[str, Any]:
    """The view of a player, as docs/semantics.md lists it."""
    run.me = player
    program = run.program
    balls = [run.role("at", ball) for ball in range(program.balls)]
    raw = [run.role("raw", die) for die in range(program.dice)]
    rolled = bool(raw and raw[0])
    return {
        "score": run.role("score"),
        "finished": bool(run.role("finished")),
        "balls": [program.positions[at - 1].name if at else None for at in balls],
        "filled": [box.name for i, box in enumerate(program.boxes) if i in run.table.filled[player]],
        "cells": {
            cell.name: cell_view(run, i, cell) for i, cell in enumerate(program.cells) if not cell.hidden
        },
        "dice": raw if rolled else [],
        "values": [run.role("value", die) for die in range(program.dice)] if rolled else [],
        "achievements": list(earned(run, player)),
    }


def cell_view(run: Run, number: int, cell: CellDef) -> Any:
    """The value of a cell, or of each of its members by name."""
    shown = [shown_value(run, cell, value) for value in run.table.members(number, run.me)]
    return dict(zip(cell.members, shown, strict=True)) if cell.members else shown[0]


def shown_value(run: Run, cell: CellDef, value: int) -> int | str | None:
    """A number, or the name of the word it stands for, or None for `none`."""
    if cell.words is None:
        return value
    at = value - cell.or_none
    return None if at < 0 else run.program.domains[cell.words].words[at].name


def earned(run: Run, player: int) -> tuple[str, ...]:
    """The achievements a player has earned, in order of declaration."""
    return tuple(
        achievement.name
        for achievement in run.program.achievements
        if run.read(achievement.cell, None, player)
    )
