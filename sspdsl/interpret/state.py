"""What a game in progress is: states, decisions, and the two ways in which a game can go wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sspdsl.ir.model import Place, Program
from sspdsl.ir.terms import Expr


@dataclass(frozen=True, slots=True)
class State:
    """A resting state, and the answers given since: chance results and choices, as texts.

    `own[player][cell]` and `shared[cell]` hold the value of each member of a cell; a cell of the
    other kind has no members there. `started` is false until every player ran `game_starts`.
    """

    own: tuple[tuple[tuple[int, ...], ...], ...]
    shared: tuple[tuple[int, ...], ...]
    filled: tuple[frozenset[int], ...]
    started: bool
    log: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        return len(self.own)


@dataclass(frozen=True, slots=True)
class Decision:
    """What must be decided next. `kind` is `roll`, `draw`, `choose` or `over`.

    `player` counts from 0. `options` are the texts that `apply` takes, in their stable order.
    `dice` are the faces of each die of a roll. `about` says in words what is decided.
    """

    kind: str
    player: int
    options: tuple[str, ...]
    about: str
    dice: tuple[tuple[int, ...], ...] = ()


Ask = Callable[[Decision], str]
"""Answers a decision with the text of one of its options, or raises `Pending`."""

Fired = Callable[[str, object], None]
"""Told what happens. Kinds with an index: `rule`, `action`, `ability`, `modifier`, `way`, `step`, `lifetime`.

`set` is a set that is complete. `instead` comes with (action, which of its insteads), `wrote` with
(cell, member) when a write gives a member a value that is not its first; `effect` and `branch` with
the term itself.
"""

Asked = Callable[[Expr, bool], None]
"""Told of every condition that a clause asks about, and whether it holds."""


class Pending(Exception):  # noqa: N818 (no error: the game waits here)
    """The log has run out at a decision."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.about)
        self.decision = decision


class IllegalMove(ValueError):  # noqa: N818 (the name that generated modules use too)
    """The option is not among those offered; the state is as it was."""


class TableError(Exception):
    """The table itself is wrong: a value out of range, effects without end. `place`: the clause that ran."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        where = f"{place.file}:{place.line}:{place.column}: " if place else ""
        super().__init__(where + message)
        self.message = message
        self.place = place


class Table:
    """A state laid open, to be written on while a turn runs."""

    __slots__ = ("filled", "own", "shared")

    def __init__(self, own: list[list[list[int]]], shared: list[list[int]], filled: list[set[int]]) -> None:
        self.own = own
        self.shared = shared
        self.filled = filled

    @classmethod
    def thaw(cls, state: State) -> Table:
        own = [[list(members) for members in cells] for cells in state.own]
        return cls(own, [list(members) for members in state.shared], [set(boxes) for boxes in state.filled])

    def freeze(self) -> State:
        own = tuple(tuple(tuple(members) for members in cells) for cells in self.own)
        shared = tuple(tuple(members) for members in self.shared)
        return State(own, shared, tuple(frozenset(boxes) for boxes in self.filled), started=True)

    def copy(self) -> Table:
        own = [[members[:] for members in cells] for cells in self.own]
        return Table(own, [members[:] for members in self.shared], [set(boxes) for boxes in self.filled])

    @property
    def players(self) -> int:
        return len(self.own)

    def members(self, cell: int, player: int) -> list[int]:
        """Where the values of a cell are written; a player who does not exist has none of their own."""
        return self.shared[cell] or (self.own[player][cell] if 0 <= player < len(self.own) else [])


def first_state(program: Program, players: int) -> State:
    """The state before anything happens: cells at their first values, boxes empty."""
    own = tuple(() if cell.shared else (cell.first,) * cell.size for cell in program.cells)
    shared = tuple((cell.first,) * cell.size if cell.shared else () for cell in program.cells)
    return State((own,) * players, shared, (frozenset(),) * players, started=False)
