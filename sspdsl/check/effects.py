"""Binding effects: the block of a rule, action or choice becomes a body of terms."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.check import bounds, problems
from sspdsl.check.acts import Acts
from sspdsl.check.declare import title_of
from sspdsl.check.expressions import Expressions
from sspdsl.check.folding import fold
from sspdsl.check.model import Context
from sspdsl.check.trees import span_of
from sspdsl.check.values import Scope, Val, words_for
from sspdsl.ir import terms as t
from sspdsl.ir.terms import Body, Effect, Expr, Num, Op, Var
from sspdsl.syntax.tree import Node, Part, Token


class Effects:
    """Blocks, flow and choices; single acts are bound by `Acts`."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.names = expressions.names
        self.model = expressions.model
        self.acts = Acts(self)
        self.lists: dict[int, tuple[t.Branch, ...]] = {}
        self.list_titles: dict[int, str] = {}
        self.bonus_nodes: dict[int, tuple[Node, Context]] = {}
        self.taken: dict[tuple[int, str], int] = {}
        self.param_types: dict[tuple[str, int], str] = {}

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
                return self.if_(node, scope), scope
            case "for_each":
                return [self.for_each(node, scope)], scope
            case "repeat":
                loop = t.Repeat(self.x.number(node.parts[0], scope), self.body(node.parts[1], scope))
                self.x.report_all(bounds.steps_problem(loop, span_of(node.parts[0])))
                return [loop], scope
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

    def if_(self, node: Node, scope: Scope) -> list[Effect]:
        """Of a condition that options settle, only the part that can happen is kept."""
        cond = fold(self.x.flag(node.parts[0], scope))
        then = self.body(node.parts[1], scope)
        other: Body = ()
        rest = node.parts[2]
        if isinstance(rest, Node):
            inner = rest.parts[0]
            assert isinstance(inner, Node)
            other = tuple(self.if_(inner, scope)) if inner.kind == "if" else self.body(inner, scope)
        if isinstance(cond, Num):
            return list(then if cond.value else other)
        return [t.If(cond, then, other)]

    def for_each(self, node: Node, scope: Scope) -> t.Each:
        binder_node, as_who, effects = node.parts[0], node.parts[1], node.parts[2]
        assert isinstance(binder_node, Node)
        binder, inner = self.x.domains.binder(binder_node, scope)
        loop = t.Each(binder, self.body(effects, inner), isinstance(as_who, Node) and binder.kind == "player")
        self.x.report_all(bounds.steps_problem(loop, binder_node.span))
        return loop

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
        boxes = self.acts.boxes(node.parts[0], scope)
        where = Op("and", (t.Opened(Var(slot)), t.Shows(Var(slot), self.x.number(node.parts[1], scope))))
        binder = t.Binder(slot, t.Values(boxes), where, "box")
        return t.Choose((binder,), (t.Fill(Var(slot)),), True, None, None, "may fill")

    def act(self, node: Node, scope: Scope) -> list[Effect]:
        handler = getattr(self, f"act_{node.kind}", None) or getattr(self.acts, f"act_{node.kind}", None)
        if handler is None:
            raise AssertionError(f"no effect {node.kind}")
        result: list[Effect] = handler(node, scope)
        return result

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
        self.x.report_all(bounds.options_problem(tuple(binders), node.span))
        return [
            t.Choose(
                tuple(binders), self.body(effects, inner), False, least, most, "choose " + ", ".join(about)
            )
        ]

    def act_draw(self, node: Node, scope: Scope) -> list[Effect]:
        binder_node = node.parts[0]
        assert isinstance(binder_node, Node)
        binder, inner = self.x.domains.binder(binder_node, scope)
        self.x.report_all(bounds.options_problem((binder,), binder_node.span))
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
