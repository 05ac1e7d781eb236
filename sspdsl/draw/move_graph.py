"""The move graph: the table in parts (both ways up, or board by board), what is kept beside the boxes, and
the legend.
"""

from __future__ import annotations

import math

from sspdsl.draw.backglass import draw_backglass
from sspdsl.draw.boards import apart, board_title
from sspdsl.draw.canvas import Canvas, shorten
from sspdsl.draw.cells import draw_cells
from sspdsl.draw.facing import facings
from sspdsl.draw.kept import lines_kept, read_kept
from sspdsl.draw.legend import draw_foot, draw_legend
from sspdsl.draw.page import MARGIN
from sspdsl.draw.paint import Keys
from sspdsl.draw.part import Part, draw_part
from sspdsl.draw.spots import title_of
from sspdsl.draw.table import read_table
from sspdsl.ir.model import Program

ALONE = ("box-", "feature-", "shape-")  # Ids that no two boards share.


def draw_graph(program: Program) -> str:
    """The move graph of a program as SVG text; a program without places gives a list of its state."""
    return graph_canvas(program).svg()


def graph_canvas(program: Program) -> Canvas:
    """The drawing with what it remembers of its marks, for tests."""
    title = program.title or program.name
    c = Canvas(f"{title}: move graph", _told(program))
    if not program.features:
        draw_cells(c, program, MARGIN)
        return c
    keys = Keys()
    rows = _rows(program, keys)
    parts = [p for row in rows for p in row]
    c.w = max(sum(p.canvas.w for p in row) for row in rows)
    c.text(MARGIN, 8, shorten(f"{title}: move graph", 5.2, c.w - 2 * MARGIN, True), 5.2, bold=True)
    y = 0.0
    for row in rows:
        x, y = 0.0, y + (10 if row[0].title else 0)
        for part in row:
            if part.title:
                name = shorten(part.title, 4, part.canvas.w - 2 * MARGIN, True)
                c.text(x + MARGIN, y + 7, name, 4, bold=True)
            if len(parts) == 1:
                c.take(part.canvas)
            else:
                c.place(part.canvas, x, y, part.prefix, ALONE if part.alone else ())
            x += part.canvas.w
        y += max(p.canvas.h for p in row)
    return _foot(c, program, parts, keys, y)


def _rows(program: Program, keys: Keys) -> list[list[Part]]:
    """Both ways up one under the other; boards side by side where the page comes nearer to a square."""
    faces = facings(program)
    if len(faces) > 1:
        return [[draw_part(read_table(f.program), f"The table {f.words}", f.short, keys)] for f in faces]
    table, own = read_table(program), Keys()
    whole = [[draw_part(table, "", "", own)]]
    made = [draw_part(t, board_title(program, b), f"board-{b}-", keys, alone=True) for b, t in apart(table)]
    choices = [[made[k : k + n] for k in range(0, len(made), n)] for n in range(2, len(made) + 1)]
    best = min([whole, *choices], key=_unlike_square)
    if best is whole:
        keys.words = own.words
    return best


def _unlike_square(rows: list[list[Part]]) -> float:
    wide = max(sum(p.canvas.w for p in row) for row in rows)
    tall = sum(max(p.canvas.h for p in row) for row in rows)
    return abs(math.log(wide / tall))


def _foot(c: Canvas, program: Program, parts: list[Part], keys: Keys, y: float) -> Canvas:
    """What is kept beside the boxes, the legend, and conditions by number."""
    occurs = set[str]().union(*(p.occurs for p in parts))
    colours = list(dict.fromkeys(colour for p in parts for colour in p.colours))
    kept, w = read_kept(program), c.w - 2 * MARGIN
    if kept:
        y = draw_backglass(c, program, kept, MARGIN, y + 6, w)
        occurs |= lines_kept(program, kept)
    y = draw_legend(c, occurs, colours, MARGIN, y + 6, w)
    said = list(dict.fromkeys(text for p in parts for text in p.said))
    c.h = draw_foot(c, keys, said, MARGIN, y + 1, w) + 2
    return c


def _told(program: Program) -> str:
    """What is drawn, in a sentence for each zone, for those who cannot see it."""
    zones = [
        f"{z.title or z.name}: {', '.join(title_of(program.features[f]) for f in z.features)}"
        for z in program.zones
    ]
    return ". ".join(["Zones, their boxes, and every way a ball can go", *zones]) + "."
