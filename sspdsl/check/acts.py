"""Single acts: score, fill, mark, erase, add, change, move, lose, do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.check import bounds, problems
from sspdsl.check.folding import fold
from sspdsl.check.model import Symbol
from sspdsl.check.trees import lone_word, present, span_of
from sspdsl.check.values import NOTHING, Scope, Val, words_for
from sspdsl.ir import terms as t
from sspdsl.ir.terms import Effect, Expr, Num, Op, Var
from sspdsl.syntax.tree import Node, Part, Token

if TYPE_CHECKING:
    from sspdsl.check.effects import Effects


class Acts:
    """Binds the acts that are neither blocks nor choices."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.x = effects.x
        self.names = effects.names
        self.model = effects.model

    def boxes(self, part: Part, scope: Scope) -> tuple[int, ...]:
        val = self.x.bind(part, scope)
        if val.type == "places":
            return self.x.places.boxes(val.things)
        if val.known:
            self.x.report(problems.wrong_type(words_for(val), "boxes", span_of(part)))
        return ()

    def act_score(self, node: Node, scope: Scope) -> list[Effect]:
        amount = self.x.number(node.parts[0], scope)
        box: Expr | None = None
        award: int | None = scope.context.set
        if award is None and scope.context.feature is not None:
            award = next(
                (i for i, s in enumerate(self.model.sets) if s.feature == scope.context.feature), None
            )
        if len(node.parts) > 1 and node.parts[1] is not None:
            val = self.x.bind(node.parts[1], scope)
            sets = (
                self.x.properties.sets_of(val)
                if val.type == "places" and not self.x.places.single_box(val)
                else ()
            )
            if sets:
                award = sets[0]
            elif val.known:
                box, award = self.x.convert.as_box(val, span_of(node.parts[1])), None
        return [t.Score(amount, box, award)]

    def act_fill(self, node: Node, scope: Scope) -> list[Effect]:
        return self.on_boxes(node, scope, t.Fill, opened=True)

    def act_hit(self, node: Node, scope: Scope) -> list[Effect]:
        val = self.x.bind(node.parts[0], scope)
        return [t.Hit(self.x.convert.as_box(val, span_of(node.parts[0])))] if val.known else []

    def act_mark(self, node: Node, scope: Scope) -> list[Effect]:
        if len(node.parts) > 1 and node.parts[1] is not None:
            return self.on_boxes(node, scope, t.Mark, opened=True)
        found: list[Effect] = []
        for part in refs_of(node.parts[0]):
            val = self.x.bind(part, scope)
            if val.cell is not None:
                found.extend(self.write_all(val, 1, span_of(part)))
            elif val.type in ("box", "places"):
                if val.type == "places":
                    found.extend(t.Mark(Num(b)) for b in self.x.places.boxes(val.things))
                    found.extend(self.assign(c, Num(i), Num(1)) for c, i in self.x.places.cells(val.things))
                else:
                    found.append(t.Mark(val.expr))
            elif val.known:
                self.x.report(problems.wrong_type(words_for(val), "a box or indicator", span_of(part)))
        return found

    def on_boxes(
        self, node: Node, scope: Scope, make: type[t.Fill] | type[t.Mark], opened: bool
    ) -> list[Effect]:
        refs, showing = node.parts[0], node.parts[1] if len(node.parts) > 1 else None
        val = self.x.bind(refs, scope)
        if not val.known:
            return []
        if showing is None:
            if val.type == "box":
                return [make(val.expr)]
            if val.type == "places":
                return [make(Num(b)) for b in self.x.places.boxes(val.things)]
            if val.cell is not None and make is t.Fill:
                return self.write_all(val, 1, span_of(refs))
            self.x.report(problems.wrong_type(words_for(val), "a box", span_of(refs)))
            return []
        slot = scope.slots.new()
        boxes = self.x.places.boxes(val.things) if val.type == "places" else ()
        parts: list[Expr] = [t.Opened(Var(slot))] if opened else []
        parts.append(t.Shows(Var(slot), self.x.number(showing, scope)))
        if val.type == "box":
            boxes = tuple(range(len(self.model.boxes)))
            parts.append(Op("is", (Var(slot), val.expr)))
        where = parts[0] if len(parts) == 1 else Op("and", tuple(parts))
        return [t.Each(t.Binder(slot, t.Values(boxes), where, "box"), (make(Var(slot)),))]

    def act_erase(self, node: Node, scope: Scope) -> list[Effect]:
        found: list[Effect] = []
        for part in refs_of(node.parts[0]):
            val = self.x.bind(part, scope)
            if val.cell is not None and val.type != "places":
                index = getattr(val_cell(val.expr), "index", None)
                found.append(t.Reset(val.cell, index))
            elif val.type == "box":
                found.append(t.EraseBox(val.expr))
            elif val.type == "places":
                boxes = self.x.places.boxes(val.things)
                if boxes:
                    found.append(t.EraseBoxes(boxes))
                found.extend(
                    t.Reset(c, Num(i) if self.model.cells[c].members else None)
                    for c, i in self.x.places.cells(val.things)
                )
                for kind, index in val.things:
                    if kind == "board":
                        found.extend(
                            t.Reset(i) for i, c in enumerate(self.model.cells) if self.on_board(i, index)
                        )
            elif val.type in ("feature", "zone", "board"):
                slot = scope.slots.new()
                inside = Op("is", (self.x.domains.column(val.type, Var(slot)), val.expr))
                every = t.Values(tuple(range(len(self.model.boxes))))
                found.append(t.Each(t.Binder(slot, every, inside, "box"), (t.EraseBox(Var(slot)),)))
            elif val.known:
                self.x.report(problems.cannot_write(val.text or span_of(part).text, span_of(part)))
        return found

    def on_board(self, cell: int, board: int) -> bool:
        name = self.model.cells[cell].name
        return any(
            s.kind == "cell" and s.index == cell and s.board == board
            for s in self.model.symbols.get(name, [])
        )

    def assign(self, cell: int, index: Expr | None, value: Expr, player: Expr | None = None) -> t.Assign:
        definition = self.model.cells[cell]
        return t.Assign(cell, index if definition.members or definition.size > 1 else None, player, value)

    def write_all(self, val: Val, value: int, span: object) -> list[Effect]:
        """Write a cell; one named without `of` means all its members."""
        assert val.cell is not None
        settle: list[Effect] = []
        holding = tuple(i for i, s in enumerate(self.model.sets) if any(c == val.cell for c, _ in s.cells))
        if value and holding:
            settle.append(t.Settle(holding))
        return [*self.write_members(val, value), *settle]

    def write_members(self, val: Val, value: int) -> list[Effect]:
        assert val.cell is not None
        if val.type == "cell":
            definition = self.model.cells[val.cell]
            return [
                self.assign(val.cell, Num(definition.index_low + i), Num(value))
                for i in range(definition.size)
            ]
        read = val_cell(val.expr)
        return [
            self.assign(val.cell, getattr(read, "index", None), Num(value), getattr(read, "player", None))
        ]

    def target(self, part: Part, scope: Scope) -> tuple[Val, t.Cell] | None:
        """A cell that an effect writes."""
        val = self.x.bind(part, scope)
        if not val.known:
            return None
        if val.cell is None or val.type == "fact":
            self.x.report(problems.cannot_write(val.text or span_of(part).text, span_of(part)))
            return None
        if val.type == "cell":
            self.x.convert.bare_cell(val, span_of(part))
        read = val_cell(val.expr)
        return (val, read) if isinstance(read, t.Cell) else None

    def act_add(self, node: Node, scope: Scope) -> list[Effect]:
        return self.change_by(node, scope, "+")

    def act_take(self, node: Node, scope: Scope) -> list[Effect]:
        return self.change_by(node, scope, "-")

    def change_by(self, node: Node, scope: Scope, op: str) -> list[Effect]:
        """Counters stop at both ends of their range."""
        amount = self.x.number(node.parts[0], scope)
        found = self.target(node.parts[1], scope)
        if found is None:
            return []
        _val, read = found
        definition = self.model.cells[read.cell]
        for gains in self.model.gains if op == "+" else ():
            if gains.cell == read.cell:
                factor = gains.factor if gains.guard is None else t.Pick(gains.guard, gains.factor, Num(1))
                amount = Op("*", (amount, factor))
        value: Expr = Op(op, (read, amount))
        if definition.form != "tally":
            value = (
                Op("min", (value, Num(definition.high)))
                if op == "+"
                else Op("max", (value, Num(definition.low)))
            )
        return [t.Assign(read.cell, read.index, read.player, value)]

    def act_give(self, node: Node, scope: Scope) -> list[Effect]:
        amount = self.x.number(node.parts[0], scope)
        found = self.target(node.parts[1], scope)
        player = self.x.convert.as_player(self.x.bind(node.parts[2], scope), span_of(node.parts[2]))
        if found is None:
            return []
        _, read = found
        cell = self.model.cells[read.cell]
        there = t.Cell(read.cell, read.index, player)
        # The receiver first: the amount may be read from the giver's cell. Both stop at their ends.
        more = Op("min", (Op("+", (there, amount)), Num(cell.high)))
        less = Op("max", (Op("-", (read, amount)), Num(cell.low)))
        return [
            t.Assign(read.cell, read.index, player, more),
            t.Assign(read.cell, read.index, read.player, less),
        ]

    def act_change(self, node: Node, scope: Scope) -> list[Effect]:
        target, value_part = node.parts
        val = self.x.bind(target, scope)
        if val.type == "die":
            return [t.Assign(self.x.cells.role("value"), val.expr, None, self.x.number(value_part, scope))]
        if not val.known:
            self.x.bind(value_part, scope)
            return []
        found = self.target(target, scope)
        if found is None:
            return []
        _, read = found
        definition = self.model.cells[read.cell]
        value = self.slot_value(val, definition.words, definition.or_none, value_part, scope)
        folded = fold(value)
        if (
            isinstance(folded, Num)
            and definition.form != "tally"
            and not definition.low <= folded.value <= definition.high
        ):
            self.x.report(
                problems.outside_range(
                    folded.value, definition.low, definition.high, f"`{definition.name}`", span_of(value_part)
                )
            )
        return [t.Assign(read.cell, read.index, read.player, folded)]

    def slot_value(self, val: Val, domain: int | None, or_none: bool, part: Part, scope: Scope) -> Expr:
        """What to write so that the cell then holds this value."""
        word = lone_word(part)
        if domain is not None:
            shift = 1 if or_none else 0
            if word is not None and word.text not in scope.names:
                names = [w.name for w in self.model.domains[domain].words]
                if word.text in names:
                    return Num(names.index(word.text) + shift)
                if word.text == "none" and or_none:
                    return Num(0)
            got = self.x.bind(part, scope)
            if got.type == "row":
                moved = got.expr if got.domain == domain else self.x.convert.as_member(got, domain)
                if moved is not None:
                    return fold(Op("+", (moved, Num(1)))) if shift else moved
            if got.known:
                self.x.report(
                    problems.wrong_type(
                        words_for(got), f"a word of `{self.model.domains[domain].name}`", span_of(part)
                    )
                )
            return Num(0)
        spaces = self.model.roles.get(f"spaces:{val.cell}")
        if spaces is not None and word is not None:
            names = [w.name for w in self.model.domains[spaces].words]
            if word.text in names:
                return Num(names.index(word.text))
        holds = self.model.slot_types.get(val.cell if val.cell is not None else -1, "")
        if holds in ("", "flag", "number"):
            got = self.x.bind(part, scope)
            if got.type == "die":
                return self.x.cells.die_value(got.expr)
            if got.type == "row":
                return fold(Op("+", (got.expr, Num(1))))
            return (
                self.x.convert.as_flag(got, span_of(part))
                if holds == "flag"
                else self.x.convert.as_number(got, span_of(part))
            )
        if word is not None and word.text == "none":
            return Num(0)
        got = self.x.bind(part, scope)
        converted = {
            "box": self.x.convert.as_box,
            "position": self.x.convert.as_position,
            "feature": self.x.convert.as_feature,
            "player": self.x.convert.as_player,
        }
        convert = converted.get(holds)
        expr = convert(got, span_of(part)) if convert is not None else self.x.convert.as_thing(got)
        return fold(Op("+", (expr, Num(1))))

    def ball_of(self, part: Part, scope: Scope) -> Expr | None:
        """The ball meant, or None for `balls` (all)."""
        word = lone_word(part)
        if word is not None and word.text == "balls" and "balls" not in scope.names:
            return None
        val = self.x.bind(part, scope)
        if val.type == "ball" or not val.known:
            return val.expr
        self.x.report(problems.wrong_type(words_for(val), "a ball", span_of(part)))
        return NOTHING

    def act_move(self, node: Node, scope: Scope) -> list[Effect]:
        ball = self.ball_of(node.parts[0], scope)
        position = self.x.convert.as_position(self.x.bind(node.parts[1], scope), span_of(node.parts[1]))
        if ball is None:
            return [t.MoveBall(Num(b), position) for b in range(2)]
        return [t.MoveBall(ball, position)]

    def act_put(self, node: Node, scope: Scope) -> list[Effect]:
        return [
            t.PutBall(self.x.convert.as_position(self.x.bind(node.parts[1], scope), span_of(node.parts[1])))
        ]

    def act_lose(self, node: Node, scope: Scope) -> list[Effect]:
        ball = self.ball_of(node.parts[0], scope)
        if ball is None:
            return [t.LoseBall(Num(b)) for b in range(2)]
        return [t.LoseBall(ball)]

    def act_roll(self, node: Node, scope: Scope) -> list[Effect]:
        word = lone_word(node.parts[0])
        if word is not None and word.text == "dice":
            return [t.RollDice()]
        found = self.target(node.parts[0], scope)
        if found and isinstance(found[1], t.Cell):
            cell = self.model.cells[found[1].cell]
            self.x.report_all(bounds.range_problem(cell.low, cell.high, node.span))
        return [t.RollCell(found[1].cell, found[1].index, found[1].player)] if found else []

    def act_play(self, node: Node, scope: Scope) -> list[Effect]:
        del node, scope
        return [t.PlayBalls()]

    def act_offer(self, node: Node, scope: Scope) -> list[Effect]:
        val = self.x.bind(node.parts[0], scope)
        if val.type == "window" and isinstance(val.expr, Num):
            return [t.Offer(val.expr.value)]
        if val.known:
            self.x.report(problems.wrong_type(words_for(val), "a window", span_of(node.parts[0])))
        return []

    def act_end(self, node: Node, scope: Scope) -> list[Effect]:
        token = node.parts[0]
        assert isinstance(token, Token)
        if token.text in ("step", "game"):
            return [t.End(token.text)]
        name = f"{token.text}_ends"
        symbol = next((s for s in self.names.lookup(name, scope.context) if s.kind == "action"), None)
        if symbol is None:
            self.names.unknown("thing to end", token.text, token.span, ("step", "round", "game"), ("window",))
            return []
        return [t.Do(symbol.index)]

    def act_do(self, node: Node, scope: Scope) -> list[Effect]:
        token = node.parts[0]
        assert isinstance(token, Token)
        symbol = self.names.find(token, scope.context)
        if symbol is None or symbol.kind != "action":
            if symbol is None:
                self.names.unknown("action", token.text, token.span, (), ("action",))
            else:
                self.x.report(problems.not_that_kind(token.text, symbol.kind, "an action", token.span))
            return []
        args = [self.x.bind(p, scope) for p in present(node.parts[1:])]
        wanted = self.model.roles.get(f"params:{symbol.index}", 0)
        if len(args) != wanted:
            self.x.report(problems.wrong_count(f"`{token.text}`", len(args), wanted, node.span))
        kinds = self.param_kinds(symbol)
        return [
            t.Do(
                symbol.index,
                tuple(
                    self.passed(a, k) for a, k in zip(args, [*kinds, *["number"] * len(args)], strict=False)
                ),
            )
        ]

    def param_kinds(self, symbol: Symbol) -> list[str]:
        """The types of an action's parameters (`parameters.py`)."""
        params = symbol.node.parts[1] if symbol.node is not None else None
        if not isinstance(params, Node):
            return []
        tokens = [p for p in params.parts if isinstance(p, Token)]
        return [self.effects.param_types.get((p.span.source.name, p.span.start), "number") for p in tokens]

    def passed(self, val: Val, kind: str) -> Expr:
        """An argument: a die is passed as itself or as its value, a place as its box, feature or set."""
        if kind == "number" and val.type == "die":
            return self.x.cells.die_value(val.expr)
        if kind == "box" and val.type == "places":
            boxes = self.x.places.boxes(val.things)
            return Num(boxes[0]) if len(boxes) == 1 else Num(-1)
        if val.type == "places" and len(val.things) == 1:
            return Num(val.things[0][1])
        return val.expr


def refs_of(part: Part) -> list[Part]:
    return list(part.parts) if isinstance(part, Node) and part.kind == "refs" else [part]


def val_cell(expr: Expr) -> Expr:
    """The cell inside the term of a slot, which is shifted by one where it can hold none."""
    if isinstance(expr, Op) and expr.op == "-" and isinstance(expr.args[0], t.Cell):
        return expr.args[0]
    return expr
