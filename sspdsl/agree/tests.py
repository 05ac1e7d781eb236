"""The test blocks of a pin, run on both sides at once: situations are laid out in the module, too."""

from __future__ import annotations

from typing import Any

from sspdsl.agree.sides import Sides
from sspdsl.codegen.situation import situation
from sspdsl.interpret import Interpreter, State
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.model import TestDef
from sspdsl.ir.terms import Body
from sspdsl.record.agreement import Moment, compare_standings, compare_views, shown
from sspdsl.record.engine import ModuleEngine
from sspdsl.scenario.run import states_of_test


class Differs(Exception):  # noqa: N818 (what is looked for)
    """The two sides say different things."""


def moments_of_test(sides: Sides, test: TestDef, coverage: Coverage) -> tuple[list[Moment], str | None]:
    """The states that a test block goes through, on both sides; and how they differ, if they do."""
    both = Both(sides, coverage)
    moments: list[Moment] = []
    try:
        for step, state in enumerate(states_of_test(both, test)):
            words = f'after step {step} of the test "{test.title}" ({test.place.file}:{test.place.line})'
            moments.append(Moment(state, both.twins[state], state.players, words))
    except Differs as difference:
        where = f'test "{test.title}" ({test.place.file}:{test.place.line}), step {len(moments)}'
        return moments, f"{where}: {difference}"
    return moments, None


class Both(Interpreter):
    """An interpreter that does everything on the module too, and raises `Differs` where that differs."""

    def __init__(self, sides: Sides, coverage: Coverage) -> None:
        super().__init__(sides.program, coverage.note)
        self.module = sides.module
        self.engine = ModuleEngine(sides.module)
        self.twins: dict[State, Any] = {}
        """The module's state for each state."""

    def new_game(self, players: int = 1) -> State:
        return self.beside(super().new_game(players), self.engine.new_game(players))

    def apply(self, state: State, option: str) -> State:
        return self.beside(super().apply(state, option), self.engine.apply(self.twins[state], option))

    def arrange(self, state: State, body: Body, player: int = 0) -> State:
        after = super().arrange(state, body, player)
        return self.beside(after, situation(self.program, self.module, after.own, after.shared, after.filled))

    def beside(self, state: State, twin: Any) -> State:
        """The state, if the module's says the same."""
        x, y = shown(self.decision(state)), shown(self.engine.decision(twin))
        if x != y:
            raise Differs(f"decisions differ: {x} and {y}")
        difference = compare_views(self, self.engine, state, twin, range(state.players))
        difference = difference or compare_standings(self, self.engine, state, twin)
        if difference is not None:
            raise Differs(difference)
        self.twins[state] = twin
        return state
