"""The visual vocabulary: boxes, pips, outlines, stars, badges, arrows, balls. Every picture uses these
and no others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from sspdsl.draw.canvas import INK as INK
from sspdsl.draw.canvas import Canvas, num, plain, shorten, text_width
from sspdsl.draw.canvas import points as points

FAINT, RULE, PAPER, BAND, DARK = "#5d6070", "#b9b9c4", "#ffffff", "#f4f2ec", "#34374a"
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Colour:
    """`strong` for badges and rails, `tint` under pips, `on` for text on `strong`, and a letter for
    grey prints.
    """

    strong: str
    tint: str
    on: str
    letter: str


# The tints also differ in lightness, for grey printers.
COLOURS = {
    "red": Colour("#c0142c", "#f3a59c", "#ffffff", "R"),
    "yellow": Colour("#f2b705", "#ffe68f", INK, "Y"),
    "white": Colour("#ffffff", "#ffffff", INK, "W"),
    "green": Colour("#1d7a3a", "#a9dcb0", "#ffffff", "G"),
    "purple": Colour("#6a2c91", "#cdb3e6", "#ffffff", "P"),
    "blue": Colour("#1f5fbf", "#b5cff5", "#ffffff", "B"),
    "orange": Colour("#f08c00", "#ffd09a", INK, "O"),
    "pink": Colour("#b8236f", "#f6b8d6", "#ffffff", "Pk"),
    "brown": Colour("#6f4518", "#dcc3a5", "#ffffff", "Br"),
    "grey": Colour("#5d6070", "#d9dae0", "#ffffff", "Gy"),
    "black": Colour("#1b1b24", "#c9c9d2", "#ffffff", "Bk"),
}
NO_COLOUR = Colour(FAINT, "#ffffff", "#ffffff", "")
PLAIN = frozenset({"", "white", "none"})  # Colours that need no badge.
DIES = (Colour("#123f8c", "#123f8c", "#ffffff", "A"), Colour("#f08c00", "#ffffff", INK, "B"))
HATCH = (
    '<pattern id="hatch-b" width="1.5" height="1.5" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="1.5" height="1.5" fill="#ffffff"/>'
    f'<rect width=".75" height="1.5" fill="{DIES[1].strong}"/></pattern>'
)
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def colour_of(name: str) -> Colour:
    """A colour by its word; an unknown word is grey with its first letters."""
    if name in COLOURS:
        return COLOURS[name]
    letters = plain(name).strip()[:2].title()
    return NO_COLOUR if name in PLAIN else Colour(FAINT, "#e6e6ec", "#ffffff", letters or "?")


def face(c: Canvas, x: float, y: float, size: float, value: int, inside: str = "", room: float = 0) -> None:
    """Pips of one die face centred on (x, y); a face that no die shows is written as a number."""
    if value not in PIPS:
        text, width = str(value), room or size * 0.9
        height = min(size * 0.6, width / max(text_width(text, 1, True), 0.1))
        c.text(
            x,
            y,
            shorten(text, max(height, 2.1), width, True),
            max(height, 2.1),
            bold=True,
            anchor="middle",
            inside=inside,
            kind="number",
        )
        return
    for dx, dy in PIPS[value]:
        c.circle(x + dx * size * 0.255, y + dy * size * 0.255, size * 0.095, fill=INK, class_="pip")


def outline(c: Canvas, x: float, y: float, w: float, h: float, line: str, fill: str = PAPER) -> None:
    """Solid: erased with its set. Dashed: at the end of the round. Double: never. `never`: never
    filled, no line.
    """
    s = min(max(h * 0.055, 0.3), 0.5)
    r = h * 0.17
    if line == "double":
        g = s * 1.75
        c.rect(x, y, w, h, r, fill=fill, stroke=INK, stroke_width=s * 0.62)
        c.rect(
            x + g,
            y + g,
            w - 2 * g,
            h - 2 * g,
            max(r - g, 0.2),
            fill="none",
            stroke=INK,
            stroke_width=s * 0.62,
        )
    elif line == "never":
        c.rect(x, y, w, h, r, fill=fill, stroke=RULE, stroke_width=0.2)
    elif line == "until":  # Erased by a rule of its own.
        c.rect(x, y, w, h, r, fill=fill, stroke=FAINT, stroke_width=0.25)
    elif line == "dashed":
        around = 2 * (w + h - 4 * r) + 2 * math.pi * r
        dash = around / max(8, round(around / (h * 0.3)))  # A whole number of dashes, so that corners match.
        c.rect(
            x,
            y,
            w,
            h,
            r,
            fill=fill,
            stroke=INK,
            stroke_width=s,
            stroke_dasharray=f"{num(dash * 0.58)} {num(dash * 0.42)}",
        )
    else:
        c.rect(x, y, w, h, r, fill=fill, stroke=INK, stroke_width=s)


def circled(c: Canvas, x: float, y: float, r: float, line: str, lit: bool = False) -> None:
    """An indicator: a circle with the same outlines as a box; one that is lit at the start has a dot."""
    if line == "dashed":
        around = 2 * math.pi * r
        dash = around / max(8, round(around / 1.6))
        dashes = f"{num(dash * 0.58)} {num(dash * 0.42)}"
        c.circle(x, y, r, fill=PAPER, stroke=INK, stroke_width=0.3, stroke_dasharray=dashes)
    elif line == "double":
        c.circle(x, y, r, fill=PAPER, stroke=INK, stroke_width=0.2)
        c.circle(x, y, r - 0.55, fill="none", stroke=INK, stroke_width=0.2)
    elif line == "solid":
        c.circle(x, y, r, fill=PAPER, stroke=INK, stroke_width=0.3)
    else:
        c.circle(x, y, r, fill=PAPER, stroke=FAINT, stroke_width=0.25)
    if lit:
        c.circle(x, y, r * 0.45, fill=INK)


def corner(c: Canvas, x: float, y: float, size: float) -> None:
    """The mark of the cell where something starts."""
    r = size * 0.3
    c.path(f"M{x:.3f},{y + size:.3f}V{y + r:.3f}q0,-{r:.3f} {r:.3f},-{r:.3f}H{x + size:.3f}Z", fill=INK)


def cross(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    """A filled box is crossed."""
    m = h * 0.17
    down = points((x + m, y + m), (x + w - m, y + h - m))
    up = points((x + w - m, y + m), (x + m, y + h - m))
    c.path(down + up, stroke=INK, stroke_width=h * 0.1, stroke_linecap="round")


def star(c: Canvas, x: float, y: float, r: float, text: str = "", inside: str = "") -> None:
    """A star, with the number of stars to its right unless it is empty."""
    rays = [(r * (1 if i % 2 == 0 else 0.45), math.pi * (i / 5 - 0.5)) for i in range(10)]
    d = points(*((x + q * math.cos(a), y + q * math.sin(a)) for q, a in rays)) + "Z"
    c.path(d, fill="#ffc933", stroke=INK, stroke_width=r * 0.16, stroke_linejoin="round")
    c.text(x + r * 1.25, y, text, max(r * 1.9, 2.1), bold=True, inside=inside, kind="number")


def infinity(c: Canvas, x: float, y: float, w: float) -> None:
    a, b = w / 2, w * 0.3
    c.path(
        f"M{num(x)},{num(y)}C{num(x + a * 0.5)},{num(y - b)} {num(x + a)},{num(y - b)} {num(x + a)},{num(y)}"
        f"S{num(x + a * 0.5)},{num(y + b)} {num(x)},{num(y)}S{num(x - a)},{num(y - b)} {num(x - a)},{num(y)}"
        f"S{num(x - a * 0.5)},{num(y + b)} {num(x)},{num(y)}Z",
        stroke=INK,
        stroke_width=w * 0.12,
    )


def lock(c: Canvas, x: float, y: float, r: float = 1.5) -> None:
    """A padlock: closed at times."""
    s, t = num(r * 0.67), num(r * 0.8)
    c.path(
        f"M{num(x - r * 0.67)},{num(y)}v-{t}a{s},{s} 0 0 1 {num(r * 1.34)},0v{t}",
        stroke=INK,
        stroke_width=r * 0.33,
    )
    c.rect(x - r, y - r * 0.13, 2 * r, r * 1.6, r * 0.25, fill=INK, stroke=PAPER, stroke_width=0.15)


def badge(c: Canvas, x: float, y: float, r: float, name: str) -> None:
    """The colour's letter in its colour: what a grey printer and a colour-blind reader go by."""
    colour = colour_of(name)
    if not colour.letter:
        return
    c.circle(x, y, r, fill=colour.strong, stroke=INK, stroke_width=r * 0.14)
    size = max(r * 1.35 if len(colour.letter) == 1 else r * 1.1, 2.06)
    c.text(x, y, colour.letter, size, bold=True, anchor="middle", fill=colour.on, kind="letter")


def tag(c: Canvas, x: float, y: float, text: str, r: float = 1.75) -> None:
    """The number of a condition that is said in words below the picture."""
    size = max(r * 1.35, 2.1)
    w = max(2 * r, text_width(text, size, True) + r)
    c.rect(x - w / 2, y - r, w, 2 * r, r, fill=PAPER, stroke=INK, stroke_width=0.3)
    c.text(x, y, text, size, bold=True, anchor="middle", kind="letter")


def ball(c: Canvas, x: float, y: float, r: float) -> None:
    c.circle(x, y, r, fill="#cfd3dc", stroke=INK, stroke_width=r * 0.16)
    c.circle(x, y, r * 0.78, fill="#8d94a5")
    c.circle(x - r * 0.3, y - r * 0.32, r * 0.3, fill="#ffffff")


def head(c: Canvas, x: float, y: float, angle: float, size: float, fill: str, edge: float = 0) -> None:
    """An arrow head whose tip is at (x, y); a polygon, because markers differ between renderers."""
    sides = [
        (
            x - size * math.cos(angle) + k * size * 0.52 * math.sin(angle),
            y - size * math.sin(angle) - k * size * 0.52 * math.cos(angle),
        )
        for k in (1, -1)
    ]
    d = points((x, y), *sides) + "Z"
    if edge:
        c.path(d, fill=PAPER, stroke=fill, stroke_width=edge, stroke_linejoin="round")
    else:
        c.path(d, fill=fill)


def route(at: list[Point], radius: float) -> str:
    """A path of straight pieces with rounded corners."""
    d = f"M{num(at[0][0])},{num(at[0][1])}"
    for before, here, after in zip(at, at[1:], at[2:], strict=False):
        to, on = math.dist(before, here), math.dist(here, after)
        r = min(radius, to / 2, on / 2)
        if r < 0.01:
            continue
        p = (here[0] + (before[0] - here[0]) * r / to, here[1] + (before[1] - here[1]) * r / to)
        q = (here[0] + (after[0] - here[0]) * r / on, here[1] + (after[1] - here[1]) * r / on)
        d += f"L{num(p[0])},{num(p[1])}Q{num(here[0])},{num(here[1])} {num(q[0])},{num(q[1])}"
    return d + f"L{num(at[-1][0])},{num(at[-1][1])}"


def toward(a: Point, b: Point, step: float) -> Point:
    """The point `step` before b on the way from a."""
    length = math.dist(a, b) or 1
    return (b[0] - (b[0] - a[0]) * step / length, b[1] - (b[1] - a[1]) * step / length)


def arrow(
    c: Canvas,
    at: list[Point],
    *,
    colour: str = INK,
    width: float = 0.7,
    size: float = 2.4,
    gated: bool = False,
    casing: bool = False,
    both: bool = False,
    radius: float = 2.0,
) -> None:
    """A route with a head at its end, or at both; `gated` is thin, dashed and hollow: only under a
    condition.
    """
    if gated:
        colour, width, size = FAINT, min(width, 0.45), min(size, 2.1)
    ends = [(at[-2], at[-1])] + ([(at[1], at[0])] if both else [])
    last = toward(at[-2], at[-1], size * 0.8)
    first = toward(at[1], at[0], size * 0.8) if both else at[0]
    d = route([first, *at[1:-1], last], radius)
    if casing:
        c.path(d, stroke=PAPER, stroke_width=width + 1.4)
    c.path(d, stroke=colour, stroke_width=width, stroke_dasharray="0.85 0.6" if gated else None)
    for (x1, y1), (x2, y2) in ends:
        head(c, x2, y2, math.atan2(y2 - y1, x2 - x1), size, colour, 0.27 if gated else 0)


def rail(c: Canvas, at: list[Point], colour: str, arrowed: bool = True, gated: bool = False) -> None:
    """Shots of a flipper: colour between two ink edges, so that yellow shows on white and in a grey print."""
    size = 3.0
    end = toward(at[-2], at[-1], size * 0.8) if arrowed else at[-1]
    d = route([*at[:-1], end], 3)
    if arrowed:
        (x1, y1), (x2, y2) = at[-2], at[-1]
        head(c, x2, y2, math.atan2(y2 - y1, x2 - x1), size, INK, 0.4 if gated else 0)
    c.path(d, stroke=INK, stroke_width=1.5)
    c.path(d, stroke=colour_of(colour).strong, stroke_width=0.95, stroke_dasharray="1.6 1" if gated else None)
