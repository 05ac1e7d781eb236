"""Where the conditions and the list entries of a table stand, with what leads to them.

A site is told by numbers alone, so that a report can name it and a checker can find it: the kind of
clause, its number, which `instead` of an action, and the place of the term in the reading order of
the body (-1: the guard of the clause itself).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.graph.build import event_words
from sspdsl.ir.model import Place, Program
from sspdsl.ir.terms import (
    Binder,
    Body,
    Branch,
    Cell,
    Choose,
    Count,
    CountFilled,
    Draw,
    Each,
    Effect,
    Expr,
    Filled,
    First,
    If,
    Me,
    Num,
    OneOf,
    Op,
    Opened,
    Players,
    Reaches,
    Repeat,
    RepeatUntil,
    Shows,
    Var,
)
from sspdsl.ir.walk import terms_in

Key = tuple[str | int, ...]
"""What may happen, as plain data: `("set", 3)`, `("guard", "rule", 5, 0, -1, 1)`."""
Clause = tuple[str, int, int]
OWN = -1


@dataclass(frozen=True, slots=True)
class Site:
    """A term in a clause. To get there, these entries are picked and these conditions hold on the way.

    `binders` are the choices and loops it stands in; that they have a member is among the conditions.
    """

    clause: Clause
    at: int
    picks: tuple[str, ...] = ()
    under: tuple[Expr, ...] = ()
    binders: tuple[Binder, ...] = ()

    @property
    def key(self) -> Key:
        return (*self.clause, self.at)


@dataclass(frozen=True, slots=True)
class Sites:
    """All sites of a program, whose terms are told apart by identity."""

    guards: tuple[tuple[Site, Expr], ...]
    branches: tuple[tuple[Site, Branch, OneOf], ...]
    effects: dict[int, Site]


def sites_of(program: Program) -> Sites:
    """Every condition that a clause asks about, every entry of a list, every effect."""
    guards: list[tuple[Site, Expr]] = []
    branches: list[tuple[Site, Branch, OneOf]] = []
    effects: dict[int, Site] = {}
    for clause, guard, body in clauses(program):
        above = () if guard is None else (guard,)
        if guard is not None:
            guards.append((Site(clause, OWN), guard))
        at = {id(term): number for number, term in enumerate(terms_in(body))}
        for site, term, owner in inside(body, clause, at, Way(under=above)):
            if isinstance(term, Branch):
                assert owner is not None
                branches.append((site, term, owner))
                if term.guard is not None:
                    outside = Site(clause, site.at, site.picks[:-1], site.under[:-1], site.binders)
                    guards.append((outside, term.guard))
            else:
                effects[id(term)] = site
                if isinstance(term, If | RepeatUntil):
                    guards.append((site, term.cond))
    return Sites(tuple(guards), tuple(branches), effects)


def clauses(program: Program) -> Iterator[tuple[Clause, Expr | None, Body]]:
    """Every clause with its guard and its body; a box has its `open while`."""
    for number, rule in enumerate(program.rules):
        yield ("rule", number, 0), rule.guard, rule.body
    for number, action in enumerate(program.actions):
        yield ("action", number, 0), None, action.body
        for which, instead in enumerate(action.instead):
            yield ("instead", number, which), instead.guard, instead.body
    for number, ability in enumerate(program.abilities):
        yield ("ability", number, 0), ability.guard, ability.body
    for number, step in enumerate(program.steps):
        yield ("step", number, 0), None, step.body
    for number, way in enumerate(program.ways):
        yield ("way", number, 0), way.guard, ()
    for number, ban in enumerate(program.bans):
        yield ("ban", number, 0), ban.guard, ()
    for number, modifier in enumerate(program.modifiers):
        yield ("modifier", number, 0), modifier.guard, ()
    for number, life in enumerate(program.lifetimes):
        yield ("lifetime", number, 0), life.guard, ()
    for number, box in enumerate(program.boxes):
        yield ("open", number, 0), box.open, ()


@dataclass(frozen=True, slots=True)
class Way:
    """What lies on the way to a term."""

    picks: tuple[str, ...] = ()
    under: tuple[Expr, ...] = ()
    binders: tuple[Binder, ...] = ()

    def while_(self, *conditions: Expr | None) -> Way:
        more = tuple(each for each in conditions if each is not None)
        return Way(self.picks, (*self.under, *more), self.binders)


def inside(
    body: Body, clause: Clause, at: dict[int, int], way: Way
) -> Iterator[tuple[Site, Branch | Effect, OneOf | None]]:
    """Every effect and entry of a body. Of an entry, the site is inside it: it is picked, its guard holds."""

    def site(term: object, way: Way) -> Site:
        return Site(clause, at[id(term)], way.picks, way.under, way.binders)

    for effect in body:
        yield site(effect, way), effect, None
        match effect:
            case OneOf(branches):
                for branch in branches:
                    there = Way((*way.picks, branch.name), way.under, way.binders).while_(branch.guard)
                    yield site(branch, there), branch, effect
                    yield from inside(branch.body, clause, at, there)
            case If(cond, then, other):
                yield from inside(then, clause, at, way.while_(cond))
                yield from inside(other, clause, at, way.while_(Op("not", (cond,))))
            case Choose() | Each() | Draw():
                binders = effect.binders if isinstance(effect, Choose) else (effect.binder,)
                some = [Op(">", (Count(each), Num(0))) for each in binders if each.where is not None]
                there = Way(way.picks, way.under, (*way.binders, *binders)).while_(*some)
                yield from inside(effect.body, clause, at, there)
            case Repeat() | RepeatUntil():
                yield from inside(effect.body, clause, at, way)


STATE = (Filled, CountFilled, Opened, Shows, Reaches, Me)


def is_fixed(program: Program, guard: Expr) -> bool:
    """Whether it rests on options and other constants alone: then it is a setting, no guard.

    A counter that has one value only (the round of a game of one round) is such a constant.
    """
    bound = {t.binder.slot for t in terms_in(guard) if isinstance(t, Count | First)}
    for term in terms_in(guard):
        if isinstance(term, STATE) or (isinstance(term, Var) and term.slot not in bound):
            return False
        if isinstance(term, Players) and program.max_players > 1:
            return False
        if isinstance(term, Cell):
            made = program.cells[term.cell]
            if made.form == "tally" or made.low < made.high:
                return False
    return True


# ---------------------------------------------------------------- words


def place_of(program: Program, clause: Clause) -> Place | None:
    """Where in the text a clause stands."""
    kind, number, which = clause
    if kind == "instead":
        return program.actions[number].instead[which].place
    if kind == "lifetime":
        return None
    table = {"ability": "abilities", "open": "boxes"}.get(kind, f"{kind}s")
    place: Place | None = getattr(program, table)[number].place
    return place


def of_library(place: Place | None) -> bool:
    """Whether the standard library says it, not the pin."""
    return place is not None and place.file.startswith("std.")


def at_line(place: Place | None) -> str:
    """` (carniball.ssp:12)`."""
    return f" ({place.file}:{place.line})" if place is not None else ""


def clause_words(program: Program, clause: Clause) -> str:
    """`rule tilt_check (std.nudge:13)`, `the rule on cars complete (carniball.ssp:12)`."""
    kind, number, _ = clause
    line = at_line(place_of(program, clause))
    match kind:
        case "rule":
            rule = program.rules[number]
            said = f"rule {rule.name}" if rule.name else f"the rule on {event_words(program, rule.event)}"
        case "instead":
            said = f"instead of {program.actions[number].name}"
        case "way":
            way = program.ways[number]
            said = f"{way.name} from {program.positions[way.sources[0]].name}" if way.sources else way.name
        case "ban":
            said = "the ban"
        case "modifier":
            modifier = program.modifiers[number]
            said = f"modifier {modifier.name or 'while ' + modifier.words}"
        case "lifetime":
            said = f"what ends when {event_words(program, program.lifetimes[number].event)}"
        case "open":
            said = f"box {program.boxes[number].name}"
        case "action":
            said = f"action {program.actions[number].name}"
        case "ability":
            said = f"ability {program.abilities[number].name}"
        case _:
            said = f"step {program.steps[number].name}"
    return said + line
