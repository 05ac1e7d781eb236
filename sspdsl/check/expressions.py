"""Binding expressions: a tree becomes a typed term. What cannot be bound becomes UNKNOWN, once reported."""

from __future__ import annotations

from collections.abc import Iterable

from sspdsl.check import problems
from sspdsl.check.cells import Cells
from sspdsl.check.comparisons import Comparisons
from sspdsl.check.conversions import Conversions
from sspdsl.check.definitions import Definitions
from sspdsl.check.domains import Domains
from sspdsl.check.folding import fold
from sspdsl.check.names import Names, words_of
from sspdsl.check.places import Places
from sspdsl.check.properties import Properties
from sspdsl.check.trees import present, span_of
from sspdsl.check.values import UNKNOWN, Scope, Val, flag, number, words_for
from sspdsl.check.words import Words
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.ir.terms import (
    Cell,
    Expr,
    Fact,
    Num,
    Op,
    Reaches,
    Shows,
)
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

PLACE_KINDS = ("board", "zone", "feature", "box", "set", "group", "kind")
COMPARISONS = {"at_least": ">=", "at_most": "<=", "more": ">", "less": "<"}
ARITHMETIC = {"plus": "+", "minus": "-", "times": "*", "div": "div", "mod": "mod"}
MAX_NUMBER = 10**9


class Expressions:
    """Binds expressions of a model, on top of its names, places and given words."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.model = names.model
        self.places = Places(names)
        self.cells = Cells(self)
        self.convert = Conversions(self)
        self.properties = Properties(self)
        self.compare = Comparisons(self)
        self.domains = Domains(self)
        self.words = Words(self)
        self.definitions = Definitions(self)

    def number(self, part: Part, scope: Scope) -> Expr:
        return self.convert.as_number(self.bind(part, scope), span_of(part))

    def flag(self, part: Part, scope: Scope) -> Expr:
        return self.convert.as_flag(self.bind(part, scope), span_of(part))

    def constant(self, part: Part, scope: Scope) -> int:
        """A number known before play; 0 after a mistake."""
        expr = fold(self.number(part, scope))
        if isinstance(expr, Num):
            return expr.value
        self.report(problems.not_constant(span_of(part)))
        return 0

    def report(self, diagnostic: object) -> None:
        self.names.diagnostics.append(diagnostic)  # type: ignore[arg-type]

    def report_all(self, found: Iterable[Diagnostic]) -> None:
        self.names.diagnostics.extend(found)

    def bind(self, part: Part, scope: Scope) -> Val:
        """Any expression."""
        if part is None:
            return UNKNOWN
        if isinstance(part, Token):
            if part.kind == "INT":
                return number(min(int(part.text[:18]), MAX_NUMBER))
            return self.bind_path([part], part.span, scope)
        kind = part.kind
        if kind == "path":
            return self.bind_path(words_of(part), part.span, scope)
        if kind == "of":
            return self.bind_of(part, scope)
        if kind in ("or", "and"):
            terms = [self.flag(p, scope) for p in part.parts]
            return flag(fold(Op(kind, tuple(terms))))
        if kind == "not":
            return flag(fold(Op("not", (self.flag(part.parts[0], scope),))))
        if kind in COMPARISONS:
            left, right = part.parts
            return flag(fold(Op(COMPARISONS[kind], (self.number(left, scope), self.number(right, scope)))))
        if kind in ("is", "is_not"):
            return self.compare.bind_is(part, scope)
        if kind in ("in", "at"):
            return self.compare.bind_in(part, scope)
        if kind in ("above", "below"):
            return self.compare.bind_order(part, scope)
        if kind in ARITHMETIC:
            return self.bind_arithmetic(part, scope)
        if kind in ("smallest", "largest"):
            terms = [self.number(p, scope) for p in part.parts]
            return Val("number", fold(Op("min" if kind == "smallest" else "max", tuple(terms))))
        if kind in ("count", "some", "every"):
            return self.domains.bind_quantified(part, scope)
        if kind == "first":
            return self.domains.bind_first(part, scope)
        if kind == "shows":
            box = self.convert.as_box(self.bind(part.parts[0], scope), span_of(part.parts[0]))
            return flag(Shows(box, self.number(part.parts[1], scope)))
        if kind == "within_reach":
            return self.bind_reach(part, scope)
        if kind == "domain":
            return self.bind(part.parts[0], scope)
        if kind == "refs":
            return self.bind_refs(part, scope)
        if kind == "listed":
            return self.listed_things(part, scope)
        raise AssertionError(f"no meaning for {kind}")

    def bind_refs(self, node: Node, scope: Scope) -> Val:
        """`a + b`: places together."""
        if len(node.parts) == 1:
            return self.bind(node.parts[0], scope)
        things: list[tuple[str, int]] = []
        for part in node.parts:
            val = self.bind(part, scope)
            if val.type == "places":
                things.extend(val.things)
            elif val.type == "cell" and val.cell is not None:
                things.append(("cell", val.cell))
            elif val.known:
                self.report(problems.wrong_type(words_for(val), "a place", span_of(part)))
        return Val("places", things=tuple(dict.fromkeys(things)))

    def listed_things(self, part: Node, scope: Scope) -> Val:
        """`[a, b]` as places."""
        things: list[tuple[str, int]] = []
        for item in present(part.parts):
            things.extend(self.place_things(self.bind(item, scope)))
        return Val("places", things=tuple(dict.fromkeys(things)))

    def bind_path(self, tokens: list[Token], span: Span, scope: Scope) -> Val:
        first = tokens[0]
        if first.text in scope.names:
            val = scope.names[first.text]
            if len(tokens) == 1:
                return val
            if val.type == "places":
                return self.descend(val, tokens[1:], span, scope)
        symbol = self.names.find(first, scope.context)
        if symbol is None:
            if self.names.lookup(first.text, scope.context):
                return UNKNOWN
            val_or_none = self.words.given(first.text, first.span, scope) if len(tokens) == 1 else None
            if val_or_none is not None:
                return val_or_none
            self.names.unknown("name", first.text, first.span, tuple(scope.names) + self.words.given_names)
            return UNKNOWN
        val = self.symbol_value(symbol.kind, symbol.index, symbol.ordinal, first, scope)
        return self.descend(val, tokens[1:], span, scope) if len(tokens) > 1 else val

    def symbol_value(self, kind: str, index: int, ordinal: int, token: Token, scope: Scope) -> Val:
        if kind in PLACE_KINDS:
            if kind == "kind":
                return Val(
                    "places",
                    things=tuple(("feature", f) for f in self.places.of_kind(token.text)),
                    text=token.text,
                )
            return Val("places", Num(index), ((kind, index),), text=token.text)
        match kind:
            case "cell":
                return self.cell_value(index, None, token.text)
            case "option":
                return number(self.model.options.get(token.text, 0))
            case "word":
                return Val("row", Num(ordinal), domain=index, text=token.text)
            case "names":
                return Val("domain", domain=index, listing="words", text=token.text)
            case "define":
                return self.definitions.bind_define(token, (), scope)
            case "fact":
                return Val("fact", cell=index, text=token.text)
            case "achievement":
                return self.cell_value(index, None, token.text)
            case "mode":
                return self.definitions.bind_mode(token, scope)
            case "ability" | "action" | "window" | "bonuses" | "modifier" | "way":
                return Val(kind, Num(index), text=token.text)
        raise AssertionError(kind)

    def cell_value(self, cell: int, index: Expr | None, text: str, player: Expr | None = None) -> Val:
        """What a cell holds, as its declared type: a slot may hold a word, a box, a feature."""
        definition = self.model.cells[cell]
        read: Expr = Cell(cell, index, player)
        if definition.words is not None:
            shift = Op("-", (read, Num(1))) if definition.or_none else read
            return Val("row", shift, cell=cell, domain=definition.words, text=text)
        holds = self.model.slot_types.get(cell, "number")
        if holds not in ("number", "flag"):
            return Val(holds, Op("-", (read, Num(1))), cell=cell, text=text)
        if (definition.size > 1 or definition.members) and index is None:
            return Val("cell", read, cell=cell, text=text)
        return Val("flag" if definition.form == "indicator" else "number", read, cell=cell, text=text)

    def descend(self, val: Val, tokens: list[Token], span: Span, scope: Scope) -> Val:
        """`a.b`: a feature of a board, a box of a feature, a member of a cell."""
        token, rest = tokens[0], tokens[1:]
        found: Val | None = None
        if val.type == "cell" and val.cell is not None:
            return self.cell_value(
                val.cell,
                self.index_of(val.cell, self.member_val(val.cell, token, scope), token.span),
                val.text,
            )
        if val.type == "places" and len(val.things) == 1:
            kind, index = val.things[0]
            if kind == "board":
                symbol = self.names.on_board(token.text, index)
                if symbol is not None:
                    found = self.symbol_value(symbol.kind, symbol.index, symbol.ordinal, token, scope)
            elif kind == "feature":
                box = self.names.box_of(index, token.text)
                if box is not None:
                    found = Val("places", Num(box), (("box", box),), text=f"{val.text}.{token.text}")
            elif kind in ("set", "zone", "group"):
                found = self.part_of(kind, index, token)
        if found is None:
            if val.known:
                self.report(
                    problems.unknown_name(
                        f"part of `{val.text}`", token.text, token.span, self.places.parts_of(val)
                    )
                )
            return UNKNOWN
        return self.descend(found, rest, span, scope) if rest else found

    def part_of(self, kind: str, index: int, token: Token) -> Val | None:
        for feature in self.places.features(((kind, index),)):
            if self.model.features[feature].name == token.text:
                return Val("places", Num(feature), (("feature", feature),), text=token.text)
        for box in self.places.boxes(((kind, index),)):
            if token.text in self.model.boxes[box].labels:
                return Val("places", Num(box), (("box", box),), text=token.text)
        return None

    def member_val(self, cell: int, token: Token, scope: Scope) -> Val:
        return number(int(token.text)) if token.kind == "INT" else self.bind_path([token], token.span, scope)

    def bind_of(self, node: Node, scope: Scope) -> Val:
        head, argument = node.parts
        assert isinstance(head, Node)
        tokens = words_of(head)
        token = tokens[0]
        alone = len(tokens) == 1
        if alone and (token.text not in scope.names or token.text in self.words.property_names):
            symbol = self.names.find(token, scope.context)
            if symbol is not None and symbol.kind == "define":
                return self.definitions.bind_define(token, (self.bind(argument, scope),), scope)
            if symbol is not None and symbol.kind == "fact":
                arg = self.bind(argument, scope)
                return self.fact_value(symbol.index, arg, span_of(argument))
            if symbol is None and not self.names.lookup(token.text, scope.context):
                done = self.properties.property(token, argument, scope)
                if done is not None:
                    return done
                self.names.unknown("word before `of`", token.text, token.span, self.words.property_names)
                return UNKNOWN
        val = self.bind_path(tokens, head.span, scope)
        if not val.known:
            return UNKNOWN
        arg = self.bind(argument, scope)
        if not arg.known:
            return UNKNOWN
        if val.cell is not None and val.type != "fact":
            if arg.type == "player":
                return self.cell_value(val.cell, None, val.text, arg.expr)
            definition = self.model.cells[val.cell]
            if not definition.members:
                self.report(problems.takes_no_of(definition.name, head.span))
                return UNKNOWN
            return self.cell_value(val.cell, self.index_of(val.cell, arg, span_of(argument)), val.text)
        if val.type == "fact" and val.cell is not None:
            return self.fact_value(val.cell, arg, span_of(argument))
        self.report(problems.takes_no_of(val.text or token.text, head.span))
        return UNKNOWN

    def index_of(self, cell: int, arg: Val, span: Span) -> Expr:
        """The index term of a `per` cell, checked against what it is declared per."""
        definition = self.model.cells[cell]
        wanted = self.model.per_types.get(cell, "number")
        expr = self.index_term(wanted, arg, span)
        expr = fold(expr)
        low, high = definition.index_low, definition.index_low + definition.size - 1
        if isinstance(expr, Num) and not low <= expr.value <= high:
            self.report(problems.outside_range(expr.value, low, high, f"`{definition.name}`", span))
        return expr

    def index_term(self, wanted: str, arg: Val, span: Span) -> Expr:
        if not arg.known:
            return Num(0)
        if wanted == "number":
            return self.convert.as_number(arg, span)
        if wanted.startswith("word:"):
            if arg.type == "row" and arg.domain is not None and f"word:{arg.domain}" == wanted:
                return arg.expr
            if arg.type == "row" and arg.domain is not None:
                moved = self.convert.as_member(arg, int(wanted[5:]))
                if moved is not None:
                    return moved
            self.report(
                problems.wrong_type(
                    words_for(arg), f"a word of `{self.model.domains[int(wanted[5:])].name}`", span
                )
            )
            return Num(0)
        if wanted.startswith("boxes"):
            return self.convert.as_box(arg, span)
        if wanted.startswith("features"):
            if arg.type == "feature":
                return arg.expr
            if arg.type == "box":
                return self.cells.feature_of_box(arg.expr)
            features = self.places.features(arg.things) if arg.type == "places" else ()
            if len(features) == 1:
                return Num(features[0])
            if arg.type == "position":
                return self.cells.feature_of_position(arg.expr)
        if wanted == "ball" and arg.type == "ball":
            return arg.expr
        if wanted == "die" and arg.type == "die":
            return arg.expr
        self.report(problems.wrong_type(words_for(arg), "something of what it is declared `per`", span))
        return Num(0)

    def fact_value(self, fact: int, arg: Val, span: Span) -> Val:
        wanted = self.model.per_types.get(-1 - fact, "number")
        expr = Fact(fact, self.index_term(wanted, arg, span))
        holds = self.model.slot_types.get(-1 - fact, "number")
        if holds.startswith("word:"):
            return Val("row", expr, domain=int(holds[5:]))
        return Val(holds, expr)

    def bind_arithmetic(self, node: Node, scope: Scope) -> Val:
        left_part, right_part = node.parts
        if node.kind == "plus":
            left = self.bind(left_part, scope)
            right = self.bind(right_part, scope)
            if left.type == "places" or right.type == "places":
                for side, val in ((left_part, left), (right_part, right)):
                    if val.known and val.type != "places" and val.cell is None:
                        self.report(problems.wrong_type(words_for(val), "a place", span_of(side)))
                things = (*self.place_things(left), *self.place_things(right))
                return Val("places", things=tuple(dict.fromkeys(things)))
            terms = (
                self.convert.as_number(left, span_of(left_part)),
                self.convert.as_number(right, span_of(right_part)),
            )
            return Val("number", fold(Op("+", terms)))
        terms = (self.number(left_part, scope), self.number(right_part, scope))
        return Val("number", fold(Op(ARITHMETIC[node.kind], terms)))

    def place_things(self, val: Val) -> tuple[tuple[str, int], ...]:
        if val.type == "places":
            return val.things
        if val.cell is not None:
            return (("cell", val.cell),)
        return ()

    def bind_reach(self, node: Node, scope: Scope) -> Val:
        """`b within reach of P by W`: a way leads there now, whatever the dice."""
        box_part, place_part, way = node.parts
        box = self.convert.as_box(self.bind(box_part, scope), span_of(box_part))
        place = self.convert.as_position(self.bind(place_part, scope), span_of(place_part))
        name = way.text if isinstance(way, Token) else ""
        if isinstance(way, Token):
            self.cells.way_index(name)
        return flag(Reaches(box, place, name))
