"""`# lint: ignore SSP627 because ...`: silence in place, with a reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.text import warn
from sspdsl.source import Source, Span

BARE = "SSP656"
IDLE = "SSP657"
COMMENT = re.compile(
    r"^(?P<before>[^#\"\n\r]*(?:\"(?:[^\"\\\n\r]|\\.)*\"[^#\"\n\r]*)*)#[ \t]*lint:(?P<rest>[^\n\r]*)", re.M
)
WORDS = re.compile(r"[ \t]*ignore[ \t]+(?P<codes>SSP\d{3}(?:[ \t]*,[ \t]*SSP\d{3})*)[ \t]+because[ \t]+\S")


def apply_silences(
    source: Source, found: Sequence[Diagnostic], asked: Collection[str], known: Collection[str]
) -> list[Diagnostic]:
    """What is left: what no comment silences, and the comments that give no reason or silence nothing.

    A comment counts for its own line, or, where it stands alone, for the next line with text. One that
    silences a rule which is not `asked` is not held to be idle.
    """
    if "lint:" not in source.text:
        return list(found)
    silenced: set[int] = set()
    more: list[Diagnostic] = []
    for match in COMMENT.finditer(source.text):
        start = match.end("before")
        span = Span(source, start, match.end())
        words = WORDS.match(match["rest"])
        if words is None:
            if BARE in asked:
                message = "this does not say what is silenced, and why"
                example = "write `# lint: ignore SSP601 because ...`"
                more.append(warn(BARE, span, message, "silences nothing", example))
            continue
        line = source.line_column(start)[0]
        # One that stands alone may also speak of a comment right below it.
        lines = {line} if match["before"].strip() else {line + 1, next_line(source, line)}
        for code in re.findall(r"SSP\d{3}", words["codes"]):
            hits = {n for n, each in enumerate(found) if each.code == code and each.span.line in lines}
            silenced |= hits
            if not hits and IDLE in asked and (code in asked or code not in known):
                help_ = "take the code out of the comment"
                more.append(
                    warn(IDLE, span, f"there is no {code} here to silence", "silences nothing", help_)
                )
    return [*(each for n, each in enumerate(found) if n not in silenced), *more]


def next_line(source: Source, line: int) -> int:
    """The next line that is not blank and no comment."""
    for number in range(line + 1, len(source.starts) + 1):
        words = source.line_text(number).strip()
        if words and not words.startswith("#"):
            return number
    return line
