"""What a variable ranges over: `n in 1..6 where ...`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sspdsl.check import bounds, problems
from sspdsl.check.folding import fold
from sspdsl.check.trees import is_features_of
from sspdsl.check.values import UNKNOWN, Scope, Val, flag, words_for
from sspdsl.ir.terms import (
    Binder,
    Count,
    Domain,
    Expr,
    First,
    Me,
    Member,
    Num,
    Op,
    Players,
    Values,
    Var,
)
from sspdsl.ir.terms import Span as Range
from sspdsl.syntax.tree import Node, Token

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions

MAX_PLAYERS = 4


class Domains:
    """Lists to choose from, count, or go through."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model

    def bind_quantified(self, node: Node, scope: Scope) -> Val:
        binder_node = node.parts[0]
        assert isinstance(binder_node, Node)
        binder, _ = self.binder(binder_node, scope, inverse=node.kind == "every")
        self.x.report_all(bounds.looks_problem(binder, binder_node.span))
        if node.kind == "count":
            return Val("number", Count(binder))
        if node.kind == "some":
            return flag(Op(">", (Count(binder), Num(0))))
        return flag(Op("is", (Count(binder), Num(0))))

    def bind_first(self, node: Node, scope: Scope) -> Val:
        """`first x in D where E`: a thing of the list, or none."""
        binder_node = node.parts[0]
        assert isinstance(binder_node, Node)
        binder, inner = self.binder(binder_node, scope)
        self.x.report_all(bounds.looks_problem(binder, binder_node.span))
        token = binder_node.parts[0]
        assert isinstance(token, Token)
        return replace(inner.names[token.text], expr=First(binder))

    def binder(self, node: Node, scope: Scope, *, inverse: bool = False) -> tuple[Binder, Scope]:
        """`x in D where E`: the binder, and the scope that knows x. `inverse`: where E does not hold."""
        token, domain_node, where = (*node.parts, None)[:3]
        assert isinstance(token, Token)
        assert isinstance(domain_node, Node)
        slot = scope.slots.new()
        domain, val, kind, extra = self.domain(domain_node, slot, scope)
        inner = scope.with_names(**{token.text: val})
        condition = self.x.flag(where, inner) if where is not None else None
        if inverse:
            condition = Op("not", (condition if condition is not None else Num(1),))
        if extra is not None:
            condition = extra if condition is None else fold(Op("and", (extra, condition)))
        return Binder(slot, domain, condition, kind), inner

    def column(self, kind: str, box: Expr) -> Expr:
        """What a box is in: its feature, zone or board, or the box itself."""
        cells = self.x.cells
        match kind:
            case "feature":
                return cells.feature_of_box(box)
            case "zone":
                return cells.zone_of_feature(cells.feature_of_box(box))
            case "board":
                return cells.board_of_feature(cells.feature_of_box(box))
        return box

    def domain(self, node: Node, slot: int, scope: Scope) -> tuple[Domain, Val, str, Expr | None]:
        """The members a variable ranges over, how it reads, what options show, and a condition of its own."""
        parts = [p for p in node.parts if p is not None]
        var = Var(slot)
        if len(parts) == 2:
            low, high = self.x.number(parts[0], scope), self.x.number(parts[1], scope)
            if isinstance(low, Num) and isinstance(high, Num) and high.value - low.value < 1000:
                return Values(tuple(range(low.value, high.value + 1))), Val("number", var), "number", None
            return Range(low, high), Val("number", var), "number", None
        if isinstance(parts[0], Node) and parts[0].kind == "listed":
            items = [self.x.bind(p, scope) for p in parts[0].parts if p is not None]
            if items and all(i.type == "number" for i in items):
                terms = [i.expr for i in items]
                if all(isinstance(x, Num) for x in terms):
                    return (
                        Values(tuple(x.value for x in terms if isinstance(x, Num))),
                        Val("number", var),
                        "number",
                        None,
                    )
            if items and all(i.type == "row" and isinstance(i.expr, Num) for i in items):
                domain = items[0].domain
                numbers = tuple(i.expr.value for i in items if isinstance(i.expr, Num))
                return Values(numbers), Val("row", var, domain=domain), f"word:{domain}", None
        val = self.x.bind(parts[0], scope)
        if val.listing == "words" and val.domain is not None:
            size = len(self.model.domains[val.domain].words)
            return Values(tuple(range(size))), Val("row", var, domain=val.domain), f"word:{val.domain}", None
        if val.listing == "dice":
            return Values((0, 1)), Val("die", var), "die", None
        if val.listing == "balls":
            condition = self.x.cells.in_play(var)
            if val.things:
                condition = Op(
                    "and",
                    (condition, Member(self.x.cells.ball_position(var), self.x.places.positions(val.things))),
                )
            return Values((0, 1)), Val("ball", var), "ball", condition
        if val.listing in ("players", "opponents"):
            there: Expr = Op("<", (var, Players()))
            if val.listing == "opponents":
                there = Op("and", (there, Op("is_not", (var, Me()))))
            return Values(tuple(range(MAX_PLAYERS))), Val("player", var), "player", there
        if val.type == "places":
            kinds = {kind for kind, _ in val.things}
            if kinds == {"feature"} and isinstance(parts[0], Node) and is_features_of(parts[0]):
                return Values(self.x.places.features(val.things)), Val("feature", var), "feature", None
            cells = self.x.places.cells(val.things)
            boxes = self.x.places.boxes(val.things)
            if not boxes and cells:
                self.x.report(problems.wrong_type("a set of indicators", "boxes", node.span))
            return Values(boxes), Val("box", var), "box", None
        if val.type in ("feature", "zone", "board", "box"):
            column = self.column(val.type, var)
            every = Values(tuple(range(len(self.model.boxes))))
            return every, Val("box", var), "box", Op("is", (column, val.expr))
        if val.type == "neighbours":
            every = Values(tuple(range(len(self.model.boxes))))
            side = Val("box", val.expr)
            ends = tuple(
                Op("is", (var, self.x.properties.beside_in_row(w, side, node.span).expr))
                for w in ("left", "right")
            )
            return every, Val("box", var), "box", Op("or", ends)
        if val.known:
            self.x.report(problems.wrong_type(words_for(val), "a list to choose from", node.span))
        return Values(()), UNKNOWN, "number", None
