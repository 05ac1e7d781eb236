"""The canonical form of a text: two blanks a block, one blank between words, notes in one column.

What stays is the author's: the order, the lines (a block on one line stays on it), one empty line
between groups, every comment beside its neighbour. No line is broken or joined for its length, so
the second pass finds nothing to do.
"""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.diagnostics.printable import sign_width
from sspdsl.format.layout import Line, lay_out
from sspdsl.source import Source
from sspdsl.syntax.lex import Lexed, Lexeme, lex
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tables import tables

NOTES_AT = 64  # The column, from 0, of `cite` and `assumed` at a line's end.
TIGHT_AFTER = frozenset({"LPAR", "LSQB", "DOT", "SLASH", ".."})
TIGHT_BEFORE = frozenset({"RPAR", "RSQB", "COMMA", "COLON", "DOT", "SLASH", ".."})


def format_source(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text in its canonical form, ending in one newline; None, and why, if it has a syntax mistake.

    Raises AssertionError where the result would not say the same, which would be our own mistake.
    """
    _, problems = parse(source)
    if problems:
        return None, problems
    lexed = lex(source, tables())
    text = "".join(f"{row}\n" for line in lay_out(source, lexed) for row in _rows(line))
    again = lex(Source(source.name, text), tables())
    assert _said(again) == _said(lexed), "the formatter changed the text"
    return text, ()


def _said(lexed: Lexed) -> list[str]:
    """All that is not layout: the pieces, and the comments where they stand between them."""
    pieces = [piece for piece in lexed.lexemes if piece.kind != "_NL"]
    return [
        piece.text.rstrip() for piece in sorted([*pieces, *lexed.comments], key=lambda piece: piece.start)
    ]


def _rows(line: Line) -> list[str]:
    """The line, after an empty one where groups are parted."""
    notes = _notes(line.pieces)
    text = " " * line.indent + _joined(line.pieces[:notes])
    if notes < len(line.pieces):
        gap = max(2, NOTES_AT - sum(map(sign_width, text)))
        text += " " * gap + _joined(line.pieces[notes:])
    if line.comment:
        text += f"  {line.comment}" if line.pieces else line.comment
    return ["", text] if line.blank_before else [text]


def _notes(pieces: list[Lexeme]) -> int:
    """Where the notes at the end of a line begin; they are no notes where nothing is before them."""
    at = len(pieces)
    while at > 0:
        start = at - 1
        if pieces[start].kind == "COMMA":
            start -= 1
        if start > 0 and pieces[start].kind == "STRING" and pieces[start - 1].text == "assumed":
            at = start - 1
            continue
        while start > 1 and pieces[start].kind == "RULE" and pieces[start - 1].kind == "COMMA":
            start -= 2
        if start > 0 and pieces[start].kind == "RULE" and pieces[start - 1].text == "cite":
            at = start - 1
            continue
        break
    return at or len(pieces)


def _joined(pieces: list[Lexeme]) -> str:
    text, before = "", None
    for piece in pieces:
        if before is not None and not _tight(before, piece):
            text += " "
        text += piece.text
        before = piece
    return text


def _tight(before: Lexeme, piece: Lexeme) -> bool:
    """Whether two pieces touch. Two dots that touched would be another sign."""
    left, right = _kind(before), _kind(piece)
    if left in ("DOT", "..") and right in ("DOT", ".."):
        return False
    return left in TIGHT_AFTER or right in TIGHT_BEFORE


def _kind(piece: Lexeme) -> str:
    return piece.text if piece.text == ".." else piece.kind
