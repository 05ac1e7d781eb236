"""All single faults of a pin: its tree is walked, and each node is asked for those that belong to it.

Titles, citations, tests and what the box says are left alone: they say nothing about play.
"""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.amounts import amount_faults
from sspdsl.mutate.arrows import arrow_faults
from sspdsl.mutate.clauses import clause_faults
from sspdsl.mutate.conditions import condition_faults
from sspdsl.mutate.effects import effect_faults
from sspdsl.mutate.features import feature_faults
from sspdsl.mutate.mutant import Mutant
from sspdsl.mutate.scopes import scope_faults
from sspdsl.syntax.tree import Node

SILENT = ("test", "notes", "excuse", "record", "difficulty", "from_book")
FAULTS = (
    amount_faults,
    arrow_faults,
    clause_faults,
    condition_faults,
    effect_faults,
    feature_faults,
    scope_faults,
)
"""Each is given a node and the nodes around it, the innermost last, and gives the faults of that node."""


def faults_of(tree: Node, libraries: bool = False) -> tuple[Mutant, ...]:
    """The faults of the pin (or game) of a text, in the order of the text; if asked, of its libraries."""
    kinds = ("pin", "game", "library") if libraries else ("pin", "game")
    found: dict[tuple[int, int, str], Mutant] = {}
    for file in tree.nodes():
        if file.kind in kinds:
            for mutant in _walk(file, ()):
                found.setdefault((mutant.start, mutant.end, mutant.text), mutant)
    return tuple(found[key] for key in sorted(found))


def _walk(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    if node.kind in SILENT:
        return
    for faults in FAULTS:
        yield from faults(node, around)
    for child in node.nodes():
        yield from _walk(child, (*around, node))
