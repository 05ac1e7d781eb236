"""What the lint rules read: the tree of one file, sorted by kind, and the model of its pin, if it has one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.check.model import Model
from sspdsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from sspdsl.source import Source, Span
from sspdsl.syntax.tree import Node, Part, Token


@dataclass(frozen=True, slots=True)
class Text:
    """A file without mistakes. `kinds` has its nodes by kind, in the order of the text."""

    source: Source
    kinds: dict[str, list[Node]]
    model: Model | None = None

    def of(self, *kinds: str) -> Iterator[Node]:
        """The nodes of these kinds."""
        for kind in kinds:
            yield from self.kinds.get(kind, ())


def text_of(source: Source, tree: Node, model: Model | None = None) -> Text:
    """Sort the nodes of a tree. What begins elsewhere than in this file is not there."""
    kinds: dict[str, list[Node]] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        kinds.setdefault(node.kind, []).append(node)
        stack.extend(part for part in reversed(node.parts) if type(part) is Node)
    return Text(source, kinds, model)


def said(part: Part) -> str:
    """The words of a part on one line, to show them or to compare them with others."""
    return "" if part is None else " ".join(part.span.text.split())


def tokens(node: Node, kind: str = "NAME") -> list[Token]:
    """The tokens of a kind among the parts of a node."""
    return [part for part in node.parts if isinstance(part, Token) and part.kind == kind]


def child(node: Node, *kinds: str) -> Node | None:
    """The first part of one of these kinds."""
    return next((part for part in node.nodes() if part.kind in kinds), None)


def is_number(part: Part, *values: int) -> bool:
    """Whether it is one of these numbers, written out."""
    return isinstance(part, Token) and part.kind == "INT" and int(part.text) in values


def warn(
    code: str,
    span: Span,
    message: str,
    label: str = "",
    help: str = "",
    related: tuple[Label, ...] = (),
    fix: Fix | None = None,
) -> Diagnostic:
    """What a rule finds."""
    return Diagnostic(code, "warning", message, span, label, related, help=help, fix=fix)


def replaced(span: Span, by: str, words: str) -> Fix:
    """A safe fix that writes something else in this place."""
    return Fix(words, (Edit(span, by),), "safe")


def without(span: Span, words: str) -> Fix:
    """A safe fix that takes a piece of a line away, with the blanks before it."""
    text, start = span.source.text, span.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return Fix(words, (Edit(Span(span.source, start, span.end), ""),), "safe")


def unjoined(before: Part, span: Span, sign: str, words: str) -> Fix | None:
    """A safe fix that takes a member of a row away with the sign before it; None if more stands between."""
    if before is None:
        return None
    between = span.source.text[before.span.end : span.start]
    if between.strip() != sign or "\n" in between:
        return None
    return replaced(Span(span.source, before.span.end, span.end), "", words)


def short(part: Part, most: int = 40) -> str:
    """The words of a part, cut where they get long."""
    words = said(part)
    return words if len(words) <= most else words[: most - 1] + "…"
