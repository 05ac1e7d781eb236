"""A single fault: a change of a few characters in the text of a pin, and how it is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sspdsl.source import Source
from sspdsl.syntax.tree import Node, Part, Token

MOST_LINES = 4
"""A change of more lines than this shows the first ones."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The text from `start` to before `end` becomes `text`. `fault` says in words what was done."""

    fault: str
    start: int
    end: int
    text: str

    def apply(self, source: Source) -> Source:
        """The text with the fault."""
        text = source.text
        return Source(source.name, text[: self.start] + self.text + text[self.end :])

    def place(self, source: Source) -> tuple[int, int]:
        """Line and column, both from 1."""
        return source.line_column(self.start)

    def change(self, source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lines touched, before and after, without blanks around them; nothing left: no line."""
        text = source.text
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end)
        last = len(text) if last < 0 else last
        after = text[first : self.start] + self.text + text[self.end : last]
        return _lines(text[first:last]), _lines(after)


def _lines(text: str) -> tuple[str, ...]:
    found = tuple(line.strip() for line in text.splitlines() if line.strip())
    return found if len(found) <= MOST_LINES else (*found[:MOST_LINES], "...")


def replaced(fault: str, part: Part, text: str) -> Mutant:
    """The text of a node or token becomes another."""
    assert part is not None
    return Mutant(fault, part.span.start, part.span.end, text)


def dropped(fault: str, node: Node, part: Part, keyword: str = "") -> Mutant:
    """A part goes, with the brackets around it and the keyword before it."""
    assert part is not None
    text = part.span.source.text
    start, end = unwrapped(part)
    if keyword:
        found = re.search(rf"\b{keyword}\s*$", text[node.span.start : start])
        assert found is not None, (keyword, node.span.text)
        start = node.span.start + found.start()
    return Mutant(fault, start, end, "")


def unwrapped(part: Node | Token) -> tuple[int, int]:
    """Where a part begins and ends, brackets around it included."""
    text = part.span.source.text
    start, end = part.span.start, part.span.end
    while (before := re.search(r"\(\s*$", text[:start][-40:])) and (
        after := re.match(r"\s*\)", text[end : end + 40])
    ):
        start -= len(before[0])
        end += after.end()
    return start, end
