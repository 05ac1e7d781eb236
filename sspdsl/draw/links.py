"""Ways that are drawn one by one: from which place to which, under what words.

Ways between very many places are words. Boxes of a feature that all lead, and are all led to, alike are
one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sspdsl.draw.values import in_words, moved_to
from sspdsl.graph.words import words_of
from sspdsl.ir.model import Program, WayDef

GRAVITY, SHOT, BACK, ARROW, LINE = "fall", "shot", "fall_back", "arrow", "line"
UNSAID = "a condition holds"
LONGEST = 160  # Letters of a condition; a longer one helps nobody.
LONGEST_OWN = 60  # Of one that is put in words here, since the table has none for it.
MANY = 48  # A way between more pairs of places than this is said in words, not drawn.
MOST = 1000  # Pairs of boxes that are looked at to find out.


@dataclass(frozen=True, slots=True)
class Link:
    """A way from one place to another, drawn as an arrow or as a line.

    `boxes` are the boxes at the target that it leads to, if not all of them. `words` are its
    condition, what it passes through, and its name if the pin gives it one; `gated` says that it
    has a condition.
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
class _Sort:
    """What two ways must share to be one link."""

    name: str
    words: str
    gated: bool
    through: tuple[int, ...]


Raw = dict[tuple[int, int], tuple[int, ...]]  # From, to: the boxes that it leads to.


def read_links(program: Program) -> tuple[tuple[Link, ...], frozenset[int], list[str]]:
    """Links, the features whose boxes are one place for them, and ways that are only said."""
    groups, notes = _groups(program)
    whole = _whole(program, [(s, t, sort) for sort, _, raw in groups for s, t in raw])
    first: dict[int, int] = {}
    for k, p in enumerate(program.positions):
        first.setdefault(p.feature, k)
    place = [first[p.feature] if p.feature in whole else k for k, p in enumerate(program.positions)]
    held: dict[int, set[int]] = {}
    for number, box in enumerate(program.boxes):
        held.setdefault(place[box.position], set()).add(number)
    joined: dict[tuple[int, int, _Sort], set[int]] = {}
    for sort, ways, raw in groups:
        if len({(place[s], place[t]) for s, t in raw}) > MANY:
            notes.append(_say(program, ways))
            continue
        for (s, t), boxes in raw.items():
            joined.setdefault((place[s], place[t], sort), set()).update(boxes)
    found: dict[tuple[int, int, _Sort], Link] = {}
    for (s, t, sort), led in joined.items():
        some = tuple(sorted(led)) if led < held.get(t, set()) else ()
        back = (t, s, sort)
        if back in found and s != t and not some and not found[back].boxes:
            found[back] = Link(t, s, (), sort.name, sort.words, sort.gated, True, sort.through)
        else:
            both = sort.name == LINE
            found[s, t, sort] = Link(s, t, some, sort.name, sort.words, sort.gated, both, sort.through)
    carried = (
        Link(place[s], place[t], (), "carried", w, bool(w), False, ()) for s, t, w in _carried(program)
    )
    return (*found.values(), *dict.fromkeys(carried)), whole, notes


def _groups(program: Program) -> tuple[list[tuple[_Sort, list[WayDef], Raw]], list[str]]:
    """Ways that are said together: each arrow and line alone, ways that the pin names by their name."""
    ways: dict[tuple[_Sort, int], list[WayDef]] = {}
    for n, way in enumerate(program.ways):
        if way.name not in (GRAVITY, SHOT, BACK) and way.steps is None:
            named = way.name not in (ARROW, LINE)
            words = condition(program, way)
            said = words + "".join(f" through {name_of(program, f)}" for f in way.through)
            if named:
                how = ", at times" if words == UNSAID else f" while {words}" if words else ""
                said = way.name.replace("_", " ") + how + said[len(words) :]
            sort = _Sort(way.name, said.strip(), way.guard is not None, way.through)
            ways.setdefault((sort, -1 if named else n), []).append(way)
    found, notes = [], []
    for (sort, _), same in ways.items():
        if sum(len(w.sources) * len(w.targets) for w in same) > MOST:
            notes.append(_say(program, same))
            continue
        raw: Raw = {}
        for way in same:
            for s in way.sources:
                for b in way.targets:
                    ends = (s, program.boxes[b].position)
                    raw[ends] = (*raw.get(ends, ()), b)
        found.append((sort, same, raw))
    return found, notes


def _whole(program: Program, raw: Iterable[tuple[int, int, _Sort]]) -> frozenset[int]:
    """Features with several positions whose boxes all lead, and are all led to, alike."""
    apart: dict[int, list[int]] = {}
    for k, p in enumerate(program.positions):
        if p.box is not None:
            apart.setdefault(p.feature, []).append(k)
    ends: dict[int, set[tuple[int, bool, _Sort]]] = {}
    inner: dict[int, dict[_Sort, set[tuple[int, int]]]] = {}
    for s, t, sort in raw:
        f, g = program.positions[s].feature, program.positions[t].feature
        if f == g:
            if s != t:
                inner.setdefault(f, {}).setdefault(sort, set()).add((s, t))
        else:
            ends.setdefault(s, set()).add((t, True, sort))
            ends.setdefault(t, set()).add((s, False, sort))
    found = set()
    for f, own in apart.items():
        n = len(own)
        if n < 2 or n != len(program.features[f].boxes):
            continue
        single = set(own)
        full = all(
            len({(a, b) for a, b in pairs if a in single and b in single}) in (0, n * (n - 1))
            for pairs in inner.get(f, {}).values()
        )
        alike = all(ends.get(k, set()) == ends.get(own[0], set()) for k in own)
        if full and alike and (f in inner or own[0] in ends):
            found.add(f)
    return frozenset(found)


def _carried(program: Program) -> Iterator[tuple[int, int, str]]:
    """Where a rule on a hit always moves the ball: an inlane to its flipper."""
    for rule in program.rules:
        if rule.event.kind != "hit":
            continue
        for box in rule.event.subjects:
            for position in moved_to(program, rule.body, box):
                source = program.boxes[box].position
                if 0 <= position < len(program.positions) and position != source:
                    yield source, position, "at times" if rule.guard is not None else ""


# ---------------------------------------------------------------- words


def condition(program: Program, way: WayDef) -> str:
    """The condition of a way in words, "" if it has none."""
    if way.guard is None:
        return ""
    derived = "" if way.words else words_of(program, way.guard)
    said = way.words if len(way.words) <= LONGEST else ""
    return in_words(program, said or (derived if len(derived) <= LONGEST_OWN else "")) or UNSAID


def name_of(program: Program, feature: int) -> str:
    f = program.features[feature]
    return f.title.strip() or f.name.replace("_", " ")


def _say(program: Program, ways: list[WayDef]) -> str:
    """Ways between many places, in words."""
    sources = list(dict.fromkeys(program.positions[s].feature for w in ways for s in w.sources))
    targets = list(dict.fromkeys(program.boxes[b].feature for w in ways for b in w.targets))
    sides = [
        name_of(program, side[0]) if len(side) == 1 else f"{len(side)} places"
        for side in (sources, targets)
        if side
    ]
    words = f" while {condition(program, ways[0])}" if ways[0].guard is not None else ""
    return f"{ways[0].name.replace('_', ' ')}: from {' to '.join(sides)}{words}"
