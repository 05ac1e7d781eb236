"""Diagnostics as commands of GitHub's workflows, which shows each beside the line it is about."""

from __future__ import annotations

from collections.abc import Sequence

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.diagnostics.printable import shown


def render_github(diagnostics: Sequence[Diagnostic]) -> str:
    """A line for each, `::warning file=...,line=...::...`; empty if there is none."""
    return "".join(f"{_command(each)}\n" for each in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    where = {
        "file": span.source.name.replace("\\", "/"),
        "line": line,
        "endLine": end_line,
        "col": column,
        # The last sign that is meant; columns of other lines would be read as of the first.
        "endColumn": max(end_column - 1, column) if end_line == line else None,
        "title": diagnostic.code,
    }
    facts = ",".join(f"{key}={_value(str(value))}" for key, value in where.items() if value is not None)
    more = (diagnostic.label, *diagnostic.notes, diagnostic.help and f"help: {diagnostic.help}")
    message = "\n".join([diagnostic.message, *(each for each in more if each)])
    return f"::{diagnostic.severity} {facts}::{_data(message)}"


def _data(text: str) -> str:
    lines = "\n".join(shown(line) for line in text.split("\n"))
    return lines.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
