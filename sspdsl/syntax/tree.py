"""The tree: what the text says, word for word, each node with its span.

A `Node` has the name of its grammar rule or alias (`grammar/ssp.lark`) and its parts in grammar
order: nodes, tokens, or None for an optional part that is absent. Punctuation and keywords are
not parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from sspdsl.source import Span


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, string or rule ID. `kind` is NAME, INT, STRING, RULE, or a sign's name."""

    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    kind: str
    parts: tuple[Part, ...]
    span: Span

    def nodes(self) -> Iterator[Node]:
        """The parts that are nodes."""
        for part in self.parts:
            if isinstance(part, Node):
                yield part


Part = Union[Node, Token, None]
