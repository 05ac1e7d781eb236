"""The whole text: its sections in the order in which a player needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from sspdsl.ir.model import Program
from sspdsl.words.english import plain_name
from sspdsl.words.markdown import escaped
from sspdsl.words.parts import examples, marks, moves, sets, sheet, special, turn
from sspdsl.words.parts.book import Book

LIBRARIES = (
    "Rules that this table has in common with others, each under the library that says it. Where the table"
    " says otherwise above, that counts."
)


def rules_text(
    program: Program, tests: str = "cited", pictures: Mapping[int, str] = MappingProxyType({})
) -> str:
    """The rules of a program as Markdown. Equal programs give equal text.

    `tests` says which of its tests are told as examples: `cited` those that cite an example of a rulebook
    (or else the first few), `all`, or `none`. `pictures` links tests, by their number, to pictures.
    """
    book = Book(program)
    lines = [
        *turn.heading(book),
        *turn.setup(book),
        *sheet.sheet(book),
        *turn.turn(book),
        *moves.moves(book),
        *sets.sets(book),
        *_headed("## What happens when", special.rules(book, "")),
        *sets.bonuses(book),
        *_headed("## Procedures", special.procedures(book, "")),
        *_headed("## Abilities", special.abilities(book, "")),
        *_headed("## What is multiplied", special.modifiers(book, "")),
        *_headed("## Tracks, counters and indicators", marks.marks(book, "")),
        *marks.word_lists(book),
        *_libraries(book),
        *turn.winning(book),
        *turn.achievements(book),
        *examples.examples(book, tests, pictures),
        *turn.assumed(book),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _headed(heading: str, lines: Iterator[str]) -> Iterator[str]:
    """Lines under a heading, or nothing if there are none."""
    found = list(lines)
    if found:
        yield heading
        yield ""
        yield from found
        if found[-1]:
            yield ""


PARTS: tuple[Callable[[Book, str], Iterator[str]], ...] = (
    special.rules,
    special.abilities,
    special.modifiers,
    special.procedures,
    marks.marks,
)


def _libraries(book: Book) -> Iterator[str]:
    libraries = book.libraries()
    if not libraries:
        return
    yield "## Common rules"
    yield ""
    yield LIBRARIES
    yield ""
    for library in libraries:
        found: list[str] = []
        for part in PARTS:
            lines = list(part(book, library))
            if lines:
                found += [*lines, ""] if lines[-1] else lines
        if found:
            title = plain_name(library.rpartition(".")[2]).capitalize()
            yield f"### {escaped(title)} (`{library}`)"
            yield ""
            yield from found
