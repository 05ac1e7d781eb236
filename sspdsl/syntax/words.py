"""The words of the language, for suggestions and for highlighting."""

from __future__ import annotations

from sspdsl.source import Source
from sspdsl.syntax.lex import Lexeme
from sspdsl.syntax.stack import Stack
from sspdsl.syntax.tables import tables


def keywords() -> tuple[str, ...]:
    """Every keyword, sorted. All of them can be names too."""
    return tuple(sorted(tables().keywords))


def clause_words() -> tuple[str, ...]:
    """The keywords a clause of a pin or zone can begin with: what an unknown kind may have meant."""
    table = tables()
    stack = Stack(Source("", ""), table)
    for kind, text in (("PIN", "pin"), ("NAME", "a"), ("STRING", '""'), ("LBRACE", "{")):
        stack.feed(Lexeme(kind, text, 0, 0))
    return tuple(stack.keywords(stack.states[-1]))
