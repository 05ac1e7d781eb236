"""Which pieces of a text share a line: the author's own lines, with broken blocks opened fully."""

from __future__ import annotations

from dataclasses import dataclass, field

from sspdsl.source import Source
from sspdsl.syntax.lex import Lexed, Lexeme


@dataclass(slots=True)
class Line:
    """One line to be written."""

    indent: int
    pieces: list[Lexeme] = field(default_factory=list)
    comment: str = ""
    blank_before: bool = False


def lay_out(source: Source, lexed: Lexed) -> list[Line]:
    """The lines, with their depth in blanks. Braces must match."""
    lines = _Lines()
    items = sorted(
        [*(lexeme for lexeme in lexed.lexemes if lexeme.kind != "_NL"), *lexed.comments],
        key=lambda item: item.start,
    )
    rows = [source.line_column(item.start)[0] for item in items]
    broken = _broken(items, rows)
    before = 0
    for number, (item, row) in enumerate(zip(items, rows, strict=True)):
        if before and row > before:
            lines.end(blank=row > before + 1)
        before = row
        if item.kind == "COMMENT":
            lines.add_comment(item)
            continue
        if item.kind == "RBRACE":
            opened = lines.close_brace()
            if opened:
                lines.end()
        lines.add(item)
        if item.kind == "LBRACE":
            lines.open_brace(number in broken)
            follows_comment = number + 1 < len(items) and items[number + 1].kind == "COMMENT"
            if number in broken and not (follows_comment and rows[number + 1] == row):
                lines.end()
    lines.end()
    return lines.done


def _broken(items: list[Lexeme], rows: list[int]) -> set[int]:
    """The `{` whose block has a line end in it."""
    broken: set[int] = set()
    opened: list[int] = []
    for number, item in enumerate(items):
        if item.kind == "LBRACE":
            opened.append(number)
        elif item.kind == "RBRACE":
            start = opened.pop()
            if rows[start] != rows[number]:
                broken.add(start)
    return broken


@dataclass(slots=True)
class _Lines:
    done: list[Line] = field(default_factory=list)
    line: Line | None = None
    blank: bool = False
    braces: list[bool] = field(default_factory=list)  # Of each open block, whether it is broken.
    depth: int = 0  # Of broken blocks.
    brackets: int = 0
    last: str = ""  # The kind of the last piece; "" at the beginning of a clause.

    def end(self, blank: bool = False) -> None:
        """Ends the line, if there is one."""
        if self.line is not None:
            self.done.append(self.line)
            self.line = None
        self.blank = blank

    def add(self, item: Lexeme) -> None:
        # `{` and its `}` with nothing between stay together, wherever the author broke them.
        if (
            item.kind == "RBRACE"
            and self.last == "LBRACE"
            and self.line is None
            and not self.done[-1].comment
        ):
            self.line = self.done.pop()
        if item.kind in ("RSQB", "RPAR"):
            self.brackets -= 1
        self._current(item.kind).pieces.append(item)
        if item.kind in ("LSQB", "LPAR"):
            self.brackets += 1
        self.last = item.kind

    def add_comment(self, item: Lexeme) -> None:
        self._current("COMMENT").comment = item.text.rstrip()

    def open_brace(self, broken: bool) -> None:
        self.braces.append(broken)
        self.depth += broken

    def close_brace(self) -> bool:
        broken = self.braces.pop()
        self.depth -= broken
        return broken

    def _current(self, kind: str) -> Line:
        if self.line is None:
            extra = 2 if self.brackets else 4 if self.last == "COMMA" else 0
            opens_block = self.last == "LBRACE" and not (self.done and not self.done[-1].pieces)
            blank = self.blank and bool(self.done) and not opens_block and kind != "RBRACE"
            self.line = Line(2 * self.depth + extra, blank_before=blank)
        return self.line
