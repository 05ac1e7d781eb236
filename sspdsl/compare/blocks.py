"""Test blocks as text: those of a pin, and a pin with others in their place."""

from __future__ import annotations

from collections.abc import Sequence

from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node


def tests_in(node: Node) -> list[Node]:
    """The test blocks in a file's tree, in the order of the text."""
    if node.kind == "test":
        return [node]
    return [
        test
        for child in node.nodes()
        if child.kind in ("decls", "test", "board", "zone", "mode", "start", "pin", "game")
        for test in tests_in(child)
    ]


def steps_of(test: Node) -> tuple[str, ...]:
    """The lines of a test block, without what stands around them."""
    block = test.parts[2]
    assert isinstance(block, Node)
    return tuple(step.span.text for step in block.nodes())


def with_only(source: Source, blocks: Sequence[str]) -> Source:
    """The text with these test blocks in place of its own, where its first one stood. It must parse."""
    tree, _ = parse(source)
    assert tree is not None
    tests = tests_in(tree)
    pin = next(node for node in tree.nodes() if node.kind in ("pin", "game"))
    at = tests[0].span.start if tests else pin.span.end - 1
    text = source.text
    for test in reversed(tests):
        # Lines are kept, so that clauses stand where they stood.
        lines = "\n" * test.span.text.count("\n")
        text = text[: test.span.start] + lines + text[test.span.end :]
    return Source(source.name, text[:at] + "\n".join(("", *blocks, "")) + text[at:])
