"""Tables with zones and features, built by hand, for tests of drawings: geometry only, no rules of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from sspdsl.ir import terms as t
from sspdsl.ir.model import (
    BoardDef,
    BoxDef,
    CellDef,
    EventPattern,
    FeatureDef,
    HitsDef,
    PositionDef,
    Program,
    RuleDef,
    SetDef,
    WayDef,
    ZoneDef,
)

Faces = Sequence[Sequence[int]]


@dataclass
class Board:
    """Features are added to the latest zone; `program` adds the falls and shots that every table has."""

    name: str = "toy"
    title: str = "Toy"
    boards: list[BoardDef] = field(default_factory=list)
    zones: list[ZoneDef] = field(default_factory=list)
    features: list[FeatureDef] = field(default_factory=list)
    boxes: list[BoxDef] = field(default_factory=list)
    positions: list[PositionDef] = field(default_factory=list)
    ways: list[WayDef] = field(default_factory=list)
    sets: list[SetDef] = field(default_factory=list)
    rules: list[RuleDef] = field(default_factory=list)
    cells: list[CellDef] = field(default_factory=list)

    def board(self, name: str, title: str = "") -> None:
        self.boards.append(BoardDef(name, title, ()))

    def zone(self, name: str, title: str = "") -> int:
        if not self.boards:
            self.board("table", "Table")
        self.zones.append(ZoneDef(name, title, len(self.boards) - 1, (), None))
        last = self.boards[-1]
        self.boards[-1] = replace(last, zones=(*last.zones, len(self.zones) - 1))
        return len(self.zones) - 1

    def feature(
        self,
        name: str,
        faces: Faces = (),
        title: str = "",
        kind: str = "targets",
        colour: str = "white",
        line: str = "solid",
        apart: bool = False,
        sequence: bool = False,
        drains: bool = False,
        colours: Sequence[str] = (),
        worth: Sequence[int] = (),
        reached_by: Sequence[str] = (),
        hits: Sequence[HitsDef] = (),
        beside: Sequence[int] = (),
        open_: t.Expr | None = None,
        slots: tuple[t.Expr, ...] = (),
    ) -> int:
        """One position for the feature, or one for each box that stands `apart`. Returns its number."""
        f = len(self.features)
        first = len(self.boxes)
        if not apart or not faces:
            self.positions.append(PositionDef(name, f, None))
        for i, shown in enumerate(faces):
            if apart:
                self.positions.append(PositionDef(f"{name}.{i + 1}", f, first + i))
            label = f"{name}.{'/'.join(map(str, shown))}"
            self.boxes.append(
                BoxDef(
                    name=f"{name}.{i + 1}",
                    label=label,
                    feature=f,
                    faces=tuple(shown),
                    slots=slots,
                    colour=colours[i] if colours else colour,
                    line=line,
                    stars=t.Num(worth[i]) if worth else None,
                    open=open_,
                    drains=drains,
                    position=len(self.positions) - 1,
                    place=None,
                )
            )
        own = tuple(range(first, len(self.boxes)))
        self.features.append(
            FeatureDef(
                name,
                title,
                kind,
                (kind,),
                len(self.zones) - 1,
                tuple(dict.fromkeys(colours or (colour,))),
                own,
                sequence,
                tuple(reached_by),
                tuple(hits),
                tuple(beside),
                "",
                None,
            )
        )
        z = len(self.zones) - 1
        if z >= 0:
            self.zones[z] = replace(self.zones[z], features=(*self.zones[z].features, f))
        return f

    def at(self, f: int, box: int | None = None) -> int:
        """The position of a feature, or of its n-th box (from 0)."""
        own = [k for k, p in enumerate(self.positions) if p.feature == f]
        return own[box] if box is not None and len(own) > 1 else own[0]

    def way(
        self, name: str, sources: Sequence[int], targets: Sequence[int], words: str = "", **more: object
    ) -> None:
        guard = t.Num(1) if words else None
        made = WayDef(name, tuple(sources), tuple(targets), guard, words, (), None, False, None)
        self.ways.append(replace(made, **more))  # type: ignore[arg-type]

    def arrows(self, *features: int, words: str = "") -> None:
        for a, b in pairwise(features):
            self.way("arrow", [self.at(a)], self.features[b].boxes, words)

    def lines(self, *boxes: int) -> None:
        """Lines between boxes that stand apart, along a chain."""
        for a, b in pairwise(boxes):
            self.way("line", [self.boxes[a].position], [b], both=True)
            self.way("line", [self.boxes[b].position], [a], both=True)

    def carry(self, f: int, to: int) -> None:
        """A hit of the feature moves the ball on."""
        body: t.Body = (t.MoveBall(t.Num(0), t.Num(self.at(to))),)
        self.rules.append(
            RuleDef("", EventPattern("hit", self.features[f].boxes), False, None, body, 4, "std", None)
        )

    def flipper_zone(self, pass_words: str = "") -> tuple[int, int]:
        self.zone("flippers", "Flipper Zone")

        def hits(colour: str) -> list[HitsDef]:
            wide = [HitsDef(("any",), t.Num(1), pass_words)] if pass_words else []
            return [HitsDef((colour, "white"), None, ""), *wide]

        n = len(self.features)
        red, yellow = n + 2, n + 3
        self.feature("left_outlane", [[1]], "Outlane", "outlane", line="dashed", drains=True, beside=[red])
        inlane = self.feature("left_inlane", [[2]], "Inlane", "inlane", line="dashed", beside=[red])
        self.feature(
            "red_flipper", [[3], [4, 5], [6]], "Red Flipper", "flipper", "red", "dashed", hits=hits("red")
        )
        self.feature(
            "yellow_flipper",
            [[1], [2, 3], [4]],
            "Yellow Flipper",
            "flipper",
            "yellow",
            "dashed",
            hits=hits("yellow"),
        )
        other = self.feature("right_inlane", [[5]], "Inlane", "inlane", line="dashed", beside=[yellow])
        self.feature(
            "right_outlane", [[6]], "Outlane", "outlane", line="dashed", drains=True, beside=[yellow]
        )
        self.carry(inlane, red)
        self.carry(other, yellow)
        return red, yellow

    def program(self, falls: bool = True, pass_words: str = "") -> Program:
        ways = list(self.ways)
        order = {
            f: k
            for k, z in enumerate(z for b in self.boards for z in b.zones)
            for f in self.zones[z].features
        }
        board = {f: self.zones[d.zone].board for f, d in enumerate(self.features) if d.zone >= 0}
        where: Callable[[int], int] = lambda p: self.positions[p].feature  # noqa: E731
        for f in range(len(self.features)) if falls else ():
            if f not in board:
                continue
            below = [
                b
                for b, d in enumerate(self.boxes)
                if d.feature in order
                and order[d.feature] > order[f]
                and board[d.feature] == board[f]
                and (not self.features[d.feature].reached_by or "fall" in self.features[d.feature].reached_by)
            ]
            if below:
                ways.append(_way("fall", [p for p in range(len(self.positions)) if where(p) == f], below))
        for f, d in enumerate(self.features):
            for h in d.hits:
                above = [
                    b
                    for b, x in enumerate(self.boxes)
                    if x.feature in order
                    and order[x.feature] < order[f]
                    and board[x.feature] == board[f]
                    and ("any" in h.colours or x.colour in h.colours)
                    and (
                        not self.features[x.feature].reached_by
                        or "shot" in self.features[x.feature].reached_by
                    )
                ]
                if above:
                    made = _way("shot", [self.at(f)], above)
                    ways.append(replace(made, guard=h.guard, words=h.words))
            if d.hits:
                own = [b for b, x in enumerate(self.boxes) if self.features[x.feature].zone == d.zone]
                ways.append(_way("fall_back", [self.at(f)], own))
        return Program(
            name=self.name,
            title=self.title,
            kind="pin",
            book="",
            difficulty="",
            records=(),
            options=(),
            max_players=4,
            balls=2 if self.boxes else 0,
            dice=2,
            domains=(),
            facts=(),
            cells=tuple(self.cells),
            boards=tuple(self.boards),
            zones=tuple(self.zones),
            features=tuple(self.features),
            boxes=tuple(self.boxes),
            sets=tuple(self.sets),
            positions=tuple(self.positions),
            way_names=("fall", "shot", "fall_back", "arrow", "line"),
            ways=tuple(ways),
            bans=(),
            modifiers=(),
            rules=tuple(self.rules),
            lifetimes=(),
            actions=(),
            windows=(),
            abilities=(),
            steps=(),
            achievements=(),
            wins=(),
            tests=(),
        )


def _way(name: str, sources: Sequence[int], targets: Sequence[int]) -> WayDef:
    return WayDef(name, tuple(sources), tuple(targets), None, "", (), None, False, None)


def carniball() -> Program:
    """The geometry of the first pin."""
    b = Board("carniball", "Carniball")
    b.zone("wheel", "Ferris Wheel")
    start = b.feature("start", title="Start", kind="start_arrow")
    cars = b.feature("ferris", [[1, 2], [3, 4], [5, 6]], "Ferris Wheel Cars", colour="yellow")
    b.arrows(start, cars)
    b.zone("middle", "Bumpers")
    rings = [
        b.feature(f"b{x}{y}", [[x], [y], [x], [y]], f"{x}/{y}", "bumper", worth=[1] * 4)
        for x, y in ((1, 2), (3, 4), (5, 6))
    ]
    b.arrows(*rings, rings[0])
    b.arrows(rings[0], rings[2], rings[1], rings[0], words="Bumpers x2")
    own = tuple(x for r in rings for x in b.features[r].boxes)
    b.sets.append(SetDef("bumpers", "Bumpers", own, (), True, None, None, None))
    b.feature(
        "feat",
        [[n] for n in range(1, 7)],
        "Feat of Strength",
        colour="red",
        sequence=True,
        reached_by=["shot"],
        worth=[0, 1, 1, 2, 5, 20],
    )
    b.zone("drops", "Drop Targets")
    b.feature("duckies", [[1, 2], [3, 4], [5, 6]], "Duckies", colour="yellow", worth=[1] * 3)
    b.feature("balloons", [[1, 2], [3], [4], [5, 6]], "Balloons", colour="red", worth=[1] * 4)
    b.flipper_zone("Flipper Pass")
    return b.program()
