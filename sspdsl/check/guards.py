"""Conditions of ways, and what boxes read from cells."""

from __future__ import annotations

from sspdsl.check.expressions import Expressions
from sspdsl.check.model import Context
from sspdsl.check.values import Scope, Val, conjoin
from sspdsl.ir.terms import Expr, Num, Var
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part


class Guards:
    """Conditions of ways, and what boxes read from cells."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.slots: list[tuple[int, list[Node], Context]] = []
        self.worths: dict[int, Part] = {}

    def holds(self, node: Node, context: Context, move: bool = True) -> tuple[Expr | None, str]:
        """`while E`, with the modes around the clause; and E in words for a drawing.

        In a condition on a `move`, `chosen` is the die that would move the ball.
        """
        scope = Scope(context, names={"chosen": Val("die", Var(0))} if move else {})
        scope.slots.count = 1
        parts: list[Expr | None] = []
        words: list[str] = []
        for part in node.nodes():
            if part.kind == "holds":
                parts.append(self.x.flag(part.parts[0], scope))
                words.append(clean(part.parts[0].span))  # type: ignore[union-attr]
        for mode, outer in context.modes:
            parts.append(self.x.flag(mode.parts[1], Scope(outer or context)))
            words.append(clean(mode.parts[1].span))  # type: ignore[union-attr]
        return conjoin(*parts), " and ".join(words)

    def modes(self, context: Context) -> Expr | None:
        return conjoin(
            *(self.x.flag(mode.parts[1], Scope(outer or context)) for mode, outer in context.modes)
        )

    def face(self) -> Val:
        return Val("number", self.x.cells.die_value(Var(1)))

    def box_scope(self, box: int) -> Scope:
        model = self.x.model
        feature = model.boxes[box].feature
        context = Context("pin", model.features[feature].board, feature=feature)
        scope = Scope(
            context,
            names={
                "box": Val("box", Var(0)),
                "this": Val("places", Num(feature), (("feature", feature),)),
                "face": self.face(),
            },
        )
        scope.slots.count = 2
        return scope

    def bind_slots(self) -> None:
        for box, nodes, context in self.slots:
            terms = tuple(self.x.number(n, Scope(context)) for n in nodes)
            self.x.model.boxes[box].slots = terms


def clean(span: Span) -> str:
    return " ".join(span.text.split())
