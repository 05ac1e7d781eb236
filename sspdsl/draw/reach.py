"""Reach diagrams as a rulebook prints them: the ball here, this roll, and the boxes that each die can
fill.

What can be filled comes from the caller, who plays the game. The dice are told apart by shape (solid
halo and round flag, striped halo and square flag) before they are told apart by colour.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, shorten, text_width, wrap
from sspdsl.draw.layout import HEAD, NORMAL, Band, content_width, plan, settle
from sspdsl.draw.nets import build_nets, entered_from_above
from sspdsl.draw.page import head_room
from sspdsl.draw.paint import Keys, Look, draw_band, draw_board_title, draw_spot
from sspdsl.draw.part import draw_heads
from sspdsl.draw.routes import route_nets
from sspdsl.draw.spots import BoxSpot, Spot, Style, title_of
from sspdsl.draw.table import Table, read_table
from sspdsl.draw.wires import Ground, wires
from sspdsl.ir.model import FeatureDef, Program

STYLE = Style(
    box=6,
    gap=2.8,
    name=2.7,
    note=0,
    pad=2.8,
    band_gap=1.2,
    skirt=2,
    ring_gap=1.2,
    web_gap=1.3,
    under=2,
    bead=1.34,
    foot=1.6,
)
W, MARGIN, TOP = 113.0, 2.0, 21.0
BALL = 2.7  # Its radius.
Moves = Sequence[Mapping[int, str]]


def draw_reach(
    program: Program,
    position: int,
    faces: Sequence[int],
    moves: Moves,
    filled: Collection[int] = (),
    heading: str = "",
) -> str:
    """The table with the ball at a position, as SVG text.

    `faces` are the dice, one or two; `moves` has for each die the boxes that it can fill now, each
    with a word on how ("" for the usual, `falls back`); `filled` boxes are crossed.
    """
    return reach_canvas(program, position, faces, moves, filled, heading).svg()


def reach_canvas(
    program: Program,
    position: int,
    faces: Sequence[int],
    moves: Moves,
    filled: Collection[int] = (),
    heading: str = "",
) -> Canvas:
    """The drawing with what it remembers of its marks, for tests."""
    table = read_table(program)
    here = program.positions[position]
    heading = heading or f"Ball at {_place_name(program, position)}"
    lists = [entries(program, reached) for reached in moves]
    told = "; ".join(f"with the {v}: {', '.join(rows)}" for v, rows in zip(faces, lists, strict=True))
    c = Canvas(f"{program.title or program.name}: {heading}, roll {' and '.join(map(str, faces))}", told)
    arranged = plan(table, STYLE, W * content_width(table) / NORMAL, entered_from_above(table))
    nets = [n for n in build_nets(table, arranged, Keys())[0] if n.source.spot < 0 and n.targets[0].spot >= 0]
    nets = [n for n in nets if arranged.spots[n.targets[0].spot].row == 0]
    routing = route_nets(nets, arranged.spots, arranged.heads, arranged.w)
    rows, left = [0.0] * len(arranged.tall), MARGIN
    head, over, top = head_room(arranged, routing, TOP - HEAD)
    bands, spots, tops = settle(arranged, STYLE, left, top if arranged.heads else TOP, rows, rows)
    shift, right = left + STYLE.pad, left + arranged.w + 2 * STYLE.pad
    _header(c, heading, faces, bool(filled), right)
    for band in bands:
        draw_board_title(c, band)
        draw_band(c, band)
    ground = Ground(tops, arranged.tall, rows, left, right, head, over)
    for wire in wires(routing, spots, shift, ground):
        net = nets[wire.net]
        with c.group(net.id, "arrow", net.title):
            m.arrow(c, list(wire.points), width=0.9, size=2.4, gated=net.gated)
    _boxes(c, table, spots, bands, moves, filled)
    placed = tuple((h.feature, h.x + shift, head, h.half) for h in arranged.heads)
    draw_heads(c, table, placed)
    _put_ball(c, here.feature, here.box, spots, placed)
    y = _lists(c, lists, faces, bands[-1].y + bands[-1].h + 5 if bands else TOP, right)
    no = refusals(table, position, faces, moves, filled)
    for line in wrap(f"Not: {'; '.join(no)}.", 2.5, right - MARGIN - 2, most=6) if no else ():
        c.text(MARGIN + 1, y, line, 2.5, fill=m.FAINT)
        y += 3.8
    c.w, c.h = right + MARGIN, y
    return c


def _place_name(program: Program, position: int) -> str:
    here = program.positions[position]
    name = title_of(program.features[here.feature])
    if here.box is None:
        return name
    shown = "/".join(map(str, program.boxes[here.box].faces))
    return f"{name} {shown}".strip()


# ---------------------------------------------------------------- words


def entries(program: Program, reached: Mapping[int, str]) -> list[str]:
    """One line a feature, in table order: what the die can fill there, and how when it is not the usual
    way.
    """
    rows: dict[tuple[str, str], int] = {}
    for box in sorted(reached):
        b = program.boxes[box]
        f = program.features[b.feature]
        shown = "/".join(map(str, b.faces[:6]))
        name = title_of(f) if len(f.boxes) == 1 and title_of(f) == shown else f"{title_of(f)} {shown}".strip()
        if "bumper" in f.kinds:
            name = f"Bumper {title_of(f)}"
        rows[name, reached[box]] = rows.get((name, reached[box]), 0) + 1
    lines = [
        (f"{how}: " if how else "") + name + (f", {count} boxes" if count > 1 else "")
        for (name, how), count in rows.items()
    ]
    if len(lines) > 24:
        lines = [*lines[:23], f"and {len(lines) - 23} more"]
    return lines or ["nothing"]


def refusals(
    table: Table, position: int, faces: Sequence[int], moves: Moves, filled: Collection[int]
) -> list[str]:
    """Features with an empty box of this roll that this ball cannot fill, where the table says why."""
    program = table.program
    here = table.feature(position)
    found: dict[str, None] = {}
    for f in program.features:
        if f.zone == here.zone:
            continue
        for value, reached in zip(faces, moves, strict=True):
            fits = [b for b in f.boxes if b not in filled and value in program.boxes[b].faces]
            if fits and not any(b in reached for b in fits):
                why = _why(program, here, f, fits[0], value, filled)
                if why:
                    found[f"{title_of(f)} ({why})"] = None
    return list(found)


def _why(
    program: Program, here: FeatureDef, f: FeatureDef, box: int, value: int, filled: Collection[int]
) -> str:
    if here.hits and program.boxes[box].colour not in {
        c for h in here.hits for c in h.colours if h.guard is None
    }:
        return f"{program.boxes[box].colour} faces"
    if f.reached_by and not here.hits:
        return f"only by {' or '.join(f.reached_by)}"
    if f.sequence and any(b not in filled for b in f.boxes[: f.boxes.index(box)]):
        return f"its {value} is not next"
    return ""


def _lists(c: Canvas, lists: list[list[str]], faces: Sequence[int], y: float, right: float) -> float:
    half, foot = (right - MARGIN) / max(len(lists), 2), y
    for k, (rows, value) in enumerate(zip(lists, faces, strict=True)):
        x, at = MARGIN + 1 + k * half, y
        _flag(c, x + 1.5, at, k, 1.7)
        c.text(x + 5, at, f"with the {value}", 2.8, bold=True)
        at += 4.4
        for row in rows:
            for line in wrap(row, 2.5, half - 9, most=2):
                c.text(x + 5, at, line, 2.5)
                at += 3.6
        foot = max(foot, at)
    return foot + 1.5


def _header(c: Canvas, heading: str, faces: Sequence[int], crossed: bool, right: float) -> None:
    c.text(MARGIN + 1, 5, shorten(heading, 4, right - MARGIN - 2, True), 4, bold=True)
    c.text(MARGIN + 1, 13, "Roll", 3)
    for i, value in enumerate(faces):
        x = MARGIN + 10 + i * 19
        with c.group(f"die-{'ab'[i]}", "die", f"Die {'AB'[i]} shows {value}"):
            _swatch(c, x - 1.2, 8.3, 9.6, 9.6, i)
            c.rect(x, 9.5, 7.2, 7.2, 1.4, fill=m.PAPER, stroke=m.INK, stroke_width=0.45)
            m.face(c, x + 3.6, 13.1, 7.2, value)
            _flag(c, x + (7.6 if i == 0 else -0.4), 9.1 if i == 0 else 17.1, i, 1.9)
    for i, text in enumerate(
        ("faded: this ball cannot fill it now", "crossed: filled already")[: 1 + crossed]
    ):
        c.text(MARGIN + 46, 9.3 + i * 3.6, text, 2.5, fill=m.FAINT)


# ---------------------------------------------------------------- boxes, halos, flags


def _boxes(
    c: Canvas,
    table: Table,
    spots: Sequence[Spot],
    bands: Sequence[Band],
    moves: Moves,
    filled: Collection[int],
) -> None:
    zone_of = {r: f"zone-{b.index}" for b in bands for r in b.rows}
    quiet = {b.box for s in spots for b in s.boxes if not any(b.box in reached for reached in moves)}

    def halo(b: BoxSpot) -> None:
        _halo(c, b, [b.box in reached for reached in moves])

    for spot in spots:
        draw_spot(c, table, spot, STYLE, zone_of[spot.row], Keys(), Look(filled, quiet, halo))
    for spot in spots:
        for b in spot.boxes:
            _flags(c, table, spot, b, [b.box in reached for reached in moves])


def _swatch(c: Canvas, x: float, y: float, w: float, h: float, die: int) -> None:
    if die == 0:
        c.rect(x, y, w, h, 2, fill=m.DIES[0].strong)
    else:
        c.defs = m.HATCH
        c.rect(x, y, w, h, 2, fill="url(#hatch-b)", stroke=m.INK, stroke_width=0.25)


def _halo(c: Canvas, b: BoxSpot, reached: Sequence[bool]) -> None:
    """Both dice: striped outside solid."""
    dice = [k for k, yes in enumerate(reached) if yes]
    for n, die in enumerate(reversed(dice)):
        g = 1.15 * (len(dice) - n)
        _swatch(c, b.x - g, b.y - g, b.w + 2 * g, b.h + 2 * g, die)


def _flags(c: Canvas, table: Table, spot: Spot, b: BoxSpot, reached: Sequence[bool]) -> None:
    """A top right, B bottom left; on a ring both point outwards, where nothing else is."""
    x, y = b.middle
    corners = [(i, j) for i in (-1, 1) for j in (-1, 1)]
    feature = table.program.boxes[b.box].feature
    ring = next((r for r in spot.rings if r.feature == feature), None)
    if ring:
        corners.sort(key=lambda k: -(k[0] * (x - ring.x) + k[1] * (y - ring.y)))
        corners = corners[:2]
    order = sorted(corners, key=lambda k: k[0] - k[1])
    for die, yes in enumerate(reached):
        i, j = order[-1] if die == 0 else order[0]
        if yes:
            _flag(c, x + i * (b.w / 2 + 0.8), y + j * (b.h / 2 + 0.8), die)


def _flag(c: Canvas, x: float, y: float, die: int, r: float = 1.45) -> None:
    colour = m.DIES[die]
    if die == 0:
        c.circle(x, y, r, fill=colour.strong, stroke=m.PAPER, stroke_width=0.3)
    else:
        c.rect(x - r, y - r, 2 * r, 2 * r, 0.3, fill=m.PAPER, stroke=m.INK, stroke_width=0.35)
    c.text(x, y, colour.letter, max(r * 1.45, 2.1), bold=True, anchor="middle", fill=colour.on, kind="letter")


def _put_ball(
    c: Canvas,
    feature: int,
    box: int | None,
    spots: Sequence[Spot],
    heads: Sequence[tuple[int, float, float, float]],
) -> None:
    x, y, r = MARGIN + 3.0, 19.0, BALL
    for f, hx, hy, half in heads:
        if f == feature:
            x, y = hx - half - r - 1, hy
    for s in spots:
        own = [b for b in s.boxes if b.box == box]
        if own:
            x, y, r = own[0].x + own[0].w, own[0].y + own[0].h, 2.0
        elif feature in s.features and box is None:
            x, y, r = _rest(s, feature)
    with c.group("ball", "ball", "The ball"):
        m.ball(c, x, y, r)
    c.note("ball", "ball", x - r, y - r, 2 * r, 2 * r)


def _rest(s: Spot, feature: int) -> tuple[float, float, float]:
    """Where a ball lies that is at a whole feature, and how large it is drawn."""
    ring = next((g for g in s.rings if g.feature == feature), None)
    if ring:
        return (ring.x, ring.y, BALL)
    if s.shape == "flipper":
        first, last = s.boxes[0], s.boxes[-1]
        return ((first.x + last.x + last.w) / 2, (first.y + last.y) / 2 + first.h * 1.38, BALL)
    if s.shape == "lane":
        return (s.boxes[0].middle[0], s.y + s.h + 4, BALL)
    name = s.captions[0]
    end = name.x + len(name.badges) * name.size * 1.5 + text_width(name.text, name.size, name.bold)
    if s.shape != "pill" and end + 2 * BALL + 1 <= s.x + s.w:
        return (end + BALL + 1, name.y, BALL)
    if not s.boxes:
        return (s.x + s.w - 2, s.y + s.h - 1, 2.0)
    return (s.boxes[-1].x + s.boxes[-1].w, s.boxes[-1].y + s.boxes[-1].h, 2.0)
