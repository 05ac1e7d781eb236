"""`ssp verify`: what can be proved about a pin, and games that show what cannot."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sspdsl.cli.compiled import compile_pins
from sspdsl.cli.engine import faults_of_the_table
from sspdsl.cli.inputs import output_folder
from sspdsl.cli.shell import (
    CLEAN,
    FINDINGS,
    clear_progress,
    common_options,
    note,
    out,
    paint,
    plural,
    progress,
)
from sspdsl.output import write_files

if TYPE_CHECKING:
    from sspdsl.cli.agreement import Played
    from sspdsl.ir.model import Program
    from sspdsl.verify.verdict import Verdict

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
@click.option(
    "--out",
    "-o",
    "folder",
    help="Write <pin>.verify.json into this folder, for `ssp recheck`, and <pin>.agree.json of games played.",
)
@click.option(
    "--update", is_flag=True, help="Pass over pins whose report in the folder of --out is up to date."
)
@click.option("--in", "before", help="Prove nothing: take the reports in this folder. With --table.")
@click.option(
    "--table", "as_table", is_flag=True, help="Print a table of all pins, in Markdown. Exit code 0."
)
@click.option("--into", "page", help="Put the table into this page, between its marks, and print nothing.")
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
    update: bool,
    before: str | None,
    as_table: bool,
    page: str | None,
) -> int:
    """Prove what can be proved about PINS: files, folders, or - for standard input.

    Each property is proved, refuted (with a game that shows it), bounded (searched to a stated size, nothing
    found), or not applicable. Exit code 1 if one is refuted.
    """
    alone = set(only) == {"V11"}
    if only and folder is not None and not alone:
        raise click.UsageError("--out writes every property: leave out --only")
    if update and (folder is None or alone):
        raise click.UsageError("--update needs --out, and passes over nothing with --only")
    if (before is not None or page is not None) and not as_table:
        raise click.UsageError("--in and --into are for --table")
    if as_table and (as_json or only or full):
        raise click.UsageError("--table shows every property in its own form")
    if before is not None and (folder is not None or games is not None):
        raise click.UsageError("--in proves and plays nothing")
    target = None if folder is None else output_folder(folder)
    found, code = compile_pins(pins)
    if games is None and "V11" in only:
        games = GAMES
    from sspdsl.verify.edition import edition

    # A report that was cut short is of no edition, so that nobody takes it for a whole one.
    verifier = "" if turns or quick or only else edition()
    plan = Plan(turns or (SHORT if quick else None), games, jobs, alone, verifier)
    if as_table:
        where = target if before is None else Path(before)
        return code or tabulate([program for _, program in found], plan, where, before is None, update, page)
    for _, program in found:
        if update and target is not None and is_current(program, target):
            note(f"{program.name}: as before")
            continue
        verdicts, played = examine(program, plan)
        if target is not None:
            write_reports(program, plan, verdicts, played, target)
        if only:
            verdicts = tuple(verdict for verdict in verdicts if verdict.property in only)
        if show(program, plan, verdicts, as_json, full):
            code = FINDINGS
    return code or CLEAN


@dataclass(frozen=True, slots=True)
class Plan:
    """`turns`: None for as many as are good. `games` of V11: None for none; `alone`: and nothing else.

    `verifier` is the edition that a report is said to be by.
    """

    turns: int | None
    games: int | None
    jobs: int
    alone: bool
    verifier: str


def examine(program: Program, plan: Plan) -> tuple[tuple[Verdict, ...], Played | None]:
    """The verdicts on a table, and what was played for V11."""
    from sspdsl.verify.run import Budget, verify_program

    def tell(doing: str, done: int, of: int) -> None:
        progress(f"{program.name}: {doing}, {done} of {of}")

    verdicts: tuple[Verdict, ...] = ()
    played = None
    with faults_of_the_table():
        if not plan.alone:
            verdicts = verify_program(program, Budget(turns=plan.turns) if plan.turns else Budget(), tell)
        if plan.games is not None:
            from sspdsl.cli.agreement import play_both, verify_agreement

            told = partial(tell, "comparing", of=plan.games)
            shown = dict.fromkeys(i.record for each in verdicts for i in each.items if i.record)
            played = play_both(program, plan.games, shown, plan.jobs, told)
            rest = (verdict for verdict in verdicts if verdict.property != "V11")
            verdicts = (*rest, verify_agreement(played))
    clear_progress()
    return verdicts, played


def write_reports(
    program: Program, plan: Plan, verdicts: tuple[Verdict, ...], played: Played | None, folder: Path
) -> None:
    """Write what was found out, each in its file."""
    files = {}
    if not plan.alone:
        files[f"{program.name}.verify.json"] = encoded(program, plan, verdicts).encode()
    if played is not None:
        from sspdsl.cli.agreement import encode_agreement

        files[f"{program.name}.agree.json"] = encode_agreement(played).encode()
    write_files(folder, files)


def encoded(program: Program, plan: Plan, verdicts: tuple[Verdict, ...]) -> str:
    """The report as a JSON text."""
    from sspdsl.ir.digest import program_digest
    from sspdsl.verify.report import encode_verdicts

    return encode_verdicts(program.name, verdicts, program_digest(program), plan.verifier)


def is_current(program: Program, folder: Path) -> bool:
    from sspdsl.cli.reports import current_report

    return current_report(program, folder) is not None


def show(program: Program, plan: Plan, verdicts: tuple[Verdict, ...], as_json: bool, full: bool) -> bool:
    """Print the verdicts; True if one is refuted."""
    from sspdsl.verify.report import render_verdicts
    from sspdsl.verify.verdict import REFUTED

    if as_json:
        out(encoded(program, plan, verdicts).rstrip("\n"))
    else:
        out(paint(f"{program.title} ({program.name})", "bold", sys.stdout))
        out(render_verdicts(verdicts, full).rstrip("\n"))
    return any(verdict.status == REFUTED for verdict in verdicts)


def tabulate(
    programs: list[Program], plan: Plan, folder: Path | None, proving: bool, update: bool, page: str | None
) -> int:
    """Print the table or put it into a page; exit code 1 if reports are missing and none are to be made."""
    from sspdsl.cli.reports import current_report, put_into, report_of, row_of
    from sspdsl.verify.table import render_table

    rows = []
    for program in programs:
        report: Mapping[str, Any] | None = None
        if folder is not None:
            report = current_report(program, folder) if proving and update else None
            report = report_of(program, folder) if not proving else report
        if report is None and proving:
            verdicts, played = examine(program, plan)
            report = json.loads(encoded(program, plan, verdicts))
            if folder is not None:
                write_reports(program, plan, verdicts, played, folder)
            note(f"{program.name}: done")
        rows.append(row_of(program, report, folder))
    table = render_table(rows)
    if page is not None:
        put_into(Path(page), table)
    else:
        out(table.rstrip("\n"))
    missing = [row.pin for row in rows if row.report is None]
    if missing:
        note(f"{plural(len(missing), 'pin')} without a report of its present text: {', '.join(missing)}")
    return FINDINGS if missing else CLEAN
