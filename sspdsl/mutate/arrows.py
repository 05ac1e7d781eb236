"""Faults of arrows and lines: one dropped, turned round, or made to go one way or both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.mutate.mutant import Mutant, replaced
from sspdsl.syntax.tree import Node

SIGNS = {"one_way": "->", "both_ways": "<->"}


@dataclass(frozen=True, slots=True)
class _Chain:
    """`head` and `tail` go with every arrow of the clause; `signs[i]` stands behind `ends[i]`."""

    head: str
    ends: tuple[str, ...]
    signs: tuple[str, ...]
    tail: str

    def text(self, first: int, last: int) -> str:
        """The clause with the arrows from one end to another; no arrow: no clause."""
        if first >= last:
            return ""
        words = [self.ends[first]]
        for at in range(first, last):
            words += [self.signs[at], self.ends[at + 1]]
        return " ".join(filter(None, (self.head, *words, self.tail)))


def arrow_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    del around
    if node.kind in SIGNS:
        other = "both_ways" if node.kind == "one_way" else "one_way"
        yield replaced(f"{SIGNS[node.kind]} to {SIGNS[other]}", node, SIGNS[other])
        return
    if node.kind not in ("arrows", "lines"):
        return
    chain, start, end, steps = _read(node)
    count = len(chain.signs)
    for at in range(count):
        if steps and 0 < at < count - 1:
            continue  # The two halves of a track would be two tracks.
        text = "\n".join(filter(None, (chain.text(0, at), chain.text(at + 1, count))))
        # A clause that is gone takes along where it comes from.
        yield Mutant("arrow dropped", start, end if text else node.span.end, text)
    if "->" in chain.signs:
        turned = _Chain(chain.head, chain.ends[::-1], chain.signs[::-1], chain.tail)
        yield Mutant("arrows turned round", start, end, turned.text(0, count))


def _read(node: Node) -> tuple[_Chain, int, int, bool]:
    label, rest = node.parts[0], node.parts[1:-1]
    nodes = [part for part in rest if isinstance(part, Node)]
    ends = [part for part in nodes if part.kind == "refs"]
    signs = tuple(SIGNS[part.kind] for part in nodes if part.kind in SIGNS)
    if node.kind == "lines":
        signs = ("-",) * (len(ends) - 1)
    tail = [part.span.text for part in nodes if part.kind not in ("refs", *SIGNS)]
    head = node.kind if label is None else f"{node.kind} {label.span.text}"
    steps = any(part.kind == "steps" for part in nodes)
    chain = _Chain(head, tuple(part.span.text for part in ends), signs, " ".join(tail))
    return chain, node.span.start, max(part.span.end for part in nodes), steps
