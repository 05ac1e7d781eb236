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
    Draw,
    Offer,
    OneOf,
    PlayBalls,
    RollCell,
    RollDice,
)
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.played import Found
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up
from sspdsl.verify.where import where_words

DECISIONS = (Choose, OneOf, Draw, Offer, PlayBalls, RollCell, RollDice)


def verify_options(
    program: Program, found: Reach, played: Found, stuck: Verdict, ranges: Verdict, cascades: Verdict
) -> Verdict:
    """The verdict on V7. It leans on V2 (balls), V6 (effects end) and V9 (values)."""
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
            Item(
                "values out of range", ranges.status, "an option may write a value out of range (V9)", record
            )
        )
    for (where, kind), values in sorted(found.world.misplaced.items()):
        words = f"may name a {kind} that does not exist ({values.words()})"
        name = where_words(program, where)
        items.append(Item(name, BOUNDED, f"{words}; {played.size_words()} did not show it"))
    for words, record in sorted(played.errors.items()):
        items.append(Item("an option fails", REFUTED, words, record))
    if cascades.status in (REFUTED, BOUNDED):
        record = cascades.evidence if cascades.status == REFUTED else None
        items.append(
            Item(
                "effects",
                cascades.status,
                "an option may set off effects that were not shown to end (V6)",
                record,
            )
        )
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
