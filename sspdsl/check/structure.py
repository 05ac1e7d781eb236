"""Checks of the whole table, once everything is bound: each takes the model and reports what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sspdsl.check import problems
from sspdsl.check.declare import Sorted
from sspdsl.check.model import Model, Symbol
from sspdsl.check.words import Words
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.ir.terms import Do
from sspdsl.ir.walk import effects_in
from sspdsl.syntax.tree import Node, Token

Check = Callable[[Model, Sorted], Iterator[Diagnostic]]
# Words before `of` that the library itself declares, or that are plain enough to be names.
FREE_WORDS = frozenset({"round", "left", "right", "number", "kind", "place", "size"})


def check_structure(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """What is wrong with a table as a whole."""
    for check in CHECKS:
        yield from check(model, sorted_)


def hidden_words(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """A declared name takes a word of the language away. A game without balls has those words for itself."""
    del sorted_
    if model.kind != "pin":
        return
    given = (set(Words.given_names) | set(Words.property_names)) - FREE_WORDS
    for name in sorted(given & set(model.symbols)):
        for symbol in model.symbols[name]:
            if symbol.kind != "word" and symbol.layer != "library":
                yield problems.hidden_word(name, symbol.span)


def circles_of_actions(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """Actions that do each other in a circle would never end."""
    del sorted_
    calls: dict[int, set[int]] = {}
    for index, action in enumerate(model.actions):
        bodies = [action.body, *(instead.body for instead in action.instead)]
        calls[index] = {e.action for body in bodies for e in effects_in(body) if isinstance(e, Do)}
    symbols = {s.index: s for found in model.symbols.values() for s in found if s.kind == "action"}
    told: set[int] = set()
    for index in calls:
        circle = circle_from(index, calls)
        if circle and not told & set(circle) and index in symbols:
            told.update(circle)
            names = [model.actions[i].name for i in circle]
            yield problems.circle_of_actions(names, symbols[index].span)


def circle_from(start: int, calls: dict[int, set[int]]) -> list[int]:
    """The shortest way from an action back to itself; empty if there is none."""
    came: dict[int, int] = {}
    line = [start]
    for action in line:
        for called in sorted(calls.get(action, ())):
            if called == start:
                way = [action]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return [*reversed(way), start]
            if called not in came:
                came[called] = action
                line.append(called)
    return []


def unused_until_used(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """`until used` without a multiplier that names the cell: it would never end."""
    used = {cell for modifier in model.modifiers for cell in modifier.uses}
    for symbol in cells(model):
        node = symbol.node
        if (
            node is not None
            and symbol.index not in used
            and any(n.kind == "until_used" for n in node.nodes())
        ):
            yield problems.never_used(symbol.name, symbol.span)
    del sorted_


def cells(model: Model) -> Iterator[Symbol]:
    for found in model.symbols.values():
        yield from (s for s in found if s.kind == "cell")


def empty_lists(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """A bonus list without an entry."""
    del model
    for node, _ in sorted_.of("bonuses"):
        token, options = node.parts[0], node.parts[2]
        if isinstance(token, Token) and isinstance(options, Node) and not any(True for _ in options.nodes()):
            yield problems.empty_list(token.text, token.span)


def repeated_labels(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """Two spaces of a track with one label."""
    del model
    for node, _ in sorted_.of("track"):
        seen: dict[str, Token] = {}
        values = node.parts[3]
        for value in values.nodes() if isinstance(values, Node) else ():
            label = value.parts[0]
            if isinstance(label, Token):
                if label.text in seen:
                    yield problems.duplicate_name(label.text, label.span, seen[label.text].span)
                seen.setdefault(label.text, label)


def places_without_boxes(model: Model, sorted_: Sorted) -> Iterator[Diagnostic]:
    """A feature that a ball should stop on, but that has no box."""
    del sorted_
    for feature in model.features:
        if (
            not feature.boxes
            and not feature.passed
            and feature.line != "never"
            and feature.kind in model.kinds
        ):
            yield problems.no_faces(feature.name, feature.span)


CHECKS: tuple[Check, ...] = (
    hidden_words,
    circles_of_actions,
    unused_until_used,
    empty_lists,
    repeated_labels,
    places_without_boxes,
)
