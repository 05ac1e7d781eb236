"""One feature at a time: how wide and high it is, and where its boxes and caption stand inside.

A new shape is one more function here; features joined by ways are blocks of `clusters`.
"""

from __future__ import annotations

import math

from sspdsl.draw.canvas import shorten, text_width
from sspdsl.draw.spots import (
    BoxSpot,
    Caption,
    Ring,
    Spot,
    Style,
    badges_of,
    box_width,
    caption,
    endless,
    locked,
    name_width,
    title_of,
)
from sspdsl.draw.table import Table
from sspdsl.ir.model import FeatureDef, Program

STEPS_SIZE = 2.4  # Of the words inside a ring of steps.
LADDER_MOST = 9  # A longer sequence is a row, or rows.


def block(table: Table, index: int, style: Style, room: float) -> Spot:
    """The block of a feature that stands alone; no wider than `room` where its boxes can be put in rows."""
    f = table.program.features[index]
    notes = notes_of(table, index)
    if not f.boxes:
        return pill(table.program, index, style)
    if index in table.steps:
        return wheel(table, (index,), style)
    if "bumper" in f.kinds and len(f.boxes) > 1:
        return bumper(table.program, index, style)
    if f.sequence and 1 < len(f.boxes) <= LADDER_MOST:
        return ladder(table.program, index, style, notes)
    return bank(table.program, index, style, room, notes)


def notes_of(table: Table, index: int) -> tuple[str, ...]:
    f = table.program.features[index]
    found = ["no ball falls in"] if index in table.roofs else []
    if f.sequence and len(f.boxes) > 1:
        found.append("in order, from below" if len(f.boxes) <= LADDER_MOST else "in order")
    return tuple(found)


def bank(program: Program, index: int, style: Style, room: float, notes: tuple[str, ...] = ()) -> Spot:
    """Boxes in rows, caption above."""
    f = program.features[index]
    captions, y = caption(f, program, style, notes)
    room = max(room, max(box_width(program, program.boxes[b], style) for b in f.boxes))
    boxes: list[BoxSpot] = []
    x = wide = 0.0
    for b in f.boxes:
        w = box_width(program, program.boxes[b], style)
        if x + w > room + 0.01:
            x, y = 0.0, y + style.box + style.gap * 1.1
        boxes.append(BoxSpot(b, x, y, w, style.box))
        wide = max(wide, x + w)
        x += w + style.gap
    texts = [text_width(c.text, c.size, c.bold) for c in captions[1:]]
    w = max([wide, name_width(f, program, style), *texts])
    return Spot((index,), "bank", w=w, h=y + style.box, boxes=tuple(boxes), captions=captions, port=(0, wide))


def ladder(program: Program, index: int, style: Style, notes: tuple[str, ...]) -> Spot:
    """Boxes hit in order: a column read from the bottom, caption to the left."""
    f = program.features[index]
    captions, tall = caption(f, program, style, notes)
    texts = [text_width(c.text, c.size, c.bold) for c in captions[1:]]
    side = max([name_width(f, program, style), *texts]) + style.gap
    step = style.box + style.gap * 0.75
    x, n = side + style.box * 0.45, len(f.boxes)
    wide = max(box_width(program, program.boxes[b], style) for b in f.boxes)
    boxes = []
    for i, b in enumerate(f.boxes):
        w = box_width(program, program.boxes[b], style)
        boxes.append(BoxSpot(b, x + (wide - w) / 2, (n - 1 - i) * step, w, style.box))
    h = max(n * step - style.gap * 0.75, tall)
    return Spot(
        (index,), "ladder", w=x + wide, h=h, boxes=tuple(boxes), captions=captions, port=(x, x + wide)
    )


def ring_radius(widths: list[float], style: Style) -> float:
    """The smallest ring on which no two boxes touch."""
    b, n = style.box, len(widths)
    wide, turn, radius = max(widths), 2 * math.pi / n, style.box * style.bead
    if n > 8:
        radius = max(radius, n * (wide + b * 0.04) / (2 * math.pi))

    def touches(k: int) -> bool:
        across = abs(math.sin(k * turn) - math.sin((k + 1) * turn)) * radius
        along = abs(math.cos(k * turn) - math.cos((k + 1) * turn)) * radius
        return across < wide + b * 0.04 and along < b * 1.04

    while n > 1 and any(touches(k) for k in range(n)):
        radius += b * 0.05
    return radius


def ring_boxes(
    program: Program, boxes: tuple[int, ...], style: Style, x: float, y: float, r: float
) -> list[BoxSpot]:
    """Boxes as beads, from twelve o'clock clockwise."""
    found = []
    for i, b in enumerate(boxes):
        a = 2 * math.pi * i / len(boxes) - math.pi / 2
        w = box_width(program, program.boxes[b], style)
        found.append(
            BoxSpot(b, x + r * math.cos(a) - w / 2, y + r * math.sin(a) - style.box / 2, w, style.box)
        )
    return found


def ring_size(program: Program, f: FeatureDef, style: Style) -> tuple[float, float, float, bool]:
    """Radius, half the width, half the height, and whether the name fits inside."""
    widths = [box_width(program, program.boxes[b], style) for b in f.boxes]
    radius = ring_radius(widths, style)
    size = max(style.box * 0.36, 2.1)
    fits = text_width(title_of(f), size, True) <= 2 * radius - max(widths) - 0.6
    return radius, radius + max(widths) / 2, radius + style.box / 2, fits


def bumper(program: Program, index: int, style: Style) -> Spot:
    """One bumper that stands alone."""
    f = program.features[index]
    radius, across, up, fits = ring_size(program, f, style)
    captions: tuple[Caption, ...] = ()
    top = 0.0
    if not fits or badges_of(f, program) or locked(f, program) or endless(f, program):
        captions, top = caption(f, program, style)
    w = max(2 * across, name_width(f, program, style) if captions else 0)
    x, y = w / 2, top + up
    boxes = tuple(ring_boxes(program, f.boxes, style, x, y, radius))
    ring = Ring(index, x, y, radius, "" if captions else title_of(f))
    return Spot(
        (index,),
        "bumper",
        w=w,
        h=top + 2 * up,
        boxes=boxes,
        captions=captions,
        rings=(ring,),
        port=(x - across * 0.6, x + across * 0.6),
    )


def wheel(table: Table, group: tuple[int, ...], style: Style) -> Spot:
    """A ring on which the die is a distance: spaces on a circle, the first at the foot, one clockwise
    arrow inside. The feature with most spaces names it; others have their names at their spaces.
    """
    program = table.program
    main = max(group, key=lambda i: len(program.features[i].boxes))
    captions, top = caption(program.features[main], program, style)
    own = {b for i in group for b in program.features[i].boxes}
    order = [b for b in table.steps[main] if b in own]
    widths = [box_width(program, program.boxes[b], style) for b in order]
    words = text_width("a number of steps", STEPS_SIZE)
    radius = max(ring_radius(widths, style), words / 2 + style.box * 1.35 + 2)
    across, up, n = radius + max(widths) / 2, radius + style.box / 2, len(order)
    w = max(2 * across, name_width(program.features[main], program, style))
    x, y = w / 2, top + up
    boxes = []
    for i, b in enumerate(order):
        a = math.pi / 2 + 2 * math.pi * i / n
        bx, by = x + radius * math.cos(a), y + radius * math.sin(a)
        boxes.append(BoxSpot(b, bx - widths[i] / 2, by - style.box / 2, widths[i], style.box))
        f = program.features[program.boxes[b].feature]
        if program.boxes[b].feature != main:
            size = style.name * 0.8
            text = shorten(title_of(f), size, radius, True)
            at = bx - text_width(text, size, True) / 2
            label = by - style.box * 0.5 - size * 0.8 if by > y else by + style.box * 0.5 + size * 0.8
            captions = (*captions, Caption(at, label, text, size, True))
    ring = Ring(main, x, y, radius, "")
    port = (x - across * 0.6, x + across * 0.6)
    return Spot(
        group, "wheel", w=w, h=top + 2 * up, boxes=tuple(boxes), captions=captions, rings=(ring,), port=port
    )


def pill(program: Program, index: int, style: Style) -> Spot:
    """A place without boxes: its name in a rounded frame."""
    f = program.features[index]
    w, h = max(name_width(f, program, style) + style.name * 1.6, style.name * 3.2), style.name * 2.4
    marks = (len(badges_of(f, program))) * style.name * 1.5
    text = caption(f, program, style)[0][0].text
    at = (w - text_width(text, style.name, True) - marks) / 2
    captions = (Caption(at, h / 2, text, style.name, True, badges_of(f, program)),)
    return Spot((index,), "pill", w=w, h=h, captions=captions, port=(w * 0.3, w * 0.7))
