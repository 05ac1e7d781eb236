"""Notes the first time that each thing of a table happens in play, with the game that shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sspdsl.interpret.state import State
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Expr
from sspdsl.verify.sites import Key, Sites

MOST_RESTS = 60
"""Resting states kept to start from."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A game between two turns, with its lines so far."""

    state: State
    lines: tuple[str, ...]


class Watch:
    """Give `fired` and `asked` to a run. `on` is false while a table is only looked at.

    `record` says how the game that is under way has gone so far.
    """

    def __init__(self, program: Program, sites: Sites) -> None:
        self.program = program
        self.first: dict[Key, str] = {}
        self.rests: dict[int, list[Rest]] = {}
        """By the number of players."""
        self.on = True
        self.turn: list[Key] = []
        """What was noted in this turn."""
        self.record: Callable[[], str] = str
        self.guards: dict[int, tuple[Key, Key]] = {
            id(guard): (("guard", *site.key, 0), ("guard", *site.key, 1)) for site, guard in sites.guards
        }
        self.terms: dict[int, Key] = {term: ("effect", *site.key) for term, site in sites.effects.items()}
        self.terms |= {id(branch): ("branch", *site.key) for site, branch, _ in sites.branches}

    def asked(self, guard: Expr, truth: bool) -> None:
        """A clause asks about a condition."""
        keys = self.guards.get(id(guard))
        if keys is not None and keys[truth] not in self.first:
            self.note(keys[truth])

    def fired(self, kind: str, what: object) -> None:
        """Something comes into play."""
        if kind in ("effect", "branch"):
            key = self.terms.get(id(what))
        elif isinstance(what, tuple):
            key = (kind, *what)
        else:
            key = (kind, what)  # type: ignore[assignment]
        if key is not None and key not in self.first:
            self.note(key)

    def note(self, key: Key) -> None:
        if self.on:
            self.first[key] = self.record()
            self.turn.append(key)

    def rested(self, state: State, lines: list[str]) -> None:
        """A turn is over. A state behind something new is worth starting from."""
        if any(key[0] != "effect" for key in self.turn):
            rests = self.rests.setdefault(state.players, [])
            rests.append(Rest(state, tuple(lines)))
            if len(rests) > MOST_RESTS:
                # Every other one of the older half.
                del rests[1 : MOST_RESTS // 2 : 2]
        self.turn.clear()

    def failed(self) -> None:
        """The turn ended in an error of the table: it shows nothing that can be played again."""
        for key in self.turn:
            del self.first[key]
        self.turn.clear()
