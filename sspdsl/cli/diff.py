"""`ssp diff`: what changed in play between two versions of a pin, with a game that tells them apart."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from sspdsl.cli.compiled import libraries_beside, show
from sspdsl.cli.inputs import Given, read_one
from sspdsl.cli.shell import (
    CLEAN,
    FINDINGS,
    Failure,
    NotCompiled,
    clear_progress,
    common_options,
    note,
    out,
    progress,
)

if TYPE_CHECKING:
    from sspdsl.compare.canonical import Version


@click.command("diff")
@click.argument("old")
@click.argument("new")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (grammar/diff.schema.json).")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=48,
    show_default=True,
    help="Play at most so many whole games in search of one that tells the two apart.",
)
@common_options
def command(old: str, new: str, as_json: bool, games: int) -> int:
    """Say what changed in play from OLD to NEW: two pins, one of which may be - for standard input.

    Nothing is said of layout, comments, titles, citations, tests, and the order of declarations where it has
    no meaning. Exit code 0 if the two are proved to be one in play; 1 if they differ, or if neither was
    found out.
    """
    from sspdsl.compare.diff import SAME, compare_versions
    from sspdsl.compare.report import encode_difference, render_difference

    if old == new == "-":
        raise Failure("standard input can be only one of the two", "name a file for the other")
    givens = read_one(old), read_one(new)
    left, right = (_version(given) for given in givens)
    try:
        found = compare_versions(
            left, right, games, lambda words: progress(f"{given_names(givens)}: {words}")
        )
    finally:
        clear_progress()
    names = givens[0].name, givens[1].name
    text = encode_difference(found, names) if as_json else render_difference(found, names)
    if text:
        out(text.rstrip("\n"))
    return CLEAN if found.status == SAME else FINDINGS


def given_names(givens: tuple[Given, Given]) -> str:
    return " and ".join(given.name for given in givens)


def _version(given: Given) -> Version:
    """What was given, as a version that compiles. Raises `NotCompiled` after showing its errors."""
    from sspdsl.compare.canonical import Version
    from sspdsl.compare.diff import without_broken_tests
    from sspdsl.compare.taken import Taken
    from sspdsl.pipeline import compile_source
    from sspdsl.syntax.read import read_source

    source, problems = read_source(given.data, given.name)
    find = Taken(libraries_beside(given))
    result = compile_source(source, find) if source is not None else None
    if source is not None and result is not None and result.program is None:
        # A version whose tests are out of date may still be compared.
        readable = without_broken_tests(source, find)
        if readable is not None:
            note(f"{given.name}: tests that have errors are left out; see `ssp check`")
            source, result = readable, compile_source(readable, find)
    diagnostics = (*problems, *(result.diagnostics if result is not None else ()))
    if source is None or result is None or result.program is None:
        show(diagnostics, sys.stderr)
        if not any(each.severity == "error" for each in diagnostics):
            note(f"{given.name} declares no table")
        raise NotCompiled
    return Version(source, find, result.program)
