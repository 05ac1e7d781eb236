"""Two tables played side by side with the same dice and choices, until something can be told apart.

First the pin's own tests are gone through, looking at everything that can be seen. Then whole games
are played on the generated modules, and then games that go on from the end of each test.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, zip_longest
from random import Random
from types import ModuleType
from typing import Any

from sspdsl.codegen import emit_module
from sspdsl.interpret import Interpreter
from sspdsl.ir.model import Program, TestDef
from sspdsl.record import Step
from sspdsl.record.engine import Engine, ModuleEngine
from sspdsl.scenario import states_of_test

MOST_STEPS = 400
SHORT = 8
"""A game of so few steps is short enough to be read."""
NUMBERS = count()


@dataclass(frozen=True, slots=True)
class Games:
    """How much is played in search of a difference. Counts, not seconds: the same on every machine."""

    whole: int = 32
    from_tests: int = 1
    steps: int = 14
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Look:
    """All that can be seen of a state. `broken`: the table went wrong, and nothing is seen."""

    kind: str
    player: int
    options: tuple[str, ...]
    views: tuple[Any, ...] = ()
    leading: tuple[int, ...] = ()
    broken: str = ""


@dataclass(frozen=True, slots=True)
class Apart:
    """A game after which two tables differ. With a `test`, its first `reached` steps come before `steps`."""

    players: int
    steps: tuple[Step, ...]
    left: Look
    right: Look
    test: int | None = None
    reached: int = 0

    @property
    def length(self) -> int:
        return self.reached + len(self.steps)


class Player:
    """The table of the pin, ready to be played beside many others."""

    def __init__(self, program: Program, games: Games) -> None:
        self.program = program
        self.games = games
        self.engine = Interpreter(program)
        self.module = ModuleEngine(load_module(program))
        self.blind: frozenset[str] = frozenset()

    def tell_apart(self, other: Program) -> Apart | None:
        """The shortest of the first games that tell the two apart; None: none was found."""
        engine = Interpreter(other)
        self.blind = numbered(self.program, other)
        found = [*self._in_tests(engine)]
        if not found:
            found = [*self._whole_games(other)]
        if all(apart.length > SHORT for apart in found):
            found += self._from_tests(engine)
        return min(found, key=lambda apart: (apart.players, apart.length), default=None)

    def _in_tests(self, other: Interpreter) -> Iterator[Apart]:
        for number, test in enumerate(self.program.tests):
            players = players_of(test)
            # Each has its own form of the test, whose cells and boxes may have other numbers.
            theirs = other.program.tests[number]
            both = zip_longest(states_of_test(self.engine, test), states_of_test(other, theirs))
            for reached, (a, b) in enumerate(both):
                if a is None or b is None:
                    break
                left, right = look(self.engine, a, players, self.blind), look(other, b, players, self.blind)
                if left != right:
                    yield Apart(players, (), left, right, number, reached)
                    break

    def _whole_games(self, other: Program) -> Iterator[Apart]:
        try:
            module = ModuleEngine(load_module(other))
        except ValueError:
            return
        misses = 0
        for game in range(self.games.whole):
            players = 2 if game % 4 == 3 and self.program.max_players > 1 else 1
            chance = Random(self.games.seed * 1000 + game)
            start = [begin(engine, players) for engine in (self.module, module)]
            apart = play_on(self.module, module, start[0], start[1], players, chance, MOST_STEPS, self.blind)
            if apart is not None:
                yield apart
                misses += 1
                if misses == 5:
                    return

    def _from_tests(self, other: Interpreter) -> Iterator[Apart]:
        for number, test in enumerate(self.program.tests):
            players = players_of(test)
            left = [*states_of_test(self.engine, test)]
            right = [*states_of_test(other, other.program.tests[number])]
            reached = min(len(left), len(right)) - 1
            for game in range(self.games.from_tests):
                chance = Random(self.games.seed * 1000 + game)
                a, b = left[reached], right[reached]
                apart = play_on(self.engine, other, a, b, players, chance, self.games.steps, self.blind)
                if apart is not None:
                    yield Apart(players, apart.steps, apart.left, apart.right, number, reached)
                    return


def play_on(
    one: Engine,
    other: Engine,
    a: Any,
    b: Any,
    players: int,
    chance: Random,
    most: int,
    blind: frozenset[str] = frozenset(),
) -> Apart | None:
    """Play the same game on both from two states that ought to be one; None if nothing tells them apart."""
    steps: list[Step] = []
    while True:
        left, right = look(one, a, players, blind), look(other, b, players, blind)
        if left != right:
            return Apart(players, tuple(steps), left, right)
        if left.kind == "over" or left.broken or len(steps) == most:
            return None
        text = left.options[chance.randrange(len(left.options))]
        steps.append(Step(left.kind, left.player if left.kind == "choose" else 0, text))
        a, b = take(one, a, text), take(other, b, text)


class Broken:
    """In place of a state: the table went wrong on the way to it."""

    def __init__(self, words: str) -> None:
        self.words = words


def begin(engine: Engine, players: int) -> Any:
    return _tried(lambda: engine.new_game(players))


def take(engine: Engine, state: Any, text: str) -> Any:
    return _tried(lambda: engine.apply(state, text))


def _tried(deed: Callable[[], Any]) -> Any:
    try:
        return deed()
    except Exception as error:
        # Whatever a faulty table makes of an engine: it is told apart from a table that works.
        return Broken(type(error).__name__)


def numbered(left: Program, right: Program) -> frozenset[str]:
    """Cells whose numbers may stand for places, which have other numbers in the other table."""
    tables = ("features", "boxes", "positions", "sets")
    if all([t.name for t in getattr(left, n)] == [t.name for t in getattr(right, n)] for n in tables):
        return frozenset()
    cells = (*left.cells, *right.cells)
    return frozenset(cell.name for cell in cells if cell.form == "slot" and cell.words is None)


def look(engine: Engine, state: Any, players: int, blind: frozenset[str] = frozenset()) -> Look:
    """What all players see, but for the cells of these names."""
    if isinstance(state, Broken):
        return Look("", 0, (), broken=state.words)
    seen = _tried(lambda: _look(engine, state, players, blind))
    return seen if isinstance(seen, Look) else Look("", 0, (), broken=seen.words)


def _look(engine: Engine, state: Any, players: int, blind: frozenset[str]) -> Look:
    decision = engine.decision(state)
    views = tuple(_in_any_order(engine.view(state, player), blind) for player in range(players))
    options = tuple(sorted(str(option) for option in decision.options))
    return Look(decision.kind, decision.player, options, views, tuple(engine.winners(state)))


def _in_any_order(view: Mapping[str, Any], blind: frozenset[str]) -> dict[str, Any]:
    """A view without what only the order of declarations tells."""
    seen = {**view}
    for name in ("filled", "achievements"):
        if name in seen:
            seen[name] = sorted(seen[name])
    if blind and "cells" in seen:
        seen["cells"] = {name: value for name, value in seen["cells"].items() if name not in blind}
    return seen


def players_of(test: TestDef) -> int:
    return max([test.players, *(step.player for step in test.steps)])


def load_module(program: Program) -> ModuleType:
    """The generated module of a program, run. ValueError if it cannot be made."""
    module = ModuleType(f"sspdsl_mutant_{next(NUMBERS)}")
    sys.modules[module.__name__] = module  # Its classes look for their module there.
    try:
        exec(compile(emit_module(program), module.__name__, "exec"), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    return module
