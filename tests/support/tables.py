"""Small tables built by hand, for tests of what reads the IR.

A `Builder` starts with the cells that the compiler makes for every table, and a turn that rolls the
dice and plays the balls. Tests add what they are about and take `program()`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sspdsl.ir import terms as t
from sspdsl.ir.model import (
    AbilityDef,
    AchievementDef,
    ActionDef,
    BanDef,
    BoardDef,
    BoxDef,
    CellDef,
    DomainDef,
    EventPattern,
    FactDef,
    FeatureDef,
    InsteadDef,
    LifetimeDef,
    ModifierDef,
    Place,
    PositionDef,
    Program,
    RuleDef,
    SetDef,
    StepDef,
    TestDef,
    TestStep,
    WayDef,
    WindowDef,
    WordDef,
    ZoneDef,
)
from sspdsl.ir.terms import Body, Expr

HERE = Place("toy.ssp", 1, 1)
SLOTS = 12
"""Enough variables for any body of a test."""


def num(value: int) -> Expr:
    return t.Num(value)


def op(name: str, *args: Expr | int) -> Expr:
    return t.Op(name, tuple(t.Num(arg) if isinstance(arg, int) else arg for arg in args))


def values(*members: int, slot: int = 5, where: Expr | None = None, kind: str = "number") -> t.Binder:
    return t.Binder(slot, t.Values(members), where, kind)


class Builder:
    """Every method returns the number of what it added."""

    def __init__(self, balls: int = 1, dice: int = 2, max_players: int = 4) -> None:
        self.balls, self.dice, self.max_players = balls, dice, max_players
        self.parts: dict[str, list[Any]] = {}
        self.way_names: list[str] = []
        self.cell("score", form="tally", role="score", hidden=True)
        self.cell("finished", role="finished", hidden=True)
        self.cell("last_roll", form="tally", role="last_roll", hidden=True)
        self.cell("rolls", form="tally", role="rolls", shared=True, hidden=True)
        if dice:
            self.cell("raw", high=6, size=dice, role="raw", shared=True, hidden=True)
            self.cell("value", high=6, size=dice, role="value", hidden=True)
            for role in ("die_used", "kept"):
                self.cell(role, size=dice, role=role, hidden=True)
        if balls:
            self.cell("at", high=99, size=balls, role="at", hidden=True)
            self.cell("moved", size=balls, role="moved", hidden=True)
            for role in ("mover", "chosen", "origin", "way"):
                self.cell(role, high=99, role=role, hidden=True)
        self.add("boards", BoardDef("table", "Table", (0,)))
        self.add("zones", ZoneDef("zone", "Zone", 0, (), HERE))
        self.acting = self.add("windows", WindowDef("acting", "a ball moves"))

    def add(self, table: str, thing: Any) -> int:
        rows = self.parts.setdefault(table, [])
        rows.append(thing)
        return len(rows) - 1

    def find(self, role: str) -> int:
        """The number of the compiler's cell with this role."""
        return next(i for i, cell in enumerate(self.parts["cells"]) if cell.role == role)

    def change(self, table: str, number: int, **fields: Any) -> None:
        self.parts[table][number] = replace(self.parts[table][number], **fields)

    # ------------------------------------------------------------ state

    def cell(
        self, name: str, low: int = 0, high: int = 1, first: int | None = None, size: int = 1, **fields: Any
    ) -> int:
        index_low = fields.pop("index_low", 0)
        members = tuple(str(index_low + i) for i in range(size)) if size > 1 else ()
        definition = CellDef(
            name=name, title="", form="counter", role="", shared=False, low=low, high=high,
            first=low if first is None else first, size=size, index_low=index_low, members=members,
            line="solid", words=None, or_none=False, hidden=False, place=HERE,
        )  # fmt: skip
        return self.add("cells", replace(definition, **fields))

    def words(self, name: str, *names: str) -> int:
        return self.add("domains", DomainDef(name, tuple(WordDef(word, "") for word in names)))

    def fact(self, name: str, low: int, *entries: int) -> int:
        return self.add("facts", FactDef(name, low, entries))

    # ------------------------------------------------------------ places

    def feature(self, name: str, *faces: tuple[int, ...], sequence: bool = False, **box: Any) -> list[int]:
        """A feature with a box for each tuple of faces and one position. Returns the boxes."""
        feature = len(self.parts.get("features", []))
        position = self.add("positions", PositionDef(name, feature, None))
        boxes = []
        for shown in faces:
            label = f"{name}.{'/'.join(map(str, shown))}"
            twins = sum(1 for other in self.parts.get("boxes", []) if other.label == label)
            unique = label if not twins else f"{label}#{twins + 1}"
            definition = BoxDef(
                name=unique, label=label, feature=feature, faces=shown, slots=(), colour="white",
                line="solid", stars=None, open=None, drains=False, position=position, place=HERE,
            )  # fmt: skip
            boxes.append(self.add("boxes", replace(definition, **box)))
        self.add(
            "features",
            FeatureDef(
                name=name, title="", kind="targets", kinds=("targets",), zone=0, colours=("white",),
                boxes=tuple(boxes), sequence=sequence, reached_by=(), hits=(), beside=(), passed="",
                place=HERE,
            ),
        )  # fmt: skip
        return boxes

    def group(self, name: str, *boxes: int, erases: bool = True, **fields: Any) -> int:
        definition = SetDef(name, "", boxes, (), erases, None, None, HERE)
        return self.add("sets", replace(definition, **fields))

    def way(self, sources: tuple[int, ...], targets: list[int], name: str = "fall", **fields: Any) -> int:
        if name not in self.way_names:
            self.way_names.append(name)
        definition = WayDef(name, sources, tuple(targets), None, "", (), None, False, HERE)
        return self.add("ways", replace(definition, **fields))

    def ban(self, sources: tuple[int, ...], targets: list[int], *ways: str, guard: Expr | None = None) -> int:
        return self.add("bans", BanDef(ways, sources, tuple(targets), guard, HERE))

    # ------------------------------------------------------------ what happens

    def rule(self, kind: str, *subjects: int, body: Body, **fields: Any) -> int:
        definition = RuleDef("", EventPattern(kind, subjects), False, None, body, SLOTS, "pin", HERE)
        return self.add("rules", replace(definition, **fields))

    def lifetime(self, kind: str, *subjects: int, **fields: Any) -> int:
        return self.add(
            "lifetimes", replace(LifetimeDef(EventPattern(kind, subjects), None, (), ()), **fields)
        )

    def modifier(self, factor: int, **fields: Any) -> int:
        name = f"modifier{len(self.parts.get('modifiers', []))}"
        definition = ModifierDef(name, "", False, (), (), num(factor), None, (), HERE)
        return self.add("modifiers", replace(definition, **fields))

    def action(
        self, name: str, *body: t.Effect, params: int = 0, instead: tuple[InsteadDef, ...] = ()
    ) -> int:
        return self.add("actions", ActionDef(name, params, body, SLOTS, instead, "pin", HERE))

    def window(self, name: str) -> int:
        return self.add("windows", WindowDef(name, ""))

    def ability(self, name: str, *body: t.Effect, **fields: Any) -> int:
        definition = AbilityDef(name, "", self.acting, (), None, False, body, SLOTS, "pin", HERE)
        return self.add("abilities", replace(definition, **fields))

    def achievement(self, name: str) -> int:
        cell = self.cell(f"achieved_{name}", role="achievement", hidden=True)
        self.add("achievements", AchievementDef(name, "", cell, HERE))
        return cell

    def step(self, name: str, *body: t.Effect, shared: bool = False) -> int:
        return self.add("steps", StepDef(name, shared, body, SLOTS, HERE))

    def test(self, title: str, *steps: TestStep) -> int:
        return self.add("tests", TestDef(title, (), steps, HERE))

    # ------------------------------------------------------------ whole tables

    def plain_turn(self, *finish: t.Effect) -> None:
        """Roll for all; each plays their balls; then `finish`. A lost ball ends the game."""
        self.step("roll", t.RollDice(), shared=True)
        self.step("move", t.PlayBalls())
        self.step("finish", *finish)
        self.rule("lost", body=(t.End("game"),))

    def start_ball(self, position: int = 0) -> None:
        self.action("game_starts", t.PutBall(num(position)))

    def program(self, **fields: Any) -> Program:
        rows = {name: tuple(table) for name, table in self.parts.items()}
        if "steps" not in rows:
            self.step("only", t.End("game"))
            rows["steps"] = tuple(self.parts["steps"])
        tables = (
            "domains", "facts", "cells", "boards", "zones", "features", "boxes", "sets", "positions", "ways",
            "bans", "modifiers", "rules", "lifetimes", "actions", "windows", "abilities", "steps",
            "achievements", "tests",
        )  # fmt: skip
        everything: dict[str, Any] = {
            "name": "toy", "title": "Toy", "kind": "pin", "book": "", "difficulty": "", "records": (),
            "options": (), "max_players": self.max_players, "balls": self.balls, "dice": self.dice,
            "way_names": tuple(self.way_names),
            "wins": (t.Cell(self.find("score")),),
        }  # fmt: skip
        everything |= {name: rows.get(name, ()) for name in tables} | fields
        features = tuple(range(len(everything["features"])))
        everything["zones"] = (replace(everything["zones"][0], features=features), *everything["zones"][1:])
        return Program(**everything)
