"""`ssp lint`: what is legal but likely not meant."""

from __future__ import annotations

import sys

import click

from sspdsl.check.table import check_source
from sspdsl.cli.compiled import collector_off, libraries_beside, show
from sspdsl.cli.inputs import Given, read_inputs
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, out, plural
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.registry import RULES, lint_model
from sspdsl.syntax.read import read_source


@click.command("lint", epilog=f"Rules: {', '.join(RULES)}.")
@click.argument("paths", nargs=-1)
@click.option(
    "--allow", multiple=True, type=click.Choice(list(RULES)), help="Leave a rule out; may be repeated."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True
)
@common_options
def command(paths: tuple[str, ...], allow: tuple[str, ...], form: str) -> int:
    """Point out what is legal in PATHS (files, folders, or - for standard input) but likely not meant.

    Exit code 1 if there is anything, mistakes included.
    """
    given = read_inputs(paths)
    diagnostics = [found for each in given for found in lint_given(each, allow)]
    if form == "json":
        from sspdsl.diagnostics.json import render_json

        out(render_json(diagnostics).rstrip("\n"))
    elif form == "sarif":
        from sspdsl.diagnostics.sarif import render_sarif

        out(render_sarif(diagnostics).rstrip("\n"))
    elif diagnostics:
        show(diagnostics, sys.stdout)
    else:
        out(f"{plural(len(given), 'file')}: nothing to point out")
    return FINDINGS if diagnostics else CLEAN


def lint_given(given: Given, allow: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """The mistakes of a text; without mistakes, what lint finds besides warnings of the check."""
    with collector_off():
        source, problems = read_source(given.data, given.name)
        if source is None:
            return problems
        model, found = check_source(source, libraries_beside(given))
        if model is None or any(each.severity == "error" for each in found):
            return found
        return (*found, *lint_model(model, allow))
