"""Shows that no ball can be kept in play for ever: ranking, and a double that chance repeats.

What ranking leaves can only go on inside loops of places. There chance may roll one double again and
again, and has a chance to do so from anywhere: if ranking the commands which that double allows
leaves no turn inside the loop, the ball gets out with probability 1 (studies call it an attractor).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import networkx as nx

from sspdsl.verify.commands import ABSENT, ALL_FACES, ANYWHERE, Command
from sspdsl.verify.rank import Step, eliminate, moves_graph

MOST_CHOICES = 1300


@dataclass(frozen=True, slots=True)
class Case:
    """While these cells have these values, this double leaves none of `dies`: `moves` inside, or `turns`."""

    fixed: tuple[tuple[str, int], ...]
    double: int
    dies: str
    commands: tuple[Command, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """Places a ball may go round. `doubles`: the double to repeat at each; empty if none was found.

    `cases`: what settles the loop instead (`sspdsl.verify.cases`).
    """

    places: tuple[str, ...]
    doubles: dict[str, int]
    steps: tuple[Step, ...]
    rest: tuple[str, ...]
    """Turns inside the loop that stay possible (when no double was found)."""
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """`open` are the loops for which nothing was found: none, and it is a proof."""

    commands: tuple[Command, ...]
    places: tuple[str, ...]
    steps: tuple[Step, ...]
    loops: tuple[Loop, ...]

    @property
    def open(self) -> tuple[Loop, ...]:
        return tuple(loop for loop in self.loops if not loop.doubles and not loop.cases)


def prove(commands: Sequence[Command], places: tuple[str, ...], groups: dict[str, str], more: bool) -> Proof:
    """Ranks the commands; for what is left finds doubles. `more`: several balls or players at once."""
    steps, alive = eliminate(commands, places, None)
    loops = [search(alive, places, inside, groups, more) for inside in loops_of(alive, places)]
    if any(not loop.doubles for loop in loops):
        # A linear program before any roll may settle what the signs could not.
        more_steps, alive = eliminate(alive, places, groups)
        if more_steps:
            steps += more_steps
            loops = [search(alive, places, inside, groups, more) for inside in loops_of(alive, places)]
    return Proof(tuple(commands), places, tuple(steps), tuple(loops))


def loops_of(alive: Sequence[Command], places: Sequence[str]) -> list[tuple[str, ...]]:
    """Components of places inside which turns are possible; all places if a turn needs no move."""
    ticks = [command for command in alive if command.tick]
    if any(not command.moves for command in ticks):
        return [tuple(sorted({*places, ABSENT}))]
    graph = moves_graph(alive, places)
    found = []
    for component in nx.strongly_connected_components(graph):
        if any(goes_on(command, component) for command in ticks):
            found.append(tuple(sorted(component)))
    return sorted(found)


def goes_on(command: Command, inside: Iterable[str]) -> bool:
    """Whether this piece of a turn can be one inside the loop."""
    kept = set(inside)
    if not command.moves:
        return True
    return any(end in kept and (start in kept or start == ANYWHERE) for start, end in command.moves)


def search(
    alive: Sequence[Command],
    places: Sequence[str],
    inside: tuple[str, ...],
    groups: dict[str, str],
    more: bool,
) -> Loop:
    """A double for the loop: the same everywhere, then with a linear program, then one for each place."""
    best: tuple[str, ...] | None = None
    for linear in (None, groups):
        for face in sorted(ALL_FACES):
            allowed = [command for command in alive if face in command.faces]
            steps, left = eliminate(allowed, places, linear)
            rest = tuple(c.name for c in left if c.tick and goes_on(c, inside))
            if not rest:
                return Loop(inside, dict.fromkeys(inside, face), tuple(steps), ())
            if best is None or len(rest) < len(best):
                best = rest
    spots = sorted(
        {start for c in alive if c.tick and goes_on(c, inside) for start, _ in c.moves} & set(inside)
    )
    # A double for each place is for one ball, which nothing but its own move takes from that place.
    plain = all(c.clause in ("move", "loss") for c in alive if c.moves)
    if len(ALL_FACES) ** len(spots) <= MOST_CHOICES and plain and not more:
        for faces in product(sorted(ALL_FACES), repeat=len(spots)):
            doubles = dict.fromkeys(inside, 1) | dict(zip(spots, faces, strict=True))
            steps, left = eliminate([c for c in alive if allows(c, doubles)], places, None)
            if not any(c.tick and goes_on(c, inside) for c in left):
                return Loop(inside, doubles, tuple(steps), ())
    return Loop(inside, {}, (), best or ())


def allows(command: Command, doubles: dict[str, int]) -> bool:
    """Whether a ball can so move when these doubles are rolled for its place."""
    if not command.moves:
        return bool(command.faces & set(doubles.values()))
    start = command.moves[0][0]
    if start in doubles:
        return doubles[start] in command.faces
    return bool(command.faces & set(doubles.values()))
