"""The clauses of a text in an order of their own: the author's says nothing where it has no meaning.

What keeps its place: files taken (`use`), boards, zones, sets, ways, modes, the turn, and all rules,
for their order is heard in play. What is sorted: everything that is only named, and the features of a
zone. Whether that order had no meaning on the table at hand is asked afterwards (`faithful.py`).
"""

from __future__ import annotations

import dataclasses
import re

from sspdsl.syntax.tree import Node, Part, Token

FIRST = ("from_book", "difficulty", "record", "excuse", "option")
"""These come first, in the order of the text: a later option may speak of an earlier one."""
NAMED = (
    "indicator",
    "counter",
    "track",
    "slot",
    "names",
    "catalogue",
    "fact",
    "define",
    "group",
    "window",
    "bonuses",
    "action",
    "ability",
    "modifier",
    "ban",
    "duty",
    "achievement",
    "kind",
    "override",
)
BLANKS = re.compile(r"\s+")
COMMENT = re.compile(r"#[^\n\r]*")


def arranged(tree: Node, features: bool = True) -> Node:
    """The tree with the clauses of every block in the order of `rank`; `features`: those of a zone, too."""
    return _arranged(tree, features)


def _arranged(node: Node, features: bool) -> Node:
    if node.kind in ("test", "notes"):
        return node
    parts: list[Part] = [_arranged(part, features) if isinstance(part, Node) else part for part in node.parts]
    if node.kind == "decls":
        parts.sort(key=lambda part: rank(part, features))
    return dataclasses.replace(node, parts=tuple(parts))


def rank(clause: Part, features: bool) -> tuple[int, str, str]:
    """Where a clause stands in its block. Clauses of equal rank keep the order of the text."""
    if not isinstance(clause, Node):
        return 0, "", ""
    if clause.kind in FIRST:
        return 0, "", ""
    if clause.kind in NAMED:
        return 1, clause.kind, _name(clause, 0) or plain_text(clause)
    if clause.kind == "feature" and features:
        return 2, "", _name(clause, 1)
    return 3, "", ""


def _name(clause: Node, at: int) -> str:
    part = clause.parts[at]
    return part.text if isinstance(part, Token) else ""


def plain_text(clause: Node) -> str:
    """The words of a clause with single blanks, without comments."""
    return BLANKS.sub(" ", COMMENT.sub("", clause.span.text)).strip()
