"""What to aim at next to bring a goal about: backwards from the goal through guards, sets and bonuses.

A guess that guides the search and proves nothing: a bad one costs time, never truth.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from sspdsl.interpret.run import Run
from sspdsl.interpret.values import holds, is_open
from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Assign,
    Body,
    Cell,
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
    PutBall,
    Reset,
    RollCell,
    Values,
)
from sspdsl.ir.walk import FIELDS, cells_in, terms_in
from sspdsl.verify.effects import BOXES, reads
from sspdsl.verify.evaluate import Known, box_numbers, evaluate
from sspdsl.verify.goals import BodyGoal, BoxGoal, CellGoal, EdgeGoal, Goal, Move, WayGoal, Wish
from sspdsl.verify.reach import Reach
from sspdsl.verify.where import Where

DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a body that does something: what runs it, entries to pick on the way, guards to hold."""

    root: tuple[str, int]
    picks: tuple[str, ...]
    guards: tuple[Expr, ...]
    zero: bool
    """It writes 0 (or the first value) for certain."""
    nonzero: bool


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
                    self.writers[cell].append(Source(root, picks, guards, zero, nonzero))
                case Reset(cell):
                    self.writers[cell].append(Source(root, picks, guards, True, False))
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
            for way in dict.fromkeys(move[0] for move in moves):
                self.want_guard(run, self.program.ways[way].guard, True, aim, 0, seen)
            return
        for _, source, box in there:
            if box in run.table.filled[run.me]:
                self.want_empty(run, box, aim)
            elif not is_open(run, box, 0):
                self.want_open(run, box, aim, 0, seen)
            else:
                aim.spare.add(box)
                self.want_place(run, source, aim, seen)

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
        if made.open is not None:
            for opener in openers(run, made.open, box):
                self.want_box(run, opener, aim, depth + 1, seen)
            self.want_guard(run, made.open, True, aim, depth + 1, seen)

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
            case _:
                for term in terms_in(guard):
                    if isinstance(term, CountFilled) and holds_:
                        for box in term.boxes:
                            self.want_box(run, box, aim, depth + 1, seen)
                for term in terms_in(guard):
                    if isinstance(term, Cell) and isinstance(term.index, Num) and holds_:
                        self.want_member(term.cell, term.index.value, aim)
                for cell in sorted(cells_in(guard)):
                    self.want_cell(run, cell, holds_, aim, depth + 1, seen)

    def want_member(self, cell: int, index: int, aim: Aim) -> None:
        """This member is to change: it is picked by its name when it is offered."""
        made = self.program.cells[cell]
        at = index - made.index_low
        if made.size > 1 and 0 <= at < len(made.members):
            aim.texts.add(made.members[at])

    def want_cell(self, run: Run, cell: int, up: bool, aim: Aim, depth: int, seen: set[object]) -> None:
        """A cell is to change."""
        made = self.program.cells[cell]
        if ("cell", cell, up) in seen or made.role in ("raw", "value", "finished"):
            return
        seen.add(("cell", cell, up))
        if made.role == "score":
            filled = run.table.filled[run.me]
            aim.boxes.update(b for b in self.paying if b not in filled and is_open(run, b, 0))
            return
        if made.role == "at":
            for source in self.putters:
                self.want_source(run, source, aim, depth + 1, seen)
        ways = [s for s in self.writers.get(cell, ()) if not (s.zero if up else s.nonzero)]
        if self.luck % 2 and ways:
            # Every other game one of the ways to it is gone for alone: all at once may mislead.
            ways = [ways[self.luck // 2 % len(ways)]]
        for source in ways:
            self.want_source(run, source, aim, depth + 1, seen)


def openers(run: Run, guard: Expr, box: int) -> list[int]:
    """Empty boxes of which one alone, if it were filled, would make the condition of this box hold."""
    if BOXES not in reads(guard):
        return []
    filled, env = run.table.filled[run.me], {0: box, 1: -1}
    found = []
    for other in range(len(run.program.boxes)):
        if other in filled:
            continue
        # The plain `set` methods: nobody is told of what is only tried.
        set.add(filled, other)
        if holds(run, guard, dict(env)):
            found.append(other)
        set.discard(filled, other)
    return found


def known_holds(run: Run, guard: Expr | None) -> bool:
    """Whether a guard holds now; one that speaks of variables is taken to hold."""
    try:
        return holds(run, guard, {0: 0})
    except KeyError:
        return True
