"""Faults of whole clauses: dropped; a moment, an event, a limit changed."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.mutant import Mutant, replaced
from sspdsl.syntax.tree import Node, Token

DROPPED = (
    "rule",
    "instead",
    "modifier",
    "gains",
    "ban",
    "duty",
    "way",
    "override",
    "use",
    "setting",
    "option",
    "ability",
    "achievement",
    "turns_over",
    "action",
    "bonus",
    "step",
    "attributes",
)
EVENTS = {"hit": "filled", "filled": "hit"}
MOMENTS = {"when": "before", "before": "when"}
OFTEN = {"always": "once", "once": "always", "once a round": "once"}


def clause_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    if node.kind in DROPPED and around and around[-1].kind != "override":
        end = node.span.end
        yield Mutant(f"{node.kind.replace('_', ' ')} dropped", node.span.start, end, "")
    match node.kind:
        case "when" | "before" if around[-1].kind in ("rule", "achievement"):
            yield replaced(f"{node.kind} -> {MOMENTS[node.kind]}", node, MOMENTS[node.kind])
        case "event":
            yield from _event(node)
        case "once" | "always":
            said = node.span.text
            yield replaced(f"{said} -> {OFTEN.get(said, 'once')}", node, OFTEN.get(said, "once"))
        case "limit":
            yield replaced("limit dropped", node, "")
        case "keeping":
            yield replaced("keeping ball dropped", node, "")
        case "shared":
            yield replaced("shared dropped", node, "")
        case "wins":
            yield from _wins(node)


def _event(node: Node) -> Iterator[Mutant]:
    """`a + b hit`: another word, one subject less."""
    word = node.parts[-1]
    last = word if isinstance(word, Token) else None
    if last is None and isinstance(word, Node) and len(word.parts) == 1:
        last = word.parts[0] if isinstance(word.parts[0], Token) else None
    if last is not None and last.text in EVENTS:
        yield replaced(f"{last.text} -> {EVENTS[last.text]}", last, EVENTS[last.text])
    subjects = [part for part in node.parts if isinstance(part, Node)]
    if len(subjects) > 1:
        for at, subject in enumerate(subjects):
            start = subjects[at - 1].span.end if at else subject.span.start
            end = subject.span.end if at else subjects[1].span.start
            yield Mutant("subject of an event dropped", start, end, "")


def _wins(node: Node) -> Iterator[Mutant]:
    terms = [part for part in node.parts[:-1] if part is not None]
    if len(terms) > 1:
        for at in range(len(terms)):
            rest = [term.span.text for term in (*terms[:at], *terms[at + 1 :])]
            yield Mutant("wins by less", terms[0].span.start, terms[-1].span.end, ", ".join(rest))
