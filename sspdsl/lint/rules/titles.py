"""What players and readers see: titles, names, colours, comments."""

from __future__ import annotations

import re

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, child, replaced, said, tokens, warn
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Token

TITLED = (
    "pin", "game", "board", "zone", "feature", "set", "group", "indicator", "counter", "track", "slot",
    "bonuses", "bonus", "ability", "window", "achievement",
)  # fmt: skip
FITS = 60  # Signs that a label of the sheet can still be broken into, small but legible.
ODD = re.compile(r"__|_$")
UNFINISHED = re.compile(r"#.*\b(TODO|FIXME|XXX)\b")


def titles(text: Text) -> list[tuple[Node, Token]]:
    """What has a title, and its title."""
    return [(node, found[0]) for node in text.of(*TITLED) if (found := tokens(node, "STRING"))]


def find_ragged_titles(text: Text) -> list[Diagnostic]:
    """SSP641: a title that is blank, or begins or ends with a blank."""
    found = []
    for _, title in titles(text):
        inner = title.text[1:-1]
        if inner.strip() == inner and inner:
            continue
        blank = not inner.strip()
        fix = None if blank else replaced(title.span, f'"{inner.strip()}"', "leave the blanks out")
        message = (
            "a title that says nothing" if blank else f"the title {title.text} begins or ends with a blank"
        )
        found.append(warn("SSP641", title.span, message, "players see this", fix=fix))
    return found


def find_long_titles(text: Text) -> list[Diagnostic]:
    """SSP642: a title too long for the place it is drawn in."""
    return [
        warn(
            "SSP642",
            title.span,
            f"a title of {len(title.text) - 2} signs does not fit on the sheet",
            f"{FITS} fit",
            "say it shorter",
        )
        for node, title in titles(text)
        if node.kind != "achievement" and len(title.text) - 2 > FITS
    ]


def find_shared_titles(text: Text) -> list[Diagnostic]:
    """SSP643: two entries of one list with one title, though they do different things."""
    found = []
    for block in text.of("options"):
        seen: dict[str, Node] = {}
        for node in block.nodes():
            if not (title := tokens(node, "STRING")):
                continue
            first = seen.setdefault(title[0].text, node)
            if first is not node and said(child(first, "effects")) != said(child(node, "effects")):
                related = (Label(tokens(first, "STRING")[0].span, "and here"),)
                found.append(
                    warn(
                        "SSP643",
                        title[0].span,
                        f"two are called {title[0].text}",
                        "here",
                        "give each its own title",
                        related,
                    )
                )
    return found


def find_colour_alone(text: Text) -> list[Diagnostic]:
    """SSP644: two features of one zone that differ in nothing a player can see but their colour."""
    found = []
    for block in text.of("decls"):
        seen: dict[tuple[str, ...], Node] = {}
        for node in block.nodes():
            colour, boxes = child(node, "colour"), child(node, "boxes")
            if node.kind != "feature" or colour is None or boxes is None:
                continue
            title = tokens(node, "STRING")
            if not title:
                continue
            key = (said(node.parts[0]), title[0].text, said(boxes))
            first = seen.setdefault(key, node)
            other = child(first, "colour")
            if first is not node and other is not None and said(other) != said(colour):
                related = (Label(other.span, "and this are all that differs"),)
                found.append(
                    warn(
                        "SSP644",
                        colour.span,
                        "only their colour tells these two apart",
                        "this",
                        "give each its own title",
                        related,
                    )
                )
    return found


def find_odd_names(text: Text) -> list[Diagnostic]:
    """SSP645: a name with two underscores in a row or one at its end."""
    found = []
    for node in text.of(*TITLED, "rule", "action", "kind", "define", "option", "way", "fact", "modifier"):
        place = 1 if node.kind == "feature" else 0
        name = node.parts[place] if len(node.parts) > place else None
        if node.kind == "bonus":
            name = next(iter(tokens(node)), None)
        if isinstance(name, Token) and name.kind == "NAME" and ODD.search(name.text):
            found.append(
                warn(
                    "SSP645",
                    name.span,
                    f"`{name.text}` is an odd name",
                    "",
                    "one underscore between words, none at the end",
                )
            )
    return found


def find_unfinished(text: Text) -> list[Diagnostic]:
    """SSP646: a comment that says that something is still to be done."""
    if not any(word in text.source.text for word in ("TODO", "FIXME", "XXX")):
        return []
    return [
        warn(
            "SSP646",
            Span(text.source, *match.span(1)),
            "a note of something still to be done",
            "",
            "do it, or keep the note elsewhere",
        )
        for match in UNFINISHED.finditer(text.source.text)
    ]
