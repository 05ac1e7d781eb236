"""`ssp build`: writes the rules module, the move graph and the pictures of pins."""

from __future__ import annotations

from pathlib import Path

import click

from sspdsl.cli.artifacts import build_files
from sspdsl.cli.compiled import compile_pins
from sspdsl.cli.inputs import output_folder
from sspdsl.cli.shell import (
    CLEAN,
    FINDINGS,
    clear_progress,
    common_options,
    note,
    out,
    plural,
    progress,
)
from sspdsl.diagnostics.printable import shown
from sspdsl.output import is_fresh, write_files


@click.command("build")
@click.argument("pins", nargs=-1)
@click.option("--out", "folder", default="generated", show_default=True, help="The folder to write to.")
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if the folder is not up to date.")
@click.option("--ir", is_flag=True, help="Also write the table as JSON (grammar/ir.schema.json).")
@common_options
def command(pins: tuple[str, ...], folder: str, check: bool, ir: bool) -> int:
    """Write a rules module, the move graph and pictures of PINS (files, folders, or -) into a folder.

    All is made in memory first and written whole or not at all. Nothing is written while a pin has errors.
    """
    target = output_folder(folder)
    found, code = compile_pins(pins)
    if code:
        return code
    files: dict[str, bytes] = {}
    for given, program in found:
        progress(f"building {program.name}")
        for name, data in build_files(program, ir).items():
            if name in files:
                clear_progress()
                note(f"{given.name}: another pin is called `{program.name}` too")
                return FINDINGS
            files[name] = data
    clear_progress()
    if check:
        return say_stale(target, is_fresh(target, files))
    outcome = write_files(target, files)
    for name in outcome.written:
        out(shown(str(target / name)))
    same = f", {len(outcome.unchanged)} as before" if outcome.unchanged else ""
    written = plural(len(outcome.written), "file")
    note(f"{plural(len(found), 'pin')}: {written} written to {shown(folder)}{same}")
    return CLEAN


def say_stale(folder: Path, stale: tuple[str, ...]) -> int:
    """Name the files that are not what a build would write."""
    for name in stale:
        out(f"{shown(str(folder / name))} is not up to date")
    if stale:
        note("run `ssp build` again")
    return FINDINGS if stale else CLEAN
