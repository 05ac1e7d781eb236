"""Makes the braces of a text match before it is parsed, so that one wrong brace is one mistake.

Where they match already, nothing is done. Else the author's own indentation tells which brace is
missing or too many: a clause stands deeper than the block it is in, and a `}` at the start of a
line as deep as the line with its `{`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sspdsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from sspdsl.source import Source, Span
from sspdsl.syntax.lex import Lexeme

MOST_DEEP = 50
OPENING = {"LBRACE": "RBRACE", "LSQB": "RSQB", "LPAR": "RPAR"}


def match_braces(source: Source, lexemes: list[Lexeme]) -> tuple[list[Lexeme], list[Diagnostic]]:
    """The lexemes with as many `}` as `{`, each after its own, and what was wrong."""
    depth = lowest = 0
    for lexeme in lexemes:
        if lexeme.kind == "LBRACE":
            depth += 1
        elif lexeme.kind == "RBRACE":
            depth -= 1
            lowest = min(lowest, depth)
    if depth == 0 and lowest == 0:
        return lexemes, []
    work = _Work(source, lexemes, missing=max(0, depth), extra=max(0, -depth))
    work.run()
    return work.out, work.problems


def too_deep(source: Source, lexemes: list[Lexeme]) -> Diagnostic | None:
    """The bracket that goes deeper than any pin needs, if there is one."""
    depth = 0
    for lexeme in lexemes:
        if lexeme.kind in OPENING:
            depth += 1
            if depth > MOST_DEEP:
                return deep(Span(source, lexeme.start, lexeme.end), MOST_DEEP)
        elif lexeme.kind in OPENING.values():
            depth = max(0, depth - 1)
    return None


def deep(span: Span, most: int) -> Diagnostic:
    """Something has more layers than the tool goes into."""
    message = f"this goes more than {most} layers deep"
    help_ = "name a part of it, with `define` or `action`, and use the name"
    return Diagnostic("SSP107", "error", message, span, "too deep here", help=help_)


@dataclass(slots=True)
class _Open:
    lexeme: Lexeme
    indent: int
    line: int


@dataclass(slots=True)
class _Line:
    """A line that was passed: how deep it is, and where in `out` it ends."""

    indent: int
    end: int
    plain: bool  # It neither opens a block nor begins with a brace.


@dataclass(slots=True)
class _Work:
    source: Source
    lexemes: list[Lexeme]
    missing: int
    extra: int
    out: list[Lexeme] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    lines: list[_Line] = field(default_factory=list)

    def run(self) -> None:
        line, indent, first, brackets, plain = 0, 0, True, 0, True
        for lexeme in self.lexemes:
            kind = lexeme.kind
            if kind == "_NL":
                self.lines.append(_Line(indent, len(self.out), plain))
                if self.out and self.out[-1].kind != "_NL":
                    self.out.append(lexeme)
                first = True
                continue
            if first:
                line, indent, plain = line + 1, self._indent(lexeme), kind != "RBRACE"
                if not brackets:
                    self._close_before(lexeme, indent)
            if kind == "LBRACE":
                if self.missing and self.out and self.out[-1].kind == "LBRACE":
                    self._leave_out(lexeme, "this `{` opens nothing")
                    self.missing -= 1
                    continue
                plain, brackets = False, 0
                self.open.append(_Open(lexeme, indent, line))
            elif kind == "RBRACE":
                brackets = 0
                if not self._closes(lexeme, indent, line, first):
                    first = False
                    continue
                self.open.pop()
            elif kind in ("LSQB", "LPAR"):
                brackets += 1
            elif kind in ("RSQB", "RPAR"):
                brackets = max(0, brackets - 1)
            self.out.append(lexeme)
            first = False
        for opened in reversed(self.open):
            self._insert_close(opened)

    def _indent(self, lexeme: Lexeme) -> int:
        start = self.source.starts[self.source.line_column(lexeme.start)[0] - 1]
        return len(self.source.text[start : lexeme.start].expandtabs(8))

    def _close_before(self, lexeme: Lexeme, indent: int) -> None:
        """Blocks that this line is not deep enough to be in were left open."""
        while self.missing and self.open:
            depth = self.open[-1].indent
            if indent > depth or (indent == depth and lexeme.kind == "RBRACE"):
                return
            self._insert_close(self.open.pop())
            self.missing -= 1

    def _closes(self, lexeme: Lexeme, indent: int, line: int, first: bool) -> bool:
        """Whether a `}` belongs to the innermost block; else it is reported and left out."""
        if self.open:
            inner = self.open[-1]
            if not self.extra or inner.line == line or (first and indent == inner.indent):
                return True
        self.extra = max(0, self.extra - 1)
        if first and self._insert_open(lexeme, indent):
            return True
        self._leave_out(lexeme, "this `}` closes nothing")
        return False

    def _leave_out(self, lexeme: Lexeme, message: str) -> None:
        span = Span(self.source, lexeme.start, lexeme.end)
        fix = Fix("take it out", (Edit(span, ""),), "unsafe")
        self.problems.append(
            Diagnostic("SSP108", "error", message, span, "one too many", help=fix.words, fix=fix)
        )

    def _insert_close(self, opened: _Open) -> None:
        at = next((old.end for old in reversed(self.out) if old.kind != "_NL"), opened.lexeme.end)
        related = (Label(Span(self.source, opened.lexeme.start, opened.lexeme.end), "for this `{`"),)
        span = Span(self.source, at, at)
        self.problems.append(
            Diagnostic(
                "SSP108", "error", "a `}` is missing", span, "should be closed after this", related,
                help="write `}` where the block ends",
            )
        )  # fmt: skip
        self.out.append(Lexeme("RBRACE", "}", at, at))
        self.out.append(Lexeme("_NL", "", at, at))

    def _insert_open(self, close: Lexeme, indent: int) -> bool:
        """Finds the line as deep as this `}`, with deeper lines after it and no `{`."""
        number = len(self.lines) - 1
        while number >= 0 and self.lines[number].indent > indent:
            number -= 1
        if number < 0 or number == len(self.lines) - 1:
            return False
        header = self.lines[number]
        if header.indent != indent or not header.plain:
            return False
        at = self.out[header.end - 1].end
        related = (Label(Span(self.source, close.start, close.end), "for this `}`"),)
        span = Span(self.source, at, at)
        self.problems.append(
            Diagnostic(
                "SSP108", "error", "a `{` is missing", span, "a block should begin here", related,
                help="write `{` at the end of this line",
            )
        )  # fmt: skip
        self.out.insert(header.end, Lexeme("LBRACE", "{", at, at))
        del self.lines[number + 1 :]
        self.open.append(_Open(close, indent, 0))
        return True
