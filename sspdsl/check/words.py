"""Words that the language gives: `ball`, `here`, `dice`, `filled of`, `next of`. See docs/language.md, "Words given"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sspdsl.check import problems
from sspdsl.check.values import NOTHING, UNKNOWN, Scope, Val, flag, words_for
from sspdsl.ir import model as ir
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
    Pick,
    Players,
    Shows,
    Values,
    Var,
)
from sspdsl.ir.terms import (
    Span as Range,
)
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions

MAX_PLAYERS = 4


class Words:
    """The given words, in terms of the cells the compiler makes."""

    given_names = (
        "this", "box", "face", "ball", "balls", "here", "origin", "way", "chosen", "other", "dice", "sum",
        "difference", "doubles", "natural", "score", "last_roll", "players", "opponents",
        "me", "none", "last_stars", "yes", "no", "boxes", "finished", "ball1", "ball2", "move",
    )  # fmt: skip
    property_names = (
        "value", "filled", "empty", "next", "zone", "board", "colour", "faces", "feature", "beside", "neighbours",
        "completions", "number", "kind", "size", "natural", "playing", "balls", "place", "round", "raw", "used", "boxes",
        "features", "awards", "origin", "left", "right", "face", "worth", "hits", "waiting", "earned", "taken",
    )  # fmt: skip

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model
        self.made_facts: dict[str, int] = {}

    # ------------------------------------------------------------ cells of the turn

    def role(self, role: str) -> int:
        return self.model.roles.get(role, 0)

    def die_value(self, die: Expr) -> Expr:
        return Cell(self.role("value"), die)

    def raw(self, die: int) -> Expr:
        return Cell(self.role("raw"), Num(die))

    def mover(self) -> Expr:
        return Op("-", (Cell(self.role("mover")), Num(1)))

    def ball_position(self, ball: Expr) -> Expr:
        return Op("-", (Cell(self.role("at"), ball), Num(1)))

    def chosen(self) -> Expr:
        return Op("-", (Cell(self.role("chosen")), Num(1)))

    def in_play(self, ball: Expr) -> Expr:
        return Op(">", (Cell(self.role("at"), ball), Num(0)))

    def balls_in_play(self) -> Expr:
        return Op("+", tuple(self.in_play(Num(b)) for b in range(2)))

    # ------------------------------------------------------------ constant tables made on demand

    def table(self, name: str, make: Callable[[], list[int]]) -> int:
        """A fact made by the compiler; its entries are worked out once all places are known."""
        if name not in self.made_facts:
            self.model.facts.append(ir.FactDef(name, 0, tuple(make())))
            self.made_facts[name] = len(self.model.facts) - 1
        return self.made_facts[name]

    def feature_of_box(self, box: Expr) -> Expr:
        return Fact(self.table("feature of box", lambda: [b.feature for b in self.model.boxes]), box)

    def feature_of_position(self, position: Expr) -> Expr:
        return Fact(
            self.table("feature of position", lambda: [p.feature for p in self.model.positions]), position
        )

    def box_of_position(self, position: Expr) -> Expr:
        return Fact(
            self.table(
                "box of position", lambda: [-1 if p.box is None else p.box for p in self.model.positions]
            ),
            position,
        )

    def position_of_box(self, box: Expr) -> Expr:
        places = self.x.places
        return Fact(
            self.table(
                "position of box", lambda: [places.position_of_box(b) for b in range(len(self.model.boxes))]
            ),
            box,
        )

    def position_of_feature(self, feature: Expr) -> Expr:
        places = self.x.places
        return Fact(
            self.table(
                "position of feature",
                lambda: [places.position_of_feature(f) for f in range(len(self.model.features))],
            ),
            feature,
        )

    def zone_of_feature(self, feature: Expr) -> Expr:
        return Fact(self.table("zone of feature", lambda: [f.zone for f in self.model.features]), feature)

    def board_of_feature(self, feature: Expr) -> Expr:
        return Fact(self.table("board of feature", lambda: [f.board for f in self.model.features]), feature)

    def zone_board(self) -> int:
        return self.table("board of zone", lambda: [z.board for z in self.model.zones])

    def zone_rank(self) -> int:
        """The place of a zone in its board, from the top."""
        return self.table(
            "rank of zone",
            lambda: [self.model.boards[z.board].zones.index(i) for i, z in enumerate(self.model.zones)],
        )

    def colour_code(self, colour: str) -> int:
        colours = sorted({b.colour for b in self.model.boxes} | {"white", "red", "yellow"})
        return colours.index(colour) if colour in colours else -1

    def first_face(self, box: Expr) -> Expr:
        return Fact(
            self.table("first face", lambda: [b.faces[0] if b.faces else 0 for b in self.model.boxes]), box
        )

    def face_of(self, box: Expr) -> Expr:
        """The face of a box: printed, or what was written into it."""
        if isinstance(box, Num) and 0 <= box.value < len(self.model.boxes) and self.model.boxes[box.value].slots:
            return self.model.boxes[box.value].slots[0]
        expr = self.first_face(box)
        for index, data in enumerate(self.model.boxes):
            if data.slots:
                expr = Op("+", (expr, Op("*", (Op("is", (box, Num(index))), data.slots[0]))))
        return expr

    # ------------------------------------------------------------ given words

    def given(self, word: str, span: Span, scope: Scope) -> Val | None:
        """A word that needs no declaration; None if it is not one."""
        if word in scope.names:
            return scope.names[word]
        match word:
            case "ball":
                return Val("ball", self.mover())
            case "ball1" | "ball2":
                return Val("ball", Num(int(word[-1]) - 1))
            case "balls":
                return Val("number", self.balls_in_play(), listing="balls")
            case "here":
                return Val("position", self.ball_position(self.mover()))
            case "origin":
                return Val("position", Op("-", (Cell(self.role("origin")), Num(1))))
            case "way":
                return Val("way", Op("-", (Cell(self.role("way")), Num(1))))
            case "chosen":
                return Val("die", self.chosen())
            case "other":
                return Val("die", Pick(Op("is", (self.chosen(), Num(0))), Num(1), Num(0)))
            case "sum":
                return Val("number", Op("+", (self.raw(0), self.raw(1))))
            case "difference":
                return Val("number", Op("size", (Op("-", (self.raw(0), self.raw(1))),)))
            case "doubles":
                return flag(Op("is", (self.raw(0), self.raw(1))))
            case "natural":
                return flag(self.is_natural(self.chosen()))
            case "score" | "last_roll":
                return Val("number", Cell(self.role(word)), cell=self.role(word), text=word)
            case "last_stars":
                return Val("number", Cell(self.role("last_stars")))
            case "me":
                return Val("player", Me())
            case "none":
                return Val("row", NOTHING, domain=None, text="none")
            case "yes" | "no":
                return flag(Num(int(word == "yes")))
            case "finished":
                return flag(Cell(self.role("finished")))
            case "boxes":
                return Val("places", things=tuple(("box", b) for b in range(len(self.model.boxes))))
            case "dice" | "players" | "opponents":
                return Val("domain", listing=word, text=word)
            case "face":
                return Val("number", self.face_used(scope))
            case "box" | "this":
                self.x.report(problems.no_context(word, "in a rule about a box, feature or set", span))
                return UNKNOWN
        return None

    def face_used(self, scope: Scope) -> Expr:
        box = scope.names.get("box")
        if box is None or "by_hit" in scope.names:
            return self.die_value(self.chosen())
        return self.face_of(box.expr)

    def is_natural(self, die: Expr) -> Expr:
        return Op("is", (self.die_value(die), Cell(self.role("raw"), die)))

    # ------------------------------------------------------------ `word of x`

    def property(self, token: Token, argument: Part, scope: Scope) -> Val | None:
        """A given word before `of`; None if it is not one."""
        word = token.text
        if word not in self.property_names:
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
                return flag(self.is_natural(arg.expr))
            case "raw":
                return Val("number", Cell(self.role("raw"), arg.expr))
            case "size":
                return Val("number", Op("size", (self.x.as_number(arg, span),)))
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
                return Val("zone", self.zone_of_feature(self.as_feature(arg, span)))
            case "board":
                return Val("board", self.board_of_feature(self.as_feature(arg, span)))
            case "feature":
                return Val("feature", self.as_feature(arg, span))
            case "colour":
                fact = self.table(
                    "colour of box", lambda: [self.colour_code(b.colour) for b in self.model.boxes]
                )
                return Val("colour", Fact(fact, self.x.as_box(arg, span)))
            case "faces":
                return Val("faces", self.x.as_box(arg, span), text="faces")
            case "beside":
                return self.beside(arg, span)
            case "face":
                return Val("number", self.face_of(self.x.as_box(arg, span)))
            case "worth":
                return Val("number", self.worth(self.x.as_box(arg, span)))
            case "waiting":
                ball = arg.expr
                return flag(Op("and", (self.in_play(ball), Op("not", (Cell(self.role("moved"), ball),)))))
            case "earned":
                return Val("flag", arg.expr, cell=arg.cell)
            case "hits":
                return Val("hits", self.as_feature(arg, span))
            case "completions":
                return self.completions(arg, span)
            case "number":
                return Val("number", Op("+", (arg.expr, Num(1))))
            case "kind":
                return Val("number", Num(arg.domain or 0))
            case "playing":
                return flag(Op("not", (Cell(self.role("finished"), None, self.x.as_player(arg, span)),)))
            case "place":
                return Val("position", self.ball_position(arg.expr))
            case "balls":
                return self.balls_of(arg, span)
            case "neighbours":
                return Val("neighbours", self.x.as_box(arg, span))
            case "left" | "right":
                return self.beside_in_row(word, arg, span)
            case "awards":
                sets = self.sets_of(arg)
                return Val("places", things=tuple(("award", s) for s in sets))
            case "origin":
                return self.given("origin", span, scope)
            case "round":
                return self.x.cell_value(self.role("round"), None, "round", self.x.as_player(arg, span))
        return None

    def used(self, argument: Part, scope: Scope) -> Val:
        val = self.x.bind(argument, scope)
        if val.type == "die":
            return flag(Cell(self.role("die_used"), val.expr))
        cell = self.model.roles.get(f"used:{val.text}")
        if val.type != "ability" or cell is None:
            if val.known:
                assert argument is not None
                self.x.report(problems.wrong_type(words_for(val), "an ability with a limit", argument.span))
            return UNKNOWN
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
            return Val("number", self.die_value(arg.expr))
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
        terms.extend(Op(">", (self.x.cell_at(c, i), Num(0))) for c, i in cells)
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

        return Fact(self.table("worth of box", make), box)

    def beside(self, arg: Val, span: Span) -> Val:
        features = self.x.places.features(arg.things)
        if len(features) == 1:
            beside = self.model.features[features[0]].beside
            return Val("places", things=tuple(("feature", f) for f in beside))
        fact = self.table(
            "beside feature", lambda: [f.beside[0] if f.beside else -1 for f in self.model.features]
        )
        return Val("feature", Fact(fact, self.as_feature(arg, span)))

    def balls_of(self, arg: Val, span: Span) -> Val:
        positions = self.x.places.positions(arg.things)
        terms = [Member(self.ball_position(Num(b)), positions) for b in range(2)]
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

        return Val("box", Fact(self.table(f"{word} of box", make), self.x.as_box(arg, span)))

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
            the_set.completions = self.make_cell(f"completions of {the_set.name}", 0, 9, role="completions")
        return Val("number", Cell(the_set.completions), cell=the_set.completions, text=f"completions of {the_set.name}")

    def make_cell(
        self,
        name: str,
        low: int,
        high: int,
        role: str,
        size: int = 1,
        members: tuple[str, ...] = (),
        shared: bool = False,
        form: str = "counter",
        line: str = "double",
        title: str = "",
    ) -> int:
        """A cell of the compiler's own; authors do not see it."""
        self.model.cells.append(
            ir.CellDef(
                name,
                title,
                form,
                role,
                shared,
                low,
                high,
                low,
                size,
                0,
                members,
                line,
                None,
                False,
                True,
                None,
            )
        )
        return len(self.model.cells) - 1

    # ------------------------------------------------------------ comparisons with given words

    def compare(self, left: Val, word: Token, span: Span, scope: Scope) -> Expr | None:
        """`x is filled`, `way is shot`, `colour of b is red`, `x is none`, `slot is word`; None if it is none of these."""
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
            return Op("is", (left.expr, Num(self.way_index(text))))
        if left.type == "colour":
            return Op("is", (left.expr, Num(self.colour_code(text))))
        if left.type == "row" and left.domain is not None:
            for ordinal, member in enumerate(self.model.domains[left.domain].words):
                if member.name == text:
                    return Op("is", (left.expr, Num(ordinal)))
            if not self.x.names.lookup(text, scope.context):
                names = [w.name for w in self.model.domains[left.domain].words]
                self.x.report(problems.unknown_name("word", text, word.span, names))
                return Num(0)
        return None

    def way_index(self, name: str) -> int:
        if name not in self.model.way_names:
            self.model.way_names.append(name)
        return self.model.way_names.index(name)

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
                self.x.all_filled((), cells)
                if text != "empty"
                else Op("is", (self.count_filled(left, "filled", span).expr, Num(0)))
            )
        if left.type == "places":
            boxes, cells = self.x.places.boxes(left.things), self.x.places.cells(left.things)
            if text == "open":
                if len(boxes) == 1:
                    return Opened(Num(boxes[0]))
                return None
            if text == "empty":
                return Op("is", (self.count_filled(left, "filled", span).expr, Num(0)))
            return self.x.all_filled(boxes, cells)
        return None

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
            self.table(
                f"{self.model.domains[val.domain].name} as {self.model.domains[domain].name}", lambda: moves
            ),
            val.expr,
        )

    def as_feature(self, val: Val, span: Span) -> Expr:
        match val.type:
            case "feature" | "unknown":
                return val.expr
            case "box":
                return self.feature_of_box(val.expr)
            case "position":
                return self.feature_of_position(val.expr)
            case "ball":
                return self.feature_of_position(self.ball_position(val.expr))
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

    # ------------------------------------------------------------ `in` and `at`

    def membership(self, left: Val, right: Part, span: Span, scope: Scope) -> Expr | None:
        """`here in bumpers`, `d in faces of b`, `b in neighbours of box`; None for other right sides."""
        val = self.x.bind(right, scope)
        if val.type == "faces":
            return Shows(val.expr, self.x.as_number(left, span))
        if val.type == "neighbours":
            box = self.x.as_box(left, span)
            side = Val("box", val.expr)
            ends = (self.beside_in_row("left", side, span).expr, self.beside_in_row("right", side, span).expr)
            return Op("or", tuple(Op("is", (box, end)) for end in ends))
        return None

    def is_in(self, left: Val, right: Val, left_span: Span, right_span: Span) -> Expr:
        if right.type == "places":
            if left.type in ("ball", "position"):
                positions = self.x.places.positions(right.things)
                at = self.ball_position(left.expr) if left.type == "ball" else left.expr
                return Member(at, positions)
            if left.type == "box" or self.x.places.single_box(left):
                return Member(self.x.as_box(left, left_span), self.x.places.boxes(right.things))
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
            moved = self.as_member(left, right.domain)
            return Op(">=", (moved, Num(0))) if moved is not None else Num(0)
        if left.type in ("ball", "position") and right.type in ("feature", "box", "position"):
            at = self.ball_position(left.expr) if left.type == "ball" else left.expr
            return Op("is", (self.feature_of_position(at), self.as_feature(right, right_span)))
        if left.type == "box" and right.type in ("feature",):
            return Op("is", (self.feature_of_box(left.expr), right.expr))
        self.x.report(
            problems.wrong_type(
                words_for(right), f"a place or list that can hold {words_for(left)}", right_span
            )
        )
        return Num(0)

    # ------------------------------------------------------------ domains

    def domain(self, node: Node, slot: int, scope: Scope) -> tuple[Domain, Val, str, Expr | None]:
        """The members that a variable ranges over, how it reads, what its options show, and a condition of its own."""
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
            condition = self.in_play(var)
            if val.things:
                condition = Op(
                    "and", (condition, Member(self.ball_position(var), self.x.places.positions(val.things)))
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
            column = {
                "feature": self.feature_of_box,
                "zone": lambda b: self.zone_of_feature(self.feature_of_box(b)),
                "board": lambda b: self.board_of_feature(self.feature_of_box(b)),
                "box": lambda b: b,
            }[val.type]
            every = Values(tuple(range(len(self.model.boxes))))
            return every, Val("box", var), "box", Op("is", (column(var), val.expr))
        if val.type == "neighbours":
            every = Values(tuple(range(len(self.model.boxes))))
            side = Val("box", val.expr)
            ends = tuple(
                Op("is", (var, self.beside_in_row(w, side, node.span).expr)) for w in ("left", "right")
            )
            return every, Val("box", var), "box", Op("or", ends)
        if val.known:
            self.x.report(problems.wrong_type(words_for(val), "a list to choose from", node.span))
        return Values(()), UNKNOWN, "number", None


def is_features_of(node: Node) -> bool:
    """Whether the author wrote `features of ...`."""
    while node.kind in ("domain", "refs") and isinstance(node.parts[0], Node):
        node = node.parts[0]
    if node.kind != "of" or not isinstance(node.parts[0], Node):
        return False
    first = node.parts[0].parts[0]
    return isinstance(first, Token) and first.text == "features"


__all__ = ["MAX_PLAYERS", "Count", "Words"]
