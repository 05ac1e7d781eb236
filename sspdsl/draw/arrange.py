"""Places for nodes that links join: a circle, a row, rows, a hub in a circle, or spread by distance.

It knows sizes and pairs of numbers only. Every layout is computed from the order of the nodes, without
chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

Size = tuple[float, float]  # Half the width, half the height.
Edge = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Places:
    shape: str
    at: tuple[Point, ...]
    clear: bool  # No link runs over a node that it does not join, and no two nodes touch.


def candidates(sizes: list[Size], edges: list[Edge], owners: list[int], gap: float) -> Iterator[Places]:
    """Layouts in the order in which they are to be tried; the last one is always clear.

    `owners` tells which nodes stand in one row where rows are tried; -1: with each other.
    """
    n = len(sizes)
    around = _neighbours(n, edges)
    if n == 2:
        yield _checked("row", _row(sizes, [0, 1], gap), sizes, edges, True)
        return
    hub = _hub(around)
    ring = _cycle([k for k in range(n) if k != hub], around, edges, closed=True)
    if ring:
        for wider in (1, 1.5, 2.2):
            yield _checked("circle", _circle(sizes, ring, gap * wider, hub), sizes, edges)
    path = _cycle(list(range(n)), around, edges, closed=False)
    if path and n <= 8:
        yield _checked("row", _row(sizes, path, gap), sizes, edges)
    if len(set(owners)) > 1:
        yield _checked("rows", _rows(sizes, owners, gap), sizes, edges)
    yield _checked("spread", _spread(sizes, around, gap), sizes, edges)
    if hub is not None:
        yield _checked("circle", _circle(sizes, [k for k in range(n) if k != hub], gap, hub), sizes, edges)
    grow = 1.0
    for _ in range(12):
        places = _checked("circle", _circle(sizes, list(range(n)), gap * grow, None), sizes, edges)
        if places.clear:
            yield places
        grow *= 1.4
    yield _checked("circle", _circle(sizes, list(range(n)), gap * grow, None), sizes, edges, True)


def _neighbours(n: int, edges: list[Edge]) -> list[set[int]]:
    around: list[set[int]] = [set() for _ in range(n)]
    for a, b in edges:
        if a != b:
            around[a].add(b)
            around[b].add(a)
    return around


def _hub(around: list[set[int]]) -> int | None:
    """The one node that is joined to all others."""
    full = [k for k, near in enumerate(around) if len(near) == len(around) - 1]
    return full[0] if len(full) == 1 and len(around) > 3 else None


def _cycle(nodes: list[int], around: list[set[int]], edges: list[Edge], closed: bool) -> list[int]:
    """The order of the nodes along their only circle or path, in the direction of the first link; [] if
    neither.
    """
    inside = set(nodes)
    near = {k: around[k] & inside for k in nodes}
    ends = [k for k in nodes if len(near[k]) == 1]
    if any(not 1 <= len(near[k]) <= 2 for k in nodes) or len(ends) != (0 if closed else 2):
        return []
    first = nodes[0] if closed else ends[0]
    following = [b for a, b in edges if a == first and b in near[first]]
    order = [first, following[0] if following else min(near[first])]
    while len(order) < len(nodes):
        ahead = near[order[-1]] - {order[-2]}
        if len(ahead) != 1 or (step := next(iter(ahead))) in order:
            return []
        order.append(step)
    return order


def _row(sizes: list[Size], order: list[int], gap: float) -> list[Point]:
    at: list[Point] = [(0, 0)] * len(sizes)
    x = 0.0
    for k in order:
        at[k] = (x + sizes[k][0], 0)
        x += 2 * sizes[k][0] + gap
    return at


def _circle(sizes: list[Size], order: list[int], gap: float, hub: int | None) -> list[Point]:
    """A regular polygon, clockwise from the top left (many nodes: from the top)."""
    n = len(order)
    reach = [math.hypot(*s) if s[0] > 1.7 * s[1] else max(s) for s in sizes]
    between = max(reach[a] + reach[b] for a, b in zip(order, order[1:] + order[:1], strict=True)) + gap
    radius = between / (2 * math.sin(math.pi / n)) if n > 1 else 0
    if hub is not None:
        radius = max(radius, reach[hub] + max(reach[k] for k in order) + gap)
    start = -math.pi / 2 - (math.pi / n if n in (3, 4) else 0)
    at: list[Point] = [(0, 0)] * len(sizes)
    for i, k in enumerate(order):
        a = start + 2 * math.pi * i / n
        at[k] = (round(radius * math.cos(a), 3), round(radius * math.sin(a), 3))
    return at


def _rows(sizes: list[Size], owners: list[int], gap: float) -> list[Point]:
    """One row for each owner, each centred, in order of their first nodes."""
    at: list[Point] = [(0, 0)] * len(sizes)
    y = 0.0
    for owner in dict.fromkeys(owners):
        row = [k for k, o in enumerate(owners) if o == owner]
        wide = sum(2 * sizes[k][0] for k in row) + gap * (len(row) - 1)
        tall = max(sizes[k][1] for k in row)
        x, y = -wide / 2, y + tall
        for k in row:
            at[k] = (x + sizes[k][0], y)
            x += 2 * sizes[k][0] + gap
        y += tall + gap
    return at


def _spread(sizes: list[Size], around: list[set[int]], gap: float) -> list[Point]:
    """Distances on the page like distances along links (stress majorisation), from a fixed start."""
    n = len(sizes)
    far = [_distances(k, around) for k in range(n)]
    unit = max(sum(s) for s in sizes) * 1.15 + gap
    at = [
        (
            unit * math.sqrt(n) * math.cos(2.4 * k) * math.sqrt(k / n),
            unit * math.sqrt(n) * math.sin(2.4 * k) * math.sqrt(k / n),
        )
        for k in range(n)
    ]
    for _ in range(100):
        for k in range(n):
            total = x = y = 0.0
            for j in range(n):
                if j == k:
                    continue
                want, now = far[k][j] * unit, math.dist(at[k], at[j]) or 0.01
                weight = 1 / (far[k][j] * far[k][j])
                x += weight * (at[j][0] + want * (at[k][0] - at[j][0]) / now)
                y += weight * (at[j][1] + want * (at[k][1] - at[j][1]) / now)
                total += weight
            at[k] = (x / total, y / total)
    return [(round(2 * x) / 2, round(2 * y) / 2) for x, y in _upright(at)]


def _distances(start: int, around: list[set[int]]) -> list[int]:
    far = [0 if k == start else len(around) for k in range(len(around))]
    reached = [start]
    for k in reached:
        for j in sorted(around[k]):
            if j != start and far[j] == len(around):
                far[j] = far[k] + 1
                reached.append(j)
    return [min(d, 6) or 1 for d in far]


def _upright(at: list[Point]) -> list[Point]:
    """Turned so that the first node is straight up from the middle, if it is an outer one; else as wide
    as can be.
    """
    n = len(at)
    cx, cy = sum(x for x, _ in at) / n, sum(y for _, y in at) / n
    at = [(x - cx, y - cy) for x, y in at]
    if math.hypot(*at[0]) > 0.7 * max(math.hypot(*p) for p in at):
        a = -math.pi / 2 - math.atan2(at[0][1], at[0][0])
    else:
        a = -0.5 * math.atan2(2 * sum(x * y for x, y in at), sum(x * x - y * y for x, y in at))
    turned = [(x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)) for x, y in at]
    flip = -1 if sum(k * x for k, (x, _) in enumerate(turned)) < -1e-6 else 1  # Early nodes stand left.
    return [(x * flip, y) for x, y in turned]


def _checked(shape: str, at: list[Point], sizes: list[Size], edges: list[Edge], sure: bool = False) -> Places:
    clear = sure or (_apart(at, sizes) and not any(_crosses(at, sizes, a, b) for a, b in edges if a != b))
    return Places(shape, tuple(at), clear)


def _apart(at: list[Point], sizes: list[Size]) -> bool:
    for i, (x, y) in enumerate(at):
        for j in range(i):
            wide, tall = sizes[i][0] + sizes[j][0], sizes[i][1] + sizes[j][1]
            if abs(x - at[j][0]) < wide + 0.5 and abs(y - at[j][1]) < tall + 0.5:
                return False
    return True


def _crosses(at: list[Point], sizes: list[Size], a: int, b: int) -> bool:
    """Does the link run over a third node?"""
    (x1, y1), (x2, y2) = at[a], at[b]
    steps = max(int(math.dist(at[a], at[b]) / 1.0), 2)
    for k, (x, y) in enumerate(at):
        if k in (a, b):
            continue
        w, h = sizes[k][0] + 0.5, sizes[k][1] + 0.5
        if not (min(x1, x2) - w < x < max(x1, x2) + w and min(y1, y2) - h < y < max(y1, y2) + h):
            continue
        for i in range(steps + 1):
            t = i / steps
            if abs(x1 + (x2 - x1) * t - x) < w and abs(y1 + (y2 - y1) * t - y) < h:
                return True
    return False
