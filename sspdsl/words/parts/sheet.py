"""The sheet: zones from top to bottom with their features and boxes."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir.model import FeatureDef
from sspdsl.words.conditions import holds
from sspdsl.words.english import listed, plain_name
from sspdsl.words.fold import folded
from sspdsl.words.lifetimes import of_box
from sspdsl.words.markdown import capital, escaped, table
from sspdsl.words.names import faces_of, own_mark
from sspdsl.words.parts.book import Book
from sspdsl.words.values import value

LONG = 200  # Signs of a condition that are read without losing the thread.
HEAD = ("Feature", "Kind", "Colour", "Boxes", "Stars", "Outline", "Marks", "Besides")


def sheet(book: Book) -> Iterator[str]:
    """A table for each zone."""
    program = book.program
    if not program.features:
        return
    yield "## The table"
    yield ""
    yield (
        "Zones stand from top to bottom, the features of a zone from left to right. A box shows the values of"
        " dice that can hit it. A box is open if it is empty and nothing said below keeps it closed."
    )
    yield ""
    several = len(program.boards) > 1
    for board in program.boards:
        if several:
            yield f"### {escaped(capital(board.title or plain_name(board.name)))}"
            yield ""
        if board.turned is not None:
            yield f"This board lies the other way round while {holds(board.turned, book.scope)}."
            yield ""
        here = f" ({escaped(board.title or plain_name(board.name))})"  # Said by the heading already.
        for zone in board.zones:
            yield f"{'####' if several else '###'} {book.names.zone(zone).replace(here, '')}"
            yield ""
            lines = table(HEAD, (row(book, number) for number in program.zones[zone].features))
            yield from (line.replace(here, "") for line in lines)


def row(book: Book, number: int) -> list[str]:
    """What is to be said of a feature."""
    feature = book.program.features[number]
    boxes = [book.program.boxes[box] for box in feature.boxes]
    lines = list(dict.fromkeys(box.line for box in boxes))
    marks = list(dict.fromkeys(of_box(box, book.scope) for box in feature.boxes))
    return [
        f"**{book.names.feature(number)}**",
        escaped(plain_name(feature.kind)),
        " and ".join(escaped(colour) for colour in feature.colours),
        boxes_of(book, feature),
        stars_of(book, feature),
        "/".join(lines),
        "; ".join(marks),
        "; ".join(notes(book, feature)),
    ]


def boxes_of(book: Book, feature: FeatureDef) -> str:
    """The boxes from left to right by their faces, with their names where they have any."""
    out = []
    for number in feature.boxes:
        box = book.program.boxes[number]
        faces = faces_of(box)
        if box.slots:
            written = [value(folded(slot, {0: number}, book.program), book.scope) for slot in box.slots]
            faces = f"{faces} or " * bool(box.faces) + f"the number in {listed(written, 'or')}"
        name = own_mark(box)
        out.append(faces if name is None else f"*{escaped(plain_name(name))}* {faces}")
    return ", ".join(out)


def stars_of(book: Book, feature: FeatureDef) -> str:
    """What the boxes are worth."""
    worths = []
    for number in feature.boxes:
        stars = book.program.boxes[number].stars
        worths.append("0" if stars is None else value(folded(stars, {0: number}, book.program), book.scope))
    if not worths or set(worths) == {"0"}:
        return ""
    if len(set(worths)) == 1:
        return worths[0] if len(worths) == 1 or not worths[0].isdecimal() else f"{worths[0]} each"
    return ", ".join(worths)


def notes(book: Book, feature: FeatureDef) -> Iterator[str]:
    """What else holds of a feature."""
    program, names = book.program, book.names
    boxes = [program.boxes[number] for number in feature.boxes]
    if feature.sequence:
        yield "must be filled from left to right"
    if feature.passed:
        yield "balls pass it and never stop there"
    if feature.reached_by:
        ways = (f"*{escaped(plain_name(way))}*" for way in feature.reached_by)
        yield f"reached only by {listed(ways, 'or')}"
    for hits in feature.hits:
        colours = "every colour" if "any" in hits.colours else listed(map(escaped, hits.colours))
        guard = "" if hits.guard is None else f" while {holds(hits.guard, book.scope)}"
        yield f"shoots at {colours}{guard}"
    if feature.beside:
        yield f"beside {listed(names.feature(each) for each in feature.beside)}"
    if any(box.drains for box in boxes):
        yield "a ball that hits it is lost"
    yield from open_words(book, feature)


def open_words(book: Book, feature: FeatureDef) -> Iterator[str]:
    """When boxes can be hit at all, those alike together."""
    said: dict[str, list[int]] = {}
    for number in feature.boxes:
        box = book.program.boxes[number]
        if box.open is None:
            continue
        scope = book.scope.with_named(0, "box", "the box").with_named(1, "die", "the die")
        words = holds(box.open, scope)
        if len(words) > LONG:  # What the table's constants say of this box alone is shorter.
            words = holds(folded(box.open, {0: number}, book.program), scope)
        if words != "always":
            said.setdefault(words, []).append(number)
    for words, boxes in said.items():
        if len(boxes) == len(feature.boxes):
            yield f"open only while {words}"
        else:
            marks = listed(book.names.box_mark(book.program.boxes[box]) for box in boxes)
            yield f"{marks}: open only while {words}"
