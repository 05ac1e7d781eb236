"""Binding expressions: a tree becomes a typed term. What cannot be bound becomes UNKNOWN, once reported."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.check import problems
from sspdsl.check.names import KIND_WORDS, Names, words_of
from sspdsl.check.places import Places
from sspdsl.check.values import NOTHING, UNKNOWN, Scope, Val, flag, number, words_for
from sspdsl.check.words import Words
from sspdsl.ir.terms import (
    Binder,
    Cell,
    Count,
    CountFilled,
    Domain,
    Expr,
    Fact,
    Filled,
    First,
    Me,
    Member,
    Num,
    Op,
    Opened,
    Players,
    Reaches,
    Shows,
    Values,
)
from sspdsl.ir.terms import (
    Span as Range,
)
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

PLACE_KINDS = ("board", "zone", "feature", "box", "set", "group", "kind")
COMPARISONS = {"at_least": ">=", "at_most": "<=", "more": ">", "less": "<"}
ARITHMETIC = {"plus": "+", "minus": "-", "times": "*", "div": "div", "mod": "mod"}
STATES = ("filled", "empty", "complete", "open")
MAX_NUMBER = 10**9
MAX_DEPTH = 30


class Expressions:
    """Binds expressions of a model, on top of its names, places and given words."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.model = names.model
        self.places = Places(names)
        self.words = Words(self)
        self.defining: list[str] = []

    # ------------------------------------------------------------ entry points

    def number(self, part: Part, scope: Scope) -> Expr:
        return self.as_number(self.bind(part, scope), span_of(part))

    def flag(self, part: Part, scope: Scope) -> Expr:
        return self.as_flag(self.bind(part, scope), span_of(part))

    def constant(self, part: Part, scope: Scope) -> int:
        """A number known before play; 0 after a mistake."""
        expr = fold(self.number(part, scope))
        if isinstance(expr, Num):
            return expr.value
        self.report(problems.not_constant(span_of(part)))
        return 0

    def report(self, diagnostic: object) -> None:
        self.names.diagnostics.append(diagnostic)  # type: ignore[arg-type]

    # ------------------------------------------------------------ conversions

    def as_number(self, val: Val, span: Span) -> Expr:
        match val.type:
            case "number" | "flag" | "unknown":
                return val.expr
            case "die":
                return self.words.die_value(val.expr)
            case "cell":
                return self.bare_cell(val, span)
            case "row":
                return Op("+", (val.expr, Num(1)))
        self.report(problems.wrong_type(words_for(val), "a number", span))
        return Num(0)

    def as_flag(self, val: Val, span: Span) -> Expr:
        match val.type:
            case "flag" | "unknown" | "number":
                return val.expr
            case "cell":
                return self.bare_cell(val, span)
            case "places":
                boxes = self.places.boxes(val.things)
                cells = self.places.cells(val.things)
                return self.all_filled(boxes, cells)
            case "box":
                return Filled(val.expr)
        self.report(problems.wrong_type(words_for(val), "a condition", span))
        return Num(0)

    def bare_cell(self, val: Val, span: Span) -> Expr:
        assert val.cell is not None
        definition = self.model.cells[val.cell]
        if definition.size > 1:
            self.report(problems.needs_of(definition.name, self.model.per_types.get(val.cell, "index"), span))
        return val.expr

    def as_box(self, val: Val, span: Span) -> Expr:
        if val.type in ("box", "unknown"):
            return val.expr
        if val.type == "places":
            boxes = self.places.boxes(val.things)
            if len(boxes) == 1:
                return Num(boxes[0])
        self.report(problems.wrong_type(words_for(val), "a box", span))
        return NOTHING

    def as_position(self, val: Val, span: Span) -> Expr:
        if val.type in ("position", "unknown"):
            return val.expr
        if val.type == "box":
            return self.words.position_of_box(val.expr)
        if val.type == "feature":
            return self.words.position_of_feature(val.expr)
        if val.type == "places":
            positions = self.places.targets(val.things)
            if len(positions) == 1:
                return Num(positions[0])
        self.report(problems.wrong_type(words_for(val), "one place", span))
        return NOTHING

    def as_player(self, val: Val, span: Span) -> Expr:
        if val.type in ("player", "unknown"):
            return val.expr
        self.report(problems.wrong_type(words_for(val), "a player", span))
        return Me()

    def all_filled(self, boxes: tuple[int, ...], cells: tuple[tuple[int, int], ...]) -> Expr:
        parts: list[Expr] = []
        if len(boxes) == 1:
            parts.append(Filled(Num(boxes[0])))
        elif boxes:
            parts.append(Op("is", (CountFilled(boxes), Num(len(boxes)))))
        for cell, index in cells:
            parts.append(Op(">", (self.cell_at(cell, index), Num(0))))
        if not parts:
            return Num(0)
        return parts[0] if len(parts) == 1 else Op("and", tuple(parts))

    def cell_at(self, cell: int, index: int) -> Expr:
        definition = self.model.cells[cell]
        return Cell(cell, Num(index)) if definition.size > 1 or definition.members else Cell(cell)

    # ------------------------------------------------------------ binding

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
            return self.bind_is(part, scope)
        if kind in ("in", "at"):
            return self.bind_in(part, scope)
        if kind in ("above", "below"):
            return self.bind_order(part, scope)
        if kind in ARITHMETIC:
            return self.bind_arithmetic(part, scope)
        if kind in ("smallest", "largest"):
            terms = [self.number(p, scope) for p in part.parts]
            return Val("number", fold(Op("min" if kind == "smallest" else "max", tuple(terms))))
        if kind in ("count", "some", "every"):
            return self.bind_quantified(part, scope)
        if kind == "first":
            return self.bind_first(part, scope)
        if kind == "shows":
            box = self.as_box(self.bind(part.parts[0], scope), span_of(part.parts[0]))
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
                return self.bind_define(token, (), scope)
            case "fact":
                return Val("fact", cell=index, text=token.text)
            case "achievement":
                return self.cell_value(index, None, token.text)
            case "mode":
                return self.bind_mode(token, scope)
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
        if definition.size > 1 or definition.members:
            if index is None:
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

    # ------------------------------------------------------------ `x of y`

    def bind_of(self, node: Node, scope: Scope) -> Val:
        head, argument = node.parts
        assert isinstance(head, Node)
        tokens = words_of(head)
        token = tokens[0]
        if len(tokens) == 1:
            if token.text not in scope.names or token.text in self.words.property_names:
                symbol = self.names.find(token, scope.context)
                if symbol is not None and symbol.kind == "define":
                    return self.bind_define(token, (self.bind(argument, scope),), scope)
                if symbol is not None and symbol.kind == "fact":
                    arg = self.bind(argument, scope)
                    return self.fact_value(symbol.index, arg, span_of(argument))
                if symbol is None and not self.names.lookup(token.text, scope.context):
                    done = self.words.property(token, argument, scope)
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
            return self.as_number(arg, span)
        if wanted.startswith("word:"):
            if arg.type == "row" and arg.domain is not None and f"word:{arg.domain}" == wanted:
                return arg.expr
            if arg.type == "row" and arg.domain is not None:
                moved = self.words.as_member(arg, int(wanted[5:]))
                if moved is not None:
                    return moved
            self.report(
                problems.wrong_type(
                    words_for(arg), f"a word of `{self.model.domains[int(wanted[5:])].name}`", span
                )
            )
            return Num(0)
        if wanted.startswith("boxes"):
            return self.as_box(arg, span)
        if wanted.startswith("features"):
            if arg.type == "feature":
                return arg.expr
            if arg.type == "box":
                return self.words.feature_of_box(arg.expr)
            features = self.places.features(arg.things) if arg.type == "places" else ()
            if len(features) == 1:
                return Num(features[0])
            if arg.type == "position":
                return self.words.feature_of_position(arg.expr)
        if wanted == "ball" and arg.type == "ball":
            return arg.expr
        if wanted == "die" and arg.type == "die":
            return arg.expr
        self.report(problems.wrong_type(words_for(arg), f"something of its kind ({wanted})", span))
        return Num(0)

    def fact_value(self, fact: int, arg: Val, span: Span) -> Val:
        wanted = self.model.per_types.get(-1 - fact, "number")
        expr = Fact(fact, self.index_term(wanted, arg, span))
        holds = self.model.slot_types.get(-1 - fact, "number")
        if holds.startswith("word:"):
            return Val("row", expr, domain=int(holds[5:]))
        return Val(holds, expr)

    def bind_define(self, token: Token, args: tuple[Val, ...], scope: Scope) -> Val:
        symbol = self.names.find(token, scope.context)
        if symbol is None or symbol.node is None or symbol.context is None:
            return UNKNOWN
        if token.text in self.defining or scope.depth > MAX_DEPTH:
            self.report(problems.circular("definition", token.text, token.span))
            return UNKNOWN
        params = (
            [p.text for p in symbol.node.parts[1].parts if isinstance(p, Token)]
            if isinstance(symbol.node.parts[1], Node)
            else []
        )
        if len(params) != len(args):
            self.report(problems.wrong_count(f"`{token.text}`", len(args), len(params), token.span))
            return UNKNOWN
        self.defining.append(token.text)
        try:
            given = {
                **{k: v for k, v in scope.names.items() if k in ("this", "ball", "box", "here")},
                **dict(zip(params, args)),
            }
            return self.bind(symbol.node.parts[2], scope.deeper(given, symbol.context))
        finally:
            self.defining.pop()

    def bind_mode(self, token: Token, scope: Scope) -> Val:
        symbol = self.names.find(token, scope.context)
        if symbol is None or symbol.node is None or symbol.context is None:
            return UNKNOWN
        return flag(self.flag(symbol.node.parts[1], scope.deeper({}, symbol.context)))

    # ------------------------------------------------------------ comparisons

    def bind_is(self, node: Node, scope: Scope) -> Val:
        left_part, right_part = node.parts
        negate = node.kind == "is_not"
        left = self.bind(left_part, scope)
        word = lone_word(right_part)
        if word is not None and left.known and word.text not in scope.names:
            done = self.words.compare(left, word, span_of(left_part), scope)
            if done is not None:
                return flag(fold(Op("not", (done,)))) if negate else flag(done)
        right = self.bind(right_part, scope)
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
            return self.as_number(left, left_span), self.as_number(right, right_span)
        if types == {"row"}:
            if left.domain == right.domain or right.domain is None or left.domain is None:
                return left.expr, right.expr
            moved = self.words.as_member(right, left.domain)
            if moved is not None:
                return left.expr, moved
        if "position" in types:
            return self.as_position(left, left_span), self.as_position(right, right_span)
        if types <= {"box", "places"}:
            if "box" in types or (self.places.single_box(left) and self.places.single_box(right)):
                return self.as_box(left, left_span), self.as_box(right, right_span)
            if len(left.things) == 1 and len(right.things) == 1:
                return Num(int(left.things == right.things)), Num(1)
        if "feature" in types:
            return self.words.as_feature(left, left_span), self.words.as_feature(right, right_span)
        if len(types) == 1:
            return left.expr, right.expr
        if types <= {"zone", "places"} or types <= {"board", "places"} or types <= {"set", "places"}:
            return self.words.as_thing(left), self.words.as_thing(right)
        if right.type == "row" and left.type == "number":
            return left.expr, Op("+", (right.expr, Num(1)))
        self.report(problems.wrong_type(words_for(right), f"{words_for(left)} to compare with", right_span))
        return None

    def bind_in(self, node: Node, scope: Scope) -> Val:
        left_part, right_part = node.parts
        left = self.bind(left_part, scope)
        if (
            isinstance(right_part, Node)
            and right_part.kind == "domain"
            and len(present(right_part.parts)) == 2
        ):
            low, high = (self.number(p, scope) for p in right_part.parts)
            value = self.as_number(left, span_of(left_part))
            return flag(fold(Op("and", (Op(">=", (value, low)), Op("<=", (value, high))))))
        word = lone_word(right_part)
        if word is not None and word.text == "dice" and not self.names.lookup("dice", scope.context):
            value = self.as_number(left, span_of(left_part))
            dice = [self.words.die_value(Num(d)) for d in range(2)]
            return flag(Op("or", tuple(Op("is", (value, d)) for d in dice)))
        listed = listing_of(right_part)
        if listed is not None:
            value = self.as_number(left, span_of(left_part))
            return flag(fold(Op("or", tuple(Op("is", (value, self.number(p, scope))) for p in listed))))
        special = self.words.membership(left, right_part, span_of(left_part), scope)
        if special is not None:
            return flag(special)
        right = self.bind(right_part, scope)
        if not (left.known and right.known):
            return flag(Num(0))
        return flag(fold(self.words.is_in(left, right, span_of(left_part), span_of(right_part))))

    def bind_order(self, node: Node, scope: Scope) -> Val:
        left, right = (self.words.as_thing(self.bind(p, scope)) for p in node.parts)
        fact = self.words.zone_rank()
        op = "<" if node.kind == "above" else ">"
        same = Op("is", (Fact(self.words.zone_board(), left), Fact(self.words.zone_board(), right)))
        return flag(fold(Op("and", (same, Op(op, (Fact(fact, left), Fact(fact, right)))))))

    def bind_arithmetic(self, node: Node, scope: Scope) -> Val:
        left_part, right_part = node.parts
        if node.kind == "plus":
            left = self.bind(left_part, scope)
            right = self.bind(right_part, scope)
            if left.type == "places" or right.type == "places":
                things = (*self.place_things(left), *self.place_things(right))
                return Val("places", things=tuple(dict.fromkeys(things)))
            terms = (self.as_number(left, span_of(left_part)), self.as_number(right, span_of(right_part)))
            return Val("number", fold(Op("+", terms)))
        terms = (self.number(left_part, scope), self.number(right_part, scope))
        return Val("number", fold(Op(ARITHMETIC[node.kind], terms)))

    def place_things(self, val: Val) -> tuple[tuple[str, int], ...]:
        if val.type == "places":
            return val.things
        if val.cell is not None:
            return (("cell", val.cell),)
        return ()

    # ------------------------------------------------------------ domains

    def bind_quantified(self, node: Node, scope: Scope) -> Val:
        binder_node = node.parts[0]
        assert isinstance(binder_node, Node)
        binder, _ = self.binder(binder_node, scope)
        if node.kind == "count":
            return Val("number", Count(binder))
        if node.kind == "some":
            return flag(Op(">", (Count(binder), Num(0))))
        condition = binder.where if binder.where is not None else Num(1)
        inverse = Binder(binder.slot, binder.domain, Op("not", (condition,)), binder.kind)
        return flag(Op("is", (Count(inverse), Num(0))))

    def bind_first(self, node: Node, scope: Scope) -> Val:
        """`first x in D where E`: a thing of the list, or none."""
        binder_node = node.parts[0]
        assert isinstance(binder_node, Node)
        binder, inner = self.binder(binder_node, scope)
        token = binder_node.parts[0]
        assert isinstance(token, Token)
        return replace(inner.names[token.text], expr=First(binder))

    def bind_reach(self, node: Node, scope: Scope) -> Val:
        """`b within reach of P by W`: a way leads there now, whatever the dice."""
        box_part, place_part, way = node.parts
        box = self.as_box(self.bind(box_part, scope), span_of(box_part))
        place = self.as_position(self.bind(place_part, scope), span_of(place_part))
        name = way.text if isinstance(way, Token) else ""
        if isinstance(way, Token):
            self.words.way_index(name)
        return flag(Reaches(box, place, name))

    def binder(self, node: Node, scope: Scope) -> tuple[Binder, Scope]:
        """`x in D where E`: the binder, and the scope in which x is known."""
        token, domain_node, where = (*node.parts, None)[:3]
        assert isinstance(token, Token) and isinstance(domain_node, Node)
        slot = scope.slots.new()
        domain, val, kind, extra = self.words.domain(domain_node, slot, scope)
        inner = scope.with_names(**{token.text: val})
        condition = self.flag(where, inner) if where is not None else None
        if extra is not None:
            condition = extra if condition is None else fold(Op("and", (extra, condition)))
        return Binder(slot, domain, condition, kind), inner


def present(parts: tuple[Part, ...]) -> list[Part]:
    return [p for p in parts if p is not None]


def span_of(part: Part) -> Span:
    assert part is not None
    return part.span


def lone_word(part: Part) -> Token | None:
    """The token of an expression that is a single name."""
    while isinstance(part, Node) and part.kind in ("domain", "refs") and len(present(part.parts)) == 1:
        part = present(part.parts)[0]
    if isinstance(part, Node) and part.kind == "path" and len(part.parts) == 1:
        part = part.parts[0]
    return part if isinstance(part, Token) and part.kind == "NAME" else None


def listing_of(part: Part) -> list[Part] | None:
    """The members of `[1, 3, 5]`."""
    if isinstance(part, Node) and part.kind == "domain" and len(part.parts) == 1:
        part = part.parts[0]
    return present(part.parts) if isinstance(part, Node) and part.kind == "listed" else None


def fold(expr: Expr) -> Expr:
    """An operation on constants becomes its result."""
    if not isinstance(expr, Op):
        return expr
    args = expr.args
    if expr.op in ("and", "or"):
        stop = Num(0) if expr.op == "and" else Num(1)
        rest: list[Expr] = []
        for arg in args:
            if isinstance(arg, Num):
                if bool(arg.value) == bool(stop.value):
                    return stop
                continue
            rest.extend(arg.args if isinstance(arg, Op) and arg.op == expr.op else (arg,))
        if not rest:
            return Num(1 - stop.value)
        return rest[0] if len(rest) == 1 else Op(expr.op, tuple(rest))
    if all(isinstance(a, Num) for a in args):
        values = [a.value for a in args if isinstance(a, Num)]
        result = evaluate_op(expr.op, values)
        if result is not None:
            return Num(result)
    return expr


def evaluate_op(op: str, v: list[int]) -> int | None:
    """The value of an operation on numbers."""
    match op:
        case "+":
            return v[0] + v[1]
        case "-":
            return v[0] - v[1]
        case "*":
            return v[0] * v[1]
        case "div":
            return v[0] // v[1] if v[1] else 0
        case "mod":
            return v[0] % v[1] if v[1] else 0
        case "min":
            return min(v)
        case "max":
            return max(v)
        case "size":
            return abs(v[0])
        case "is":
            return int(v[0] == v[1])
        case "is_not":
            return int(v[0] != v[1])
        case "<":
            return int(v[0] < v[1])
        case "<=":
            return int(v[0] <= v[1])
        case ">":
            return int(v[0] > v[1])
        case ">=":
            return int(v[0] >= v[1])
        case "not":
            return int(not v[0])
    return None


__all__ = [
    "KIND_WORDS",
    "Domain",
    "Expressions",
    "Member",
    "Opened",
    "Players",
    "Range",
    "Shows",
    "Values",
    "fold",
    "lone_word",
    "present",
    "span_of",
]
