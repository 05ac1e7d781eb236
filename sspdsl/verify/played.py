"""What play showed: records that replay, and the errors of the table that it met."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sspdsl.ir.model import Program
from sspdsl.verify.goals import Goal

CELL_ERROR = re.compile(r"`([^`]*)` (?:cannot be|has no member)")
"""How the interpreter says that a cell is written out of its range."""
ENDLESS = ("without end", "do not end")


@dataclass(slots=True)
class Found:
    """What play showed. Records are texts that replay; `fired` has one for each rule, way and ability."""

    records: dict[Goal, str] = field(default_factory=dict)
    fired: dict[tuple[str, object], str] = field(default_factory=dict)
    cell_errors: dict[int, str] = field(default_factory=dict)
    error_words: dict[int, str] = field(default_factory=dict)
    stuck: tuple[str, str] | None = None
    """A decision without an option: words and record."""
    endless: dict[str, str] = field(default_factory=dict)
    """Effects that do not end: words and record."""
    errors: dict[str, str] = field(default_factory=dict)
    """Other errors of the table: words and record."""
    games: int = 0
    turns: int = 0
    decisions: int = 0

    def size_words(self) -> str:
        return f"{self.games} games with {self.decisions} decisions"

    def add_error(self, program: Program, message: str, record: str) -> int | None:
        """Keeps the first record of every kind of error. Returns the cell that it speaks of, if any."""
        named = CELL_ERROR.match(message)
        cell = next((n for n, c in enumerate(program.cells) if named and c.name == named[1]), None)
        if cell is not None:
            if cell not in self.cell_errors:
                self.cell_errors[cell] = record
                self.error_words[cell] = message
        elif message.startswith("nothing can be chosen"):
            self.stuck = self.stuck or (message, record)
        elif any(words in message for words in ENDLESS):
            self.endless.setdefault(message, record)
        else:
            self.errors.setdefault(message, record)
        return cell
