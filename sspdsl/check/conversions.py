"""A value where another type is wanted: a die as its value, a feature as a place; or a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.check import problems
from sspdsl.check.values import NOTHING, Val, words_for
from sspdsl.ir.terms import (
    CountFilled,
    Expr,
    Fact,
    Filled,
    Me,
    Num,
    Op,
)
from sspdsl.source import Span

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions


class Conversions:
    """What a value is as a number, condition, box, place, player or feature."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model

    def as_number(self, val: Val, span: Span) -> Expr:
        match val.type:
            case "number" | "flag" | "unknown":
                return val.expr
            case "die":
                return self.x.cells.die_value(val.expr)
            case "cell":
                return self.bare_cell(val, span)
            case "row":
                return Op("+", (val.expr, Num(1)))
        self.x.report(problems.wrong_type(words_for(val), "a number", span))
        return Num(0)

    def as_flag(self, val: Val, span: Span) -> Expr:
        match val.type:
            case "flag" | "unknown" | "number":
                return val.expr
            case "cell":
                return self.bare_cell(val, span)
            case "places":
                boxes = self.x.places.boxes(val.things)
                cells = self.x.places.cells(val.things)
                return self.all_filled(boxes, cells)
            case "box":
                return Filled(val.expr)
        self.x.report(problems.wrong_type(words_for(val), "a condition", span))
        return Num(0)

    def bare_cell(self, val: Val, span: Span) -> Expr:
        assert val.cell is not None
        definition = self.model.cells[val.cell]
        if definition.size > 1:
            self.x.report(problems.needs_of(definition.name, self.index_words(val.cell), span))
        return val.expr

    def index_words(self, cell: int) -> str:
        """What a cell has one value for each of."""
        kind = self.model.per_types.get(cell, "number")
        if kind.startswith("word:"):
            return f"word of `{self.model.domains[int(kind[5:])].name}`"
        return {"boxes": "box", "features": "feature"}.get(kind, kind)

    def as_box(self, val: Val, span: Span) -> Expr:
        if val.type in ("box", "unknown"):
            return val.expr
        if val.type == "places":
            boxes = self.x.places.boxes(val.things)
            if len(boxes) == 1:
                return Num(boxes[0])
        if val.type == "position":
            return self.x.cells.box_of_position(val.expr)  # none where the boxes are not apart
        self.x.report(problems.wrong_type(words_for(val), "a box", span))
        return NOTHING

    def as_position(self, val: Val, span: Span) -> Expr:
        if val.type in ("position", "unknown"):
            return val.expr
        if val.type == "box":
            return self.x.cells.position_of_box(val.expr)
        if val.type == "feature":
            return self.x.cells.position_of_feature(val.expr)
        if val.type == "places":
            positions = self.x.places.targets(val.things)
            if len(positions) == 1:
                return Num(positions[0])
        self.x.report(problems.wrong_type(words_for(val), "one place", span))
        return NOTHING

    def as_player(self, val: Val, span: Span) -> Expr:
        if val.type in ("player", "unknown"):
            return val.expr
        self.x.report(problems.wrong_type(words_for(val), "a player", span))
        return Me()

    def all_filled(self, boxes: tuple[int, ...], cells: tuple[tuple[int, int], ...]) -> Expr:
        parts: list[Expr] = []
        if len(boxes) == 1:
            parts.append(Filled(Num(boxes[0])))
        elif boxes:
            parts.append(Op("is", (CountFilled(boxes), Num(len(boxes)))))
        for cell, index in cells:
            parts.append(Op(">", (self.x.cells.cell_at(cell, index), Num(0))))
        if not parts:
            return Num(0)
        return parts[0] if len(parts) == 1 else Op("and", tuple(parts))

    def as_member(self, val: Val, domain: int | None) -> Expr | None:
        """A word of one list as a word of another that has it too."""
        if domain is None or val.domain is None:
            return None
        source = self.model.domains[val.domain].words
        target = [w.name for w in self.model.domains[domain].words]
        if isinstance(val.expr, Num):
            name = source[val.expr.value].name if 0 <= val.expr.value < len(source) else val.text
            return Num(target.index(name)) if name in target else None
        moves = [target.index(w.name) if w.name in target else -1 for w in source]
        if all(m < 0 for m in moves):
            return None
        return Fact(
            self.x.cells.table(
                f"{self.model.domains[val.domain].name} as {self.model.domains[domain].name}", lambda: moves
            ),
            val.expr,
        )

    def as_feature(self, val: Val, span: Span) -> Expr:
        match val.type:
            case "feature" | "unknown":
                return val.expr
            case "box":
                return self.x.cells.feature_of_box(val.expr)
            case "position":
                return self.x.cells.feature_of_position(val.expr)
            case "ball":
                return self.x.cells.feature_of_position(self.x.cells.ball_position(val.expr))
            case "places":
                features = self.x.places.features(val.things)
                if len(features) == 1:
                    return Num(features[0])
        self.x.report(problems.wrong_type(words_for(val), "a feature", span))
        return NOTHING

    def as_thing(self, val: Val) -> Expr:
        """A zone, board or set as its number."""
        if val.type == "places" and len(val.things) == 1:
            return Num(val.things[0][1])
        return val.expr
