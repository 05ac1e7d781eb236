"""Faults of effects: one dropped, done without being asked, or another in its place."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.mutant import Mutant, dropped, replaced
from sspdsl.syntax.tree import Node

VERBS = {
    "fill": ("mark",),
    "hit": ("fill",),
    "mark": ("fill", "erase"),
    "erase": ("mark",),
}
"""Acts with the same parts, so that one word is changed."""


def effect_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    if around and around[-1].kind == "effects":
        yield Mutant("effect dropped", node.span.start, node.span.end, "")
    match node.kind:
        case "may":
            yield from _sure(node)
        case "if" if around[-1].kind == "effects":
            yield from _always(node)
        case "fill" | "hit" | "mark" | "erase":
            start = node.span.start
            for verb in VERBS[node.kind]:
                if verb == "erase" and node.parts[-1] is not None and len(node.parts) > 1:
                    continue
                yield Mutant(f"{node.kind} -> {verb}", start, start + len(node.kind), verb)
            if len(node.parts) > 1 and node.parts[1] is not None:
                yield dropped("showing dropped", node, node.parts[1], "showing")
        case "add" | "take":
            amount, cell = node.parts
            assert amount is not None
            assert cell is not None
            other = "take {} from {}" if node.kind == "add" else "add {} to {}"
            yield replaced("add <-> take", node, other.format(amount.span.text, cell.span.text))
        case "end":
            word = node.parts[0]
            if word is not None and word.span.text in ("game", "round"):
                yield replaced("ends less", word, {"game": "round", "round": "step"}[word.span.text])


def _sure(node: Node) -> Iterator[Mutant]:
    inner = node.parts[0]
    if isinstance(inner, Node):
        text = inner.span.text
        if inner.kind == "effects":
            text = text[1:-1]
        yield Mutant("may dropped", node.span.start, node.span.end, text)


def _always(node: Node) -> Iterator[Mutant]:
    """`if C { A } else { B }` without the question: A."""
    body, other = node.parts[1], node.parts[2]
    assert isinstance(body, Node)
    yield Mutant("condition dropped", node.span.start, node.span.end, body.span.text[1:-1])
    if isinstance(other, Node):
        yield Mutant("else dropped", body.span.end, other.span.end, "")
