"""Text to tree. One pass of LALR over the pieces of the text, with all mistakes of the file."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Source, Span
from sspdsl.syntax.lex import Lexeme, lex
from sspdsl.syntax.stack import Stack
from sspdsl.syntax.tables import tables
from sspdsl.syntax.tree import Node


def parse(source: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The tree of a text (kind `start`), and what is wrong with it."""
    table = tables()
    lexemes, _, problems = lex(source, table)
    stack = Stack(source, table)
    end = len(source.text)
    for lexeme in [*lexemes, Lexeme("$END", "", end, end)]:
        if not stack.feed(lexeme):
            span = Span(source, lexeme.start, lexeme.end)
            problems.append(Diagnostic("SSP110", "error", f"`{lexeme.text}` cannot stand here", span))
            return None, tuple(problems)
    return stack.tree(), tuple(problems)
