"""`ssp check`: everything that is wrong with a pin, in one run."""

from __future__ import annotations

import sys

import click

from sspdsl.cli.compiled import Compiled, compile_all, compile_given, show
from sspdsl.cli.fixes import apply_fixes
from sspdsl.cli.inputs import Given
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, note, out, plural
from sspdsl.output import write_file

MOST_ROUNDS = 10


@click.command("check")
@click.argument("paths", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    show_default=True,
    help="For people, for scripts, or for code hosts.",
)
@click.option("--fix", is_flag=True, help="Mend what can be mended without changing what a pin means.")
@common_options
def command(paths: tuple[str, ...], form: str, fix: bool) -> int:
    """Say everything that is wrong with the pins in PATHS: files, folders, or - for standard input.

    Without PATHS the folder `pins` is meant, or else the current one.
    """
    results = compile_all(paths, lower=False)
    if fix:
        results = [mend(each) for each in results]
    diagnostics = [found for each in results for found in each.diagnostics]
    if form == "text":
        show(diagnostics, sys.stdout)
        if not diagnostics:
            out(praise(results))
    elif form == "json":
        from sspdsl.diagnostics.json import render_json

        out(render_json(diagnostics).rstrip("\n"))
    else:
        from sspdsl.diagnostics.sarif import render_sarif

        out(render_sarif(diagnostics).rstrip("\n"))
    return FINDINGS if any(each.broken for each in results) else CLEAN


def praise(results: list[Compiled]) -> str:
    """What to say when nothing is wrong; values that no source states are counted, not hidden."""
    notes = [each for result in results for each in result.notes]
    assumed = sum(bool(each.assumed) and each.what != "excuse" for each in notes)
    words = f"{plural(len(results), 'file')}: no mistakes"
    return words + (f"; {plural(assumed, 'value')} assumed" if assumed else "")


def mend(result: Compiled) -> Compiled:
    """Apply safe fixes, and those that become possible by them, and write the file back."""
    if result.given.path is None:
        return result
    fixed = 0
    for _ in range(MOST_ROUNDS):
        data, count = apply_fixes(result.given.data, result.diagnostics)
        if not count:
            break
        fixed += count
        result = compile_given(Given(result.given.name, data, result.given.path), lower=False)
    if fixed and result.given.path is not None:
        write_file(result.given.path, result.given.data)
        note(f"{result.given.name}: {plural(fixed, 'fix', 'fixes')} made")
    return result
