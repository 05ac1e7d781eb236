"""A list of boxes by few names: the whole table, zones, sets, features, kinds of feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.ir.model import Program
from sspdsl.words.english import article, listed, plain_name, plural
from sspdsl.words.markdown import escaped

if TYPE_CHECKING:
    from sspdsl.words.names import Names

WHOLE = "the whole table"
FEW = 3  # Names that are easily read where a list could also be said as "all but".


class Groups:
    """Named groups of boxes, larger ones first."""

    def __init__(self, program: Program, names: Names) -> None:
        self.program = program
        self.names = names
        self.all = frozenset(range(len(program.boxes)))
        self.single: dict[str, str] = {}  # Kinds of feature with one box each, by the name of them all.
        self.ranked = self._groups()
        self.known: dict[tuple[tuple[int, ...], str], str] = {}

    def named(self, boxes: tuple[int, ...], last: str) -> str:
        """These boxes in words, as in `Duckies and the flippers`, or `the whole table but for Duckies`."""
        key = (boxes, last)
        if key not in self.known:
            self.known[key] = self._named(frozenset(boxes), last)
        return self.known[key]

    def one_of(self, boxes: tuple[int, ...]) -> str:
        """One of these boxes: `a box of Duckies`, `an outlane`, `box *a* or *b* of Row 4`, `any box`."""
        name = self.named(boxes, "or")
        if name == WHOLE:
            return "any box"
        if name.startswith(f"{WHOLE} but for "):
            return f"any box but those of {name.removeprefix(f'{WHOLE} but for ')}"
        if name in self.single:
            return article(self.single[name])
        if len(boxes) == 1 or name.startswith("box "):
            return name
        return "box " + name.removeprefix("boxes ") if name.startswith("boxes ") else f"a box of {name}"

    def parts(self, boxes: tuple[int, ...]) -> list[str]:
        """The names of which `named` makes a list."""
        return self._cover(frozenset(boxes))

    def _named(self, wanted: frozenset[int], last: str) -> str:
        if not wanted:
            return "no box"
        if wanted == self.all:
            return WHOLE
        direct = self._cover(wanted)
        if len(direct) > FEW:
            rest = self._cover(self.all - wanted)
            if len(rest) <= min(FEW, len(direct) - 2):
                return f"{WHOLE} but for {listed(rest)}"
        return listed(direct, last)

    def _cover(self, wanted: frozenset[int]) -> list[str]:
        left = set(wanted)
        found: list[tuple[int, str]] = []
        for boxes, name in self.ranked:
            if len(boxes) <= len(left) and boxes <= left:
                left -= boxes
                found.append((min(boxes), name))
                if not left:
                    break
        by_feature: dict[int, list[int]] = {}
        for box in sorted(left):
            by_feature.setdefault(self.program.boxes[box].feature, []).append(box)
        for feature, members in by_feature.items():
            marks = list(dict.fromkeys(self.names.box_mark(self.program.boxes[box]) for box in members))
            noun = "box" if len(members) == 1 else "boxes"
            found.append((members[0], f"{noun} {listed(marks)} of {self.names.feature(feature)}"))
        return [name for _, name in sorted(found)]

    def _groups(self) -> list[tuple[frozenset[int], str]]:
        program = self.program
        groups: dict[frozenset[int], str] = {}

        def add(boxes: frozenset[int], name: str) -> None:
            if boxes:
                groups.setdefault(boxes, name)

        for number, feature in enumerate(program.features):
            add(frozenset(feature.boxes), self.names.feature(number))
        for number, group in enumerate(program.sets):
            if not group.cells:
                add(frozenset(group.boxes), self.names.set(number))
        for number, zone in enumerate(program.zones):
            boxes = frozenset(b for f in zone.features for b in program.features[f].boxes)
            add(boxes, f"the zone {self.names.zone(number)}")
        for kind in sorted({kind for feature in program.features for kind in feature.kinds}):
            alike = [feature for feature in program.features if kind in feature.kinds]
            boxes = frozenset(b for feature in alike for b in feature.boxes)
            noun = escaped(plain_name(kind))
            if len(boxes) == len(alike) > 1:
                self.single[f"the {plural(noun)}"] = noun
            add(boxes, f"the {plural(noun)}")
        if len(program.boards) > 1:
            for board in program.boards:
                boxes = frozenset(
                    b
                    for z in board.zones
                    for f in program.zones[z].features
                    for b in program.features[f].boxes
                )
                add(boxes, f"all of {escaped(board.title or plain_name(board.name))}")
        return sorted(groups.items(), key=lambda each: (-len(each[0]), sorted(each[0])))
