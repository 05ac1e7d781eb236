"""Diagnostics as SARIF 2.1.0, the form that code hosts show beside a change."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from sspdsl import __version__
from sspdsl.diagnostics.codes import CODES
from sspdsl.diagnostics.model import Diagnostic, Fix
from sspdsl.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """One run, with the codes that occur as its rules."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    index = {code: number for number, code in enumerate(codes)}
    driver = {
        "name": "ssp",
        "version": __version__,
        "rules": [{"id": code, "shortDescription": {"text": CODES.get(code, code)}} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, index[diagnostic.code]) for diagnostic in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(diagnostic: Diagnostic, index: int) -> dict[str, Any]:
    extra = [*diagnostic.notes, *([f"help: {diagnostic.help}"] if diagnostic.help else [])]
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": "\n".join([diagnostic.message, *extra])},
        "locations": [{"physicalLocation": _location(diagnostic.span)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(label.span), "message": {"text": label.text}}
            for number, label in enumerate(diagnostic.related)
        ]
    if diagnostic.fix is not None and diagnostic.fix.safety != "display":
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        changes.setdefault(_uri(edit.span), []).append(replacement)
    return {
        "description": {"text": fix.words},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri}, "replacements": replacements}
            for uri, replacements in changes.items()
        ],
    }


def _location(span: Span) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(span)}, "region": _region(span)}


def _uri(span: Span) -> str:
    return quote(span.source.name.replace("\\", "/"), errors="replace")


def _region(span: Span) -> dict[str, int]:
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
