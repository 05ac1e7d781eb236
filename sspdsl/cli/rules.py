"""`ssp rules`: the rules of a pin in words, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.shell import CLEAN, Failure, common_options, note, out, plural
from sspdsl.diagnostics.printable import shown
from sspdsl.ir.model import Program
from sspdsl.output import write_file


@click.command("rules")
@click.argument("pin", default="-")
@click.option("-o", "--out", "target", type=click.Path(dir_okay=False), help="A file to write to.")
@click.option(
    "--examples",
    type=click.Choice(["cited", "all", "none"]),
    default="cited",
    show_default=True,
    help="Tests to tell as examples: those that cite an example of a rulebook, all, or none.",
)
@click.option("--pictures", is_flag=True, help="With -o: draw where the ball can go, beside the file.")
@common_options
def command(pin: str, target: str | None, examples: str, pictures: bool) -> int:
    """Write the rules of PIN (a file, or - for standard input) in words, from the compiled table.

    Compare what you meant with what you wrote. Without -o the text goes to standard output.
    """
    if target == "":
        raise Failure("the name of the output file is empty", "name a file with `-o`")
    if pictures and target is None:
        raise Failure("--pictures needs a file to stand beside", "name one with `-o`")
    from sspdsl.words import rules_text

    program = compile_one(pin)
    if target is None:
        out(rules_text(program, examples).rstrip("\n"))
        return CLEAN
    path = Path(target)
    links: dict[int, str] = {}
    if pictures:
        from sspdsl.cli.engine import faults_of_the_table

        with faults_of_the_table():
            for number, svg in first_rolls(program, examples):
                picture = path.with_name(f"{path.stem}_example_{number + 1}.svg")
                write_file(picture, svg.encode("utf-8"))
                links[number] = quote(picture.name)
    write_file(path, rules_text(program, examples, links).encode("utf-8"))
    drawn = f" with {plural(len(links), 'picture')}" if pictures else ""
    note(f"rules written to {shown(target)}{drawn}")
    return CLEAN


def first_rolls(program: Program, examples: str) -> Iterator[tuple[int, str]]:
    """For each example of one player, its number among the tests and the picture of its first roll."""
    from sspdsl.draw.reach import draw_reach
    from sspdsl.interpret import Interpreter
    from sspdsl.interpret.moves import situation
    from sspdsl.scenario.run import states_of_test
    from sspdsl.words import told

    engine = Interpreter(program)
    for number in told(program, examples):
        test = program.tests[number]
        if test.players > 1:
            continue
        for step, state in zip((None, *test.steps), states_of_test(engine, test), strict=False):
            if step is None or step.verb != "roll":
                continue
            found = situation(engine, state) if engine.decision(state).kind == "choose" else None
            if found is not None:
                yield number, draw_reach(program, found.position, found.faces, found.moves, found.filled)
            break
