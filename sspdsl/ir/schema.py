"""The JSON Schema of the IR, made from its dataclasses.

`python -m sspdsl.ir.schema > grammar/ir.schema.json` writes it anew.
"""

from __future__ import annotations

import inspect
import json
from typing import Any

from sspdsl.ir.encode import FORMAT, VERSION
from sspdsl.ir.model import Program
from sspdsl.ir.shapes import TERMS, fields_of, is_record, records, tuple_items, union_members

_PLAIN = {int: "integer", str: "string", bool: "boolean", type(None): "null"}


def schema() -> dict[str, Any]:
    """The schema (draft 2020-12) as plain data."""
    program = _record(Program)
    head = {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    program["properties"] = head | program["properties"]
    program["required"] = [*head, *program["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A roll-and-write table, as sspdsl hands it to its back ends",
        **program,
        "$defs": {cls.__name__: _record(cls) for cls in records() if cls is not Program},
    }


def _record(cls: type) -> dict[str, Any]:
    properties = {name: _hint(hint) for name, hint in fields_of(cls)}
    if cls.__name__ in TERMS:
        properties = {"term": {"const": cls.__name__}} | properties
    doc = inspect.getdoc(cls) or ""
    described = {"description": doc} if doc else {}
    return described | {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _hint(hint: Any) -> dict[str, Any]:
    members = union_members(hint)
    if len(members) > 1:
        return {"anyOf": [_hint(member) for member in members]}
    items = tuple_items(hint)
    if items is not None and items[-1] is Ellipsis:
        return {"type": "array", "items": _hint(items[0])}
    if items is not None:
        shapes = [_hint(item) for item in items]
        return {"type": "array", "prefixItems": shapes, "minItems": len(shapes), "maxItems": len(shapes)}
    if is_record(hint):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    return {"type": _PLAIN[hint]}


def schema_text() -> str:
    """The schema as the text of its file, a line for each property and definition."""
    return "{\n" + ",\n".join(_entry(name, value) for name, value in schema().items()) + "\n}\n"


def _entry(name: str, value: Any) -> str:
    if name in ("properties", "$defs"):
        rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row)}" for key, row in value.items())
        return f" {json.dumps(name)}: {{\n{rows}\n }}"
    return f" {json.dumps(name)}: {json.dumps(value)}"


if __name__ == "__main__":
    print(schema_text(), end="")
