"""`ssp lint`: what is legal but likely not meant."""

from __future__ import annotations

import sys

import click

from sspdsl.cli.compiled import compile_all, show
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, out, plural


@click.command("lint")
@click.argument("paths", nargs=-1)
@common_options
def command(paths: tuple[str, ...]) -> int:
    """Point out what is legal in PATHS (files, folders, or - for standard input) but likely not meant.

    Exit code 1 if there is anything, mistakes included.
    """
    results = compile_all(paths)
    diagnostics = [found for each in results for found in each.diagnostics]
    show(diagnostics, sys.stdout)
    if not diagnostics:
        out(f"{plural(len(results), 'file')}: nothing to point out")
    return FINDINGS if diagnostics else CLEAN
