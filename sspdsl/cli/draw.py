"""`ssp draw`: pictures of a pin for people, as SVG or PNG."""

from __future__ import annotations

from pathlib import Path

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.inputs import read_record
from sspdsl.cli.shell import CLEAN, Failure, common_options, note, out
from sspdsl.diagnostics.printable import shown
from sspdsl.diagnostics.suggest import suggest
from sspdsl.ir.model import Program
from sspdsl.output import write_file


@click.command("draw")
@click.argument("what", type=click.Choice(["graph", "reach"]))
@click.argument("pin", default="-")
@click.option(
    "-o", "--out", "target", type=click.Path(dir_okay=False), help="A file that ends in .svg or .png."
)
@click.option("--at", "place", help="reach: where the ball is, as in `start` or `red_flipper`.")
@click.option("--roll", nargs=2, type=int, help="reach: what the two dice show.")
@click.option("--record", "record_file", help="reach: the game so far (a file).")
@common_options
def command(
    what: str,
    pin: str,
    target: str | None,
    place: str | None,
    roll: tuple[int, int] | None,
    record_file: str | None,
) -> int:
    """Draw PIN (a file, or - for standard input): its move graph, or where a ball can go with a roll.

    `ssp draw reach PIN --at start --roll 1 4` shows a new game; with --record, the table at the end of a
    saved game. Without -o the SVG goes to standard output.
    """
    if what == "graph" and (place or roll or record_file):
        raise Failure("--at, --roll and --record are for `ssp draw reach`")
    if target is not None and Path(target).suffix not in (".svg", ".png"):
        raise Failure(f"`{shown(target)}` is no picture", "name a file that ends in .svg or .png")
    if pin == "-" and record_file == "-":
        raise Failure("the pin and the record cannot both come from standard input")
    program = compile_one(pin)
    if what == "graph":
        svg = _graph(program)
    else:
        from sspdsl.cli.engine import faults_of_the_table

        with faults_of_the_table():
            svg = _reach(program, place, roll, record_file)
    if target is None:
        out(svg.rstrip("\n"))
        return CLEAN
    data = svg.encode("utf-8") if target.endswith(".svg") else _png(svg)
    write_file(Path(target), data)
    note(f"drawn to {shown(target)}")
    return CLEAN


def _graph(program: Program) -> str:
    from sspdsl.draw.move_graph import draw_graph

    return draw_graph(program)


def _reach(program: Program, place: str | None, roll: tuple[int, int] | None, record_file: str | None) -> str:
    """The reach diagram of a new game or of a saved one, with the ball put where it is asked for."""
    from sspdsl.draw.reach import draw_reach
    from sspdsl.interpret import Interpreter
    from sspdsl.interpret.moves import situation
    from sspdsl.interpret.state import IllegalMove
    from sspdsl.ir.terms import MoveBall, Num
    from sspdsl.record import RecordError, replay

    position = _position(program, place)
    engine = Interpreter(program)
    state = engine.new_game(1)
    if record_file is not None:
        given = read_record(record_file)
        try:
            state = replay(engine, given.data.decode("utf-8", errors="replace"))
        except RecordError as error:
            raise Failure(f"{given.name}: {error}", code="SSP809") from error
    if roll is not None:
        if position is not None:
            balls = engine.view(state)["balls"]
            ball = next((number for number, at in enumerate(balls) if at is not None), 0)
            try:
                state = engine.arrange(state, (MoveBall(Num(ball), Num(position)),))
            except ValueError as error:
                raise Failure("the game stands within a turn: leave out --at and --roll") from error
        try:
            state = engine.roll(state, *roll)
        except IllegalMove as error:
            raise Failure(f"the dice cannot show {roll[0]} {roll[1]} now") from error
    elif record_file is None:
        raise Failure("say what the dice show", "as in `--at start --roll 1 4`")
    found = situation(engine, state, position)
    if found is None:
        raise Failure(
            "no ball waits to be moved there", "roll with `--roll`, or record the game up to a roll"
        )
    return draw_reach(program, found.position, found.faces, found.moves, found.filled)


def _position(program: Program, place: str | None) -> int | None:
    if place is None:
        return None
    names = [position.name for position in program.positions]
    if place in names:
        return names.index(place)
    near = suggest(place, names)
    help = f"did you mean `{near}`?" if near else f"places are: {', '.join(names[:20])}"
    raise Failure(f"no ball can be at `{shown(place)}`", help)


def _png(svg: str) -> bytes:
    from sspdsl.draw.render import RendererMissing, to_png

    try:
        return to_png(svg)
    except RendererMissing as error:
        raise Failure(str(error)) from error
