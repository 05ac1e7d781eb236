"""`ssp mutate`: which single faults of a pin its own tests notice, and games that show those they miss."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sspdsl.cli.compiled import compile_given, libraries_beside, show
from sspdsl.cli.inputs import Given, output_folder, read_inputs, read_written
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
from sspdsl.ir.digest import program_digest
from sspdsl.ir.model import Program
from sspdsl.output import write_files
from sspdsl.source import Source
from sspdsl.syntax.read import read_source

if TYPE_CHECKING:
    from sspdsl.mutate.table import Row


@click.command("mutate")
@click.argument("pins", nargs=-1)
@click.option(
    "--sample", type=click.IntRange(1), help="Try so many faults, drawn at random, in place of all."
)
@click.option("--seed", type=int, default=1, show_default=True, help="For --sample and for the games played.")
@click.option(
    "--verify", "verified", is_flag=True, help="Let `ssp verify` judge what the tests do not notice."
)
@click.option(
    "--library", "libraries", is_flag=True, help="Plant faults in libraries that the file declares, too."
)
@click.option("--no-search", is_flag=True, help="Look for no games that tell survivors apart.")
@click.option("--full", is_flag=True, help="Show every fault, not only those that survive.")
@click.option("--table", "as_table", is_flag=True, help="Print only a table of counts, in Markdown.")
@click.option("--out", "-o", "folder", help="Write <pin>.mutate.json with the counts into this folder.")
@click.option(
    "--update", is_flag=True, help="Pass over pins whose counts in the folder of --out are up to date."
)
@click.option("--in", "before", help="Plant nothing: take the counts in this folder. With --table.")
@click.option("--into", "page", help="Put the table into this page, between its marks, and print nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--least", type=click.FloatRange(0, 100), default=0.0, help="The percentage that has to be killed."
)
@common_options
def command(
    pins: tuple[str, ...],
    sample: int | None,
    seed: int,
    verified: bool,
    libraries: bool,
    no_search: bool,
    full: bool,
    as_table: bool,
    folder: str | None,
    update: bool,
    before: str | None,
    page: str | None,
    as_json: bool,
    least: float,
) -> int:
    """Plant single faults in PINS and run the tests written in them on each.

    A fault is killed by a test that fails, rejected if the pin no longer compiles, equivalent if it provably
    changes nothing in play; the others survive, with a test that would kill them. Exit code 1 if less than
    --least percent are killed, or a pin has errors.
    """
    from sspdsl.compare.apart import Games
    from sspdsl.mutate import Plan, Refused, Report, mutate_source
    from sspdsl.mutate.report import encode_reports, render_report, summary
    from sspdsl.mutate.table import Row, counts_of, encode_counts

    if folder is not None and (sample is not None or verified or libraries):
        raise click.UsageError("--out writes the counts of all mutants of the pin, judged by its tests")
    if update and folder is None:
        raise click.UsageError("--update needs --out")
    if (before is not None or page is not None or update) and not as_table:
        raise click.UsageError("--in, --into and --update are for --table")
    if (as_table and as_json) or (before is not None and folder is not None):
        raise click.UsageError("--table is no JSON, and --in writes nothing")
    target = None if folder is None else output_folder(folder)
    statuses = statuses_of if verified else None
    plan = Plan(sample, seed, libraries, not no_search and not as_table, Games(seed=seed), statuses)
    done: list[tuple[Report, Source]] = []
    rows: list[Row] = []
    code = CLEAN
    for given in read_inputs(pins):
        source = source_of(given)
        if source is None:
            code = FINDINGS
            continue
        if before is not None or update:
            row = row_before(given, Path(before) if before is not None else target, keep=before is not None)
            if row is not None:
                rows.append(row)
                continue

        def tell(at: int, of: int, survived: int, name: str = given.name) -> None:
            progress(f"{name}: {at} of {plural(of, 'mutant')}, {survived} survived")

        try:
            report = mutate_source(source, libraries_beside(given), plan, tell)
        except Refused as why:
            note(f"error: {given.name}: {why}")
            code = FINDINGS
            continue
        finally:
            clear_progress()
        done.append((report, source))
        counts = counts_of(report, source, digest_of(given))
        rows.append(Row(report.pin, counts))
        if target is not None:
            write_files(target, {f"{report.pin}.mutate.json": encode_counts(counts).encode()})
        if report.percent < least:
            code = FINDINGS
        if as_table:
            note(summary(report))
        elif not as_json:
            out(paint(f"{report.title} ({report.pin})", "bold", sys.stdout))
            out(render_report(report, source, full).rstrip("\n"))
    if as_json:
        out(encode_reports(done).rstrip("\n"))
    elif as_table:
        show_table(rows, page)
    return code


def show_table(rows: list[Row], page: str | None) -> None:
    """Print the table, or put it into a page."""
    from sspdsl.cli.reports import put_into
    from sspdsl.mutate.table import render_table

    table = render_table(rows)
    if page is not None:
        put_into(Path(page), table)
    else:
        out(table.rstrip("\n"))


def digest_of(given: Given) -> str:
    """The digest of a table with its tests; "" if it does not compile."""
    program = compile_given(given).program
    return "" if program is None else program_digest(program, tests=True)


def row_before(given: Given, folder: Path | None, keep: bool) -> Row | None:
    """A row of what was counted before. None if it is to be counted now; with `keep` it never is."""
    from sspdsl.mutate.table import Row

    program = compile_given(given).program
    if program is None or folder is None:
        return None
    counts = read_counts(folder / f"{program.name}.mutate.json", program.name)
    old = counts is not None and counts["text"] != program_digest(program, tests=True)
    return Row(program.name, counts, old) if keep or (counts is not None and not old) else None


def read_counts(path: Path, pin: str) -> Mapping[str, Any] | None:
    """What `ssp mutate --out` wrote of this pin, at whatever text; None if there is nothing."""
    try:
        data = json.loads(read_written(path))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("format") != "ssp-mutation" or data.get("pin") != pin:
        return None
    return data


def source_of(given: Given) -> Source | None:
    """The text that was given; None after a message if it is none."""
    source, problems = read_source(given.data, given.name)
    if source is None:
        show(problems, sys.stderr)
    return source


def statuses_of(program: Program) -> tuple[tuple[str, str], ...]:
    """What a short `ssp verify` says of each property."""
    from sspdsl.verify.run import Budget, verify_program

    return tuple((each.property, each.status) for each in verify_program(program, Budget(turns=500)))
