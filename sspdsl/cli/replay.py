"""`ssp replay`: plays a saved game again, on the table as it is now."""

from __future__ import annotations

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.engine import faults_of_the_table
from sspdsl.cli.inputs import read_record
from sspdsl.cli.shell import CLEAN, FINDINGS, Failure, common_options, out, plural
from sspdsl.diagnostics.printable import shown
from sspdsl.interpret import Interpreter
from sspdsl.record import Record, RecordError, ReplayError, parse_record, replay
from sspdsl.record.replay import take_step


@click.command("replay")
@click.argument("pin")
@click.argument("record")
@click.option("--steps", is_flag=True, help="Show the score after every step.")
@common_options
def command(pin: str, record: str, steps: bool) -> int:
    """Play the game saved in RECORD (a file, or - for standard input) again on PIN and show its end.

    Exit code 1 if the game cannot be played so any more.
    """
    engine = Interpreter(compile_one(pin))
    given = read_record(record)
    try:
        game = parse_record(given.data.decode("utf-8", errors="replace"))
    except RecordError as error:
        help = "take one that `ssp play --record` has written"
        raise Failure(f"{given.name} is no record: {error}", help, "SSP809") from error
    with faults_of_the_table():
        return play_again(engine, game, steps)


def play_again(engine: Interpreter, game: Record, steps: bool) -> int:
    """Replay a game and say how it stands at its end."""
    try:
        state = replay(engine, Record(game.pin, game.players, ()))
    except ReplayError as error:
        raise Failure(error.message, "take the pin that it was played on", "SSP809") from error
    for number, step in enumerate(game.steps, 1):
        try:
            state = take_step(engine, state, step)
        except ReplayError as error:
            out(f"line {error.line}: {shown(error.message)}")
            return FINDINGS
        if steps:
            scores = " ".join(map(str, engine.scores(state)))
            out(f"{number:>4}  {step.kind:<6} {step.text:<32} score {scores}")
    decision = engine.decision(state)
    out(
        f"{plural(len(game.steps), 'step')}; "
        + ("the game is over" if decision.kind == "over" else decision.about)
    )
    for player, score in enumerate(engine.scores(state), 1):
        out(f"  player {player}: {plural(score, 'star')}")
    return CLEAN
