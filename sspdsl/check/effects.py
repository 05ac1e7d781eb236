"""Binding effects: the block of a rule, action or choice becomes a body of terms."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.check import problems
from sspdsl.check.declare import title_of
from sspdsl.check.expressions import Expressions
from sspdsl.check.folding import fold
from sspdsl.check.model import Context, Symbol
from sspdsl.check.trees import lone_word, present, span_of
from sspdsl.check.values import NOTHING, Scope, Val, words_for
from sspdsl.ir import terms as t
from sspdsl.ir.terms import Body, Effect, Expr, Num, Op, Var
from sspdsl.syntax.tree import Node, Part, Token


class Effects:
    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.names = expressions.names
        self.model = expressions.model
        self.lists: dict[int, tuple[t.Branch, ...]] = {}
        self.list_titles: dict[int, str] = {}
        self.bonus_nodes: dict[int, tuple[Node, Context]] = {}
        self.taken: dict[tuple[int, str], int] = {}
        self.param_types: dict[tuple[str, int], str] = {}

    # ------------------------------------------------------------ blocks

    def body(self, node: Part, scope: Scope) -> Body:
        """The effects of a block, in order."""
        if not isinstance(node, Node):
            return ()
        found: list[Effect] = []
        inner = scope
        for part in node.nodes():
            effects, inner = self.effect(part, inner)
            found.extend(effects)
        return tuple(found)

    def effect(self, node: Node, scope: Scope) -> tuple[list[Effect], Scope]:
        match node.kind:
            case "do_act":
                act = node.parts[0]
                assert isinstance(act, Node)
                return self.act(act, scope), scope
            case "may":
                return self.may(node, scope), scope
            case "if":
                return [self.if_(node, scope)], scope
            case "for_each":
                return [self.for_each(node, scope)], scope
            case "repeat":
                return [t.Repeat(self.x.number(node.parts[0], scope), self.body(node.parts[1], scope))], scope
            case "repeat_until":
                return [
                    t.RepeatUntil(self.x.flag(node.parts[0], scope), self.body(node.parts[1], scope))
                ], scope
            case "let":
                token = node.parts[0]
                assert isinstance(token, Token)
                val = self.x.bind(node.parts[1], scope)
                slot = scope.slots.new()
                if val.type in ("places", "domain", "cell"):
                    return [], scope.with_names(**{token.text: val})
                held = replace(val, expr=Var(slot), cell=None)
                if val.type == "die":
                    held = Val("number", Var(slot))
                    return [
                        t.Let(slot, self.x.convert.as_number(val, span_of(node.parts[1])))
                    ], scope.with_names(**{token.text: held})
                return [t.Let(slot, val.expr)], scope.with_names(**{token.text: held})
        raise AssertionError(node.kind)

    def if_(self, node: Node, scope: Scope) -> t.If:
        cond = self.x.flag(node.parts[0], scope)
        then = self.body(node.parts[1], scope)
        other: Body = ()
        rest = node.parts[2]
        if isinstance(rest, Node):
            inner = rest.parts[0]
            assert isinstance(inner, Node)
            other = (self.if_(inner, scope),) if inner.kind == "if" else self.body(inner, scope)
        return t.If(cond, then, other)

    def for_each(self, node: Node, scope: Scope) -> t.Each:
        binder_node, as_who, effects = node.parts[0], node.parts[1], node.parts[2]
        assert isinstance(binder_node, Node)
        binder, inner = self.x.domains.binder(binder_node, scope)
        return t.Each(binder, self.body(effects, inner), isinstance(as_who, Node) and binder.kind == "player")

    def may(self, node: Node, scope: Scope) -> list[Effect]:
        inner = node.parts[0]
        assert isinstance(inner, Node)
        if inner.kind == "effects":
            body = self.body(inner, scope)
            name, title = "do", ""
        else:
            body = tuple(self.act(inner, scope))
            name, title = inner.kind, " ".join(inner.span.text.split())
            if inner.kind == "do" and isinstance(inner.parts[0], Token):
                name = inner.parts[0].text
            if len(body) == 1 and isinstance(body[0], (t.Choose, t.OneOf)):
                return [replace(body[0], optional=True)]
            listed = self.fill_choice(inner, scope)
            if listed is not None:
                return [listed]
        return [t.OneOf((t.Branch(name, title, None, body),), True, title or "may")]

    def fill_choice(self, node: Node, scope: Scope) -> t.Choose | None:
        """`may fill X showing V`: the box is shown, and there may be none."""
        if node.kind != "fill" or not isinstance(node.parts[1], (Node, Token)):
            return None
        slot = scope.slots.new()
        boxes = self.boxes(node.parts[0], scope)
        where = Op("and", (t.Opened(Var(slot)), t.Shows(Var(slot), self.x.number(node.parts[1], scope))))
        binder = t.Binder(slot, t.Values(boxes), where, "box")
        return t.Choose((binder,), (t.Fill(Var(slot)),), True, None, None, "may fill")

    # ------------------------------------------------------------ acts

    def act(self, node: Node, scope: Scope) -> list[Effect]:
        handler = getattr(self, f"act_{node.kind}", None)
        if handler is None:
            raise AssertionError(f"no effect {node.kind}")
        result: list[Effect] = handler(node, scope)
        return result

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
            elif val.known:
                self.x.report(problems.cannot_write(val.text or span_of(part).text, span_of(part)))
        return found

    def on_board(self, cell: int, board: int) -> bool:
        name = self.model.cells[cell].name
        return any(
            s.kind == "cell" and s.index == cell and s.board == board
            for s in self.model.symbols.get(name, [])
        )

    # ------------------------------------------------------------ cells

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
        val, read = found
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
        there = t.Cell(read.cell, read.index, player)
        value = Op("min", (Op("+", (there, amount)), Num(self.model.cells[read.cell].high)))
        return [t.Assign(read.cell, read.index, player, value)]

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

    # ------------------------------------------------------------ balls

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
        return [self.param_types.get((p.span.source.name, p.span.start), "number") for p in tokens]

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

    # ------------------------------------------------------------ choices

    def act_choose(self, node: Node, scope: Scope) -> list[Effect]:
        binders: list[t.Binder] = []
        inner = scope
        least: Expr | None = None
        most: Expr | None = None
        about: list[str] = []
        for part in node.nodes():
            if part.kind == "exactly":
                token = part.parts[0]
                least = most = self.x.number(token, scope)
            elif part.kind == "up_to":
                least, most = Num(0), self.x.number(part.parts[0], scope)
            elif part.kind == "binder":
                binder, inner = self.x.domains.binder(part, inner)
                binders.append(binder)
                about.append(" ".join(part.span.text.split())[:80])
        effects = node.parts[-1]
        return [
            t.Choose(
                tuple(binders), self.body(effects, inner), False, least, most, "choose " + ", ".join(about)
            )
        ]

    def act_draw(self, node: Node, scope: Scope) -> list[Effect]:
        binder_node = node.parts[0]
        assert isinstance(binder_node, Node)
        binder, inner = self.x.domains.binder(binder_node, scope)
        return [t.Draw(binder, self.body(node.parts[1], inner))]

    def act_choose_listed(self, node: Node, scope: Scope) -> list[Effect]:
        val = self.x.bind(node.parts[0], scope)
        if val.type != "bonuses" or not isinstance(val.expr, Num):
            if val.known:
                self.x.report(problems.wrong_type(words_for(val), "a bonus list", span_of(node.parts[0])))
            return []
        index = val.expr.value
        optional = bool(self.model.options.get("bonus_may_be_declined", 1))
        return [t.OneOf(self.branches_of(index), optional, self.list_titles.get(index, val.text))]

    def act_choose_one(self, node: Node, scope: Scope) -> list[Effect]:
        options = node.parts[0]
        assert isinstance(options, Node)
        branches = tuple(self.branch(n, scope, None) for n in options.nodes())
        return [t.OneOf(branches, False, "choose one")]

    def branches_of(self, index: int) -> tuple[t.Branch, ...]:
        if index not in self.lists:
            self.lists[index] = ()
            node, context = self.bonus_nodes[index]
            scope = Scope(context)
            scope.slots.count = LIST_SLOTS * (index + 1)
            options = node.parts[2]
            assert isinstance(options, Node)
            self.lists[index] = tuple(self.branch(n, scope, index) for n in options.nodes())
        return self.lists[index]

    def branch(self, node: Node, scope: Scope, listed: int | None) -> t.Branch:
        """One entry: what it does, and that it was taken if only once."""
        often, token, _, _, condition, effects = node.parts[:6]
        assert isinstance(token, Token)
        guard = self.x.flag(condition, scope) if condition is not None else None
        body: list[Effect] = []
        if listed is not None and (listed, token.text) in self.taken:
            cell = self.taken[listed, token.text]
            not_taken = Op("not", (t.Cell(cell),))
            guard = not_taken if guard is None else fold(Op("and", (not_taken, guard)))
            body.append(t.Assign(cell, None, None, Num(1)))
        del often
        if isinstance(effects, Node):
            body.extend(self.body(effects, scope))
        else:
            body.extend(self.named_effect(token, scope.context))
        return t.Branch(token.text, title_of(node, 2), guard, tuple(body))

    def named_effect(self, token: Token, context: Context) -> list[Effect]:
        """An entry without effects does the action of its name, or fills the indicator of its name."""
        found = self.names.lookup(token.text, context)
        for symbol in found:
            if symbol.kind == "action":
                symbol.used = True
                return [t.Do(symbol.index)]
        for symbol in found:
            if symbol.kind == "cell":
                symbol.used = True
                return [t.Assign(symbol.index, None, None, Num(1))]
        self.names.unknown("action or indicator", token.text, token.span, (), ("action", "cell"))
        return []


LIST_SLOTS = 64


def refs_of(part: Part) -> list[Part]:
    return list(part.parts) if isinstance(part, Node) and part.kind == "refs" else [part]


def val_cell(expr: Expr) -> Expr:
    """The cell inside the term of a slot, which is shifted by one where it can hold none."""
    if isinstance(expr, Op) and expr.op == "-" and isinstance(expr.args[0], t.Cell):
        return expr.args[0]
    return expr


__all__ = ["Effects", "Symbol"]
