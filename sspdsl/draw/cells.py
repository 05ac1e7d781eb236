"""A game without places: its state as a list of cards, for there is nothing else to draw."""

from __future__ import annotations

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, shorten, wrap
from sspdsl.ir.model import CellDef, Program

CARD, GAP, PAD, MOST = 62.0, 4.0, 3.0, 400


def draw_cells(c: Canvas, program: Program, margin: float) -> None:
    """Cards in columns, in the order of declaration, each in the shortest column so far."""
    shown = [(i, cell) for i, cell in enumerate(program.cells) if not cell.role]
    columns = 3 if len(shown) <= 60 else 5
    w = columns * CARD + (columns - 1) * GAP
    title = program.title or program.name
    c.text(margin, 9, shorten(f"{title}: state", 5.2, w, True), 5.2, bold=True)
    c.text(margin, 16, "no places for a ball; what the game keeps", 2.8, fill=m.FAINT)
    foot = [20.0] * columns
    for i, cell in shown[:MOST]:
        k = foot.index(min(foot))
        foot[k] += _card(c, program, i, cell, margin + k * (CARD + GAP), foot[k]) + GAP
    if len(shown) > MOST:
        c.text(margin, max(foot) + 2, f"and {len(shown) - MOST} more", 2.6, fill=m.FAINT)
    c.w, c.h = w + 2 * margin, max(foot) + 6 + margin


def _card(c: Canvas, program: Program, index: int, cell: CellDef, x: float, y: float) -> float:
    name = cell.title.strip() or cell.name.replace("_", " ")
    lines = [line for text in _facts(program, cell) for line in wrap(text, 2.6, CARD - 2 * PAD, most=6)]
    h = PAD + 4.2 + len(lines) * 3.7 + PAD * 0.6
    with c.group(f"cell-{index}", f"cell {cell.form}", name, cell.name):
        c.rect(x, y, CARD, h, 2, fill=m.BAND)
        c.note("card", f"cell-{index}", x, y, CARD, h)
        m.outline(c, x + PAD, y + PAD - 0.4, 4, 4, cell.line)
        c.text(
            x + PAD + 6,
            y + PAD + 1.6,
            shorten(name, 3.2, CARD - 2 * PAD - 6, True),
            3.2,
            bold=True,
            inside=f"cell-{index}",
        )
        for k, line in enumerate(lines):
            c.text(x + PAD, y + PAD + 7.2 + k * 3.7, line, 2.6, fill=m.FAINT, inside=f"cell-{index}")
    return h


def _facts(program: Program, cell: CellDef) -> list[str]:
    found = []
    if cell.words is not None and 0 <= cell.words < len(program.domains):
        words = [w.title or w.name for w in program.domains[cell.words].words]
        found.append(", ".join((["none"] if cell.or_none else []) + words))
    elif cell.form == "tally":
        found.append(f"a number, first {cell.first}")
    elif cell.form == "indicator":
        found.append("on or off")
    else:
        found.append(f"{cell.low} to {cell.high}, first {cell.first}")
    if cell.size > 1:
        found.append(
            f"for each of {cell.size}: {', '.join(cell.members[:24])}{' …' if cell.size > 24 else ''}"
        )
    if cell.shared:
        found.append("shared by all players")
    return found
