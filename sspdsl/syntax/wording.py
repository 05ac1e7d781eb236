"""The words for a piece of text that does not fit: of pins, not of parsers."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from sspdsl.source import Span
from sspdsl.syntax.lex import Lexeme
from sspdsl.syntax.stack import Stack

# What a word needs after it, where that can be said better than by listing what fits.
NEEDS = {
    "worth": "a number of stars",
    "score": "a number of stars",
    "times": "a number",
    "cite": "a rule ID, such as `CORE-MOVE-01`",
    "assumed": "the reason, in quotes",
    "difficulty": "a name, such as `easy`",
    "book": "the name of an edition",
    "use": "the name of a library, such as `std.nudge`",
    "test": "a title in quotes",
    "excuse": "a rule ID, such as `CORE-MOVE-01`",
    "roll": "two dice",
    "when": "an event, such as `bumpers complete`",
    "before": "an event, such as `turn ends`",
    "hits": "a colour",
    "until": "an event, or `used`",
    ",": "another one after it",
    "per": "a name, or numbers such as `1..6`",
}
# What the lines of a block are called, by the block's first word; else by what it is made of.
LINES = {
    "zone": "no clause of a zone",
    "pin": "no clause of a pin",
    "game": "no clause of a game",
    "board": "no clause of a board",
    "kind": "no clause of a kind",
    "library": "no clause of a library",
    "mode": "no clause of a mode",
    "_decl_lines": "no clause of this block",
    "_effect_lines": "no effect",
    "_option_lines": "no bonus",
    "_row_lines": "no row of a catalogue",
    "_step_lines": "no step of a turn",
    "_setting_lines": "no setting of a library",
    "_test_lines": "no line of a test",
    "": "not how a file begins",
}
EXAMPLES = {
    "": "a file begins with `pin`, `game`, `library` or `book`",
    "_option_lines": 'a bonus is written `once name "Title" { effects }`',
    "_row_lines": 'a row is written `name "Title": value, value`',
    "_step_lines": "a step is written `step name { effects }`",
    "_setting_lines": "a setting is written `name is value`",
}
CLOSERS = {"LSQB": "RSQB", "LPAR": "RPAR"}
BRACKETS = {"LSQB": ("[", "]"), "LPAR": ("(", ")")}
# What makes something longer that could do without; never what is missing.
GO_ON = frozenset({"OF", "PLUS", "MINUS", "DOT", "SLASH", "COMMA", "TIMES", "DIV", "MOD", "_NL"})
MOST_LISTED = 8


def misfit(stack: Stack, lexemes: list[Lexeme], first: int, at: int, level: int) -> Diagnostic:
    """The message for `lexemes[at]`, in a clause that begins at `first`, in the block at `level`."""
    bad = lexemes[at]
    if first == at and bad.kind not in ("_NL", "RBRACE", "$END"):
        return _no_clause(stack, lexemes, at, level)
    lone = first + 1 == at and lexemes[first].kind == "NAME" and stack.lines_of(level) == "_decl_lines"
    if lone and bad.kind in ("_NL", "RBRACE"):
        return _no_clause(stack, lexemes, first, level)
    before = next((lexemes[old] for old in range(at - 1, -1, -1) if lexemes[old].kind != "_NL"), bad)
    actions = stack.tables.states[stack.states[-1]]
    ends = bad.kind in ("_NL", "RBRACE", "LBRACE", "$END") or lexemes[at - 1].kind == "_NL"
    for entry in range(len(stack.symbols) - 1, level, -1):
        symbol = stack.symbols[entry]
        if symbol in CLOSERS and CLOSERS[symbol] in actions and (ends or bad.kind not in ("INT", "NAME")):
            return _not_closed(stack, entry, before)
    complete = "_NL" in actions or "RBRACE" in actions
    if not complete:
        needed = _needs(stack, before, actions)
        clause = _clause(stack, lexemes[first:at], before)
        where = Span(stack.source, before.start, before.end) if ends else _span(stack, bad)
        instead = "" if ends else f", not `{_short(bad.text)}`"
        label = "nothing follows" if ends and bad.kind != "LBRACE" else f"this is {_what_is(bad)}"
        if ends and bad.kind == "LBRACE":
            label = "the block begins too early"
        return Diagnostic("SSP111", "error", f"`{clause}` needs {needed}{instead}", where, label)
    fits = _fitting(stack, actions)
    help_ = f"here can stand: {fits}" if fits else "take it out, or put it on a line of its own"
    inside = [
        stack.symbols[entry] for entry in range(level, len(stack.symbols)) if stack.symbols[entry] in BRACKETS
    ]
    if inside:
        label = "inside these `{} {}`".format(*BRACKETS[inside[-1]])
    else:
        label = f"`{_short(lexemes[first].text)}` is complete before it"
    message = f"`{_short(bad.text)}` cannot stand here"
    return Diagnostic("SSP110", "error", message, _span(stack, bad), label, help=help_)


def misspelt(stack: Stack, word: Lexeme, keyword: str) -> Diagnostic:
    """A word that is nearly a keyword, where only with the keyword the text makes sense."""
    span = _span(stack, word)
    fix = Fix(f"write `{keyword}`", (Edit(span, keyword),), "unsafe")
    known = word.text in stack.tables.keywords
    message = f"`{word.text}` cannot stand here" if known else f"`{word.text}` is not a word of the language"
    return Diagnostic("SSP113", "error", message, span, f"perhaps `{keyword}`?", help=fix.words, fix=fix)


def not_on_its_own_line(stack: Stack, word: Lexeme) -> Diagnostic:
    """A clause that begins behind another."""
    message = f"`{word.text}` must begin a line"
    return Diagnostic(
        "SSP110", "error", message, _span(stack, word), "another clause", help="put it on a line of its own"
    )


def no_cite(stack: Stack, rule: Lexeme) -> Diagnostic:
    """A rule ID that nothing introduces."""
    span = _span(stack, rule)
    at = Span(stack.source, rule.start, rule.start)
    fix = Fix("write `cite` before it", (Edit(at, "cite "),), "safe")
    return Diagnostic(
        "SSP111",
        "error",
        f"`{_short(rule.text)}` needs `cite` before it",
        span,
        "a rule ID",
        help=fix.words,
        fix=fix,
    )


def _no_clause(stack: Stack, lexemes: list[Lexeme], at: int, level: int) -> Diagnostic:
    bad = lexemes[at]
    lines = stack.lines_of(level)
    words = LINES.get(stack.block_word(level), LINES.get(lines, LINES["_decl_lines"]))
    if lexemes[at - 1].kind in ("_NL", "LBRACE") or at == 0:
        message = f"this line is {words}"
    else:
        message = f"`{_short(bad.text)}` is {words}"
    actions = stack.tables.states[stack.states[level]]
    fits = _fitting(stack, actions) if len(actions) < 30 else ""
    help_ = EXAMPLES.get(lines) or (f"it can begin with: {fits}" if fits else "")
    label = "nothing can begin like this" if lines else ""
    return Diagnostic("SSP112", "error", message, _span(stack, bad), label, help=help_)


def _not_closed(stack: Stack, entry: int, before: Lexeme) -> Diagnostic:
    sign, closer = BRACKETS[stack.symbols[entry]]
    opener = Span(stack.source, stack.starts[entry], stack.ends[entry])
    span = Span(stack.source, before.end, before.end)
    return Diagnostic(
        "SSP109", "error", f"a `{closer}` is missing", span, "should be closed after this",
        (Label(opener, f"for this `{sign}`"),), help=f"write `{closer}`",
    )  # fmt: skip


def _needs(stack: Stack, before: Lexeme, actions: dict[str, int]) -> str:
    if before.kind != "NAME" and before.text in NEEDS:
        return NEEDS[before.text]
    left = set(actions)
    if before.kind in ("NAME", "INT", "RSQB", "RPAR"):
        left -= GO_ON
    phrases: list[str] = []
    if {"INT", "NAME", "LPAR"} <= left:
        phrases.append("a condition" if "NOT" in left else "a value")
        left -= {
            "INT",
            "NAME",
            "LPAR",
            "NOT",
            "SMALLEST",
            "LARGEST",
            "COUNT",
            "SOME",
            "EVERY",
            "FIRST",
            "LSQB",
        }
    if "INT" in left and "RSQB" not in left:
        phrases.append("a number")
    if "NAME" in left:
        phrases.append("a name")
    if "RULE" in left and not phrases:
        phrases.append("a rule ID")
    if "LBRACE" in left:
        phrases.append("a block in `{ }`")
    words = sorted(word for word, kind in stack.tables.keywords.items() if kind in left)
    if not phrases or (len(words) <= 2 and "INT" not in left):
        phrases.extend(f"`{word}`" for word in words[:4])
    if not phrases:
        phrases.extend(f"`{sign}`" for sign, kind in stack.tables.signs.items() if kind in left)
    if not phrases and "STRING" in left:
        phrases.append("a text in quotes")
    return _or(phrases[:4]) or "more"


def _fitting(stack: Stack, actions: dict[str, int]) -> str:
    """What could stand in a place, as a list; "" where that is too much."""
    listed = [f"`{word}`" for word, kind in sorted(stack.tables.keywords.items()) if kind in actions]
    listed += [
        f"`{sign}`" for sign, kind in stack.tables.signs.items() if kind in actions and kind != "RBRACE"
    ]
    others = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "RULE": "a rule ID"}
    listed += [words for kind, words in others.items() if kind in actions]
    return ", ".join(listed) if len(listed) <= MOST_LISTED else ""


def _clause(stack: Stack, pieces: list[Lexeme], before: Lexeme) -> str:
    """How to call what is incomplete: its last word, or the clause as far as it goes if that is short."""
    if before.kind in ("NAME", "INT", "STRING", "RULE", "RBRACE", "RSQB", "RPAR"):
        text = stack.source.text[pieces[0].start : before.end] if pieces else before.text
        if len(text) <= 40 and "\n" not in text and "\r" not in text:
            return text
        return _short(pieces[0].text)
    return before.text


def _what_is(lexeme: Lexeme) -> str:
    kinds = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "RULE": "a rule ID"}
    return kinds.get(lexeme.kind) or ("a word of the language" if lexeme.text.isalpha() else "a sign")


def _short(text: str) -> str:
    if not text.strip():
        return "the end of the line"
    return text if len(text) <= 40 else text[:36] + "..."


def _or(phrases: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


def _span(stack: Stack, lexeme: Lexeme) -> Span:
    return Span(stack.source, lexeme.start, lexeme.end)
