"""`ssp verify`: what can be proved about a pin, and games that show what cannot."""

from __future__ import annotations

import sys

import click

from sspdsl.cli.compiled import compile_pins
from sspdsl.cli.engine import faults_of_the_table
from sspdsl.cli.inputs import output_folder
from sspdsl.cli.shell import CLEAN, FINDINGS, clear_progress, common_options, out, paint, progress
from sspdsl.output import write_files

SHORT = 2_000


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
@click.option("--out", "-o", "folder", help="Write <pin>.verify.json into this folder, for `ssp recheck`.")
@common_options
def command(
    pins: tuple[str, ...],
    as_json: bool,
    full: bool,
    turns: int | None,
    quick: bool,
    games: int | None,
    folder: str | None,
) -> int:
    """Prove what can be proved about PINS: files, folders, or - for standard input.

    Each property is proved, refuted (with a game that shows it), bounded (searched to a stated size, nothing
    found), or not applicable. Exit code 1 if one is refuted.
    """
    from sspdsl.verify.report import encode_verdicts, render_verdicts
    from sspdsl.verify.run import Budget, verify_program
    from sspdsl.verify.verdict import REFUTED

    target = None if folder is None else output_folder(folder)
    found, code = compile_pins(pins)
    budget = Budget(turns=turns or SHORT) if turns or quick else Budget()
    for _, program in found:

        def tell(doing: str, done: int, of: int, name: str = program.name) -> None:
            progress(f"{name}: {doing}, {done} of {of}")

        with faults_of_the_table():
            verdicts = verify_program(program, budget, tell)
        if games is not None:
            from sspdsl.cli.agreement import verify_agreement

            shown = {item.record: None for each in verdicts for item in each.items if item.record}
            v11 = verify_agreement(program, games, shown, lambda done, of=games: tell("comparing", done, of))  # type: ignore[misc]
            verdicts = tuple(v11 if verdict.property == "V11" else verdict for verdict in verdicts)
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
