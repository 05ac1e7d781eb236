"""Where everything of a table goes. One layout serves every picture, so that a reader who knows one
knows them all.

Zones are bands from top to bottom. The blocks of a zone flow from left to right: what only right-hand
flippers hit stands left, what both or none hit in the middle, what only left-hand flippers hit stands
right, since balls cross the table. A zone with flippers is mirrored. Rows are numbered through; routes
run above and below each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sspdsl.draw.blocks import block, wheel
from sspdsl.draw.canvas import shorten, text_width
from sspdsl.draw.clusters import cluster, clusters, is_cluster
from sspdsl.draw.mirror import mirror
from sspdsl.draw.spots import Spot, Style, title_of
from sspdsl.draw.table import Table
from sspdsl.ir.model import ZoneDef

ENTRY = 6.5  # Room right of a block for an arrow that comes from above.
NORMAL, WIDEST = 155.0, 420.0
HEAD, HEAD_NAME, HEAD_MOST = 5.0, 2.8, 40.0  # Half the height of a place over the table; its name.
FRAME = 1.6  # Around a block with a frame.
SIDES = ("left", "centre", "right")


@dataclass(frozen=True, slots=True)
class Band:
    """A zone with a place; `rows` are the numbers of its rows, and `board` says that a board begins here."""

    zone: ZoneDef
    index: int  # In `Table.zones`.
    rows: tuple[int, ...]
    board: str = ""
    head: float = 0  # The middle of the title of the board.
    x: float = 0
    y: float = 0
    w: float = 0
    h: float = 0


@dataclass(frozen=True, slots=True)
class Head:
    """A place over the table, where balls start: its middle, from the inner edge of the bands, and half
    its width.
    """

    feature: int
    x: float
    half: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Spots with x final and y from the top of their row; `tall` is the height of each row.

    `heads` are places without boxes, in the top zone, to which no way leads.
    """

    bands: tuple[Band, ...]
    spots: tuple[Spot, ...]
    tall: tuple[float, ...]
    heads: tuple[Head, ...]
    w: float


def content_width(table: Table) -> float:
    """Wide enough that a large table does not become a ribbon."""
    boxes = sum(len(table.program.features[f].boxes) for z in table.zones for f in z.features)
    return min(max(NORMAL, NORMAL * math.sqrt(boxes / 140)), WIDEST)


def plan(table: Table, style: Style, w: float, entered: frozenset[int] = frozenset()) -> Plan:
    """Put every feature in a row; `entered` are those that an arrow from above will meet at their right
    side. The plan is wider than `w` where one block is.
    """
    made = _plan(table, style, w, entered)
    widest = max((s.w for s in made.spots), default=0)
    return made if widest <= w else _plan(table, style, widest, entered)


def _plan(table: Table, style: Style, w: float, entered: frozenset[int]) -> Plan:
    sides, heads = _sides(table), _heads(table, w)
    over = {h.feature for h in heads}
    bands: list[Band] = []
    spots: list[Spot] = []
    tall: list[float] = []
    board: int | None = None
    for index, zone in enumerate(table.zones):
        features = tuple(f for f in zone.features if f not in over)
        mirrored = mirror(table, features, style, w)
        rest = tuple(f for f in features if all(f not in s.features for s in mirrored))
        rows = _flow(table, rest, style, w, sides, entered) + ([mirrored] if mirrored else [])
        numbers = []
        for row in rows:
            numbers.append(len(tall))
            spots += [replace(s, row=len(tall)) for s in row]
            tall.append(max((s.y + s.h + (FRAME if s.framed else 0) for s in row), default=0))
        title = _board_title(table, zone.board) if zone.board != board else ""
        board = zone.board
        bands.append(Band(zone, index, tuple(numbers), title))
    return Plan(tuple(bands), tuple(spots), tuple(tall), heads, w)


def settle(
    plan: Plan,
    style: Style,
    x: float,
    y: float,
    above: Sequence[float],
    below: Sequence[float],
    board_gap: float = 8,
) -> tuple[tuple[Band, ...], tuple[Spot, ...], tuple[float, ...]]:
    """Bands and spots on the page, and the y of each row, with room for routes above and below each row."""
    tops, bands = [0.0] * len(plan.tall), []
    for band in plan.bands:
        head = y + board_gap / 2
        y += board_gap if band.board else 0
        y += above[band.rows[0]] if band.rows else 0  # What comes from above a zone runs above its band.
        top = y
        y += style.pad
        for k, r in enumerate(band.rows):
            y += max(style.pad, above[r]) if k else 0
            tops[r] = y
            y += plan.tall[r] + (below[r] or style.foot)
        y += style.pad + (4 if not band.rows else 0)
        bands.append(replace(band, head=head, x=x, y=top, w=plan.w + 2 * style.pad, h=y - top))
        y += style.band_gap
    spots = tuple(s.moved(x + style.pad, tops[s.row]) for s in plan.spots)
    return tuple(bands), spots, tuple(tops)


def _board_title(table: Table, board: int) -> str:
    """The title of a board, where there is more than one."""
    boards = table.program.boards
    if not 0 <= board < len(boards) or len({z.board for z in table.zones}) < 2:
        return ""
    return boards[board].title.strip() or boards[board].name.replace("_", " ")


# ---------------------------------------------------------------- sides


def _sides(table: Table) -> dict[int, str]:
    """Feature to the side it stands on: away from the only flippers that hit it."""
    right_hand: dict[int, bool] = {}
    for zone in table.zones:
        own = [f for f in zone.features if table.program.features[f].hits]
        right_hand |= {f: i >= (len(own) + 1) // 2 for i, f in enumerate(own)}
    hit_by: dict[int, set[bool]] = {}
    for shots in table.shots:
        for feature, _ in shots.targets:
            hit_by.setdefault(feature, set()).add(right_hand.get(shots.flipper, False))
    return {
        f: "centre" if len(hands) == 2 else "left" if True in hands else "right"
        for f, hands in hit_by.items()
    }


def _heads(table: Table, w: float) -> tuple[Head, ...]:
    """As many starting places as fit over the table, from the right; others stay in their zone."""
    at, led_to = table.program.positions, set[int]()
    for link in table.links:
        led_to.add(at[link.target].feature)
    found, x = [], w - 2
    for f in table.zones[0].features if table.zones else ():
        if f not in table.gates and (table.program.features[f].boxes or f in led_to):
            continue
        name = shorten(title_of(table.program.features[f]), HEAD_NAME, HEAD_MOST, True)
        half = max(HEAD, text_width(name, HEAD_NAME, True) / 2 + 1.7)
        if x - 2 * half >= 0:
            found.append(Head(f, x - half, half))
            x -= 2 * half + 4
    return tuple(found)


# ---------------------------------------------------------------- rows


def _flow(
    table: Table,
    features: tuple[int, ...],
    style: Style,
    w: float,
    sides: dict[int, str],
    entered: frozenset[int],
) -> list[list[Spot]]:
    """Blocks in rows of three groups, x from 0 to w, tops level but for rings."""
    made = []
    groups = clusters(table, features)
    for group in groups:
        room = w if len(groups) == 1 else w * 0.62
        if all(f in table.steps for f in group):
            made.append(wheel(table, group, style))
        elif is_cluster(table, group):
            made.append(cluster(table, group, style))
        else:
            made += [block(table, f, style, room) for f in group]
    made = [
        replace(s, w=s.w + ENTRY, entry=True)
        if entered & set(s.features) and s.shape in ("bank", "ladder")
        else s
        for s in made
    ]

    def side(s: Spot) -> int:
        hands = {sides.get(f, "centre") for f in s.features}
        return SIDES.index(next(iter(hands))) if len(hands) == 1 else 1

    rows: list[list[Spot]] = []
    left = 0.0
    for s in sorted(made, key=side):
        if not rows or s.w > left:
            rows.append([])
            left = w
        rows[-1].append(s)
        left -= s.w + style.pad * 2
    return [_spaced(row, [side(s) for s in row], style, w) for row in rows]


def _spaced(row: list[Spot], side: list[int], style: Style, w: float) -> list[Spot]:
    """Left and right groups flush, the middle group centred in what is left."""
    gap = style.pad * 2
    wide = [sum(s.w + gap for s, k in zip(row, side, strict=True) if k == j) for j in range(3)]
    wide = [max(v - gap, 0) for v in wide]
    free0, free1 = wide[0], w - wide[2]
    at = [0.0, max((free0 + free1 - wide[1]) / 2, wide[0] + gap if wide[0] else 0), w - wide[2]]
    if wide[2] and wide[1]:
        at[1] = min(at[1], at[2] - gap - wide[1])
    tall = max(s.h for s in row)
    found = []
    for s, k in zip(row, side, strict=True):
        found.append(s.moved(at[k], (tall - s.h) / 2 if s.framed else 0))
        at[k] += s.w + gap
    return found
