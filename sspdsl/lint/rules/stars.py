"""Rules, sets, groups and modifiers: what is there twice, what pays nothing."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, child, is_number, said, short, unjoined, warn
from sspdsl.syntax.tree import Node, Part


def find_repeated_rules(text: Text) -> list[Diagnostic]:
    """SSP635: two rules of one block on one event, under one condition, that do the same."""
    found = []
    for block in text.of("decls"):
        seen: dict[tuple[str, ...], Node] = {}
        for rule in block.nodes():
            if rule.kind != "rule" or not (effects := child(rule, "effects")) or not effects.parts:
                continue
            key = tuple(said(part) for part in rule.parts[1:5])
            first = seen.setdefault(key, rule)
            if first is not rule:
                related = (Label(first.span, "and here"),)
                message = f"`{short(rule)}` is there twice, and happens twice"
                found.append(warn("SSP635", rule.span, message, "here", "leave one out", related))
    return found


def find_repeated_modifiers(text: Text) -> list[Diagnostic]:
    """SSP636: two modifiers of the same stars by the same factor under the same condition."""
    found = []
    for kind in ("modifier", "gains"):
        for block in text.of("decls"):
            seen: dict[tuple[str, ...], Node] = {}
            for node in block.nodes():
                if node.kind != kind:
                    continue
                key = tuple(said(part) for part in node.parts[1:-1])
                first = seen.setdefault(key, node)
                if first is not node:
                    related = (Label(first.span, "and here"),)
                    message = f"`{short(node)}` is there twice, and multiplies twice"
                    found.append(warn("SSP636", node.span, message, "here", "leave one out", related))
    return found


def find_factors_of_one(text: Text) -> list[Diagnostic]:
    """SSP637: `stars times 1`."""
    found = []
    for node in text.of("modifier", "gains"):
        factor: Part = next((part for part in node.parts if is_number(part, 1)), None)
        if factor is not None:
            found.append(warn("SSP637", factor.span, "times 1 changes nothing", "a factor of 1"))
    return found


def find_repeated_places(text: Text) -> list[Diagnostic]:
    """SSP638: one place twice in `a + a`."""
    found = []
    for node in text.of("refs"):
        seen: dict[str, Part] = {}
        for before, ref in zip((None, *node.parts), node.parts, strict=False):
            first = seen.setdefault(said(ref), ref)
            if first is not ref and first is not None and ref is not None:
                related = (Label(first.span, "named here already"),)
                fix = unjoined(before, ref.span, "+", "leave it out")
                found.append(
                    warn("SSP638", ref.span, f"`{said(ref)}` is named twice", "again", "", related, fix)
                )
    return found


def find_stars_that_never_come(text: Text) -> list[Diagnostic]:
    """SSP639: a modifier of stars from places that never give any."""
    model = text.model
    if model is None:
        return []
    scored = {said(node.parts[1]) for node in text.of("score") if node.parts[1] is not None}
    heard: set[int] = set()
    for rule in model.rules:
        if rule.event.kind in ("hit", "filled"):
            heard.update(rule.event.subjects)
    at: dict[tuple[int, int], list[int]] = {}
    file = text.source.name.replace("\\", "/").rsplit("/", 1)[-1]
    for number, modifier in enumerate(model.modifiers):
        if modifier.place is not None and modifier.place.file == file:
            at.setdefault((modifier.place.line, modifier.place.column), []).append(number)
    found = []
    for node in text.of("modifier"):
        sources = child(node, "refs")
        if sources is None or scored & {said(part) for part in sources.parts}:
            continue
        for number in at.get(text.source.line_column(node.span.start), ()):
            modifier = model.modifiers[number]
            if modifier.all or modifier.awards or not modifier.boxes:
                continue
            if all(model.boxes[b].stars is None and b not in heard for b in modifier.boxes):
                message = f"`{said(sources)}` never give stars"
                help_ = "give the boxes a worth, or leave the modifier out"
                found.append(warn("SSP639", sources.span, message, "nothing to multiply", help_))
    return found


def find_double_lines_erased(text: Text) -> list[Diagnostic]:
    """SSP640: `erases` on what is drawn with a double line, which is never erased."""
    found = []
    for feature in text.of("feature"):
        attrs = child(feature, "attrs")
        clauses = list(attrs.nodes()) if attrs is not None else []
        block = child(feature, "decls")
        for line in block.nodes() if block is not None else ():
            if line.kind == "attributes":
                clauses += [
                    each
                    for part in line.nodes()
                    for each in (part.nodes() if part.kind == "attrs" else [part])
                ]
        double = next((each for each in clauses if said(each) == "double"), None)
        erases = next((each for each in clauses if said(each) == "erases"), None)
        if double is not None and erases is not None:
            related = (Label(double.span, "a double line is never erased"),)
            found.append(
                warn(
                    "SSP640",
                    erases.span,
                    f"`{said(feature.parts[1])}` says both `double` and `erases`",
                    "nothing is erased",
                    "take one of them out",
                    related,
                )
            )
    return found
