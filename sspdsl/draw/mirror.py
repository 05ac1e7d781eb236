"""The row of the flippers: mirrored, each flipper with its lanes beside it, outlanes outermost."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.draw.blocks import bank
from sspdsl.draw.canvas import shorten, text_width
from sspdsl.draw.spots import BoxSpot, Caption, Spot, Style, badges_of, box_width, title_of
from sspdsl.draw.table import Table

WIDEST = 175.0  # On a wide page the row stands in the middle.
LANE_NAME = 28.0  # A longer name over a lane is cut.


def mirror(table: Table, features: tuple[int, ...], style: Style, w: float) -> list[Spot]:
    """Flippers with the lanes beside them, from each side inwards; [] if there are none or they do not
    fit.
    """
    program = table.program
    flippers = [f for f in features if program.features[f].hits and 0 < len(program.features[f].boxes) <= 8]
    if not flippers:
        return []
    if any(len(program.features[f].boxes) > 1 for f in flippers):
        flippers = [f for f in flippers if len(program.features[f].boxes) > 1]  # A kickback is a lane.
    half = (len(flippers) + 1) // 2
    lanes: tuple[list[int], list[int]] = ([], [])
    for f in features:
        d = program.features[f]
        if f in flippers or not 0 < len(d.boxes) <= 2:
            continue
        near = [flippers.index(p) for p in d.beside if p in flippers]
        if near or d.hits or any(program.boxes[b].drains for b in d.boxes):
            other = near[0] >= half if near else features.index(f) > features.index(flippers[0])
            lanes[other].append(f)
    outer = {
        f: bool(program.features[f].hits) or any(program.boxes[b].drains for b in program.features[f].boxes)
        for f in (*lanes[0], *lanes[1])
    }
    left = [_lane(table, f, style, True) for f in sorted(lanes[0], key=lambda f: not outer[f])]
    right = [_lane(table, f, style, False) for f in sorted(lanes[1], key=lambda f: outer[f])]
    bats = [_flipper(table, f, style, i < half) for i, f in enumerate(flippers)]
    gap, page, w = min(style.gap * 2, 3.4), w, min(w, WIDEST)
    room = w - sum(s.w + gap for s in (*left, *right))
    if sum(s.w for s in bats) + gap * (len(bats) - 1) > room:
        return []
    found: list[Spot] = []
    x = 0.0
    for s in left:
        found.append(s.moved(x, 0))
        x += s.w + gap
    spare = (room - sum(s.w for s in bats)) / (len(bats) + 0.34)
    x += spare * 0.67
    for s in bats:
        found.append(s.moved(x, 0))
        x += s.w + spare
    x = w - sum(s.w for s in right) - gap * max(len(right) - 1, 0)
    for s in right:
        found.append(s.moved(x, 0))
        x += s.w + gap
    return [s.moved((page - w) / 2, 0) for s in found]


def _lane(table: Table, index: int, style: Style, left: bool) -> Spot:
    program, f = table.program, table.program.features[index]
    text = shorten(title_of(f), style.name, LANE_NAME, True)
    badges = badges_of(f, program)
    marks = len(badges) * style.name * 1.5
    widths = [box_width(program, program.boxes[b], style) for b in f.boxes]
    row = sum(widths) + style.gap * (len(widths) - 1)
    w = max(row, text_width(text, style.name, True) + marks, style.box * 1.25)
    y = style.name * 1.5 + style.gap * 0.4 + style.under
    x, boxes = (w - row) / 2, []
    for b, wide in zip(f.boxes, widths, strict=True):
        boxes.append(BoxSpot(b, x, y, wide, style.box))
        x += wide + style.gap
    at = (w - text_width(text, style.name, True) - marks) / 2
    captions = (Caption(at, style.name * 0.7, text, style.name, True, badges),)
    return Spot(
        (index,), "lane", w=w, h=y + style.box, boxes=tuple(boxes), captions=captions, port=(0, w), left=left
    )


def _flipper(table: Table, index: int, style: Style, left: bool) -> Spot:
    """A row of boxes that steps down to the middle of the table, over the bat."""
    plain = bank(table.program, index, style, 1e9)
    drop, n = style.box * 0.28, len(plain.boxes)
    boxes = tuple(replace(b, y=b.y + (i if left else n - 1 - i) * drop) for i, b in enumerate(plain.boxes))
    h = plain.h + drop * (n - 1) + style.box * 0.55 + style.skirt
    shift = 0.0 if left else plain.w - (plain.boxes[-1].x + plain.boxes[-1].w)
    first = plain.captions[0]
    marks = len(first.badges) * first.size * 1.5
    at = 0.0 if left else plain.w - text_width(first.text, first.size, True) - marks
    boxes = tuple(replace(b, x=b.x + shift) for b in boxes)
    port = (boxes[0].x, boxes[-1].x + boxes[-1].w)
    return Spot(
        (index,),
        "flipper",
        w=plain.w,
        h=h,
        boxes=boxes,
        captions=(replace(first, x=at),),
        port=port,
        left=left,
    )
