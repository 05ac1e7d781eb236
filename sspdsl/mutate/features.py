"""Faults of what is printed: faces, colours, and what is said of a feature, kind or cell."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.mutant import Mutant, replaced
from sspdsl.syntax.tree import Node, Token

COLOURS = ("red", "yellow", "white")
LINES = {"dashed": "double", "double": "dashed", "solid": "double", "never": "double"}
ATTRIBUTES = (
    "sequence",
    "open_while",
    "reached_by",
    "reached_from",
    "left_by",
    "falls_to",
    "may_pass",
    "must_pass",
    "beside",
    "apart",
    "hits",
)


def feature_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    match node.kind:
        case "box":
            yield from _faces(node)
        case "colour" if around[-1].kind in ("feature", "hits"):
            yield from _colour(node)
        case "colour" if len(node.parts) > 1:
            for at in range(len(node.parts)):
                yield _without(node, at, "a way dropped")
        case "erases":
            yield replaced("erases -> kept", node, "kept" if around[-1].kind != "set" else "")
        case "kept":
            yield replaced("kept -> erases", node, "erases")
        case "dashed" | "double" | "solid" | "never":
            other = LINES[node.kind]
            yield replaced(f"{node.span.text} -> {other}", node, other)
        case "until" | "until_used":
            yield replaced(f"{node.span.text} dropped", node, "")
        case kind if kind in ATTRIBUTES and not _alone(around):
            yield replaced("attribute dropped", node, "")
        case "indicator" | "counter" | "track" | "slot" if (
            around[-1].kind == "decls" and node.parts[-2] is None
        ):
            end = max(part.span.end for part in node.parts[:-1] if part is not None)
            yield Mutant("lifetime added", end, end, " dashed")


def _alone(around: tuple[Node, ...]) -> bool:
    """Whether an attribute is a clause, which `clauses` drops as a whole."""
    return around[-2].kind == "attributes" and len(around[-1].parts) == 1


def _faces(node: Node) -> Iterator[Mutant]:
    faces = [part for part in node.parts[1:-2] if part is not None]
    for at, face in enumerate(faces):
        if isinstance(face, Token):
            yield replaced("face changed", face, str(int(face.text) % 6 + 1))
        if len(faces) > 1:
            start = faces[at - 1].span.end if at else face.span.start
            end = face.span.end if at else faces[1].span.start
            yield Mutant("face dropped", start, end, "")
    colour = node.parts[-2]
    if isinstance(colour, Token):
        yield replaced("colour of a box dropped", colour, "")


def _colour(node: Node) -> Iterator[Mutant]:
    names = [part.text for part in node.parts if isinstance(part, Token)]
    if len(names) > 1:
        for at in range(len(names)):
            yield _without(node, at, "a colour dropped")
    elif names[0] in COLOURS:
        other = COLOURS[(COLOURS.index(names[0]) + 1) % len(COLOURS)]
        yield replaced(f"{names[0]} -> {other}", node, other)
    else:
        yield replaced(f"{names[0]} -> {COLOURS[0]}", node, COLOURS[0])


def _without(node: Node, at: int, fault: str) -> Mutant:
    names = [part.span.text for part in node.parts if part is not None]
    return replaced(fault, node, "/".join(names[:at] + names[at + 1 :]))
