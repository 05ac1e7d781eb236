"""What stands under a move graph: the legend of what occurs in it, conditions by number, and ways said
in words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, shorten, text_width, wrap
from sspdsl.draw.paint import Keys

SIZE, STEP = 2.6, 6.2
# In the order in which they are listed.
WORDS = {
    "solid": "erased when its set is complete",
    "dashed": "erased at the end of the round",
    "double": "never erased",
    "until": "erased by a rule of its own",
    "start": "where a track or counter starts",
    "endless": "a bonus that can be taken again and again",
    "never": "never filled: can be hit again and again",
    "slots": "a face written during play",
    "filled": "filled",
    "arrow": "may be used always",
    "gated": "only while a condition holds",
    "line": "a line joins boxes both ways",
    "rail": "shot: what this flipper hits",
    "rail gated": "shot only while a condition holds",
    "roof": "cannot be reached by falling",
    "edge": "an arrow to the edge of a zone leads to any of its boxes",
    "frame": "an arrow here leads to any of these",
    "lock": "open only at times",
    "tag": "the condition with this number, below",
    "badge": "colour of faces: no letter is white",
}
PICTURE = 10.0  # Width of the small picture before the words.


def draw_legend(
    c: Canvas, occurs: Collection[str], colours: Sequence[str], x: float, y: float, w: float
) -> float:
    """Rows in columns, filled downwards; returns the y below them."""
    rows = [k for k in WORDS if k in occurs]
    if not rows:
        return y
    wide = max(PICTURE + text_width(WORDS[k], SIZE) for k in rows) + 5
    columns = max(1, min(int((w + 5) // wide), 4, len(rows)))
    tall = -(-len(rows) // columns)
    c.line(x, y, x + w, y, stroke=m.RULE, stroke_width=0.3)
    with c.group("legend", "legend", "Legend"):
        for i, kind in enumerate(rows):
            left, cy = x + (i // tall) * w / columns, y + 5 + (i % tall) * STEP
            _picture(c, kind, left, cy, list(colours))
            c.text(left + PICTURE, cy, WORDS[kind], SIZE)
    return y + 5 + tall * STEP


def _picture(c: Canvas, kind: str, x: float, y: float, colours: list[str]) -> None:
    match kind:
        case "start":
            m.outline(c, x + 1.5, y - 2.2, 4.4, 4.4, "double")
            m.corner(c, x + 1.5, y - 2.2, 2.2)
        case "solid" | "dashed" | "double" | "until":
            m.outline(c, x + 1.5, y - 2.2, 4.4, 4.4, kind)
        case "never" | "endless":
            m.infinity(c, x + 4, y, 4.4)
        case "slots":
            m.outline(c, x + 1.5, y - 2.2, 4.4, 4.4, "solid")
            c.line(x + 2.6, y + 1.05, x + 4.8, y + 1.05, stroke=m.FAINT, stroke_width=0.3)
        case "filled":
            m.outline(c, x + 1.5, y - 2.2, 4.4, 4.4, "solid")
            m.cross(c, x + 1.5, y - 2.2, 4.4, 4.4)
        case "arrow":
            m.arrow(c, [(x, y), (x + 8, y)], width=0.9, size=2.5)
        case "gated":
            m.arrow(c, [(x, y), (x + 8, y)], gated=True)
        case "line":
            c.line(x, y, x + 8, y, stroke=m.FAINT, stroke_width=0.6)
        case "rail" | "rail gated":
            colour = colours[0] if colours else "grey"
            m.rail(c, [(x, y), (x + 8, y)], colour, arrowed=False, gated=kind != "rail")
            m.badge(c, x + 4, y, 1.75, colour)
        case "roof":
            c.path(f"M{x:.3f},{y + 1.3:.3f}v-2.2h8v2.2", stroke=m.INK, stroke_width=0.9)
        case "frame":
            c.rect(x, y - 2.2, 8, 4.4, 1.4, fill="#fbfaf7", stroke=m.RULE, stroke_width=0.35)
        case "edge":
            m.arrow(c, [(x + 4, y - 2.6), (x + 4, y + 0.4)], width=0.7, size=2)
            c.rect(x, y + 0.4, 8, 2, 0.6, fill="#dfe3ea")
        case "lock":
            m.lock(c, x + 4, y, 1.6)
        case "tag":
            m.tag(c, x + 4, y, "1")
        case _:
            for i, name in enumerate(colours[:2]):
                m.badge(c, x + 1.9 + 4.2 * i, y, 1.75, name)


def draw_foot(c: Canvas, keys: Keys, said: list[str], x: float, y: float, w: float) -> float:
    """Conditions by number, then what is said in words only; returns the y below."""
    for words, number in keys.words.items():
        lines = wrap(words, SIZE, w - PICTURE, most=4)
        m.tag(c, x + 4, y, str(number))
        for i, line in enumerate(lines):
            c.text(x + PICTURE, y + i * 3.7, line, SIZE)
        y += max(len(lines) * 3.7 + 1, 4.6)
    if said:
        c.text(x, y, "Also:", SIZE, bold=True)
    for text in said[:40]:
        c.text(x + PICTURE, y, shorten(text, SIZE, w - PICTURE), SIZE)
        y += 4
    if len(said) > 40:
        c.text(x + PICTURE, y, f"and {len(said) - 40} more", SIZE, fill=m.FAINT)
        y += 4
    return y
