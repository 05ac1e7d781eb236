"""Which options the words of a test step mean."""

from __future__ import annotations

import re

ENDS = (" ", ".", "/")
"""What may follow the words of a step in an option that they begin."""

MOVE = re.compile(r"(\d+ to [a-z][a-z0-9_]*)(?=[ ./]|$)")


def normal(text: str) -> str:
    """The words with single blanks, and none about points and strokes: `1 to ferris . 1 / 2` is one box."""
    return re.sub(r" ?([./]) ?", r"\1", " ".join(text.split()))


def matching(words: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """The options that are these words or begin with them."""
    wanted = normal(words)
    return tuple(
        option
        for option in options
        if option == wanted or option.startswith(tuple(wanted + end for end in ENDS))
    )


def meant(words: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """What is played: an exact match, or the first of moves to one feature; else all that match."""
    found = matching(words, options)
    if normal(words) in found:
        return (normal(words),)
    moves = {move[1] if (move := MOVE.match(option)) else option for option in found}
    return found[:1] if len(moves) == 1 else found
