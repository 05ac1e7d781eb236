"""Runs a body on what may be, and notes in the world all that it may do.

The order of effects, the guards on the way and local variables are followed; what decisions and
chance bring is taken together. Actions are followed where they are done; rules of other events
are run by `reach` for themselves, and what they may write is forgotten here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from sspdsl.ir.model import Program, RuleDef
from sspdsl.ir.terms import (
    Assign,
    Binder,
    Body,
    Cell,
    Choose,
    Do,
    Draw,
    Each,
    Effect,
    End,
    EraseBox,
    EraseBoxes,
    Expr,
    Fill,
    Hit,
    If,
    Let,
    LoseBall,
    Mark,
    MoveBall,
    Offer,
    OneOf,
    PlayBalls,
    PutBall,
    Repeat,
    RepeatUntil,
    Reset,
    RollCell,
    RollDice,
    Settle,
    Var,
)
from sspdsl.ir.walk import terms_in
from sspdsl.verify.effects import BOXES, Touches, let_slots, reads
from sspdsl.verify.evaluate import Known, assume, bound, box_numbers, evaluate, join_known
from sspdsl.verify.values import Values, exactly, of, span
from sspdsl.verify.where import NOWHERE, Where
from sspdsl.verify.world import Overflow, World

DEEPEST = 12
MOST_INLINED = 4000


@dataclass(slots=True)
class Flow:
    """One pass over the bodies of a program. `changed_rules`: cells that some rule listens to."""

    program: Program
    world: World
    touches: Touches
    rules_of: dict[int, list[tuple[int, RuleDef]]]
    listened: frozenset[int]
    where: Where = NOWHERE
    stack: list[int] = field(default_factory=list)
    inlined: int = 0
    separate: set[int] = field(default_factory=set)
    """Actions that were not followed where they are done (they do themselves): run for themselves."""
    branches: dict[int, set[int]] = field(default_factory=dict)
    """By identity of the `OneOf`: the entries that may be open."""
    chances: dict[int, bool] = field(default_factory=dict)
    """By identity of the `Choose`: whether there may be something to pick."""
    reads_of: dict[Expr, frozenset[int]] = field(default_factory=dict)
    truths: dict[int, set[bool]] = field(default_factory=dict)
    """By identity of a condition: what it may be where it is asked."""
    runs: set[tuple[str, int, int]] = field(default_factory=set)
    """Rules and the insteads of actions that may run: `("rule", n, 0)`, `("instead", action, which)`."""

    # ------------------------------------------------------------ bodies

    def run(self, body: Body, known: Known | None) -> Known | None:
        """What is known after the body; None if nothing gets through it (`end`, a condition never met)."""
        for effect in body:
            if known is None:
                return None
            known = self.step(effect, known)
        return known

    def step(self, effect: Effect, known: Known) -> Known | None:
        world = self.world
        match effect:
            case Assign(cell, index, player, value):
                return self.assign(cell, index, player, evaluate(world, known, value), known)
            case Reset(cell, index):
                first = self.program.cells[cell].first
                at = None if index is None else evaluate(world, known, index)
                world.write(cell, at, exactly(first))
            case RollCell(cell, index, _):
                made = self.program.cells[cell]
                at = None if index is None else evaluate(world, known, index)
                world.write(cell, at, span(made.low, made.high))
                self.change(cell, known)
            case Fill(box) | Mark(box) | Hit(box):
                if not isinstance(effect, Mark):
                    self.unmoved(known, "filled", "complete", *(("hit",) if isinstance(effect, Hit) else ()))
                self.check_place(evaluate(world, known, box), -1, len(self.program.boxes), "box")
                for number in box_numbers(world, known, box):
                    world.fill(number, self.where)
                    if isinstance(effect, Mark) and self.program.boxes[number].line == "never":
                        world.marked_never.setdefault(number, self.where)
                    if not isinstance(effect, Mark):
                        world.happens("filled", number, self.where)
                    if isinstance(effect, Hit):
                        world.grow(world.hit, number)
                        world.happens("hit", number, self.where)
            case Settle(sets):
                self.unmoved(known, "complete")
                for number in sets:
                    world.grow(world.settled, number)
                    world.grow(world.raises, (self.where, ("complete", number)))
            case Do(action, args):
                return self.do(action, [evaluate(world, known, arg) for arg in args], known)
            case If(cond, then, other):
                yes, no = self.asks(known, cond, True), self.asks(known, cond, False)
                return merge([self.run(then, yes), self.run(other, no)])
            case Let(slot, value):
                values = evaluate(world, known, value)
                return known.bind(slot, values)
            case Each() | Repeat() | RepeatUntil() | Choose() | OneOf() | Draw():
                return self.compound(effect, known)
            case MoveBall(_, position) | PutBall(position):
                places = evaluate(world, known, position)
                self.check_place(places, 0, len(self.program.positions), "position")
                for number in range(len(self.program.positions)):
                    if places.has(number):
                        self.rest(number)
            case LoseBall():
                world.happens("lost", 0, self.where)
            case RollDice():
                for cell, made in enumerate(self.program.cells):
                    if made.role in ("raw", "value"):
                        world.write(cell, None if made.size == 1 else span(None, None), span(1, 6))
            case PlayBalls():
                world.grow(world.raises, (self.where, ("play", 0)))
                if not world.plays:
                    world.plays = world.changed = True
                for number in range(len(self.program.windows)):
                    if self.program.windows[number].name == "acting":
                        world.grow(world.windows, number)
            case Offer(window):
                world.grow(world.windows, window)
                world.grow(world.raises, (self.where, ("window", window)))
            case End(what):
                if what == "game":
                    world.happens("end", 0, self.where)
                return None
            case EraseBox(box):
                numbers = box_numbers(world, known, box)
                for number in numbers:
                    world.erase(number, self.where, len(numbers) == 1)
            case EraseBoxes(boxes):
                for number in boxes:
                    world.erase(number, self.where, True)
            case _:
                pass
        return self.forget(known, self.touches.of((effect,)))

    def unmoved(self, known: Known, *kinds: str) -> None:
        """Notes events that an effect raises when perhaps no ball has moved yet in this turn."""
        for cell in self.touches.roles.get("mover", ()):
            if evaluate(self.world, known, Cell(cell)).has(0):
                for kind in kinds:
                    self.world.grow(self.world.unmoved, kind)

    def rest(self, position: int) -> None:
        """A ball may stand here."""
        self.world.grow(self.world.positions, position)
        for cell, made in enumerate(self.program.cells):
            if made.role == "at":
                self.world.write(cell, span(None, None) if made.size > 1 else None, exactly(position + 1))

    def check_place(self, values: Values, low: int, size: int, kind: str) -> None:
        """Notes a box or position that may not exist: an error of the table when it is met."""
        if not values.inside(low, size - 1):
            self.world.misplaced[self.where, kind] = values

    def change(self, cell: int, known: Known) -> None:
        if cell in self.listened:
            self.unmoved(known, "changed")
            self.world.happens("changed", cell, self.where)

    def assign(
        self, cell: int, index: Expr | None, player: Expr | None, values: Values, known: Known
    ) -> Known | None:
        made, world = self.program.cells[cell], self.world
        at = None if index is None else evaluate(world, known, index)
        if at is not None and not at.inside(made.index_low, made.index_low + max(made.size, 1) - 1):
            world.overflows[self.where, cell, True] = Overflow(self.where, cell, at, True)
        if made.form != "tally" and not values.inside(made.low, made.high):
            world.overflows[self.where, cell, False] = Overflow(self.where, cell, values, False)
        if made.role == "value" and values.has(0):
            world.blank_die = True
        if values.empty:
            return None
        world.write(cell, at, values)
        self.change(cell, known)
        known = self.forget(known, self.touches.of((Assign(cell, index, player, Var(0)),)))
        term = Cell(cell, index, player)
        if cell in self.listened or (index is not None and cell in self.reading(index)):
            return known
        if made.form == "tally":
            return known
        inside = span(made.low, made.high)
        kept = of(v for v in values.members if inside.has(v)) if values.members is not None else inside
        return known.learn(term, kept)

    def asks(self, known: Known, cond: Expr, holds: bool) -> Known | None:
        """`assume`, noting what the condition may be here."""
        out = assume(self.world, known, cond, holds)
        if out is not None:
            self.truths.setdefault(id(cond), set()).add(holds)
        return out

    # ------------------------------------------------------------ forgetting

    def reading(self, term: Expr) -> frozenset[int]:
        found = self.reads_of.get(term)
        if found is None:
            found = self.reads_of[term] = reads(term)
        return found

    def forget(self, known: Known, written: frozenset[int]) -> Known:
        """Without what was said of things that were written since."""
        if not written or not known.terms:
            return known
        kept = {
            term: values
            for term, values in known.terms.items()
            if written.isdisjoint(self.reading(term)) and BOXES not in self.reading(term)
        }
        return replace(known, terms=kept)

    def loop(self, known: Known, body: Body) -> Known:
        """What holds at the start of every pass of a loop."""
        known = self.forget(known, self.touches.of(body))
        slots = let_slots(body)
        if not slots:
            return known
        variables = {slot: v for slot, v in known.variables.items() if slot not in slots}
        terms = {
            term: v
            for term, v in known.terms.items()
            if not any(isinstance(t, Var) and t.slot in slots for t in terms_in(term))
        }
        return Known(variables, terms)

    # ------------------------------------------------------------ bodies inside bodies

    def compound(self, effect: Effect, known: Known) -> Known | None:
        world = self.world
        match effect:
            case Each(binder, body, as_player):
                start = self.loop(known, body)
                inner = start
                if as_player:
                    inner = replace(inner, terms={})
                after = self.run(body, bound(world, inner, binder))
                # What was found as another player says nothing about this one.
                return start if as_player else merge([start, without_slots(after, (binder,))])
            case Repeat(times, body):
                start = self.loop(known, body)
                many = evaluate(world, known, times)
                if not many.empty and many.high is not None and many.high <= 0:
                    return known
                after = self.run(body, start)
                return after if many.low is not None and many.low > 0 else merge([start, after])
            case RepeatUntil(cond, body):
                start = self.loop(known, body)
                after = self.run(body, self.asks(start, cond, False))
                ends = [s for s in (start, after) if s is not None]
                return merge([self.asks(end, cond, True) for end in ends])
            case Choose(binders, body, _, _, most):
                start = self.loop(known, body) if most is not None or effect.least is not None else known
                inside = self.bind_all(start, binders)
                self.chances[id(effect)] = self.chances.get(id(effect), False) or inside is not None
                after = self.run(body, inside)
                return merge([start, without_slots(after, binders)])
            case Draw(binder, body):
                after = self.run(body, bound(world, known, binder))
                return merge([known, without_slots(after, (binder,))])
            case OneOf(branches, _, _):
                outs: list[Known | None] = []
                none: Known | None = known
                taken = self.branches.setdefault(id(effect), set())
                for number, branch in enumerate(branches):
                    here = known if branch.guard is None else self.asks(known, branch.guard, True)
                    if here is not None:
                        taken.add(number)
                    outs.append(self.run(branch.body, here))
                    if branch.guard is not None:
                        self.asks(known, branch.guard, False)
                    if none is not None:
                        none = None if branch.guard is None else assume(world, none, branch.guard, False)
                return merge([*outs, known if effect.optional else none])
        return known

    def bind_all(self, known: Known, binders: tuple[Binder, ...]) -> Known | None:
        here: Known | None = known
        for binder in binders:
            here = None if here is None else bound(self.world, here, binder)
        return here

    # ------------------------------------------------------------ actions

    def do(self, action: int, args: list[Values], known: Known) -> Known | None:
        """Follows an action with its rules; one that does itself is left to be run alone."""
        written = self.touches.nodes.get(("action", action), frozenset())
        after = self.forget(known, written)
        self.world.happens("action", action, self.where if self.where != NOWHERE else None)
        if action in self.stack or len(self.stack) >= DEEPEST or self.inlined >= MOST_INLINED:
            for slot, values in enumerate(args):
                self.world.argue(action, slot, values)
            self.separate.add(action)
            return after
        self.inlined += 1
        self.stack.append(action)
        outer = self.where
        entry = Known(dict(enumerate(args)), {t: v for t, v in known.terms.items() if not has_variable(t)})
        done = self.whole_action(action, entry)
        self.where = outer
        self.stack.pop()
        if done is None:
            return None
        return Known(
            known.variables, {**after.terms, **{t: v for t, v in done.terms.items() if not has_variable(t)}}
        )

    def whole_action(self, action: int, entry: Known) -> Known | None:
        """`before` rules, the first `instead` that holds or the body, `when` rules."""
        made = self.program.actions[action]
        rules = self.rules_of.get(action, [])
        here: Known | None = entry
        for number, rule in rules:
            if rule.before:
                here = self.rule(number, rule, here, entry)
        outs: list[Known | None] = []
        rest = here
        for which, instead in enumerate(made.instead):
            if rest is None:
                break
            self.where = ("instead", action)
            yes = rest if instead.guard is None else self.asks(rest, instead.guard, True)
            if yes is not None:
                self.runs.add(("instead", action, which))
            outs.append(fresh(self.run(instead.body, yes), entry))
            rest = None if instead.guard is None else self.asks(rest, instead.guard, False)
        if rest is not None:
            self.runs.add(("action", action, 0))
        self.where = ("action", action)
        outs.append(fresh(self.run(made.body, rest), entry))
        here = merge(outs)
        for number, rule in rules:
            if not rule.before:
                here = self.rule(number, rule, here, entry)
        return here

    def rule(self, number: int, rule: RuleDef, known: Known | None, entry: Known) -> Known | None:
        """A rule on an action: runs if its guard holds."""
        if known is None:
            return None
        self.where = ("rule", number)
        if rule.guard is None:
            self.runs.add(("rule", number, 0))
            return fresh(self.run(rule.body, known), entry)
        yes, no = self.asks(known, rule.guard, True), self.asks(known, rule.guard, False)
        if yes is not None:
            self.runs.add(("rule", number, 0))
        return fresh(merge([self.run(rule.body, yes), no]), entry)


def merge(outs: Iterable[Known | None]) -> Known | None:
    return join_known([out for out in outs if out is not None])


def has_variable(term: Expr) -> bool:
    return any(isinstance(inner, Var) for inner in terms_in(term))


def fresh(known: Known | None, entry: Known) -> Known | None:
    """Back to the parameters alone: each body numbers its own variables."""
    if known is None:
        return None
    return Known(entry.variables, {t: v for t, v in known.terms.items() if not has_variable(t)})


def without_slots(known: Known | None, binders: tuple[Binder, ...]) -> Known | None:
    """Without the variables of these binders: they mean nothing after the body."""
    if known is None:
        return None
    slots = {binder.slot for binder in binders}
    terms = {
        term: v
        for term, v in known.terms.items()
        if not any(isinstance(t, Var) and t.slot in slots for t in terms_in(term))
    }
    return Known({s: v for s, v in known.variables.items() if s not in slots}, terms)
