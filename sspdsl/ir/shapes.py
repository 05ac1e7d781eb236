"""What the IR's dataclasses look like, read off their annotations: for encoder, schema and invariants."""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import cache
from typing import Any

from sspdsl.ir import model, terms

_TERM_UNIONS = (terms.Expr, terms.Domain, terms.Effect)

TERMS: dict[str, type] = {cls.__name__: cls for union in _TERM_UNIONS for cls in typing.get_args(union)}
"""Every class of which JSON must say which it is: it is written with its name as `term`."""


@cache
def fields_of(cls: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass of the IR in order, each with its type."""
    hints = typing.get_type_hints(cls)
    return tuple((field.name, hints[field.name]) for field in dataclasses.fields(cls))


def is_record(hint: Any) -> bool:
    """Whether this type is a dataclass."""
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


def union_members(hint: Any) -> tuple[Any, ...]:
    """The members of a union, or the type alone."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return typing.get_args(hint)
    return (hint,)


def tuple_items(hint: Any) -> tuple[Any, ...] | None:
    """What a tuple holds: `(T, ...)` for any number of T, else the types one by one; None for no tuple."""
    return typing.get_args(hint) if typing.get_origin(hint) is tuple else None


def records() -> tuple[type, ...]:
    """Every dataclass that a program can hold, in the order in which it is declared."""
    found = []
    for module in (terms, model):
        for thing in vars(module).values():
            if is_record(thing) and thing.__module__ == module.__name__:
                found.append(thing)
    return tuple(found)
