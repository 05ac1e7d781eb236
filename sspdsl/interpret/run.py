"""A turn as it runs: the table, the acting player, and where answers come from. The rest works on a `Run`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from sspdsl.interpret.lookup import Lookup
from sspdsl.interpret.state import Ask, Asked, Decision, Fired, Table, TableError
from sspdsl.ir.model import Place, Program

Env = dict[int, int]
"""The variables of a body: slot to value."""

MOST_EFFECTS = 100_000
"""More effects than this without a decision between them do not end."""

MOST_LOOKS = 2_000_000
"""Members of lists looked at without a decision between them."""

MOST_OPTIONS = 10_000
"""Options of one decision, and ways to pick in one choice."""

MOST_NUMBER = 10**18
"""Numbers are not larger, nor further below 0."""

T = TypeVar("T")


class Leave(Exception):  # noqa: N818 (a way out, not an error)
    """`End`: the step of the acting player is left, or their share of an `Each` as player."""


@dataclass(slots=True)
class Run:
    """`quiet` is set while a test lays out a situation: then nothing listens to what happens.

    `asked` is told of conditions, also while it is tried what an ability would do.
    """

    program: Program
    lookup: Lookup
    table: Table
    ask: Ask
    fired: Fired
    me: int = 0
    quiet: bool = False
    effects: int = 0
    looks: int = 0
    places: list[Place | None] = field(default_factory=list)
    asked: Asked | None = None

    def choose(
        self, kind: str, options: Sequence[tuple[str, T]], about: str, dice: tuple[tuple[int, ...], ...] = ()
    ) -> T:
        """Have one of these picked by its text. Of options with equal texts the first counts."""
        by_text: dict[str, T] = {}
        for text, option in options:
            by_text.setdefault(text, option)
        if not by_text:
            self.fail(f"nothing can be chosen: {about}")
        self.count_options(len(by_text))
        self.effects = self.looks = 0
        return by_text[self.ask(Decision(kind, self.me, tuple(by_text), about, dice))]

    def step(self, wrong: str = "effects without end") -> None:
        """Count an effect, or a round of a loop."""
        self.effects += 1
        if self.effects > MOST_EFFECTS:
            self.fail(wrong)

    def count_options(self, count: int) -> None:
        """Refuse a decision that nobody could take."""
        if count > MOST_OPTIONS:
            self.fail(f"more than {MOST_OPTIONS:,} options")

    def look(self, members: int) -> None:
        """Count members that are looked at."""
        self.looks += members
        if self.looks > MOST_LOOKS:
            self.fail(f"more than {MOST_LOOKS:,} members to look at")

    def number(self, value: int) -> int:
        """A number that was worked out, if it is not too large."""
        if not -MOST_NUMBER <= value <= MOST_NUMBER:
            self.fail(f"a number beyond {MOST_NUMBER:,}")
        return value

    def fail(self, message: str) -> NoReturn:
        """The table is wrong, in the clause that runs."""
        raise TableError(message, next((place for place in reversed(self.places) if place), None))

    # ------------------------------------------------------------ cells

    def read(self, cell: int, index: int | None = None, player: int | None = None) -> int:
        """The value of a cell, of the acting player unless said otherwise; 0 where there is none."""
        table = self.table
        who = self.me if player is None else player
        # As `Table.members`: this is what is asked most of all.
        members = table.shared[cell] or (table.own[who][cell] if 0 <= who < len(table.own) else ())
        if index is None:
            return members[0] if members else 0
        at = index - self.program.cells[cell].index_low
        return members[at] if 0 <= at < len(members) else 0

    def write(self, cell: int, index: int | None, player: int | None, value: int) -> None:
        """Put a value into a cell and raise nothing. Out of range: an error of the table (V9)."""
        definition = self.program.cells[cell]
        members = self.table.members(cell, self.me if player is None else player)
        at = 0 if index is None else index - definition.index_low
        if not 0 <= at < len(members):
            self.fail(f"`{definition.name}` has no member {index} to be written, for player {player}")
        if definition.form != "tally" and not definition.low <= value <= definition.high:
            self.fail(
                f"`{definition.name}` cannot be {value}: its range is {definition.low}..{definition.high}"
            )
        members[at] = self.number(value)

    def reset(self, cell: int, player: int | None = None) -> None:
        """Put every member of a cell back to its first value."""
        members = self.table.members(cell, self.me if player is None else player)
        members[:] = [self.program.cells[cell].first] * len(members)

    # ------------------------------------------------------------ cells of the compiler, by role

    def role(self, role: str, index: int | None = None, player: int | None = None) -> int:
        """What the cell with this role holds; 0 if the table has none."""
        cell = self.lookup.roles.get(role)
        return 0 if cell is None else self.read(cell, index, player)

    def set_role(self, role: str, index: int | None, player: int | None, value: int) -> None:
        """Write the cell with this role, if the table has one."""
        cell = self.lookup.roles.get(role)
        if cell is not None:
            self.write(cell, index, player, value)

    def finished(self, player: int) -> bool:
        return bool(self.role("finished", player=player))
