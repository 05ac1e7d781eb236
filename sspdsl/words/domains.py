"""What a choice or a count ranges over: `a number from 1 to 6 that is not marked`, `boxes of Duckies`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sspdsl.ir import terms as t
from sspdsl.words.english import article, listed, plural, spans
from sspdsl.words.idioms import conjuncts, joined
from sspdsl.words.scope import Scope
from sspdsl.words.values import kind_of, thing, value


def one(binder: t.Binder, scope: Scope) -> str:
    """One member: `a die that has not been used`."""
    if binder.kind == "player":
        return _player(binder, scope, False)
    return with_where(DOMAINS[type(binder.domain)](binder.domain, binder.kind, scope, False), binder, scope)


def several(binder: t.Binder, scope: Scope) -> str:
    """All members: `boxes of Duckies that are not filled`."""
    if binder.kind == "player":
        return _player(binder, scope, True)
    noun = DOMAINS[type(binder.domain)](binder.domain, binder.kind, scope, True)
    return with_where(noun, binder, scope, many=True)


def every(binder: t.Binder, scope: Scope) -> str:
    """Each member, for loops: `each number from 1 to 6`."""
    noun = one(binder, scope)
    if noun.startswith("another "):
        return "each other " + noun.removeprefix("another ")
    for start in ("an ", "a "):
        if noun.startswith(start):
            return "each " + noun[len(start) :]
    if binder.kind == "player":
        return noun
    return noun.replace("one of ", "each of ", 1) if noun.startswith("one of ") else f"each of {noun}"


def _player(binder: t.Binder, scope: Scope, many: bool) -> str:
    """A player of this game, another player, or the one who is meant."""
    var = t.Var(binder.slot)
    rest = []
    other = False
    for part in conjuncts(binder.where):
        match part:
            case t.Op("<", (same, t.Players())) if same == var:
                continue
            case t.Op("is_not", (same, t.Me())) if same == var:
                other = True
            case t.Op("is", (same, known)) if same == var and not many:
                return value(known, scope, "player")
            case _:
                rest.append(part)
    noun = ("other players" if other else "players") if many else "another player" if other else "a player"
    return with_where(noun, t.Binder(binder.slot, binder.domain, joined(tuple(rest)), "player"), scope, many)


def with_where(noun: str, binder: t.Binder, scope: Scope, many: bool = False) -> str:
    """The noun with the condition of the binder behind it."""
    from sspdsl.words.conditions import holds

    if binder.where is None:
        return noun
    inner = scope.with_binder(binder)
    called = inner.named(binder.slot).text
    condition = holds(binder.where, inner)
    if condition.startswith(called + " ") and not many:
        return f"{noun} that {condition[len(called) + 1 :]}"
    return f"{noun} ({condition})" if many else f"{noun} for which {condition}"


def next_of(binder: t.Binder, scope: Scope) -> str:
    """The first member that fits: `the next empty box of Feat of Strength`."""
    noun = DOMAINS[type(binder.domain)](binder.domain, binder.kind, scope, True)
    var = t.Var(binder.slot)
    if binder.where == t.Op("not", (t.Filled(var),)):
        return f"the next empty one of {_boxes(binder.domain, scope)}"
    if binder.where in (t.Opened(var), t.Op("and", (t.Opened(var),))):
        return f"the next open one of {_boxes(binder.domain, scope)}"
    where = with_where(noun, binder, scope)
    return f"the first of the {where}" if binder.where is not None else f"the first of {noun}"


def _boxes(domain: t.Domain, scope: Scope) -> str:
    return scope.names.boxes(domain.values) if isinstance(domain, t.Values) else "the boxes"


def _values(domain: t.Values, kind: str, scope: Scope, many: bool) -> str:
    values, program = domain.values, scope.names.program
    noun = scope.noun(kind)
    if kind == "number":
        return f"{'numbers' if many else 'a number'} {_from(values)}"
    if kind == "box":
        if len(values) == len(program.boxes):
            return "boxes" if many else "a box"
        where = scope.names.boxes(values)
        return (
            (where if len(values) == 1 else f"boxes of {where}")
            if many
            else scope.names.groups.one_of(values)
        )
    wholes = {"die": program.dice, "ball": program.balls}
    if kind.startswith("word:"):
        wholes[kind] = len(program.domains[int(kind[5:])].words)
    if set(values) == set(range(wholes.get(kind, -1))):
        return plural(noun) if many else article(noun)
    if kind == "feature":
        alike = features_of_a_kind(values, scope)
        if alike:
            return plural(alike) if many else article(alike)
    if kind == "position":
        found = scope.names.positions(values)
        return found
    names = [thing(each, kind, scope) for each in values]
    if len(names) == 1:
        return names[0]
    return listed(names) if many else f"one of {listed(names, 'or')}"


def features_of_a_kind(values: tuple[int, ...], scope: Scope) -> str:
    """The kind of which these are all the features, or ""."""
    program = scope.names.program
    for kind in sorted({kind for feature in program.features for kind in feature.kinds}):
        if {n for n, f in enumerate(program.features) if kind in f.kinds} == set(values):
            return scope.noun(kind)
    return ""


def _from(values: tuple[int, ...]) -> str:
    return f"from {spans(values)}" if spans(values).find(" to ") > 0 else f"({spans(values)})"


def _span(domain: t.Span, kind: str, scope: Scope, many: bool) -> str:
    if kind == "player" and domain == t.Span(t.Num(0), t.Op("-", (t.Players(), t.Num(1)))):
        return "players" if many else "a player"
    noun = scope.noun(kind)
    low, high = (value(each, scope, kind_of(each, scope)) for each in (domain.low, domain.high))
    return f"{plural(noun) if many else article(noun)} from {low} to {high}"


DOMAINS: Mapping[type, Callable[[Any, str, Scope, bool], str]] = MappingProxyType(
    {t.Values: _values, t.Span: _span}
)
