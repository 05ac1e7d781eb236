"""The move graph as JSON (`grammar/graph.schema.json`), an item of a list a line. Same graph, same bytes."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass

from sspdsl.graph.model import MoveGraph

FORMAT = "ssp-graph"
VERSION = 1


def encode_graph(graph: MoveGraph) -> str:
    """The graph as a JSON text that ends with a line end."""
    lines = ["{", f'  "format": {json.dumps(FORMAT)},', f'  "version": {VERSION},']
    parts = []
    for item in fields(graph):
        value = plain(getattr(graph, item.name))
        if isinstance(value, list) and value:
            rows = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f"  {json.dumps(item.name)}: [\n{rows}\n  ]")
        else:
            parts.append(f"  {json.dumps(item.name)}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join([*lines, ",\n".join(parts), "}", ""])


def plain(value: object) -> object:
    """Dataclasses as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, tuple):
        return [plain(inner) for inner in value]
    return value
