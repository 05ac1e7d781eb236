"""Faults of what a clause speaks of: a source of a multiplier, a member of a set, an end of a ban dropped."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.mutate.mutant import Mutant, dropped, replaced
from sspdsl.syntax.tree import Node

SCOPES = {
    # Parts that may be left out, by their place among the parts, and the word before them.
    "modifier": ((1, "from"), (3, "except")),
    "ban": ((1, "from"), (2, "to")),
    "duty": ((1, "from"),),
    "way": ((1, "from"),),
}
WHOLE = ("through", "else_to", "starts")


def scope_faults(node: Node, around: tuple[Node, ...]) -> Iterator[Mutant]:
    for at, word in SCOPES.get(node.kind, ()):
        part = node.parts[at]
        if part is not None:
            yield dropped(f"{word} dropped", node, part, word)
    if node.kind in WHOLE:
        yield replaced(f"{node.kind.split('_')[0]} dropped", node, "")
    if node.kind == "refs" and len(node.parts) > 1 and around[-1].kind not in ("arrows", "lines"):
        members = [part for part in node.parts if part is not None]
        for at in range(len(members)):
            rest = [member.span.text for member in (*members[:at], *members[at + 1 :])]
            yield replaced("a member dropped", node, " + ".join(rest))
    if node.kind == "of" and around[-1].kind == "refs" and node.span.text.startswith("awards of "):
        yield replaced("awards -> boxes", node, node.span.text.removeprefix("awards of "))
