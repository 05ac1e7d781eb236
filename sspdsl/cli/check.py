"""`ssp check`: everything that is wrong with a pin, in one run."""

from __future__ import annotations

import click

from sspdsl.cli.compiled import Compiled, compile_all, compile_given
from sspdsl.cli.inputs import Given
from sspdsl.cli.messages import (
    diff_option,
    fix_option,
    form_option,
    mended,
    show_changes,
    write_mended,
    write_messages,
)
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, plural
from sspdsl.diagnostics.model import Diagnostic


@click.command("check")
@click.argument("paths", nargs=-1)
@form_option
@fix_option
@diff_option
@common_options
def command(paths: tuple[str, ...], form: str, fix: bool, diff: bool) -> int:
    """Say everything that is wrong with the pins in PATHS: files, folders, or - for standard input.

    Without PATHS the folder `pins` is meant, or else the current one.
    """
    if fix and diff:
        raise click.UsageError("--fix makes the changes that --diff shows: say one of them")
    results = compile_all(paths, lower=False)
    if diff:
        changed = [show_changes(each.given, mended(each.given, mistakes)[0]) for each in results]
        return FINDINGS if any(changed) else CLEAN
    if fix:
        results = [mend(each) for each in results]
    diagnostics = [found for each in results for found in each.diagnostics]
    write_messages(diagnostics, form, praise(results))
    return FINDINGS if any(each.broken for each in results) else CLEAN


def mistakes(given: Given) -> tuple[Diagnostic, ...]:
    return compile_given(given, lower=False).diagnostics


def praise(results: list[Compiled]) -> str:
    """What to say when nothing is wrong; values that no source states are counted, not hidden."""
    notes = [each for result in results for each in result.notes]
    assumed = sum(bool(each.assumed) and each.what != "excuse" for each in notes)
    words = f"{plural(len(results), 'file')}: no mistakes"
    return words + (f"; {plural(assumed, 'value')} assumed" if assumed else "")


def mend(result: Compiled) -> Compiled:
    """Apply safe fixes, and those that become possible by them, and write the file back."""
    if result.given.path is None or not any(each.fix for each in result.diagnostics):
        return result
    given, fixed = mended(result.given, mistakes)
    if not fixed:
        return result
    write_mended(given, fixed)
    return compile_given(given, lower=False)
