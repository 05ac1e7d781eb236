"""What `ssp diff` holds to be without meaning is: a text put into its order plays as it was written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sspdsl.compare.apart import begin, numbered, play_on
from sspdsl.compare.arrange import arranged
from sspdsl.compare.canonical import Version, forms_equal, in_order
from sspdsl.interpret import Interpreter
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node, Part
from tests.support.pins import PINS

GAMES = 3
STEPS = 60


def version(text: str) -> Version:
    source = Source("pin.ssp", text)
    program = compile_source(source).program
    assert program is not None, [each.message for each in compile_source(source).diagnostics]
    return Version(source, None, program)


def nothing_tells_apart(left: Version, right: Version) -> None:
    one, other = Interpreter(left.program), Interpreter(right.program)
    blind = numbered(left.program, right.program)
    for game in range(GAMES):
        players = 1 + game % 2
        a, b = begin(one, players), begin(other, players)
        assert play_on(one, other, a, b, players, Random(game), STEPS, blind) is None


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_the_order_of_arrange_plays_as_the_text(path: Path) -> None:
    given = version(path.read_text(encoding="utf-8"))
    for features in (True, False):
        program = in_order(given, features)
        if program is not None:
            nothing_tells_apart(given, Version(given.source, None, program))


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_shuffled_declarations_are_one_in_play_if_they_are_said_to_be(path: Path) -> None:
    """The clauses that have no order are shuffled in the text itself."""
    text = path.read_text(encoding="utf-8")
    given, other = version(text), version(shuffled(text, Random(7)))
    assert text != other.source.text
    assert forms_equal(given, other)
    nothing_tells_apart(given, other)


def shuffled(text: str, chance: Random) -> str:
    """The text of a pin with the clauses of its outermost block that have no order in another one."""
    tree, _ = parse(Source("pin.ssp", text))
    assert tree is not None
    pin = next(node for node in tree.nodes() if node.kind in ("pin", "game"))
    block = next(part for part in pin.nodes() if part.kind == "decls")
    free = [each for each in arranged(block, False).parts if each is not None and is_free(each)]
    order = list(free)
    chance.shuffle(order)
    swaps = {each.span.start: new for each, new in zip(free, order, strict=True)}
    out, at = [], 0
    for clause in sorted(free, key=lambda each: each.span.start):
        new = swaps[clause.span.start]
        out += [text[at : clause.span.start], new.span.text]
        at = clause.span.end
    return "".join([*out, text[at:]])


def is_free(clause: Part) -> bool:
    from sspdsl.compare.arrange import NAMED

    return isinstance(clause, Node) and clause.kind in NAMED
