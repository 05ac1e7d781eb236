"""The move graph on the table's own layout: zones from top to bottom, and every way a ball can go.

What is true of nearly all places is said once: falling is one broad arrow beside the table. The shots of a flipper
run on one rail and branch along the streets; a condition stands beside its arrow as a number, in words below.
"""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, shorten, text_width
from sspdsl.draw.cells import draw_cells
from sspdsl.draw.layout import Band, Plan, content_width, plan, settle
from sspdsl.draw.legend import draw_foot, draw_legend
from sspdsl.draw.nets import build_nets, entered_from_above
from sspdsl.draw.paint import Keys, Look, draw_band, draw_board_title, draw_spot, draw_tab
from sspdsl.draw.routes import Ground, Routing, Wire, gutter_x, lane_y, route_nets, wires
from sspdsl.draw.spots import Spot, Style, title_of
from sspdsl.draw.table import Table, read_table
from sspdsl.ir.model import Program

STYLE = Style()
MARGIN, TOP, GRAVITY, TAB = 6.0, 13.0, 9.0, 6.5
HEAD = 5.0  # Half the height of a place over the table.
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


def draw_graph(program: Program) -> str:
    """The move graph of a program as SVG text; a program without places gives a list of its state."""
    return graph_canvas(program).svg()


def graph_canvas(program: Program) -> Canvas:
    """The drawing with what it remembers of its marks, for tests."""
    title = program.title or program.name
    c = Canvas(f"{title}: move graph", "Zones from top to bottom, their boxes, and every way a ball can go.")
    if not program.features:
        draw_cells(c, program, MARGIN)
        return c
    table, keys = read_table(program), Keys()
    arranged = plan(table, STYLE, content_width(table), entered_from_above(table))
    nets, pairs, said = build_nets(table, arranged, keys)
    heads, over = place_heads(table, arranged, STYLE)
    kept: dict[int, list[float]] = {}
    for s in arranged.spots:
        kept.setdefault(s.row, []).extend(b.middle[0] for b in s.boxes if program.boxes[b.box].drains)
    routing = route_nets(nets, arranged.spots, {n: x for n, (_, x, _) in enumerate(heads)}, arranged.w, kept)
    page = _page(table, arranged, keys, routing, heads, over)
    _draw(c, page, pairs)
    y = _endings(c, page)
    occurs, colours = _occurring(page, pairs)
    y = draw_legend(c, occurs, colours, MARGIN, y + 6, page.w - 2 * MARGIN)
    y = draw_foot(c, keys, [*table.notes, *said], MARGIN, y + 1, page.w - 2 * MARGIN)
    c.w, c.h = page.w, y + 2
    return c


def place_heads(table: Table, arranged: Plan, style: Style) -> tuple[list[tuple[int, float, float]], float]:
    """Places over the table from the right: feature, middle, half the width (x from the band's inner edge)."""
    found, x = [], arranged.w - 2
    for f in arranged.head:
        name = shorten(title_of(table.program.features[f]), 2.8, 40, True)
        half = max(HEAD, text_width(name, 2.8, True) / 2 + 1.7)
        if x - 2 * half < 0:
            x = arranged.w - 2
        found.append((f, x - half, half))
        x -= 2 * half + 4
    return found, HEAD * 2 if found else 0.0


def _page(
    table: Table,
    arranged: Plan,
    keys: Keys,
    routing: Routing,
    heads: list[tuple[int, float, float]],
    over: float,
) -> Page:
    title_room = 0.0 if len(heads) <= 1 else 2.0
    directions = [sum(1 for b, _, _ in table.falls if b == board) for board in {b for b, _, _ in table.falls}]
    falls = max(directions, default=0)
    left = MARGIN + falls * (GRAVITY + 2.5) + TAB + 1.5 + routing.width("left")
    shift = left + STYLE.pad
    back = {r for band in arranged.bands if band.index in table.falls_back for r in band.rows[-1:]}
    above = [routing.height(2 * r) for r in range(len(arranged.tall))]
    below = [
        max(routing.height(2 * r + 1), STYLE.foot) + (BACK_ROOM if r in back else 0)
        for r in range(len(arranged.tall))
    ]
    lanes = routing.lanes.get(-1, 0)
    head_y = TOP + (over / 2 - 1 if heads else 0)
    first = head_y if len(heads) == 1 else head_y + over / 2 + 1.5
    top = TOP + (
        over + max(lanes - 1, 0) * 3.7 + (3.7 if len(heads) > 1 and lanes else 0) + title_room if heads else 0
    )
    bands, spots, tops = settle(arranged, STYLE, left, top, above, below)
    right = left + arranged.w + 2 * STYLE.pad
    lead = [STYLE.pad - 2 if r in {b.rows[0] for b in bands if b.rows} else 0 for r in range(len(tops))]
    ground = Ground(tops, arranged.tall, lead, left, right, first)
    bottom = bands[-1].y + bands[-1].h
    placed = tuple((f, x + shift, head_y, half) for f, x, half in heads)
    w = right + max(routing.width("right"), 2) + MARGIN
    return Page(table, arranged, keys, routing, ground, bands, spots, placed, shift, falls, w, bottom)


def _draw(c: Canvas, page: Page, pairs: list[tuple[int, int]]) -> None:
    table = page.table
    title = table.program.title or table.program.name
    c.text(MARGIN, 8, shorten(f"{title}: move graph", 5.2, page.w - 2 * MARGIN, True), 5.2, bold=True)
    for band in page.bands:
        draw_board_title(c, band)
        draw_band(c, band)
        draw_tab(c, band, band.x - page.routing.width("left") - TAB - 1.5, TAB)
    _falls(c, page)
    laid = wires(page.routing, page.spots, page.shift, page.ground)
    _rails(c, page, [w for w in laid if page.routing.nets[w.net].colour])
    zone_of = {s: f"zone-{b.index}" for b in page.bands for s in b.rows}
    for spot in page.spots:
        _frame(c, page, spot)
    _arrows(c, page, [w for w in laid if not page.routing.nets[w.net].colour])
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
            c.text(x, y, shorten(title_of(feature), 2.8, 40, True), 2.8, bold=True, anchor="middle",
                   inside=f"feature-{f}")  # fmt: skip
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
        texts = (f"any ball may fall from its place to an open box of any {which} zone{words}",
                 f"balls fall to any {which} zone{words}", f"balls fall to {which} zones", "balls fall")  # fmt: skip
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
        c.text(last.x + last.w / 2, page.bottom - 3.4, "a ball on a flipper may also fall back to any open box of this zone",
               2.6, anchor="middle", fill=m.FAINT, inside=zone)  # fmt: skip
    mid = last.x + last.w / 2
    m.arrow(c, [(mid, page.bottom + 0.5), (mid, y - 0.6)], width=0.8, size=2.3)
    c.text(mid + 3, page.bottom + 2.8, "no die gives this ball a move", 2.6, fill=m.FAINT)
    with c.group("lost", "ending", "Ball lost"):
        c.rect(last.x, y, last.w, 8, 2, fill=m.DARK)
        c.text(mid, y + 4, "Ball lost", 3, bold=True, anchor="middle", fill="#ffffff")
    return y + 8


# ---------------------------------------------------------------- routes


def _rails(c: Canvas, page: Page, laid: list[Wire]) -> None:
    """Rails first, then their badges, for a later rail would hide them."""
    nets = page.routing.nets
    for i in dict.fromkeys(w.net for w in laid):
        net = nets[i]
        with c.group(net.id, "rail", net.title):
            for w in (w for w in laid if w.net == i):
                end = net.targets[w.end]
                with c.group(end.id, "shot", end.title):
                    m.rail(c, list(w.points), net.colour, gated=end.gated)
                _note(c, end.id, w)
    for w in laid:
        net = nets[w.net]
        end = net.targets[w.end]
        if w.tag:
            m.badge(c, *w.tag, 1.75, net.colour)
            if end.tag:
                m.tag(c, w.tag[0] + 4, w.tag[1], end.tag)
    for i in dict.fromkeys(w.net for w in laid):
        _trunk_words(c, page, i)


def _trunk_words(c: Canvas, page: Page, i: int) -> None:
    """Words along the trunk, outside it; and the badge where the rail leaves its flipper."""
    r, net = page.routing, page.routing.nets[i]
    source = r.ports[i, -1]
    level = lane_y(r, i, source.street, page.ground)
    m.badge(c, source.x + page.shift, level, 2, net.colour)
    streets = [r.ports[i, e].street for e in range(len(net.targets))]
    ends = [
        lane_y(r, i, s, page.ground) for s in (min([*streets, source.street]), max([*streets, source.street]))
    ]
    x, right = gutter_x(r, i, page.ground), net.side == "right"
    low, high = _quiet(page, i, *ends)
    for k, words in enumerate(net.words):
        at = x + (3.2 + (len(net.words) - 1 - k) * 3.5) * (1 if right else -1)
        c.text(
            at,
            (low + high) / 2,
            shorten(words, 2.6, high - low - 3),
            2.6,
            anchor="middle",
            turn=90 if right else -90,
        )


def _quiet(page: Page, i: int, top: float, foot: float) -> tuple[float, float]:
    """The longest stretch of a trunk that no route from an outer trunk crosses."""
    r = page.routing
    cuts = [top, foot]
    for j, lane in r.trunk.items():
        if j != i and r.nets[j].side == r.nets[i].side and lane > r.trunk[i]:
            streets = {r.ports[j, e].street for e in range(-1, len(r.nets[j].targets))}
            cuts += [y for s in streets if top < (y := lane_y(r, j, s, page.ground)) < foot]
    cuts.sort()
    return max(zip(cuts, cuts[1:], strict=False), key=lambda p: p[1] - p[0])


def _arrows(c: Canvas, page: Page, laid: list[Wire]) -> None:
    for w in laid:
        net = page.routing.nets[w.net]
        end = net.targets[w.end]
        with c.group(end.id, "arrow gated" if net.gated else "arrow", net.title):
            if net.lined:
                c.path(m.route(list(w.points), 2), stroke=m.FAINT, stroke_width=0.6,
                       stroke_dasharray="0.85 0.6" if net.gated else None)  # fmt: skip
            else:
                over = net.source.spot < 0
                m.arrow(
                    c,
                    list(w.points),
                    width=1 if over else 0.8,
                    size=2.6,
                    gated=net.gated,
                    casing=not over,
                    both=net.both,
                )
        _note(c, end.id, w)
    for w in laid:
        end = page.routing.nets[w.net].targets[w.end]
        if end.tag and w.tag:
            m.tag(c, *w.tag, end.tag)


def _note(c: Canvas, ident: str, w: Wire) -> None:
    for p, q in zip(w.points, w.points[1:], strict=False):
        across, along = (0.75, 0.0) if p[0] == q[0] else (0.0, 0.75)
        c.note("rail", ident, min(p[0], q[0]) - across, min(p[1], q[1]) - along,
               abs(p[0] - q[0]) + 2 * across, abs(p[1] - q[1]) + 2 * along)  # fmt: skip


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
