"""Faults of conditions: dropped, negated, `and` for `or`, one sign of comparison for another."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.mutant import Mutant, dropped, replaced, unwrapped
from sspdsl.syntax.tree import Node

CONDITION = {
    # The parts of these nodes that are a condition, counted from their end, and the word before it.
    "holds": (-1, "while"),
    "open_while": (-1, "while"),
    "turns_over": (-2, "while"),
    "mode": (-3, "while"),
    "rule": (-3, "if"),
    "instead": (-3, "if"),
    "ability": (-3, "if"),
    "achievement": (-2, "if"),
    "bonus": (-3, "if"),
    "binder": (-1, "where"),
    "way": (-2, "where"),
    "if": (0, "if"),
}
KEPT = ("turns_over", "mode", "open_while", "holds", "if")
"""Without their condition these are no clauses; `clauses` and `effects` drop what can be dropped."""
SIGNS = {
    "is": "is not",
    "is_not": "is",
    "at_least": "more than",
    "at_most": "less than",
    "more": "at least",
    "less": "at most",
    "above": "below",
    "below": "above",
}
SUMS = {"plus": "-", "minus": "+"}
SWAPPED = {"chosen": "other", "other": "chosen", "doubles": "not doubles"}


def condition_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    del around
    if node.kind in CONDITION:
        at, word = CONDITION[node.kind]
        part = node.parts[at]
        if part is not None:
            if node.kind not in KEPT:
                yield dropped("condition dropped", node, part, word)
            if not (isinstance(part, Node) and part.kind in ("not", *SIGNS)):
                yield replaced("condition negated", part, f"not ({part.span.text})")
    if node.kind == "holds":
        yield replaced("condition dropped", node, "")
    elif node.kind in ("and", "or"):
        left, right = node.nodes()
        other = "or" if node.kind == "and" else "and"
        whole = f"({_text(left)} {other} {_text(right)})"
        yield replaced(f"{node.kind} -> {other}", node, whole)
        yield replaced("part of a condition dropped", node, f"({right.span.text})")
        yield replaced("part of a condition dropped", node, f"({left.span.text})")
    elif node.kind == "not":
        inner = node.parts[0]
        assert inner is not None
        yield replaced("not dropped", node, f"({inner.span.text})")
    elif node.kind in SIGNS:
        yield _other_sign(node, SIGNS[node.kind])
    elif node.kind in SUMS:
        left_part, right_part = node.parts
        assert left_part is not None
        assert right_part is not None
        start, end = unwrapped(left_part)[1], unwrapped(right_part)[0]
        old = "+" if node.kind == "plus" else "-"
        yield Mutant(f"{old} -> {SUMS[node.kind]}", start, end, f" {SUMS[node.kind]} ")
    elif node.kind == "path" and node.span.text in SWAPPED:
        yield replaced(f"{node.span.text} -> {SWAPPED[node.span.text]}", node, SWAPPED[node.span.text])


def _other_sign(node: Node, sign: str) -> Mutant:
    left, right = node.parts[0], node.parts[1]
    assert left is not None
    assert right is not None
    start, end = unwrapped(left)[1], unwrapped(right)[0]
    old = " ".join(left.span.source.text[start:end].split())
    return Mutant(f"{old} -> {sign}", start, end, f" {sign} ")


def _text(part: Node) -> str:
    start, end = unwrapped(part)
    return part.span.source.text[start:end]
