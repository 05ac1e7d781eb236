"""Texts and places in them. Offsets count code points; lines and columns start at 1."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name it is shown under. A leading BOM is not part of it.

    Line ends are `\\n`, `\\r\\n` and `\\r`.
    """

    name: str
    text: str
    starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(match.end() for match in LINE_END.finditer(self.text))]
        object.__setattr__(self, "starts", tuple(starts))

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """The text from `start` to before `end`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_column(self.start)[1]
