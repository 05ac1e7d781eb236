"""`ssp new`: writes a small pin that checks, builds and plays."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import click

from sspdsl.cli.shell import CLEAN, Failure, common_options, note, out
from sspdsl.diagnostics.printable import shown
from sspdsl.output import write_file

LONGEST_NAME = 40


@click.command("new")
@click.argument("name")
@common_options
def command(name: str) -> int:
    """Write NAME.ssp, a small pin to start from, into the current folder.

    NAME is made of small letters, digits and `_`. A file that exists already is never touched.
    """
    check_name(name)
    path = Path(f"{name}.ssp")
    write_file(path, new_pin(name).encode(), replace=False)
    out(str(path))
    note(f"now try: ssp check {path}, ssp play {path}")
    return CLEAN


def check_name(name: str) -> None:
    """Refuse a name that no pin can have."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", name) and len(name) <= LONGEST_NAME:
        return
    words = re.sub(r"[^a-z0-9]+", "_", name.removesuffix(".ssp").lower()).strip("_0123456789")[:LONGEST_NAME]
    wanted = f"a small letter, then small letters, digits and `_`, at most {LONGEST_NAME} in all"
    raise Failure(
        f"`{shown(name[:60])}` is no name for a pin", f"use {wanted}" + (f": `{words}`" if words else "")
    )


def new_pin(name: str) -> str:
    """The text of a new pin; its title is its name in words."""
    title = " ".join(word.capitalize() for word in name.split("_") if word) or name
    text = files("sspdsl.cli").joinpath("templates", "pin.ssp").read_text(encoding="utf-8")
    return text.replace('my_pin "My Pin"', f'{name} "{title}"')
