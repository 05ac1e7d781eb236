"""What a test of a drawing can ask without comparing pictures: overlaps, sizes, ids, pips."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from itertools import combinations

from sspdsl.draw.canvas import Canvas, Mark
from sspdsl.ir.model import Program

SLACK = 0.05  # Touching is not overlapping.
SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 2.05  # Millimetres: six points.


def overlap(a: Mark, b: Mark) -> bool:
    across = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    return across > SLACK and min(a.y + a.h, b.y + b.h) - max(a.y, b.y) > SLACK


def within(a: Mark, b: Mark) -> bool:
    inside = a.x >= b.x - SLACK and a.y >= b.y - SLACK
    return inside and a.x + a.w <= b.x + b.w + SLACK and a.y + a.h <= b.y + b.h + SLACK


def meeting(first: Iterable[Mark], second: Iterable[Mark] | None = None) -> list[tuple[Mark, Mark]]:
    """Overlapping pairs, found by a sweep from top to bottom so that huge pictures are quick."""
    one = [(m, 0) for m in first]
    both = sorted(one + [(m, 1) for m in second or ()], key=lambda p: p[0].y)
    live: list[tuple[Mark, int]] = []
    found = []
    for mark, side in both:
        live = [(m, s) for m, s in live if m.y + m.h > mark.y]
        found += [(m, mark) for m, s in live if (second is None or s != side) and overlap(m, mark)]
        live.append((mark, side))
    return found


def problems(c: Canvas) -> list[str]:
    """Everything that looks wrong by the marks of a drawing."""
    kinds: dict[str, list[Mark]] = {}
    for mark in c.marks:
        kinds.setdefault(mark.kind, []).append(mark)
    boxes, texts, letters = (kinds.get(k, []) for k in ("box", "text", "letter"))
    rails, holders = (
        kinds.get("rail", []),
        {m.id: m for k in ("zone", "card", "box") for m in kinds.get(k, [])},
    )
    found = [f"boxes {a.id} and {b.id} overlap" for a, b in meeting(boxes)]
    found += [f"texts `{a.id}` and `{b.id}` overlap" for a, b in meeting(texts)]
    found += [f"letters {a.id} and {b.id} overlap at {a.x:.1f},{a.y:.1f}" for a, b in meeting(letters)]
    found += [f"letter {a.id} lies on `{b.id}`" for a, b in meeting(letters, texts)]
    found += [f"`{a.id}` lies on {b.id}" for a, b in meeting(texts, boxes)]
    found += [f"{a.id} crosses {b.id}" for a, b in meeting(rails, boxes + texts)]
    found += [f"zones {a.id} and {b.id} overlap" for a, b in meeting(kinds.get("zone", []))]
    for mark in c.marks:
        if mark.inside and not within(mark, holders[mark.inside]):
            found.append(f"`{mark.id}` leaves {mark.inside}")
    page = Mark("page", "page", 1, 1, c.w - 2, c.h - 2)
    found += [f"{m.kind} {m.id} leaves the page" for m in c.marks if not within(m, page)]
    return found


def svg_problems(svg: str) -> list[str]:
    """Everything that looks wrong in the text of a drawing: it must be XML, with plain ids, none twice."""
    root = ET.fromstring(svg)
    ids = [e.get("id", "") for e in root.iter() if e.get("id")]
    sizes = [float(e.get("font-size", "0")) for e in root.iter(f"{SVG}text")]
    found = [f"id {i} twice" for i in sorted({i for i in ids if ids.count(i) > 1})] if len(ids) < 3000 else []
    found += [f"id {i} is not plain" for i in ids if not re.fullmatch(r"[a-z][a-z0-9-]*", i)]
    found += [f"text of {min(sizes)} mm"] if sizes and min(sizes) < SMALLEST else []
    found += [] if root[0].tag == f"{SVG}title" and root[1].tag == f"{SVG}desc" else ["no title or desc"]
    found += (
        ["a text without width"] if any(not (e.text or "").strip() for e in root.iter(f"{SVG}text")) else []
    )
    return found


def drawn_boxes(svg: str) -> dict[int, ET.Element]:
    """Number of a box to its group. A box drawn twice is an error."""
    found: dict[int, ET.Element] = {}
    for e in ET.fromstring(svg).iter(f"{SVG}g"):
        match = re.fullmatch(r"box-(\d+)", e.get("id", ""))
        if match:
            assert int(match[1]) not in found, f"box {match[1]} is drawn twice"
            found[int(match[1])] = e
    return found


def box_problems(program: Program, svg: str) -> list[str]:
    """Each box once, with its name, its outline, and as many pips as its faces have."""
    drawn = drawn_boxes(svg)
    found = [f"box {i} is not drawn" for i in range(len(program.boxes)) if i not in drawn]
    for i, group in drawn.items():
        box = program.boxes[i]
        pips = sum(1 for e in group if e.get("class") == "pip")
        shown = sum(f for f in box.faces if 1 <= f <= 6)
        if pips != shown and (
            len(box.faces) <= 3 or (len(box.faces) <= 12 and set(box.faces) <= set(range(1, 7)))
        ):
            found.append(f"box {i} has {pips} pips, not {shown}")
        rects = [e for e in group if e.tag == f"{SVG}rect"]
        dashed = any(e.get("stroke-dasharray") for e in rects)
        if (box.line == "dashed") != dashed or (box.line == "double") != (len(rects) > 1):
            found.append(f"box {i} is not {box.line}")
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def pairs(names: Iterable[str]) -> list[tuple[str, str]]:
    return list(combinations(names, 2))
