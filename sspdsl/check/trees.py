"""Small questions about trees: what a part is, if it is one word."""

from __future__ import annotations

from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token


def present(parts: tuple[Part, ...]) -> list[Part]:
    return [p for p in parts if p is not None]


def span_of(part: Part) -> Span:
    assert part is not None
    return part.span


def lone_word(part: Part) -> Token | None:
    """The token of an expression that is a single name."""
    while isinstance(part, Node) and part.kind in ("domain", "refs") and len(present(part.parts)) == 1:
        part = present(part.parts)[0]
    if isinstance(part, Node) and part.kind == "path" and len(part.parts) == 1:
        part = part.parts[0]
    return part if isinstance(part, Token) and part.kind == "NAME" else None


def listing_of(part: Part) -> list[Part] | None:
    """The members of `[1, 3, 5]`."""
    if isinstance(part, Node) and part.kind == "domain" and len(part.parts) == 1:
        part = part.parts[0]
    return present(part.parts) if isinstance(part, Node) and part.kind == "listed" else None


def is_features_of(node: Node) -> bool:
    """Whether the author wrote `features of a` or `features of a + b`."""
    while node.kind in ("domain", "refs", "plus") and isinstance(node.parts[0], Node):
        node = node.parts[0]
    if node.kind != "of" or not isinstance(node.parts[0], Node):
        return False
    first = node.parts[0].parts[0]
    return isinstance(first, Token) and first.text == "features"
