"""The start of the game and the turn: its steps, who runs them, and what goes back at its end."""

from __future__ import annotations

from sspdsl.interpret.events import do_moment, run_owned
from sspdsl.interpret.run import Leave, Run


def run_start(run: Run) -> None:
    """Each player in seat order runs `game_starts`."""
    for player in range(run.table.players):
        run.me = player
        try:
            do_moment(run, "game_starts")
        except Leave:
            run.places.clear()
    end_turn(run)


def run_turn(run: Run) -> None:
    """The steps in order: a shared step once, a run of others for one player after the other."""
    playing = still_playing(run)
    for steps in run.lookup.runs_of_steps:
        if run.program.steps[steps[0]].shared:
            for player in still_playing(run)[:1]:
                run_step(run, player, steps[0])
            continue
        for player in playing:
            for step in steps:
                if not run.finished(player):
                    run_step(run, player, step)
            reset_player(run, player)
    end_turn(run)


def run_step(run: Run, player: int, number: int) -> None:
    """Run a step as this player, until it is done or left."""
    step = run.program.steps[number]
    run.me = player
    run.fired("step", number)
    try:
        run_owned(run, step.place, step.body, {})
    except Leave:
        run.places.clear()


def still_playing(run: Run) -> list[int]:
    """The players whose game is not over."""
    return [player for player in range(run.table.players) if not run.finished(player)]


def reset_player(run: Run, player: int) -> None:
    """The cells of the turn go back for one player."""
    for cell in run.lookup.turn_cells:
        run.reset(cell, player)


def end_turn(run: Run) -> None:
    """The cells of the turn go back for all, and the dice are gone."""
    for player in range(run.table.players):
        reset_player(run, player)
        for role in ("value", "raw"):
            cell = run.lookup.roles.get(role)
            if cell is not None:
                run.reset(cell, player)
