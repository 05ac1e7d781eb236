"""Diagnostics as JSON, version 1: every message, for editors and scripts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Span

VERSION = 1


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """`{"version": 1, "diagnostics": [...], "counts": {...}}`, ASCII, ending in a newline."""
    document = {
        "version": VERSION,
        "diagnostics": [as_data(diagnostic) for diagnostic in diagnostics],
        "counts": {
            severity: sum(diagnostic.severity == severity for diagnostic in diagnostics)
            for severity in ("error", "warning")
        },
    }
    return json.dumps(document, indent=2) + "\n"


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """One message. Lines and columns count from 1, offsets from 0."""
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **place(diagnostic.span),
        "label": diagnostic.label,
        "related": [{**place(label.span), "text": label.text} for label in diagnostic.related],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fix": fix
        and {
            "words": fix.words,
            "safety": fix.safety,
            "edits": [{**place(edit.span), "text": edit.text} for edit in fix.edits],
        },
    }


def place(span: Span) -> dict[str, Any]:
    """`{"file": ..., "start": {"line", "column", "offset"}, "end": {...}}`."""

    def point(offset: int) -> dict[str, int]:
        line, column = span.source.line_column(offset)
        return {"line": line, "column": column, "offset": offset}

    return {"file": span.source.name, "start": point(span.start), "end": point(span.end)}
