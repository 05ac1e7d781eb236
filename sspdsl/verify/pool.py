"""Moments of games that were played, to start from when something is wanted that lies beyond them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sspdsl.interpret.state import State

MOST_KEPT = 48
CHOICE = 4
"""So many of the nearest are tried by turns, and more the longer it is in vain."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game of one player between two turns, with its lines so far."""

    state: State
    lines: tuple[str, ...]


@dataclass(slots=True)
class Pool:
    """Keeps a moment whenever something new has happened in the turn before it."""

    moments: list[Moment] = field(default_factory=list)
    seen: set[tuple[int, int, int]] = field(default_factory=set)

    def look(self, state: State, lines: list[str], new: bool) -> None:
        """Keeps this moment if `new`, or if some cell holds what it never held."""
        for number, members in enumerate(state.own[0]):
            for at, value in enumerate(members if isinstance(members, tuple) else (members,)):
                mark = (number, at, min(value, 40))
                if mark not in self.seen:
                    self.seen.add(mark)
                    new = True
        if not new:
            return
        self.moments.append(Moment(state, tuple(lines)))
        if len(self.moments) > MOST_KEPT:
            # Every other one of the earlier half makes room: the first and the latest are kept.
            del self.moments[1 : MOST_KEPT // 2 : 2]

    def nearest(self, far: Callable[[State], int], which: int) -> Moment | None:
        """One of the moments that are nearest to what is wanted; another for each `which`."""
        if not self.moments:
            return None
        ordered = sorted((far(moment.state), len(moment.lines), n) for n, moment in enumerate(self.moments))
        return self.moments[ordered[which % min(CHOICE + which // CHOICE, len(ordered))][2]]
