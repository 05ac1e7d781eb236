"""Attributes with expressions: worth, `open while`, `hits`, `beside`."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.features import Features
from sspdsl.check.folding import fold
from sspdsl.check.model import Context, Feature
from sspdsl.check.values import Scope, Val, conjoin
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Expr, Num, Var
from sspdsl.syntax.tree import Node, Token


class Attributes:
    """Binds the attributes of all features."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.x = features.x
        self.names = features.names
        self.model = features.model
        self.sorted = features.sorted
        self.guards = features.guards
        self.attrs = features.attrs

    def attributes(self) -> None:
        """Places first: a worth may ask what lies `beside`."""
        for kinds in (("beside", "reached_from", "falls_to", "hits"), ("worth", "open_while")):
            self.bind_attributes(kinds)
        for box, worth in self.guards.worths.items():
            scope = self.guards.box_scope(box)
            self.model.boxes[box].stars = nonzero(fold(self.x.number(worth, scope)))

    def bind_attributes(self, kinds: tuple[str, ...]) -> None:
        for index, attrs in self.attrs.items():
            feature = self.model.features[index]
            this = Val("places", Num(index), (("feature", index),), text=feature.name)
            opens: list[Expr | None] = []
            for attr, context in attrs:
                scope = Scope(
                    context,
                    names={
                        "this": this,
                        "box": Val("box", Var(0)),
                        "chosen": Val("die", Var(1)),
                        "face": self.guards.face(),
                    },
                )
                scope.slots.count = 2
                match attr.kind:
                    case _ if attr.kind not in kinds:
                        continue
                    case "worth":
                        self.worth(feature, attr, scope)
                    case "open_while":
                        opens.append(self.x.flag(attr.parts[0], scope))
                    case "beside":
                        val = self.x.bind(attr.parts[0], scope)
                        feature.beside = self.x.places.features(val.things)
                    case "reached_from":
                        val = self.x.bind(attr.parts[0], scope)
                        feature.reached_from = self.x.places.features(val.things)
                    case "falls_to":
                        val = self.x.bind(attr.parts[0], scope)
                        feature.falls_to = self.x.places.boxes(val.things)
                    case "hits":
                        self.hits(feature, attr, context)
            if opens:
                guard = conjoin(*opens)
                for box in feature.boxes:
                    self.model.boxes[box].open = guard

    def worth(self, feature: Feature, attr: Node, scope: Scope) -> None:
        value = attr.parts[0]
        if isinstance(value, Node) and value.kind == "values":
            entries = [v.parts[1] for v in value.nodes()]
            if len(entries) != len(feature.boxes):
                self.names.diagnostics.append(
                    problems.wrong_count(
                        f"worths of `{feature.name}`", len(entries), len(feature.boxes), value.span
                    )
                )
            for box, entry in zip(feature.boxes, entries, strict=False):
                self.model.boxes[box].stars = nonzero(fold(self.x.number(entry, scope)))
            return
        for box in feature.boxes:
            self.model.boxes[box].stars = nonzero(fold(self.x.number(value, scope)))

    def hits(self, feature: Feature, attr: Node, context: Context) -> None:
        colours: list[str] = []
        node = attr.parts[0]
        assert isinstance(node, Node)
        for part in node.parts:
            assert isinstance(part, Token)
            colours.extend(feature.colours if part.text == "own" else (part.text,))
        guard, words = self.guards.holds(attr, context)
        feature.hits.append(ir.HitsDef(tuple(dict.fromkeys(colours)), guard, words))


def nonzero(expr: Expr) -> Expr | None:
    return None if expr == Num(0) else expr
