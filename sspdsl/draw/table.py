"""What there is to draw of a table: its zones in order, which feature leads to which, and under what words.

It reads the IR and knows nothing of sizes. A shape follows from the data of a feature (its kinds, whether it
is a sequence, the ways between its boxes), never from a name.
"""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.draw.links import BACK, GRAVITY, SHOT, UNSAID, Link, condition, read_links
from sspdsl.draw.values import in_words
from sspdsl.ir.model import FeatureDef, Program, ZoneDef


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
    whole: frozenset[int]  # Features whose boxes stand apart, but lead and are led to alike.
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
    gates: frozenset[int] = frozenset()  # Made-up features that stand for other boards.

    def box(self, position: int) -> int | None:
        """The single box that a position is, where boxes of its feature differ in where they lead."""
        here = self.program.positions[position]
        return None if here.feature in self.whole else here.box

    def feature(self, position: int) -> FeatureDef:
        return self.program.features[self.program.positions[position].feature]


def read_table(program: Program) -> Table:
    """Read a program of any shape; places that its tables do not list are passed over."""
    zones = _zones(program)
    board = {i: z.board for z in zones for i in z.features}
    order = {i: k for k, z in enumerate(zones) for i in z.features}
    links, whole, notes = read_links(program)
    falls = _falls(program, order, board)
    return Table(
        program=program,
        zones=zones,
        links=links,
        whole=whole,
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
            words = condition(program, way)
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
        words = condition(program, way)
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
