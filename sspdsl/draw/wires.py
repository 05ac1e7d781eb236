"""Coordinates of routes: the points of every piece, once the page is laid out to fit their lanes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sspdsl.draw.layout import HEAD
from sspdsl.draw.marks import Point
from sspdsl.draw.routes import FIRST, LANE, End, Port, Routing
from sspdsl.draw.spots import Spot


@dataclass(frozen=True, slots=True)
class Wire:
    """A drawn piece of a net: its points, whether it ends in a head, and the end that it reaches (-1:
    none).
    """

    net: int
    points: tuple[Point, ...]
    headed: bool
    end: int
    tag: Point | None


@dataclass(frozen=True, slots=True)
class Ground:
    """What the page says about rows: their y, their height, the middle band from `left` to `right`."""

    tops: Sequence[float]
    tall: Sequence[float]
    lead: Sequence[float]  # Between a row and the street above it: the edge of its band.
    left: float
    right: float
    head: float  # The middle of the places over the table.
    over: float  # The first lane from them.


def wires(r: Routing, spots: Sequence[Spot], shift: float, ground: Ground) -> list[Wire]:
    """Points of every net; `spots` are those of the page, and `shift` is how far x moved since the
    ports were set.
    """
    found: list[Wire] = []
    for i, net in enumerate(r.nets):
        source = r.ports[i, -1]
        start = (source.x + shift, _edge_y(net.source, source, spots, ground))
        sx = start[0]
        streets: dict[int, list[int]] = {}
        for e in range(len(net.targets)):
            streets.setdefault(r.ports[i, e].street, []).append(e)
        if i not in r.trunk:
            y = lane_y(r, i, source.street, ground)
            for e, end in enumerate(net.targets):
                x = r.ports[i, e].x + shift
                tail = _tail(end, r.ports[i, e], spots, ground, shift)
                path = [start, (sx, y), (x, y), *tail]
                if net.source.spot < 0 and abs(y - ground.head) < HEAD:
                    first = _from_head(r.half[-1 - net.source.spot], sx, x, y, ground)
                    path = [*first, *([(x, y)] if len(first) == 1 else []), *tail]
                found.append(Wire(i, _clean(path), not net.lined, e, _tag_at(path, tail)))
            continue
        gx = gutter_x(r, i, ground)
        y = lane_y(r, i, source.street, ground)
        if net.source.spot < 0 and abs(y - ground.head) < HEAD:
            start = _from_head(r.half[-1 - net.source.spot], sx, gx, y, ground)[0]
            sx = start[0]
        way = [start, (sx, y), (gx, y)]
        order = sorted(streets, key=lambda s: -abs(s - source.street))
        for n, street in enumerate(order):
            at = lane_y(r, i, street, ground)
            ends = sorted(streets[street], key=lambda e: -abs(r.ports[i, e].x + shift - gx))
            for k, e in enumerate(ends):
                port = r.ports[i, e]
                tail = _tail(net.targets[e], port, spots, ground, shift)
                foot = (port.x + shift, at)
                path = [foot, *tail]
                if k == 0:
                    path = [*(way if n == 0 else []), (gx, at), *path]
                found.append(Wire(i, _clean(path), not net.lined, e, foot))
    return found


def _from_head(half: float, sx: float, x: float, y: float, ground: Ground) -> list[Point]:
    """From a place over the table: at its side, or, to what is just below, at its foot."""
    edge = half - HEAD + math.sqrt(HEAD**2 - (y - ground.head) ** 2)
    if abs(x - sx) >= half + 2:
        return [(sx - edge if x < sx else sx + edge, y)]
    foot, turn = min(max(x, sx - half + HEAD), sx + half - HEAD), ground.head + HEAD + 1.5
    return [(foot, ground.head + HEAD), (foot, turn), (x, turn)]


def _tag_at(path: list[Point], tail: list[Point]) -> Point:
    """On the last upright piece before the end."""
    before, first = path[len(path) - len(tail) - 1], tail[0]
    return ((before[0] + first[0]) / 2, (before[1] + first[1]) / 2)


def _clean(path: list[Point]) -> tuple[Point, ...]:
    """Without repeated points, and without points on a straight way."""
    kept: list[Point] = []
    for p in path:
        if kept and abs(p[0] - kept[-1][0]) < 0.01 and abs(p[1] - kept[-1][1]) < 0.01:
            continue
        if len(kept) > 1 and (kept[-2][0] == kept[-1][0] == p[0] or kept[-2][1] == kept[-1][1] == p[1]):
            kept.pop()
        kept.append(p)
    return tuple(kept)


def lane_y(r: Routing, net: int, street: int, ground: Ground) -> float:
    lane = r.lane[net, street]
    row = street // 2
    if row < 0:
        return ground.over + lane * LANE
    if street % 2:
        return ground.tops[row] + ground.tall[row] + FIRST + lane * LANE
    return ground.tops[row] - ground.lead[row] - FIRST - lane * LANE


def gutter_x(r: Routing, net: int, ground: Ground) -> float:
    """Lane 0 is nearest to the table; words stand outside their trunk."""
    side = r.nets[net].side
    before = sum(r.gutters[side][: r.trunk[net]]) + LANE * 0.6
    return ground.right + before if side == "right" else ground.left - before


def _edge_y(end: End, port: Port, spots: Sequence[Spot], ground: Ground) -> float:
    if end.spot < 0:
        return ground.over if ground.over <= ground.head else ground.head + HEAD
    s = spots[end.spot]
    if port.above:
        return s.y - 0.6
    own = [b for b in s.boxes if b.box in end.boxes]
    return own[0].y + own[0].h + 0.5 if len(own) == 1 and s.shape != "wheel" else bottom(s)


def bottom(s: Spot) -> float:
    """Where routes meet the lower edge: the frame around rings, else just under the boxes."""
    return s.y + s.h + (2 if s.framed else 0.6)


def _tail(end: End, port: Port, spots: Sequence[Spot], ground: Ground, shift: float) -> list[Point]:
    """The last points: upright to the edge, or down beside the block and in at its last box."""
    if end.spot < 0:
        return [(port.x + shift, ground.head + HEAD + 0.6)]
    s = spots[end.spot]
    if end.span:
        return [(port.x + shift, ground.tops[s.row] - ground.lead[s.row] - 1.6)]
    if port.above and s.entry:
        last = max(s.boxes, key=lambda b: (b.x + b.w, -b.y))
        y = last.middle[1]
        return [(port.x + shift, y), (last.x + last.w + 0.8, y)]
    if port.above:
        return [(port.x + shift, s.y - (2 if s.framed else 0.4))]
    return [(port.x + shift, _edge_y(end, port, spots, ground))]
