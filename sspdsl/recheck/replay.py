"""A trap, played: the record leads into it, and the plan answers every roll without end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import product
from typing import Any, Protocol

from sspdsl.ir.model import Program
from sspdsl.recheck.shape import Refused, fields, items, need, text, whole

DICE = "the dice"
MOST_STATES = 50_000


class Engine(Protocol):
    """What plays the table. `key` tells states apart by all that their future depends on.

    `program` is the table, no two places of which share a term.
    """

    @property
    def program(self) -> Program: ...

    def new_game(self, players: int = 1) -> Any: ...

    def options(self, state: Any) -> tuple[str, tuple[str, ...]]:
        """What is decided (`roll`, `draw`, `choose`, `over`) and the options."""

    def apply(self, state: Any, option: str) -> Any: ...

    def key(self, state: Any) -> Hashable: ...

    def ended_round(self) -> bool:
        """Whether the last `apply` ended a round."""

    def heard(self) -> Iterable[tuple[str, object, bool | None]]:
        """What has happened since the turn began that the last `apply` or `new_game` was in.

        A kind, a number, numbers or a term, and None; or `guard`, a condition, and whether it held.
        """


def check_trap(program: Program, data: dict[str, Any], engine: Engine, rounds: bool) -> str:
    """Says in words what was checked; raises `Refused` with the first step that fails."""
    parts = fields(data, ("kind", "whole", "record", "plan"), "the certificate")
    need(type(parts["whole"]) is bool, "`whole` is yes or no")
    need(not (rounds and parts["whole"]), "a trap for the game says nothing of a round")
    plan = [read_answers(answers) for answers in items(parts["plan"], "the plan")]
    need(bool(plan), "a plan without states")
    state = play_record(program, engine, text(parts["record"], "the record"))
    dice = [" ".join(map(str, faces)) for faces in product(range(1, 7), repeat=program.dice)]
    seen: set[tuple[int, Hashable]] = {(0, engine.key(state))}
    todo = [(0, state)]
    while todo:
        number, here = todo.pop()
        answers = plan[number]
        kind, options = engine.options(here)
        need(kind == "roll" and tuple(dice) == options, f"state {number} of the plan is not before a roll")
        need(set(answers) == set(dice), f"state {number} of the plan does not answer every roll")
        for roll in dice:
            texts, after = answers[roll]
            need(0 <= after < len(plan), f"state {number}, roll {roll}: leads out of the plan")
            end = play(engine, here, (roll, *texts), parts["whole"], f"state {number}, roll {roll}")
            mark = (after, engine.key(end))
            if mark not in seen:
                need(len(seen) < MOST_STATES, "the plan never comes back")
                seen.add(mark)
                todo.append((after, end))
    return f"a record into it, and {len(seen)} states with an answer to each of {len(dice)} rolls"


def read_answers(value: Any) -> dict[str, tuple[tuple[str, ...], int]]:
    need(type(value) is dict, "a state of the plan is no table of rolls")
    out = {}
    for roll, answer in value.items():
        parts = fields(answer, ("play", "to"), f"roll {roll}")
        play = tuple(text(each, f"roll {roll}") for each in items(parts["play"], f"roll {roll}"))
        out[text(roll, "a roll")] = (play, whole(parts["to"], f"roll {roll}"))
    return out


def play_record(program: Program, engine: Engine, record: str, most: int = 1) -> Any:
    """The state at the end of the record, of a game of up to so many players."""
    return play_game(program, engine, record, most, lambda number: None)


def play_game(program: Program, engine: Engine, record: str, most: int, after: Callable[[int], None]) -> Any:
    """The state at the end of the record; `after` is called when the game has begun and after every line."""
    lines = record.splitlines()
    begin, _, players = (lines[0] if lines else "").rpartition(" ")
    allowed = [str(number) for number in range(1, most + 1)]
    named = begin == f"ssp-record 1 {program.name} players" and players in allowed
    need(named, "the record is of another game")
    state = engine.new_game(int(players))
    after(0)
    for number, line in enumerate(lines[1:], 1):
        mark, _, said = line.partition("> ")
        kind, options = engine.options(state)
        expected = "choose" if not mark or (players != "1" and mark in allowed) else mark
        need(
            kind == expected and said in options, f"line {number + 1} of the record cannot be played: {line}"
        )
        state = engine.apply(state, said)
        after(number)
    return state


def play(engine: Engine, state: Any, texts: tuple[str, ...], whole: bool, where: str) -> Any:
    for place, said in enumerate(texts):
        kind, options = engine.options(state)
        need(said in options, f"{where}: `{said}` cannot be played")
        need(kind == ("choose" if place else "roll"), f"{where}: chance decides, not the player")
        state = engine.apply(state, said)
        need(whole or not engine.ended_round(), f"{where}: the round ends")
        if engine.options(state)[0] == "over":
            raise Refused(f"{where}: the game ends")
    return state
