"""How a ball moves: the ways, by name, and where none leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sspdsl.ir.model import BanDef, WayDef
from sspdsl.words.conditions import holds
from sspdsl.words.english import listed, plain_name
from sspdsl.words.idioms import off
from sspdsl.words.markdown import Node, bullets, escaped, table
from sspdsl.words.parts.book import Book

GENERAL = (
    "A die moves a ball along one of the ways below to an open box that shows the number of the die; the"
    " ball hits the box and fills it",
    "filling a box goes in this order: mark it, score its stars, do what follows from hitting and from"
    " filling it, then count every set that is now complete, the smallest first",
)
ONE_BALL = (
    "with one ball in play use either die; only if neither gives the ball a move, it is lost",
    "with two balls in play each is moved by its own die, in the order you like; a ball for which its die"
    " gives no move is lost",
)


def moves(book: Book) -> Iterator[str]:
    """The section on moving a ball; nothing for a game without balls."""
    program = book.program
    if not program.balls:
        return
    yield "## Moving a ball"
    yield ""
    yield from bullets(Node(text) for text in (*GENERAL, *ONE_BALL))
    yield ""
    named: dict[str, list[WayDef]] = {}
    for way in program.ways:
        if off(way.guard):
            continue
        named.setdefault(way.name, []).append(way)
    for name, ways in named.items():
        yield f"**{escaped(plain_name(name).capitalize())}**"
        yield ""
        rows = [way for way in merged(ways) if way.steps is None]
        yield from table(("From", "To", "Through", "Only while"), (row(book, way) for way in rows))
        yield from rings(book, [way for way in ways if way.steps is not None])
    bans = [each for each in program.bans if not off(each.guard)]
    if bans:
        yield "**No way leads**"
        yield ""
        yield from bullets(Node(ban(book, each)) for each in merged_bans(bans))
        yield ""


def merged(ways: list[WayDef]) -> list[WayDef]:
    """Ways to equal boxes made one, then those from equal places."""
    by_target: dict[object, WayDef] = {}
    for way in ways:
        key = (way.targets, way.guard, way.through, way.steps)
        old = by_target.get(key)
        by_target[key] = (
            way if old is None else replace(old, sources=tuple(dict.fromkeys((*old.sources, *way.sources))))
        )
    by_source: dict[object, WayDef] = {}
    for way in by_target.values():
        key = (way.sources, way.guard, way.through, way.steps)
        old = by_source.get(key)
        by_source[key] = (
            way if old is None else replace(old, targets=tuple(dict.fromkeys((*old.targets, *way.targets))))
        )
    return list(by_source.values())


def row(book: Book, way: WayDef) -> list[str]:
    names = book.names
    return [
        names.positions(way.sources),
        names.boxes(way.targets, "or"),
        listed(names.feature(each) for each in way.through),
        guard_words(book, way),
    ]


def guard_words(book: Book, way: WayDef | BanDef) -> str:
    if way.guard is None:
        return ""
    return holds(way.guard, book.scope.with_named(0, "die", "the die used"))


def rings(book: Book, ways: list[WayDef]) -> Iterator[str]:
    """Where the die is a distance: for each place, the box that each number leads to."""
    if not ways:
        return
    yield "The die says how many steps the ball goes; the box it comes to need not show that number."
    yield ""
    rows: dict[tuple[tuple[int, ...], str], dict[int, list[str]]] = {}
    for way in ways:
        assert way.steps is not None
        at = rows.setdefault((way.sources, guard_words(book, way)), {})
        at.setdefault(way.steps, []).append(book.names.boxes(way.targets, "or"))
    steps = sorted({step for row in rows.values() for step in row})
    yield from table(
        ("From", *(f"with {step}" for step in steps), "Only while"),
        (
            [
                book.names.positions(sources),
                *(listed(dict.fromkeys(found.get(step, [])), "or") for step in steps),
                guard,
            ]
            for (sources, guard), found in rows.items()
        ),
    )


def merged_bans(bans: list[BanDef]) -> list[BanDef]:
    """Bans on equal places with equal conditions made one."""
    found: dict[object, BanDef] = {}
    for each in bans:
        key = (each.ways, each.targets, each.guard)
        old = found.get(key)
        sources = each.sources if old is None else tuple(dict.fromkeys((*old.sources, *each.sources)))
        found[key] = replace(each, sources=sources)
    return list(found.values())


def ban(book: Book, each: BanDef) -> str:
    ways = f" by {listed((f'*{escaped(plain_name(way))}*' for way in each.ways), 'or')}" if each.ways else ""
    every = len(each.sources) == len(book.program.positions)
    source = "anywhere" if every else book.names.positions(each.sources)
    target = book.names.boxes(each.targets, "or").replace("the whole table", "anywhere", 1)
    guard = f" while {guard_words(book, each)}" if each.guard is not None else ""
    return f"from {source} to {target}{ways}{guard}"
