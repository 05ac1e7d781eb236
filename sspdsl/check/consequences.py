"""Messages that are only there because of another mistake are left out."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.resources import std_names, std_text
from sspdsl.source import Source

HIDDEN = "SSP215"
BROKEN = ("SSP1", "SSP207")
"""What is wrong with how a line is written, or with the library that it takes."""
TYPES = "SSP3"
STRUCTURE = ("SSP3", "SSP4")
UNKNOWN = ("SSP201", "SSP205", "SSP209", "SSP210")
NO_START = "SSP404"
MOST_SIGNS = 2_000  # Of a line that are looked at.
MOST_LINES = 2_000  # Below a line.
MOST_LISTED = 8
FEW = 2  # Places of an unknown name that are each told.
WORD = re.compile(r"\w+")
DECLARED = re.compile(r"\s*(?:override\s+)?\w+\s+(\w+)(?:\s+(\w+))?")
"""What a line may declare: `bumper b12`, `bonuses gifts`, `once bells_x2`, `override kind gong`."""


def without_consequences(found: list[Diagnostic]) -> list[Diagnostic]:
    """What is left once consequences are taken out.

    The libraries of `std` are right by themselves: what is wrong there follows from the pin. A name
    that hides a word of the language makes that word wrong wherever it is meant. A line that cannot
    be read declares nothing, and so the names that it would declare are unknown elsewhere.
    """
    kept = without_lost_names(found)
    if any(each.severity == "error" and not in_std(each) for each in kept):
        kept = [each for each in kept if not in_std(each)]
    hidden = {each.span.text for each in kept if each.code == HIDDEN}
    kept = [each for each in kept if not (each.code.startswith(TYPES) and hidden & words_near(each))]
    return once_a_name(kept)


def once_a_name(found: list[Diagnostic]) -> list[Diagnostic]:
    """A name that is unknown in many places is told in the first, with a note of the others."""
    places: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for each in sorted(found, key=lambda each: each.span.start):
        if each.code in UNKNOWN:
            same = places.setdefault((each.code, each.span.text, each.span.source.name), [])
            if not same or same[-1].span != each.span:
                same.append(each)
    told = {id(same[0]): same for same in places.values() if len(same) > FEW}
    left_out = {id(each) for same in told.values() for each in same[1:]}
    return [
        with_other_places(each, told[id(each)][1:]) if id(each) in told else each
        for each in found
        if id(each) not in left_out
    ]


def with_other_places(diagnostic: Diagnostic, others: list[Diagnostic]) -> Diagnostic:
    """The message, with a note of where else it is so, and its fix for all of them."""
    lines = sorted({each.span.line for each in others} - {diagnostic.span.line})
    if not lines:
        return diagnostic
    listed = ", ".join(map(str, lines[:MOST_LISTED]))
    more = f" and {len(lines) - MOST_LISTED} more" if len(lines) > MOST_LISTED else ""
    note = f"also on {'line' if len(lines) == 1 else 'lines'} {listed}{more}"
    fix = diagnostic.fix
    if fix is not None:
        edits = (edit for each in others if each.fix is not None for edit in each.fix.edits)
        fix = replace(fix, edits=(*fix.edits, *edits))
    return replace(diagnostic, notes=(*diagnostic.notes, note), fix=fix)


def without_lost_names(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without what is wrong only because a line with a mistake in its writing declares nothing, or half."""
    broken = [each.span for each in found if each.code.startswith(BROKEN) and each.severity == "error"]
    if not broken:
        return found
    lost = {name for span in broken for name in names_lost_at(span.source, span.line)}
    if lost & {"use", "std"}:
        lost |= names_of_std()
    missed = lost & {each.span.text for each in found if each.code in UNKNOWN}
    halves = {name for span in broken for name in declared_by(span.source.line_text(span.line))}
    lines = {(span.source.name, span.line) for span in broken}
    return [
        each
        for each in found
        if each.code.startswith(BROKEN)
        or not (
            (each.span.source.name, each.span.line) in lines
            or missed & words_near(each)
            or (each.code == NO_START and "start" in lost)
            or (each.code.startswith(STRUCTURE) and halves & words_near(each))
        )
    ]


def declared_by(text: str) -> set[str]:
    """The names that a line may declare."""
    match = DECLARED.match(text[:MOST_SIGNS])
    return {name for name in match.groups() if name} if match else set()


def names_lost_at(source: Source, line: int) -> set[str]:
    """Words of a line, and what the lines below it declare that stand deeper."""
    text = source.line_text(line)
    lost = set(WORD.findall(text[:MOST_SIGNS]))
    if text.lstrip().startswith("}"):
        line = opening_line(source, line)
        lost |= set(WORD.findall(source.line_text(line)[:MOST_SIGNS]))
    for below in range(line + 1, min(len(source.starts), line + MOST_LINES) + 1):
        text = source.line_text(below)[:MOST_SIGNS]
        if text.strip() and indent_of(text) <= indent_of(source.line_text(line)):
            break
        lost |= declared_by(text)
    return lost


@cache
def names_of_std() -> frozenset[str]:
    """What the libraries that come with the tool declare, for the `use` that would take one is broken."""
    texts = [std_text(name) for name in std_names()]
    return frozenset(name for text in texts for line in text.splitlines() for name in declared_by(line))


def opening_line(source: Source, line: int) -> int:
    """The line above that stands as deep as this one: where the block opens that it closes."""
    deep = indent_of(source.line_text(line))
    for above in range(line - 1, max(0, line - MOST_LINES), -1):
        text = source.line_text(above)
        if text.strip() and indent_of(text) <= deep:
            return above
    return line


def indent_of(text: str) -> int:
    return len(text) - len(text.lstrip())


def words_near(diagnostic: Diagnostic) -> set[str]:
    """The words of the line where it begins, as far as they are near."""
    span = diagnostic.span
    text = span.source.line_text(span.line)
    at = span.column - 1
    return set(WORD.findall(text[max(0, at - MOST_SIGNS) : at + MOST_SIGNS]))


def in_std(diagnostic: Diagnostic) -> bool:
    """Whether its place is in a library that comes with the tool."""
    return diagnostic.span.source.name in std_names()
