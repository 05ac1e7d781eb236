"""Sets and what completing each brings, and the lists of bonuses."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir.model import EventPattern, RuleDef
from sspdsl.words.english import listed
from sspdsl.words.lists import branch_nodes, lists_in
from sspdsl.words.markdown import Node, bullets, escaped
from sspdsl.words.parts.book import Book


def sets(book: Book) -> Iterator[str]:
    """Every set that is erased or not only a feature: its members, and whether it is erased."""
    program, names = book.program, book.names
    nodes = []
    for number, group in enumerate(program.sets):
        if group.feature is not None and not (group.erases or brought(book, number)):
            continue
        members = []
        if group.feature is None and group.boxes:
            members.append(members_of(book, group.boxes))
        for cell, index in group.cells:
            known = program.cells[cell]
            where = f"{names.member(known, index)} in " if known.size > 1 else ""
            members.append(where + names.cell(cell))
        text = f"**{names.set(number)}**"
        if members:
            text += f": {listed(members)}, complete when all of these are filled"
        if group.erases:
            text += f"{';' if members else ':'} erased when complete"
        elif not members:
            text += ": not erased when complete"
        nodes.append(Node(text, tuple(book.rule(rule, brings=True) for rule in brought(book, number))))
    if nodes:
        yield "## Sets"
        yield ""
        yield "A set is complete when all its boxes are filled. What it brings comes before it is erased."
        yield ""
        yield from bullets(nodes)
        yield ""


def brought(book: Book, number: int) -> list[RuleDef]:
    """The rules of the table that this set alone sets off."""
    return [rule for rule in book.rules("") if rule.event == EventPattern("complete", (number,))]


def members_of(book: Book, boxes: tuple[int, ...]) -> str:
    """The features of a set that joins several, or its boxes."""
    names, program = book.names, book.program
    features = dict.fromkeys(program.boxes[box].feature for box in boxes)
    whole = {box for feature in features for box in program.features[feature].boxes}
    return listed(map(names.feature, features)) if whole == set(boxes) else names.boxes(boxes)


def bonuses(book: Book) -> Iterator[str]:
    """The named lists, with the limits of their entries."""
    found = list(lists_in(book.program))
    if not found:
        return
    yield "## Bonuses"
    yield ""
    for effect in found:
        yield f"### {escaped(effect.about)}"
        yield ""
        yield from bullets(branch_nodes(effect, book.scope))
        yield ""
