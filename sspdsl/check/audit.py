"""Exceptions made visible: which clause, option or attribute stands in place of which, weakest last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.check.load import FindLibrary
from sspdsl.check.model import Model, Overridden
from sspdsl.check.notes import expand
from sspdsl.check.table import check_source
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node, Token

CLAUSES = (
    "setting",
    "option",
    "rule",
    "instead",
    "action",
    "ability",
    "bonuses",
    "define",
    "way",
    "turn",
    "feature",
)
READINGS = "std.readings."
BOOKS = "std.books"


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of text and where it stands: `by` is the pin, a book, a reading or a library."""

    words: str
    by: str
    file: str
    line: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts, in pieces, and over what, the strongest first. `some`: only while a condition holds."""

    part: str
    pieces: tuple[Written, ...]
    over: tuple[tuple[Written, ...], ...]
    some: bool


@dataclass(frozen=True, slots=True)
class Audited:
    """One thing of the table of which something is overridden: `kind flipper`, `option rounds`."""

    name: str
    entries: tuple[Standing, ...]


def audit_source(
    source: Source, find: FindLibrary | None = None
) -> tuple[tuple[Audited, ...] | None, tuple[Diagnostic, ...]]:
    """All that is overridden in a pin, by name; None if the text holds no pin."""
    model, diagnostics = check_source(source, find)
    return (None if model is None else audit(model)), diagnostics


def audit(model: Model) -> tuple[Audited, ...]:
    """Options first, then everything else in the order of the names."""
    things: dict[str, list[Standing]] = {}
    for name, standing in options(model):
        things.setdefault(name, []).append(standing)
    for found in replacements(model):
        name = f"{found.kind} {found.name}" if found.kind != "turn" else "turn"
        things.setdefault(name, []).append(standing_of(found, model))
    order = sorted(things, key=lambda name: (not name.startswith("option "), name))
    return tuple(Audited(name, tuple(chained(things[name]))) for name in order)


def replacements(model: Model) -> Iterator[Overridden]:
    """Not what a kind of a library says against another of the same library: that is how it is made."""
    for found in model.overridden.values():
        sources = {node.span.source.name for node, _ in (*found.strong, *found.weak)}
        layers = {layer for _, layer in (*found.strong, *found.weak)}
        if found.part and layers == {"library"} and len(sources) == 1:
            continue
        yield found


def options(model: Model) -> Iterator[tuple[str, Standing]]:
    """Options with more than one value given; the last one counts."""
    given: dict[str, list[Written]] = {}
    for name, node, layer in model.settings:
        given.setdefault(name, []).append(written(node, layer, model))
    for name, values in given.items():
        if len(values) > 1:
            *over, last = values
            yield f"option {name}", Standing("", (last,), tuple((each,) for each in reversed(over)), False)


def standing_of(found: Overridden, model: Model) -> Standing:
    pieces, weak = (
        tuple(written(node, layer, model) for node, layer in side) for side in (found.strong, found.weak)
    )
    return Standing(found.part.replace("_", " "), pieces, (weak,) if weak else (), found.some)


def chained(standings: list[Standing]) -> Iterator[Standing]:
    """One over another that is over a third is one chain."""
    left = list(standings)
    while left:
        first = left.pop()
        over = list(first.over)
        while over:
            below = next((each for each in left if each.pieces == over[-1] and each.part == first.part), None)
            if below is None:
                break
            left.remove(below)
            over += below.over
        yield Standing(first.part, first.pieces, tuple(over), first.some)


# ---------------------------------------------------------------- what is written


def written(node: Node, layer: str, model: Model) -> Written:
    span = node.span
    file = span.source.name.replace("\\", "/").rsplit("/", 1)[-1]
    return Written(words_of(node), said_by(span.source.name, layer, model), file, span.line, cites_of(node))


def said_by(name: str, layer: str, model: Model) -> str:
    """The pin, the edition, a reading, or a library."""
    if layer == "pin":
        return "the pin"
    if layer == "book":
        return f"book {model.book}".rstrip()
    if name.startswith(READINGS):
        return f"reading {name.removeprefix(READINGS)}"
    return name if name.startswith("std.") else "a library"


def words_of(node: Node) -> str:
    """The first words of a clause, up to its block; of a setting what it says."""
    text = node.span.text.split("\n", 1)[0]
    for stop in (" {", " cite ", " assumed "):
        text = text.split(stop, 1)[0]
    return " ".join(text.split())


def notes_above(node: Node) -> list[Node]:
    """The notes of the innermost clause that an attribute is part of."""
    tree, _ = parse(node.span.source)
    found: list[Node] = []
    at: Node | None = tree
    while at is not None:
        notes = [part for part in at.nodes() if part.kind in ("notes", "cite", "assumed")]
        found = notes if at.kind in ("attributes", "feature") else found
        inside = (part for part in at.nodes() if part.span.start <= node.span.start < part.span.end)
        at = next(inside, None) if at.kind != node.kind else None
    return found


def cites_of(node: Node) -> tuple[str, ...]:
    """The rules that a clause cites, and those cited inside it."""
    found: list[str] = []
    stack = [node]
    if node.kind not in CLAUSES:
        # An attribute cites what the line does that it stands on.
        stack += notes_above(node)
    while stack:
        at = stack.pop()
        if at.kind == "cite":
            found += [rule for part in at.parts if isinstance(part, Token) for rule in expand(part.text)]
        stack.extend(reversed(list(at.nodes())))
    return tuple(dict.fromkeys(found))
