"""What to aim at next to bring a goal about: backwards from the goal through guards, sets and bonuses.

A guess that guides the search and proves nothing: a bad one costs time, never truth.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sspdsl.interpret.run import Run
from sspdsl.interpret.values import holds, is_open, satisfying, value
from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Assign,
    Binder,
    Body,
    Cell,
    Count,
    CountFilled,
    Do,
    Expr,
    Fill,
    Filled,
    First,
    Hit,
    Mark,
    MoveBall,
    Num,
    OneOf,
    Op,
    Opened,
    PutBall,
    Reset,
    RollCell,
    Values,
)
from sspdsl.ir.walk import FIELDS, cells_in, terms_in
from sspdsl.verify.evaluate import Known, box_numbers, evaluate
from sspdsl.verify.goals import BodyGoal, BoxGoal, CellGoal, EdgeGoal, Goal, Move, WayGoal, Wish
from sspdsl.verify.reach import Reach
from sspdsl.verify.simplify import simplify
from sspdsl.verify.where import Where

DEEPEST = 20
MOST_STEPS = 50
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "is": operator.eq,
    "is_not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a body that does something: what runs it, entries to pick on the way, guards to hold."""

    root: tuple[str, int]
    picks: tuple[str, ...]
    guards: tuple[Expr, ...]
    zero: bool
    """It writes 0 (or the first value) for certain."""
    nonzero: bool
    value: int | None = None
    """The number that it writes, if that is known."""
    index: int | None = None
    """The member that it writes, if that is known."""

    def may_write(self, index: int | None, values: Callable[[int], bool] | None) -> bool:
        """Whether it may give this member one of these values."""
        if None not in (index, self.index) and index != self.index:
            return False
        return values is None or self.value is None or values(self.value)


@dataclass(slots=True)
class Aim:
    """Boxes to hit, positions to reach, options to take when they come up, balls to give up."""

    boxes: set[int] = field(default_factory=set)
    positions: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    lose: bool = False
    spare: set[int] = field(default_factory=set)
    """Boxes better left empty."""
    spare_texts: set[str] = field(default_factory=set)
    """Options better kept for later."""

    def add(self, other: Aim) -> None:
        """All of another aim as well."""
        self.boxes |= other.boxes
        self.positions |= other.positions
        self.texts |= other.texts
        self.lose = self.lose or other.lose
        self.spare |= other.spare
        self.spare_texts |= other.spare_texts

    def size(self) -> int:
        """How much there is to go for on the table."""
        return len(self.boxes) + len(self.positions) + self.lose


@dataclass(slots=True)
class Planner:
    """The producers of everything, looked up once for a program."""

    program: Program
    found: Reach
    edges: dict[Move, EdgeGoal]
    moves_of: dict[EdgeGoal, list[Move]] = field(default_factory=lambda: defaultdict(list))
    writers: dict[int, list[Source]] = field(default_factory=lambda: defaultdict(list))
    fillers: dict[int, list[Source]] = field(default_factory=lambda: defaultdict(list))
    callers: dict[int, list[Source]] = field(default_factory=lambda: defaultdict(list))
    putters: list[Source] = field(default_factory=list)
    placers: dict[int, list[Source]] = field(default_factory=lambda: defaultdict(list))
    luck: int = 0
    """Which of several ways to a thing is taken; another each game."""
    landed: set[int] = field(default_factory=set)
    """Positions that a move leads to by itself."""
    paying: list[int] = field(default_factory=list)
    sets_with: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    opens: dict[int, Expr] = field(default_factory=dict)
    """The condition of each box that has one, for this box alone."""
    bound: dict[tuple[int, int], tuple[Binder, Expr | None]] = field(default_factory=dict)
    gist: dict[int, tuple[Expr, list[object], list[int]]] = field(default_factory=dict)
    """By identity of a condition: the counted boxes and members it speaks of, and its cells."""

    def __post_init__(self) -> None:
        program = self.program
        for move, goal in self.edges.items():
            self.moves_of[goal].append(move)
        self.landed = {program.boxes[box].position for _, _, box in self.found.world.moves}
        for number, rule in enumerate(program.rules):
            guards = (rule.guard,) if rule.guard is not None else ()
            self.note(("rule", number), rule.body, (), guards)
        for number, action in enumerate(program.actions):
            self.note(("action", number), action.body, (), ())
            for instead in action.instead:
                self.note(("action", number), instead.body, (), (instead.guard,) if instead.guard else ())
        for number, ability in enumerate(program.abilities):
            self.note(("ability", number), ability.body, (), (ability.guard,) if ability.guard else ())
        for number, step in enumerate(program.steps):
            self.note(("step", number), step.body, (), ())
        for number, each in enumerate(program.boxes):
            if each.open is not None:
                self.opens[number] = simplify(program, each.open, {0: number})
        self.paying = [b for b in sorted(self.found.world.hit) if program.boxes[b].stars is not None]
        for number, made in enumerate(program.sets):
            for box in made.boxes:
                self.sets_with[box].append(number)

    def note(
        self, root: tuple[str, int], body: Body, picks: tuple[str, ...], guards: tuple[Expr, ...]
    ) -> None:
        """Files every effect of a body under what it does."""
        for effect in body:
            match effect:
                case Assign(cell, _, _, value):
                    zero = isinstance(value, Num) and value.value == 0
                    nonzero = isinstance(value, Num) and value.value != 0
                    known = value.value if isinstance(value, Num) else None
                    self.writers[cell].append(
                        Source(root, picks, guards, zero, nonzero, known, number_of(effect.index))
                    )
                case Reset(cell):
                    first = self.program.cells[cell].first
                    self.writers[cell].append(
                        Source(root, picks, guards, True, False, first, number_of(effect.index))
                    )
                case RollCell(cell):
                    self.writers[cell].append(Source(root, picks, guards, False, False))
                case Fill(box) | Mark(box) | Hit(box):
                    for number in self.may_be(box):
                        self.fillers[number].append(Source(root, picks, guards, False, False))
                case Do(action):
                    self.callers[action].append(Source(root, picks, guards, False, False))
                case PutBall(position) | MoveBall(_, position):
                    source = Source(root, picks, guards, False, False)
                    if isinstance(effect, PutBall):
                        self.putters.append(source)
                    there = evaluate(self.found.world, Known({}, {}), position)
                    for number in range(len(self.program.positions)):
                        if there.has(number):
                            self.placers[number].append(source)
                case OneOf(branches):
                    for branch in branches:
                        more = (branch.guard,) if branch.guard is not None else ()
                        self.note(root, branch.body, (*picks, branch.name), (*guards, *more))
                    continue
            for name in FIELDS[type(effect)]:
                inner = getattr(effect, name)
                if name in ("body", "then", "other") and isinstance(inner, tuple):
                    cond = getattr(effect, "cond", None)
                    more = ()
                    if cond is not None:
                        more = (cond if name == "then" else Op("not", (cond,)),)
                    self.note(root, inner, picks, (*guards, *more))

    def may_be(self, box: Expr) -> list[int]:
        """The boxes an effect may mean; a variable is taken for nothing in particular."""
        if isinstance(box, First) and isinstance(box.binder.domain, Values):
            return list(box.binder.domain.values)
        numbers = box_numbers(self.found.world, Known({}, {}), box)
        return numbers if len(numbers) < len(self.program.boxes) else []

    # ------------------------------------------------------------ aiming

    def aim(self, run: Run, goal: Goal) -> Aim:
        """What to go for now, with this table."""
        aim = Aim()
        if isinstance(goal, BoxGoal):
            self.want_box(run, goal.box, aim, 0, set())
        elif isinstance(goal, CellGoal):
            self.want_cell(run, goal.cell, goal.up, aim, 0, set())
        elif isinstance(goal, BodyGoal):
            self.want_source(run, self.body_source(goal.where), aim, 0, set())
        elif isinstance(goal, Wish):
            self.want_wish(run, goal, aim)
        elif isinstance(goal, WayGoal):
            self.want_edge(run, [move for move in self.edges if move[0] == goal.way], aim)
        else:
            self.want_edge(run, self.moves_of[goal], aim)
        return aim

    def want_wish(self, run: Run, wish: Wish, aim: Aim) -> None:
        """A clause is to run, a condition to hold, a set to be completed."""
        seen: set[object] = set()
        aim.positions.update(wish.places)
        if wish.group is not None:
            self.want_set(run, wish.group, aim, 0, seen)
        if wish.clause is not None:
            kind, number, _ = wish.clause
            root = ("action" if kind == "instead" else kind, number)
            self.want_source(run, Source(root, wish.picks, wish.under, False, False), aim, 0, seen)
            return
        for guard in wish.under:
            self.want_guard(run, guard, True, aim, 0, seen)
        if not aim.size() or all(known_holds(run, guard) for guard in wish.under):
            for box in wish.boxes:
                self.want_box(run, box, aim, 0, seen)

    def want_set(self, run: Run, number: int, aim: Aim, depth: int, seen: set[object]) -> None:
        """A set is to be completed."""
        for box in self.program.sets[number].boxes:
            if box not in run.table.filled[run.me]:
                self.want_box(run, box, aim, depth, seen)
        for cell, _ in self.program.sets[number].cells:
            self.want_cell(run, cell, True, aim, depth, seen)

    def body_source(self, where: Where) -> Source:
        """A whole body as something wanted, with the guard it runs under."""
        kind, number = where
        guard = self.program.rules[number].guard if kind == "rule" else None
        if kind == "instead":
            kind = "action"
        return Source((kind, number), (), (guard,) if guard is not None else (), False, False)

    def want_edge(self, run: Run, moves: list[Move], aim: Aim) -> None:
        """One of these edges, that are one option: by a block that is there now, else by what opens one."""
        seen: set[object] = set()
        there = [move for move in moves if known_holds(run, self.program.ways[move[0]].guard)]
        if not there:
            there = self.want_shut(run, moves, aim, seen)
        for _, source, box in there:
            if box in run.table.filled[run.me]:
                self.want_empty(run, box, aim)
            elif not is_open(run, box, 0):
                self.want_open(run, box, aim, 0, seen)
            else:
                aim.spare.add(box)
                self.want_place(run, source, aim, seen)

    def want_shut(self, run: Run, moves: list[Move], aim: Aim, seen: set[object]) -> list[Move]:
        """What opens one of these blocks; or the moves that an ability opens in the turn of the move."""
        found: list[Move] = []
        for way in dict.fromkeys(move[0] for move in moves):
            guard = self.program.ways[way].guard
            mine = [move for move in moves if move[0] == way]
            helpers = self.helpers(guard)
            able = [number for number in helpers if known_holds(run, self.program.abilities[number].guard)]
            if not helpers:
                self.want_guard(run, guard, True, aim, 0, seen)
            elif able:
                # It is kept until the ball is there.
                here = any(run.role("at", ball) - 1 == move[1]
                           for move in mine for ball in range(self.program.balls))  # fmt: skip
                texts = aim.texts if here else aim.spare_texts
                texts.update(self.program.abilities[number].name for number in able)
                found += mine
            else:
                for number in helpers:
                    self.want_guard(run, self.program.abilities[number].guard, True, aim, 0, seen)
        return found

    def helpers(self, guard: Expr | None) -> list[int]:
        """Abilities that make this condition hold until the end of the turn or the next hit."""
        if guard is None:
            return []
        cells = [cell for cell in self.gist_of(guard)[1] if self.program.cells[cell].line == "until"]
        sources = [source for cell in cells for source in self.writers.get(cell, ()) if not source.zero]
        return sorted({source.root[1] for source in sources if source.root[0] == "ability"})

    def want_place(self, run: Run, place: int, aim: Aim, seen: set[object]) -> None:
        """A ball is to stand here."""
        aim.positions.add(place)
        if place not in self.landed:
            for source in self.placers.get(place, ()):
                self.want_source(run, source, aim, 0, seen)
        box = self.program.positions[place].box
        if box is not None and box in run.table.filled[run.me]:
            self.want_empty(run, box, aim)

    def want_box(self, run: Run, box: int, aim: Aim, depth: int, seen: set[object]) -> None:
        if ("box", box) in seen or depth > DEEPEST:
            return
        seen.add(("box", box))
        if box in self.found.world.hit:
            if box in run.table.filled[run.me]:
                self.want_empty(run, box, aim)
            elif is_open(run, box, 0):
                aim.boxes.add(box)
            else:
                self.want_open(run, box, aim, depth + 1, seen)
        if box not in self.found.world.hit and not is_open(run, box, 0):
            # An effect that fills the next of a sequence is kept until this box is the next.
            self.want_open(run, box, aim, depth + 1, seen)
            aim.spare_texts.update(pick for source in self.fillers.get(box, ()) for pick in source.picks)
        elif box not in self.found.world.hit or depth == 0:
            for source in self.fillers.get(box, ()):
                self.want_source(run, source, aim, depth + 1, seen)

    def want_open(self, run: Run, box: int, aim: Aim, depth: int, seen: set[object]) -> None:
        """Boxes before it in its sequence, or its condition."""
        made = self.program.boxes[box]
        feature = self.program.features[made.feature]
        if feature.sequence:
            for earlier in feature.boxes:
                if earlier == box:
                    break
                if earlier not in run.table.filled[run.me]:
                    self.want_box(run, earlier, aim, depth + 1, seen)
                    return
        if box in self.opens:
            self.want_guard(run, self.opens[box], True, aim, depth + 1, seen)

    def want_empty(self, run: Run, box: int, aim: Aim) -> None:
        """A filled box is to be erased: with its set, or at the end of the round."""
        filled = run.table.filled[run.me]
        for number in self.sets_with.get(box, ()):
            if self.program.sets[number].erases:
                aim.boxes.update(b for b in self.program.sets[number].boxes if b not in filled)
        if self.program.boxes[box].line == "dashed":
            aim.lose = True

    def want_source(self, run: Run, source: Source, aim: Aim, depth: int, seen: set[object]) -> None:
        """What runs this body, with the guards on the way."""
        if depth > DEEPEST or (source.root, source.picks) in seen:
            return
        seen.add((source.root, source.picks))
        aim.texts.update(source.picks)
        before = aim.size()
        for guard in source.guards:
            if not known_holds(run, guard):
                self.want_guard(run, guard, True, aim, depth + 1, seen)
        if aim.size() > before:
            # First what makes the guards hold; the event that runs the body is wanted after that.
            return
        kind, number = source.root
        if kind == "ability":
            aim.texts.add(self.program.abilities[number].name)
        elif kind == "action":
            for caller in self.callers.get(number, ()):
                self.want_source(run, caller, aim, depth + 1, seen)
        elif kind == "rule":
            self.want_event(run, number, aim, depth + 1, seen)

    def want_event(self, run: Run, rule: int, aim: Aim, depth: int, seen: set[object]) -> None:
        """What sets a rule off."""
        event = self.program.rules[rule].event
        match event.kind:
            case "hit" | "filled":
                for box in event.subjects:
                    self.want_box(run, box, aim, depth, seen)
            case "complete":
                for number in event.subjects:
                    self.want_set(run, number, aim, depth, seen)
            case "changed":
                for cell in event.subjects:
                    self.want_cell(run, cell, True, aim, depth, seen)
            case "action":
                for action in event.subjects:
                    for caller in self.callers.get(action, ()):
                        self.want_source(run, caller, aim, depth, seen)
            case "lost":
                aim.lose = True
            case "passed":
                for way in self.program.ways:
                    if not set(way.through).isdisjoint(event.subjects):
                        aim.positions.update(way.sources)
                        aim.boxes.update(way.targets)

    def want_guard(
        self, run: Run, guard: Expr | None, holds_: bool, aim: Aim, depth: int, seen: set[object]
    ) -> None:
        """Makes a condition true (or false)."""
        if guard is None or depth > DEEPEST:
            return
        match guard:
            case Op("not", (inner,)):
                self.want_guard(run, inner, not holds_, aim, depth, seen)
            case Op("and" | "or", args):
                for arg in args:
                    if known_holds(run, arg) != holds_:
                        self.want_guard(run, arg, holds_, aim, depth + 1, seen)
            case Filled(Num(box)):
                if holds_:
                    self.want_box(run, box, aim, depth + 1, seen)
                else:
                    self.want_empty(run, box, aim)
            case Opened(Num(box)):
                if not holds_:
                    self.want_box(run, box, aim, depth + 1, seen)
                elif box in run.table.filled[run.me]:
                    self.want_empty(run, box, aim)
                else:
                    self.want_open(run, box, aim, depth + 1, seen)
            case Op(op, (Count(binder), Num(number))) if none_left(op, number, holds_):
                # No member may be left: each that there is must go.
                for member in members_now(run, binder):
                    here = self.known(binder, member)
                    self.want_guard(run, here, False, aim, depth + 1, seen)
            case Op("is" | "is_not" | "<" | "<=" | ">" | ">=" as op, (Cell(cell, index, None), Num(number))):
                made = self.program.cells[cell]
                good = [v for v in range(made.low, made.high + 1) if COMPARE[op](v, number) == holds_]
                up = not good or good[-1] > made.first
                if isinstance(index, Num) and holds_:
                    self.want_member(cell, index.value, aim)
                self.want_cell(run, cell, up, aim, depth + 1, seen, number_of(index), good)
            case _:
                counted, cells = self.gist_of(guard)
                up = rises(run, guard, holds_)
                for term in counted if holds_ else ():
                    if isinstance(term, CountFilled):
                        for box in term.boxes:
                            self.want_box(run, box, aim, depth + 1, seen)
                for term in counted if holds_ else ():
                    if isinstance(term, Cell) and isinstance(term.index, Num):
                        self.want_member(term.cell, term.index.value, aim)
                for cell in cells:
                    self.want_cell(run, cell, up, aim, depth + 1, seen)

    def gist_of(self, guard: Expr) -> tuple[list[object], list[int]]:
        """What a condition speaks of; looked up once."""
        found = self.gist.get(id(guard))
        if found is None:
            counted: list[object] = [t for t in terms_in(guard) if isinstance(t, CountFilled | Cell)]
            found = self.gist[id(guard)] = (guard, counted, sorted(cells_in(guard)))
        return found[1], found[2]

    def known(self, binder: Binder, member: int) -> Expr | None:
        """The condition of a binder for one of its members; looked up once: it stays the same term."""
        key = (id(binder), member)
        if key not in self.bound:
            where = binder.where
            made = None if where is None else simplify(self.program, where, {binder.slot: member})
            self.bound[key] = (binder, made)
        return self.bound[key][1]

    def want_member(self, cell: int, index: int, aim: Aim) -> None:
        """This member is to change: it is picked by its name when it is offered."""
        made = self.program.cells[cell]
        at = index - made.index_low
        if made.size > 1 and 0 <= at < len(made.members):
            aim.texts.add(made.members[at])

    def want_cell(
        self,
        run: Run,
        cell: int,
        up: bool,
        aim: Aim,
        depth: int,
        seen: set[object],
        index: int | None = None,
        good: Sequence[int] | None = None,
    ) -> None:
        """A cell is to change: this member, to one of these values, if that is known."""
        made = self.program.cells[cell]
        if ("cell", cell, up, index) in seen or made.role in ("raw", "value", "finished"):
            return
        seen.add(("cell", cell, up, index))
        if made.role == "score":
            filled = run.table.filled[run.me]
            aim.boxes.update(b for b in self.paying if b not in filled and is_open(run, b, 0))
            return
        if made.role == "at":
            if not up or good == [0]:
                aim.lose = True
                return
            for source in self.putters:
                self.want_source(run, source, aim, depth + 1, seen)
        if good:
            ways = [s for s in self.writers.get(cell, ()) if s.may_write(index, lambda v: v in good)]
        else:
            ways = [s for s in self.writers.get(cell, ()) if not (s.zero if up else s.nonzero)]
        if self.luck % 2 and ways:
            # Every other game one of the ways to it is gone for alone: all at once may mislead.
            ways = [ways[self.luck // 2 % len(ways)]]
        if self.luck and self.luck % 2 == 0 and len(ways) > 1:
            self.want_nearest(run, ways, aim, depth, seen)
            return
        for source in ways:
            self.want_source(run, source, aim, depth + 1, seen)

    def want_nearest(self, run: Run, sources: list[Source], aim: Aim, depth: int, seen: set[object]) -> None:
        """Of these the one for which the least is still to be done."""
        best: tuple[int, int] | None = None
        tried: list[tuple[Aim, set[object]]] = []
        for number, source in enumerate(sources):
            one, mine = Aim(), set(seen)
            self.want_source(run, source, one, depth + 1, mine)
            tried.append((one, mine))
            much = len(one.boxes) + 2 * len(one.positions) + 8 * one.lose
            if one.size() and (best is None or (much, number) < best):
                best = (much, number)
        for one, mine in tried if best is None else [tried[best[1]]]:
            aim.add(one)
            seen |= mine


def rises(run: Run, guard: Expr, holds_: bool) -> bool:
    """Whether what is compared with a number has to grow, so that the condition is so; else `holds_`."""
    match guard:
        case Op(op, (left, Num(number))) if op in COMPARE:
            try:
                now = value(run, left, {0: 0})
            except KeyError:
                return holds_
            for step in range(1, MOST_STEPS):
                for up in (True, False):
                    if COMPARE[op](now + step if up else now - step, number) == holds_:
                        return up
    return holds_


def none_left(op: str, value: int, holds_: bool) -> bool:
    """Whether a count compared with this number must become 0."""
    compare = COMPARE.get(op)
    return compare is not None and compare(0, value) == holds_ and compare(1, value) != holds_


def number_of(term: Expr | None) -> int | None:
    """The number that a term is, if it is one."""
    return term.value if isinstance(term, Num) else None


def members_now(run: Run, binder: Binder) -> list[int]:
    """The members that satisfy the condition now; none if it speaks of something unknown."""
    try:
        return list(satisfying(run, binder, {0: 0}))
    except KeyError:
        return []


def known_holds(run: Run, guard: Expr | None) -> bool:
    """Whether a guard holds now; one that speaks of variables is taken to hold."""
    try:
        return holds(run, guard, {0: 0})
    except KeyError:
        return True
