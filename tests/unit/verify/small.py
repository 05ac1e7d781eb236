"""Small whole tables: zones, flippers, ways and rounds as the library makes them, for one fault at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sspdsl.ir import terms as t
from sspdsl.ir.model import HitsDef, Program, ZoneDef
from sspdsl.ir.terms import Body, Cell, Expr, Num, Var
from tests.support.tables import HERE, Builder, op


class Small(Builder):
    """A table under construction. Zones come top to bottom; a feature belongs to the last one."""

    def __init__(self, balls: int = 1, rounds: int = 1, **fields: Any) -> None:
        super().__init__(balls=balls, **fields)
        self.rounds = rounds
        self.zone_of: list[int] = []
        self.boxes_of: dict[str, list[int]] = {}
        for name in ("game_starts", "game_ends", "round_ends", "turn_ends"):
            self.action(name)

    # ------------------------------------------------------------ places

    def zone(self, name: str) -> int:
        if not self.zone_of:
            self.parts["zones"] = []
        return self.add("zones", ZoneDef(name, name, 0, (), HERE))

    def place(self, name: str, *faces: tuple[int, ...], kind: str = "targets", **box: Any) -> int:
        """A feature of the last zone; solid boxes make a set, dashed ones end with the round."""
        in_set = box.pop("in_set", True)
        hits = box.pop("hits", ())
        reached_by = box.pop("reached_by", ())
        boxes = self.feature(name, *faces, **box)
        number = len(self.parts["features"]) - 1
        zone = len(self.parts["zones"]) - 1
        self.zone_of.append(zone)
        self.boxes_of[name] = boxes
        self.change(
            "features", number, kind=kind, kinds=(kind,), zone=zone, reached_by=reached_by,
            hits=(HitsDef(hits, None, ""),) if hits else (),
        )  # fmt: skip
        line = box.get("line", "solid")
        if line == "solid" and in_set:
            self.group(name, *boxes, feature=number)
        if line == "dashed":
            self.lifetime("action", self.named("round_ends"), boxes=tuple(boxes))
        return number

    def start(self) -> int:
        return self.place("start", (), kind="start_arrow", line="never")

    def flippers(self) -> None:
        """The usual lowest zone: two outlanes, two flippers."""
        self.zone("flippers")
        self.lane("left_outlane", 1)
        flipper = {"kind": "flipper", "line": "dashed"}
        self.place("red_flipper", (3,), (4, 5), (6,), colour="red", hits=("red", "white"), **flipper)
        self.place("yellow_flipper", (1,), (2, 3), (4,), colour="yellow", hits=("yellow", "white"), **flipper)
        self.lane("right_outlane", 6)

    def lane(self, name: str, face: int) -> None:
        self.place(name, (face,), kind="outlane", line="dashed", drains=True)
        self.on("hit", self.boxes_of[name], t.LoseBall(self.moving()))

    # ------------------------------------------------------------ ways

    def arrow(self, source: int, target: int, guard: Expr | None = None, **fields: Any) -> int:
        """From a feature to a feature."""
        boxes = list(self.parts["features"][target].boxes)
        return self.way((source,), boxes, "arrow", guard=guard, **fields)

    def usual_ways(self) -> None:
        """Falls to lower zones, shots to higher ones of the flipper's colours, and the fall back."""
        features, boxes = self.parts["features"], self.parts["boxes"]
        zone = [self.zone_of[box.feature] for box in boxes]
        free = [n for n, box in enumerate(boxes) if box.faces and not features[box.feature].reached_by]
        for z in range(len(self.parts["zones"])):
            sources = tuple(place for place, its in enumerate(self.zone_of) if its == z)
            targets = [box for box in free if zone[box] > z]
            if sources and targets:
                self.way(sources, targets, "fall", place=None)
        for place, feature in enumerate(features):
            if feature.kind != "flipper":
                continue
            colours = {colour for hits in feature.hits for colour in hits.colours}
            above = [
                n for n, box in enumerate(boxes)
                if box.faces and box.colour in colours and zone[n] < self.zone_of[place]
            ]  # fmt: skip
            if above:
                self.way((place,), above, "shot", place=None)
            self.way((place,), [b for b in free if zone[b] == self.zone_of[place]], "fall_back", place=None)

    # ------------------------------------------------------------ rules

    def named(self, action: str) -> int:
        return next(n for n, made in enumerate(self.parts["actions"]) if made.name == action)

    def on(self, kind: str, subjects: list[int], *body: t.Effect, **fields: Any) -> int:
        return self.rule(kind, *subjects, body=body, **fields)

    def at_moment(self, action: str, *body: t.Effect, **fields: Any) -> int:
        return self.rule("action", self.named(action), body=body, **fields)

    def moving(self) -> Expr:
        """The ball that moves."""
        return op("-", Cell(self.find("mover")), 1)

    def more(self, cell: int, amount: int = 1) -> t.Assign:
        return t.Assign(cell, None, None, op("+", Cell(cell), amount))

    def put(self, cell: int, value: int) -> t.Assign:
        return t.Assign(cell, None, None, Num(value))

    def balls_in_play(self) -> Expr:
        holds = op(">", Cell(self.find("at"), Var(3)), 0)
        return t.Count(t.Binder(3, t.Values(tuple(range(self.balls))), holds, "ball"))

    def usual_turn(self, start: int = 0) -> None:
        """A roll, moves; a ball at the start; a round ends without balls, the game with the last round."""
        put: Body = (t.PutBall(Num(start)),)
        counter = self.cell("round", 1, self.rounds, line="double")
        self.at_moment("game_starts", *put)
        ended = op("is", self.balls_in_play(), 0)
        self.at_moment("turn_ends", t.Do(self.named("round_ends")), guard=ended)
        last = op("is", Cell(counter), self.rounds)
        choice = t.If(last, (t.End("game"),), (self.more(counter), *put))
        self.at_moment("round_ends", choice, name="next_round")
        self.step("roll", t.RollDice(), shared=True)
        self.step("move", t.PlayBalls())
        self.step("finish", t.Do(self.named("turn_ends")))

    def program(self, **fields: Any) -> Program:
        made = super().program(**fields)
        zones = tuple(
            replace(zone, features=tuple(n for n, its in enumerate(self.zone_of) if its == number))
            for number, zone in enumerate(made.zones)
        )
        board = replace(made.boards[0], zones=tuple(range(len(zones))))
        return replace(made, zones=zones, boards=(board,))


def good(balls: int = 1, rounds: int = 1) -> Small:
    """A start, targets, drops: nothing is wrong with it. `finish` it when it is changed enough."""
    table = Small(balls=balls, rounds=rounds)
    table.zone("top")
    start = table.start()
    cars = table.place("cars", (1, 2), (3, 4), (5, 6), colour="yellow", stars=Num(1))
    table.arrow(start, cars)
    table.zone("middle")
    table.place("drops", (1, 2, 3), (4, 5, 6), colour="red", stars=Num(2))
    return table


def finish(table: Small) -> Program:
    """Flippers below, the usual ways and the usual turn."""
    table.flippers()
    table.usual_ways()
    table.usual_turn()
    return table.program()
