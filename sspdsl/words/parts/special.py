"""Modifiers, abilities, rules on events and procedures: of the table, or of one library."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir import terms as t
from sspdsl.ir.model import AbilityDef, ModifierDef
from sspdsl.plain import plain
from sspdsl.words.conditions import holds
from sspdsl.words.domains import one
from sspdsl.words.effects import body_nodes, under
from sspdsl.words.english import listed, plain_name
from sspdsl.words.idioms import conjuncts, joined, off
from sspdsl.words.lifetimes import of_cell
from sspdsl.words.markdown import Node, bullets, escaped
from sspdsl.words.parts.book import Book
from sspdsl.words.values import value


def modifiers(book: Book, library: str) -> Iterator[str]:
    rows = [each for each in book.program.modifiers if not off(each.guard)]
    found = [each for each in rows if book.library(each.place) == library]
    yield from bullets(Node(modifier(book, each)) for each in found)


def modifier(book: Book, each: ModifierDef) -> str:
    """What is multiplied, by how much, how long."""
    names = book.names
    sources = [names.boxes(each.boxes)] if each.boxes else []
    sources += [f"completing {names.set(award)}" for award in each.awards if _says_more(book, award, each)]
    if each.all:
        what = "all stars" + (f" but those for {listed(sources)}" if sources else "")
    else:
        what = f"stars for {listed(sources)}"
    guard = "" if each.guard is None else f" while {holds(each.guard, book.scope)}"
    used = "" if not each.uses else f"; once used, {listed(map(names.cell, each.uses))} is erased"
    return f"{what} are multiplied by {value(each.factor, book.scope)}{guard}{used}"


def _says_more(book: Book, award: int, each: ModifierDef) -> bool:
    """Whether the boxes of the set are not already among the sources."""
    return not set(book.program.sets[award].boxes) <= set(each.boxes) or not each.boxes


def abilities(book: Book, library: str) -> Iterator[str]:
    rows = [each for each in book.program.abilities if not off(each.guard)]
    found = [each for each in rows if book.library(each.place) == library]
    yield from bullets(ability(book, each) for each in found)


def ability(book: Book, each: AbilityDef) -> Node:
    """When it can be used, what is chosen, what it does."""
    window = book.program.windows[each.window]
    when = (
        "while your ball waits to be moved"
        if window.name == "acting"
        else f"in *{book.names.window(each.window)}*"
    )
    scope = book.scope
    limits = []
    nouns = []
    for binder in each.params:
        kept, used = _without_use(binder, book)
        limits += used
        nouns.append(one(kept, scope))
        scope = scope.with_binder(binder)
    guards = []
    for part in conjuncts(each.guard):
        use = _use(part, book)
        if use:
            limits.append(use)
        else:
            guards.append(part)
    guard = joined(tuple(guards))
    if guard is not None:
        when += f", if {holds(guard, book.scope)}"
    if limits:
        when += f" ({'; '.join(dict.fromkeys(limits))})"
    title = f"**{escaped(each.title or plain_name(each.name))}**"
    lead = (
        f"{title}: {when}, you may choose {listed(nouns)}" if nouns else f"{title}: {when}, you may do this"
    )
    nodes = list(body_nodes(each.body, scope))
    if each.keeping:
        nodes.append(
            Node(
                "this may only be done if a die so changed then has a move that does not lose its ball,"
                " and then it must be used for such a move"
            )
        )
    return under(lead, tuple(nodes))


def _without_use(binder: t.Binder, book: Book) -> tuple[t.Binder, list[str]]:
    """The binder without the box that counts uses, and the limit which that box stands for."""
    parts = conjuncts(binder.where)
    used = [use for part in parts if (use := _use(part, book))]
    kept = joined(tuple(part for part in parts if not _use(part, book)))
    return t.Binder(binder.slot, binder.domain, kept, binder.kind), used


def _use(part: t.Expr, book: Book) -> str:
    """The limit that a condition on the box for uses means."""
    match part:
        case t.Op("not", (t.Cell(cell, index),)) if book.program.cells[cell].role == "used":
            known = book.program.cells[cell]
            if index is not None:
                return (
                    "once for each die"
                    if known.members and known.size == book.program.dice
                    else "once for each"
                )
            if known.line == "until":
                return "once a turn"
            return (
                f"once; again possible {of_cell(cell, book.scope)}"
                if of_cell(cell, book.scope)
                else "once a game"
            )
    return ""


def rules(book: Book, library: str) -> Iterator[str]:
    found = book.rules(library)
    if not library:  # What a single set brings stands with the sets.
        found = [rule for rule in found if rule.event.kind != "complete" or len(rule.event.subjects) > 1]
    yield from bullets(book.rule(rule) for rule in found)


def procedures(book: Book, library: str) -> Iterator[str]:
    yield from bullets(book.actions(library))


__all__ = ["abilities", "modifiers", "plain", "procedures", "rules"]
