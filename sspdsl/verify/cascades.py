"""V6: every cascade of effects ends; the longest is reported.

A clause sets off another through an event: an action, a fill, a set, a lost ball, a cell that
changes. If no clause can come back to itself, and nothing repeats without a number, all ends. A
circle is not yet endless: it ends if each lap uses something up (`sspdsl.verify.ending`). Else it is
left open unless play shows that it does not end.
"""

from __future__ import annotations

from dataclasses import replace

import networkx as nx

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Body, RepeatUntil
from sspdsl.ir.walk import effects_in
from sspdsl.verify.certificate import encode_ending
from sspdsl.verify.commands import System
from sspdsl.verify.ending import rank_effects, what_is_used_up
from sspdsl.verify.extract import commands_of
from sspdsl.verify.played import Found
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up
from sspdsl.verify.where import Where, where_words

Event = tuple[str, int]
Calls = dict[Where, tuple[Where, ...]]


def verify_cascades(program: Program, found: Reach, played: Found, system: System | None = None) -> Verdict:
    """The verdict on V6."""
    calls = call_graph(program, found)
    items = [Item("an effect", REFUTED, words, record) for words, record in sorted(played.endless.items())]
    ending = rank_effects(system or commands_of(program, found))
    circle = find_circle(calls)
    shown = False
    if circle:
        said = " -> ".join(where_words(program, where) for where in circle)
        shown = not ending.left and not ending.faulty and effects_only(program, found, calls)
        if shown:
            spent = what_is_used_up(ending, [where_words(program, where) for where in circle])
            words = f"{said}: it ends, for each lap uses up {spent}" if spent else f"{said}: it ends"
            items.append(Item("a circle", PROVED, words))
        else:
            items.append(Item("a circle", BOUNDED, f"{said}; {played.size_words()} ended"))
    for where in sorted(calls):
        if any(
            isinstance(effect, RepeatUntil)
            for body in bodies_at(program, where)
            for effect in effects_in(body)
        ):
            words = f"its `repeat until` was not shown to end; {played.size_words()} did"
            items.append(Item(where_words(program, where), BOUNDED, words))
    longest = [] if circle else longest_chain(calls)
    said = " -> ".join(where_words(program, where) for where in longest) or "no clause sets off another"
    if not found.whole or ending.faulty or ending.left:
        if not any(item.status != PROVED for item in items):
            items.append(Item("effects", BOUNDED, "the table is too large to follow"))
    elif not circle and not items:
        items.append(Item("longest cascade", PROVED, said))
    proved = items[-1].words if shown else f"no clause comes back to itself; the longest: {said}"
    verdict = sum_up("V6", tuple(items), proved, "not settled", "")
    return replace(verdict, certificate=encode_ending(ending)) if verdict.status == PROVED else verdict


def effects_only(program: Program, found: Reach, calls: Calls) -> bool:
    """Whether no clause plays balls or offers abilities on a way that comes back to it.

    Then there are decisions between, and what is done in them is no effect.
    """
    graph: nx.DiGraph[Where] = nx.DiGraph()
    graph.add_nodes_from(calls)
    graph.add_edges_from((where, after) for where, afters in calls.items() for after in afters)
    home = {where: n for n, part in enumerate(nx.strongly_connected_components(graph)) for where in part}
    for where, event in found.world.raises:
        if event[0] in ("play", "window") and where in home:
            for after in clauses_on(program, found, event):
                if home.get(after) == home[where]:
                    return False
    return True


def call_graph(program: Program, found: Reach) -> Calls:
    """Which clause may set off which. Clauses that nothing reaches are left out."""
    raised: dict[Where, set[Event]] = {}
    for where, event in found.world.raises:
        raised.setdefault(where, set()).add(event)
    bodies = {where for where, _ in found.world.raises}
    graph: Calls = {}
    todo = sorted(bodies)
    while todo:
        where = todo.pop()
        if where in graph:
            continue
        after: set[Where] = set()
        for event in raised.get(where, ()):
            after |= clauses_on(program, found, event)
        graph[where] = tuple(sorted(after))
        todo += sorted(after)
    return graph


def clauses_on(program: Program, found: Reach, event: Event) -> set[Where]:
    """The clauses that an event sets off."""
    kind, subject = event
    out: set[Where] = set()
    for number, rule in enumerate(program.rules):
        if rule.event.kind == kind and (subject in rule.event.subjects or not rule.event.subjects):
            out.add(("rule", number))
    match kind:
        case "action":
            out.add(("action", subject))
            if program.actions[subject].instead:
                out.add(("instead", subject))
        case "filled":
            for number, made in enumerate(program.sets):
                if subject in made.boxes and ("complete", number) in found.world.events:
                    out |= clauses_on(program, found, ("complete", number))
        case "hit":
            out |= clauses_on(program, found, ("filled", subject))
        case "end":
            for number, action in enumerate(program.actions):
                if action.name == "game_ends":
                    out |= clauses_on(program, found, ("action", number))
        case "window":
            out |= {("ability", n) for n, a in enumerate(program.abilities) if a.window == subject}
        case "play":
            out |= {("ability", n) for n in found.world.abilities}
            for _, _, box in found.world.moves:
                out |= clauses_on(program, found, ("hit", box))
            for way, _, _ in found.world.moves:
                for feature in program.ways[way].through:
                    out |= clauses_on(program, found, ("passed", feature))
            out |= clauses_on(program, found, ("lost", 0))
    return out


def bodies_at(program: Program, where: Where) -> tuple[Body, ...]:
    kind, number = where
    match kind:
        case "rule":
            return (program.rules[number].body,)
        case "action":
            return (program.actions[number].body,)
        case "instead":
            return tuple(instead.body for instead in program.actions[number].instead)
        case "ability":
            return (program.abilities[number].body,)
        case "step":
            return (program.steps[number].body,)
    return ()


def find_circle(calls: Calls) -> list[Where]:
    """Clauses that set each other off in a circle, the first again at the end; empty if there is none."""
    done: set[Where] = set()
    for root in sorted(calls):
        path: list[Where] = []
        on_path: set[Where] = set()
        stack: list[tuple[Where, int]] = [(root, 0)]
        while stack:
            where, at = stack.pop()
            if at == 0:
                if where in done:
                    continue
                path.append(where)
                on_path.add(where)
            after = calls.get(where, ())
            if at < len(after):
                stack.append((where, at + 1))
                following = after[at]
                if following in on_path:
                    return [*path[path.index(following) :], following]
                stack.append((following, 0))
            else:
                path.pop()
                on_path.discard(where)
                done.add(where)
    return []


def longest_chain(calls: Calls) -> list[Where]:
    """The longest way through a graph without circles."""
    best: dict[Where, tuple[int, Where | None]] = {}
    for root in sorted(calls):
        stack = [root]
        while stack:
            where = stack[-1]
            missing = [w for w in calls.get(where, ()) if w not in best]
            if missing:
                stack += missing
                continue
            stack.pop()
            following = max(calls.get(where, ()), key=lambda w: best[w][0], default=None)
            best[where] = (0 if following is None else 1 + best[following][0], following)
    at: Where | None = max(sorted(best), key=lambda w: best[w][0], default=None)
    chain: list[Where] = []
    while at is not None:
        chain.append(at)
        at = best[at][1]
    return chain
