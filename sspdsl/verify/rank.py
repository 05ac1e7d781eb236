"""Lexicographic ranking: which commands no strategy can repeat for ever.

A step is a linear function of the state: weights on resources, a potential for the place of each
ball. If no command left can raise it, a command that surely lowers it cannot recur, for the function
would have to come back up. Such commands are removed, and the next step is looked for among the rest:
by sign first, then by components of the places, last by an exact linear program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx

from sspdsl.verify.commands import ABSENT, ANYWHERE, Command, Moves
from sspdsl.verify.simplex import maximise

Deltas = tuple[tuple[str, int, int], ...]
MOST_ROWS = 900
"""A linear program of more rows than this takes too long to solve exactly."""


@dataclass(frozen=True, slots=True)
class Step:
    """One ranking function, and the names of the commands it removes."""

    why: str
    weights: dict[str, int]
    potential: dict[str, int]
    kills: tuple[str, ...]


def eliminate(
    commands: Sequence[Command], places: Sequence[str], groups: dict[str, str] | None
) -> tuple[list[Step], list[Command]]:
    """The steps, and the commands that none of them removes. `groups`: also by linear program."""
    steps: list[Step] = []
    alive = list(commands)
    while alive:
        step = by_sign(alive) or by_components(alive, places)
        if step is None and groups is not None:
            step = by_program(alive, places, groups)
        if step is None:
            break
        dead = set(step.kills)
        alive = [command for command in alive if command.name not in dead]
        steps.append(step)
    return steps, alive


def worst(command: Command, weights: dict[str, int], potential: dict[str, int], lowest: int) -> int:
    """The most by which this command can raise the function. `lowest`: potential of the lowest place."""
    total = 0
    for start, end in command.moves:
        here = lowest if start == ANYWHERE else potential.get(start, 0)
        total += potential.get(end, 0) - here
    for name, low, high in command.deltas:
        weight = weights.get(name, 0)
        total += weight * (high if weight > 0 else low)
    return total


def step_of(
    alive: list[Command], why: str, weights: dict[str, int], potential: dict[str, int], places: Sequence[str]
) -> Step | None:
    lowest = min((potential.get(place, 0) for place in places), default=0)
    kills = tuple(c.name for c in alive if worst(c, weights, potential, lowest) < 0)
    return Step(why, weights, potential, kills) if kills else None


def by_sign(alive: list[Command]) -> Step | None:
    """Every resource that only rises or only falls: together they are one function."""
    rises: set[str] = set()
    falls: set[str] = set()
    for command in alive:
        for name, low, high in command.deltas:
            if high > 0:
                rises.add(name)
            if low < 0:
                falls.add(name)
    weights = dict.fromkeys(sorted(falls - rises), 1) | dict.fromkeys(sorted(rises - falls), -1)
    return step_of(alive, "only one way", weights, {}, ()) if weights else None


def moves_graph(alive: Sequence[Command], places: Sequence[str]) -> nx.DiGraph[str]:
    """Where balls go, as a graph of places."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from([*places, ABSENT])
    for command in alive:
        for start, end in command.moves:
            if start == ANYWHERE:
                graph.add_edges_from((place, end) for place in places)
            else:
                graph.add_edge(start, end)
    return graph


def by_components(alive: list[Command], places: Sequence[str]) -> Step | None:
    """A move from one component of places to a later one is never undone."""
    graph = moves_graph(alive, places)
    joined = nx.condensation(graph)
    potential: dict[str, int] = {}
    for order, component in enumerate(nx.lexicographical_topological_sort(joined)):
        for place in joined.nodes[component]["members"]:
            potential[place] = -order
    return step_of(alive, "never back", {}, dict(sorted(potential.items())), places)


def by_program(alive: list[Command], places: Sequence[str], groups: dict[str, str]) -> Step | None:
    """Weights for which as many commands as possible fall and none rises.

    Resources of one group get one weight: the boxes of a set, a rule for any of its subjects.
    """
    shapes: dict[tuple[Moves, Deltas], None] = {}
    for command in alive:
        sums: dict[str, tuple[int, int]] = {}
        for name, low, high in command.deltas:
            group = groups.get(name, name)
            before = sums.get(group, (0, 0))
            sums[group] = (before[0] + low, before[1] + high)
        changes = tuple(sorted((name, *ends) for name, ends in sums.items()))
        shapes[tuple(sorted(command.moves)), changes] = None
    if len(shapes) > MOST_ROWS:
        return None
    names = sorted({name for _, changes in shapes for name, _, _ in changes})
    spots = [*places, ABSENT, ANYWHERE]
    weight = {name: n for n, name in enumerate(names)}
    at = {place: len(names) + n for n, place in enumerate(spots)}
    size = len(names) + len(spots)
    # A column for the part of a weight above 0 and one for the part below: each end of a range counts once.
    rows: list[tuple[dict[int, int], int | None]] = []
    for number, (moves, changes) in enumerate(shapes):
        row: dict[int, int] = {}
        for start, end in moves:
            for place, sign in ((end, 1), (start, -1)):
                row[at[place]] = row.get(at[place], 0) + sign
                row[size + at[place]] = row.get(size + at[place], 0) - sign
        for name, low, high in changes:
            row[weight[name]] = high
            row[size + weight[name]] = -low
        rows.append((row, number))
    for place in places:
        low_at, here = at[ANYWHERE], at[place]
        rows.append(({low_at: 1, size + low_at: -1, here: -1, size + here: 1}, None))
    values = maximise(2 * size, rows, len(shapes))
    if values is None:
        return None
    value = {key: values[n] - values[size + n] for n, key in enumerate([*names, *spots])}
    every = sorted({name for command in alive for name, _, _ in command.deltas})
    weights = {name: value[groups.get(name, name)] for name in every if value[groups.get(name, name)]}
    potential = {place: value[place] for place in sorted({*places, ABSENT}) if value[place]}
    return step_of(alive, "linear", weights, potential, places)
