"""Test blocks of a pin: situations, dice, what may be done, what is then true."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.acts import val_cell
from sspdsl.check.declare import Sorted, int_value, place_of, string_value
from sspdsl.check.effects import Effects
from sspdsl.check.notes import expand
from sspdsl.check.trees import lone_word, present, span_of
from sspdsl.check.values import Scope, Val, words_for
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Assign, Cell, Effect, EraseBox, Expr, Mark, Member, Num, Op, PutBall
from sspdsl.ir.walk import slots_of
from sspdsl.syntax.tree import Node, Part, Token


class Scenarios:
    def __init__(self, effects: Effects, sorted_: Sorted) -> None:
        self.effects = effects
        self.x = effects.x
        self.model = effects.model
        self.sorted = sorted_
        self.first_ball = True

    def bind(self) -> None:
        for node, context in self.sorted.of("test"):
            title, notes, block = node.parts[:3]
            assert isinstance(title, Token)
            assert isinstance(block, Node)
            cites = cites_of(notes)
            steps = tuple(
                s for part in block.nodes() if (s := self.step(part, Scope(context), 0)) is not None
            )
            players = players_of(block)
            self.model.tests.append(
                ir.TestDef(
                    title=string_value(title),
                    cites=cites,
                    players=players,
                    steps=steps,
                    place=place_of(title.span),
                )
            )

    def step(self, node: Node, scope: Scope, player: int) -> ir.TestStep | None:
        texts: tuple[str, ...] = ()
        faces: tuple[int, ...] = ()
        terms: tuple[Expr, ...] = ()
        effects: tuple[Effect, ...] = ()
        match node.kind:
            case "for_player":
                number, inner = node.parts[:2]
                assert isinstance(number, Token)
                assert isinstance(inner, Node)
                return self.step(inner, scope, int_value(number))
            case "given":
                # A line that puts balls says where all of them are.
                self.first_ball = True
                effects = tuple(e for part in present(node.parts) for e in self.given(part, scope))
                texts = tuple(text_of(p) for p in present(node.parts))
            case "test_roll":
                faces = tuple(int_value(p) for p in node.parts if isinstance(p, Token))
                for token, face in zip(node.parts, faces, strict=False):
                    if not 1 <= face <= 6:
                        self.x.report(problems.outside_range(face, 1, 6, "a die", span_of(token)))
            case "test_draw":
                texts = tuple(p.text for p in node.parts if isinstance(p, Token))
            case "test_may" | "test_may_not" | "test_play":
                texts = tuple(option_text(p) for p in node.nodes())
            case "then":
                texts = tuple(text_of(p) for p in present(node.parts))
                terms = tuple(
                    self.x.convert.as_flag(self.then(p, scope), span_of(p)) for p in present(node.parts)
                )
            case _:
                return None
        verb = node.kind.removeprefix("test_")
        return ir.TestStep(
            verb, player, texts, faces, terms, effects, slots_of(terms, effects), place_of(node.span)
        )

    def then(self, part: Part, scope: Scope) -> Val:
        """`ball at x` means that some ball is there."""
        if isinstance(part, Node) and part.kind == "at":
            word = lone_word(part.parts[0])
            if word is not None and word.text == "ball":
                val = self.x.bind(part.parts[1], scope)
                if val.known:
                    positions = self.x.places.positions(val.things)
                    at = [self.x.cells.ball_position(Num(b)) for b in range(2)]
                    return Val("flag", Op("or", tuple(Member(a, positions) for a in at)))
        return self.x.bind(part, scope)

    # ------------------------------------------------------------ given

    def given(self, part: Part, scope: Scope) -> list[Effect]:
        """A condition that is made true."""
        if isinstance(part, Node):
            if part.kind == "at":
                return self.ball_at(part, scope)
            if part.kind == "is":
                return self.given_is(part, scope)
            if part.kind == "not":
                return self.write(part.parts[0], 0, scope)
            if part.kind == "and":
                return [e for p in present(part.parts) for e in self.given(p, scope)]
        return self.write(part, 1, scope)

    def ball_at(self, node: Node, scope: Scope) -> list[Effect]:
        word = lone_word(node.parts[0])
        if word is None or word.text != "ball":
            self.x.report(problems.wrong_type("this", "`ball at PLACE`", node.span))
            return []
        position = self.x.convert.as_position(self.x.bind(node.parts[1], scope), span_of(node.parts[1]))
        effects: list[Effect] = []
        if self.first_ball:
            self.first_ball = False
            at = self.model.roles["at"]
            effects.extend(Assign(at, Num(b), None, Num(0)) for b in range(2))
        return [*effects, PutBall(position)]

    def given_is(self, node: Node, scope: Scope) -> list[Effect]:
        left, right = node.parts
        word = lone_word(right)
        name = lone_word(left)
        if name is not None and name.text == "players" and not self.x.names.lookup("players", scope.context):
            return []
        if word is not None and word.text in ("filled", "empty"):
            return self.write(left, int(word.text == "filled"), scope)
        if isinstance(left, Node) and left.kind == "of":
            head = lone_word(left.parts[0])
            if (
                head is not None
                and head.text == "filled"
                and not self.x.names.lookup("filled", scope.context)
            ):
                return self.fill_first(left.parts[1], right, scope)
        val = self.x.bind(left, scope)
        if not val.known:
            return []
        if val.cell is None:
            self.x.report(problems.cannot_write(val.text or span_of(left).text, span_of(left)))
            return []
        definition = self.model.cells[val.cell]
        value = self.effects.acts.slot_value(val, definition.words, definition.or_none, right, scope)
        read = val_cell(val.expr)
        assert isinstance(read, Cell)
        if (
            isinstance(value, Num)
            and definition.form != "tally"
            and not definition.low <= value.value <= definition.high
        ):
            self.x.report(
                problems.outside_range(
                    value.value, definition.low, definition.high, f"`{definition.name}`", span_of(right)
                )
            )
        if read.index is None and definition.members:  # named without `of`: all of them
            return [
                Assign(read.cell, Num(definition.index_low + i), read.player, value)
                for i in range(definition.size)
            ]
        return [Assign(read.cell, read.index, read.player, value)]

    def fill_first(self, place: Part, count: Part, scope: Scope) -> list[Effect]:
        """`filled of P is N`: the first N boxes of P."""
        val = self.x.bind(place, scope)
        wanted = self.x.constant(count, scope)
        boxes = self.x.places.boxes(val.things)
        if not 0 <= wanted <= len(boxes):
            self.x.report(problems.outside_range(wanted, 0, len(boxes), "this place", span_of(count)))
        return [Mark(Num(b)) for b in boxes[:wanted]]

    def write(self, part: Part, value: int, scope: Scope) -> list[Effect]:
        val = self.x.bind(part, scope)
        if val.type == "places":
            boxes = self.x.places.boxes(val.things)
            found: list[Effect] = [Mark(Num(b)) if value else EraseBox(Num(b)) for b in boxes]
            found.extend(
                self.effects.acts.assign(c, Num(i), Num(value)) for c, i in self.x.places.cells(val.things)
            )
            return found
        if val.cell is not None:
            return self.effects.acts.write_all(val, value, span_of(part))
        if val.known:
            self.x.report(problems.wrong_type(words_for(val), "a box or cell", span_of(part)))
        return []


def players_of(node: Node) -> int:
    """`given players is N` of a test block, else 1."""
    for part in node.nodes():
        if part.kind == "given":
            for condition in part.nodes():
                if condition.kind == "is":
                    name = lone_word(condition.parts[0])
                    value = condition.parts[1]
                    if (
                        name is not None
                        and name.text == "players"
                        and isinstance(value, Token)
                        and value.kind == "INT"
                    ):
                        return int_value(value)
    return 1


def text_of(part: Part) -> str:
    return " ".join(span_of(part).text.split())


def option_text(node: Node) -> str:
    return " ".join(node.span.text.split())


def cites_of(notes: Part) -> tuple[str, ...]:
    if not isinstance(notes, Node):
        return ()
    return tuple(
        r
        for n in notes.nodes()
        if n.kind == "cite"
        for token in n.parts
        if isinstance(token, Token)
        for r in expand(token.text)
    )
