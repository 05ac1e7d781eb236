"""How far a table is from something wished for: a rough count of the deeds that are still missing.

A guess that guides the search and proves nothing: a bad one costs time, never truth.
"""

from __future__ import annotations

from math import ceil
from typing import TypeVar

from sspdsl.interpret.lookup import Lookup
from sspdsl.interpret.run import Run
from sspdsl.interpret.values import holds, is_open, value
from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Cell,
    Count,
    CountFilled,
    Expr,
    Fact,
    Filled,
    Member,
    Num,
    Op,
    Opened,
    Pick,
    Shows,
    Span,
    Var,
)
from sspdsl.verify.goals import Wish
from sspdsl.verify.means import Deed, Means
from sspdsl.verify.sites import Clause

FAR = 40.0
"""Nothing is known that would bring it about."""
DEEPEST = 9
MOST_SUBJECTS = 30
NEGATED = {"is": "is_not", "is_not": "is", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRROR = {"is": "is", "is_not": "is_not", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
Env = dict[int, int]
K = TypeVar("K")


class Distance:
    """Distances on one table: make a new one for each state."""

    def __init__(self, program: Program, lookup: Lookup, means: Means, run: Run) -> None:
        self.program, self.lookup, self.means, self.run = program, lookup, means, run
        self.filled = run.table.filled[run.me]
        self.boxes: dict[int, float] = {}
        self.deeds: dict[int, float] = {}
        self.events: dict[tuple[str, int], float] = {}
        self.depth = 0
        self.repeat = False
        self.steps = self.walk()

    def of(self, wish: Wish) -> float:
        """The distance from this wish; about 0 means that it may happen in the next turn."""
        cost = sum(self.guard(term, True, {}) for term in wish.under) if wish.clause is None else 0.0
        if wish.clause is not None:
            cost += self.clause(wish.clause, wish.under, 0.0)
        if wish.group is not None:
            cost += self.group(wish.group)
        if wish.places:
            cost += min(0.3 * self.steps[1].get(place, 8) for place in wish.places)
        if wish.boxes:
            cost += min(self.hit(box) for box in wish.boxes[:MOST_SUBJECTS])
        return cost

    def learn(self, start: bool) -> None:
        """Keeps how far everything is from here as what it costs again, unless it is known to be farther."""
        means = self.means
        for deeds in (*means.writes.values(), *means.calls.values()):
            for deed in deeds:
                keep(means.again, deed.number, self.deed(deed))
        if not start:
            return
        for box in range(len(self.program.boxes)):
            keep(means.boxes_again, box, self.box(box))
        for event, cost in self.events.items():
            keep(means.events_again, event, cost)

    # ------------------------------------------------------------ places

    def walk(self) -> tuple[dict[int, int], dict[int, int]]:
        """Moves from where the balls are to hit each box, and to stand at each place."""
        run, means = self.run, self.means
        on = [way.guard is None or self.truth(way.guard, {0: -1}) is not False for way in self.program.ways]
        opened: dict[int, bool] = {}
        boxes: dict[int, int] = {}
        near = [run.role("at", ball) - 1 for ball in range(self.program.balls) if run.role("at", ball)]
        places = dict.fromkeys(near, 0)
        if not near:
            near = list(means.starts)
            places = dict.fromkeys(near, 1)
        while near:
            after: list[int] = []
            for place in near:
                far = places[place] + 1
                for way, box in means.moves.get(place, ()):
                    if box in boxes or not on[way]:
                        continue
                    if box not in opened:
                        opened[box] = is_open(run, box, 0)
                    if not opened[box]:
                        continue
                    boxes[box] = far
                    for there in means.lands[box]:
                        if there not in places:
                            places[there] = far
                            after.append(there)
            near = after
        return boxes, places

    # ------------------------------------------------------------ boxes and sets

    def box(self, box: int) -> float:
        """Until this box is filled (again)."""
        if box in self.boxes:
            return self.boxes[box]
        self.boxes[box] = FAR
        if box in self.filled:
            cost = self.erasing(box) + 1
        else:
            cost = min([self.hit(box), *(0.3 + self.deed(deed) for deed in self.means.fills.get(box, ()))])
        self.boxes[box] = cost
        return cost

    def all_of(self, boxes: list[int], many: int) -> float:
        """Until so many of these boxes are filled.

        Where the balls are now matters for the next of them alone; the others are then as far as at the
        start of a game.
        """
        costs = [(self.box(box), self.means.boxes_again.get(box, FAR)) for box in boxes]
        if len(costs) < many:
            return FAR
        later = few([min(cost) for cost in costs], many)
        return later + min((now - min(now, again) for now, again in costs), default=0.0)

    def hit(self, box: int) -> float:
        """Until a ball can hit this box and has."""
        if box in self.filled:
            return self.erasing(box) + 1
        if box not in self.means.hit:
            return FAR
        if box in self.steps[0]:
            return 1 + 0.2 * (self.steps[0][box] - 1)
        made = self.program.boxes[box]
        cost = 3.0
        if made.open is not None:
            cost = 1.5 + self.guard(made.open, True, {0: box, 1: -1})
        feature = self.program.features[made.feature]
        if feature.sequence:
            earlier = feature.boxes[: feature.boxes.index(box)]
            cost = 1.5 + sum(self.box(b) for b in earlier if b not in self.filled)
        return cost

    def erasing(self, box: int) -> float:
        """Until this filled box is empty again."""
        costs = [FAR]
        for number in self.lookup.sets_with.get(box, ()):
            if self.program.sets[number].erases:
                costs.append(self.missing(number))
        if self.program.boxes[box].line == "dashed":
            costs.append(0.5 + self.losing())
        costs += [self.deed(deed) for deed in self.means.erases.get(box, ())]
        return min(costs)

    def missing(self, number: int) -> float:
        """What a set lacks."""
        group = self.program.sets[number]
        empty = [b for b in group.boxes if b not in self.filled]
        return self.all_of(empty, len(empty)) + sum(
            self.cell(cell, index, 0, 1, self.program.cells[cell].high)
            for cell, index in group.cells
            if not self.run.read(cell, index)
        )

    def group(self, number: int) -> float:
        """Until this set is completed (again)."""
        cost = self.missing(number)
        if cost == 0:
            members = self.program.sets[number].boxes
            return 1 + min((self.erasing(b) for b in members), default=FAR)
        return cost

    def losing(self) -> float:
        """Until no ball is in play."""
        return 1.0 * sum(1 for ball in range(self.program.balls) if self.run.role("at", ball))

    # ------------------------------------------------------------ deeds and events

    def deed(self, deed: Deed) -> float:
        """Until this effect is run."""
        if deed.number in self.deeds:
            return self.deeds[deed.number]
        self.deeds[deed.number] = FAR
        cost = self.clause(deed.clause, deed.under, 0.1 * len(deed.picks))
        self.deeds[deed.number] = cost
        return cost

    def clause(self, clause: Clause, under: tuple[Expr, ...], more: float) -> float:
        """Until this clause runs, with all of these conditions holding in it."""
        kind, number, _ = clause
        if kind != "rule":
            missing = sum(self.guard(term, True, {}) for term in under)
            return more + missing + self.root(clause, missing > 0)
        event = self.program.rules[number].event
        subjects = event.subjects or (0,)
        if event.kind == "lost":
            subjects = tuple(range(self.program.balls))
        best = FAR
        for subject in subjects[:MOST_SUBJECTS]:
            env = {0: subject} if event.kind != "action" else {}
            cost = 0.0
            for term in under:
                if cost >= best:
                    break
                cost += self.guard(term, True, env)
            best = min(best, cost + self.later(event.kind, subject, cost > 0))
        return best + more

    def later(self, kind: str, subject: int, first: bool) -> float:
        """Until this event occurs; `first` something else must happen, for which it may be used up."""
        now = self.event(kind, subject)
        if not first:
            return now
        return 0.3 * now + 0.7 * max(now, self.means.events_again.get((kind, subject), now))

    def root(self, clause: Clause, first: bool) -> float:
        kind, number, _ = clause
        match kind:
            case "action" | "instead":
                return self.later("action", number, first)
            case "ability":
                return 0.3
        return 0.1

    def event(self, kind: str, subject: int) -> float:
        """Until this event occurs."""
        if (kind, subject) in self.events:
            return self.events[kind, subject]
        self.events[kind, subject] = FAR
        match kind:
            case "hit":
                cost = self.hit(subject)
            case "filled":
                cost = self.box(subject)
            case "complete":
                cost = self.group(subject)
            case "lost":
                cost = 1.0
            case "passed":
                places = self.means.passing.get(subject, ())
                cost = 1 + min((0.3 * self.steps[1].get(place, 12) for place in places), default=FAR)
            case "changed":
                cost = min((self.deed(deed) for deed in self.means.writes.get(subject, ())), default=FAR)
            case _:
                cost = min((self.deed(deed) for deed in self.means.calls.get(subject, ())), default=FAR)
        self.events[kind, subject] = cost
        return cost

    # ------------------------------------------------------------ conditions

    def worth(self, term: Expr, env: Env) -> int | None:
        if isinstance(term, Num):
            return term.value
        try:
            return value(self.run, term, dict(env))
        except KeyError:
            # It speaks of a variable whose value is not known here.
            return None

    def truth(self, term: Expr, env: Env) -> bool | None:
        try:
            return holds(self.run, term, dict(env))
        except KeyError:
            return None

    def guard(self, term: Expr, truth: bool, env: Env) -> float:
        """Until this condition is so."""
        now = self.truth(term, env)
        if now is truth:
            return 0
        if self.depth > DEEPEST:
            return FAR / 4
        self.depth += 1
        cost = self.condition(term, truth, env)
        self.depth -= 1
        return cost

    def condition(self, term: Expr, truth: bool, env: Env) -> float:
        match term:
            case Op("not", (inner,)):
                return self.guard(inner, not truth, env)
            case Op("and" | "or" as op, args):
                costs = [self.guard(arg, truth, env) for arg in args]
                return sum(costs) if (op == "and") == truth else min(costs)
            case Op(op, (left, right)) if op in NEGATED:
                return self.compare(op if truth else NEGATED[op], left, right, env)
            case Member(inner, values):
                if truth:
                    return min((self.compare("is", inner, Num(v), env) for v in values), default=FAR)
                return 1.0
            case Pick(cond, then, other):
                return min(
                    self.guard(cond, True, env) + self.guard(then, truth, env),
                    self.guard(cond, False, env) + self.guard(other, truth, env),
                )
            case Filled(box):
                number = self.worth(box, env)
                if number is None or number < 0:
                    return 1.0
                return self.box(number) if truth else self.erasing(number)
            case Opened(box):
                number = self.worth(box, env)
                if number is None or number < 0:
                    return 1.0
                return self.hit(number) if truth else self.box(number)
            case Num():
                return FAR
        return self.compare("is_not" if truth else "is", term, Num(0), env)

    def compare(self, op: str, left: Expr, right: Expr, env: Env) -> float:
        a, b = self.worth(left, env), self.worth(right, env)
        if a is None or b is None:
            return 0.7
        return min(self.bring(left, a, op, b, env), self.bring(right, b, MIRROR[op], a, env))

    def bring(self, term: Expr, now: int, op: str, other: int, env: Env) -> float:
        """Until the term compares like this."""
        match op:
            case "is":
                return self.move(term, now, other, other, env)
            case "is_not":
                up, down = now + 1, now - 1
                return min(self.move(term, now, up, 10**6, env), self.move(term, now, -(10**6), down, env))
            case "<":
                return self.move(term, now, -(10**6), other - 1, env)
            case "<=":
                return self.move(term, now, -(10**6), other, env)
            case ">":
                return self.move(term, now, other + 1, 10**6, env)
        return self.move(term, now, other, 10**6, env)

    def move(self, term: Expr, now: int, low: int, high: int, env: Env) -> float:
        """Until the value of a term lies in low..high."""
        if low <= now <= high:
            return 0
        gap = low - now if now < low else now - high
        match term:
            case Num() | Fact(_, Var()) | Fact(_, Num()):
                return FAR
            case Cell(cell, index, _):
                at = None if index is None else self.worth(index, env)
                return self.cell(cell, at, now, low, high)
            case CountFilled(boxes):
                if now < low:
                    return self.all_of([b for b in boxes if b not in self.filled], gap)
                return few([self.erasing(b) for b in boxes if b in self.filled], gap)
            case Count():
                return self.count(term, now < low, gap, env)
            case Op("+" | "-" as op, args) if len(args) == 2:
                return self.sum(op, args[0], args[1], low, high, env)
            case Op("min" | "max", args):
                said = [(arg, self.worth(arg, env)) for arg in args]
                return min((self.move(a, v, low, high, env) for a, v in said if v is not None), default=3.0)
            case Shows():
                # Dice may fall as they like.
                return 0.6
            case (
                Filled()
                | Opened()
                | Member()
                | Op("and" | "or" | "not" | "is" | "is_not" | "<" | "<=" | ">" | ">=")
            ):
                # It is 0 or 1, and cannot be more.
                return self.guard(term, now < low, env) if low <= 1 and high >= 0 else FAR
            case _:
                return 2.0 + min(gap, 10) * 0.2

    def sum(self, op: str, left: Expr, right: Expr, low: int, high: int, env: Env) -> float:
        a, b = self.worth(left, env), self.worth(right, env)
        if a is None or b is None:
            return 0.7
        if op == "+":
            return min(
                self.move(left, a, low - b, high - b, env), self.move(right, b, low - a, high - a, env)
            )
        return min(self.move(left, a, low + b, high + b, env), self.move(right, b, a - high, a - low, env))

    def count(self, term: Count, up: bool, gap: int, env: Env) -> float:
        """Until more or fewer members satisfy their condition."""
        binder = term.binder
        if binder.where is None:
            return FAR
        if isinstance(binder.domain, Span):
            low, high = self.worth(binder.domain.low, env), self.worth(binder.domain.high, env)
            members = range(low or 0, (high or 0) + 1)
        else:
            members = binder.domain.values  # type: ignore[assignment]
        inners = [{**env, binder.slot: member} for member in list(members)[:MOST_SUBJECTS]]
        missing = [inner for inner in inners if self.truth(binder.where, inner) is not up]
        now = [self.guard(binder.where, up, inner) for inner in missing]
        if gap == 1 or self.repeat:
            return few(now, gap)
        # The first may come by what is at hand; the others then by what can be done again.
        self.repeat = True
        again = [self.guard(binder.where, up, inner) for inner in missing]
        self.repeat = False
        return few(again, gap) + min((min(a - b, 0.0) for a, b in zip(now, again, strict=True)), default=0.0)

    # ------------------------------------------------------------ cells

    def cell(self, cell: int, at: int | None, now: int, low: int, high: int) -> float:
        """Until a cell holds something in low..high."""
        made = self.program.cells[cell]
        gap = low - now if now < low else now - high
        match made.role:
            case "score" | "last_stars":
                return 1 + 0.05 * gap
            case "at":
                if now:
                    return self.losing()
                return min((self.deed(deed) for deed in self.means.puts), default=FAR)
            case "raw" | "value" | "origin" | "way" | "chosen" | "mover" | "moved" | "die_used" | "used":
                return 0.6
            case "completions":
                return self.completions(cell, gap) if now < low else FAR
        best = FAR
        for deed in self.means.writes.get(cell, ()):
            times = self.times(deed, at, now, low, high, gap)
            if times:
                once = self.deed(deed) + self.member(deed, at)
                if self.repeat:
                    once = max(once, self.means.again.get(deed.number, once))
                best = min(best, once + (times - 1) * max(once, self.means.again.get(deed.number, once)))
        if low <= made.first <= high:
            for kind, subject in self.means.resets.get(cell, ()):
                best = min(best, self.event(kind, subject))
        return best

    def member(self, deed: Deed, at: int | None) -> float:
        """Until the member that is to be written can be picked."""
        if at is None or not isinstance(deed.index, Var):
            return 0
        slot = deed.index.slot
        wheres = [binder.where for binder in deed.binders if binder.slot == slot]
        return sum(self.guard(where, True, {slot: at}) for where in wheres if where is not None)

    def completions(self, cell: int, gap: int) -> float:
        costs = [
            self.group(number) + (gap - 1) * len(made.boxes)
            for number, made in enumerate(self.program.sets)
            if made.completions == cell
        ]
        return min(costs, default=FAR)

    def times(self, deed: Deed, at: int | None, now: int, low: int, high: int, gap: int) -> int:
        """How often this write must be made; 0 if it does not help."""
        if isinstance(deed.index, Num) and at is not None and deed.index.value != at:
            return 0
        if deed.value is not None:
            return 1 if low <= deed.value <= high else 0
        if deed.step:
            return ceil(gap / abs(deed.step)) if (deed.step > 0) == (now < low) else 0
        return 1


def keep(kept: dict[K, float], key: K, cost: float) -> None:
    """The larger cost, but for what cannot be had any more."""
    if key not in kept or kept[key] < cost < FAR:
        kept[key] = cost


def few(costs: list[float], many: int) -> float:
    """The sum of so many of the lowest."""
    if len(costs) < many:
        return FAR
    return sum(sorted(costs)[:many])
