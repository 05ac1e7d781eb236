"""Moments in which much has been gained that helps a player: from there a ball is most likely kept for ever.

What helps are the indicators for the rest of the game that abilities and choices ask for. They are gone
after one by one, and no ability is used on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.interpret.state import State, first_state
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Assign, Body, Cell, Choose, Do, Expr, Num, Op, Reset
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.filling import Goals
from sspdsl.verify.goals import Wish
from sspdsl.verify.reach import Reach
from sspdsl.verify.search import Game, Search

MOST_TURNS = 4000
MOST_GAMES = 40
TURNS_A_GAME = 40
TURNS_TO_A_PLACE = 12
MOST_RICH = 6
MOST_TRIES = 4
Member = tuple[int, int]
"""A cell and which of its members, from 0."""


@dataclass(frozen=True, slots=True)
class Rich:
    """A game of one player between two turns, and how much it has."""

    state: State
    lines: tuple[str, ...]
    worth: int


def helping(program: Program) -> tuple[frozenset[int], frozenset[int]]:
    """Indicators for the whole game that abilities and choices ask for, and those that bar abilities."""
    good, bad = set[int](), set[int]()
    for ability in program.abilities:
        for cell, positive in asked(ability.guard, True):
            (good if positive else bad).add(cell)
        for binder in ability.params:
            for cell, positive in asked(binder.where, True):
                (good if positive else bad).add(cell)
    for _, body in bodies_of(program):
        for effect in effects_in(body):
            if isinstance(effect, Choose):
                good |= {cell for term in (effect.most, effect.least) for cell, _ in asked(term, True)}
    kept = {
        number
        for number, cell in enumerate(program.cells)
        if cell.form == "indicator" and cell.line == "double" and not cell.shared and not cell.role
    }
    return frozenset(good & kept - bad), frozenset(bad & kept)


def asked(term: Expr | None, positive: bool) -> Iterator[tuple[int, bool]]:
    """The cells of a condition, and whether it helps that they are set."""
    match term:
        case Op("not", (inner,)):
            yield from asked(inner, not positive)
        case Op(_, args):
            for arg in args:
                yield from asked(arg, positive)
        case Cell(cell):
            yield cell, positive


def rich_moments(program: Program, found: Reach, goals: Goals, seed: int = 1) -> list[Rich]:
    """The moments met on the way to all that helps, the richest first. Equal programs give equal moments."""
    good, bad = helping(program)
    wanted: list[Member] = [(c, m) for c in sorted(good) for m in range(max(program.cells[c].size, 1))]
    search = Search(program, found, goals.edges, seed)
    search.steer.frugal = True
    cells = sorted(good)
    met: dict[tuple[object, ...], Rich] = {}
    for _ in range(MOST_GAMES if wanted else 0):
        # Not everything at once: each game goes after some of it.
        some = [cell for cell in cells if search.chance.random() < 0.6] or cells
        for rich in one_game(search, [member for member in wanted if member[0] in some], good, bad):
            kept = tuple(rich.state.own[0][cell] for cell in (*cells, *sorted(bad)))
            old = met.get(kept)
            if old is None or len(rich.lines) < len(old.lines):
                met[kept] = rich
        if search.out.turns > MOST_TURNS:
            break
    return sorted(met.values(), key=lambda rich: (-rich.worth, len(rich.lines)))


def giving_back(program: Program) -> set[int]:
    """Places whose sets, when complete, write what abilities write too: they may give back what was used."""
    used = {cell for ability in program.abilities for cell in writes(program, ability.body, frozenset())}
    used = {cell for cell in used if program.cells[cell].line == "double"}
    places = set[int]()
    for rule in program.rules:
        if rule.event.kind == "complete" and used & writes(program, rule.body, frozenset()):
            boxes = [box for group in rule.event.subjects for box in program.sets[group].boxes]
            places |= {program.boxes[box].position for box in boxes}
    return places


def writes(program: Program, body: Body, done: frozenset[int]) -> set[int]:
    """The cells that a body writes, and the actions it does; not what boxes and sets bring."""
    out = set[int]()
    for effect in effects_in(body):
        match effect:
            case Assign(cell) | Reset(cell):
                out.add(cell)
            case Do(action) if action not in done:
                out |= writes(program, program.actions[action].body, done | {action})
    return out


def rich_at(
    program: Program, found: Reach, goals: Goals, inside: frozenset[int], seed: int = 1
) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Rich moments with a ball at one of these places, first where something is given back."""
    first = giving_back(program)
    places = sorted(inside, key=lambda place: (place not in first, place))
    good, bad = helping(program)
    search = Search(program, found, goals.edges, seed)
    search.steer.frugal = True
    for rich in rich_moments(program, found, goals, seed)[:MOST_RICH]:
        for place in places:
            for _ in range(2):
                search.steer.target = Wish(("gain",), places=(place,))
                search.game = Game(rich.state, list(rich.lines), 1)
                there = go_to(search, place)
                if there is not None and worth(there, good, bad) >= rich.worth:
                    yield there, tuple(search.game.lines)
                    break


def go_to(search: Search, place: int) -> State | None:
    """Plays on until a ball stands there before a roll."""
    at = next(n for n, cell in enumerate(search.program.cells) if cell.role == "at")
    for _ in range(TURNS_TO_A_PLACE):
        assert search.game is not None
        if place + 1 in search.game.state.own[0][at]:
            return search.game.state
        if not search.one_turn(search.game):
            return None
    return None


def one_game(search: Search, wanted: list[Member], good: frozenset[int], bad: frozenset[int]) -> list[Rich]:
    """The moments of one game, each richer than the one before."""
    best, met, tries = Rich(first_state(search.program, 1), (), 0), list[Rich](), 0
    while tries < MOST_TRIES and search.out.turns <= MOST_TURNS:
        missing = [member for member in wanted if not holds(best.state, member)]
        if not missing:
            break
        tries += 1
        gained = go_for(search, best, missing, good, bad)
        if gained is not None:
            best, tries = gained, 0
            met.append(gained)
    return met


def holds(state: State, member: Member) -> bool:
    return bool(state.own[0][member[0]][member[1]])


def worth(state: State, good: frozenset[int], bad: frozenset[int]) -> int:
    """How much has been gained that helps; what bars an ability counts more."""
    gained = sum(map(bool, (value for cell in good for value in state.own[0][cell])))
    return gained - 2 * sum(map(bool, (value for cell in bad for value in state.own[0][cell])))


def go_for(
    search: Search, start: Rich, targets: list[Member], good: frozenset[int], bad: frozenset[int]
) -> Rich | None:
    """Plays on until one of these is gained and nothing lost; None if the game ends or it takes too long."""
    terms = []
    for cell, at in targets:
        made = search.program.cells[cell]
        terms.append(Cell(cell, Num(made.index_low + at) if made.size > 1 else None))
    search.steer.target = Wish(("gain",), under=tuple(terms))
    search.steer.planner.luck = search.out.turns
    search.game = Game(start.state, list(start.lines), 1)
    for _ in range(TURNS_A_GAME):
        if not search.one_turn(search.game):
            return None
        state = search.game.state
        if worth(state, good, bad) > start.worth:
            return Rich(state, tuple(search.game.lines), worth(state, good, bad))
    return None
