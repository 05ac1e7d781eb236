"""What a body may write, directly and through the actions and rules it sets off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Assign,
    Body,
    Cell,
    Choose,
    Count,
    CountFilled,
    Do,
    Each,
    Effect,
    End,
    EraseBox,
    EraseBoxes,
    Expr,
    Fill,
    Filled,
    First,
    Hit,
    Let,
    LoseBall,
    Mark,
    MoveBall,
    Offer,
    Opened,
    PlayBalls,
    PutBall,
    Reaches,
    Reset,
    RollCell,
    RollDice,
    Score,
    Settle,
    Shows,
)
from sspdsl.ir.walk import cells_in, effects_in, terms_in

BOXES = -1
"""Stands for the boxes among the cells that are written."""

Node = tuple[str, int]
"""`("action", n)`, `("ability", n)`, `("changed", cell)`, or an event as a whole: `("hit", -1)`."""

TURN_ROLES = ("die_used", "at", "moved", "mover", "chosen", "origin", "way", "kept")
PLAYING: tuple[Node, ...] = tuple((kind, -1) for kind in ("hit", "filled", "complete", "passed", "lost"))


@dataclass(frozen=True, slots=True)
class Touches:
    """The closure of all writes, by node."""

    program: Program
    roles: dict[str, frozenset[int]]
    nodes: dict[Node, frozenset[int]]

    def of(self, body: Iterable[Effect]) -> frozenset[int]:
        """Every cell (and `BOXES`) that running this body may write."""
        out: set[int] = set()
        for effect in effects_in(tuple(body)):
            cells, calls = direct(self.program, self.roles, effect)
            out |= cells
            for node in calls:
                out |= self.nodes.get(node, frozenset())
        return frozenset(out)


def touches(program: Program) -> Touches:
    """Works out the closure: a fixed point over actions, abilities and events."""
    roles: dict[str, frozenset[int]] = {}
    for cell, made in enumerate(program.cells):
        if made.role:
            roles[made.role] = roles.get(made.role, frozenset()) | {cell}
    writes: dict[Node, set[int]] = {}
    calls: dict[Node, set[Node]] = {}

    def note(node: Node, body: Body) -> None:
        for effect in effects_in(body):
            cells, called = direct(program, roles, effect)
            writes.setdefault(node, set()).update(cells)
            calls.setdefault(node, set()).update(called)

    for number, action in enumerate(program.actions):
        for body in (action.body, *(instead.body for instead in action.instead)):
            note(("action", number), body)
    for number, ability in enumerate(program.abilities):
        note(("ability", number), ability.body)
    for rule in program.rules:
        for node in event_nodes(rule.event.kind, rule.event.subjects):
            note(node, rule.body)
    for life in program.lifetimes:
        for node in event_nodes(life.event.kind, life.event.subjects):
            writes.setdefault(node, set()).update((*life.cells, *((BOXES,) if life.boxes else ())))
    close(writes, calls)
    return Touches(program, roles, {node: frozenset(cells) for node, cells in writes.items()})


def event_nodes(kind: str, subjects: tuple[int, ...]) -> list[Node]:
    """The nodes a rule hangs on: single actions and cells, other events as a whole."""
    return [(kind, s) for s in subjects] if kind in ("action", "changed") else [(kind, -1)]


def close(writes: dict[Node, set[int]], calls: dict[Node, set[Node]]) -> None:
    grown = True
    while grown:
        grown = False
        for node, called in calls.items():
            mine = writes.setdefault(node, set())
            for other in called:
                more = writes.get(other, set()) - mine
                if more:
                    mine |= more
                    grown = True


def direct(
    program: Program, roles: dict[str, frozenset[int]], effect: Effect
) -> tuple[frozenset[int], tuple[Node, ...]]:
    """What one effect writes itself, and the nodes it sets off."""

    def role(*names: str) -> frozenset[int]:
        return frozenset().union(*(roles.get(name, frozenset()) for name in names))

    match effect:
        case Assign(cell) | Reset(cell) | RollCell(cell):
            return frozenset((cell,)), (("changed", cell),)
        case Score():
            used = {cell for modifier in program.modifiers for cell in modifier.uses}
            return role("score") | used, tuple(("changed", c) for c in (*role("score"), *used))
        case Fill():
            return fill_writes(program), (("filled", -1), ("complete", -1))
        case Settle():
            return fill_writes(program), (("complete", -1),)
        case Hit():
            return fill_writes(program), (("hit", -1), ("filled", -1), ("complete", -1))
        case Mark() | EraseBox() | EraseBoxes():
            return frozenset((BOXES,)), ()
        case Do(action):
            return frozenset(), (("action", action),)
        case MoveBall() | PutBall():
            return role("at", "moved"), ()
        case LoseBall():
            return role("at"), (("lost", -1),)
        case RollDice():
            return role("raw", "value", "rolls"), ()
        case PlayBalls():
            abilities = tuple(("ability", n) for n in range(len(program.abilities)))
            return role(*TURN_ROLES, "value") | fill_writes(program), (*PLAYING, *abilities)
        case Offer(window):
            return role("kept"), tuple(
                ("ability", n) for n, ability in enumerate(program.abilities) if ability.window == window
            )
        case End():
            ends = tuple(("action", n) for n, a in enumerate(program.actions) if a.name == "game_ends")
            return role("finished", "last_roll", *TURN_ROLES), ends
        case _:
            return frozenset(), ()


def fill_writes(program: Program) -> frozenset[int]:
    """A fill marks and erases boxes, scores, counts completions, and erases the cells of its sets."""
    out = {BOXES}
    for cell, made in enumerate(program.cells):
        if made.role in ("score", "completions"):
            out.add(cell)
    for made_set in program.sets:
        out.update(cell for cell, _ in made_set.cells)
        if made_set.completions is not None:
            out.add(made_set.completions)
    for modifier in program.modifiers:
        out.update(modifier.uses)
    return frozenset(out)


def reads(*roots: object) -> frozenset[int]:
    """Every cell (and `BOXES`) that these terms read."""
    out = set(cells_in(*roots))
    if any(isinstance(t, (Filled, CountFilled, Opened, Reaches, Shows)) for t in terms_in(*roots)):
        # A box that opens or shows a face may read any cell of its own.
        out.add(BOXES)
    return frozenset(out)


def let_slots(body: Body) -> frozenset[int]:
    """The variables that a body sets with `let` or binds: they change from one pass of a loop to the next."""
    out = set()
    for term in terms_in(body):
        if isinstance(term, Let):
            out.add(term.slot)
        elif isinstance(term, (Each, Choose)):
            out.update(b.slot for b in ((term.binder,) if isinstance(term, Each) else term.binders))
        elif isinstance(term, (Count, First)):
            out.add(term.binder.slot)
    return frozenset(out)


def reads_boxes_or_cells(expr: Expr) -> bool:
    """Whether an expression depends on the state at all."""
    return bool(reads(expr)) or any(isinstance(t, Cell) for t in terms_in(expr))
