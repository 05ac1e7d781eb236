"""Where a table comes from: every `cite`, `assumed` and `excuse` of the text, with what it stands on."""

from __future__ import annotations

from sspdsl.check.declare import place_of, string_value
from sspdsl.check.load import Loaded
from sspdsl.check.model import Model
from sspdsl.ir import model as ir
from sspdsl.syntax.tree import Node, Token

MAX_RANGE = 200


def expand(rule: str) -> tuple[str, ...]:
    """`CORE-TILT-01..05` as the five IDs."""
    if ".." not in rule:
        return (rule,)
    head, last = rule.split("..")
    stem, _, first = head.rpartition("-")
    if not first.isdigit() or not last.isdigit() or not 0 <= int(last) - int(first) <= MAX_RANGE:
        return (head,)
    width = len(first)
    return tuple(f"{stem}-{n:0{width}}" for n in range(int(first), int(last) + 1))


def collect_notes(loaded: Loaded, model: Model) -> None:
    """Notes in the order of the text, library files first."""
    for tree, layer in loaded.trees:
        stack: list[tuple[Node, Node]] = [(tree, tree)]
        while stack:
            node, clause = stack.pop()
            if node.kind == "excuse":
                excuse(node, layer, model)
                continue
            if node.kind in ("notes", "cite", "assumed"):
                note(node, clause, layer, model)
                continue
            stack.extend((part, node) for part in reversed(list(node.nodes())))


def note(node: Node, clause: Node, layer: str, model: Model) -> None:
    parts = list(node.nodes()) if node.kind == "notes" else [node]
    cites: list[str] = []
    assumed = ""
    for part in parts:
        for token in part.parts:
            if isinstance(token, Token) and part.kind == "cite":
                cites.extend(expand(token.text))
            elif isinstance(token, Token) and part.kind == "assumed":
                assumed = string_value(token)
    if cites or assumed:
        model.notes.append(
            ir.NoteDef(what_of(clause), tuple(dict.fromkeys(cites)), assumed, layer, place_of(node.span))
        )


def what_of(clause: Node) -> str:
    """The first words of a clause: `targets ferris`, `rule tilt_check`, `test "The start"`."""
    first = clause.span.text.split("\n", 1)[0].split("{", 1)[0].split(" cite ", 1)[0].split(" assumed ", 1)[0]
    return " ".join(first.split())[:60]


def excuse(node: Node, layer: str, model: Model) -> None:
    rules, why = node.parts[:2]
    assert isinstance(rules, Node)
    assert isinstance(why, Token)
    ids = tuple(r for token in rules.parts if isinstance(token, Token) for r in expand(token.text))
    model.notes.append(ir.NoteDef("excuse", ids, string_value(why), layer, place_of(node.span)))
