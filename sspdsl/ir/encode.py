"""A `Program` as JSON and back. Equal programs give equal bytes; `grammar/ir.schema.json` describes the text.

Every field is written, in the order of its class. A term carries the name of its class as `term`.
Each entry of a table stands on a line of its own, so that a change of one rule is a change of one line.
"""

from __future__ import annotations

import json
from typing import Any

from sspdsl.ir.model import Program
from sspdsl.ir.shapes import TERMS, fields_of, is_record, tuple_items, union_members

FORMAT = "ssp-ir"
VERSION = 1


class IrError(ValueError):
    """A text that is not the JSON of a program. The message says where: `rules[3].body[0].cell`."""


def to_json(program: Program) -> str:
    """The program as JSON text, ended by a line end."""
    lines = [f' "format": "{FORMAT}"', f' "version": {VERSION}']
    for name, value in plain(program).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join("  " + _line(row) for row in value)
            lines.append(f" {_line(name)}: [\n{rows}\n ]")
        else:
            lines.append(f" {_line(name)}: {_line(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def from_json(text: str) -> Program:
    """The program that `to_json` wrote.

    Raises `IrError` for anything else: broken JSON, missing or unknown fields, values of a wrong type.
    That its numbers point somewhere is for `sspdsl.ir.invariants` to say.
    """
    try:
        data = json.loads(text)
        if not isinstance(data, dict):
            raise IrError("the top is not an object")
        if data.pop("format", None) != FORMAT or data.pop("version", None) != VERSION:
            raise IrError(f"this is not `{FORMAT}` of version {VERSION}")
        program = _read(Program, data, "")
    except IrError:
        raise
    except ValueError as error:  # A number of thousands of digits is one, too.
        raise IrError(f"broken JSON: {error}") from None
    except RecursionError:
        raise IrError("nested too deeply") from None
    assert isinstance(program, Program)
    return program


def plain(value: Any) -> Any:
    """A part of a program as dicts, lists, strings, numbers, booleans and None."""
    cls: type = type(value)
    if is_record(cls):
        head = {"term": cls.__name__} if cls.__name__ in TERMS else {}
        return head | {name: plain(getattr(value, name)) for name, _ in fields_of(cls)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _read(hint: Any, data: Any, at: str) -> Any:
    members = union_members(hint)
    if len(members) > 1:
        return _read_union(members, data, at)
    items = tuple_items(hint)
    if items is not None:
        return _read_tuple(items, data, at)
    if is_record(hint):
        return _read_record(hint, data, at)
    # `type(...) is`, because a JSON true would pass for a number.
    if type(data) is not hint:
        raise IrError(f"{at}: expected {hint.__name__}, found {type(data).__name__}")
    return data


def _read_union(members: tuple[Any, ...], data: Any, at: str) -> Any:
    if data is None and type(None) in members:
        return None
    rest = [member for member in members if member is not type(None)]
    if len(rest) == 1:
        return _read(rest[0], data, at)
    name = data.get("term") if isinstance(data, dict) else None
    cls = TERMS.get(name) if isinstance(name, str) else None
    if cls is None or cls not in rest:
        raise IrError(f"{at}: `{name}` is no term that can stand here")
    return _read_record(cls, data, at)


def _read_tuple(items: tuple[Any, ...], data: Any, at: str) -> Any:
    if not isinstance(data, list):
        raise IrError(f"{at}: expected a list, found {type(data).__name__}")
    hints = (items[0],) * len(data) if items[-1] is Ellipsis else items
    if len(hints) != len(data):
        raise IrError(f"{at}: expected {len(hints)} items, found {len(data)}")
    pairs = zip(hints, data, strict=True)
    return tuple(_read(hint, item, f"{at}[{i}]") for i, (hint, item) in enumerate(pairs))


def _read_record(cls: type, data: Any, at: str) -> Any:
    if not isinstance(data, dict):
        raise IrError(f"{at}: expected an object, found {type(data).__name__}")
    names = [name for name, _ in fields_of(cls)]
    wanted = set(names) | ({"term"} if cls.__name__ in TERMS else set())
    if set(data) != wanted:
        missing, unknown = sorted(wanted - set(data)), sorted(set(data) - wanted)
        raise IrError(f"{at}: {cls.__name__} lacks {missing} and has unknown {unknown}")
    if "term" in wanted and data["term"] != cls.__name__:
        raise IrError(f"{at}: expected {cls.__name__}, found `{data['term']}`")
    dot = f"{at}." if at else ""
    return cls(**{name: _read(hint, data[name], dot + name) for name, hint in fields_of(cls)})
