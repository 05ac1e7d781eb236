"""The move graph: where a ball can be, which boxes there are, which ways lead from place to box.

Ways stay in blocks (every source to every target), so a table of ten thousand boxes stays linear;
`sspdsl.graph.walk` unfolds them. All references are indices into the lists of the graph.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphBoard:
    name: str
    title: str
    zones: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraphZone:
    """A band of the table, top to bottom in the order of its board."""

    name: str
    title: str
    board: int
    features: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraphHits:
    """The colours a shot from a flipper reaches (`any`: all), and while what."""

    colours: tuple[str, ...]
    while_words: str


@dataclass(frozen=True, slots=True)
class GraphFeature:
    name: str
    title: str
    kind: str
    kinds: tuple[str, ...]
    zone: int
    colours: tuple[str, ...]
    boxes: tuple[int, ...]
    sequence: bool
    reached_by: tuple[str, ...]
    hits: tuple[GraphHits, ...]
    beside: tuple[int, ...]
    passed: str


@dataclass(frozen=True, slots=True)
class GraphBox:
    """`faces` are printed, `written` says what else it shows (a slot). `stars`, `open_words` are words."""

    name: str
    label: str
    feature: int
    position: int
    faces: tuple[int, ...]
    written: tuple[str, ...]
    colour: str
    line: str
    stars: str
    open_words: str
    drains: bool


@dataclass(frozen=True, slots=True)
class GraphPosition:
    """Where a ball can rest: a feature, or one box of it."""

    name: str
    feature: int
    box: int | None


@dataclass(frozen=True, slots=True)
class GraphWay:
    """A block of edges: from each source position to each target box that shows the die.

    `guarded` and `words`: only while this holds. `steps`: only with this die. `bans` are the
    numbers of the bans that speak of this block.
    """

    name: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    guarded: bool
    words: str
    through: tuple[int, ...]
    steps: int | None
    both: bool
    bans: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraphBan:
    """While the words hold no move leads from these positions to these boxes by these ways ((): any)."""

    ways: tuple[str, ...]
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    words: str


@dataclass(frozen=True, slots=True)
class GraphSet:
    """Boxes, and indicators by name, that are completed together; `pays` are the bonus lists it leads to."""

    name: str
    title: str
    boxes: tuple[int, ...]
    cells: tuple[str, ...]
    erases: bool
    feature: int | None
    pays: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraphModifier:
    """Stars multiplied: from these boxes and sets (`all`: every source but those)."""

    name: str
    words: str
    factor: str
    all: bool
    boxes: tuple[int, ...]
    sets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """An entry of a bonus list. `once`: it can be used up."""

    name: str
    title: str
    once: bool
    if_words: str


@dataclass(frozen=True, slots=True)
class GraphBonuses:
    """A list the player takes one entry of; `about` says what it is about, `owner` what leads to it."""

    about: str
    owner: str
    optional: bool
    entries: tuple[GraphEntry, ...]


@dataclass(frozen=True, slots=True)
class MoveGraph:
    name: str
    title: str
    book: str
    balls: int
    dice: int
    boards: tuple[GraphBoard, ...]
    zones: tuple[GraphZone, ...]
    features: tuple[GraphFeature, ...]
    boxes: tuple[GraphBox, ...]
    positions: tuple[GraphPosition, ...]
    ways: tuple[GraphWay, ...]
    bans: tuple[GraphBan, ...]
    sets: tuple[GraphSet, ...]
    modifiers: tuple[GraphModifier, ...]
    bonuses: tuple[GraphBonuses, ...]
