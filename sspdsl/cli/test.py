"""`ssp test`: runs the tests written in pins."""

from __future__ import annotations

import sys

import click

from sspdsl.cli.compiled import compile_pins
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, note, out, paint, plural
from sspdsl.scenario import ScenarioResult, run_tests

MOST_OFFERED = 20


@click.command("test")
@click.argument("pins", nargs=-1)
@click.option("-v", "--verbose", is_flag=True, help="Also name the tests that pass.")
@common_options
def command(pins: tuple[str, ...], verbose: bool) -> int:
    """Run the tests written in PINS: files, folders, or - for standard input. Exit code 1 if one fails."""
    found, code = compile_pins(pins)
    passed = failed = 0
    for given, program in found:
        folder = given.name.rpartition("/")[0]
        for result in run_tests(program):
            passed += result.passed
            failed += not result.passed
            if verbose or not result.passed:
                say(result, f"{folder}/" if folder else "")
    out(f"{plural(passed, 'test')} passed" + (f", {failed} failed" if failed else ""))
    if not passed and not failed and not code:
        note('a pin says `test "..." { ... }` where it has tests')
    return code or (FINDINGS if failed else CLEAN)


def say(result: ScenarioResult, folder: str) -> None:
    """One test: whether it passed, else each step that failed, with what was offered instead."""
    mark = paint("passed", "green", sys.stdout) if result.passed else paint("failed", "red", sys.stdout)
    out(f"{mark}  {result.title}")
    for failure in result.failures:
        place = f"{folder}{failure.place.file}:{failure.place.line}:{failure.place.column}"
        out(f"  {place}: {failure.code}: {failure.message}")
        if failure.offered:
            more = len(failure.offered) - MOST_OFFERED
            offered = ", ".join(failure.offered[:MOST_OFFERED]) + (f", and {more} more" if more > 0 else "")
            out(f"    offered: {offered}")
