"""Rules, actions, abilities, bonus lists, modifiers, bans, the turn: everything that acts."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.check import bounds, problems
from sspdsl.check.acting import Acting
from sspdsl.check.declare import place_of, title_of
from sspdsl.check.events import Events
from sspdsl.check.folding import fold
from sspdsl.check.guards import Guards, clean
from sspdsl.check.model import Context, Symbol
from sspdsl.check.overriding import note_instead
from sspdsl.check.trees import present, span_of
from sspdsl.check.values import UNKNOWN, Scope, Val, conjoin
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Assign, Binder, Body, Cell, Expr, Num, Op, Var
from sspdsl.ir.walk import cells_in, slots_of
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Token

LAYER = {"library": 0, "book": 1, "pin": 2}

MAX_RULES = 20_000


class Rules:
    """Bodies of rules, actions, abilities and modifiers, in order of layer and text."""

    def __init__(self, acting: Acting, events: Events, guards: Guards) -> None:
        self.effects = acting.effects
        self.x = acting.x
        self.names = acting.names
        self.model = acting.model
        self.events = events
        self.sorted = acting.sorted
        self.guards = guards
        self.actions = acting.actions
        self.lives = acting.lives
        self.bans: dict[str, tuple[Expr | None, ...]] = {}
        self.param_types: dict[tuple[str, int], str] = {}
        self.rules = 0
        self.insteads: dict[tuple[int, str], list[tuple[Expr | None, Span]]] = {}

    def bind(self) -> None:
        """Bodies, in order of layer and text."""
        self.bind_gains()
        self.bind_modifiers()
        for index, item in enumerate(self.actions):
            if item is not None:
                self.bind_action(index, *item)
        rules = sorted(
            self.sorted.of("rule") + self.sorted.of("achievement"), key=lambda item: LAYER[item[1].layer]
        )
        for node, context in rules:
            if node.kind == "rule":
                self.bind_rule(node, context)
            else:
                self.bind_achievement(node, context)
        for node, context in self.sorted.of("instead"):
            self.bind_instead(node, context)
        for node, context in self.sorted.of("ability"):
            self.bind_ability(node, context)
        for node, context in self.sorted.of("ban", "duty"):
            self.bind_ban(node, context)
        self.bind_turn()
        for node, context in self.sorted.of("wins"):
            self.model.wins = [
                self.x.number(p, Scope(context))
                for p in present(node.parts)
                if not (isinstance(p, Node) and p.kind == "notes")
            ]
        for index in self.effects.bonus_nodes:
            self.effects.branches_of(index)
        for node, context in self.sorted.of("define"):
            self.try_define(node, context)

    def try_define(self, node: Node, context: Context) -> None:
        """A definition without parameters is bound by itself once: its mistakes show even if unused."""
        token = node.parts[0]
        assert isinstance(token, Token)
        if node.parts[1] is None:
            self.x.definitions.bind_define(token, (), Scope(context))

    def this(self, context: Context) -> dict[str, Val]:
        if context.set is not None:
            return {
                "this": Val(
                    "places",
                    Num(context.set),
                    (("set", context.set),),
                    text=self.model.sets[context.set].name,
                )
            }
        if context.feature is not None:
            feature = self.model.features[context.feature]
            return {
                "this": Val(
                    "places", Num(context.feature), (("feature", context.feature),), text=feature.name
                )
            }
        return {}

    def bind_rule(self, node: Node, context: Context) -> None:
        name, moment, event_node, condition, effects = node.parts[:5]
        assert isinstance(moment, Node)
        assert isinstance(event_node, Node)
        self.rules += 1
        if self.rules > MAX_RULES:
            # The rules of a kind count for each of its features.
            if self.rules == MAX_RULES + 1:
                self.x.report(problems.too_many("rules", MAX_RULES, node.span))
            return
        event = self.events.resolve(event_node, context)
        if event is None:
            # The body has mistakes of its own, which need not wait.
            names = {"box": UNKNOWN, "ball": UNKNOWN, **self.this(context)}
            self.effects.body(effects, Scope(context, names=names))
            return
        names = {**event.names, **self.this(context), **self.parameters(event.pattern)}
        scope = Scope(context, names=names)
        scope.slots.count = event.slots
        guard = self.x.flag(condition, scope) if condition is not None else None
        body = self.effects.body(effects, scope)
        text = ""
        if isinstance(name, Token):
            text = name.text
            self.names.declare(
                Symbol("rule", text, len(self.model.rules), name.span, context.layer), unique=False
            )
        if not body or (
            event.pattern.kind in ("hit", "filled", "complete", "changed", "passed")
            and not event.pattern.subjects
        ):
            return
        guard = conjoin(self.guards.modes(context), event.guard, guard)
        self.add_rule(
            ir.RuleDef(
                text,
                event.pattern,
                moment.kind == "before",
                guard,
                body,
                0,
                context.layer,
                place_of(node.span),
            ),
            event.slots,
        )

    def parameters(self, pattern: ir.EventPattern) -> dict[str, Val]:
        """The parameters of an action, by name, for a rule on it."""
        if pattern.kind != "action":
            return {}
        item = self.actions[pattern.subjects[0]]
        return self.params_of(item[0]) if item is not None else {}

    def params_of(self, node: Node) -> dict[str, Val]:
        params = node.parts[1]
        if not isinstance(params, Node):
            return {}
        tokens = [p for p in params.parts if isinstance(p, Token)]
        return {token.text: self.parameter(token, slot) for slot, token in enumerate(tokens)}

    def parameter(self, token: Token, slot: int) -> Val:
        """A parameter has the type of what the pin passes: see `parameters.py`."""
        kind = self.param_types.get((token.span.source.name, token.span.start), "number")
        if kind.startswith("word:"):
            return Val("row", Var(slot), domain=int(kind[5:]))
        return Val(kind, Var(slot))

    def add_rule(self, rule: ir.RuleDef, least: int) -> None:
        """A rule that an option switches off is no rule of the table."""
        if rule.guard is not None and fold(rule.guard) == Num(0):
            return
        slots = max(least, slots_of((rule.guard, rule.body)))
        self.model.rules.append(replace(rule, slots=slots))

    def bind_achievement(self, node: Node, context: Context) -> None:
        token, _, moment, event_node, condition = node.parts[:5]
        assert isinstance(token, Token)
        assert isinstance(moment, Node)
        assert isinstance(event_node, Node)
        event = self.events.resolve(event_node, context)
        if event is None:
            return
        scope = Scope(context, names={**event.names, **self.this(context)})
        scope.slots.count = event.slots
        guard = self.x.flag(condition, scope) if condition is not None else None
        cell = next((a.cell for a in self.model.achievements if a.name == token.text), None)
        if cell is None:
            return
        body: Body = (Assign(cell, None, None, Num(1)),)
        guard = conjoin(self.guards.modes(context), event.guard, guard)
        self.add_rule(
            ir.RuleDef(
                token.text,
                event.pattern,
                moment.kind == "before",
                guard,
                body,
                0,
                context.layer,
                place_of(node.span),
            ),
            event.slots,
        )

    def bind_action(self, index: int, node: Node, context: Context) -> None:
        names = self.params_of(node)
        scope = Scope(context, names={**names, **self.this(context)})
        scope.slots.count = len(names)
        body = self.effects.body(node.parts[2], scope)
        action = self.model.actions[index]
        self.model.actions[index] = replace(action, body=body, slots=max(len(names), slots_of(body)))

    def bind_instead(self, node: Node, context: Context) -> None:
        event_node, condition, effects = node.parts[:3]
        assert isinstance(event_node, Node)
        event = self.events.resolve(event_node, context)
        if event is None:
            return
        if event.pattern.kind != "action":
            self.names.diagnostics.append(
                problems.not_that_kind(event_node.span.text, "an event", "an action", event_node.span)
            )
            return
        index = event.pattern.subjects[0]
        names = self.parameters(event.pattern)
        scope = Scope(context, names=names)
        scope.slots.count = event.slots
        guard = self.x.flag(condition, scope) if condition is not None else None
        body = self.effects.body(effects, scope)
        guard = conjoin(self.guards.modes(context), guard)
        self.contest(index, guard, node, context)
        note_instead(self.model, self.model.actions[index].name, (node, context), self.actions[index])
        slots = max(event.slots, slots_of((guard, body)))
        action = self.model.actions[index]
        entry = ir.InsteadDef(guard, body, slots, place_of(node.span), context.layer)
        order = (entry, *action.instead) if context.layer == "pin" else (*action.instead, entry)
        self.model.actions[index] = replace(action, instead=order)

    def contest(self, index: int, guard: Expr | None, node: Node, context: Context) -> None:
        """Two of one layer that always answer together. Others are for `ssp verify`: it looks at play."""
        known = self.insteads.setdefault((index, context.layer), [])
        event = node.parts[0]
        assert isinstance(event, Node)
        for other, span in known:
            if other == guard and (guard is None or fold(guard) != Num(0)):
                action = self.model.actions[index].name
                self.names.diagnostics.append(problems.both_answer(action, event.span, span))
                break
        known.append((guard, event.span))

    def bind_ability(self, node: Node, context: Context) -> None:
        token, _, window_token, params, _, keeping, condition, effects = node.parts[:8]
        assert isinstance(token, Token)
        assert isinstance(window_token, Token)
        window = self.names.find(window_token, context)
        if window is None or window.kind != "window":
            self.names.unknown("window", window_token.text, window_token.span, (), ("window",))
            return
        scope = Scope(context)
        outer = self.x.flag(condition, scope) if condition is not None else None
        binders = []
        inner = scope
        if isinstance(params, Node):
            for part in params.nodes():
                binder, inner = self.x.domains.binder(part, inner)
                binders.append(binder)
            self.x.report_all(bounds.options_problem(tuple(binders), params.span))
        body = list(self.effects.body(effects, inner))
        used = self.model.roles.get(f"used:{token.text}")
        guard = conjoin(self.guards.modes(context), outer, *self.bans.get(token.text, ()))
        if used is not None and self.model.cells[used].size > 1:
            binders, index = self.once_a_die(used, binders, token)
            body.append(Assign(used, index, None, Num(1)))
        elif used is not None:
            guard = conjoin(guard, Op("not", (Cell(used),)))
            body.append(Assign(used, None, None, Num(1)))
        slots = slots_of((guard, tuple(binders), tuple(body)))
        self.model.abilities.append(
            ir.AbilityDef(
                token.text,
                title_of(node, 1),
                window.index,
                tuple(binders),
                guard,
                keeping is not None,
                tuple(body),
                slots,
                context.layer,
                place_of(token.span),
            )
        )

    def once_a_die(self, used: int, binders: list[Binder], token: Token) -> tuple[list[Binder], Expr]:
        """The ability's die must be one it was not used on; the index of that die."""
        for at, binder in enumerate(binders):
            if binder.kind == "die":
                fresh = Op("not", (Cell(used, Var(binder.slot)),))
                binders[at] = replace(binder, where=conjoin(binder.where, fresh))
                return binders, Var(binder.slot)
        self.names.diagnostics.append(problems.no_die(token.text, token.span))
        return binders, Num(0)

    def collect_bans(self) -> None:
        """`no ABILITY while E` closes the ability; bans on moves are bound with the ways."""
        self.bans = {}
        for node, context in self.sorted.of("ban"):
            guard, _ = self.guards.holds(node, context)
            refs = node.parts[0]
            assert isinstance(refs, Node)
            for part in refs.parts:
                word = part.parts[0] if isinstance(part, Node) and part.kind == "path" else part
                if not isinstance(word, Token):
                    continue
                if any(s.kind == "ability" for s in self.names.lookup(word.text, context)):
                    closed = Num(0) if guard is None else Op("not", (guard,))
                    self.bans[word.text] = (*self.bans.get(word.text, ()), closed)

    def bind_ban(self, node: Node, context: Context) -> None:
        """`no move from A to B`, `no shot to C`; `only move to B` bans every other target."""
        refs = node.parts[0]
        assert isinstance(refs, Node)
        ways: list[str] = []
        for part in refs.parts:
            word = part.parts[0] if isinstance(part, Node) and part.kind == "path" else part
            assert isinstance(word, Token)
            found = self.names.lookup(word.text, context)
            if any(s.kind == "ability" for s in found):
                continue
            if word.text in ("move", "moves"):
                ways.append("")
            elif word.text in self.model.way_names:
                ways.append(word.text)
            else:
                self.names.unknown(
                    "ability or way", word.text, word.span, ("move", *self.model.way_names), ("ability",)
                )
        if not ways:
            return
        sources = self.banned(node.parts[1], context)
        from_positions = (
            self.x.places.positions(sources)
            if sources is not None
            else tuple(range(len(self.model.positions)))
        )
        targets = self.banned(node.parts[2], context)
        boxes = self.x.places.boxes(targets) if targets is not None else tuple(range(len(self.model.boxes)))
        if node.kind == "duty":
            boxes = tuple(b for b in range(len(self.model.boxes)) if b not in set(boxes))
        guard, _ = self.guards.holds(node, context)
        names = () if "" in ways else tuple(ways)
        place = place_of(node.span)
        self.model.bans.append(ir.BanDef(names, from_positions, boxes, guard, place, node.kind == "duty"))

    def banned(self, part: object, context: Context) -> tuple[tuple[str, int], ...] | None:
        if not isinstance(part, Node):
            return None
        return self.x.bind(part, Scope(context)).things

    def bind_gains(self) -> None:
        for node, context in self.sorted.of("gains"):
            val = self.x.bind(node.parts[1], Scope(context))
            guard, _ = self.guards.holds(node, context, move=False)
            if val.cell is None:
                self.names.diagnostics.append(problems.cannot_write(node.span.text, span_of(node.parts[1])))
                continue
            self.model.gains.append(
                ir.GainsDef(val.cell, self.x.number(node.parts[2], Scope(context)), guard)
            )

    def bind_modifiers(self) -> None:
        for node, context in self.sorted.of("modifier"):
            name, source, factor, excepted = node.parts[:4]
            guard, words = self.guards.holds(node, context, move=False)
            scope = Scope(context)
            boxes, awards = self.sources(source, scope)
            every = source is None
            if every:
                boxes, awards = self.sources(excepted, scope)
            elif excepted is not None:
                less, fewer = self.sources(excepted, scope)
                boxes = tuple(b for b in boxes if b not in set(less))
                awards = tuple(a for a in awards if a not in set(fewer))
            text = ""
            if isinstance(name, Token):
                text = name.text
                self.names.declare(
                    Symbol("modifier", text, len(self.model.modifiers), name.span, context.layer)
                )
            uses = self.uses(guard)
            factor_term = fold(self.x.number(factor, scope))
            self.model.modifiers.append(
                ir.ModifierDef(
                    text,
                    words or clean(node.span)[:60],
                    every,
                    boxes,
                    awards,
                    factor_term,
                    guard,
                    uses,
                    place_of(node.span),
                )
            )

    def sources(self, part: object, scope: Scope) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Boxes whose worth is meant, and sets whose awards are."""
        if not isinstance(part, Node):
            return (), ()
        val = self.x.bind(part, scope)
        places = tuple(th for th in val.things if th[0] != "award")
        return self.x.places.boxes(places), tuple(i for k, i in val.things if k == "award")

    def uses(self, guard: Expr | None) -> tuple[int, ...]:
        """The `until used` cells that a modifier's condition names."""
        ends = {index for index, life, _ in self.lives if life.kind == "until_used"}
        return tuple(sorted(ends & cells_in(guard)))

    def bind_turn(self) -> None:
        turns = self.sorted.of("turn")
        if not turns:
            return
        node, context = turns[-1]
        block = node.parts[0]
        assert isinstance(block, Node)
        for step in block.nodes():
            shared, token, effects = step.parts[:3]
            assert isinstance(token, Token)
            body = self.effects.body(effects, Scope(context))
            self.model.steps.append(
                ir.StepDef(token.text, shared is not None, body, slots_of(body), place_of(step.span))
            )
