"""Playing small tables in tests."""

from __future__ import annotations

from sspdsl.interpret import Interpreter, State
from sspdsl.ir import terms as t
from sspdsl.ir.invariants import check_program
from tests.support.tables import Builder


def interpreter(builder: Builder, **kept: object) -> Interpreter:
    """An interpreter of a table that keeps the invariants."""
    program = builder.program(**kept)
    assert check_program(program) == []
    return Interpreter(program)


def play(engine: Interpreter, state: State, *options: str) -> State:
    """Take these options one after the other."""
    for option in options:
        state = engine.apply(state, option)
    return state


def core(max_players: int = 4) -> Builder:
    """A table without balls and dice."""
    return Builder(balls=0, dice=0, max_players=max_players)


def once(builder: Builder, *body: t.Effect, players: int = 1) -> tuple[Interpreter, State]:
    """A game in which each player runs these effects, and is done."""
    builder.step("body", *body)
    builder.step("end", t.End("game"))
    engine = interpreter(builder)
    return engine, engine.new_game(players)
