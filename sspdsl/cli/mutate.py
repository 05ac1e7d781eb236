"""`ssp mutate`: which single faults of a pin its own tests notice, and games that show those they miss."""

from __future__ import annotations

import sys

import click

from sspdsl.cli.compiled import libraries_beside, show
from sspdsl.cli.inputs import Given, read_inputs
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
from sspdsl.ir.model import Program
from sspdsl.source import Source
from sspdsl.syntax.read import read_source


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
    as_json: bool,
    least: float,
) -> int:
    """Plant single faults in PINS and run the tests written in them on each.

    A fault is killed by a test that fails, rejected if the pin no longer compiles, equivalent if it provably
    changes nothing in play; the others survive, with a test that would kill them. Exit code 1 if less than
    --least percent are killed, or a pin has errors.
    """
    from sspdsl.mutate import Plan, Refused, Report, mutate_source
    from sspdsl.compare.apart import Games
    from sspdsl.mutate.report import encode_reports, render_report, render_table, summary

    statuses = statuses_of if verified else None
    plan = Plan(sample, seed, libraries, not no_search and not as_table, Games(seed=seed), statuses)
    done: list[tuple[Report, Source]] = []
    code = CLEAN
    for given in read_inputs(pins):
        source = source_of(given)
        if source is None:
            code = FINDINGS
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
        if report.percent < least:
            code = FINDINGS
        if as_table and not as_json:
            note(summary(report))
        elif not as_json:
            out(paint(f"{report.title} ({report.pin})", "bold", sys.stdout))
            out(render_report(report, source, full).rstrip("\n"))
    if as_json:
        out(encode_reports(done).rstrip("\n"))
    elif as_table:
        out(render_table([report for report, _ in done]).rstrip("\n"))
    return code


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
