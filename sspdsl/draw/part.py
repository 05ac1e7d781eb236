"""Draws a table on the page of its own: zones from top to bottom, and every way a ball can go.

What is true of nearly all places is said once: falling is one broad arrow beside the table. The shots
of a flipper run on one rail and branch along the streets; a condition stands beside its arrow as a
number, in words below.
"""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, shorten, text_width
from sspdsl.draw.layout import HEAD, HEAD_MOST, HEAD_NAME, content_width, plan
from sspdsl.draw.nets import build_nets, entered_from_above
from sspdsl.draw.page import GRAVITY, MARGIN, STYLE, TAB, Page, lay_page
from sspdsl.draw.paint import Keys, Look, draw_band, draw_board_title, draw_spot, draw_tab
from sspdsl.draw.routes import route_nets
from sspdsl.draw.spots import Spot, title_of
from sspdsl.draw.strokes import draw_arrows, draw_rails
from sspdsl.draw.table import Table
from sspdsl.draw.wires import wires


@dataclass(frozen=True, slots=True)
class Part:
    """A table, one way up, or one of its boards, drawn."""

    title: str
    prefix: str
    alone: bool  # No other part has its boxes and features.
    canvas: Canvas
    occurs: set[str]
    colours: list[str]
    said: list[str]


def draw_part(table: Table, title: str, prefix: str, keys: Keys, alone: bool = False) -> Part:
    """Numbers of conditions come from `keys`, which parts of one picture share."""
    program = table.program
    c = Canvas("", "")
    arranged = plan(table, STYLE, content_width(table), entered_from_above(table))
    nets, pairs, said = build_nets(table, arranged, keys)
    kept: dict[int, list[float]] = {}
    for s in arranged.spots:
        kept.setdefault(s.row, []).extend(b.middle[0] for b in s.boxes if program.boxes[b.box].drains)
    routing = route_nets(nets, arranged.spots, arranged.heads, arranged.w, kept)
    page = lay_page(table, arranged, keys, routing)
    _draw(c, page, pairs)
    c.w, c.h = page.w, _endings(c, page)
    occurs, colours = _occurring(page, pairs)
    return Part(title, prefix, alone, c, occurs, colours, [*table.notes, *said])


def _draw(c: Canvas, page: Page, pairs: list[tuple[int, int]]) -> None:
    table = page.table
    for band in page.bands:
        draw_board_title(c, band)
        draw_band(c, band)
        draw_tab(c, band, band.x - page.routing.width("left") - TAB - 1.5, TAB)
    _falls(c, page)
    laid = wires(page.routing, page.spots, page.shift, page.ground)
    draw_rails(c, page, [w for w in laid if page.routing.nets[w.net].colour])
    zone_of = {s: f"zone-{b.index}" for b in page.bands for s in b.rows}
    for spot in page.spots:
        _frame(c, page, spot)
    draw_arrows(c, page, [w for w in laid if not page.routing.nets[w.net].colour])
    for spot in page.spots:
        draw_spot(c, table, spot, STYLE, zone_of[spot.row], page.keys, Look())
        _roof(c, page, spot)
    for a, b in pairs:
        _step(c, page.spots[a], page.spots[b])
    draw_heads(c, table, page.heads)


def draw_heads(c: Canvas, table: Table, heads: tuple[tuple[int, float, float, float], ...]) -> None:
    for f, x, y, half in heads:
        feature = table.program.features[f]
        with c.group(f"feature-{f}", "start", title_of(feature), feature.name):
            c.rect(x - half, y - HEAD, 2 * half, 2 * HEAD, HEAD, fill=m.PAPER, stroke=m.INK, stroke_width=0.8)
            c.text(
                x,
                y,
                shorten(title_of(feature), HEAD_NAME, HEAD_MOST, True),
                HEAD_NAME,
                bold=True,
                anchor="middle",
                inside=f"feature-{f}",
            )
        c.note("card", f"feature-{f}", x - half, y - HEAD, 2 * half, 2 * HEAD)


# ---------------------------------------------------------------- falling and losing


def _falls(c: Canvas, page: Page) -> None:
    """One broad arrow for what nearly every place has in common, for each board and direction."""
    seen: dict[int, int] = {}
    for n, (board, up, conditions) in enumerate(page.table.falls):
        bands = [b for b in page.bands if b.zone.board == board]
        if not bands:
            continue
        x = MARGIN + seen.get(board, 0) * (GRAVITY + 2.5)
        seen[board] = seen.get(board, 0) + 1
        top, foot = bands[0].y, bands[-1].y + bands[-1].h
        a, b = x + 1.5, x + GRAVITY - 1.5
        tip, tail, back = (top, foot, top + 8) if up else (foot, top, foot - 8)
        d = m.points(
            (a, tail),
            (b, tail),
            (b, back),
            (x + GRAVITY + 1, back),
            (x + GRAVITY / 2, tip),
            (x - 1, back),
            (a, back),
        )
        which = "higher" if up else "lower"
        words = f" while {' or '.join(conditions)}" if conditions else ""
        texts = (
            f"any ball may fall from its place to an open box of any {which} zone{words}",
            f"balls fall to any {which} zone{words}",
            f"balls fall to {which} zones",
            "balls fall",
        )
        room = foot - top - 14
        text = next((t for t in texts if text_width(t, 3) <= room), "")
        with c.group(f"fall-{n}", "fall", texts[0]):
            c.path(d + "Z", fill="#dfe3ea")
            c.text(x + GRAVITY / 2, (top + foot) / 2 + (3 if up else -3), text, 3, anchor="middle", turn=-90)


def _endings(c: Canvas, page: Page) -> float:
    """The bar where balls are lost, and what leads there; returns the y below it."""
    table, last = page.table, page.bands[-1]
    boxes = table.program.boxes
    if not table.program.balls:
        return page.bottom
    y = page.bottom + 6
    zone = f"zone-{last.index}"
    final = max(last.rows, default=-1)
    for spot in page.spots:
        for b in spot.boxes:
            if not boxes[b.box].drains:
                continue
            x, foot = b.middle[0], b.y + b.h + 0.6
            with c.group(f"drain-{b.box}", "arrow", f"{boxes[b.box].name}: ball lost"):
                if spot.row == final and spot.shape == "lane":
                    m.arrow(c, [(x, foot), (x, y - 0.6)], width=0.8, size=2.3, casing=True)
                else:
                    m.arrow(c, [(x, foot), (x, foot + 3.4)], width=0.8, size=2.1)
                    c.rect(x - 3, foot + 3.7, 6, 3, 1, fill=m.DARK)
                    c.text(x, foot + 5.2, "lost", 2.1, bold=True, anchor="middle", fill="#ffffff")
    if last.index in table.falls_back:
        c.text(
            last.x + last.w / 2,
            page.bottom - 3.4,
            "a ball on a flipper may also fall back to any open box of this zone",
            2.6,
            anchor="middle",
            fill=m.FAINT,
            inside=zone,
        )
    mid = last.x + last.w / 2
    m.arrow(c, [(mid, page.bottom + 0.5), (mid, y - 0.6)], width=0.8, size=2.3)
    c.text(mid + 3, page.bottom + 2.8, "no die gives this ball a move", 2.6, fill=m.FAINT)
    with c.group("lost", "ending", "Ball lost"):
        c.rect(last.x, y, last.w, 8, 2, fill=m.DARK)
        c.text(mid, y + 4, "Ball lost", 3, bold=True, anchor="middle", fill="#ffffff")
    return y + 8


def _step(c: Canvas, lane: Spot, flipper: Spot) -> None:
    """A short straight arrow from a lane to the flipper beside it."""
    box = max(lane.boxes, key=lambda b: b.x) if lane.x < flipper.x else min(lane.boxes, key=lambda b: b.x)
    right = lane.x < flipper.x
    start = box.x + box.w + 0.6 if right else box.x - 0.6
    end = flipper.port[0] - 0.7 if right else flipper.port[1] + 0.7
    y = box.middle[1]
    with c.group(f"carried-{lane.features[0]}", "arrow", "the ball moves on at once"):
        m.arrow(c, [(start, y), (end, y)], width=0.8, size=2.3)


# ---------------------------------------------------------------- frames and roofs


def _frame(c: Canvas, page: Page, spot: Spot) -> None:
    """A frame says: an arrow that ends here may end at any of these."""
    if spot.framed:
        c.rect(
            spot.x - 2,
            spot.y - 1.6,
            spot.w + 4,
            spot.h + 3.2,
            3,
            fill="#fbfaf7",
            stroke=m.RULE,
            stroke_width=0.35,
        )


def _roof(c: Canvas, page: Page, spot: Spot) -> None:
    if set(spot.features) <= page.table.roofs:
        x, w, y = spot.x - 1, spot.w + 1.5, spot.y + 0.4
        c.path(f"M{x:.3f},{y:.3f}v-2.2H{x + w:.3f}v2.2", stroke=m.INK, stroke_width=0.9)


def _occurring(page: Page, pairs: list[tuple[int, int]]) -> tuple[set[str], list[str]]:
    """What the legend must explain, and the colours whose badges occur."""
    program = page.table.program
    boxes = program.boxes
    occurs = {b.line for b in boxes}
    nets = page.routing.nets
    inner = [x for s in page.spots for x in s.inner]
    if any(b.slots for b in boxes):
        occurs.add("slots")
    if any(not n.colour and not n.gated and not n.lined for n in nets) or pairs:
        occurs.add("arrow")
    if any(not x.gated and x.name != "line" for x in inner):
        occurs.add("arrow")
    if any(x.gated for x in inner) or any(n.gated and not n.colour for n in nets):
        occurs.add("gated")
    if any(x.name == "line" for x in inner) or any(n.lined for n in nets):
        occurs.add("line")
    if any(n.colour for n in nets):
        occurs.add("rail")
    if any(e.gated for n in nets if n.colour for e in n.targets):
        occurs.add("rail gated")
    if any(e.span for n in nets for e in n.targets):
        occurs.add("edge")
    if page.table.roofs:
        occurs.add("roof")
    if any(s.framed for s in page.spots):
        occurs.add("frame")
    if any(b.open is not None for b in boxes):
        occurs.add("lock")
    if page.keys.words:
        occurs.add("tag")
    colours = list(dict.fromkeys(b.colour for b in boxes if b.colour not in m.PLAIN))
    if colours:
        occurs.add("badge")
    rails = [n.colour for n in nets if n.colour]
    return occurs, list(dict.fromkeys([*rails, *colours]))
