"""What replaces what, noted while clauses are put together, for `ssp explain --overrides`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from sspdsl.check.model import Context, Model, Overridden
from sspdsl.syntax.tree import Node

Item = tuple[Node, Context]
Slot = Callable[[Node], str]


def note_replaced(model: Model, kind: str, name: str, chain: list[Item]) -> None:
    """A clause and those that stand in its place, the weakest first."""
    for weak, strong in pairwise(chain):
        _note(model, Overridden(kind, name, "", (_stands(strong),), (_stands(weak),)))


def note_merged(model: Model, kind: str, name: str, strong: list[Item], weak: list[Item], slot: Slot) -> None:
    """The attributes (or clauses) of a block that stand in place of weaker ones of the same slot."""
    old: dict[str, list[Item]] = {}
    for item in weak:
        old.setdefault(slot(item[0]), []).append(item)
    new: dict[str, list[Item]] = {}
    for item in strong:
        new.setdefault(slot(item[0]), []).append(item)
    for part, items in new.items():
        if part in old:
            strong_ones, weak_ones = (tuple(_stands(each) for each in side) for side in (items, old[part]))
            _note(model, Overridden(kind, name, part, strong_ones, weak_ones))


def note_instead(model: Model, name: str, instead: Item, action: Item | None) -> None:
    """An `instead of`, and the action in whose place it runs while its condition holds."""
    weak = () if action is None else (_stands(action),)
    condition = instead[0].parts[1] is not None or bool(instead[1].modes)
    _note(model, Overridden("action", name, "", (_stands(instead),), weak, condition))


def _stands(item: Item) -> tuple[Node, str]:
    node, context = item
    return node, context.layer


def _note(model: Model, found: Overridden) -> None:
    """Once, though the clauses of a kind are put together for each of its features."""
    strong, weak = found.strong[0][0].span, found.weak[0][0].span if found.weak else None
    key = (found.name, found.part, strong.source.name, strong.start, weak and (weak.source.name, weak.start))
    model.overridden.setdefault(key, found)
