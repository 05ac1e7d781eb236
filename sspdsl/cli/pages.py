"""Finds the pages that come with the tool: one for each message code, and the lists of rule IDs."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def pages(kind: str) -> Path:
    """The folder `codes` or `rules`: in the installed package, or in the checkout it was installed from."""
    installed = PACKAGE / "docs" / kind
    return installed if installed.is_dir() else PACKAGE.parent / "docs" / kind
