"""The move graph of a table: `build_graph` makes it, `encode_graph` writes it, `edges` unfolds it."""

from sspdsl.graph.build import build_graph
from sspdsl.graph.encode import encode_graph
from sspdsl.graph.model import MoveGraph
from sspdsl.graph.walk import Edge, edges, edges_from

__all__ = ["Edge", "MoveGraph", "build_graph", "edges", "edges_from", "encode_graph"]
