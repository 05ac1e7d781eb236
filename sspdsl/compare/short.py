"""Short games that tell two tables apart: all games of a turn or so, and longer ones made shorter."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from sspdsl.compare.apart import Apart, begin, look, take
from sspdsl.record import Step
from sspdsl.record.engine import Engine

MOST_LOOKS = 2_500


def short_game(
    one: Engine, other: Engine, players: int, blind: frozenset[str] = frozenset(), most: int = MOST_LOOKS
) -> Apart | None:
    """The shortest game that tells them apart, breadth first, as far as so many states go."""
    waiting: deque[tuple[Any, Any, tuple[Step, ...]]] = deque([(None, None, ())])
    seen: set[Any] = set()
    while waiting and most > 0:
        a, b, steps = waiting.popleft()
        if steps:
            a, b = take(one, a, steps[-1].text), take(other, b, steps[-1].text)
        else:
            a, b = begin(one, players), begin(other, players)
        if (a, b) in seen:
            continue
        seen.add((a, b))
        most -= 1
        left, right = look(one, a, players, blind), look(other, b, players, blind)
        if left != right:
            return Apart(players, steps, left, right)
        if left.kind == "over" or left.broken:
            continue
        for text in _options(left.kind, left.options):
            step = Step(left.kind, left.player if left.kind == "choose" else 0, text)
            waiting.append((a, b, (*steps, step)))
    return None


def _options(kind: str, options: Sequence[str]) -> list[str]:
    """Of two rolls that differ in the order of the dice one will do here."""
    if kind != "roll":
        return list(options)
    kept: dict[tuple[str, ...], str] = {}
    for text in options:
        kept.setdefault(tuple(sorted(text.split())), text)
    return list(kept.values())


def shorter(one: Engine, other: Engine, apart: Apart, blind: frozenset[str] = frozenset()) -> Apart:
    """The same game with fewer steps: what can be left out is, long runs of steps first."""
    best = apart
    size = max(len(best.steps) // 2, 1)
    while True:
        at = 0
        while at < len(best.steps):
            steps = best.steps[:at] + best.steps[at + size :]
            found = replayed(one, other, best.players, steps, blind)
            if found is not None and len(found.steps) < len(best.steps):
                best = found
            else:
                at += size
        if size == 1:
            return best
        size = max(size // 2, 1)


def replayed(
    one: Engine,
    other: Engine,
    players: int,
    steps: Sequence[Step],
    blind: frozenset[str] = frozenset(),
) -> Apart | None:
    """Where these steps tell the two apart; None if they do not, or cannot be played."""
    a, b = begin(one, players), begin(other, players)
    for at in range(len(steps) + 1):
        left, right = look(one, a, players, blind), look(other, b, players, blind)
        if left != right:
            return Apart(players, tuple(steps[:at]), left, right)
        if at == len(steps) or left.broken:
            return None
        step = steps[at]
        player = left.player if left.kind == "choose" else 0
        if (step.kind, step.player) != (left.kind, player) or step.text not in left.options:
            return None
        a, b = take(one, a, step.text), take(other, b, step.text)
    return None
