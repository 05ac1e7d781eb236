"""Indicators, counters and tracks: what is kept and never asked, asked and never kept."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.text import Text, child, is_number, said, tokens, warn, without
from sspdsl.syntax.tree import Node, Token

CELLS = ("indicator", "counter", "track", "slot")
# What an effect changes, by the number of the part that names it; whatever else names it reads it.
WRITES = {"change": 0, "mark": 0, "erase": 0, "add": 1, "take": 1, "roll": 0}


def find_cells_nobody_reads(text: Text) -> list[Diagnostic]:
    """SSP631: an indicator or counter of a file that its rules set and nothing reads but tests."""
    return [
        warn(
            "SSP631",
            name.span,
            f"`{name.text}` is set and never read",
            f"a {kind} that changes nothing else",
            "ask for it somewhere, or leave it out",
        )
        for name, kind, written, read in cells(text)
        if written and not read
    ]


def find_cells_nobody_sets(text: Text) -> list[Diagnostic]:
    """SSP632: an indicator or counter that rules read and nothing ever sets."""
    return [
        warn(
            "SSP632",
            name.span,
            f"`{name.text}` is read and never set",
            f"a {kind} that stays as it begins",
            "set it somewhere, or leave it out",
        )
        for name, kind, written, read in cells(text)
        if read and not written
    ]


def cells(text: Text) -> list[tuple[Token, str, bool, bool]]:
    """The cells that this pin declares: name, kind, whether something writes it, whether something reads it.

    A name that anything else of this pin bears too is left out, and so is one of a library, which
    is there for others to set.
    """
    if text.model is None:
        return []
    mine = [(tokens(node)[0], node.kind) for node in text.of(*CELLS) if tokens(node)]
    if not mine:
        return []
    written, read = uses(text)
    found = []
    for name, kind in mine:
        symbols = text.model.symbols.get(name.text, [])
        if len(symbols) == 1 and symbols[0].layer == "pin" and symbols[0].kind == "cell":
            found.append((name, kind, name.text in written, name.text in read))
    return found


def uses(text: Text) -> tuple[set[str], set[str]]:
    """Names that effects outside of tests write, and names that anything else outside of tests names.

    Entries of bonus lists light the indicator of their name, so they count as both.
    """
    assert text.model is not None
    written: set[str] = set()
    read: set[str] = set()
    stack = [text.kinds[kind][0] for kind in ("pin", "game", "library", "book") if kind in text.kinds]
    while stack:
        node = stack.pop()
        if node.kind == "test":
            continue
        target = WRITES.get(node.kind)
        if node.kind == "give":
            target = 2
        for number, part in enumerate(node.parts):
            if not isinstance(part, Node):
                continue
            if number == target:
                for path in paths(part):
                    names = [token.text for token in path.parts if isinstance(token, Token)]
                    written.update(names)
                # `streak of ball`: what stands behind `of` is read.
                stack.extend(each for each in behind_of(part))
            else:
                stack.append(part)
        if node.kind in ("path", "subject"):
            read.update(token.text for token in node.parts if isinstance(token, Token))
        if node.kind == "bonus":
            names = [token.text for token in tokens(node)[:1]]
            written.update(names)
            read.update(names)
    return written, read


def paths(part: Node) -> list[Node]:
    """The paths that a place to write names, without those behind `of`."""
    if part.kind == "path":
        return [part]
    if part.kind == "of":
        return paths(part.parts[0]) if isinstance(part.parts[0], Node) else []
    return [path for each in part.nodes() for path in paths(each)]


def behind_of(part: Node) -> list[Node]:
    if part.kind == "of":
        return [each for each in part.parts[1:] if isinstance(each, Node)]
    return [found for each in part.nodes() for found in behind_of(each)]


def find_cells_of_one_value(text: Text) -> list[Diagnostic]:
    """SSP633: a counter or track that has one value."""
    found = []
    for node in text.of("counter"):
        ends = [part for part in node.parts if isinstance(part, Token) and part.kind == "INT"][:2]
        if len(ends) == 2 and ends[0].text == ends[1].text:
            message = f"`{said(node.parts[0])}` can only be {ends[0].text}"
            found.append(warn("SSP633", ends[1].span, message, "it begins and ends here"))
    return found


def find_idle_starts(text: Text) -> list[Diagnostic]:
    """SSP634: `starts` with the number at which a counter begins anyhow."""
    found = []
    for node in text.of("counter"):
        starts = child(node, "starts")
        low = next((part for part in node.parts[2:] if isinstance(part, Token) and part.kind == "INT"), None)
        if starts is None or low is None or not is_number(starts.parts[0], int(low.text)):
            continue
        fix = without(starts.span, "leave it out")
        message = f"`{said(node.parts[0])}` starts at {low.text} anyhow"
        found.append(warn("SSP634", starts.span, message, "the lowest number is the first", fix=fix))
    return found
