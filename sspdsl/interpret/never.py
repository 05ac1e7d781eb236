"""Clauses that cannot come into play whatever is played, because nothing sets them off.

General notions only: an action that nothing does, an event that nothing raises, a body replaced for
good, a condition that constants decide, a way without ends. What is not seen here may still be
impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sspdsl.interpret.constants import Constants, situations_of
from sspdsl.interpret.run import Env
from sspdsl.ir import terms as t
from sspdsl.ir.model import EventPattern, Program
from sspdsl.ir.terms import Body
from sspdsl.ir.walk import EFFECTS, bodies_of, terms_in

NOT_DONE = "nothing does this action"
NOT_RAISED = "nothing raises its event"
NOT_OFFERED = "nothing opens its window"
REPLACED = "another body always takes its place"
NO_WAY = "it joins nothing, or no ball is ever played"
CONDITION = "its condition never holds"
LEFT = "the step is always left before"
INSIDE = "what it stands in cannot come into play, or its condition never holds"

ANYHOW: tuple[Env, ...] = ({},)
"""Nothing is known of variables."""
RAISES: dict[type, frozenset[str]] = {
    t.PlayBalls: frozenset({"hit", "filled", "complete", "passed", "lost"}),
    t.Hit: frozenset({"hit", "filled", "complete"}),
    t.Fill: frozenset({"filled", "complete"}),
    t.Settle: frozenset({"complete"}),
    t.LoseBall: frozenset({"lost"}),
}
"""The events of boxes, sets, features and balls that an effect may raise; of which of them is not asked."""


def never(program: Program) -> Iterator[tuple[object, str]]:
    """Each clause that cannot come into play, by its key in `Coverage`, with the reason."""
    live = Live(program)
    for number, rule in enumerate(program.rules):
        if not live.raised(rule.event):
            yield ("rule", number), NOT_RAISED
        elif live.constants.decided(rule.guard, situations_of(rule)) is False:
            yield ("rule", number), CONDITION
    for number, lifetime in enumerate(program.lifetimes):
        if not live.raised(lifetime.event):
            yield ("lifetime", number), NOT_RAISED
        elif live.always_left(lifetime.event):
            yield ("lifetime", number), LEFT
    for number, action in enumerate(program.actions):
        for place in range(len(action.instead) + 1):
            key = ("action", number) if place == len(action.instead) else ("instead", (number, place))
            if number not in live.actions:
                yield key, NOT_DONE
            elif live.replaced(number, place):
                yield key, REPLACED
    for number, ability in enumerate(program.abilities):
        if not live.offered(ability.window):
            yield ("ability", number), NOT_OFFERED
        elif live.constants.decided(ability.guard, ANYHOW) is False:
            yield ("ability", number), CONDITION
    for number, modifier in enumerate(program.modifiers):
        if live.constants.decided(modifier.guard, ANYHOW) is False:
            yield ("modifier", number), CONDITION
    for number, way in enumerate(program.ways):
        if not (live.plays and way.sources and way.targets):
            yield ("way", number), NO_WAY
        elif live.constants.decided(way.guard, ANYHOW) is False:
            yield ("way", number), CONDITION
    for _, body in bodies_of(program):
        for term in terms_in(body):
            if isinstance(term, (*EFFECTS, t.Branch)) and id(term) not in live.terms:
                yield ("branch" if isinstance(term, t.Branch) else "effect", id(term)), INSIDE


class Live:
    """What can come into play: found by following what sets off what, until nothing new is found."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.constants = Constants(program)
        self.actions = self.named("game_starts")
        self.kinds: set[str] = set()
        self.cells: set[int] = set()
        """Those that are assigned."""
        self.windows: set[int] = set()
        self.plays = False
        self.terms: set[int] = set()
        """The effects and branches of every body that is run, by identity."""
        known = -1
        while known < len(self.terms):
            known = len(self.terms)
            for body, situations in self.bodies():
                self.run(body, situations)

    def named(self, name: str) -> set[int]:
        return {number for number, action in enumerate(self.program.actions) if action.name == name}

    def bodies(self) -> Iterator[tuple[Body, Sequence[Env]]]:
        """The bodies that are run, as far as is known, and what is known of their variables."""
        may = self.constants.decided
        for step in self.program.steps:
            yield step.body, ANYHOW
        for number in sorted(self.actions):
            action = self.program.actions[number]
            for place, instead in enumerate(action.instead):
                if not self.replaced(number, place):
                    yield instead.body, ANYHOW
            if not self.replaced(number, len(action.instead)):
                yield action.body, ANYHOW
        for rule in self.program.rules:
            if self.raised(rule.event) and may(rule.guard, situations_of(rule)) is not False:
                yield rule.body, situations_of(rule)
        for ability in self.program.abilities:
            if self.offered(ability.window) and may(ability.guard, ANYHOW) is not False:
                yield ability.body, ANYHOW

    def run(self, body: Body, situations: Sequence[Env]) -> None:
        for term in self.constants.running(body, situations):
            if isinstance(term, (*EFFECTS, t.Branch)):
                self.terms.add(id(term))
            self.kinds |= RAISES.get(type(term), frozenset())
            match term:
                case t.Do(action):
                    self.actions.add(action)
                case t.End("game"):
                    self.actions |= self.named("game_ends")
                case t.Assign(cell) | t.RollCell(cell):
                    self.cells.add(cell)
                case t.Offer(window):
                    self.windows.add(window)
                case t.PlayBalls():
                    self.plays = True

    def raised(self, event: EventPattern) -> bool:
        """Whether an event may be raised for one of its subjects."""
        if event.kind == "action":
            return not self.actions.isdisjoint(event.subjects)
        if event.kind == "changed":
            return not self.cells.isdisjoint(event.subjects)
        return event.kind in self.kinds

    def replaced(self, action: int, place: int) -> bool:
        """Whether an `instead` before this place (the body comes last) holds without condition."""
        return any(instead.guard is None for instead in self.program.actions[action].instead[:place])

    def always_left(self, event: EventPattern) -> bool:
        """Whether every action that raises this event leaves the step before its lifetimes could end."""
        if event.kind != "action":
            return False
        ending = {
            subject
            for rule in self.program.rules
            if rule.event.kind == "action" and rule.guard is None and leaves(rule.body)
            for subject in rule.event.subjects
        }
        return self.actions.intersection(event.subjects) <= ending

    def offered(self, window: int) -> bool:
        """Whether the abilities of a window may be used; those of `acting` while balls are played."""
        return window in self.windows or (self.plays and self.program.windows[window].name == "acting")


def leaves(body: Body) -> bool:
    """Whether a body that is run to its end leaves the step."""
    return any(isinstance(effect, t.End) for effect in body)
