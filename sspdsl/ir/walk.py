"""Walks through terms: every effect of a body, every expression of a term, the cells it reads.

Iterative, so that a term as deep as a hostile text can make it does not overflow the stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import get_args

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Binder, Body, Branch, Cell, Effect, Expr, Span, Values

EFFECTS: tuple[type, ...] = get_args(Effect)
EXPRESSIONS: tuple[type, ...] = get_args(Expr)
TERMS: tuple[type, ...] = (*EFFECTS, *EXPRESSIONS, Binder, Branch, Span, Values)
FIELDS: dict[type, tuple[str, ...]] = {kind: tuple(f.name for f in fields(kind)) for kind in TERMS}


def terms_in(*roots: object) -> Iterator[object]:
    """Every term below these terms, bodies or None, themselves included, in reading order."""
    stack: list[object] = list(reversed(roots))
    while stack:
        term = stack.pop()
        if isinstance(term, tuple):
            stack.extend(reversed(term))
            continue
        names = FIELDS.get(type(term))
        if names is None:
            continue
        yield term
        stack.extend(getattr(term, name) for name in reversed(names))


def effects_in(body: Body) -> Iterator[Effect]:
    """Every effect of a body and of the bodies inside it; not those of the actions it does."""
    for term in terms_in(body):
        if isinstance(term, EFFECTS):
            yield term  # type: ignore[misc]


def cells_in(*roots: object) -> frozenset[int]:
    """The cells that are read in these terms."""
    return frozenset(term.cell for term in terms_in(*roots) if isinstance(term, Cell))


def bodies_of(program: Program) -> Iterator[tuple[str, Body]]:
    """Every body of a program with a name for it: `rule tilt_check`, `action tilt`, `step move`."""
    for number, rule in enumerate(program.rules):
        yield f"rule {rule.name or number}", rule.body
    for action in program.actions:
        yield f"action {action.name}", action.body
        for instead in action.instead:
            yield f"instead of {action.name}", instead.body
    for ability in program.abilities:
        yield f"ability {ability.name}", ability.body
    for step in program.steps:
        yield f"step {step.name}", step.body


def slots_of(*roots: object) -> int:
    """How many local variables these terms need: one more than the highest slot they name."""
    return 1 + max((term.slot for term in terms_in(*roots) if hasattr(term, "slot")), default=-1)
