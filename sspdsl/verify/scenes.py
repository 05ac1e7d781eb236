"""What the test blocks of a pin show: things that happen after a situation that a test lays out.

A situation that is laid out need not be one that a game can come to. So this is a hint for people
where no game came to a thing, and never a proof.
"""

from __future__ import annotations

import re

from sspdsl.interpret.engine import Interpreter
from sspdsl.interpret.state import State, TableError
from sspdsl.ir.model import Program, TestDef, TestStep
from sspdsl.verify.sites import Key, Sites
from sspdsl.verify.watch import Watch

ENDS = (" ", ".", "/")


def shown_by_tests(program: Program, sites: Sites) -> dict[Key, str]:
    """The title of the first test in which each thing happens, as far as its steps can be played."""
    out: dict[Key, str] = {}
    for test in program.tests:
        watch = Watch(program, sites)
        engine = Interpreter(program, watch.fired, watch.asked)
        try:
            play_test(engine, watch, test)
        except (ValueError, TableError):
            # A test that fails is for `ssp test` to tell.
            continue
        finally:
            for key in watch.first:
                out.setdefault(key, test.title)
    return out


def play_test(engine: Interpreter, watch: Watch, test: TestDef) -> None:
    """Plays the deeds of a test; what it expects is not asked."""
    state = engine.new_game(max([test.players, *(step.player for step in test.steps)]))
    for step in test.steps:
        state = play_step(engine, watch, state, step)


def play_step(engine: Interpreter, watch: Watch, state: State, step: TestStep) -> State:
    match step.verb:
        case "given":
            watch.on = False
            state = engine.arrange(state, step.effects, max(step.player - 1, 0))
            watch.on = True
        case "roll":
            state = engine.apply(state, " ".join(map(str, step.faces)))
        case "draw" | "play":
            for text in step.texts:
                state = engine.apply(state, meant(text, engine.decision(state).options))
    return state


def meant(text: str, options: tuple[str, ...]) -> str:
    """The option that these words are, or the first that they begin."""
    words = re.sub(r" ?([./]) ?", r"\1", " ".join(text.split()))
    if words in options:
        return words
    return next((o for o in options if o.startswith(tuple(words + end for end in ENDS))), words)
