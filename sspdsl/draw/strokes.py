"""Draws the routes of a move graph: rails of the flippers with their badges and words, and arrows with
their numbers.
"""

from __future__ import annotations

import math
from itertools import pairwise

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, text_width
from sspdsl.draw.page import Page
from sspdsl.draw.wires import Wire, gutter_x, lane_y


def draw_rails(c: Canvas, page: Page, laid: list[Wire]) -> None:
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
    if any(text_width(words, 2.6) > high - low - 3 for words in net.words):
        number = page.keys.number("; ".join(net.words))
        m.tag(c, x + 4.2 * (1 if right else -1), (low + high) / 2, number)
        return
    for k, words in enumerate(net.words):
        at = x + (3.2 + (len(net.words) - 1 - k) * 3.5) * (1 if right else -1)
        c.text(
            at,
            (low + high) / 2,
            words,
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
    return max(pairwise(cuts), key=lambda p: p[1] - p[0])


def draw_arrows(c: Canvas, page: Page, laid: list[Wire]) -> None:
    """Each net over a casing, so that it passes over the routes drawn before; then the numbers."""
    nets = page.routing.nets
    for i in dict.fromkeys(w.net for w in laid):
        net, own = nets[i], [w for w in laid if w.net == i]
        over = net.source.spot < 0
        width = 1 if over else 0.45 if net.gated else 0.8
        for w in own if not over else ():
            c.path(m.route(list(w.points), 2), stroke=m.PAPER, stroke_width=width + 1.4)
        for w in own:
            end = net.targets[w.end]
            with c.group(end.id, "arrow gated" if net.gated else "arrow", end.title):
                if net.lined:
                    dash = "0.85 0.6" if net.gated else None
                    c.path(
                        m.route(list(w.points), 2), stroke=m.FAINT, stroke_width=0.6, stroke_dasharray=dash
                    )
                else:
                    m.arrow(c, list(w.points), width=width, size=2.6, gated=net.gated, both=net.both)
            _note(c, end.id, w)
    placed: list[m.Point] = []
    for w in laid:
        end = nets[w.net].targets[w.end]
        if end.tag and w.tag:
            placed.append(_tag_place(w, w.tag, placed))
            m.tag(c, *placed[-1], end.tag)


def _tag_place(w: Wire, wish: m.Point, placed: list[m.Point]) -> m.Point:
    """On the wire, at the wish or near it, apart from the tags that are there."""
    pieces = [(p, q) for p, q in pairwise(w.points) if math.dist(p, q) > 0.1]
    on = [
        (p[0] + (q[0] - p[0]) * k / 40, p[1] + (q[1] - p[1]) * k / 40)
        for p, q in pieces
        for k in range(4, 37)
    ]
    for at in sorted([wish, *on], key=lambda p: math.dist(p, wish)):
        if all(abs(at[0] - x) > 4.4 or abs(at[1] - y) > 3.8 for x, y in placed):
            return at
    return wish


def _note(c: Canvas, ident: str, w: Wire) -> None:
    for p, q in pairwise(w.points):
        across, along = (0.75, 0.0) if p[0] == q[0] else (0.0, 0.75)
        c.note(
            "rail",
            ident,
            min(p[0], q[0]) - across,
            min(p[1], q[1]) - along,
            abs(p[0] - q[0]) + 2 * across,
            abs(p[1] - q[1]) + 2 * along,
        )
