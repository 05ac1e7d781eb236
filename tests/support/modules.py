"""Generated modules in tests: loading one, and playing it beside the reference interpreter."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

import pytest

from sspdsl.codegen import emit_module
from sspdsl.interpret import Interpreter, TableError
from sspdsl.ir.model import Program


def load(program: Program) -> Any:
    """The generated module of a program."""
    module = ModuleType("generated")
    sys.modules[module.__name__] = module
    exec(compile(emit_module(program), "generated.py", "exec"), module.__dict__)
    return module


def check_agreement(program: Program, module: Any, players: int, seed: int, steps: int = 400) -> int:
    """Play a random game on both; where they differ fail with a record that replays. Gives its steps."""
    engine, random = Interpreter(program), Random(seed)
    record = [f"ssp-record 1 {program.name} players {players}"]

    def both(reference: Callable[[], Any], generated: Callable[[], Any]) -> tuple[Any, Any]:
        """What both give; the pair (None, None) if the table is wrong by both."""
        try:
            expected = reference()
        except TableError as error:
            # The interpreter counts effects, a module the turns of each loop; both stop in the end.
            if "without end" not in error.message:
                with pytest.raises(module.RuleError):
                    # A module may find out at the decision only that nothing can be done.
                    module.decision(generated())
            return None, None
        return expected, generated()

    a, b = both(partial(engine.new_game, players), partial(module.new_game, players))
    for step in range(steps):
        if a is None:
            return step
        x, y = both(partial(engine.decision, a), partial(module.decision, b))
        shown = [(d.kind, d.player, tuple(d.options), d.about, tuple(d.dice)) for d in (x, y)]
        assert shown[0] == shown[1], (shown, "\n".join(record))
        for player in range(players):
            views = engine.view(a, player), module.view(b, player)
            assert views[0] == views[1], (views, "\n".join(record))
            assert engine.achievements(a, player) == module.achievements(b, player)
        assert engine.scores(a) == module.scores(b), "\n".join(record)
        assert engine.winners(a) == module.winners(b), "\n".join(record)
        assert module.from_json(module.to_json(b)) == b, "\n".join(record)
        if x.kind == "over":
            return step
        option = random.choice(x.options)
        whose = str(x.player + 1) if players > 1 and x.kind == "choose" else ""
        record.append(f"{x.kind if x.kind != 'choose' else whose}> {option}")
        a, b = both(partial(engine.apply, a, option), partial(module.apply, b, option))
    return steps


def playout_by_steps(module: Any, state: Any, seed: int) -> Any:
    """What `playout` must come to: the same draws, one decision after the other."""
    random = Random(seed)
    while (decision := module.decision(state)).kind != "over":
        state = module.apply(state, decision.options[int(random.random() * len(decision.options))])
    return state
