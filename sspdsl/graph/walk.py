"""Edges of the move graph, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.graph.model import MoveGraph


@dataclass(frozen=True, slots=True)
class Edge:
    """One move: from a position to a box, by a way block."""

    way: int
    source: int
    box: int


def edges(graph: MoveGraph) -> Iterator[Edge]:
    """Every edge, in the order of the ways, then sources, then targets. Lazy: blocks may be large."""
    for way, block in enumerate(graph.ways):
        for source in block.sources:
            for box in block.targets:
                yield Edge(way, source, box)


def count_edges(graph: MoveGraph) -> int:
    """How many edges the blocks stand for, without unfolding them."""
    return sum(len(block.sources) * len(block.targets) for block in graph.ways)


def edges_from(graph: MoveGraph, position: int) -> Iterator[Edge]:
    """The edges that leave a position."""
    for way, block in enumerate(graph.ways):
        if position in block.sources:
            for box in block.targets:
                yield Edge(way, position, box)
