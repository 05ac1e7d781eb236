"""Draws placed blocks of any kind: captions, rings and their arrows, ladders, lanes, flippers, then the
boxes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from sspdsl.draw import marks as m
from sspdsl.draw.blocks import STEPS_SIZE
from sspdsl.draw.canvas import Canvas, shorten, text_width, wrap
from sspdsl.draw.layout import Band
from sspdsl.draw.links import LINE, Link
from sspdsl.draw.spots import BoxSpot, Caption, Ring, Spot, Style, mixed, title_of
from sspdsl.draw.table import Table
from sspdsl.draw.values import worth
from sspdsl.ir.model import BoxDef

TAB_SIZE = 3.4


@dataclass(slots=True)
class Keys:
    """Conditions that are said in words under the picture, by number."""

    words: dict[str, int] = field(default_factory=dict)

    def number(self, words: str) -> str:
        return str(self.words.setdefault(words, len(self.words) + 1)) if words else ""


@dataclass(frozen=True, slots=True)
class Look:
    """How boxes are drawn: which are crossed, which are pale, and what goes under those that are not."""

    filled: Collection[int] = ()
    faded: Collection[int] = ()
    under: Callable[[BoxSpot], None] | None = None


def draw_band(c: Canvas, band: Band) -> None:
    with c.group(f"zone-{band.index}", "zone", band.zone.title or band.zone.name, band.zone.name):
        c.rect(band.x, band.y, band.w, band.h, 2, fill=m.BAND)
    c.note("zone", f"zone-{band.index}", band.x, band.y, band.w, band.h)


def draw_tab(c: Canvas, band: Band, x: float, w: float) -> None:
    """A zone's name, turned, beside its band."""
    name = band.zone.title.strip() or band.zone.name.replace("_", " ")
    if not name:
        return
    room = band.h - 2.5
    size = min(max(room / max(text_width(name, 1, True), 1), 2.5), TAB_SIZE)
    lines = wrap(name, 2.5, room, True, most=2) if text_width(name, size, True) > room else [name]
    c.rect(x, band.y, w, band.h, 2, fill=m.DARK)
    for i, text in enumerate(lines):
        at = x + w / 2 + (i - (len(lines) - 1) / 2) * 2.9
        c.text(
            at,
            band.y + band.h / 2,
            shorten(text, size, room, True),
            size,
            bold=True,
            anchor="middle",
            fill="#ffffff",
            turn=-90,
        )


def draw_board_title(c: Canvas, band: Band) -> None:
    if band.board:
        c.text(band.x, band.head, shorten(band.board, 4, band.w, True), 4, bold=True)


def draw_spot(c: Canvas, table: Table, spot: Spot, style: Style, zone: str, keys: Keys, look: Look) -> None:
    program = table.program
    names = [program.features[i] for i in spot.features]
    title = ", ".join(title_of(f) for f in names)
    ident = f"feature-{spot.features[0]}" if len(names) == 1 else f"shape-{spot.features[0]}"
    with c.group(ident, f"feature {spot.shape}", title, " ".join(f.name for f in names)):
        if spot.shape == "pill":
            c.rect(spot.x, spot.y, spot.w, spot.h, spot.h / 2, fill=m.PAPER, stroke=m.INK, stroke_width=0.8)
            c.note("card", ident, spot.x, spot.y, spot.w, spot.h)
        for link in spot.inner:
            if link.name == LINE:
                _line(c, spot, link)
        for ring in spot.rings:
            _ring(c, ring, style, spot.shape)
        if spot.inner:
            _inner_arrows(c, spot, style, keys)
        if spot.shape == "ladder":
            _ladder(c, spot, style)
        if spot.shape == "flipper":
            _bat(c, spot, style, m.colour_of(names[0].colours[0] if names[0].colours else ""))
        for line in spot.captions:
            draw_caption(c, line, zone if spot.shape != "pill" else ident)
        rings = {r.feature: r for r in spot.rings if spot.shape != "wheel"}
        for b in sorted(spot.boxes, key=lambda b: b.box not in look.faded):
            draw_box(c, table, b, style, look, rings.get(program.boxes[b.box].feature))


def draw_caption(c: Canvas, line: Caption, inside: str) -> None:
    x = line.x
    for colour in line.badges:
        m.badge(c, x + line.size * 0.6, line.y, line.size * 0.58, colour)
        x += line.size * 1.5
    c.text(
        x, line.y, line.text, line.size, bold=line.bold, fill=m.INK if line.bold else m.FAINT, inside=inside
    )
    x += text_width(line.text, line.size, line.bold)
    if line.locked:
        m.lock(c, x + line.size * 0.75, line.y - 0.1, line.size * 0.4)
        x += line.size * 1.5
    if line.endless:
        m.infinity(c, x + line.size * 0.8, line.y, line.size * 1.1)


def _badge_corner(b: BoxSpot, ring: Ring | None) -> tuple[int, int]:
    """The colour of a box stands at its top left corner; on a ring at the corner nearest to the middle."""
    if ring is None:
        return (-1, -1)
    x, y = b.middle
    corners = [(i, j) for i in (-1, 1) for j in (-1, 1)]
    return min(corners, key=lambda k: k[0] * (x - ring.x) + k[1] * (y - ring.y))


def draw_box(c: Canvas, table: Table, b: BoxSpot, style: Style, look: Look, ring: Ring | None = None) -> None:
    program = table.program
    box = program.boxes[b.box]
    f = program.features[box.feature]
    faded, filled = b.box in look.faded, b.box in look.filled
    if faded:
        c.rect(b.x, b.y, b.w, b.h, b.h * 0.17, fill=m.PAPER)  # Nothing may show through a pale box.
    elif look.under:
        look.under(b)
    colour = m.colour_of(box.colour)
    faces = " or ".join(map(str, box.faces)) or ("written in play" if box.slots else "no face")
    classes = f"box {colour.letter or 'plain'} {box.line}{' filled' if filled else ''}"
    with c.group(
        f"box-{b.box}",
        classes,
        f"{title_of(f)}: {faces}",
        box.name,
        opacity=(0.5 if filled else 0.38) if faded else None,
    ):
        m.outline(c, b.x, b.y, b.w, b.h, box.line, colour.tint)
        _faces(c, box, b, worth(program, box, b.box), style)
        if mixed(f, program) and box.colour not in m.PLAIN:
            i, j = _badge_corner(b, ring)
            m.badge(c, b.middle[0] + i * (b.w / 2 - 0.5), b.middle[1] + j * (b.h / 2 - 0.5), 1.5, box.colour)
        if filled:
            m.cross(c, b.x, b.y, b.w, b.h)
    c.note("box", f"box-{b.box}", b.x, b.y, b.w, b.h)


def _faces(c: Canvas, box: BoxDef, b: BoxSpot, stars: int | None, style: Style) -> None:
    faces, ident, h = box.faces, f"box-{b.box}", b.h
    x, y = b.middle
    if not faces:
        if box.slots:
            c.line(
                b.x + b.w * 0.25,
                b.y + h * 0.74,
                b.x + b.w * 0.75,
                b.y + h * 0.74,
                stroke=m.FAINT,
                stroke_width=0.3,
            )
        elif stars:
            text = str(stars)
            wide = text_width(text, h * 0.36, True)
            m.star(c, x - wide * 0.6, y, h * 0.19, text, ident)
        return
    n = len(faces)
    if n <= 3:
        size = min(h, b.w / n * 1.12) * (0.94 if n > 1 else 1)
        for i, value in enumerate(faces):
            m.face(c, b.x + b.w * (i + 0.5) / n, y, size, value, ident, b.w / n * 0.9)
        for i in range(1, n):
            at = b.x + b.w * i / n
            c.line(at, b.y + h * 0.16, at, b.y + h * 0.84, stroke=m.INK, stroke_width=0.18)
    elif n <= 12 and all(v in m.PIPS for v in faces):
        columns = (n + 1) // 2
        for i, value in enumerate(faces):
            at = b.x + h * 0.06 + (b.w - h * 0.12) * (i % columns + 0.5) / columns
            m.face(c, at, b.y + h * (0.28 if i < columns else 0.72), h * 0.5, value, ident)
    else:
        size = max(h * 0.33, 2.1)
        c.text(
            x,
            y,
            shorten(f"{faces[0]} to {faces[-1]}", size, b.w - 0.6, True),
            size,
            bold=True,
            anchor="middle",
            inside=ident,
            kind="number",
        )


# ---------------------------------------------------------------- shapes


def _ring(c: Canvas, ring: Ring, style: Style, shape: str) -> None:
    b = style.box
    if shape == "wheel":
        c.circle(ring.x, ring.y, ring.r, fill="none", stroke=m.RULE, stroke_width=1.2)
        turns = [math.pi * k / 12 for k in (17, 15, 13, 11, 9, 7, 5)]
        inner = ring.r - b * 1.35
        bend = [(ring.x - inner * math.sin(t), ring.y + inner * math.cos(t)) for t in reversed(turns)]
        m.arrow(c, bend, width=0.7, size=2.3, radius=3)
        for i, words in enumerate(("the die is", "a number of steps")):
            c.text(ring.x, ring.y - 1.8 + 3.6 * i, words, STEPS_SIZE, anchor="middle", fill=m.FAINT)
        return
    c.circle(ring.x, ring.y, ring.r, fill=m.PAPER, stroke=m.INK, stroke_width=b * 0.30)
    c.circle(ring.x, ring.y, ring.r, fill="none", stroke="#d9d9e2", stroke_width=b * 0.21)
    c.text(ring.x, ring.y, ring.label, max(b * 0.36, 2.1), bold=True, anchor="middle", fill=m.FAINT)


def _line(c: Canvas, spot: Spot, link: Link) -> None:
    if link.source in spot.nodes and link.target in spot.nodes:
        (x1, y1, *_), (x2, y2, *_) = spot.nodes[link.source], spot.nodes[link.target]
        c.line(
            x1,
            y1,
            x2,
            y2,
            stroke=m.FAINT,
            stroke_width=0.6,
            stroke_dasharray="0.85 0.6" if link.gated else None,
        )


def _inner_arrows(c: Canvas, spot: Spot, style: Style, keys: Keys) -> None:
    """Arrows between the rings or boxes of one shape; two opposite ones lie side by side."""
    known = [x for x in spot.inner if x.source in spot.nodes and x.target in spot.nodes]
    pairs = {(x.source, x.target) for x in known}
    conditions = list(dict.fromkeys(x.words for x in known if x.words))
    said = spot.middle is not None and len(conditions) == 1
    for n, link in enumerate(known):
        start, end = _ends(spot, link, style, (link.target, link.source) in pairs)
        with c.group(
            f"link-{spot.features[0]}-{n}", "arrow gated" if link.gated else "arrow", link.words or link.name
        ):
            if link.name != LINE:
                b = style.box
                m.arrow(
                    c,
                    [start, end],
                    width=b * (0.055 if link.gated else 0.13),
                    size=b * (0.3 if link.gated else 0.36),
                    gated=link.gated,
                    both=link.both,
                )
            if link.words and not said and style.note:
                x, y = m.toward(start, end, math.dist(start, end) / 2)
                m.tag(c, x, y, keys.number(link.words), 1.5)
    if said and spot.middle and style.note:
        _gate_words(c, spot.middle, conditions[0], style, keys)


def _gate_words(c: Canvas, at: m.Point, words: str, style: Style, keys: Keys) -> None:
    """The condition stands among the arrows that it opens, or, if it is long, under the picture."""
    b = style.box
    lines = wrap(words, 2.4, b * 2.1, True, most=2)
    if " ".join(lines) != " ".join(words.split()):
        lines = [f"condition {keys.number(words)}"]
    texts = [(t, True) for t in lines] + [("opens the", False), ("dashed", False)]
    for i, (text, bold) in enumerate(texts):
        y = at[1] - b * 0.5 + (i - len(lines) + 1) * 3.0
        c.text(at[0], y, text, 2.4, bold=bold, anchor="middle", fill=m.INK if bold else m.FAINT)


def _ends(spot: Spot, link: Link, style: Style, opposite: bool) -> tuple[m.Point, m.Point]:
    """Both ends of an arrow between two places, clear of them; left of its own way if there is one back."""
    (x1, y1, w1, h1), (x2, y2, w2, h2) = spot.nodes[link.source], spot.nodes[link.target]
    a, b = math.atan2(y2 - y1, x2 - x1), style.box
    off = b * 0.21 if opposite else 0
    nx, ny = math.sin(a) * off, -math.cos(a) * off
    rings = {(r.x, r.y) for r in spot.rings}

    def room(x: float, y: float, w: float, h: float) -> float:
        if (x, y) in rings:  # Without a label above it.
            return max(w, h) + b * 0.12
        across, along = abs(math.cos(a)) or 1e-9, abs(math.sin(a)) or 1e-9
        return min(w / across, h / along) + 0.5

    p, q = room(x1, y1, w1, h1), room(x2, y2, w2, h2)
    return (
        (x1 + p * math.cos(a) + nx, y1 + p * math.sin(a) + ny),
        (x2 - q * math.cos(a) + nx, y2 - q * math.sin(a) + ny),
    )


def _ladder(c: Canvas, spot: Spot, style: Style) -> None:
    b = style.box
    x = min(s.x for s in spot.boxes) - b * 0.28
    foot, top = spot.boxes[0].y + b, spot.boxes[-1].y
    m.arrow(c, [(x, foot - b * 0.1), (x, top + b * 0.1)], colour=m.FAINT, width=b * 0.07, size=b * 0.28)


def _bat(c: Canvas, spot: Spot, style: Style, colour: m.Colour) -> None:
    """The bat under the boxes: thick at its pivot, sloping down to the middle of the table."""
    b, left = style.box, spot.left
    first, last = spot.boxes[0], spot.boxes[-1]
    lead, tail = (first, last) if left else (last, first)
    x1, y1 = (lead.x + b * 0.1 if left else lead.x + lead.w - b * 0.1), lead.y + b * 1.38
    x2, y2 = (tail.x + tail.w if left else tail.x), tail.y + b * 1.38
    a, r1, r2 = math.atan2(y2 - y1, x2 - x1), b * 0.2, b * 0.12
    nx, ny = math.sin(a), -math.cos(a)
    for grow, fill in ((b * 0.04, m.INK), (0.0, colour.strong)):  # Ink first, a little larger: an outline.
        for x, y, r in ((x1, y1, r1), (x2, y2, r2)):
            c.circle(x, y, r + grow, fill=fill)
        p, q = r1 + grow, r2 + grow
        d = m.points(
            (x1 + nx * p, y1 + ny * p),
            (x2 + nx * q, y2 + ny * q),
            (x2 - nx * q, y2 - ny * q),
            (x1 - nx * p, y1 - ny * p),
        )
        c.path(d + "Z", fill=fill)
    c.circle(x1, y1, r1 * 0.4, fill=m.PAPER)
