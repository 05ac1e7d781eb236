"""V7: every decision raised has at least one option, and no option fails when taken.

A choice or list without members is passed over, and a window closes, so only playing balls could
be asked without an option (V2). An option fails only through an error of the table: a value, box
or position that does not exist, or effects without end.
"""

from __future__ import annotations

from sspdsl.graph.words import shortened
from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Choose,
    Do,
    Draw,
    Fill,
    Hit,
    Offer,
    OneOf,
    PlayBalls,
    RepeatUntil,
    RollCell,
    RollDice,
    Settle,
)
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.reach import Reach
from sspdsl.verify.search import Found
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up
from sspdsl.verify.where import where_words

DECISIONS = (Choose, OneOf, Draw, Offer, PlayBalls, RollCell, RollDice)


def verify_options(program: Program, found: Reach, played: Found, stuck: Verdict, ranges: Verdict) -> Verdict:
    """The verdict on V7. It leans on V2 (balls) and V9 (values)."""
    items = [*decisions(program, found)]
    if stuck.status in (REFUTED, BOUNDED):
        items.append(
            Item(
                "playing balls",
                stuck.status,
                stuck.words,
                stuck.evidence if stuck.status == REFUTED else None,
            )
        )
    if ranges.status in (REFUTED, BOUNDED):
        record = ranges.evidence if ranges.status == REFUTED else None
        items.append(
            Item("values out of range", ranges.status, f"an option may fail: {ranges.words}", record)
        )
    for (where, kind), values in sorted(found.world.misplaced.items()):
        words = f"may name a {kind} that does not exist ({values.words()})"
        name = where_words(program, where)
        items.append(Item(name, BOUNDED, f"{words}; {played.size_words()} did not show it"))
    for words, record in sorted(played.errors.items()):
        items.append(Item("an option fails", REFUTED, words, record))
    if not any(item.status == REFUTED for item in items):
        items += endless(program, played)
    return sum_up(
        "V7",
        tuple(items),
        "choices and lists without members are passed over, windows close, and no option can fail",
        "not settled",
        "nothing is ever decided",
    )


def decisions(program: Program, found: Reach) -> list[Item]:
    """One item for each place that asks; lists and choices that are always passed over are said so."""
    items = []
    for where, body in bodies_of(program):
        for effect in effects_in(body):
            if isinstance(effect, OneOf):
                taken = found.flow.branches.get(id(effect), set())
                closed = [b.name for n, b in enumerate(effect.branches) if n not in taken]
                unlimited = any(b.guard is None for b in effect.branches)
                words = (
                    "always has an entry" if unlimited else "may have no entry left; then it is passed over"
                )
                if closed:
                    words += f"; never open: {shortened(closed, 4)}"
                items.append(Item(f"{where}: {effect.about or 'a list'}", PROVED, words))
            elif isinstance(effect, Choose):
                some = found.flow.chances.get(id(effect), False)
                words = (
                    "passed over when nothing can be picked"
                    if some
                    else "there is never anything to pick: passed over"
                )
                items.append(Item(f"{where}: {effect.about or 'a choice'}", PROVED, words))
            elif isinstance(effect, RollCell):
                made = program.cells[effect.cell]
                items.append(Item(f"{where}: {made.name}", PROVED, f"one of {made.low}..{made.high}"))
            elif isinstance(effect, DECISIONS):
                items.append(Item(f"{where}: {type(effect).__name__}", PROVED, "always has an option"))
    return items


def endless(program: Program, played: Found) -> list[Item]:
    """Effects that might not end: a `repeat until`, or effects that come back to themselves."""
    items = []
    for where, body in bodies_of(program):
        if any(isinstance(effect, RepeatUntil) for effect in effects_in(body)):
            items.append(
                Item(where, BOUNDED, f"its `repeat until` was not shown to end; {played.size_words()} did")
            )
    circle = fill_circle(program)
    if circle:
        items.append(Item("effects", BOUNDED, f"{circle} may set itself off; {played.size_words()} ended"))
    return items


def fill_circle(program: Program) -> str | None:
    """A rule or action that may come back to itself through fills and actions, or None. It errs to yes."""
    calls: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for number, action in enumerate(program.actions):
        bodies = (action.body, *(instead.body for instead in action.instead))
        calls[("action", number)] = called(program, bodies)
    for number, rule in enumerate(program.rules):
        calls[("rule", number)] = called(program, (rule.body,))
    for start in calls:
        seen, todo = set[tuple[str, int]](), list(calls[start])
        while todo:
            node = todo.pop()
            if node == start:
                kind, number = start
                name = program.actions[number].name if kind == "action" else program.rules[number].name
                return f"{kind} {name or number}"
            if node not in seen:
                seen.add(node)
                todo += calls.get(node, ())
    return None


def called(program: Program, bodies: tuple[tuple[object, ...], ...]) -> set[tuple[str, int]]:
    """The actions and rules that these bodies may set off."""
    out: set[tuple[str, int]] = set()
    kinds: set[str] = set()
    for body in bodies:
        for effect in effects_in(body):  # type: ignore[arg-type]
            match effect:
                case Do(action):
                    out.add(("action", action))
                    out |= {
                        ("rule", n) for n, r in enumerate(program.rules)
                        if r.event.kind == "action" and action in r.event.subjects
                    }  # fmt: skip
                case Hit():
                    kinds |= {"hit", "filled", "complete"}
                case Settle():
                    kinds.add("complete")
                case Fill():
                    kinds |= {"filled", "complete"}
                case _:
                    kinds |= EVENTS.get(type(effect).__name__, set())
    return out | {("rule", n) for n, rule in enumerate(program.rules) if rule.event.kind in kinds}


EVENTS: dict[str, set[str]] = {"Assign": {"changed"}, "RollCell": {"changed"}, "LoseBall": {"lost"}}
