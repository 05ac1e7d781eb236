"""Finds the data files of the project: in the installed package, or in the checkout it was installed from."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = {"grammar": "grammar", "codes": "docs/codes", "rules": "docs/rules"}


def resource_folder(kind: str) -> Path:
    """The folder of `grammar`, `codes` (a page for each message) or `rules` (IDs of the rulebooks)."""
    installed = PACKAGE / "data" / kind
    return installed if installed.is_dir() else PACKAGE.parent / CHECKOUT[kind]


def grammar_file(name: str) -> Path:
    """A file under `grammar/`: `ssp.lark`, `ir.schema.json`, `std/pinball.ssp`."""
    return resource_folder("grammar") / name


def grammar_text(name: str) -> str:
    """The text of a file under `grammar/`. Raises FileNotFoundError."""
    return grammar_file(name).read_text(encoding="utf-8")


@cache
def std_names() -> tuple[str, ...]:
    """The libraries that come with the tool, sorted: `std.nudge`, `std.readings.flippers_are_solid`, ..."""
    std = grammar_file("std")
    paths = [path.relative_to(std).with_suffix("") for path in std.rglob("*.ssp")]
    return tuple(sorted(".".join(("std", *path.parts)) for path in paths))


def std_text(name: str) -> str:
    """The text of a library by its name, `std.nudge`, `nudge` or `nudge.ssp`. Raises KeyError."""
    full = f"std.{name.removesuffix('.ssp').removeprefix('std.')}"
    if full not in std_names():
        raise KeyError(name)
    return grammar_text(f"{full.replace('.', '/')}.ssp")
