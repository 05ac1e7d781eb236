"""Text to tree. One pass of LALR over the pieces of the text, with all mistakes of the file in one run."""

from __future__ import annotations

import gc

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Source, Span
from sspdsl.syntax.braces import deep, match_braces, too_deep
from sspdsl.syntax.lex import Lexeme, lex
from sspdsl.syntax.recover import recover
from sspdsl.syntax.stack import MOST_LAYERS, Stack
from sspdsl.syntax.tables import tables
from sspdsl.syntax.tree import Node


def parse(source: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The tree of a text (its root is of kind `start`), and what is wrong with it, in the order of the text.

    After a mistake the tree lacks the clause that has it and keeps all others; a misspelt keyword
    or a brace that was left out is mended and its clause kept. There is no tree only where the text
    goes too deep. What was read without a mistake has exact spans.
    """
    # A tree holds no circles, and looking for some while it grows takes half of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _parse(source)
    finally:
        if collecting:
            gc.enable()


def _parse(source: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    table = tables()
    lexemes, _, problems = lex(source, table)
    problem = too_deep(source, lexemes)
    if problem is not None:
        return None, (problem,)
    lexemes, wrong_braces = match_braces(source, lexemes)
    problems.extend(wrong_braces)
    # What follows a mistake on its line is not another one.
    lines = {problem.span.line for problem in problems}
    end = len(source.text)
    lexemes = [*lexemes, Lexeme("$END", "", end, end)]
    stack = Stack(source, table)
    at = 0
    while at < len(lexemes):
        if stack.feed(lexemes[at]):
            at += 1
            continue
        known = source.line_column(lexemes[at].start)[0] in lines
        problem, at = recover(stack, lexemes, at, known)
        if problem is not None and problem.span.line not in lines:
            problems.append(problem)
            lines.add(problem.span.line)
    if stack.too_deep is not None:
        return None, (deep(Span(source, stack.too_deep - 1, stack.too_deep), MOST_LAYERS),)
    tree = stack.tree()
    if not problems and tree is not None and not tree.parts:
        problems.append(_nothing(source))
    return tree, tuple(sorted(problems, key=lambda problem: problem.span.start))


def _nothing(source: Source) -> Diagnostic:
    help_ = 'a pin begins with `pin my_pin "My Pin" {`'
    return Diagnostic("SSP114", "error", "the file declares nothing", Span(source, 0, 0), help=help_)
