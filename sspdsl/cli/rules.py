"""`ssp rules`: the rules of a pin in words, as Markdown."""

from __future__ import annotations

from pathlib import Path

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.shell import CLEAN, Failure, common_options, note, out
from sspdsl.diagnostics.printable import shown
from sspdsl.output import write_file


@click.command("rules")
@click.argument("pin", default="-")
@click.option("-o", "--out", "target", type=click.Path(dir_okay=False), help="A file to write to.")
@click.option(
    "--examples",
    type=click.Choice(["cited", "all", "none"]),
    default="cited",
    show_default=True,
    help="Tests to tell as examples: those that cite an example of a rulebook, all, or none.",
)
@common_options
def command(pin: str, target: str | None, examples: str) -> int:
    """Write the rules of PIN (a file, or - for standard input) in words, from the compiled table.

    Compare what you meant with what you wrote. Without -o the text goes to standard output.
    """
    if target is not None and not target:
        raise Failure("the name of the output file is empty", "name a file with `-o`")
    from sspdsl.words import rules_text

    text = rules_text(compile_one(pin), examples)
    if target is None:
        out(text.rstrip("\n"))
        return CLEAN
    write_file(Path(target), text.encode("utf-8", errors="replace"))
    note(f"rules written to {shown(target)}")
    return CLEAN
