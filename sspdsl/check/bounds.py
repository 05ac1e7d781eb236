"""How much work a clause stands for, as far as its text tells: options, members looked at, steps.

Nobody can choose from a million options, and a loop in a loop in a loop is soon more than any game
has time for. What is known only in play is bounded there (docs/semantics.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from sspdsl.check import problems
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.ir.terms import (
    Binder,
    Body,
    Count,
    Domain,
    Each,
    Effect,
    First,
    If,
    Num,
    Repeat,
    RepeatUntil,
    Values,
)
from sspdsl.ir.walk import FIELDS
from sspdsl.source import Span

MOST_OPTIONS = 10_000
MOST_LOOKS = 1_000_000
MOST_STEPS = 100_000


def options_problem(binders: tuple[Binder, ...], span: Span) -> Iterator[Diagnostic]:
    """Ways to bind these variables that are too many to choose from, or to look at.

    What a condition leaves of a list is known only in play.
    """
    ways = prod(size_of(binder.domain) for binder in binders if binder.where is None)
    if ways > MOST_OPTIONS:
        yield problems.too_much("options", ways, MOST_OPTIONS, span)
    elif looks_of(binders) > MOST_LOOKS >= max(map(looks_in, [each.where for each in binders])):
        yield problems.too_much("members to look at", looks_of(binders), MOST_LOOKS, span)


def looks_problem(binder: Binder, span: Span) -> Iterator[Diagnostic]:
    """Too many members to look at; told of the innermost list that makes them so many."""
    looks = looks_of((binder,))
    if looks > MOST_LOOKS >= looks_in(binder.where):
        yield problems.too_much("members to look at", looks, MOST_LOOKS, span)


def steps_problem(loop: Each | Repeat, span: Span) -> Iterator[Diagnostic]:
    """Too many steps of a loop; told of the innermost that makes them so many."""
    steps = steps_of(loop)
    if steps > MOST_STEPS >= steps_in(loop.body):
        yield problems.too_much("steps", steps, MOST_STEPS, span)
    elif isinstance(loop, Each) and steps <= MOST_STEPS:
        yield from looks_problem(loop.binder, span)


def size_of(domain: Domain) -> int:
    """How many members a domain has; 1 if that is known only in play."""
    if isinstance(domain, Values):
        return len(domain.values)
    if isinstance(domain.low, Num) and isinstance(domain.high, Num):
        return max(0, domain.high.value - domain.low.value + 1)
    return 1


def looks_of(binders: tuple[Binder, ...]) -> int:
    """How many members are looked at to find all ways to bind these."""
    inner = 0
    for binder in reversed(binders):
        inner = size_of(binder.domain) * (1 + looks_in(binder.where) + inner)
    return inner


def looks_in(term: object) -> int:
    """How many members are looked at to work out a term once."""
    if isinstance(term, (Count, First)):
        return looks_of((term.binder,))
    if isinstance(term, tuple):
        return sum(map(looks_in, term))
    return sum(looks_in(getattr(term, name)) for name in FIELDS.get(type(term), ()))


def steps_in(body: Body) -> int:
    """How many steps these effects are, those of the actions they do not counted."""
    return sum(map(steps_of, body))


def steps_of(effect: Effect) -> int:
    """How many steps an effect is. What a choice or draw leads to begins anew; of branches, the longest."""
    if isinstance(effect, Each):
        return size_of(effect.binder.domain) * steps_in(effect.body)
    if isinstance(effect, Repeat):
        times = effect.times.value if isinstance(effect.times, Num) else 1
        return max(0, times) * steps_in(effect.body)
    if isinstance(effect, RepeatUntil):
        return 1 + steps_in(effect.body)
    if isinstance(effect, If):
        return 1 + max(steps_in(effect.then), steps_in(effect.other))
    return 1


def range_problem(low: int, high: int, span: Span) -> Iterator[Diagnostic]:
    """A range of which chance is to pick one, too long to list."""
    found = high - low + 1
    if found > MOST_OPTIONS:
        yield problems.too_much("options", found, MOST_OPTIONS, span)
