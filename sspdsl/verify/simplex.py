"""An exact linear program of one shape, small: plain fractions, Bland's rule."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

MOST_PIVOTS = 1500
STEEP = 700
Row = dict[int, Fraction]


def maximise(columns: int, rows: list[tuple[dict[int, int], int | None]], slack: int) -> list[int] | None:
    """Whole numbers x for which the most slacks are gained: row . x + s[k] <= 0, 0 <= s <= 1, x >= 0.

    A row without k has no slack of its own. None if it takes too long. The zero vector is feasible, so
    there is always an answer.
    """
    total = columns + slack
    table: list[Row] = []
    right: list[Fraction] = []
    for row, own in rows:
        line: Row = {}
        for at, amount in row.items():
            if amount:
                line[at] = Fraction(amount)
        if own is not None:
            line[columns + own] = Fraction(1)
        table.append(line)
        right.append(Fraction(0))
    for own in range(slack):
        table.append({columns + own: Fraction(1)})
        right.append(Fraction(1))
    basis = [total + n for n in range(len(table))]
    for n, line in enumerate(table):
        line[total + n] = Fraction(1)
    goal: Row = {columns + own: Fraction(-1) for own in range(slack)}
    if not solve(table, right, basis, goal):
        return None
    found = {variable: right[n] for n, variable in enumerate(basis)}
    nought = Fraction(0)
    exact = [found.get(at, nought) for at in range(columns)]
    scale = lcm(1, *(value.denominator for value in exact))
    whole = [int(value * scale) for value in exact]
    shared = gcd(*whole) if whole else 1
    return [value // shared for value in whole] if shared > 1 else whole


def solve(table: list[Row], right: list[Fraction], basis: list[int], goal: Row) -> bool:
    """Pivots until nothing can be gained. False if it takes too long."""
    for turn in range(MOST_PIVOTS):
        gains = [(value, at) for at, value in goal.items() if value < 0]
        # The steepest column is quick; Bland's rule, the first one, ends for sure.
        enter = None if not gains else min(gains)[1] if turn < STEEP else min(at for _, at in gains)
        if enter is None:
            return True
        ratios = [
            (right[n] / line[enter], basis[n], n) for n, line in enumerate(table) if line.get(enter, 0) > 0
        ]
        if not ratios:
            return True
        _, _, out = min(ratios)
        divisor = table[out][enter]
        pivot = {at: value / divisor for at, value in table[out].items()}
        table[out], right[out], basis[out] = pivot, right[out] / divisor, enter
        for n, line in enumerate(table):
            factor = line.get(enter)
            if n != out and factor:
                subtract(line, pivot, factor)
                right[n] -= factor * right[out]
        factor = goal.get(enter)
        if factor:
            subtract(goal, pivot, factor)
    return False


def subtract(line: Row, pivot: Row, factor: Fraction) -> None:
    for at, value in pivot.items():
        new = line.get(at, 0) - factor * value
        if new:
            line[at] = Fraction(new)
        else:
            line.pop(at, None)
