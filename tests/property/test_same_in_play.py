"""Random pins, changed at random: what is held to be one in play cannot be told apart by playing."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from sspdsl.compare.apart import begin, numbered, play_on
from sspdsl.compare.canonical import Version, forms_equal
from sspdsl.format import format_source
from sspdsl.interpret import Interpreter
from sspdsl.mutate.faults import faults_of
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node
from tests.support.random_pins import pins

FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
MUTANTS = 4
STEPS = 30


def version(text: str) -> Version | None:
    source = Source("random.ssp", text)
    program = compile_source(source).program
    return None if program is None else Version(source, None, program)


def held_to_be_one(text: str, other: str) -> bool:
    """Whether the two are; if so a few games are played on both."""
    left, right = version(text), version(other)
    assert left is not None
    if right is None or not forms_equal(left, right):
        return False
    one, two = Interpreter(left.program), Interpreter(right.program)
    blind = numbered(left.program, right.program)
    for game in range(3):
        players = 1 + game % 2
        a, b = begin(one, players), begin(two, players)
        apart = play_on(one, two, a, b, players, Random(game), STEPS, blind)
        assert apart is None, (other, apart)
    return True


@FEW
@given(pins())
def test_formatting_is_no_change_in_play(text: str) -> None:
    formatted, _ = format_source(Source("random.ssp", text))
    assert formatted is not None
    assert held_to_be_one(text, formatted)


@FEW
@given(pins(), st.integers(0, 10**6))
def test_single_faults(text: str, seed: int) -> None:
    tree, _ = parse(Source("random.ssp", text))
    assert tree is not None
    faults = faults_of(tree)
    for fault in Random(seed).sample(faults, min(MUTANTS, len(faults))):
        note(fault.fault)
        held_to_be_one(text, fault.apply(Source("random.ssp", text)).text)


@FEW
@given(pins(), st.integers(0, 10**6))
def test_lines_in_another_order(text: str, seed: int) -> None:
    """Any two clauses of one block change places, also where their order is heard."""
    tree, _ = parse(Source("random.ssp", text))
    assert tree is not None
    chance = Random(seed)
    blocks = [block for block in blocks_of(tree) if len(block.parts) > 1]
    for _ in range(MUTANTS):
        block = chance.choice(blocks)
        one, two = sorted(chance.sample(list(block.nodes()), 2), key=lambda node: node.span.start)
        other = text[: one.span.start] + two.span.text + text[one.span.end : two.span.start]
        other += one.span.text + text[two.span.end :]
        held_to_be_one(text, other)


def blocks_of(node: Node) -> list[Node]:
    """The blocks of clauses in a tree."""
    found = [node] if node.kind == "decls" else []
    return found + [block for part in node.nodes() for block in blocks_of(part)]
