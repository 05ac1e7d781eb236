"""Lists of bonuses and other choices between named entries."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program
from sspdsl.ir.walk import bodies_of, terms_in
from sspdsl.words import idioms
from sspdsl.words.conditions import holds
from sspdsl.words.effects import body_nodes, under
from sspdsl.words.english import plain_name
from sspdsl.words.lifetimes import once
from sspdsl.words.markdown import Node, escaped
from sspdsl.words.scope import Scope


def is_list(effect: t.OneOf) -> bool:
    """Whether a choice is a list that the author named."""
    named = any(branch.title for branch in effect.branches)
    return effect.about != "choose one" and named and not _one_deed(effect)


def _one_deed(effect: t.OneOf) -> bool:
    """`may do escape`: the only option is called what it does."""
    title = effect.branches[0].title if len(effect.branches) == 1 else ""
    return bool(title) and title.casefold() == effect.about.casefold()


def lists_in(program: Program) -> Iterator[t.OneOf]:
    """The named lists of a program, each once, in the order in which rules reach them."""
    seen = set()
    for term in terms_in(*(body for _, body in bodies_of(program))):
        if isinstance(term, t.OneOf) and is_list(term):
            key = (term.about, tuple((branch.name, branch.title) for branch in term.branches))
            if key not in seen:
                seen.add(key)
                yield term


def titles_of_branches(program: Program) -> dict[str, str]:
    """The titles of the entries of all choices, by their names; not what is called as it is written."""
    found: dict[str, str] = {}
    for term in terms_in(*(body for _, body in bodies_of(program))):
        if isinstance(term, t.OneOf) and not _one_deed(term):
            found.update({branch.name: branch.title for branch in term.branches if branch.title})
    return found


def branch_nodes(effect: t.OneOf, scope: Scope) -> tuple[Node, ...]:
    """One node for each entry."""
    return tuple(branch_node(branch, scope) for branch in effect.branches)


def branch_node(branch: t.Branch, scope: Scope) -> Node:
    """`**Multiball** (once a game; only if fewer than two balls are in play): ...`."""
    title = f"**{escaped(branch.title or plain_name(branch.name).capitalize())}**"
    limits = []
    rest = []
    for part in idioms.conjuncts(branch.guard):
        taken = _taken(part, scope)
        if taken is None:
            rest.append(part)
        else:
            limits.append(once(taken, scope))
    left = idioms.joined(tuple(rest))
    if left is not None:
        limits.append(f"only if {holds(left, scope)}")
    lead = title + (f" ({'; '.join(limits)})" if limits else "")
    nodes = body_nodes(branch.body, scope)
    return under(lead, nodes) if nodes else Node(lead)


def _taken(part: t.Expr, scope: Scope) -> int | None:
    """The box of the list that this condition wants empty."""
    match part:
        case t.Op("not", (t.Cell(cell),)) if scope.names.program.cells[cell].role == "taken":
            return cell
    return None
