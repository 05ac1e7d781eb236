"""Routes between blocks: straight pieces in streets above and below each row and in gutters beside the
table.

A street is numbered 2r above row r and 2r + 1 below it; what stands over the table is row -1. Since
streets and gutters hold no boxes, no route can cross one. Lanes are given first; the page is laid out
to fit them; only then do routes get coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sspdsl.draw.layout import Head
from sspdsl.draw.spots import Spot

LANE, FIRST, LAST = 3.7, 6.4, 2.2  # Between lanes; from a row to its first lane; after the last.
APART, CLOSE = 3.8, 2.3  # Between two stems, so that their badges are apart; and where there is no room.
TEXT = 3.5  # Width of a line of words along a trunk.


@dataclass(frozen=True, slots=True)
class End:
    """Where a net meets a spot (or, if negative, place -1 - n over the table); `boxes` if it means only
    some.
    """

    spot: int
    boxes: tuple[int, ...] = ()
    gated: bool = False
    tag: str = ""
    id: str = ""
    title: str = ""
    span: tuple[float, float] | None = None  # It ends at the upper edge of the zone, between these x.


@dataclass(frozen=True, slots=True)
class Net:
    """One source and all that it leads to by one route. `colour` makes it the rail of a flipper."""

    id: str
    title: str
    source: End
    targets: tuple[End, ...]
    colour: str = ""
    gated: bool = False
    lined: bool = False  # A line without heads.
    both: bool = False
    side: str = "right"
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Port:
    row: int
    above: bool  # It meets the upper edge of its spot.
    x: float

    @property
    def street(self) -> int:
        return 2 * self.row + (0 if self.above else 1)


@dataclass(slots=True)
class Routing:
    """Lanes of all nets; heights of streets and widths of gutters follow from them."""

    nets: tuple[Net, ...]
    ports: dict[tuple[int, int], Port] = field(default_factory=dict)  # (net, end), the source is end -1.
    trunk: dict[int, int] = field(default_factory=dict)  # Net to its lane in the gutter, if it uses one.
    lane: dict[tuple[int, int], int] = field(default_factory=dict)  # (net, street)
    lanes: dict[int, int] = field(default_factory=dict)  # Street to the number of its lanes.
    half: dict[int, float] = field(default_factory=dict)  # Of the places over the table.
    gutters: dict[str, list[float]] = field(default_factory=lambda: {"left": [], "right": []})

    def height(self, street: int) -> float:
        n = self.lanes.get(street, 0)
        return FIRST + (n - 1) * LANE + LAST if n else 0.0

    def width(self, side: str) -> float:
        return sum(self.gutters[side]) + (2.0 if self.gutters[side] else 0.0)


def route_nets(
    nets: Sequence[Net],
    spots: Sequence[Spot],
    heads: Sequence[Head],
    w: float,
    kept: Mapping[int, list[float]] | None = None,
) -> Routing:
    """Give every net its ports and lanes.

    `kept` are the x that other arrows need below a row.
    """
    r = Routing(tuple(nets), half={n: h.half for n, h in enumerate(heads)})
    _ports(r, spots, {n: h.x for n, h in enumerate(heads)}, w, kept or {})
    spans: dict[int, list[tuple[float, float, int]]] = {}
    trunks: dict[str, list[tuple[int, int, int]]] = {"left": [], "right": []}
    for i, net in enumerate(r.nets):
        ports = [r.ports[i, e] for e in range(-1, len(net.targets))]
        streets = sorted({p.street for p in ports})
        beside = len(net.targets) == 1 and streets[-1] - streets[0] == 1 and streets[0] % 2 == 1
        direct = not net.colour and (len(streets) == 1 or beside)
        if direct:
            xs = [p.x for p in ports]
            street = ports[0].street
            spans.setdefault(street, []).append((min(xs), max(xs), i))
            continue
        edge = -1e6 if net.side == "left" else 1e6
        trunks[net.side].append((streets[0], streets[-1], i))
        for street in streets:
            xs = [p.x for p in ports if p.street == street] + [edge]
            spans.setdefault(street, []).append((min(xs), max(xs), i))
    for street, items in spans.items():
        for i, lane in _fit(sorted(items, key=lambda s: (s[1] - s[0], s[2])), CLOSE).items():
            r.lane[i, street] = lane
            r.lanes[street] = max(r.lanes.get(street, 0), lane + 1)
    for side, spans_of in trunks.items():
        _gutter(r, side, spans_of)
    return r


def _gutter(r: Routing, side: str, items: list[tuple[int, int, int]]) -> None:
    fitted = _fit(
        [(float(a), float(b), i) for a, b, i in sorted(items, key=lambda s: (s[1] - s[0], s[2]))], 0.5
    )
    count = max(fitted.values(), default=-1) + 1
    widths = [LANE] * count
    for i, lane in fitted.items():
        r.trunk[i] = lane
        widths[lane] = max(widths[lane], LANE + TEXT * len(r.nets[i].words))
    r.gutters[side] = widths


def _fit(items: list[tuple[float, float, int]], apart: float) -> dict[int, int]:
    """First lane in which nothing overlaps, for each item in turn."""
    lanes: list[list[tuple[float, float]]] = []
    found = {}
    for low, high, i in items:
        k = next(
            (
                k
                for k, lane in enumerate(lanes)
                if all(high + apart <= a or b + apart <= low for a, b in lane)
            ),
            -1,
        )
        if k < 0:
            k = len(lanes)
            lanes.append([])
        lanes[k].append((low, high))
        found[i] = k
    return found


# ---------------------------------------------------------------- ports


def _ports(
    r: Routing, spots: Sequence[Spot], heads: Mapping[int, float], w: float, kept: Mapping[int, list[float]]
) -> None:
    """Which edge of its spot each end meets, and at which x: spread along the edge, no two stems on one
    line.
    """
    ends: dict[tuple[int, bool], list[tuple[float, int, int]]] = {}
    for i, net in enumerate(r.nets):
        rows = [_row(e, spots) for e in (net.source, *net.targets)]
        for e, end in enumerate((net.source, *net.targets), -1):
            row = rows[e + 1]
            other = rows[1] if e < 0 else rows[0]
            above = other < row
            far = w * 2 if net.side == "right" else -w
            near = abs(other - row) <= 1 and not net.colour
            toward = _middle(net.targets[0] if e < 0 else net.source, spots, heads) if near else far
            ends.setdefault((end.spot, above), []).append((toward, i, e))
    taken = {row + 1: list(xs) for row, xs in kept.items()}
    for (_, above), meeting in sorted(ends.items(), key=lambda item: (item[0][0], item[0][1])):
        meeting.sort()
        for k, (_, i, e) in enumerate(meeting):
            net = r.nets[i]
            end = net.source if e < 0 else net.targets[e]
            row = _row(end, spots)
            low, high, want = _edge(end, above and e >= 0, spots, heads, (k + 1) / (len(meeting) + 1))
            if end.spot < 0 and e >= 0:
                wide = r.half[-1 - end.spot] - 3
                low, high, want = (
                    low - wide,
                    high + wide,
                    low - wide + 2 * wide * (k + 1) / (len(meeting) + 1),
                )
            gap = row if above else row + 1  # Stems of the streets between two rows must not meet.
            space = APART
            if len(meeting) > 1 and high - low < APART * (len(meeting) + 1):  # A narrow edge is used in full.
                space = min(APART, (high - low) / (len(meeting) - 1))
                want = low + (high - low) * k / (len(meeting) - 1)
            x = _free(want, low, high, taken.setdefault(gap, []), space)
            r.ports[i, e] = Port(row, above, x)


def _row(end: End, spots: Sequence[Spot]) -> int:
    return spots[end.spot].row if end.spot >= 0 else -1


def _middle(end: End, spots: Sequence[Spot], heads: Mapping[int, float]) -> float:
    return sum(spots[end.spot].port) / 2 if end.spot >= 0 else heads[-1 - end.spot]


def _edge(
    end: End, entering: bool, spots: Sequence[Spot], heads: Mapping[int, float], part: float
) -> tuple[float, float, float]:
    """The range of x in which an end may meet its spot, and where it would like to."""
    if end.spot < 0:
        x = heads[-1 - end.spot]
        return x, x, x
    s = spots[end.spot]
    if end.span:
        return *end.span, end.span[0] + (end.span[1] - end.span[0]) * part
    if entering and s.entry:
        x = s.x + s.w - 2.6
        return x - 1.5, x + 1.5, x
    low, high = s.port
    own = [b for b in s.boxes if b.box in end.boxes]
    if len(own) == 1 and not entering:
        return own[0].x + 1, own[0].x + own[0].w - 1, own[0].middle[0]
    return low, high, low + (high - low) * part


def _free(want: float, low: float, high: float, taken: list[float], most: float) -> float:
    """The x in range nearest to the wish that is apart from those taken, as far apart as there is room."""
    steps = [k * 0.25 * sign for k in range(400) for sign in (1, -1)]
    inside = [x for x in (want + d for d in steps) if low <= x <= high] or [want]
    best = inside[0]
    for apart in sorted({min(a, most - 0.01) for a in (APART, CLOSE, CLOSE / 2, CLOSE / 4)}, reverse=True):
        clear = [x for x in inside if all(abs(x - t) >= apart for t in taken)]
        if clear:
            best = clear[0]
            break
    taken.append(best)
    return best
