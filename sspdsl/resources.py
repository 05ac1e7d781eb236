"""Finds the data files of the project: in the installed package, or in the checkout it was installed from."""

from __future__ import annotations

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
