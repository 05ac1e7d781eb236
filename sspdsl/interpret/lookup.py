"""What a program says, arranged by how a turn asks for it. Nothing here depends on a state."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from sspdsl.ir.model import BanDef, Program

TURN_ROLES = ("die_used", "moved", "mover", "chosen", "origin", "way", "kept", "last_stars")
NO_SUBJECT = -1

Event = tuple[str, int]
"""The kind of an event and its subject; `NO_SUBJECT` for `lost`."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """`ways_from[position]` lists each box that a way leads to, in table order, with its ways in order.

    `ways_between` are those ways by position and box, `bans` what may forbid them. `earlier` are the
    boxes of a sequence before a box. `by_distance` are the boxes that some way reaches by counting
    steps, whatever they show. `meanings` are the functions of terms already met, by their identity.
    """

    roles: dict[str, int]
    actions: dict[str, int]
    windows: dict[str, int]
    before: dict[Event, list[int]]
    when: dict[Event, list[int]]
    lifetimes: dict[Event, list[int]]
    set_size: tuple[int, ...]
    sets_with: dict[int, list[int]]
    ways_from: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    ways_between: dict[tuple[int, int], tuple[int, ...]]
    bans: dict[tuple[int, int], list[BanDef]]
    earlier: dict[int, tuple[int, ...]]
    by_distance: frozenset[int]
    turn_cells: tuple[int, ...]
    runs_of_steps: tuple[tuple[int, ...], ...]
    meanings: dict[int, tuple[Any, object]] = field(default_factory=dict, compare=False)


def look_up(program: Program) -> Lookup:
    """Arrange a program."""
    before: dict[Event, list[int]] = defaultdict(list)
    when: dict[Event, list[int]] = defaultdict(list)
    lifetimes: dict[Event, list[int]] = defaultdict(list)
    for number, rule in enumerate(program.rules):
        for subject in rule.event.subjects or (NO_SUBJECT,):
            (before if rule.before else when)[rule.event.kind, subject].append(number)
    for number, lifetime in enumerate(program.lifetimes):
        for subject in lifetime.event.subjects or (NO_SUBJECT,):
            lifetimes[lifetime.event.kind, subject].append(number)
    ways_from = tuple(_ways_from(program, position) for position in range(len(program.positions)))
    return Lookup(
        roles={cell.role: i for i, cell in reversed(list(enumerate(program.cells))) if cell.role},
        actions={action.name: i for i, action in enumerate(program.actions)},
        windows={window.name: i for i, window in enumerate(program.windows)},
        before=dict(before),
        when=dict(when),
        lifetimes=dict(lifetimes),
        set_size=tuple(len(group.boxes) + len(group.cells) for group in program.sets),
        sets_with=_sets_with(program),
        ways_from=ways_from,
        ways_between={(at, box): ways for at, there in enumerate(ways_from) for box, ways in there},
        bans=_bans(program),
        earlier={
            box: feature.boxes[:number]
            for feature in program.features
            if feature.sequence
            for number, box in enumerate(feature.boxes)
        },
        by_distance=frozenset(b for way in program.ways if way.steps is not None for b in way.targets),
        turn_cells=_turn_cells(program),
        runs_of_steps=_runs_of_steps(program),
    )


def _sets_with(program: Program) -> dict[int, list[int]]:
    """The sets that hold a box: the smallest first, then in order of declaration (AMB-CORE-11)."""
    size = [len(group.boxes) + len(group.cells) for group in program.sets]
    found: dict[int, list[int]] = defaultdict(list)
    for number in sorted(range(len(program.sets)), key=lambda number: size[number]):
        for box in dict.fromkeys(program.sets[number].boxes):
            found[box].append(number)
    return dict(found)


def _ways_from(program: Program, position: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    ways_to: dict[int, list[int]] = defaultdict(list)
    for number, way in enumerate(program.ways):
        if position in way.sources:
            for box in dict.fromkeys(way.targets):
                ways_to[box].append(number)
    return tuple((box, tuple(ways_to[box])) for box in sorted(ways_to))


def _bans(program: Program) -> dict[tuple[int, int], list[BanDef]]:
    """The bans in order, by the position and the box that they keep apart."""
    found: dict[tuple[int, int], list[BanDef]] = defaultdict(list)
    for ban in program.bans:
        for start in dict.fromkeys(ban.sources):
            for box in dict.fromkeys(ban.targets):
                found[start, box].append(ban)
    return dict(found)


def _turn_cells(program: Program) -> tuple[int, ...]:
    """The cells that go back after a player's run of steps; `value` and `raw` stay till the turn is over."""
    return tuple(
        number
        for number, cell in enumerate(program.cells)
        if cell.role in TURN_ROLES or (cell.role == "used" and cell.line == "until")
    )


def _runs_of_steps(program: Program) -> tuple[tuple[int, ...], ...]:
    """A shared step alone, and steps that are not shared together with those that follow."""
    runs: list[list[int]] = []
    for number, step in enumerate(program.steps):
        if runs and not step.shared and not program.steps[runs[-1][-1]].shared:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(tuple(run) for run in runs)
