"""`is`, `in`, `at`, `above`, `below`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.check import problems
from sspdsl.check.folding import fold
from sspdsl.check.trees import listing_of, lone_word, present, span_of
from sspdsl.check.values import Scope, Val, flag, words_for
from sspdsl.ir.terms import (
    Expr,
    Fact,
    Filled,
    Member,
    Num,
    Op,
    Opened,
    Shows,
)
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions

STATES = ("filled", "empty", "complete", "open")


class Comparisons:
    """Comparisons, by the types of their sides."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model

    def bind_is(self, node: Node, scope: Scope) -> Val:
        left_part, right_part = node.parts
        negate = node.kind == "is_not"
        left = self.x.bind(left_part, scope)
        word = lone_word(right_part)
        if word is not None and left.known and word.text not in scope.names:
            done = self.compare(left, word, span_of(left_part), scope)
            if done is not None:
                return flag(fold(Op("not", (done,)))) if negate else flag(done)
        right = self.x.bind(right_part, scope)
        if not (left.known and right.known):
            return flag(Num(0))
        pair = self.alike(left, right, node.span, span_of(left_part), span_of(right_part))
        if pair is None:
            return flag(Num(0))
        return flag(fold(Op("is_not" if negate else "is", pair)))

    def alike(
        self, left: Val, right: Val, span: Span, left_span: Span, right_span: Span
    ) -> tuple[Expr, Expr] | None:
        """Both sides as comparable numbers, or None with a message."""
        types = {left.type, right.type}
        if types <= {"number", "flag", "cell", "die"} and types != {"die"}:
            return self.x.convert.as_number(left, left_span), self.x.convert.as_number(right, right_span)
        if types == {"row"}:
            if left.domain == right.domain or right.domain is None or left.domain is None:
                return left.expr, right.expr
            moved = self.x.convert.as_member(right, left.domain)
            if moved is not None:
                return left.expr, moved
            lists = [self.model.domains[d].name for d in (left.domain, right.domain)]
            self.x.report(
                problems.wrong_type(
                    f"a word of `{lists[1]}`", f"a word of `{lists[0]}` to compare with", right_span
                )
            )
            return None
        if "position" in types:
            return self.x.convert.as_position(left, left_span), self.x.convert.as_position(right, right_span)
        if types <= {"box", "places"}:
            if "box" in types or (self.x.places.single_box(left) and self.x.places.single_box(right)):
                return self.x.convert.as_box(left, left_span), self.x.convert.as_box(right, right_span)
            if len(left.things) == 1 and len(right.things) == 1:
                return Num(int(left.things == right.things)), Num(1)
        if "feature" in types:
            return self.x.convert.as_feature(left, left_span), self.x.convert.as_feature(right, right_span)
        if len(types) == 1:
            return left.expr, right.expr
        if types <= {"zone", "places"} or types <= {"board", "places"} or types <= {"set", "places"}:
            return self.x.convert.as_thing(left), self.x.convert.as_thing(right)
        if right.type == "row" and left.type == "number":
            return left.expr, Op("+", (right.expr, Num(1)))
        self.x.report(problems.wrong_type(words_for(right), f"{words_for(left)} to compare with", right_span))
        return None

    def bind_in(self, node: Node, scope: Scope) -> Val:
        left_part, right_part = node.parts
        left = self.x.bind(left_part, scope)
        if (
            isinstance(right_part, Node)
            and right_part.kind == "domain"
            and len(present(right_part.parts)) == 2
        ):
            low, high = (self.x.number(p, scope) for p in right_part.parts)
            value = self.x.convert.as_number(left, span_of(left_part))
            return flag(fold(Op("and", (Op(">=", (value, low)), Op("<=", (value, high))))))
        word = lone_word(right_part)
        if word is not None and word.text == "dice" and not self.x.names.lookup("dice", scope.context):
            value = self.x.convert.as_number(left, span_of(left_part))
            dice = [self.x.cells.die_value(Num(d)) for d in range(2)]
            return flag(Op("or", tuple(Op("is", (value, d)) for d in dice)))
        listed = listing_of(right_part)
        if listed is not None:
            value = self.x.convert.as_number(left, span_of(left_part))
            return flag(fold(Op("or", tuple(Op("is", (value, self.x.number(p, scope))) for p in listed))))
        special = self.membership(left, right_part, span_of(left_part), scope)
        if special is not None:
            return flag(special)
        right = self.x.bind(right_part, scope)
        if not (left.known and right.known):
            return flag(Num(0))
        return flag(fold(self.is_in(left, right, span_of(left_part), span_of(right_part))))

    def bind_order(self, node: Node, scope: Scope) -> Val:
        left, right = (self.x.convert.as_thing(self.x.bind(p, scope)) for p in node.parts)
        fact = self.x.cells.zone_rank()
        op = "<" if node.kind == "above" else ">"
        same = Op("is", (Fact(self.x.cells.zone_board(), left), Fact(self.x.cells.zone_board(), right)))
        return flag(fold(Op("and", (same, Op(op, (Fact(fact, left), Fact(fact, right)))))))

    def compare(self, left: Val, word: Token, span: Span, scope: Scope) -> Expr | None:
        """`x is filled`, `way is shot`, `colour of b is red`, `slot is word`; None if it is none of these."""
        text = word.text
        spaces = self.model.roles.get(f"spaces:{left.cell}") if left.cell is not None else None
        if spaces is not None:
            names = [w.name for w in self.model.domains[spaces].words]
            if text in names:
                return Op("is", (left.expr, Num(names.index(text))))
        if text in ("filled", "empty", "complete", "open") and left.type not in ("row",):
            return self.state(left, text, span)
        if text == "none" and left.type in ("row", "box", "feature", "position", "ball", "die", "zone"):
            return Op("<", (left.expr, Num(0)))
        if left.type == "way":
            self.model.way_words.append(word)
            return Op("is", (left.expr, Num(self.x.cells.way_index(text))))
        if left.type == "colour":
            return Op("is", (left.expr, Num(self.x.cells.colour_code(text))))
        if left.type == "row" and left.domain is not None:
            for ordinal, member in enumerate(self.model.domains[left.domain].words):
                if member.name == text:
                    return Op("is", (left.expr, Num(ordinal)))
            if not self.x.names.lookup(text, scope.context):
                names = [w.name for w in self.model.domains[left.domain].words]
                self.x.report(problems.unknown_name("word", text, word.span, names))
                return Num(0)
        return None

    def state(self, left: Val, text: str, span: Span) -> Expr | None:
        if left.type == "box":
            match text:
                case "filled" | "complete":
                    return Filled(left.expr)
                case "empty":
                    return Op("not", (Filled(left.expr),))
                case _:
                    return Opened(left.expr)
        if left.type in ("flag", "number") and left.cell is not None:
            first = self.model.cells[left.cell].low
            return Op("is" if text == "empty" else ">", (left.expr, Num(max(first, 0))))
        if left.type == "cell":
            cells = self.x.places.cells((("cell", left.cell),)) if left.cell is not None else ()
            return (
                self.x.convert.all_filled((), cells)
                if text != "empty"
                else Op("is", (self.x.properties.count_filled(left, "filled", span).expr, Num(0)))
            )
        if left.type == "places":
            boxes, cells = self.x.places.boxes(left.things), self.x.places.cells(left.things)
            if text == "open":
                if len(boxes) == 1:
                    return Opened(Num(boxes[0]))
                return None
            if text == "empty":
                return Op("is", (self.x.properties.count_filled(left, "filled", span).expr, Num(0)))
            return self.x.convert.all_filled(boxes, cells)
        return None

    def membership(self, left: Val, right: Part, span: Span, scope: Scope) -> Expr | None:
        """`here in bumpers`, `d in faces of b`, `b in neighbours of box`; None for other right sides."""
        val = self.x.bind(right, scope)
        if val.type == "faces":
            return Shows(val.expr, self.x.convert.as_number(left, span))
        if val.type == "neighbours":
            box = self.x.convert.as_box(left, span)
            side = Val("box", val.expr)
            ends = (
                self.x.properties.beside_in_row("left", side, span).expr,
                self.x.properties.beside_in_row("right", side, span).expr,
            )
            return Op("or", tuple(Op("is", (box, end)) for end in ends))
        return None

    def is_in(self, left: Val, right: Val, left_span: Span, right_span: Span) -> Expr:
        if right.type == "places":
            if left.type in ("ball", "position"):
                positions = self.x.places.positions(right.things)
                at = self.x.cells.ball_position(left.expr) if left.type == "ball" else left.expr
                return Member(at, positions)
            if left.type == "box" or self.x.places.single_box(left):
                return Member(self.x.convert.as_box(left, left_span), self.x.places.boxes(right.things))
            if left.type == "feature":
                return Member(left.expr, self.x.places.features(right.things))
            if left.type == "zone":
                zones = tuple(
                    dict.fromkeys(self.model.features[f].zone for f in self.x.places.features(right.things))
                )
                return Member(left.expr, zones)
        if right.type == "domain" and right.domain is not None and left.type == "row":
            if left.domain == right.domain:
                return Op(">=", (left.expr, Num(0)))
            moved = self.x.convert.as_member(left, right.domain)
            return Op(">=", (moved, Num(0))) if moved is not None else Num(0)
        if left.type in ("ball", "position") and right.type in ("feature", "box", "position"):
            at = self.x.cells.ball_position(left.expr) if left.type == "ball" else left.expr
            return Op(
                "is", (self.x.cells.feature_of_position(at), self.x.convert.as_feature(right, right_span))
            )
        if left.type == "box" and right.type in ("feature",):
            return Op("is", (self.x.cells.feature_of_box(left.expr), right.expr))
        self.x.report(
            problems.wrong_type(
                words_for(right), f"a place or list that can hold {words_for(left)}", right_span
            )
        )
        return Num(0)
