"""`ssp verify`: what can be proved about a pin, and games that show what cannot."""

from __future__ import annotations

import sys
from functools import partial

import click

from sspdsl.cli.compiled import compile_pins
from sspdsl.cli.engine import faults_of_the_table
from sspdsl.cli.inputs import output_folder
from sspdsl.cli.shell import CLEAN, FINDINGS, clear_progress, common_options, out, paint, progress
from sspdsl.output import write_files

SHORT = 2_000
GAMES = 10_000
"""Games of V11 when it is asked for by name."""
PROPERTIES = tuple(f"V{number}" for number in range(1, 12))


@click.command("verify")
@click.argument("pins", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (grammar/verify.schema.json).")
@click.option("--full", is_flag=True, help="Every part of every property, with the games that show it.")
@click.option(
    "--turns", type=click.IntRange(1), help="Play at most so many turns in search of what can happen."
)
@click.option("--quick", is_flag=True, help=f"The same as --turns {SHORT}.")
@click.option(
    "--games",
    type=click.IntRange(1),
    help="V11: play so many games on the generated module and the interpreter, and compare everything.",
)
@click.option(
    "--only",
    type=click.Choice(PROPERTIES, case_sensitive=False),
    multiple=True,
    help=f"Show this property alone; may be repeated. V11 plays {GAMES:,} games without --games.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, help="Let so many processes play the games of V11."
)
@click.option("--out", "-o", "folder", help="Write <pin>.verify.json into this folder, for `ssp recheck`.")
@common_options
def command(
    pins: tuple[str, ...],
    as_json: bool,
    full: bool,
    turns: int | None,
    quick: bool,
    games: int | None,
    only: tuple[str, ...],
    jobs: int,
    folder: str | None,
) -> int:
    """Prove what can be proved about PINS: files, folders, or - for standard input.

    Each property is proved, refuted (with a game that shows it), bounded (searched to a stated size, nothing
    found), or not applicable. Exit code 1 if one is refuted.
    """
    from sspdsl.verify.report import encode_verdicts, render_verdicts
    from sspdsl.verify.run import Budget, verify_program
    from sspdsl.verify.verdict import REFUTED, Verdict

    if only and folder is not None:
        raise click.UsageError("--out writes every property: leave out --only")
    target = None if folder is None else output_folder(folder)
    found, code = compile_pins(pins)
    budget = Budget(turns=turns or SHORT) if turns or quick else Budget()
    alone = set(only) == {"V11"}
    if games is None and "V11" in only:
        games = GAMES
    for _, program in found:

        def tell(doing: str, done: int, of: int, name: str = program.name) -> None:
            progress(f"{name}: {doing}, {done} of {of}")

        verdicts: tuple[Verdict, ...] = ()
        with faults_of_the_table():
            if not alone:
                verdicts = verify_program(program, budget, tell)
            if games is not None:
                from sspdsl.cli.agreement import verify_agreement

                told = partial(tell, "comparing", of=games)
                shown = dict.fromkeys(i.record for each in verdicts for i in each.items if i.record)
                v11 = verify_agreement(program, games, shown, jobs, told)
                verdicts = (*(verdict for verdict in verdicts if verdict.property != "V11"), v11)
        if only:
            verdicts = tuple(verdict for verdict in verdicts if verdict.property in only)
        clear_progress()
        if target is not None:
            report = encode_verdicts(program.name, verdicts).encode("utf-8")
            write_files(target, {f"{program.name}.verify.json": report})
        if as_json:
            out(encode_verdicts(program.name, verdicts).rstrip("\n"))
        else:
            out(paint(f"{program.title} ({program.name})", "bold", sys.stdout))
            out(render_verdicts(verdicts, full).rstrip("\n"))
        if any(verdict.status == REFUTED for verdict in verdicts):
            code = FINDINGS
    return code or CLEAN
