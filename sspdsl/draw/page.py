"""The page of a move graph: every place known, with room for the routes beside and between the bands."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.draw.layout import HEAD, Band, Plan, settle
from sspdsl.draw.paint import Keys
from sspdsl.draw.routes import LANE, Routing
from sspdsl.draw.spots import Spot, Style
from sspdsl.draw.table import Table
from sspdsl.draw.wires import Ground

STYLE = Style()
MARGIN, TOP, GRAVITY, TAB = 6.0, 13.0, 9.0, 6.5
BACK_ROOM = 4.5  # Under the flippers, for the words about falling back.


@dataclass(frozen=True, slots=True)
class Page:
    """A move graph with every place known."""

    table: Table
    plan: Plan
    keys: Keys
    routing: Routing
    ground: Ground
    bands: tuple[Band, ...]
    spots: tuple[Spot, ...]
    heads: tuple[tuple[int, float, float, float], ...]  # Feature, middle, y, half the width.
    shift: float
    falls: int  # Broad arrows side by side.
    w: float
    bottom: float


def lay_page(table: Table, arranged: Plan, keys: Keys, routing: Routing) -> Page:
    directions = [sum(1 for b, _, _ in table.falls if b == board) for board in {b for b, _, _ in table.falls}]
    falls = max(directions, default=0)
    left = MARGIN + falls * (GRAVITY + 2.5) + TAB + 1.5 + routing.width("left")
    shift = left + STYLE.pad
    rows = range(len(arranged.tall))
    back = {r for band in arranged.bands if band.index in table.falls_back for r in band.rows[-1:]}
    above = [routing.height(2 * r) for r in rows]
    below = [max(routing.height(2 * r + 1), STYLE.foot) + (BACK_ROOM if r in back else 0) for r in rows]
    head, over, top = head_room(arranged, routing, TOP)
    bands, spots, tops = settle(arranged, STYLE, left, top, above, below)
    right = left + arranged.w + 2 * STYLE.pad
    lead = [STYLE.pad - 2 if r in {b.rows[0] for b in bands if b.rows} else 0 for r in rows]
    ground = Ground(tops, arranged.tall, lead, left, right, head, over)
    placed = tuple((h.feature, h.x + shift, head, h.half) for h in arranged.heads)
    w = right + max(routing.width("right"), 2) + MARGIN
    bottom = bands[-1].y + bands[-1].h
    return Page(table, arranged, keys, routing, ground, bands, spots, placed, shift, falls, w, bottom)


def head_room(arranged: Plan, routing: Routing, top: float) -> tuple[float, float, float]:
    """The middle of the places over the table, the first lane from them, and the y where the bands begin."""
    if not arranged.heads:
        return top, top, top
    head, lanes = top + HEAD - 1, routing.lanes.get(-1, 0)
    led_to = any(e.spot < 0 for n in routing.nets for e in n.targets)
    over = head + HEAD + (4.5 if led_to else 1.5) if led_to or len(arranged.heads) > 1 else head
    return head, over, max(head + HEAD, over + (lanes - 1) * LANE) + 1
