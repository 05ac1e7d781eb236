"""Tracks, counters, indicators and slots: what the sheet has besides boxes."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir.model import CellDef
from sspdsl.words.english import count, listed, plain_name
from sspdsl.words.lifetimes import of_cell
from sspdsl.words.markdown import Node, bullets, escaped, table
from sspdsl.words.names import Names
from sspdsl.words.parts.book import Book
from sspdsl.words.values import thing

HEAD = ("Name", "What it is", "Values", "At first", "Whose", "Goes back")


def marks(book: Book, library: str) -> Iterator[str]:
    """The cells that a library or the table declares."""
    cells = [
        number
        for number, cell in enumerate(book.program.cells)
        if not cell.role and book.library(cell.place) == library
    ]
    yield from table(HEAD, (row(book, number) for number in cells))


def row(book: Book, number: int) -> list[str]:
    cell = book.program.cells[number]
    kind = cell.form
    if number in book.kinds.members:
        kind += f" for each {_member_kind(book, number)}"
    elif cell.size > 1:
        kind += f" for each of {members(book.names, cell)}"
    marked = cell.form == "indicator"
    first = (
        "" if marked and not cell.first else "marked" if marked else book.names.cell_word(cell, cell.first)
    )
    return [
        f"**{book.names.cell(number).strip('*')}**",
        kind,
        "" if marked else values(book, cell),
        first,
        "all players" if cell.shared else "",
        of_cell(number, book.scope),
    ]


def _member_kind(book: Book, number: int) -> str:
    """What there is one mark for each of: `ball`, or the features by name."""
    kind, cell = book.kinds.members[number], book.program.cells[number]
    if kind not in ("feature", "box"):
        return kind
    features, boxes = book.program.features, book.program.boxes
    rows = [each.name for each in features] if kind == "feature" else [each.name for each in boxes]
    named = [at for at, name in enumerate(rows) if name in cell.members]
    shown = [book.names.feature(at) if kind == "feature" else book.names.box(at) for at in named]
    return f"of {listed(shown)}" if shown else kind


def values(book: Book, cell: CellDef) -> str:
    """What can stand there; of a track, with the stars of its spaces if it has any."""
    if cell.form == "tally":
        return "any number"
    stars = {fact.name: fact for fact in book.program.facts}.get(f"values of {cell.name}")
    if cell.words is None and cell.name not in book.names.spaces:
        return f"{cell.low} to {cell.high}"
    out = []
    for number in range(cell.low, cell.high + 1):
        word = book.names.cell_word(cell, number)
        at = number - stars.low if stars is not None else -1
        worth = (
            f" ({count(stars.values[at], 'star')})"
            if stars is not None and 0 <= at < len(stars.values)
            else ""
        )
        out.append(word + worth)
    return ", ".join(out)


def members(names: Names, cell: CellDef) -> str:
    domain = names.domain_of_members(cell)
    if domain is not None:
        return f"the list *{names.domain(domain)}*"
    shown = [names.member(cell, cell.index_low + at) for at in range(cell.size)]
    numbers = [name for name in shown if name.isdecimal()]
    if len(numbers) == len(shown) > 2:
        return f"{shown[0]} to {shown[-1]}"
    return listed(shown)


def word_lists(book: Book) -> Iterator[str]:
    """The author's lists of words, and the constant tables beside them."""
    program, names = book.program, book.names
    nodes = []
    hidden = ("words of ", "spaces of ")
    for number, domain in enumerate(program.domains):
        if not domain.name.startswith(hidden):
            words = (names.word(number, at) for at in range(len(domain.words)))
            nodes.append(Node(f"**{names.domain(number)}**: {', '.join(words)}"))
    for number, fact in enumerate(program.facts):
        if not _made(fact.name):
            kind = book.kinds.indices.get(number, "value")
            held = book.kinds.facts.get(number, "value")
            pairs = [
                (thing(fact.low + at, kind, book.scope), thing(entry, held, book.scope))
                for at, entry in enumerate(fact.values)
            ]
            told = [(who, entry) for who, entry in pairs if entry not in ("0", "none")]
            if len(told) * 2 > len(pairs):
                told = pairs
            shown = ", ".join(f"{who}: {entry}" for who, entry in told)
            shown += "" if len(told) == len(pairs) else ", the others: 0"
            nodes.append(Node(f"*{escaped(plain_name(fact.name))}* for each: {shown}"))
    if nodes:
        yield "## Lists"
        yield ""
        yield from bullets(nodes)
        yield ""


def _made(name: str) -> bool:
    return " " in name
