"""`ssp lint`: what is legal but likely not meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from sspdsl.check.table import check_source
from sspdsl.cli.compiled import collector_off, libraries_beside
from sspdsl.cli.inputs import Given, read_inputs
from sspdsl.cli.lint_settings import code_of, settings_for
from sspdsl.cli.messages import (
    diff_option,
    fix_option,
    form_option,
    mended,
    show_changes,
    write_mended,
    write_messages,
)
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, out, plural
from sspdsl.diagnostics.codes import CODES
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.registry import RULES
from sspdsl.lint.run import Choice, lint_source
from sspdsl.syntax.read import read_source


@click.command("lint")
@click.argument("paths", nargs=-1)
@click.option("--select", multiple=True, metavar="CODE", help="Ask this rule alone; may be repeated.")
@click.option("--ignore", "--allow", multiple=True, metavar="CODE", help="Leave a rule out; may be repeated.")
@click.option("--rules", is_flag=True, help="List the rules with their codes.")
@form_option
@fix_option
@diff_option
@common_options
def command(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    rules: bool,
    form: str,
    fix: bool,
    diff: bool,
) -> int:
    """Point out what is legal in PATHS (files, folders, or - for standard input) but likely not meant.

    A rule is named by its code or its name. Exit code 1 if there is anything, mistakes included.
    """
    if rules:
        for name, rule in RULES.items():
            out(f"{rule.code}  {name:28}{CODES[rule.code]}{'' if rule.usual else ' (only if selected)'}")
        return CLEAN
    if fix and diff:
        raise click.UsageError("--fix makes the changes that --diff shows: say one of them")
    here = Choice(*(tuple(code_of(each, "the command") for each in words) for words in (select, ignore)))
    find = finder(here)
    given = read_inputs(paths)
    if diff:
        changed = [show_changes(each, mended(each, find)[0]) for each in given]
        return FINDINGS if any(changed) else CLEAN
    if fix:
        given = [written(each, find) for each in given]
    diagnostics = [found for each in given for found in find(each)]
    write_messages(diagnostics, form, f"{plural(len(given), 'file')}: nothing to point out")
    return FINDINGS if diagnostics else CLEAN


def written(given: Given, find: Callable[[Given], Sequence[Diagnostic]]) -> Given:
    """The file mended, and written back if anything was."""
    if given.path is None:
        return given
    after, count = mended(given, find)
    write_mended(after, count)
    return after


def finder(here: Choice) -> Callable[[Given], tuple[Diagnostic, ...]]:
    """What finds the messages of a text, by what its folder and the command choose."""
    read: dict[Path, Choice | None] = {}

    def find(given: Given) -> tuple[Diagnostic, ...]:
        folder = settings_for(given, read)
        return lint_given(given, Choice(here.select or folder.select, (*folder.ignore, *here.ignore)))

    return find


def lint_given(given: Given, choice: Choice) -> tuple[Diagnostic, ...]:
    """The mistakes of a text; without mistakes, what lint finds besides warnings of the check."""
    with collector_off():
        source, problems = read_source(given.data, given.name)
        if source is None:
            return problems
        model, found = check_source(source, libraries_beside(given))
        if any(each.severity == "error" for each in found):
            return found
        return (*found, *lint_source(source, model, choice))
