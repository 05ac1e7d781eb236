"""`ssp explain --overrides`: what stands in place of what, as a tree and as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from sspdsl.check.audit import Audited, Standing, Written, audit_source
from sspdsl.cli.compiled import libraries_beside, show
from sspdsl.cli.inputs import read_one
from sspdsl.cli.shell import NotCompiled, note, plural
from sspdsl.syntax.read import read_source

MOST_CITES = 6


def overrides_of(argument: str) -> tuple[str, tuple[Audited, ...]]:
    """The name of what was given, and what is overridden in it. Raises `NotCompiled` after showing errors."""
    given = read_one(argument)
    source, problems = read_source(given.data, given.name)
    found = None
    if source is not None:
        found, diagnostics = audit_source(source, libraries_beside(given))
        problems = (*problems, *diagnostics)
    if found is None or any(each.severity == "error" for each in problems):
        show(problems, sys.stderr)
        if not problems:
            note(f"{given.name} declares no table")
        raise NotCompiled
    return given.name, found


def render_overrides(found: tuple[Audited, ...]) -> str:
    """A tree: what is overridden, what counts in its place, and below it what that is over."""
    if not found:
        return "nothing is overridden"
    lines = [f"{plural(sum(len(thing.entries) for thing in found), 'override')}"]
    for thing in found:
        lines += ["", thing.name]
        for entry in thing.entries:
            lines += entry_lines(entry)
    return "\n".join(lines)


def entry_lines(entry: Standing) -> list[str]:
    indent = "  "
    lines = []
    if entry.part:
        lines.append(f"{indent}{entry.part}")
        indent += "  "
    lines += piece_lines(entry.pieces, indent, "while its condition holds: " if entry.some else "")
    for depth, pieces in enumerate(entry.over, 1):
        lines += piece_lines(pieces, indent + "  " * depth, "over ")
    return lines


def piece_lines(pieces: tuple[Written, ...], indent: str, before: str) -> list[str]:
    lines = []
    for piece in pieces:
        lines.append(f"{indent}{before}{piece.by}: {piece.words}  ({piece.file}:{piece.line})")
        if piece.cites:
            more = f" and {len(piece.cites) - MOST_CITES} more" if len(piece.cites) > MOST_CITES else ""
            lines.append(f"{indent}    cites {', '.join(piece.cites[:MOST_CITES])}{more}")
    return lines


def encode_overrides(name: str, found: tuple[Audited, ...]) -> str:
    """The tree as a JSON text (grammar/overrides.schema.json): equal pins give equal bytes."""
    data = {
        "format": "ssp-overrides",
        "version": 1,
        "pin": name,
        "overrides": [
            {
                "what": thing.name,
                "part": entry.part,
                "conditional": entry.some,
                "chain": [[_piece(piece) for piece in pieces] for pieces in (entry.pieces, *entry.over)],
            }
            for thing in found
            for entry in thing.entries
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _piece(piece: Written) -> dict[str, Any]:
    return {
        "words": piece.words,
        "by": piece.by,
        "file": piece.file,
        "line": piece.line,
        "cites": list(piece.cites),
    }
