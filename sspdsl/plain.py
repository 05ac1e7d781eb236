"""Frozen dataclasses that are quick to declare.

`dataclasses.dataclass` writes and compiles six functions for each class, which for the hundred
classes of the IR takes longer than checking a pin. `plain` gives the same behaviour from functions
shared by all classes; `dataclasses.fields` and `replace` work on it, and type checkers treat it as
a frozen dataclass.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError, field
from inspect import get_annotations
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

T = TypeVar("T", bound=type)
_set = object.__setattr__
_FIELD = next(iter(dataclasses.make_dataclass("Probe", ["x"]).__dataclass_fields__.values()))._field_type  # type: ignore[attr-defined]


@dataclass_transform(frozen_default=True, eq_default=True)
def plain(cls: T) -> T:
    """Make a class with annotated fields a frozen dataclass with slots.

    Defaults may only be immutable constants. Raises TypeError for a field without a default behind
    one that has it.
    """
    names = tuple(get_annotations(cls))
    space = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    fields: dict[str, Field[Any]] = {}
    defaults: list[object] = []
    for name in names:
        default = space.pop(name, MISSING)
        if default is MISSING and defaults:
            raise TypeError(f"field {name} without a default behind one with a default")
        if default is not MISSING:
            defaults.append(default)
        fields[name] = _field(name, default, space["__annotations__"][name])
    space.update(
        __slots__=names,
        __match_args__=names,
        __dataclass_fields__=fields,
        _defaults=tuple(defaults),
        _key=_key_of(names),
        __init__=_init,
        __eq__=_eq,
        __hash__=_hash,
        __repr__=_repr,
        __setattr__=_frozen,
        __delattr__=_frozen,
    )
    made: T = type(cls)(cls.__name__, cls.__bases__, space)
    made.__qualname__ = cls.__qualname__
    return made


def _field(name: str, default: object, annotation: object) -> Field[Any]:
    made: Any = field() if default is MISSING else field(default=default)
    made.name = name
    made.type = annotation
    made._field_type = _FIELD
    return cast("Field[Any]", made)


def _key_of(names: tuple[str, ...]) -> Any:
    if not names:
        return staticmethod(lambda _: ())
    return staticmethod(attrgetter(*names))


def _init(self: Any, *args: object, **named: object) -> None:
    names = self.__slots__
    if len(args) == len(names) and not named:
        for name, value in zip(names, args, strict=True):
            _set(self, name, value)
        return
    if len(args) > len(names):
        raise TypeError(f"{type(self).__name__} takes {len(names)} values, {len(args)} given")
    values = dict(zip(names, args, strict=False))
    for name in named:
        if name not in names or name in values:
            raise TypeError(f"{type(self).__name__} has no field {name}, or it is given twice")
    values.update(named)
    defaults = self._defaults
    for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        values.setdefault(name, default)
    if len(values) != len(names):
        missing = [name for name in names if name not in values]
        raise TypeError(f"{type(self).__name__} misses {', '.join(missing)}")
    for name in names:
        _set(self, name, values[name])


def _eq(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    key = self._key
    return key(self) == key(other)


def _hash(self: Any) -> int:
    return hash((type(self), self._key(self)))


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
    return f"{type(self).__qualname__}({inside})"


def _frozen(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r} of {type(self).__name__}")
