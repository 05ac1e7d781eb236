"""Messages in the form that is asked for, and safe fixes written back or shown: for `check` and `lint`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from sspdsl.cli.compiled import show
from sspdsl.cli.fixes import apply_fixes
from sspdsl.cli.inputs import Given
from sspdsl.cli.shell import note, out, plural
from sspdsl.diagnostics.model import Diagnostic

FORMS = ("text", "json", "sarif", "github")
MOST_ROUNDS = 10

form_option = click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    show_default=True,
    help="For people, for scripts, for code hosts, or for GitHub's workflows.",
)
fix_option = click.option(
    "--fix", is_flag=True, help="Mend what can be mended without changing what a pin means."
)
diff_option = click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")


def write_messages(diagnostics: Sequence[Diagnostic], form: str, praise: str) -> None:
    """Write them to standard output; for people `praise` if there is none."""
    if form == "json":
        from sspdsl.diagnostics.json import render_json

        out(render_json(diagnostics).rstrip("\n"))
    elif form == "sarif":
        from sspdsl.diagnostics.sarif import render_sarif

        out(render_sarif(diagnostics).rstrip("\n"))
    elif form == "github":
        from sspdsl.diagnostics.github import render_github

        if diagnostics:
            out(render_github(diagnostics).rstrip("\n"))
    elif diagnostics:
        show(diagnostics, sys.stdout)
    else:
        out(praise)


def mended(given: Given, find: Callable[[Given], Sequence[Diagnostic]]) -> tuple[Given, int]:
    """The text with safe fixes made, and those that become possible by them; and how many they are."""
    count = 0
    for _ in range(MOST_ROUNDS):
        data, made = apply_fixes(given.data, find(given))
        if not made:
            break
        count += made
        given = Given(given.name, data, given.path)
    return given, count


def write_mended(given: Given, count: int) -> None:
    """Write a mended text back to its file; what came from standard input goes nowhere."""
    if count and given.path is not None:
        from sspdsl.output import write_file

        write_file(given.path, given.data)
        note(f"{given.name}: {plural(count, 'fix', 'fixes')} made")


def show_changes(before: Given, after: Given) -> bool:
    """Show as a diff what was mended; whether there is anything."""
    if before.data == after.data:
        return False
    from difflib import unified_diff

    lines = (each.data.decode("utf-8", "replace").splitlines(keepends=True) for each in (before, after))
    old, new = lines
    for line in unified_diff(old, new, before.name, f"{before.name} (mended)"):
        sys.stdout.write(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return True
