"""A small SVG writer in millimetres that remembers what it placed, so that a test can ask about it.

It knows lines, shapes and text, and nothing about pinball.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal

CAP, ASCENT, DESCENT = 0.688, 0.74, 0.21  # Of the font size: capitals, and the ink above and below a line.
UNKNOWN = 1.25  # Width, in font sizes, of a character that the table does not know: none overflows.
INK = "#1b1b24"
Anchor = Literal["start", "middle", "end"]
Value = str | float | None


@dataclass(frozen=True, slots=True)
class Mark:
    """Something placed on the page: its kind, its id, its bounding box, and the id of what must contain
    it.
    """

    kind: str
    id: str
    x: float
    y: float
    w: float
    h: float
    inside: str = ""


@cache
def _widths(bold: bool) -> dict[str, float]:
    text = files("sspdsl.draw.fonts").joinpath("metrics.json").read_text("utf-8")
    runs: dict[str, str] = json.loads(text)["bold" if bold else "regular"]
    return {character: int(width) / 1000 for width, run in runs.items() for character in run}


def plain(text: str) -> str:
    """Any string as printable text: line ends become blanks, control and direction marks are dropped."""
    return "".join(c if c.isprintable() else " " if c in "\t\n\r" else "" for c in text)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in mm of a text that `plain` has seen."""
    table = _widths(bold)
    return sum(table.get(c, UNKNOWN) for c in text) * size


def shorten(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is wider than `width`."""
    text = plain(text)
    if text_width(text, size, bold) <= width:
        return text
    table, room, kept = _widths(bold), width / size - _widths(bold)["\u2026"], 0
    for c in text:
        room -= table.get(c, UNKNOWN)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "\u2026"


def wrap(text: str, size: float, width: float, bold: bool = False, most: int = 1000) -> list[str]:
    """At most `most` lines of at most `width`; a word too long on its own is cut, and so is the last line."""
    lines: list[str] = []
    words = plain(text).split()
    for i, word in enumerate(words):
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        elif len(lines) == most:
            lines[-1] = shorten(" ".join([lines[-1], *words[i:]]), size, width, bold)
            break
        else:
            lines.append(shorten(word, size, width, bold))
    return lines


def num(value: float) -> str:
    """A coordinate, rounded to a thousandth of a millimetre."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(*at: tuple[float, float]) -> str:
    """The path through these points."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in at)


def _attributes(attrs: dict[str, Value]) -> str:
    found = []
    for key, value in attrs.items():
        if value is not None:
            text = num(value) if isinstance(value, int | float) else escape(plain(value))
            found.append(f' {key.rstrip("_").replace("_", "-")}="{text}"')
    return "".join(found)


class Canvas:
    """Parts of a picture in drawing order, and what was placed where."""

    def __init__(self, title: str, desc: str) -> None:
        self.w, self.h = 0.0, 0.0
        self.title, self.desc, self.defs = title, desc, ""
        self.parts: list[str] = []
        self.marks: list[Mark] = []

    def note(self, kind: str, id: str, x: float, y: float, w: float, h: float, inside: str = "") -> None:
        self.marks.append(Mark(kind, id, x, y, w, h, inside))

    def add(self, tag: str, **attrs: Value) -> None:
        self.parts.append(f"<{tag}{_attributes(attrs)}/>")

    @contextmanager
    def group(self, id: str, cls: str, title: str, name: str | None = None, **attrs: Value) -> Iterator[None]:
        """A `<g>` that stands for a thing: an id made from its index, its name, and its full title."""
        every: dict[str, Value] = {"id": id or None, "class": cls, "data-name": name, **attrs}
        self.parts.append(f"<g{_attributes(every)}><title>{escape(plain(title))}</title>")
        yield
        self.parts.append("</g>")

    def rect(self, x: float, y: float, w: float, h: float, r: float = 0, **attrs: Value) -> None:
        self.add("rect", x=x, y=y, width=w, height=h, rx=r or None, **attrs)

    def circle(self, x: float, y: float, r: float, **attrs: Value) -> None:
        self.add("circle", cx=x, cy=y, r=r, **attrs)

    def line(self, x1: float, y1: float, x2: float, y2: float, **attrs: Value) -> None:
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, **attrs)

    def path(self, d: str, **attrs: Value) -> None:
        d = re.sub(r"-?\d+\.\d+", lambda m: num(float(m[0])), d)
        self.add("path", d=d, **{"fill": "none", **attrs})

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        fill: str = INK,
        inside: str = "",
        turn: int = 0,
        kind: str = "text",
    ) -> None:
        """`y` is the middle of the capitals. The text is remembered with its ink box."""
        text = plain(text)
        if not text.strip():
            return
        width, base = text_width(text, size, bold), y + size * CAP / 2
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        if turn:
            self.note(kind, text, x - size * 0.5, y - width / 2, size, width, inside)
        else:
            self.note(kind, text, left, base - size * ASCENT, width, size * (ASCENT + DESCENT), inside)
        attrs: dict[str, Value] = {"x": x, "y": base, "font-size": size, "fill": fill}
        if turn:
            attrs["transform"] = f"rotate({turn} {num(x)} {num(y)})"
        if bold:
            attrs["font-weight"] = "700"
        if anchor != "start":
            attrs["text-anchor"] = anchor
        self.parts.append(f"<text{_attributes(attrs)}>{escape(text)}</text>")

    def take(self, part: Canvas) -> None:
        """All of another picture, where it stands."""
        self.parts += part.parts
        self.marks += part.marks

    def place(self, part: Canvas, x: float, y: float, prefix: str = "", alone: tuple[str, ...] = ()) -> None:
        """Another picture with its corner at (x, y), and what it remembers; `prefix` goes before its ids
        but those that begin like one of `alone`.
        """

        def named(ident: str) -> str:
            return ident if ident.startswith(alone) or not ident else prefix + ident

        self.parts.append(f'<g transform="translate({num(x)} {num(y)})">')
        self.parts += [
            re.sub(r'^<g id="([^"]*)"', lambda found: f'<g id="{named(found[1])}"', p) for p in part.parts
        ]
        self.parts.append("</g>")
        for k in part.marks:
            ident = named(k.id) if k.kind in ("zone", "card", "box", "rail") else k.id
            self.note(k.kind, ident, x + k.x, y + k.y, k.w, k.h, named(k.inside))

    def svg(self) -> str:
        w, h = num(self.w), num(self.h)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}" '
            'role="img" aria-labelledby="title desc" font-family="Liberation Sans, DejaVu Sans">\n'
            f'<title id="title">{escape(plain(self.title))}</title>\n'
            f'<desc id="desc">{escape(plain(self.desc))}</desc>\n'
            + (f"<defs>{self.defs}</defs>\n" if self.defs else "")
            + f'<rect width="{w}" height="{h}" fill="#ffffff"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )
