"""Bonus lists, choices and windows."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, child, said, tokens, warn
from sspdsl.syntax.tree import Node


def find_repeated_bonuses(text: Text) -> list[Diagnostic]:
    """SSP628: two entries of one list that do the same, as often, under the same condition."""
    found = []
    for options in text.of("options"):
        seen: dict[tuple[str, ...], Node] = {}
        for entry in options.nodes():
            block = child(entry, "effects")
            if block is None or not block.parts:
                continue
            # Under one title it is one bonus that may be taken as often as it is printed.
            titles = tokens(entry, "STRING")
            key = (said(entry.parts[0]), *(said(part) for part in entry.parts[3:6]))
            first = seen.setdefault(key, entry)
            other_titles = tokens(first, "STRING")
            if first is not entry and not (
                titles and other_titles and titles[0].text == other_titles[0].text
            ):
                name, other = tokens(entry)[0], tokens(first)[0]
                related = (Label(other.span, "the same as this"),)
                found.append(
                    warn(
                        "SSP628",
                        name.span,
                        f"`{name.text}` does what `{other.text}` does",
                        "twice in one list",
                        "change one, or leave it out",
                        related,
                    )
                )
    return found


def find_choices_of_one(text: Text) -> list[Diagnostic]:
    """SSP629: `choose one` with a single entry: no choice."""
    found = []
    for node in text.of("choose_one"):
        options = child(node, "options")
        if options is not None and len(list(options.nodes())) == 1:
            message = "a choice of one"
            found.append(
                warn("SSP629", options.span, message, "the only entry", "add another, or just do it")
            )
    return found


def find_windows_nobody_opens(text: Text) -> list[Diagnostic]:
    """SSP630: a window with abilities that no line offers."""
    model = text.model
    if model is None:
        return []
    offered = {said(node.parts[0]) for node in text.of("offer")}
    offered_elsewhere = {"acting"}
    abilities = {name.text for node in text.of("ability") for name in tokens(node)[1:2]}
    return [
        warn(
            "SSP630",
            name.span,
            f"`{name.text}` is never offered",
            "abilities wait for it in vain",
            f"write `offer {name.text}` where the player may use them",
        )
        for node in text.of("window")
        for name in tokens(node)[:1]
        if name.text in abilities and name.text not in offered | offered_elsewhere
    ]
