"""What there is to draw of a table: its zones in order, which feature leads to which, and under what words.

It reads the IR and knows nothing of sizes. A shape follows from the data of a feature (its kinds, whether it
is a sequence, the ways between its boxes), never from a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.draw.values import in_words, moved_to
from sspdsl.ir.model import FeatureDef, Program, WayDef, ZoneDef

GRAVITY, SHOT, BACK, LINE = "fall", "shot", "fall_back", "line"
UNSAID = "a condition holds"
MANY = 48  # A way between more pairs of places than this is said in words, not drawn.


@dataclass(frozen=True, slots=True)
class Link:
    """A way from one place to another, drawn as an arrow or as a line.

    `boxes` are the boxes at the target that it leads to, if not all of them. `words` are its
    condition; `gated` says that it has one.
    """

    source: int  # A position.
    target: int  # A position.
    boxes: tuple[int, ...]
    name: str
    words: str
    gated: bool
    both: bool
    through: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shots:
    """What one flipper hits: (feature, condition in words or "" for always), and wider shots in words."""

    flipper: int
    targets: tuple[tuple[int, str], ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A program, read for drawing."""

    program: Program
    zones: tuple[ZoneDef, ...]  # In order from top to bottom, board after board; the last may be made up.
    links: tuple[Link, ...]
    shots: tuple[Shots, ...]
    steps: dict[
        int, tuple[int, ...]
    ]  # Feature to the boxes, in order, of its ring on which the die is a distance.
    roofs: frozenset[int]  # Features no ball falls into, though other places of the zone are fallen into.
    falls: tuple[
        tuple[int, bool, tuple[str, ...]], ...
    ]  # (board, upwards, conditions) for each direction of fall.
    falls_back: frozenset[int]  # Zones in which a ball on a flipper may fall back.
    notes: tuple[str, ...]  # Ways that are said in words only.

    def feature(self, position: int) -> FeatureDef:
        return self.program.features[self.program.positions[position].feature]


def read_table(program: Program) -> Table:
    """Read a program of any shape; places that its tables do not list are passed over."""
    zones = _zones(program)
    board = {i: z.board for z in zones for i in z.features}
    order = {i: k for k, z in enumerate(zones) for i in z.features}
    links, notes = _links(program)
    falls = _falls(program, order, board)
    return Table(
        program=program,
        zones=zones,
        links=links,
        shots=_shots(program, order),
        steps=_steps(program),
        roofs=_roofs(program, order, board),
        falls=falls,
        falls_back=frozenset(
            order[_at(program, s)]
            for w in program.ways
            if w.name == BACK
            for s in w.sources
            if _at(program, s) in order
        ),
        notes=tuple(notes),
    )


def _at(program: Program, position: int) -> int:
    return program.positions[position].feature


def _zones(program: Program) -> tuple[ZoneDef, ...]:
    """Zones in the order of the boards; features that no zone lists stand together in a last one."""
    order = [i for b in program.boards for i in b.zones]
    order += [i for i in range(len(program.zones)) if i not in set(order)]
    zones = [program.zones[i] for i in order]
    listed = {i for z in zones for i in z.features}
    rest = tuple(i for i in range(len(program.features)) if i not in listed)
    if rest:
        zones.append(ZoneDef("", "", -1, rest, None))
    return tuple(zones)


def _pairs(program: Program, way: WayDef) -> dict[tuple[int, int], tuple[int, ...]]:
    """From position, to position: the boxes there."""
    at: dict[int, list[int]] = {}
    for box in way.targets:
        at.setdefault(program.boxes[box].position, []).append(box)
    return {(s, t): tuple(boxes) for s in way.sources for t, boxes in at.items()}


def _links(program: Program) -> tuple[tuple[Link, ...], list[str]]:
    held: dict[int, int] = {}  # How many boxes a position stands for.
    for box in program.boxes:
        held[box.position] = held.get(box.position, 0) + 1
    found: dict[tuple[int, int, str, str], Link] = {}
    notes = []
    for way in program.ways:
        if way.name in (GRAVITY, SHOT, BACK) or way.steps is not None:
            continue
        pairs = _pairs(program, way)
        if len(pairs) > MANY:
            notes.append(_say(program, way))
            continue
        for (source, target), boxes in pairs.items():
            some = boxes if len(boxes) < held[target] else ()
            gated = way.guard is not None
            words = _condition(program, way)
            words += "".join(f" through {_name(program, f)}" for f in way.through)
            there, back = (source, target, way.name, words), (target, source, way.name, words)
            if back in found and source != target and not some and not found[back].boxes:
                old = found[back]
                found[back] = Link(old.source, old.target, (), old.name, words, gated, True, way.through)
            elif there not in found:
                found[there] = Link(
                    source, target, some, way.name, words, gated, way.name == LINE, way.through
                )
    links = list(found.values()) + list(_carried(program))
    return tuple(links), notes


def _carried(program: Program) -> Iterator[Link]:
    """Where a rule on a hit always moves the ball: an inlane to its flipper."""
    for rule in program.rules:
        if rule.event.kind != "hit":
            continue
        for box in rule.event.subjects:
            for position in moved_to(program, rule.body, box):
                source = program.boxes[box].position
                if 0 <= position < len(program.positions) and position != source:
                    gated = rule.guard is not None
                    yield Link(source, position, (), "carried", "at times" if gated else "", gated, False, ())


def _condition(program: Program, way: WayDef) -> str:
    """The condition of a way in words, "" if it has none."""
    return "" if way.guard is None else in_words(program, way.words) or UNSAID


def _name(program: Program, feature: int) -> str:
    f = program.features[feature]
    return f.title.strip() or f.name.replace("_", " ")


def _say(program: Program, way: WayDef) -> str:
    """A way between many places, in words."""
    sources = list(dict.fromkeys(_at(program, s) for s in way.sources))
    targets = list(dict.fromkeys(program.boxes[b].feature for b in way.targets))
    sides = [
        _name(program, side[0]) if len(side) == 1 else f"{len(side)} places"
        for side in (sources, targets)
        if side
    ]
    words = f" while {_condition(program, way)}" if way.guard is not None else ""
    return f"{way.name.replace('_', ' ')}: from {' to '.join(sides)}{words}"


def _shots(program: Program, order: dict[int, int]) -> tuple[Shots, ...]:
    """Shots by flipper. A shot widened by a condition of `hits` is words on the rail, not more lines."""
    sources = list(dict.fromkeys(_at(program, s) for w in program.ways if w.name == SHOT for s in w.sources))
    found = []
    for flipper in sources:
        wider = [h for h in program.features[flipper].hits if h.guard is not None]
        targets: dict[int, str | None] = {}
        for way in (w for w in program.ways if w.name == SHOT):
            if all(_at(program, s) != flipper for s in way.sources):
                continue
            words = _condition(program, way)
            if words and any(h.words == way.words for h in wider):
                continue
            for feature in dict.fromkeys(program.boxes[b].feature for b in way.targets):
                if targets.get(feature) != "":
                    targets[feature] = words
        also = tuple(
            f"{' and '.join(h.colours) if h.colours and 'any' not in h.colours else 'every colour'}"
            f" while {in_words(program, h.words) or UNSAID}"
            for h in wider
        )
        listed = sorted(targets, key=lambda f: (order.get(f, 0), f))
        found.append(Shots(flipper, tuple((f, targets[f] or "") for f in listed), also))
    return tuple(found)


def _steps(program: Program) -> dict[int, tuple[int, ...]]:
    """Rings on which the die is a distance: features joined by ways that count steps, three boxes or more."""
    joined: dict[int, set[int]] = {}
    following: dict[int, int] = {}
    for way in (w for w in program.ways if w.steps is not None):
        ends = {program.boxes[b].feature for b in way.targets}
        group = set(ends).union(*(joined.get(f, ()) for f in ends))
        for s in way.sources:
            group |= {_at(program, s)} | joined.get(_at(program, s), set())
            box = program.positions[s].box
            if way.steps == 1 and box is not None and way.targets:
                following.setdefault(box, way.targets[0])
        for f in group:
            joined[f] = group
    rings = {}
    for f, group in joined.items():
        own = tuple(b for g in sorted(group) for b in program.features[g].boxes)
        if len(own) >= 3 and any(b in following for b in own):
            rings[f] = _around(program, own, following)
    return rings


def _around(program: Program, own: tuple[int, ...], following: dict[int, int]) -> tuple[int, ...]:
    """Boxes in the order of single steps, from the one that is never filled; else in their own order."""
    order = [next((b for b in own if program.boxes[b].line == "never"), own[0])]
    while (after := following.get(order[-1], order[0])) not in order:
        order.append(after)
    return tuple(order) if set(order) == set(own) else own


def _falls(
    program: Program, order: dict[int, int], board: dict[int, int]
) -> tuple[tuple[int, bool, tuple[str, ...]], ...]:
    found: dict[tuple[int, bool], dict[str, None]] = {}
    for way in (w for w in program.ways if w.name == GRAVITY):
        words = _condition(program, way)
        ends = [order[program.boxes[b].feature] for b in way.targets if program.boxes[b].feature in order]
        for s in dict.fromkeys(_at(program, s) for s in way.sources):
            if s in order and ends and min(ends) < order[s]:
                found.setdefault((board[s], True), {})[words] = None
            if s in order and ends and max(ends) > order[s]:
                found.setdefault((board[s], False), {})[words] = None
    return tuple((b, up, () if "" in words else tuple(words)) for (b, up), words in sorted(found.items()))


def _roofs(program: Program, order: dict[int, int], board: dict[int, int]) -> frozenset[int]:
    """Features below a place that balls fall from, which no fall leads into."""
    entered: set[int] = set()
    highest: dict[int, int] = {}
    for way in (w for w in program.ways if w.name == GRAVITY):
        entered |= {program.boxes[b].feature for b in way.targets}
        for s in (_at(program, s) for s in way.sources):
            if s in order:
                highest[board[s]] = min(highest.get(board[s], order[s]), order[s])
    return frozenset(
        f
        for f, k in order.items()
        if f not in entered and k > highest.get(board[f], k) and program.features[f].boxes
    )
