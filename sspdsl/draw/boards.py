"""Boards drawn apart: each is a table of its own, and what leads to another board ends at a place over it
that says where it goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sspdsl.draw.links import SHOT, Link
from sspdsl.draw.table import Shots, Table
from sspdsl.ir.model import FeatureDef, PositionDef, Program, ZoneDef


def board_title(program: Program, board: int) -> str:
    found = program.boards[board]
    return found.title.strip() or found.name.replace("_", " ")


def apart(table: Table) -> list[tuple[int, Table]]:
    """The number of each board that has places, and its table."""
    boards = list(dict.fromkeys(z.board for z in table.zones))
    if len(boards) < 2 or any(not 0 <= b < len(table.program.boards) for b in boards):
        return []
    home = {f: z.board for z in table.zones for f in z.features}
    ways = [*table.links, *_shots_across(table, home)]
    gates = _Gates(table.program, home)
    for link in ways:
        gates.open(link)
    program = gates.program()
    return [(b, _own(replace(table, program=program), gates, ways, b)) for b in boards]


def _shots_across(table: Table, home: dict[int, int]) -> list[Link]:
    """Shots at another board, as links."""
    first: dict[int, int] = {}
    for k, p in enumerate(table.program.positions):
        first.setdefault(p.feature, k)
    return [
        Link(first[s.flipper], first[f], (), SHOT, words, bool(words), False, ())
        for s in table.shots
        for f, words in s.targets
        if home.get(s.flipper) != home.get(f) and s.flipper in first and f in first
    ]


@dataclass(slots=True)
class _Gates:
    """Places that stand for other boards: by the board they are on, the other one, and the direction."""

    base: Program
    home: dict[int, int]
    number: dict[tuple[int, int, bool], int]

    def __init__(self, base: Program, home: dict[int, int]) -> None:
        self.base, self.home, self.number = base, home, {}

    def ends(self, link: Link) -> tuple[int | None, int | None]:
        at = self.base.positions
        return self.home.get(at[link.source].feature), self.home.get(at[link.target].feature)

    def open(self, link: Link) -> None:
        a, b = self.ends(link)
        if a is not None and b is not None and a != b:
            self.number.setdefault((a, b, True), len(self.number))
            self.number.setdefault((b, a, False), len(self.number))

    def program(self) -> Program:
        """The program with a feature and a position for each gate, after its own."""
        features, positions = list(self.base.features), list(self.base.positions)
        for _, other, out in self.number:
            title = f"{'to' if out else 'from'} {board_title(self.base, other)}"
            none: tuple[()] = ()
            name = f"gate{len(features)}"
            positions.append(PositionDef(name, len(features), None))
            features.append(
                FeatureDef(name, title, "", none, -1, none, none, False, none, none, none, "", None)
            )
        return replace(self.base, features=tuple(features), positions=tuple(positions))

    def feature(self, board: int, other: int, out: bool) -> int:
        return len(self.base.features) + self.number[board, other, out]

    def position(self, board: int, other: int, out: bool) -> int:
        return len(self.base.positions) + self.number[board, other, out]


def _own(table: Table, gates: _Gates, ways: list[Link], board: int) -> Table:
    links: list[Link] = []
    for link in ways:
        a, b = gates.ends(link)
        if a == b == board:
            links.append(link)
        elif a == board and b is not None:
            links.append(replace(link, target=gates.position(board, b, True), boxes=(), both=False))
        elif b == board and a is not None:
            links.append(replace(link, source=gates.position(board, a, False), both=False))
    opened = [k for k, (b, _, _) in enumerate(gates.number) if b == board]
    over = tuple(len(gates.base.features) + k for k in opened)
    numbers = [k for k, z in enumerate(table.zones) if z.board == board]
    zones: list[ZoneDef] = [table.zones[k] for k in numbers]
    zones[0] = replace(zones[0], features=(*zones[0].features, *over))
    inside = {f for z in zones for f in z.features}
    return replace(
        table,
        zones=tuple(zones),
        links=tuple(links),
        shots=tuple(_at_home(s, inside) for s in table.shots if s.flipper in inside),
        falls=tuple(f for f in table.falls if f[0] == board),
        falls_back=frozenset(n for n, k in enumerate(numbers) if k in table.falls_back),
        gates=frozenset(over),
    )


def _at_home(shots: Shots, inside: set[int]) -> Shots:
    return replace(shots, targets=tuple(t for t in shots.targets if t[0] in inside))
