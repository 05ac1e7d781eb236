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
        played = "\n".join(record)
        assert shown[0] == shown[1], f"{shown}\n{played}"
        for player in range(players):
            views = engine.view(a, player), module.view(b, player)
            assert views[0] == views[1], f"{views}\n{played}"
            assert engine.achievements(a, player) == module.achievements(b, player), played
        assert engine.scores(a) == module.scores(b), played
        assert engine.winners(a) == module.winners(b), played
        assert module.from_json(module.to_json(b)) == b, played
        if x.kind == "over":
            return step
        option = random.choice(x.options)
        whose = str(x.player + 1) if players > 1 and x.kind == "choose" else ""
        record.append(f"{x.kind if x.kind != 'choose' else whose}> {option}")
        a, b = both(partial(engine.apply, a, option), partial(module.apply, b, option))
    return steps


def playout_by_steps(module: Any, state: Any, seed: int, most: int | None = None) -> Any:
    """What `playout` must come to: the same draws, step by step; None after `most` steps."""
    random, steps = Random(seed), 0
    while (decision := module.decision(state)).kind != "over":
        if steps == most:
            return None
        steps += 1
        state = module.apply(state, decision.options[int(random.random() * len(decision.options))])
    return state


def check_playouts(program: Program, module: Any, players: int, seed: int, most: int = 3000) -> None:
    """A playout is the game of its draws. A game that does not end soon is not played out: some never do."""
    try:
        state = module.new_game(players)
        expected = playout_by_steps(module, state, seed, most)
    except module.RuleError:
        return
    if expected is not None:
        found = module.playout(state, seed)
        where = f"playout of {program.name}, players {players}, seed {seed}"
        assert module.view(found) == module.view(expected), where
        assert found == expected, where
