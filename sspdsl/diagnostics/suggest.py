"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 60


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The nearest candidate within a third of the name's length; the first of equals; None if all are far."""
    if len(name) > LONGEST:
        return None
    limit = max(1, (len(name) + 1) // 3)
    best, best_distance = None, limit + 1
    for candidate in candidates:
        if (
            candidate == name
            or abs(len(candidate) - len(name)) >= best_distance
            or len(candidate) > 2 * LONGEST
        ):
            continue
        distance = _distance(name, candidate)
        # A name of one or two letters is near to every other, so only a change of order counts.
        if distance < best_distance and distance < max(len(name), len(candidate)) - (len(name) < 3):
            best, best_distance = candidate, distance
    return best


def _distance(one: str, other: str) -> int:
    """Letters put in, left out, changed, or swapped with their neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
