"""Features of a zone that ways join to one shape: bumpers with their arrows, boxes with lines between
them.

Which features belong together, and what shape they get, follows from the ways alone. Layouts are tried
from the most telling to the safest; the first in which no link runs over a box it does not join is
taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.draw.arrange import Places, candidates
from sspdsl.draw.blocks import ring_boxes, ring_size
from sspdsl.draw.canvas import shorten, text_width
from sspdsl.draw.links import LINE, Link
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

CLUSTER_MOST = 64  # Boxes; a larger web is drawn as rows, and its lines are said in words.


@dataclass(frozen=True, slots=True)
class Node:
    """A place that links join: a feature as a ring, or a single box. Sizes are halves; `label` is above
    it.
    """

    position: int
    feature: int
    boxes: tuple[int, ...]
    ring: bool
    radius: float
    w: float
    h: float
    label: str


def clusters(table: Table, features: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The features of a zone in groups, in order of their first; most groups are one feature."""
    inside = {i for i in features if table.program.features[i].boxes}
    joined = {i: i for i in features}

    def root(i: int) -> int:
        while joined[i] != i:
            i = joined[i]
        return i

    at = table.program.positions
    pairs = [(at[x.source].feature, at[x.target].feature) for x in _joining(table, inside)]
    rings = [i for i in features if i in table.steps]
    pairs += [(i, j) for i in rings for j in rings if i < j and table.steps[i] == table.steps[j]]
    for a, b in pairs:
        low, high = sorted((root(a), root(b)), key=features.index)
        joined[high] = low
    groups: dict[int, list[int]] = {}
    for i in features:
        groups.setdefault(root(i), []).append(i)
    return tuple(tuple(g) for g in groups.values())


def links_within(table: Table, group: tuple[int, ...]) -> tuple[Link, ...]:
    """Links between places of these features."""
    own, at = set(group), table.program.positions
    return tuple(x for x in table.links if {at[x.source].feature, at[x.target].feature} <= own)


def is_cluster(table: Table, group: tuple[int, ...]) -> bool:
    """Drawn as one shape: several features joined, or one whose boxes are joined by lines."""
    boxes = sum(len(table.program.features[i].boxes) for i in group)
    if len(group) == 1:
        return (
            group[0] not in table.steps
            and 2 <= boxes <= CLUSTER_MOST
            and any(
                table.box(x.source) is not None for x in links_within(table, group) if x.source != x.target
            )
        )
    return boxes <= CLUSTER_MOST


def _joining(table: Table, inside: set[int]) -> Iterator[Link]:
    """Links that make one shape of what they join: between bumpers, between boxes, or in a circle."""
    program = table.program
    at = program.positions
    mutual = _circles(table, inside)
    for link in table.links:
        a, b = at[link.source], at[link.target]
        if not {a.feature, b.feature} <= inside or a.feature == b.feature or link.name == "carried":
            continue
        if len(program.features[a.feature].boxes) + len(program.features[b.feature].boxes) > CLUSTER_MOST:
            continue
        rings = all("bumper" in program.features[p.feature].kinds for p in (a, b))
        boxes = table.box(link.source) is not None or table.box(link.target) is not None
        if rings or boxes or mutual.get(a.feature, -1) == mutual.get(b.feature, -2):
            yield link


def _circles(table: Table, inside: set[int]) -> dict[int, int]:
    """Feature to the first feature that it reaches and is reached from, by links inside the zone."""
    at, out = table.program.positions, {i: set[int]() for i in inside}
    for x in table.links:
        a, b = at[x.source].feature, at[x.target].feature
        if a in inside and b in inside and x.name != "carried":
            out[a].add(b)
            if x.both:
                out[b].add(a)
    reach: dict[int, set[int]] = {}
    for i in sorted(inside):
        seen, todo = set[int](), [i]
        while todo:
            for j in out[todo.pop()] - seen:
                seen.add(j)
                todo.append(j)
        reach[i] = seen
    return {i: min([i, *(j for j in reach[i] if i in reach[j])]) for i in inside}


# ---------------------------------------------------------------- the block


def cluster(table: Table, group: tuple[int, ...], style: Style) -> Spot:
    """One block for joined features."""
    links = tuple(x for x in links_within(table, group) if x.source != x.target)
    nodes = _nodes(table, group, links, style)
    index = {n.position: k for k, n in enumerate(nodes)}
    sizes = [(n.w, n.h + (style.name * 0.8 if n.label else 0)) for n in nodes]
    edges = [(index[x.source], index[x.target]) for x in links if x.source in index and x.target in index]
    owners = [n.feature if not n.ring else -1 for n in nodes]
    arrowed = any(n.ring for n in nodes) or any(x.name != LINE for x in links)
    gap = style.box * (style.ring_gap if arrowed else style.web_gap)
    gap += style.name * 1.5 if any(n.label for n in nodes) else 0
    places = next(p for p in candidates(sizes, edges, owners, gap) if p.clear)
    return _place(table, group, style, nodes, sizes, places, links)


def _nodes(table: Table, group: tuple[int, ...], links: tuple[Link, ...], style: Style) -> list[Node]:
    program, found = table.program, []
    for i in group:
        f = program.features[i]
        single = [k for k, p in enumerate(program.positions) if p.feature == i and p.box is not None]
        at = {program.positions[k].box: k for k in single}
        if single and i not in table.whole and all(b in at for b in f.boxes):
            for b in f.boxes:
                w = box_width(program, program.boxes[b], style)
                found.append(Node(at[b], i, (b,), False, 0, w / 2, style.box / 2, ""))
            continue
        whole = next((k for k, p in enumerate(program.positions) if p.feature == i), -1)
        if len(f.boxes) == 1:
            w = box_width(program, program.boxes[f.boxes[0]], style)
            found.append(Node(whole, i, f.boxes, False, 0, w / 2, style.box / 2, title_of(f)))
            continue
        radius, across, up, fits = ring_size(program, f, style)
        plain = fits and not badges_of(f, program) and not locked(f, program) and not endless(f, program)
        found.append(Node(whole, i, f.boxes, True, radius, across, up, "" if plain else title_of(f)))
    return found


def _place(
    table: Table,
    group: tuple[int, ...],
    style: Style,
    nodes: list[Node],
    sizes: list[tuple[float, float]],
    places: Places,
    links: tuple[Link, ...],
) -> Spot:
    program = table.program
    left = min(x - w for (x, _), (w, _) in zip(places.at, sizes, strict=True))
    top = min(y - h for (_, y), (_, h) in zip(places.at, sizes, strict=True))
    captions, above, indent = _captions(table, group, style, nodes, places, top, left)
    boxes: list[BoxSpot] = []
    rings: list[Ring] = []
    joined: dict[int, tuple[float, float, float, float]] = {}
    right = bottom = 0.0
    for n, (px, py), (w, h) in zip(nodes, places.at, sizes, strict=True):
        x, y = px - left + indent, py - top + above
        right, bottom = max(right, x + w), max(bottom, y + h)
        f = program.features[n.feature]
        if n.label:
            captions.append(_label(f, program, style, x, y - h, w))
        y += h - n.h
        joined[n.position] = (x, y - h + n.h, w, h)  # With the label above it, which arrows spare.
        if n.ring:
            rings.append(Ring(n.feature, x, y, n.radius, "" if n.label else title_of(f)))
            boxes += ring_boxes(program, n.boxes, style, x, y, n.radius)
        else:
            boxes.append(BoxSpot(n.boxes[0], x - n.w, y - n.h, 2 * n.w, 2 * n.h))
    texts = [c.x + text_width(c.text, c.size, c.bold) + len(c.badges) * c.size * 1.5 for c in captions]
    middle = None
    if places.shape == "circle" and len(nodes) == 3 and len(rings) == 3:
        middle = (sum(r.x for r in rings) / 3, sum(r.y for r in rings) / 3)
    w, h = max([right, *texts]), bottom
    spot = Spot(
        group,
        "cluster",
        w=w,
        h=h,
        boxes=tuple(boxes),
        captions=tuple(captions),
        rings=tuple(rings),
        nodes=joined,
        inner=links,
        port=(w * 0.12, w * 0.88),
        middle=middle,
    )
    over = (
        -min(0.0, *(c.x for c in captions), *(c.x - style.name for c in captions if c.badges))
        if captions
        else 0
    )
    if over:
        spot = spot.moved(over, 0)
        spot = Spot(
            group,
            "cluster",
            0,
            0,
            w + over,
            h,
            spot.boxes,
            spot.captions,
            spot.rings,
            spot.nodes,
            links,
            ((w + over) * 0.12, (w + over) * 0.88),
            spot.middle,
        )
    return spot


def _label(f: FeatureDef, program: Program, style: Style, x: float, top: float, w: float) -> Caption:
    """The name of a ring or box above it, no wider than it and half the way to its neighbour."""
    size = max(style.name * 0.85, 2.1)
    text = shorten(title_of(f), size, 2 * w + style.box * 0.5, True)
    marks = len(badges_of(f, program)) * size * 1.5
    at = x - (text_width(text, size, True) + marks) / 2
    return Caption(
        at,
        top + size * 0.55,
        text,
        size,
        True,
        badges_of(f, program),
        locked(f, program),
        endless(f, program),
    )


def _captions(
    table: Table,
    group: tuple[int, ...],
    style: Style,
    nodes: list[Node],
    places: Places,
    top: float,
    left: float,
) -> tuple[list[Caption], float, float]:
    """Captions, the room above the nodes, and the room to their left."""
    program = table.program
    rows = [i for i in group if any(n.feature == i and not n.ring and not n.label for n in nodes)]
    if len(rows) == 1 and len(group) == 1:
        lines, tall = caption(program.features[rows[0]], program, style, _notes(table, rows[0]))
        return list(lines), tall + style.gap, 0
    if places.shape == "rows" and rows:
        wide = max(name_width(program.features[i], program, style) for i in rows) + style.gap * 2
        found = []
        for i in rows:
            first = min(
                (p for n, p in zip(nodes, places.at, strict=True) if n.feature == i), key=lambda p: p[0]
            )
            line = caption(program.features[i], program, style)[0][0]
            found.append(
                Caption(0, first[1] - top, line.text, line.size, True, line.badges, line.locked, line.endless)
            )
        return found, 0, wide
    name = _set_name(program, group)
    if not name and rows:
        name = ", ".join(title_of(program.features[i]) for i in rows)
    if not name:
        return [], 0, 0
    text = shorten(name, style.name, 60, True)
    low = max(range(len(nodes)), key=lambda k: places.at[k][1])
    if places.shape == "circle" and len(nodes) == 3 and all(n.ring for n in nodes):
        # The free corner beside the lowest ring.
        x, y = places.at[low][0] - left - nodes[low].w - style.gap, places.at[low][1] - top + nodes[low].h
        return (
            [Caption(x - text_width(text, style.name, True), y - style.name * 0.7, text, style.name, True)],
            0,
            0,
        )
    return (
        [Caption(0, style.name * 0.7, text, style.name, True)],
        style.name * 1.5 + style.gap + style.under,
        0,
    )


def _notes(table: Table, index: int) -> tuple[str, ...]:
    return ("no ball falls in",) if index in table.roofs else ()


def _set_name(program: Program, group: tuple[int, ...]) -> str:
    """The name of the smallest set that joins just these features."""
    own = {b for i in group for b in program.features[i].boxes}
    names = [s.title or s.name for s in program.sets if s.feature is None and set(s.boxes) == own]
    return names[0] if names else ""


def span(points: list[tuple[float, float]]) -> float:
    """The largest distance from the first point."""
    return max((math.dist(points[0], p) for p in points), default=0)
