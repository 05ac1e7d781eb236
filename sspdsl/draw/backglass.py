"""The backglass of a picture: what is kept beside the boxes, in sections below the table.

Sections are bands as wide as the page. What they hold flows from left to right; nothing is scaled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, shorten, text_width, wrap
from sspdsl.draw.kept import Grid, Kept, Panel, Strip, values_of
from sspdsl.ir.model import Program

TITLE, NAME, NOTE = 4.0, 2.9, 2.5
CELL, GAP, PAD, ROW = 5.6, 6.0, 3.0, 4.0
NAME_MOST, PANEL, MEMBER_MOST = 46.0, 90.0, 24.0
PANEL_LEAST, SHORT = 36.0, 8  # Millimetres; letters of values that stand after a name.
HEAD, SHELF = PAD + 5.3, 2.5  # From the edge of a section to its pieces; between sections.


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a known size that can be drawn anywhere."""

    w: float
    h: float
    draw: Callable[[float, float], None]


def draw_backglass(c: Canvas, program: Program, kept: Kept, x: float, y: float, w: float) -> float:
    """All sections from (x, y) downwards; returns the y below the last."""
    room = w - 2 * PAD
    c.text(x, y + 2, "Kept beside the boxes", TITLE, bold=True)
    y += 6.5
    sections = (
        ("Bonuses", [_panel(c, n, p, min(room, PANEL)) for n, p in enumerate(kept.panels)]),
        ("Tracks and counters", [_strip(c, program, s, room) for s in kept.strips]),
        ("Indicators", [_indicator(c, program, *i, room) for i in kept.indicators]),
        ("Words", [_slot(c, program, *s, room) for s in kept.slots]),
        ("One for each", [p for g in kept.grids for p in _grid(c, program, g, room)]),
        ("Sets of several places", [_joined(c, title, told, room) for title, told in kept.sets]),
    )
    shelf: list[Section] = []
    left = w
    for title, pieces in ((t, p) for t, p in sections if p):
        made = _section(title, pieces, room)
        if shelf and made.w > left:
            y = _shelf(c, shelf, x, y, w)
            shelf, left = [], w
        shelf.append(made)
        left -= made.w + SHELF
    return _shelf(c, shelf, x, y, w) if shelf else y


@dataclass(frozen=True, slots=True)
class Section:
    """A band with its name, and the pieces in rows; the pieces of a row stand on one level."""

    title: str
    rows: tuple[tuple[Piece, ...], ...]
    w: float
    h: float


def _section(title: str, pieces: list[Piece], room: float) -> Section:
    rows: list[list[Piece]] = []
    left = 0.0
    for piece in pieces:
        if not rows or piece.w > left:
            rows.append([])
            left = room
        rows[-1].append(piece)
        left -= piece.w + GAP
    wide = max(sum(p.w + GAP for p in row) - GAP for row in rows)
    tall = sum(max(p.h for p in row) for row in rows) + ROW * (len(rows) - 1)
    named = text_width(title, NOTE)
    return Section(title, tuple(map(tuple, rows)), max(wide, named) + 2 * PAD, tall + HEAD + PAD)


def _shelf(c: Canvas, sections: list[Section], x: float, y: float, w: float) -> float:
    """Sections side by side, as high as the highest; the last takes the room that is left."""
    h = max(s.h for s in sections)
    for n, section in enumerate(sections):
        ident = f"kept-{section.title.lower().replace(' ', '-')}"
        wide = w if n == len(sections) - 1 else section.w
        with c.group(ident, "kept", section.title):
            c.rect(x, y, wide, h, 2, fill=m.BAND)
            c.note("card", ident, x, y, wide, h)
            c.text(x + PAD, y + PAD + 0.8, section.title, NOTE, fill=m.FAINT, inside=ident)
            top = y + HEAD
            for row in section.rows:
                at = x + PAD
                for piece in row:
                    piece.draw(at, top)
                    at += piece.w + GAP
                top += max(p.h for p in row) + ROW
        x, w = x + wide + SHELF, w - wide - SHELF
    return y + h + SHELF


# ---------------------------------------------------------------- bonus lists


def _panel(c: Canvas, n: int, panel: Panel, w: float) -> Piece:
    """A list to choose from: a box where an entry is marked as taken, the infinity sign where it is not."""
    widths = [7 + text_width(e.title, NAME, True) for e in panel.entries]
    widths += [7 + text_width(e.condition, NOTE) for e in panel.entries if e.condition]
    widths += [text_width(panel.title, NAME, True), text_width(panel.when, NOTE), PANEL_LEAST]
    w = min(w, max(widths) + 2 * PAD)
    inner = w - 2 * PAD
    when = wrap(panel.when, NOTE, inner, most=2)
    step = 9.4
    head = PAD + 4.4 + 3.5 * len(when)
    h = head + sum(step if e.condition else 6.6 for e in panel.entries) + PAD * 0.6

    def draw(x: float, y: float) -> None:
        with c.group(f"bonus-{n}", "bonus", f"{panel.title} {panel.when}"):
            c.rect(x, y, w, h, 1.6, fill=m.PAPER, stroke=m.RULE, stroke_width=0.3)
            c.text(x + PAD, y + PAD + 1, shorten(panel.title, NAME, inner, True), NAME, bold=True)
            for k, line in enumerate(when):
                c.text(x + PAD, y + PAD + 4.8 + 3.5 * k, line, NOTE, fill=m.FAINT)
            at = y + head
            for k, entry in enumerate(panel.entries):
                told = f"{entry.title} {entry.condition}" if entry.condition else entry.title
                with c.group(f"bonus-{n}-{k}", "entry", told):
                    if entry.line:
                        m.outline(c, x + PAD, at, 4.6, 4.6, entry.line)
                    else:
                        m.infinity(c, x + PAD + 2.3, at + 2.3, 4.4)
                    text = shorten(entry.title, NAME, inner - 7, True)
                    c.text(x + PAD + 7, at + 2.3, text, NAME, bold=True)
                    if entry.condition:
                        words = shorten(entry.condition, NOTE, inner - 7)
                        c.text(x + PAD + 7, at + 6.1, words, NOTE, fill=m.FAINT)
                at += step if entry.condition else 6.6

    return Piece(w, h, draw)


# ---------------------------------------------------------------- single cells


def _strip(c: Canvas, program: Program, strip: Strip, room: float) -> Piece:
    """The values of a track or counter as cells in rows; the first is marked."""
    cell = program.cells[strip.cell]
    name = shorten(strip.title, NAME, NAME_MOST, True)
    titled = text_width(name, NAME, True)
    values = strip.values or (strip.told.split(",")[0],)
    short = [shorten(v, NOTE, 36) for v in values]
    wide = max(CELL, max(text_width(v, NOTE, True) for v in short) + 1.8)
    most = 12 if len(values) <= 12 else 10
    a_row = max(1, min(most, int((room + 0.8) // (wide + 0.8)), len(values)))
    lines = -(-len(values) // a_row)
    told = strip.told.partition(", ")[2]
    w = max(titled, a_row * (wide + 0.8) - 0.8 + (text_width(told, NOTE) + 2 if told else 0))

    def draw(x: float, y: float) -> None:
        with c.group(f"cell-{strip.cell}", f"cell {cell.form}", strip.title, cell.name):
            c.text(x, y + 1.2, name, NAME, bold=True)
            for k, text in enumerate(short):
                left, top = x + k % a_row * (wide + 0.8), y + 3.8 + k // a_row * (CELL + 0.8)
                start = k == strip.start and bool(strip.values)
                m.outline(c, left, top, wide, CELL, cell.line)
                if start:
                    m.corner(c, left, top, 2.2)
                c.text(left + wide / 2, top + CELL / 2, text, NOTE, bold=start, anchor="middle")
            if told:
                c.text(x + wide + 2, y + 3.8 + CELL / 2, told, NOTE, fill=m.FAINT)

    return Piece(w, 3.8 + lines * (CELL + 0.8) - 0.8, draw)


def _indicator(c: Canvas, program: Program, index: int, title: str, room: float) -> Piece:
    name = shorten(title, NAME, min(NAME_MOST, room - 7))
    cell = program.cells[index]

    def draw(x: float, y: float) -> None:
        with c.group(f"cell-{index}", "cell indicator", title, cell.name):
            m.circled(c, x + 2.5, y + 2.5, 2.4, cell.line, cell.first > 0)
            c.text(x + 6.4, y + 2.5, name, NAME)

    return Piece(6.4 + text_width(name, NAME), 5, draw)


def _slot(c: Canvas, program: Program, index: int, title: str, words: str, room: float) -> Piece:
    cell = program.cells[index]
    name = shorten(title, NAME, NAME_MOST, True)
    w = min(room, max(60, text_width(name, NAME, True)))
    lines = wrap(words, NOTE, w, most=3)
    first = shorten(values_of(program, cell)[cell.first - cell.low], NOTE, 32, True)

    def draw(x: float, y: float) -> None:
        with c.group(f"cell-{index}", "cell slot", f"{title}: {words}", cell.name):
            c.text(x, y + 1.2, name, NAME, bold=True)
            m.outline(c, x, y + 3.8, 36, CELL, cell.line)
            c.text(x + 18, y + 3.8 + CELL / 2, first, NOTE, bold=True, anchor="middle")
            m.corner(c, x, y + 3.8, 2.2)
            for k, line in enumerate(lines):
                c.text(x, y + 3.8 + CELL + 2.6 + k * 3.6, line, NOTE, fill=m.FAINT)

    return Piece(w, 3.8 + CELL + 0.8 + len(lines) * 3.6, draw)


# ---------------------------------------------------------------- one for each


def _grid(c: Canvas, program: Program, grid: Grid, room: float) -> list[Piece]:
    """As many columns as fit, then the rest below; a row for each cell, its name at the left."""
    names = [shorten(title, NAME, NAME_MOST, True) for _, title, _ in grid.rows]
    values = [text if len(text) <= SHORT else "" for _, _, text in grid.rows]
    label = 3 + max(
        text_width(n, NAME, True) + (text_width(v, NOTE) + 1.5 if v else 0)
        for n, v in zip(names, values, strict=True)
    )
    columns = [shorten(name, NOTE, MEMBER_MOST) for name in grid.members]
    wide = max(CELL + 1.6, max(text_width(t, NOTE) for t in columns) + 2.4)
    a_row = max(1, int((room - label) // wide))
    return [
        _grid_part(c, program, grid, names, columns, label, wide, k, min(k + a_row, len(columns)))
        for k in range(0, len(columns), a_row)
    ]


def _grid_part(
    c: Canvas,
    program: Program,
    grid: Grid,
    names: list[str],
    columns: list[str],
    label: float,
    wide: float,
    low: int,
    high: int,
) -> Piece:
    w = label + (high - low) * wide
    told = {i: wrap(text, NOTE, w, most=2) if len(text) > SHORT else [] for i, _, text in grid.rows}
    tall = [CELL + 1.4 + 3.6 * len(told[i] if low == 0 else ()) for i, _, _ in grid.rows]

    def draw(x: float, y: float) -> None:
        for k in range(low, high):
            c.text(x + label + (k - low + 0.5) * wide, y + 1.4, columns[k], NOTE, anchor="middle")
        top = y + 4
        for (i, title, text), name, h in zip(grid.rows, names, tall, strict=True):
            cell = program.cells[i]
            ident = f"cell-{i}" if low == 0 else f"cell-{i}-{low}"
            with c.group(ident, f"cell {cell.form}", f"{title}: {', '.join(grid.members)}", cell.name):
                c.text(x, top + CELL / 2, name, NAME, bold=True)
                if len(text) <= SHORT:
                    after = x + text_width(name, NAME, True) + 1.5
                    c.text(after, top + CELL / 2, text, NOTE, fill=m.FAINT)
                for k in range(high - low):
                    mid = x + label + (k + 0.5) * wide
                    if cell.form == "indicator":
                        m.circled(c, mid, top + CELL / 2, 2.4, cell.line, cell.first > 0)
                    else:
                        m.outline(c, mid - CELL / 2, top, CELL, CELL, cell.line)
                for k, line in enumerate(told[i] if low == 0 else ()):
                    c.text(x, top + CELL + 2.2 + 3.6 * k, line, NOTE, fill=m.FAINT)
            top += h

    return Piece(w, 4 + sum(tall) - 1.4, draw)


def _joined(c: Canvas, title: str, told: str, room: float) -> Piece:
    name = shorten(title, NAME, NAME_MOST, True)
    side = text_width(name, NAME, True) + 2.5
    lines = wrap(told, NOTE, room - side, most=3)

    def draw(x: float, y: float) -> None:
        with c.group("", "joined", f"{title}: {told}"):
            c.text(x, y + 1.2, name, NAME, bold=True)
            for k, line in enumerate(lines):
                c.text(x + side, y + 1.2 + k * 3.6, line, NOTE)

    return Piece(room, max(len(lines), 1) * 3.6 - 1.2, draw)
