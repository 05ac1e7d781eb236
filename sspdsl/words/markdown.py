"""Text that is safe inside Markdown, and the shape of a list of rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from sspdsl.plain import plain

SPECIAL = set("\\`*_[]<>|~$&#")
INDENT = "  "


def escaped(text: str) -> str:
    """A title as Markdown shows it, in one line: no sign of it is taken for markup, none is unseen."""
    out = []
    for sign in " ".join(text.split()):
        if sign in SPECIAL:
            out.append("\\" + sign)
        elif unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            out.append(f"(U+{ord(sign):04X})")
        else:
            out.append(sign)
    return "".join(out)


@plain
class Node:
    """What one rule or effect says, without a full stop; and what stands below it."""

    text: str
    below: tuple[Node, ...] = ()


def bullets(nodes: Iterable[Node], depth: int = 0) -> Iterator[str]:
    """The lines of a nested list."""
    for node in nodes:
        yield f"{INDENT * depth}- {sentence(node)}"
        yield from bullets(node.below, depth + 1)


def sentence(node: Node) -> str:
    """The node's own words with a capital, and a full stop, or a colon if more stands below."""
    return capital(node.text) + (
        ":"
        if node.below and not node.text.endswith(":")
        else ""
        if node.text.endswith((".", "!", "?"))
        else "."
    )


def capital(text: str) -> str:
    """The text with its first letter as a capital, markup before it left alone."""
    for index, sign in enumerate(text):
        if sign.isalnum():
            return text[:index] + sign.upper() + text[index + 1 :]
        if sign not in "*_(":
            break
    return text


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A Markdown table; columns in which no row says anything are left out."""
    kept = [list(row) for row in rows]
    columns = [i for i in range(len(head)) if any(row[i] for row in kept)]
    if not columns:
        return
    yield "| " + " | ".join(head[i] for i in columns) + " |"
    yield "|" + "|".join(" --- " for _ in columns) + "|"
    for row in kept:
        yield "| " + " | ".join(row[i] for i in columns) + " |"
    yield ""
