"""Pairs of clauses of which only one can be answered, where nothing says which goes first.

- Two `instead of` one action in one layer: only one of them runs. (Between layers the stronger one does.)
- A duty (`only move to P`) and a ban or another duty that forbids all that the first one leaves.

Rules on one event are no such pair: all of them run. Two bans are none: both are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sspdsl.ir.model import BanDef, InsteadDef, Place, Program, WayDef
from sspdsl.ir.terms import Expr, Num, Op
from sspdsl.ir.walk import slots_of
from sspdsl.verify.sites import Clause, at_line

ALWAYS = Op("is", (Num(1), Num(1)))


@dataclass(frozen=True, slots=True)
class Contest:
    """`probe` is the table with a clause put first that asks whether both hold and does not change play."""

    name: str
    what: str
    probe: Program
    clause: Clause
    places: tuple[Place | None, Place | None]


def contests(program: Program) -> Iterator[Contest]:
    """All such pairs, whatever their conditions."""
    yield from replacements(program)
    yield from demands(program)


def both(left: Expr | None, right: Expr | None) -> Expr:
    """The condition that both hold: a term of its own."""
    parts = tuple(part for part in (left, right) if part is not None)
    return Op("and", parts) if len(parts) == 2 else Op("and", (ALWAYS, *parts)) if parts else ALWAYS


# ---------------------------------------------------------------- instead of


def replacements(program: Program) -> Iterator[Contest]:
    for number, action in enumerate(program.actions):
        for at, one in enumerate(action.instead):
            for other in action.instead[at + 1 :]:
                if one.layer == other.layer:
                    yield replacement(program, number, one, other)


def replacement(program: Program, number: int, one: InsteadDef, other: InsteadDef) -> Contest:
    """The probe does what the first of the two does."""
    action = program.actions[number]
    guard = both(one.guard, other.guard)
    probe = InsteadDef(guard, one.body, slots_of((guard, one.body)), one.place, one.layer)
    probe = replace(probe, slots=max(probe.slots, one.slots, action.params))
    actions = list(program.actions)
    actions[number] = replace(action, instead=(probe, *action.instead))
    said = f"instead of {action.name}"
    return Contest(
        f"{said}{at_line(one.place)} and {said}{at_line(other.place)}",
        f"both stand in place of `{action.name}`",
        replace(program, actions=tuple(actions)),
        ("instead", number, 0),
        (one.place, other.place),
    )


# ---------------------------------------------------------------- duties and bans


def demands(program: Program) -> Iterator[Contest]:
    leaving: dict[int, list[WayDef]] = {}
    for way in program.ways if any(ban.duty for ban in program.bans) else ():
        for place in dict.fromkeys(way.sources):
            leaving.setdefault(place, []).append(way)
    for at, duty in enumerate(program.bans):
        if not duty.duty:
            continue
        for number, ban in enumerate(program.bans):
            if number == at or (ban.duty and number < at):
                continue
            sources = tuple(place for place in sorted({*duty.sources} & {*ban.sources}))
            opposed = tuple(place for place in sources if opposes(leaving.get(place, ()), duty, ban))
            if opposed:
                yield demand(program, opposed, duty, ban)


def opposes(leaving: Sequence[WayDef], duty: BanDef, ban: BanDef) -> bool:
    """Whether all that the duty leaves of these ways is forbidden by the ban, or the other way round."""
    if {*duty.ways} != {*ban.ways} and ban.ways and duty.ways:
        return False
    if leaves_nothing(leaving, duty, ban):
        return True
    return ban.duty and leaves_nothing(leaving, ban, duty)


def leaves_nothing(leaving: Sequence[WayDef], duty: BanDef, ban: BanDef) -> bool:
    """Of the moves that a duty leaves, and that exist, the ban leaves none."""
    if ban.ways and not duty.ways:
        return False
    moves = {box for way in leaving if not duty.ways or way.name in duty.ways for box in way.targets}
    left = moves - {*duty.targets}
    return bool(left) and left <= {*ban.targets}


def demand(program: Program, sources: tuple[int, ...], duty: BanDef, ban: BanDef) -> Contest:
    """The probe forbids, while both hold, what both forbid."""
    targets = tuple(sorted({*duty.targets} | {*ban.targets}))
    probe = BanDef(duty.ways, sources, targets, both(duty.guard, ban.guard), duty.place)
    kind = "only" if ban.duty else "no"
    what = "the one asks for what the other forbids"
    if ban.duty:
        what = "each forbids all that the other one leaves"
    return Contest(
        f"only{at_line(duty.place)} and {kind}{at_line(ban.place)}",
        what,
        replace(program, bans=(probe, *program.bans)),
        ("ban", 0, 0),
        (duty.place, ban.place),
    )
