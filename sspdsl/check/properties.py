"""Given words before `of`: `filled of`, `next of`, `value of`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.check import problems
from sspdsl.check.values import UNKNOWN, Scope, Val, flag, words_for
from sspdsl.ir.terms import (
    Binder,
    Cell,
    CountFilled,
    Expr,
    Fact,
    Filled,
    First,
    Member,
    Num,
    Op,
    Values,
    Var,
)
from sspdsl.source import Span
from sspdsl.syntax.tree import Part, Token

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions


class Properties:
    """`word of x`, for the words that the language gives."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model

    def property(self, token: Token, argument: Part, scope: Scope) -> Val | None:
        """A given word before `of`; None if it is not one."""
        word = token.text
        if word not in self.x.words.property_names:
            return None
        if word == "used":
            return self.used(argument, scope)
        if word == "taken":
            return self.taken(argument, scope)
        arg = self.x.bind(argument, scope)
        if not arg.known:
            return UNKNOWN
        assert argument is not None
        span = argument.span
        match word:
            case "value":
                return self.value_of(arg, span)
            case "natural":
                return flag(self.x.cells.is_natural(arg.expr))
            case "raw":
                return Val("number", Cell(self.x.cells.role("raw"), arg.expr))
            case "size":
                return Val("number", Op("size", (self.x.convert.as_number(arg, span),)))
            case "filled" | "empty":
                return self.count_filled(arg, word, span)
            case "next":
                return self.next_of(arg, span, scope)
            case "boxes" | "features":
                things = tuple(
                    (word[:-2] if word == "boxes" else word[:-1], i)
                    for i in (
                        self.x.places.boxes(arg.things)
                        if word == "boxes"
                        else self.x.places.features(arg.things)
                    )
                )
                return Val("places", things=things)
            case "zone":
                return Val("zone", self.x.cells.zone_of_feature(self.x.convert.as_feature(arg, span)))
            case "board":
                return Val("board", self.x.cells.board_of_feature(self.x.convert.as_feature(arg, span)))
            case "feature":
                return Val("feature", self.x.convert.as_feature(arg, span))
            case "colour":
                fact = self.x.cells.table(
                    "colour of box", lambda: [self.x.cells.colour_code(b.colour) for b in self.model.boxes]
                )
                return Val("colour", Fact(fact, self.x.convert.as_box(arg, span)))
            case "faces":
                return Val("faces", self.x.convert.as_box(arg, span), text="faces")
            case "beside":
                return self.beside(arg, span)
            case "face":
                return Val("number", self.x.cells.face_of(self.x.convert.as_box(arg, span)))
            case "worth":
                return Val("number", self.worth(self.x.convert.as_box(arg, span)))
            case "waiting":
                ball = arg.expr
                return flag(
                    Op(
                        "and",
                        (self.x.cells.in_play(ball), Op("not", (Cell(self.x.cells.role("moved"), ball),))),
                    )
                )
            case "earned":
                return Val("flag", arg.expr, cell=arg.cell)
            case "hits":
                return Val("hits", self.x.convert.as_feature(arg, span))
            case "completions":
                return self.completions(arg, span)
            case "number":
                return Val("number", Op("+", (arg.expr, Num(1))))
            case "kind":
                return Val("number", Num(arg.domain or 0))
            case "playing":
                return flag(
                    Op(
                        "not",
                        (Cell(self.x.cells.role("finished"), None, self.x.convert.as_player(arg, span)),),
                    )
                )
            case "place":
                return Val("position", self.x.cells.ball_position(arg.expr))
            case "balls":
                return self.balls_of(arg, span)
            case "neighbours":
                return Val("neighbours", self.x.convert.as_box(arg, span))
            case "left" | "right":
                return self.beside_in_row(word, arg, span)
            case "awards":
                sets = self.sets_of(arg)
                return Val("places", things=tuple(("award", s) for s in sets))
            case "origin":
                return self.x.words.given("origin", span, scope)
            case "round":
                return self.x.cell_value(
                    self.x.cells.role("round"), None, "round", self.x.convert.as_player(arg, span)
                )
        return None

    def used(self, argument: Part, scope: Scope) -> Val:
        val = self.x.bind(argument, scope)
        if val.type == "die":
            return flag(Cell(self.x.cells.role("die_used"), val.expr))
        cell = self.model.roles.get(f"used:{val.text}")
        if val.type != "ability" or cell is None:
            if val.known:
                assert argument is not None
                self.x.report(problems.wrong_type(words_for(val), "an ability with a limit", argument.span))
            return UNKNOWN
        if self.model.cells[cell].size > 1:
            return flag(Op("or", (Cell(cell, Num(0)), Cell(cell, Num(1)))))
        return flag(Op(">", (Cell(cell), Num(0))))

    def taken(self, argument: Part, scope: Scope) -> Val:
        """`taken of list.entry`: whether a `once` bonus was taken."""
        del scope
        assert argument is not None
        cell = self.model.roles.get(f"taken:{argument.span.text}")
        if cell is None:
            known = [key.removeprefix("taken:") for key in self.model.roles if key.startswith("taken:")]
            self.x.report(problems.unknown_name("bonus", argument.span.text, argument.span, known))
            return UNKNOWN
        return Val("flag", Cell(cell), cell=cell, text=argument.span.text)

    def value_of(self, arg: Val, span: Span) -> Val:
        if arg.type == "die":
            return Val("number", self.x.cells.die_value(arg.expr))
        if arg.cell is not None and f"values:{arg.cell}" in self.model.roles:
            return Val("number", Fact(self.model.roles[f"values:{arg.cell}"], arg.expr))
        self.x.report(problems.wrong_type(words_for(arg), "a die or a track", span))
        return UNKNOWN

    def count_filled(self, arg: Val, word: str, span: Span) -> Val:
        if arg.type == "box":
            expr: Expr = Filled(arg.expr)
            return Val("number", Op("-", (Num(1), expr)) if word == "empty" else expr)
        if arg.type == "feature":
            slot_boxes = [self.x.places.boxes((("feature", f),)) for f in range(len(self.model.features))]
            expr = Num(0)
            for index, boxes in enumerate(slot_boxes):
                if boxes:
                    expr = Op("+", (expr, Op("*", (Op("is", (arg.expr, Num(index))), CountFilled(boxes)))))
            return Val("number", expr)
        if arg.type == "group":
            return Val("number", self.filled_of_groups(arg.expr))
        things = arg.things or ((("cell", arg.cell),) if arg.cell is not None else ())
        boxes = self.x.places.boxes(things)
        cells = self.x.places.cells(things)
        if not boxes and not cells:
            self.x.report(problems.wrong_type(words_for(arg), "a place", span))
            return UNKNOWN
        terms: list[Expr] = [CountFilled(boxes)] if boxes else []
        terms.extend(Op(">", (self.x.cells.cell_at(c, i), Num(0))) for c, i in cells)
        total = terms[0] if len(terms) == 1 else Op("+", tuple(terms))
        size = len(boxes) + len(cells)
        return Val("number", Op("-", (Num(size), total)) if word == "empty" else total)

    def filled_of_groups(self, group: Expr) -> Expr:
        """Filled boxes of the group that a fact names."""
        expr: Expr = Num(0)
        for index, boxes in enumerate(self.model.groups):
            if boxes:
                expr = Op("+", (expr, Op("*", (Op("is", (group, Num(index))), CountFilled(boxes)))))
        return expr

    def next_of(self, arg: Val, span: Span, scope: Scope) -> Val:
        boxes = self.x.places.boxes(arg.things)
        if not boxes:
            self.x.report(problems.wrong_type(words_for(arg), "a feature", span))
            return UNKNOWN
        slot = scope.slots.new()
        binder = Binder(slot, Values(boxes), Op("not", (Filled(Var(slot)),)), "box")
        return Val("box", First(binder))

    def worth(self, box: Expr) -> Expr:
        """The printed stars of a box; one whose worth changes counts as 0."""

        def make() -> list[int]:
            return [b.stars.value if isinstance(b.stars, Num) else 0 for b in self.model.boxes]

        return Fact(self.x.cells.table("worth of box", make), box)

    def beside(self, arg: Val, span: Span) -> Val:
        features = self.x.places.features(arg.things)
        if len(features) == 1:
            beside = self.model.features[features[0]].beside
            return Val("places", things=tuple(("feature", f) for f in beside))
        fact = self.x.cells.table(
            "beside feature", lambda: [f.beside[0] if f.beside else -1 for f in self.model.features]
        )
        return Val("feature", Fact(fact, self.x.convert.as_feature(arg, span)))

    def balls_of(self, arg: Val, span: Span) -> Val:
        positions = self.x.places.positions(arg.things)
        terms = [Member(self.x.cells.ball_position(Num(b)), positions) for b in range(2)]
        return Val("number", Op("+", tuple(terms)), things=arg.things, listing="balls")

    def beside_in_row(self, word: str, arg: Val, span: Span) -> Val:
        """`left of b`, `right of b`: the box before or after it in its feature."""
        step = -1 if word == "left" else 1

        def make() -> list[int]:
            found = []
            for index, box in enumerate(self.model.boxes):
                row = self.model.features[box.feature].boxes
                at = row.index(index) + step
                found.append(row[at] if 0 <= at < len(row) else -1)
            return found

        return Val("box", Fact(self.x.cells.table(f"{word} of box", make), self.x.convert.as_box(arg, span)))

    def sets_of(self, arg: Val) -> tuple[int, ...]:
        found = [index for kind, index in arg.things if kind == "set"]
        features = set(self.x.places.features(tuple(t for t in arg.things if t[0] not in ("set", "group"))))
        found.extend(i for i, s in enumerate(self.model.sets) if s.feature in features)
        return tuple(dict.fromkeys(found))

    def completions(self, arg: Val, span: Span) -> Val:
        """How often a set was completed in this game, as far as the pin compares it."""
        sets = self.sets_of(arg)
        if len(sets) != 1:
            self.x.report(problems.wrong_type(words_for(arg), "a set", span))
            return UNKNOWN
        the_set = self.model.sets[sets[0]]
        if the_set.completions is None:
            the_set.completions = self.x.cells.make_cell(
                f"completions of {the_set.name}", 0, 9, role="completions"
            )
        return Val(
            "number",
            Cell(the_set.completions),
            cell=the_set.completions,
            text=f"completions of {the_set.name}",
        )
