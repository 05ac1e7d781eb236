"""Places on the page: a spot is a block of one or more features with its boxes, captions and rings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sspdsl.draw.canvas import shorten, text_width
from sspdsl.draw.links import Link
from sspdsl.draw.marks import PLAIN, Point
from sspdsl.draw.values import worth
from sspdsl.ir.model import BoxDef, FeatureDef, Program

NAME_MAX = 60.0  # A longer name is cut; its full text stays in the title of the group.


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes in mm. A smaller picture is laid out again with another style, never scaled: text keeps its
    size.
    """

    box: float = 7
    gap: float = 1.7
    name: float = 3.2  # Font size of a feature's name.
    note: float = 2.5  # Font size of small print; 0 leaves it out, and conditions with it.
    pad: float = 3
    band_gap: float = 3
    tab: float = 6.5  # Width of a zone's name tab.
    ring_gap: float = 1.45  # Distance between neighbouring rings, in boxes.
    web_gap: float = 0.9  # Distance between boxes that lines join, in boxes.
    bead: float = 1.04  # Smallest radius of a bumper, in boxes; more where its boxes wear halos.
    under: float = 0  # Extra room between a caption and its boxes.
    skirt: float = 0  # Room under the flippers.
    foot: float = 0  # Room under a row where no street runs.


@dataclass(frozen=True, slots=True)
class BoxSpot:
    box: int
    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> Point:
        return (self.x + self.w / 2, self.y + self.h / 2)


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text, the middle of its capitals at y, with the badges of colours before it."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    badges: tuple[str, ...] = ()
    locked: bool = False
    endless: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A feature drawn as a ring with its boxes as beads."""

    feature: int
    x: float
    y: float
    r: float
    label: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A block with a place. `shape` is bank, ladder, wheel, cluster, flipper, lane or pill.

    `port` is where routes meet its lower edge, from x to x. `inner` are links drawn inside it, `nodes` the
    places of positions they join: x, y, and half the width and height.
    """

    features: tuple[int, ...]
    shape: str
    x: float = 0
    y: float = 0
    w: float = 0
    h: float = 0
    boxes: tuple[BoxSpot, ...] = ()
    captions: tuple[Caption, ...] = ()
    rings: tuple[Ring, ...] = ()
    nodes: Mapping[int, tuple[float, float, float, float]] = field(default_factory=dict)
    inner: tuple[Link, ...] = ()
    port: tuple[float, float] = (0, 0)
    middle: Point | None = None  # Where the condition of its gated arrows stands.
    left: bool = True  # Of a flipper or lane: on the left half.
    row: int = 0
    entry: bool = False  # Room at the right side for an arrow from above.

    @property
    def framed(self) -> bool:
        """A frame is drawn around it, for an arrow that ends at it may end at any of its boxes."""
        return self.shape in ("cluster", "bumper", "wheel")

    def moved(self, dx: float, dy: float) -> Spot:
        return replace(
            self,
            x=self.x + dx,
            y=self.y + dy,
            boxes=tuple(replace(b, x=b.x + dx, y=b.y + dy) for b in self.boxes),
            captions=tuple(replace(c, x=c.x + dx, y=c.y + dy) for c in self.captions),
            rings=tuple(replace(r, x=r.x + dx, y=r.y + dy) for r in self.rings),
            nodes={k: (x + dx, y + dy, w, h) for k, (x, y, w, h) in self.nodes.items()},
            port=(self.port[0] + dx, self.port[1] + dx),
            middle=(self.middle[0] + dx, self.middle[1] + dy) if self.middle else None,
        )


# ---------------------------------------------------------------- sizes of boxes


def box_width(program: Program, box: BoxDef, style: Style) -> float:
    """One face is a square; more faces stand side by side, from four on in two rows of small ones."""
    faces = len(box.faces)
    if faces <= 1:
        return style.box * (1.35 if not faces and worth(program, box, 0) else 1)
    if faces <= 3:
        return style.box * 0.81 * faces
    return style.box * (0.56 * min((faces + 1) // 2, 6) + 0.12)


def badges_of(f: FeatureDef, program: Program) -> tuple[str, ...]:
    """Colours said once beside the name: those of the feature, unless its boxes differ and say it
    themselves.
    """
    if mixed(f, program):
        return ()
    colours = f.colours or tuple(dict.fromkeys(program.boxes[b].colour for b in f.boxes))
    return tuple(c for c in colours if c not in PLAIN)[:4]


def mixed(f: FeatureDef, program: Program) -> bool:
    return len({program.boxes[b].colour for b in f.boxes}) > 1


def title_of(f: FeatureDef) -> str:
    return f.title.strip() or f.name.replace("_", " ")


# ---------------------------------------------------------------- captions


def name_width(f: FeatureDef, program: Program, style: Style) -> float:
    marks = len(badges_of(f, program)) + locked(f, program) + endless(f, program)
    return marks * style.name * 1.5 + text_width(
        shorten(title_of(f), style.name, NAME_MAX, True), style.name, True
    )


def locked(f: FeatureDef, program: Program) -> bool:
    """Boxes that are open only at times."""
    return any(program.boxes[b].open is not None for b in f.boxes)


def endless(f: FeatureDef, program: Program) -> bool:
    """Boxes that are never filled."""
    return bool(f.boxes) and all(program.boxes[b].line == "never" for b in f.boxes)


def caption(
    f: FeatureDef, program: Program, style: Style, notes: tuple[str, ...] = (), x: float = 0, y: float = 0
) -> tuple[tuple[Caption, ...], float]:
    """Name and notes from (x, y) downwards; also the height they take."""
    text = shorten(title_of(f), style.name, NAME_MAX, True)
    lines = [
        Caption(
            x,
            y + style.name * 0.7,
            text,
            style.name,
            True,
            badges_of(f, program),
            locked(f, program),
            endless(f, program),
        )
    ]
    top, y = y, y + style.name * 1.5
    for note in notes if style.note else ():
        lines.append(Caption(x, y + style.note * 0.6, shorten(note, style.note, NAME_MAX), style.note))
        y += style.note * 1.4
    return tuple(lines), y - top + style.gap * 0.4 + style.under
