"""What to do at a piece of text that does not fit: mend it, or leave out its clause and go on.

A clause ends with its line, so the parser goes on at the next one, or at the `}` of the block. A
block whose head is broken is still read, for the sake of the mistakes in it, under a made-up head.
"""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.diagnostics.suggest import suggest
from sspdsl.syntax import wording
from sspdsl.syntax.lex import Lexeme
from sspdsl.syntax.stack import Stack

ACTIONS = frozenset({"rule", "when", "before", "instead", "action", "ability"})
# By the lines of a block and the first word of the broken head: a head under which the block can be read.
HEADS = {
    "_decl_lines": (
        (frozenset({"zone", "board", "kind", "mode", "set", "override"}), "zone a"),
        (ACTIONS, "action a"),
        (frozenset({"bonuses"}), "bonuses a"),
        (frozenset({"catalogue"}), "catalogue a ( a )"),
        (frozenset({"turn"}), "turn"),
        (frozenset({"test"}), 'test ""'),
        (frozenset({"use"}), "use a"),
    ),
    "_effect_lines": (
        (frozenset({"if"}), "if a"),
        (frozenset(), "may"),
    ),
    "_option_lines": ((frozenset(), "a"),),
    "_step_lines": ((frozenset(), "step a"),),
    "": ((frozenset(), 'game a ""'),),
}

CITE = Lexeme("CITE", "cite", 0, 0)
LOOK_AHEAD = 60  # Pieces of a block that are tried.
# What the next line of a list can begin with, and a clause cannot.
GO_ON = frozenset({"INT", "STRING", "COMMA", "RSQB", "RPAR"})


def recover(
    stack: Stack, lexemes: list[Lexeme], at: int, known: bool = False
) -> tuple[Diagnostic | None, int]:
    """What is wrong at `lexemes[at]`, and where to go on; may mend `lexemes` and cut the stack.

    Of a line that is `known` to have a mistake nothing more is said.
    """
    bad = lexemes[at]
    level = stack.line_level()
    first = at
    if level + 1 < len(stack.states):
        start = stack.starts[level + 1]
        while first > 0 and lexemes[first].start > start:
            first -= 1
        while lexemes[first].kind == "_NL":
            first += 1
    mended = None if known else _mend_word(stack, lexemes, first, at, level)
    if mended is not None:
        return mended
    if first < at and _begins_clause(stack, lexemes, at, level):
        stack.feed(Lexeme("_NL", "", bad.start, bad.start))
        return wording.not_on_its_own_line(stack, bad), at
    if bad.kind == "RULE" and stack.takes([CITE, bad]) == 2:
        stack.feed(CITE)
        return wording.no_cite(stack, bad), at
    problem = None if known else wording.misfit(stack, lexemes, first, at, level)
    brackets = any(symbol in ("LSQB", "LPAR") for symbol in stack.symbols[level + 1 :])
    stack.cut(level + 1)
    # A clause that went on over its line's end has been left; this line is another one.
    new_line = first < at and lexemes[at - 1].kind == "_NL"
    if new_line and (bad.kind == "NAME" or bad.kind in stack.tables.names) and stack.takes([bad]):
        return problem, at
    return problem, _skip(stack, lexemes, first, at, brackets)


def _mend_word(
    stack: Stack, lexemes: list[Lexeme], first: int, at: int, level: int
) -> tuple[Diagnostic, int] | None:
    """A misspelt keyword: this word, or the first of the clause, if with it the text can be read further."""
    bad = lexemes[at]
    if bad.kind == "NAME" or bad.kind in stack.tables.names:
        keyword = suggest(bad.text, stack.keywords(stack.states[-1]))
        if keyword is not None:
            meant = bad._replace(kind=stack.tables.keywords[keyword], text=keyword)
            if stack.takes([meant, lexemes[at + 1]]) == 2:
                lexemes[at] = meant
                return wording.misspelt(stack, bad, keyword), at
    word = lexemes[first]
    if first < at and stack.symbols[level + 1] == "NAME":
        keyword = suggest(word.text, stack.keywords(stack.states[level]))
        if keyword is not None:
            meant = word._replace(kind=stack.tables.keywords[keyword], text=keyword)
            through = lexemes[first + 1 : at + 1]
            if stack.takes([meant, *through], level + 1) == 1 + len(through):
                lexemes[first] = meant
                stack.cut(level + 1)
                return wording.misspelt(stack, word, keyword), first
    return None


def _begins_clause(stack: Stack, lexemes: list[Lexeme], at: int, level: int) -> bool:
    """Whether the clause could end before this keyword, and the next begin with it."""
    bad = lexemes[at]
    if bad.kind not in stack.tables.names or bad.text not in stack.keywords(stack.states[level]):
        return False
    line_end = Lexeme("_NL", "", bad.start, bad.start)
    return stack.takes([line_end, bad, lexemes[at + 1]]) == 3


def _skip(stack: Stack, lexemes: list[Lexeme], first: int, at: int, brackets: bool) -> int:
    """To the end of the line or of the block, or to a block that can be read under a made-up head."""
    depth = 0
    while True:
        kind = lexemes[at].kind
        if kind == "$END" and not stack.takes([lexemes[at]]):
            return len(lexemes)
        if kind == "$END" or (kind == "RBRACE" and depth == 0 and stack.takes([lexemes[at]])):
            return at
        goes_on = brackets and at + 1 < len(lexemes) and lexemes[at + 1].kind in GO_ON
        if kind == "_NL" and depth == 0 and not goes_on:
            return at if stack.takes([lexemes[at]]) else at + 1
        if kind == "LBRACE":
            if depth == 0 and _read_head(stack, lexemes, first, at):
                return at
            depth += 1
        elif kind == "RBRACE":
            depth = max(0, depth - 1)
        at += 1


def _read_head(stack: Stack, lexemes: list[Lexeme], first: int, at: int) -> bool:
    """Feeds a head for the block at `at`; its clause will be left out of the tree."""
    start, end = lexemes[first].start, lexemes[at].start
    if start >= end:
        return False
    word = lexemes[first].text
    block = lexemes[at : at + LOOK_AHEAD]
    best: tuple[int, list[Lexeme]] = (1, [])
    for words, head in HEADS.get(stack.lines_of(len(stack.states) - 1), ()):
        pieces = [Lexeme(stack.kind_of(piece), piece, start, end) for piece in head.split()]
        # Without a word that tells, what is in the block does.
        fits = stack.takes([*pieces, *block]) - len(pieces)
        if fits > 0 and word in words:
            fits += LOOK_AHEAD
        if fits >= best[0] + (best[1] != []):
            best = (fits, pieces)
    for piece in best[1]:
        stack.feed(piece)
    if best[1]:
        stack.broken.add(start)
    return bool(best[1])
