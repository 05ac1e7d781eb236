"""Games played again on an engine, and games played at random to be written down."""

from __future__ import annotations

from random import Random
from typing import Any

from sspdsl.record.engine import Engine
from sspdsl.record.text import Record, RecordError, Step, parse_record

LONGEST = 80  # Signs of an option that is none.
SHOWN = 40
"""So many options are listed in a message."""


class ReplayError(RecordError):
    """A record that does not fit the table. `offered` are the options at that point."""

    def __init__(self, line: int, message: str, offered: tuple[str, ...] = ()) -> None:
        super().__init__(line, message)
        self.offered = offered


def replay(engine: Engine, game: Record | str) -> Any:
    """The engine's state at the end of a record, or of its text.

    Raises `RecordError` for a text that is no record, and `ReplayError` at the first line that
    cannot be done. A record may stop before the game is over.
    """
    record = parse_record(game) if isinstance(game, str) else game
    if record.pin != engine.pin:
        raise ReplayError(1, f"the record is of `{record.pin}`, not of `{engine.pin}`")
    try:
        state = engine.new_game(record.players)
    except ValueError as error:
        raise ReplayError(1, str(error)) from None
    for step in record.steps:
        state = take_step(engine, state, step)
    return state


def take_step(engine: Engine, state: Any, step: Step) -> Any:
    """The state after one step of a record. Raises `ReplayError` if it cannot be done."""
    decision = engine.decision(state)
    options = tuple(str(option) for option in decision.options)
    if decision.kind == "over":
        raise ReplayError(step.line, f"the game is over before `{step.text}`")
    if (step.kind, step.player) != (decision.kind, decision.player if step.kind == "choose" else 0):
        expected = (
            f"player {decision.player + 1} chooses" if decision.kind == "choose" else f"a {decision.kind}"
        )
        found = f"player {step.player + 1} chooses" if step.kind == "choose" else f"a {step.kind}"
        raise ReplayError(step.line, f"expected: {expected}; found: {found} `{step.text}`", options)
    if step.text not in options:
        text = step.text if len(step.text) <= LONGEST else f"{step.text[:LONGEST]}..."
        listed = ", ".join(f"`{text}`" for text in options[:SHOWN])
        raise ReplayError(step.line, f"`{text}` is not offered; the options are {listed}", options)
    return engine.apply(state, step.text)


def random_game(engine: Engine, players: int, seed: int, most_steps: int = 100_000) -> Record:
    """A game in which each option is equally likely. Equal seeds give equal records.

    Stops after `most_steps` decisions even if the game is not over.
    """
    chance = Random(seed)
    state = engine.new_game(players)
    steps: list[Step] = []
    while len(steps) < most_steps and (decision := engine.decision(state)).kind != "over":
        text = str(decision.options[chance.randrange(len(decision.options))])
        steps.append(Step(decision.kind, decision.player if decision.kind == "choose" else 0, text))
        state = engine.apply(state, text)
    return Record(engine.pin, players, tuple(steps))
