"""Commands: all that a turn can do to balls and cells, cut into pieces, as plain data.

A *resource* is a number that every moment of a game gives a value: `empty ferris.1/2` is 1 while that
box is empty, `nudges` is the counter, `pending ...` counts events that are still to be worked off,
`changed dice` the dice that an ability changed and no ball has used. A *command* is one piece of a
turn: ball moves and what it adds to resources at least and at most. Any game is a sequence of them.
Guards that are not understood are dropped, so commands allow the player more than the table does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sspdsl.plain import plain

ABSENT = "out of play"
"""Where a ball is that is not in play."""
ANYWHERE = "anywhere"
"""A ball in play, at whatever place."""
ALL_FACES = frozenset(range(1, 7))

Deltas = dict[str, tuple[int, int]]
Moves = tuple[tuple[str, str], ...]


@plain
class Command:
    """One piece of a turn.

    `faces`: the doubles under which it can occur. `die` tells moves by a die as rolled from others.
    `tick`: every turn in which a ball is in play has one for each such ball. `ends_round`: a round of
    the player ends. `clause` says in words where it comes from.
    """

    name: str
    clause: str
    moves: Moves
    deltas: tuple[tuple[str, int, int], ...]
    faces: frozenset[int]
    tick: bool
    ends_round: bool


@dataclass(frozen=True, slots=True)
class System:
    """All commands of a table. `places` are where a ball may stand; `faulty` says why it proves nothing."""

    commands: tuple[Command, ...]
    places: tuple[str, ...]
    groups: dict[str, str]
    faulty: tuple[str, ...]
    crossing: bool
    """Players write on each other's tables."""
    followed: frozenset[int]
    """The identity of every effect that may run."""
    noted: dict[int, tuple[int, int]]
    """By identity of an effect that writes a cell: what it adds at least and at most."""


def add(deltas: Deltas, resource: str, low: int, high: int) -> Deltas:
    """With this much more added to a resource."""
    old = deltas.get(resource, (0, 0))
    return {**deltas, resource: (old[0] + low, old[1] + high)}


def frozen(deltas: Deltas) -> tuple[tuple[str, int, int], ...]:
    """In a stable order, without what does not change."""
    return tuple((name, low, high) for name, (low, high) in sorted(deltas.items()) if low or high)


def without_idle_events(commands: list[Command]) -> list[Command]:
    """Without the events on which nothing happens, and what only counts them."""
    while True:
        users: dict[str, bool] = {}
        for command in commands:
            for name, _, high in command.deltas:
                if name.startswith("pending ") and high <= 0:
                    idle = len(command.deltas) == 1 and high < 0 and not command.moves and not command.tick
                    users[name] = users.get(name, True) and idle and not command.ends_round
        nothing = {name for name, idle in users.items() if idle}
        nothing |= {
            name for c in commands for name, _, _ in c.deltas if name.startswith("pending ")
        } - users.keys()
        if not nothing:
            return commands
        kept = []
        for command in commands:
            if len(command.deltas) == 1 and command.deltas[0][0] in nothing and command.deltas[0][2] <= 0:
                continue
            deltas = tuple(each for each in command.deltas if each[0] not in nothing)
            kept.append(replaced(command, deltas))
        commands = kept


def replaced(command: Command, deltas: tuple[tuple[str, int, int], ...]) -> Command:
    return Command(
        command.name, command.clause, command.moves, deltas, command.faces, command.tick, command.ends_round
    )


def merged(commands: Iterable[Command]) -> list[Command]:
    """Commands that do the same are one; abilities and rounds of loops that do nothing are none.

    Another clause that changes no resource works off an event and sets it off again. Names are made
    unique.
    """
    kept: dict[object, Command] = {}
    for command in commands:
        idle = not command.deltas and not command.moves and not command.tick and not command.ends_round
        if idle and command.clause.startswith(("loop ", "ability ")):
            continue
        key = (command.clause, command.moves, command.deltas, command.tick, command.ends_round)
        old = kept.get(key)
        if old is None:
            kept[key] = command
        else:
            faces = old.faces | command.faces
            kept[key] = Command(old.name, old.clause, old.moves, old.deltas, faces, old.tick, old.ends_round)
    out, seen = [], dict[str, int]()
    for command in kept.values():
        count = seen[command.name] = seen.get(command.name, 0) + 1
        name = command.name if count == 1 else f"{command.name} #{count}"
        out.append(
            Command(
                name, command.clause, command.moves, command.deltas, command.faces, command.tick,
                command.ends_round,
            )
        )  # fmt: skip
    return out
