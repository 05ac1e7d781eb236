"""Ways and places: arrows, colours, faces."""

from __future__ import annotations

from itertools import pairwise

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, child, said, tokens, warn, without
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Token


def find_repeated_arrows(text: Text) -> list[Diagnostic]:
    """SSP603: an arrow or line that leads where an earlier one of the same name and condition leads."""
    if text.model is None:
        return []
    found: list[Diagnostic] = []
    seen: dict[object, Span] = {}
    for arrow in text.model.arrows:
        if arrow.span.source != text.source:
            continue
        ends = frozenset((arrow.sources, arrow.targets)) if arrow.both else (arrow.sources, arrow.targets)
        key = (arrow.name, ends, arrow.words, arrow.through, arrow.else_targets, arrow.steps)
        first = seen.setdefault(key, arrow.span)
        if first != arrow.span and not (found and found[-1].span == arrow.span):
            message = f"these ways are there already: `{said_span(arrow.span)}`"
            related = (Label(first, "here"),)
            found.append(warn("SSP603", arrow.span, message, "they add nothing", "take it out", related))
    return found


def find_arrows_to_itself(text: Text) -> list[Diagnostic]:
    """SSP604: an arrow whose two ends are one place."""
    found = []
    single = single_places(text)
    for arrows in text.of("arrows", "lines"):
        ends = [part for part in arrows.nodes() if part.kind == "refs"]
        if child(arrows, "steps") is not None:
            continue
        for one, two in pairwise(ends):
            if said(one) == said(two) and len(list(one.nodes())) == 1 and said(one) in single:
                span = Span(one.span.source, one.span.start, two.span.end)
                found.append(warn("SSP604", span, f"an arrow from `{said(one)}` to itself", "leads nowhere"))
    return found


def single_places(text: Text) -> set[str]:
    """The names of features with one box, and of boxes; through others a ball can go from box to box."""
    if text.model is None:
        return set()
    sizes: dict[str, int] = {}
    for feature in text.model.features:
        sizes[feature.name] = max(sizes.get(feature.name, 0), len(feature.boxes))
    boxes = {f"{text.model.features[box.feature].name}.{box.name}" for box in text.model.boxes}
    return {name for name, size in sizes.items() if size == 1} | boxes


def find_colours_no_flipper_hits(text: Text) -> list[Diagnostic]:
    """SSP605: boxes that only a shot reaches, of a colour that nothing on the table hits."""
    model = text.model
    if model is None:
        return []
    hit = {colour for feature in model.features for hits in feature.hits for colour in hits.colours}
    if "any" in hit or not hit:
        return []
    found = []
    for feature in model.features:
        if feature.span.source != text.source or feature.reached_by != ("shot",):
            continue
        colours = {model.boxes[box].colour for box in feature.boxes} | set(feature.colours)
        if colours and not colours & hit:
            message = f"nothing hits the colour of `{feature.name}`, and only a shot reaches it"
            label = f"{', '.join(sorted(colours))}; flippers hit {', '.join(sorted(hit))}"
            found.append(warn("SSP605", feature.span, message, label, "give it another colour or way"))
    return found


def find_colours_nothing_has(text: Text) -> list[Diagnostic]:
    """SSP606: a clause `hits` with a colour that nothing on the table has."""
    model = text.model
    if model is None:
        return []
    there = {box.colour for box in model.boxes} | {c for f in model.features for c in f.colours}
    return [
        warn("SSP606", name.span, f"nothing on the table is {name.text}", "a colour to hit", "name another")
        for hits in text.of("hits")
        for colour in hits.nodes()
        if colour.kind == "colour"
        for name in tokens(colour)
        if name.text not in there and name.text != "any"
    ]


def find_repeated_faces(text: Text) -> list[Diagnostic]:
    """SSP607: a box that names one face twice."""
    found = []
    for box in text.of("box"):
        seen: set[str] = set()
        for face in box.parts[1:]:
            if not isinstance(face, Token) or face.kind != "INT":
                continue
            if face.text in seen and box.span.source.text[face.span.start - 1] == "/":
                whole = Span(face.span.source, face.span.start - 1, face.span.end)
                fix = without(whole, f"leave out the second {face.text}")
                label = f"{face.text} stands there already"
                found.append(
                    warn(
                        "SSP607", face.span, f"the box `{said(box)}` shows {face.text} twice", label, fix=fix
                    )
                )
                break
            seen.add(face.text)
    return found


def find_sequences_of_one(text: Text) -> list[Diagnostic]:
    """SSP608: `must be hit in sequence` on a feature with one box."""
    return [
        warn(
            "SSP608",
            clause.span,
            f"`{said(feature.parts[1])}` has one box, which is always the next",
            "a sequence needs two boxes",
            fix=without(clause.span, "leave it out") if alone else None,
        )
        for feature in text.of("feature")
        if (boxes := child(feature, "boxes")) is not None and len(list(boxes.nodes())) == 1
        for clause, alone in sequences_in(feature)
    ]


def sequences_in(feature: Node) -> list[tuple[Node, bool]]:
    """Its clauses `must be hit in sequence`, and whether each can be taken away without leaving a hole."""
    found = []
    for part in feature.nodes():
        if part.kind == "attrs":
            found += [(each, True) for each in part.nodes() if each.kind == "sequence"]
        if part.kind == "decls":
            for line in part.nodes():
                for attrs in line.nodes():
                    found += [(each, False) for each in attrs.nodes() if each.kind == "sequence"]
                    if attrs.kind == "sequence":
                        found.append((attrs, False))
    return found


def find_one_die_features(text: Text) -> list[Diagnostic]:
    """SSP609: several boxes in one feature, and all of them show one and the same face."""
    found = []
    for feature in text.of("feature"):
        boxes = child(feature, "boxes")
        if boxes is None:
            continue
        faces = {tuple(t.text for t in faces_of(box)) for box in boxes.nodes()}
        count = len(list(boxes.nodes()))
        if count > 2 and len(faces) == 1 and len(face := next(iter(faces))) == 1:
            message = f"one die alone fills `{said(feature.parts[1])}`: all {count} boxes show {face[0]}"
            found.append(warn("SSP609", boxes.span, message, "no other face is here", "vary the faces"))
    return found


def faces_of(box: Node) -> list[Token]:
    """The faces of a box that are numbers."""
    return [part for part in box.parts[1:] if isinstance(part, Token) and part.kind == "INT"]


def said_span(span: Span) -> str:
    return " ".join(span.text.split())[:60]
