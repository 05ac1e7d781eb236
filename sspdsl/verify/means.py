"""What brings what about on a table: looked up once for a program, for `distance`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Assign,
    Binder,
    Cell,
    Do,
    EraseBox,
    EraseBoxes,
    Expr,
    Fill,
    First,
    Hit,
    Mark,
    Num,
    Op,
    PutBall,
    Reset,
    RollCell,
    Values,
    Var,
)
from sspdsl.ir.walk import terms_in
from sspdsl.verify.evaluate import NOTHING, box_numbers, evaluate
from sspdsl.verify.reach import Reach
from sspdsl.verify.sites import Clause, Way, clauses, inside
from sspdsl.verify.steer import landings

MOST_BOXES = 24
"""An effect that may mean more boxes than this is no way to one of them."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An effect that may help. Of a write: the constant it writes, or the step it adds."""

    number: int
    clause: Clause
    picks: tuple[str, ...]
    under: tuple[Expr, ...]
    binders: tuple[Binder, ...] = ()
    index: Expr | None = None
    value: int | None = None
    step: int = 0


@dataclass(slots=True)
class Means:
    program: Program
    found: Reach
    writes: dict[int, list[Deed]] = field(default_factory=lambda: defaultdict(list))
    fills: dict[int, list[Deed]] = field(default_factory=lambda: defaultdict(list))
    erases: dict[int, list[Deed]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[int, list[Deed]] = field(default_factory=lambda: defaultdict(list))
    puts: list[Deed] = field(default_factory=list)
    resets: dict[int, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    """Events whose end brings a cell back to its first value."""
    moves: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """Way and box, by source."""
    lands: dict[int, tuple[int, ...]] = field(default_factory=dict)
    passing: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    starts: list[int] = field(default_factory=list)
    hit: set[int] = field(default_factory=set)
    again: dict[int, float] = field(default_factory=dict)
    """How far each deed is at the start of a game: about what it costs to do it once more."""
    boxes_again: dict[int, float] = field(default_factory=dict)
    events_again: dict[tuple[str, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program, world = self.program, self.found.world
        self.hit = world.hit
        number = 0
        for clause, guard, body in clauses(program):
            at = {id(term): n for n, term in enumerate(terms_in(body))}
            above = () if guard is None else (guard,)
            for site, effect, owner in inside(body, clause, at, Way(under=above)):
                if owner is None:
                    number += 1
                    self.note(Deed(number, clause, site.picks, site.under, site.binders), effect)
        for way, source, box in sorted(world.moves):
            self.moves[source].append((way, box))
            for feature in program.ways[way].through:
                self.passing[feature].add(source)
        self.lands = {box: landings(program, self.found, box) for box in {move[2] for move in world.moves}}
        for life in program.lifetimes:
            for cell in life.cells:
                self.resets[cell] += [(life.event.kind, subject) for subject in life.event.subjects]

    def note(self, deed: Deed, effect: object) -> None:
        """Files an effect under what it does."""
        match effect:
            case Assign(cell, index, _, value):
                only = value.value if isinstance(value, Num) else None
                step = 0 if only is not None else step_of(cell, value)
                self.writes[cell].append(replace(deed, index=index, value=only, step=step))
            case Reset(cell, index):
                first = self.program.cells[cell].first
                self.writes[cell].append(replace(deed, index=index, value=first))
            case RollCell(cell, index):
                self.writes[cell].append(replace(deed, index=index))
            case Fill(box) | Mark(box) | Hit(box):
                for number in self.may_be(box, deed):
                    self.fills[number].append(deed)
            case EraseBox(box):
                for number in self.may_be(box, deed):
                    self.erases[number].append(deed)
            case EraseBoxes(boxes):
                for number in boxes:
                    self.erases[number].append(deed)
            case Do(action):
                self.calls[action].append(deed)
            case PutBall(position):
                self.puts.append(deed)
                there = evaluate(self.found.world, NOTHING, position)
                self.starts += [n for n in range(len(self.program.positions)) if there.has(n)][:3]

    def may_be(self, box: Expr, deed: Deed) -> list[int]:
        """The boxes that an effect may mean, unless it may mean nearly any."""
        if isinstance(box, First):
            return listed(box.binder)
        if isinstance(box, Var):
            named = [binder for binder in deed.binders if binder.slot == box.slot]
            if named:
                return listed(named[-1])
            kind, number, _ = deed.clause
            event = self.program.rules[number].event if kind == "rule" else None
            if event is not None and box.slot == 0 and event.kind in ("hit", "filled"):
                return list(event.subjects)[:MOST_BOXES]
        numbers = box_numbers(self.found.world, NOTHING, box)
        return numbers if len(numbers) <= MOST_BOXES else []


def listed(binder: Binder) -> list[int]:
    """The members of a constant list, if it is short enough."""
    values = binder.domain.values if isinstance(binder.domain, Values) else ()
    return list(values) if len(values) <= MOST_BOXES else []


def step_of(cell: int, value: Expr) -> int:
    """What `cell + 2`, or the smallest of that and something, adds; 0 if it is not of this kind."""
    match value:
        case Op("+", (Cell(c), Num(n))) | Op("+", (Num(n), Cell(c))) if c == cell:
            return n
        case Op("-", (Cell(c), Num(n))) if c == cell:
            return -n
        case Op("+", (Cell(c), _)) if c == cell:
            return 1
        case Op("-", (Cell(c), _)) if c == cell:
            return -1
        case Op("min" | "max", args):
            return next((step for arg in args if (step := step_of(cell, arg))), 0)
    return 0
