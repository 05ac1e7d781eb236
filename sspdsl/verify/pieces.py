"""What effects write: cells, boxes, balls, and the events they set off, as changes of resources.

Events are counted as pending and followed for themselves (`sspdsl.verify.extract`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Assign,
    Cell,
    Effect,
    EraseBox,
    EraseBoxes,
    Expr,
    Fill,
    Filled,
    Hit,
    LoseBall,
    Mark,
    Me,
    MoveBall,
    Num,
    Opened,
    PutBall,
    Settle,
)
from sspdsl.ir.walk import effects_in
from sspdsl.verify.commands import ABSENT, ANYWHERE
from sspdsl.verify.effects import direct
from sspdsl.verify.evaluate import Known, box_numbers, evaluate
from sspdsl.verify.flow import Flow
from sspdsl.verify.path import Dice, Path, change_of, with_cells
from sspdsl.verify.reach import Reach, moved_ball
from sspdsl.verify.values import Values, exactly
from sspdsl.verify.world import World

OUTSIDE_ROLES = frozenset(
    ("score", "last_roll", "raw", "value", "die_used", "at", "moved", "mover", "chosen", "origin", "way",
     "kept", "last_stars", "rolls")
)  # fmt: skip
"""Cells that are no resources: of the turn, or without bound."""
MOST_MEMBERS = 32
CHANGED_DICE = "changed dice"

Request = tuple[str, int, int]
"""A clause still to be followed: `rule` and its number and subject, `action`, `loop`, `complete`."""


@dataclass(slots=True)
class Pieces:
    """`requests` collects the clauses that what was followed so far may set off."""

    program: Program
    found: Reach
    dice: Dice
    leaving: frozenset[tuple[str, int]]
    putting: frozenset[tuple[str, int]]
    plain: World
    rolled: World = field(init=False)
    flow: Flow = field(init=False)
    requests: dict[str, object] = field(default_factory=dict)
    loops: dict[object, str] = field(default_factory=dict)
    faulty: set[str] = field(default_factory=set)
    crossing: bool = False
    noted: dict[int, tuple[int, int]] = field(default_factory=dict)
    followed: set[int] = field(default_factory=set)
    now: int = 0
    """The effect that is followed."""
    stack: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.flow = self.found.flow
        self.rolled = with_cells(self.plain, self.plain.cells)

    # ------------------------------------------------------------ knowing

    def value(self, path: Path, expr: Expr) -> Values:
        return evaluate(path.world, path.known, expr)

    def knowing(self, path: Path, known: Known) -> Path:
        return replace(path, known=known)

    def forget(self, path: Path, effect: Effect) -> Path:
        """Without what the effect may have made untrue. A ball put on the table ends `no ball in play`."""
        written = self.found.touches.of((effect,))
        world, bare, at = path.world, path.bare, path.at
        if written & self.found.touches.roles.get("at", frozenset()):
            at = None
            if any(self.calls(inner, self.putting) for inner in effects_in((effect,))):
                world, bare = (self.rolled if world.rolled else self.plain), False
        return replace(path, known=self.flow.forget(path.known, written), world=world, bare=bare, at=at)

    def leaves(self, effect: Effect, paths: list[Path]) -> list[Path]:
        """What the effect sets off may leave the step: then nothing behind it is done."""
        if not self.calls(effect, self.leaving):
            return paths
        return [*paths, *(replace(path, left=True) for path in paths)]

    def calls(self, effect: Effect, nodes: frozenset[tuple[str, int]]) -> bool:
        """Whether the effect is, or sets off, one of these."""
        if isinstance(effect, PutBall) and nodes is self.putting:
            return True
        return not nodes.isdisjoint(direct(self.program, self.found.touches.roles, effect)[1])

    # ------------------------------------------------------------ cells

    def members(self, path: Path, cell: int, index: Expr | None) -> list[int]:
        """Which members of a cell this may mean, from 0."""
        made = self.program.cells[cell]
        if index is None:
            return [0]
        values = self.value(path, index)
        return [n for n in range(max(made.size, 1)) if values.has(made.index_low + n)]

    def resource(self, cell: int, member: int) -> str:
        made = self.program.cells[cell]
        if made.size <= 1:
            return made.name
        shown = made.members[member] if member < len(made.members) else str(made.index_low + member)
        return f"{made.name} of {shown}"

    def change(self, path: Path, cell: int, members: list[int], low: int, high: int) -> Path:
        """One of these members changes by so much."""
        made = self.program.cells[cell]
        if made.role == "value":
            return path.plus(CHANGED_DICE, 0, 1)
        if made.role in OUTSIDE_ROLES or made.form == "tally" or not members:
            return path
        if len(members) == 1:
            path = path.plus(self.resource(cell, members[0]), low, high)
        elif made.size <= MOST_MEMBERS:
            for member in members:
                path = path.plus(self.resource(cell, member), min(low, 0), max(high, 0))
        if made.size > 1:
            path = path.plus(f"all of {made.name}", low, high)
        return path

    def write(self, path: Path, cell: int, index: Expr | None, player: Expr | None, value: Expr) -> Path:
        if player is not None and not isinstance(player, Me) and not self.program.cells[cell].shared:
            self.crossing = True
        if self.program.cells[cell].form == "tally":
            return path
        low, high = change_of(path.world, path.known, value, Cell(cell, index, player))
        least, most = self.noted.get(self.now, (low, high))
        self.noted[self.now] = (min(low, least), max(high, most))
        return self.change(path, cell, self.members(path, cell, index), low, high)

    def assign(self, path: Path, cell: int, index: Expr | None, player: Expr | None, value: Expr) -> Path:
        role = self.program.cells[cell].role
        if role in ("moved", "die_used", "at", "finished"):
            self.faulty.add(f"an effect writes `{self.program.cells[cell].name}`")
        values = self.value(path, value)
        done = self.raised(self.write(path, cell, index, player, value), "changed", cell, sure=False)
        done = self.forget(done, Assign(cell, index, player, value))
        listened = cell in self.flow.listened or (index is not None and cell in self.flow.reading(index))
        if listened or self.program.cells[cell].form == "tally" or values.empty:
            return done
        return self.knowing(done, done.known.learn(Cell(cell, index, player), values))

    def reset(self, path: Path, cell: int, sure: bool = True) -> Path:
        """Every member goes back to its first value."""
        made = self.program.cells[cell]
        size = max(made.size, 1)
        total_low = total_high = 0
        for member in range(size):
            index = None if made.size <= 1 else Num(made.index_low + member)
            low, high = change_of(path.world, path.known, Num(made.first), Cell(cell, index, None))
            low, high = (low, high) if sure else (min(low, 0), max(high, 0))
            total_low, total_high = total_low + low, total_high + high
            if made.role == "value":
                return path.plus(CHANGED_DICE, 0, 1)
            if made.role in OUTSIDE_ROLES or made.form == "tally":
                return path
            if size <= MOST_MEMBERS:
                path = path.plus(self.resource(cell, member), low, high)
        return path.plus(f"all of {made.name}", total_low, total_high) if size > 1 else path

    # ------------------------------------------------------------ boxes

    def empty(self, box: int) -> str:
        return f"empty {self.program.boxes[box].name}"

    def boxes(self, effect: Effect, path: Path) -> Path:
        match effect:
            case Settle(sets):
                for number in sets:
                    path = self.pending(path, f"complete {self.program.sets[number].name}",
                                        ("complete", number, 0), sure=False)  # fmt: skip
                return path
            case EraseBoxes(boxes):
                for box in boxes:
                    path = self.filling(path, box, 1, sure=True)
                return path
            case Fill(box) | Hit(box) | Mark(box) | EraseBox(box):
                which = self.value(path, box)
                numbers = box_numbers(path.world, path.known, box)
                kind = type(effect).__name__
                empty = self.surely_empty(path, box)
                if len(numbers) == 1:
                    return self.one_box(path, kind, numbers[0], not which.has(-1), empty)
                if numbers:
                    # Which of them is told apart in a clause of its own.
                    name = f"{kind.lower()} {' '.join(map(str, numbers))}{' empty' if empty else ''}"
                    request = ("boxes", kind, tuple(numbers), empty)
                    path = self.pending(path, name, request, sure=not which.has(-1))
        return path

    def surely_empty(self, path: Path, box: Expr) -> bool:
        """Whether a condition on the way says that the box is empty."""
        terms = path.known.terms
        filled, opened = terms.get(Filled(box)), terms.get(Opened(box))
        return (filled is not None and not filled.has(1)) or (opened is not None and not opened.has(0))

    def one_box(self, path: Path, kind: str, box: int, sure: bool, empty: bool) -> Path:
        """One box is filled, hit, marked or erased."""
        if empty:
            path = self.knowing(path, path.known.learn(Filled(Num(box)), exactly(0)))
        path = self.filling(path, box, 1 if kind == "EraseBox" else -1, sure)
        if kind in ("Fill", "Hit"):
            path = self.fill_events(path, box, kind == "Hit", False, sure)
        return path

    def filling(self, path: Path, box: int, way: int, sure: bool) -> Path:
        """A box is filled (-1) or erased (1), if it was not so before."""
        if self.program.boxes[box].line == "never":
            return path
        if any(group.erases and box in group.boxes for group in self.program.sets):
            # While a set is paid its boxes count as erased already, so nothing is sure of them.
            sure = False
        filled = self.value(path, Filled(Num(box)))
        may = filled.has(0) if way < 0 else filled.has(1)
        must = sure and (not filled.has(1) if way < 0 else not filled.has(0))
        ends = sorted((way if must else 0, way if may else 0))
        return path.plus(self.empty(box), ends[0], ends[1])

    def fill_events(self, path: Path, box: int, hit: bool, moved: bool, sure: bool) -> Path:
        """What filling a box sets off: its rules, its stars, the sets that hold it."""
        for kind in ("hit", "filled") if hit else ("filled",):
            path = self.raised(path, kind, box, sure, moved)
        if self.program.boxes[box].stars is not None:
            for modifier in self.program.modifiers:
                for cell in modifier.uses:
                    path = self.reset(path, cell, sure=False)
        for number, group in enumerate(self.program.sets):
            if box in group.boxes:
                name = f"complete {group.name}"
                path = self.pending(path, name, ("complete", number, 0), sure=False)
        return path

    # ------------------------------------------------------------ balls

    def place(self, position: int) -> str:
        return self.program.positions[position].name

    def ball(self, effect: Effect, path: Path) -> list[Path]:
        """A ball goes somewhere. One that is not in play is left alone."""
        out: list[Path] = []
        match effect:
            case LoseBall(ball):
                start = self.start_of(path, ball)
                lost = replace(path, moves=(*path.moves, (start, ABSENT)))
                lost = self.forget(self.raised(lost, "lost", -1, sure=True), effect)
                return [lost] if start != ANYWHERE else [lost, path]
            case MoveBall(ball, position):
                start = self.start_of(path, ball)
                for end in self.ends(path, position):
                    moved = replace(path, moves=(*path.moves, (start, end)))
                    moved = self.forget(moved, effect)
                    out.append(replace(moved, at=end if start != ANYWHERE else None))
                return out if start != ANYWHERE and out else [*out, path]
            case PutBall(position):
                for end in self.ends(path, position):
                    put = self.forget(replace(path, moves=(*path.moves, (ABSENT, end))), effect)
                    out.append(replace(put, put=path.bare or path.put))
                return out if path.bare and out else [*out, path]
        return [path]

    def start_of(self, path: Path, ball: Expr) -> str:
        if path.at is not None and moved_ball(self.program, ball):
            return path.at
        return ANYWHERE

    def ends(self, path: Path, position: Expr) -> list[str]:
        values = self.value(path, position)
        return [self.place(n) for n in range(len(self.program.positions)) if values.has(n)]

    # ------------------------------------------------------------ what is set off

    def pending(self, path: Path, name: str, request: object, sure: bool, most: int = 1) -> Path:
        self.requests.setdefault(name, request)
        return path.plus(f"pending {name}", most if sure else 0, most)

    def raised(self, path: Path, kind: str, subject: int, sure: bool, moved: bool = False) -> Path:
        """The rules that listen wait to run, and what lasted until then ends."""
        for number, rule in enumerate(self.program.rules):
            event = rule.event
            if event.kind != kind or (event.subjects and subject not in event.subjects):
                continue
            name = f"rule {number}" + (f" on {subject}" if subject >= 0 else "") + (" moved" if moved else "")
            path = self.pending(path, name, ("rule", number, subject, moved), sure)
        for life in self.program.lifetimes:
            event = life.event
            if event.kind != kind or (event.subjects and subject not in event.subjects):
                continue
            path = self.ends_life(path, life.cells, life.boxes, sure and life.guard is None)
        return path

    def ends_life(self, path: Path, cells: tuple[int, ...], boxes: tuple[int, ...], sure: bool) -> Path:
        for cell in cells:
            path = self.reset(path, cell, sure)
        for box in boxes:
            path = self.filling(path, box, 1, sure)
        return path
