"""What stands where in a program: conditions, entries and effects, numbered in reading order."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir.model import Place, Program
from sspdsl.ir.terms import Body, Branch, Cell, Count, First, If, Players, RepeatUntil, Var
from sspdsl.ir.walk import EFFECTS, terms_in

Key = tuple[str | int, ...]
OWN = -1
READS_STATE = ("Filled", "CountFilled", "Opened", "Shows", "Reaches", "Me")


class Table:
    """What stands where in a program no two places of which share a term."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.keys: dict[int, Key] = {}
        self.terms: dict[Key, object] = {}
        self.guards: list[tuple[Key, object]] = []
        self.branches: list[tuple[Key, Branch]] = []
        self.places: dict[Key, Place | None] = {}
        for clause, place, guard, body in clauses(program):
            self.places[clause] = place
            if guard is not None:
                self.guard((*clause, OWN), guard)
            for at, term in enumerate(terms_in(body)):
                site = (*clause, at)
                if isinstance(term, Branch):
                    self.keys[id(term)] = ("branch", *site)
                    self.branches.append((site, term))
                    if term.guard is not None:
                        self.guard(site, term.guard)
                elif isinstance(term, EFFECTS):
                    self.keys[id(term)] = ("effect", *site)
                    self.terms["effect", *site] = term
                    if isinstance(term, If | RepeatUntil):
                        self.guard(site, term.cond)

    def guard(self, site: Key, guard: object) -> None:
        self.keys[id(guard)] = ("guard", *site)
        self.terms["guard", *site] = guard
        self.guards.append((site, guard))

    def key(self, kind: str, what: object) -> Key | None:
        """The thing that the engine tells of."""
        if isinstance(what, tuple):
            return (kind, *what)
        return (kind, what) if isinstance(what, int) else self.keys.get(id(what))


def clauses(program: Program) -> Iterator[tuple[Key, Place | None, object, Body]]:
    for number, rule in enumerate(program.rules):
        yield ("rule", number, 0), rule.place, rule.guard, rule.body
    for number, action in enumerate(program.actions):
        yield ("action", number, 0), action.place, None, action.body
        for which, instead in enumerate(action.instead):
            yield ("instead", number, which), instead.place, instead.guard, instead.body
    for number, ability in enumerate(program.abilities):
        yield ("ability", number, 0), ability.place, ability.guard, ability.body
    for number, step in enumerate(program.steps):
        yield ("step", number, 0), step.place, None, step.body
    for number, way in enumerate(program.ways):
        yield ("way", number, 0), way.place, way.guard, ()
    for number, ban in enumerate(program.bans):
        yield ("ban", number, 0), ban.place, ban.guard, ()
    for number, modifier in enumerate(program.modifiers):
        yield ("modifier", number, 0), modifier.place, modifier.guard, ()
    for number, life in enumerate(program.lifetimes):
        yield ("lifetime", number, 0), None, life.guard, ()
    for number, box in enumerate(program.boxes):
        yield ("open", number, 0), box.place, box.open, ()


def of_library(place: Place | None) -> bool:
    return place is not None and place.file.startswith("std.")


def outline(term: object, cells: bool = False) -> tuple[object, ...]:
    """The shape of a condition, without its numbers; with the cells that it reads, if they matter."""
    return tuple(
        (type(each).__name__, getattr(each, "op", ""), getattr(each, "cell", "") if cells else "")
        for each in terms_in(term)
    )


def fixed(table: Table, guard: object) -> bool:
    """Whether it rests on options alone: it reads no box, no variable, and no cell that ever changes."""
    bound = {each.binder.slot for each in terms_in(guard) if isinstance(each, Count | First)}
    for each in terms_in(guard):
        if type(each).__name__ in READS_STATE or (isinstance(each, Var) and each.slot not in bound):
            return False
        if isinstance(each, Players) and table.program.max_players > 1:
            return False
        if isinstance(each, Cell):
            made = table.program.cells[each.cell]
            if made.form == "tally" or made.low < made.high:
                return False
    return True


def what_of(key: Key) -> str:
    """How it is said that this happens, so that a claim cannot stand for another."""
    kinds = {"set": "completed", "branch": "taken", "wrote": "set", "modifier": "applied", "ability": "used"}
    if key[0] == "guard":
        return "true" if key[-1] else "false"
    return kinds.get(str(key[0]), "run")
