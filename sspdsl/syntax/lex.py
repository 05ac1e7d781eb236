"""A text cut into words, numbers, texts, signs and line ends, and the mistakes in that.

Whatever the text is, words come out: a bad sign is left out, a text without its end stops at the
line's end. A keyword is given its own kind here; the parser makes it a name where only a name fits.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from sspdsl.diagnostics.model import Diagnostic, Edit, Fix
from sspdsl.source import Source, Span
from sspdsl.syntax.tables import Tables

MOST_DIGITS = 9
MOST_ON_A_LINE = 3  # Mistakes reported; more are noise.


class Lexeme(NamedTuple):
    """A piece of the text: a terminal of the grammar, or COMMENT."""

    kind: str
    text: str
    start: int
    end: int


class Lexed(NamedTuple):
    lexemes: list[Lexeme]  # One _NL for each run of line ends; the last is always _NL.
    comments: list[Lexeme]
    problems: list[Diagnostic]


PATTERN = re.compile(
    r"""(?P<BLANK>[ \t]+)
      | (?P<COMMENT>\#[^\n\r]*)
      | (?P<_NL>\r\n|\r|\n)
      | (?P<NAME>[a-z][a-z0-9_]*(?!\w))
      | (?P<RULE>[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?:\.\.[0-9]+)?(?!\w))
      | (?P<INT>[0-9]+)
      | (?P<STRING>"(?:[^"\\\n\r]|\\[^\n\r])*")
      | (?P<SIGN><->|->|\.\.|[()+,\-./:={}\[\]])
      | (?P<OPEN>"[^\n\r]*)
      | (?P<WORD>[^\W\d]\w*)
      | (?P<BAD>[^\s\w"#()+,\-./:={}\[\]\x00-\x1f\x7f-\x9f]+|.)""",
    re.VERBOSE | re.DOTALL,
)
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def lex(source: Source, tables: Tables) -> Lexed:
    """The pieces of a text."""
    lexemes: list[Lexeme] = []
    comments: list[Lexeme] = []
    problems: list[Diagnostic] = []
    keywords, signs = tables.keywords, tables.signs
    at_line_end = False
    on_this_line = 0

    def problem(found: Diagnostic) -> None:
        nonlocal on_this_line
        on_this_line += 1
        if on_this_line <= MOST_ON_A_LINE:
            problems.append(found)

    def unseen(start: int, text: str) -> None:
        found = UNSEEN.search(text)
        if found is not None:
            problem(_bad_sign(Span(source, start + found.start(), start + found.end())))

    for match in PATTERN.finditer(source.text):
        kind = match.lastgroup or ""
        if kind == "BLANK":
            continue
        text = match.group()
        start, end = match.span()
        if kind == "_NL":
            if not at_line_end:
                lexemes.append(Lexeme("_NL", text, start, end))
            at_line_end = True
            on_this_line = 0
            continue
        if kind == "COMMENT":
            comments.append(Lexeme(kind, text, start, end))
            unseen(start, text)
            continue
        if kind == "NAME":
            kind = keywords.get(text, kind)
        elif kind == "SIGN":
            kind = signs[text]
        elif kind == "INT":
            if len(text) > MOST_DIGITS:
                problem(_long_number(Span(source, start, end)))
                text = "9" * MOST_DIGITS
        elif kind == "STRING":
            unseen(start, text)
        elif kind == "WORD":
            cited = bool(lexemes) and lexemes[-1].text == "cite"
            kind = "RULE" if cited else "NAME"
            problem(_no_rule_id(Span(source, start, end)) if cited else _bad_name(Span(source, start, end)))
        elif kind == "OPEN":
            # Braces at the end of the line were hardly meant to be in the text.
            text = text.rstrip()
            text = text.removesuffix("}").rstrip().removesuffix("{").rstrip()
            at_line_end = False
            problem(_open_text(Span(source, start, start + len(text))))
            lexemes.append(Lexeme("STRING", text + '"', start, start + len(text)))
            for brace_at in range(start + len(text), end):
                brace = source.text[brace_at]
                if brace in "{}":
                    lexemes.append(Lexeme(signs[brace], brace, brace_at, brace_at + 1))
            continue
        elif kind == "BAD":
            problem(_bad_sign(Span(source, start, end)))
            continue
        at_line_end = False
        lexemes.append(Lexeme(kind, text, start, end))
    if lexemes and not at_line_end:
        end = len(source.text)
        lexemes.append(Lexeme("_NL", "", end, end))
    return Lexed(lexemes, comments, problems)


def name_of_sign(sign: str) -> str:
    """`U+FEFF ZERO WIDTH NO-BREAK SPACE`."""
    name = unicodedata.name(sign, "")
    if not name:
        name = {"\0": "NUL", "\x1a": "SUBSTITUTE", "\x1b": "ESCAPE"}.get(sign, "a control character")
    return f"U+{ord(sign):04X} {name}"


def _bad_sign(span: Span) -> Diagnostic:
    sign = span.text
    if UNSEEN.match(sign) or sign.isspace():
        mark = " (byte order mark)" if sign == "\ufeff" else ""
        message = f"{name_of_sign(sign[0])}{mark} may not stand here"
        help_ = "remove this sign, which most editors do not show"
        return Diagnostic("SSP101", "error", message, span, "an unseen sign", help=help_)
    return Diagnostic(
        "SSP101",
        "error",
        f"`{sign}` means nothing here",
        span,
        "not a sign of the language",
        help="remove it",
    )


def _bad_name(span: Span) -> Diagnostic:
    word = span.text
    lower = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower().strip("_")
    label = "names begin with a small letter" if word[0] == "_" else "names are lower case: a to z, 0 to 9, _"
    fix = None
    if re.fullmatch(r"[a-z][a-z0-9_]*", lower):
        fix = Fix(f"write `{lower}`", (Edit(span, lower),), "unsafe")
    return Diagnostic(
        "SSP102", "error", f"`{word}` cannot be a name", span, label, help=fix.words if fix else "", fix=fix
    )


def _no_rule_id(span: Span) -> Diagnostic:
    message = f"`{span.text}` is no rule ID"
    help_ = "a rule ID is written like `CORE-MOVE-01`"
    return Diagnostic("SSP102", "error", message, span, "not the ID of a rule", help=help_)


def _open_text(span: Span) -> Diagnostic:
    fix = Fix('write the closing `"`', (Edit(Span(span.source, span.end, span.end), '"'),), "unsafe")
    return Diagnostic(
        "SSP103", "error", 'this text has no closing `"`', span, "begins here", help=fix.words, fix=fix
    )


def _long_number(span: Span) -> Diagnostic:
    message = f"this number has {len(span.text)} digits"
    return Diagnostic(
        "SSP104", "error", message, span, "too long", help=f"a number has at most {MOST_DIGITS} digits"
    )
