"""Trees: their parts, their spans, and words that are keywords only where a keyword can stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node, Part, Token

PIN = 'pin p "P" {{\n  {}\n}}\n'


def tree_of(text: str) -> Node:
    tree, problems = parse(Source("t.ssp", text))
    assert problems == ()
    assert tree is not None
    return tree


def clause(text: str) -> Node:
    """The only clause of a pin that has no other."""
    pin = tree_of(PIN.format(text)).parts[0]
    assert isinstance(pin, Node)
    decls = pin.parts[2]
    assert isinstance(decls, Node)
    (only,) = decls.parts
    assert isinstance(only, Node)
    return only


def shape(part: Part) -> object:
    if part is None or isinstance(part, Token):
        return part and part.text
    return (part.kind, *map(shape, part.parts))


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.nodes():
        yield from walk(child)


def test_absent_parts_are_none() -> None:
    assert shape(clause("targets cars yellow [1/2, a: 3] worth 1")) == (
        "feature",
        "targets",
        "cars",
        None,
        ("colour", "yellow"),
        ("boxes", ("box", None, "1", "2", None, None), ("box", "a", "3", None, None)),
        ("attrs", ("worth", "1")),
        None,
        ("notes",),
    )


def test_one_item_stands_for_itself() -> None:
    assert shape(clause("define a as b + 1 times 2")) == (
        "define",
        "a",
        None,
        ("plus", ("path", "b"), ("times", "1", "2")),
        ("notes",),
    )


def test_lists_keep_their_order() -> None:
    names = ", ".join(f"n{i}" for i in range(50))
    node = clause(f"names many: {names}")
    assert [part.parts[0].text for part in node.nodes() if part.kind == "named"] == names.split(", ")  # type: ignore[union-attr]


def test_spans_are_exact() -> None:
    text = PIN.format('zone a "A" {\n    worth 1  cite A-1 # why\n  }  cite A-2')
    tree = tree_of(text)
    spans = {node.kind: node.span.text for node in walk(tree)}
    assert spans["pin"] == text.rstrip()
    assert spans["zone"] == 'zone a "A" {\n    worth 1  cite A-1 # why\n  }  cite A-2'
    assert spans["attributes"] == "worth 1  cite A-1"
    assert spans["worth"] == "worth 1"


def test_an_empty_part_is_where_it_would_be() -> None:
    node = clause("worth 1")
    notes = node.parts[1]
    assert isinstance(notes, Node)
    assert (notes.kind, notes.span.start, notes.span.end) == ("notes", node.span.end, node.span.end)


@pytest.mark.parametrize(
    "word",
    [
        "class",
        "def",
        "match",
        "type",
        "self",
        "print",
        "state",
        "roll",
        "apply",
        "view",
        "zone",
        "if",
        "worth",
    ],
)
def test_any_word_can_be_a_name(word: str) -> None:
    node = clause(f"set {word} = {word} + b")
    assert isinstance(node.parts[0], Token)
    assert (node.parts[0].kind, node.parts[0].text) == ("NAME", word)
    assert shape(clause(f"zone {word} {{ }}"))[:2] == ("zone", word)  # type: ignore[index]


def test_the_project_s_own_texts_parse(ssp_files: tuple[Path, ...]) -> None:
    assert ssp_files
    for path in ssp_files:
        tree = tree_of(path.read_text(encoding="utf-8"))
        for node in walk(tree):
            assert 0 <= node.span.start <= node.span.end
            for child in node.nodes():
                assert node.span.start <= child.span.start
                assert child.span.end <= node.span.end


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(end: str) -> None:
    text = PIN.format("worth 1 # one\n\n  # two\n  worth 2")
    assert shape(tree_of(text.replace("\n", end))) == shape(tree_of(text))
    assert shape(tree_of(text.rstrip())) == shape(tree_of(text))
    assert shape(tree_of(text + "# the end")) == shape(tree_of(text))
