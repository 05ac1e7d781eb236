"""Messages that are only there because of another mistake are left out."""

from __future__ import annotations

import re

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.resources import std_names

HIDDEN = "SSP215"
TYPES = "SSP3"


def without_consequences(found: list[Diagnostic]) -> list[Diagnostic]:
    """What is left once consequences are taken out.

    The libraries of `std` are right by themselves: what is wrong there follows from the pin. A name
    that hides a word of the language makes that word wrong wherever it is meant.
    """
    kept = found
    if any(each.severity == "error" and not in_std(each) for each in found):
        kept = [each for each in kept if not in_std(each)]
    hidden = {each.span.text for each in kept if each.code == HIDDEN}
    if hidden:
        word = re.compile(rf"\b({'|'.join(map(re.escape, sorted(hidden)))})\b")
        kept = [each for each in kept if not (each.code.startswith(TYPES) and word.search(line_of(each)))]
    return kept


def line_of(diagnostic: Diagnostic) -> str:
    """The text of the line where it begins."""
    return diagnostic.span.source.line_text(diagnostic.span.line)


def in_std(diagnostic: Diagnostic) -> bool:
    """Whether its place is in a library that comes with the tool."""
    return diagnostic.span.source.name in std_names()
