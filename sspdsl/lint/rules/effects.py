"""Blocks of effects: what does nothing, what is undone, what is never come to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, child, is_number, said, short, tokens, warn
from sspdsl.syntax.tree import Node, Token

GATES = {"if": "if", "for_each": "for each", "repeat": "repeat", "may": "may"}


def find_empty_rewards(text: Text) -> list[Diagnostic]:
    """SSP618: a reward of zero: `score 0`, `add 0 to`, `take 0 from`, `repeat 0`."""
    return [
        warn("SSP618", node.span, f"`{short(node)}` gives nothing", "0", "write the number, or leave it out")
        for node in text.of("score", "add", "take", "repeat")
        if is_number(node.parts[0], 0)
    ]


def find_repeats_of_one(text: Text) -> list[Diagnostic]:
    """SSP619: `repeat 1`."""
    return [
        warn("SSP619", node.parts[0].span, "`repeat 1` repeats nothing", "once", "write what is inside alone")
        for node in text.of("repeat")
        if is_number(node.parts[0], 1) and node.parts[0] is not None
    ]


def find_same_branches(text: Text) -> list[Diagnostic]:
    """SSP620: `if` and `else` do the same."""
    found = []
    for node in text.of("if"):
        other = child(node, "otherwise")
        then = child(node, "effects")
        if other is None or then is None:
            continue
        block = child(other, "effects")
        if block is not None and said(block) == said(then):
            related = (Label(then.span, "the same as this"),)
            found.append(
                warn(
                    "SSP620",
                    block.span,
                    "`if` and `else` do the same",
                    "so the condition says nothing",
                    related=related,
                )
            )
    return found


def find_empty_blocks(text: Text) -> list[Diagnostic]:
    """SSP621: a condition, loop or choice with nothing in it."""
    found = []
    for node in text.of(*GATES):
        block = child(node, "effects")
        if block is not None and not block.parts and child(node, "otherwise") is None:
            message = f"nothing stands in this `{GATES[node.kind]}`"
            found.append(warn("SSP621", block.span, message, "empty", "say what is done, or leave it out"))
    return found


def find_effects_after_the_end(text: Text) -> list[Diagnostic]:
    """SSP622: an effect behind `end` in one block, which is never come to."""
    found = []
    for before, after in neighbours(text):
        end = act_of(before)
        if end is not None and end.kind == "end":
            related = (Label(before.span, "leaves here"),)
            message = f"`{short(after)}` is never come to"
            found.append(
                warn("SSP622", after.span, message, "stands behind an end", "put it before", related=related)
            )
    return found


def find_changes_to_itself(text: Text) -> list[Diagnostic]:
    """SSP623: `change x to x`, `move b to` where it is."""
    return [
        warn("SSP623", node.span, f"`{short(node)}` changes nothing", "one thing on both sides")
        for node in text.of("change", "move")
        if said(node.parts[0]) == said(node.parts[1])
    ]


def find_overwritten_changes(text: Text) -> list[Diagnostic]:
    """SSP624: `change x to` twice in a row, the second without a look at x."""
    found = []
    for before, after in neighbours(text):
        one, two = act_of(before), act_of(after)
        if one is None or two is None or one.kind != "change" or two.kind != "change":
            continue
        what = said(one.parts[0])
        first = what.split()[0].split(".")[0]
        if what == said(two.parts[0]) and first not in said(two.parts[1]).replace(".", " ").split():
            related = (Label(two.span, "changed again here"),)
            found.append(
                warn(
                    "SSP624",
                    one.span,
                    f"what `{what}` is changed to here is lost at once",
                    related=related,
                    help="leave one out",
                )
            )
    return found


def find_undone_marks(text: Text) -> list[Diagnostic]:
    """SSP625: `mark x` and `erase x`, one right behind the other."""
    found = []
    for before, after in neighbours(text):
        one, two = act_of(before), act_of(after)
        if one is None or two is None or {one.kind, two.kind} != {"mark", "erase"}:
            continue
        if said(one.parts[0]) == said(two.parts[0]):
            related = (Label(one.span, "done here"),)
            found.append(
                warn(
                    "SSP625",
                    two.span,
                    f"`{said(two)}` undoes the line before",
                    "undone at once",
                    related=related,
                )
            )
    return found


def find_repeated_branches(text: Text) -> list[Diagnostic]:
    """SSP626: `if a ... else if a`: the second is never come to."""
    found = []
    inner: set[int] = set()
    for node in text.of("if"):
        if id(node) in inner:
            continue
        seen: dict[str, Node] = {}
        at: Node | None = node
        while at is not None:
            inner.add(id(at))
            condition = at.parts[0]
            first = seen.setdefault(said(condition), at)
            if first is not at and condition is not None and first.parts[0] is not None:
                related = (Label(first.parts[0].span, "if so, this is done"),)
                found.append(
                    warn(
                        "SSP626",
                        condition.span,
                        f"`{short(condition)}` was asked before",
                        "never so here",
                        related=related,
                    )
                )
            other = child(at, "otherwise")
            at = child(other, "if") if other is not None else None
    return found


def find_unused_locals(text: Text) -> list[Diagnostic]:
    """SSP627: a name of `let`, or of an action's parameters, that its block does not use."""
    found = []
    for action in text.of("action"):
        names, block = child(action, "names_list"), child(action, "effects")
        if names is None or block is None or not block.parts:
            continue
        words = names_in(block)
        found += [
            warn(
                "SSP627", name.span, f"`{name.text}` is never used", "a parameter", "leave it out, or use it"
            )
            for name in tokens(names)
            if name.text not in words
        ]
    for block in text.of("effects"):
        lines = list(block.nodes())
        if not any(line.kind == "let" for line in lines):
            continue
        behind: set[str] = set()
        for line in reversed(lines):
            name = line.parts[0] if line.kind == "let" else None
            if isinstance(name, Token) and name.text not in behind:
                message = f"`{name.text}` is never used"
                found.append(warn("SSP627", name.span, message, "a value", "leave it out, or use it"))
            behind |= names_in(line)
    return found


def names_in(node: Node) -> set[str]:
    found: set[str] = set()
    stack = [node]
    while stack:
        at = stack.pop()
        found.update(part.text for part in at.parts if isinstance(part, Token))
        stack.extend(at.nodes())
    return found


def neighbours(text: Text) -> Iterator[tuple[Node, Node]]:
    """Two effects, one right behind the other."""
    for block in text.of("effects"):
        lines = list(block.nodes())
        yield from pairwise(lines)


def act_of(line: Node) -> Node | None:
    return next(line.nodes(), None) if line.kind == "do_act" else None
