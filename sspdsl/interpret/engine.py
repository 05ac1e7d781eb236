"""The reference interpreter: a `Program` played as docs/semantics.md says. Short, slow, obviously right.

A state in mid-turn is replayed from the start of its turn, so nothing has to be suspended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sspdsl.interpret import view as views
from sspdsl.interpret.effects import run_body
from sspdsl.interpret.lookup import look_up
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import (
    Ask,
    Asked,
    Decision,
    Fired,
    IllegalMove,
    Pending,
    State,
    Table,
    TableError,
    first_state,
)
from sspdsl.interpret.turn import run_start, run_turn, still_playing
from sspdsl.interpret.values import value
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Body, Expr

MOST_IDLE_TURNS = 1000
"""More turns than this in which nothing is decided do not end."""


@dataclass(frozen=True, slots=True)
class Look:
    """A state replayed: what must be decided, and the table as it is by then."""

    state: State
    decision: Decision
    table: Table


class Interpreter:
    """Plays a program, by the protocol of `sspdsl.record.engine.Engine`.

    `fired` is told of every rule, branch, ability, modifier and way that comes into play, `asked` of
    every condition; what a replay repeats is told again. Every method raises `TableError` when the
    table itself is wrong.
    """

    def __init__(self, program: Program, fired: Fired | None = None, asked: Asked | None = None) -> None:
        self.program = program
        self.lookup = look_up(program)
        self.fired: Fired = fired or (lambda kind, what: None)
        self.asked = asked
        # The last state looked at: `decision`, `apply` and `view` of one state replay it once.
        self._last: Look | None = None

    @property
    def pin(self) -> str:
        """The name of the table."""
        return self.program.name

    def new_game(self, players: int = 1) -> State:
        """The first state of a game. ValueError if the table is not for so many players."""
        if not 1 <= players <= self.program.max_players:
            raise ValueError(f"`{self.pin}` is for 1 to {self.program.max_players} players, not {players}")
        return self._settle(first_state(self.program, players))

    def decision(self, state: State) -> Decision:
        """What must be decided now; its kind is `over` when the game is."""
        return self._look(state).decision

    def apply(self, state: State, option: str) -> State:
        """The state after this option. IllegalMove if it is not offered."""
        decision = self.decision(state)
        if option not in decision.options:
            raise IllegalMove(
                f"`{option}` is not offered: {', '.join(decision.options) or 'the game is over'}"
            )
        return self._settle(replace(state, log=(*state.log, option)))

    def roll(self, state: State, *faces: int) -> State:
        """The chance step: the state after dice fell like this. IllegalMove if nothing is rolled."""
        if self.decision(state).kind != "roll":
            raise IllegalMove("nothing is to be rolled now")
        return self.apply(state, " ".join(map(str, faces)))

    def scores(self, state: State) -> tuple[int, ...]:
        """The stars of each player."""
        run = self.reader(state)
        return tuple(run.role("score", player=player) for player in range(state.players))

    def winners(self, state: State) -> tuple[int, ...]:
        """The players who lead by what wins the game; when it is over, they have won."""
        run = self.reader(state)
        marks = []
        for player in range(state.players):
            run.me = player
            marks.append(tuple(value(run, term, {}) for term in self.program.wins))
        return tuple(player for player, mark in enumerate(marks) if mark == max(marks))

    def achievements(self, state: State, player: int = 0) -> tuple[str, ...]:
        """The names of the achievements that a player has earned."""
        return views.earned(self.reader(state), player)

    def view(self, state: State, player: int = 0) -> dict[str, Any]:
        """What can be seen of a player's table, by the names of the pin."""
        return views.view(self.reader(state), player)

    def playout(self, state: State, seed: int) -> State:
        """Play to the end, each option equally likely; equal seeds play equal games."""
        chance = Random(seed)

        def ask(now: State) -> str:
            options = self.decision(now).options
            return options[chance.randrange(len(options))]

        return self.play_on(state, ask)

    def play_on(self, state: State, ask: Callable[[State], str]) -> State:
        """Play to the end; `ask` is given each state in which something is decided, and names an option.

        No turn is replayed for it, so this is much quicker than `apply` after `apply`. Raises
        whatever `ask` raises.
        """
        for _ in range(MOST_IDLE_TURNS * MOST_IDLE_TURNS):
            resting = replace(state, log=())
            if self._is_over(resting):
                return resting
            state = self._play_turn(resting, state.log, ask)
        raise TableError("the game does not end")

    def _play_turn(self, resting: State, log: tuple[str, ...], ask: Callable[[State], str]) -> State:
        """The resting state after a turn of which the log is the beginning."""

        def wait(decision: Decision) -> str:
            nonlocal log
            now = replace(resting, log=log)
            self._last = Look(now, decision, run.table)
            text = ask(now)
            # The table goes on to change.
            self._last = None
            if text not in decision.options:
                raise IllegalMove(f"`{text}` is not offered: {', '.join(decision.options)}")
            log = (*log, text)
            return text

        run = self._run(resting, answers(log, wait))
        self._play(run, resting.started)
        return run.table.freeze()

    # ------------------------------------------------------------ for tests in pins

    def evaluate(self, state: State, term: Expr, player: int = 0) -> int:
        """The value of an expression for a player, in mid-turn after the effects so far."""
        run = self.reader(state)
        run.me = player
        return value(run, term, {})

    def arrange(self, state: State, body: Body, player: int = 0) -> State:
        """Lay out a situation: run effects on a resting state, with nobody listening.

        ValueError in mid-turn. The cells of the turn stay as they are between turns.
        """
        if state.log or not state.started:
            raise ValueError("a situation can be laid out between turns only")
        run = self._run(state, no_answer)
        run.me, run.quiet = player, True
        run_body(run, body, {})
        for cell in self.lookup.turn_cells:
            for other in range(state.players):
                run.reset(cell, other)
        return self._settle(run.table.freeze())

    # ------------------------------------------------------------ inside

    def _run(self, state: State, ask: Ask) -> Run:
        run = Run(self.program, self.lookup, Table.thaw(state), ask, self.fired)
        run.asked = self.asked
        return run

    def reader(self, state: State) -> Run:
        """A run that stands at the state's decision, to read from."""
        return Run(self.program, self.lookup, self._look(state).table, no_answer, self.fired)

    def _play(self, run: Run, started: bool) -> None:
        try:
            if started:
                run_turn(run)
            else:
                run_start(run)
        except RecursionError:
            run.fail("rules that set each other off without end")

    def _is_over(self, state: State) -> bool:
        return state.started and not still_playing(self._run(state, no_answer))

    def _settle(self, state: State) -> State:
        """Go on to the next decision, or to the end of the game."""
        for _ in range(MOST_IDLE_TURNS):
            if self._is_over(state):
                self._last = Look(state, Decision("over", 0, (), "the game is over"), Table.thaw(state))
                return state
            run = self._run(state, answers(state.log, no_answer))
            try:
                self._play(run, state.started)
            except Pending as pending:
                self._last = Look(state, pending.decision, run.table)
                return state
            state = run.table.freeze()
        raise TableError("turns follow each other without a decision or an end")

    def _look(self, state: State) -> Look:
        if self._last is None or self._last.state is not state:
            self._settle(state)
        assert self._last is not None
        return self._last


def no_answer(decision: Decision) -> str:
    """The game waits at this decision."""
    raise Pending(decision)


def answers(log: tuple[str, ...], then: Callable[[Decision], str]) -> Ask:
    """Answers from a log, and after its end from somewhere else."""
    rest = iter(log)

    def ask(decision: Decision) -> str:
        text = next(rest, None)
        if text is None:
            return then(decision)
        if text not in decision.options:
            raise IllegalMove(f"`{text}` in the log of this state was not offered")
        return text

    return ask
