"""`ssp fmt`: pins laid out in the one usual way."""

from __future__ import annotations

import sys

import click

from sspdsl.cli.compiled import collector_off, show
from sspdsl.cli.inputs import Given, read_inputs
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, note, out, plural
from sspdsl.format.printer import format_source
from sspdsl.output import write_file
from sspdsl.syntax.read import read_source


@click.command("fmt")
@click.argument("paths", nargs=-1)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if something would change.")
@click.option("--diff", is_flag=True, help="Show what would change and write nothing.")
@common_options
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay out the pins in PATHS: files, folders, or - for standard input, laid out to standard output.

    What a pin says never changes, and comments stay. A file with mistakes in its writing is left as it is.
    """
    code = CLEAN
    changed = 0
    given = read_inputs(paths)
    for each in given:
        laid_out = format_given(each)
        if laid_out is None:
            code = FINDINGS
            continue
        same = laid_out.encode("utf-8") == each.data
        if each.path is None and not check and not diff:
            sys.stdout.write(laid_out)
        if same:
            continue
        changed += 1
        if diff:
            sys.stdout.write(difference(each, laid_out))
        if check or diff:
            note(f"{each.name} would be laid out anew")
            code = FINDINGS
        elif each.path is not None:
            write_file(each.path, laid_out.encode("utf-8"))
            out(each.name)
    if given[0].path is not None and not (check or diff):
        note(f"{plural(len(given), 'file')}, {changed} laid out anew")
    return code


def format_given(given: Given) -> str | None:
    """The text laid out, or None if it has mistakes, which are shown."""
    with collector_off():
        source, problems = read_source(given.data, given.name)
        text = None
        if source is not None:
            text, problems = format_source(source)
    if text is None:
        show(problems, sys.stderr)
    return text


def difference(given: Given, laid_out: str) -> str:
    """What would change, as a unified diff."""
    from difflib import unified_diff

    before = given.data.decode("utf-8").splitlines(keepends=True)
    after = laid_out.splitlines(keepends=True)
    lines = unified_diff(before, after, given.name, f"{given.name} (laid out)")
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)
