"""Faults of numbers: an amount, a bound, a printed number, a yes or no."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.mutant import Mutant, replaced
from sspdsl.syntax.tree import Node, Token

ELSEWHERE = ("box", "path", "subject", "index", "label", "title")
"""Numbers in these are names of places, or belong to `features`."""
COMPARED = {"less": -1, "more": 1, "at_least": 1, "at_most": -1}
"""The step away from what the other comparison sign says (`less than 2` and `at most 2` differ by one)."""
YES_NO = {"yes": "no", "no": "yes"}
BOUNDS = ("counter", "domain", "is", "is_not", "up_to", "exactly")
WORDS = {
    "score": "score",
    "worth": "worth",
    "modifier": "factor",
    "gains": "factor",
    "setting": "option",
    "option": "option",
    "fact": "table",
    "row": "table",
    "value": "printed number",
    "starts": "first value",
}


def amount_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    if node.kind == "path" and node.span.text in YES_NO:
        yield replaced("yes <-> no", node, YES_NO[node.span.text])
    if node.kind in ELSEWHERE:
        return
    for part in node.parts:
        if isinstance(part, Token) and part.kind == "INT":
            what = _what((*around, node))
            for step in _steps(node.kind):
                if int(part.text) + step >= 0:
                    yield replaced(f"{what} {step:+d}", part, str(int(part.text) + step))


def _steps(kind: str) -> tuple[int, ...]:
    if kind in COMPARED:
        return (COMPARED[kind],)
    return (1, -1) if kind in BOUNDS else (1,)


def _what(chain: tuple[Node, ...]) -> str:
    """What a number is, by the nearest node that tells."""
    for node in reversed(chain):
        if node.kind in BOUNDS or node.kind in COMPARED:
            return "bound"
        if node.kind in WORDS:
            return WORDS[node.kind]
    return "amount"
