"""What a rule or lifetime listens to: `turn ends`, `feat complete`, or `hit` inside a feature."""

from __future__ import annotations

from dataclasses import dataclass, field

from sspdsl.check import problems
from sspdsl.check.expressions import Expressions
from sspdsl.check.model import Context
from sspdsl.check.values import Scope, Val
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Expr, Num, Var
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Token

HAPPENINGS = ("hit", "filled", "complete", "passed", "changed", "lost")


@dataclass(slots=True)
class Event:
    """A resolved event: its pattern, a condition it implies, and the words it gives to a rule."""

    pattern: ir.EventPattern
    names: dict[str, Val] = field(default_factory=dict)
    slots: int = 0
    guard: Expr | None = None


class Events:
    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.names = expressions.names
        self.model = expressions.model

    def resolve(self, node: Node, context: Context) -> Event | None:
        """The event of an `event` node, or None with a message."""
        subjects = [n for n in node.nodes() if n.kind == "subject"]
        tail = [p for p in node.parts if isinstance(p, Token)]
        words = [*(tokens_of(subjects[-1]) if subjects else []), *tail]
        if not words:
            return None
        last = words[-1].text
        if len(subjects) == 1 and last in HAPPENINGS and len(words) == 1:
            return self.about_this(last, words[0], context)
        if last in HAPPENINGS and tail:
            return self.about(last, subjects, tail[:-1], node, context)
        name = "_".join(w.text for w in words)
        if len(subjects) == 1:
            found = [s for s in self.names.lookup(name, context) if s.kind == "action"]
            if found:
                found[0].used = True
                return self.action(found[0].index)
        moments = [
            s.name.replace("_", " ")
            for found in self.model.symbols.values()
            for s in found
            if s.kind == "action"
        ]
        self.names.diagnostics.append(
            problems.unknown_event(node.span.text, node.span, [*HAPPENINGS, *moments])
        )
        return None

    def action(self, index: int) -> Event:
        action = self.model.actions[index]
        params = self.model.roles.get(f"params:{index}", 0)
        del action
        return Event(ir.EventPattern("action", (index,)), {}, params)

    # ------------------------------------------------------------ subjects

    def about_this(self, happening: str, token: Token, context: Context) -> Event | None:
        """Inside a block: the feature or set of the block."""
        if happening == "complete":
            if context.set is not None:
                return self.complete((context.set,))
            if context.feature is not None:
                return self.complete(self.sets_of((("feature", context.feature),)))
        elif happening == "passed" and context.feature is not None:
            return self.passed((context.feature,))
        elif happening in ("hit", "filled"):
            if context.feature is not None:
                return self.on_box(happening, tuple(self.model.features[context.feature].boxes))
            if context.set is not None:
                return self.on_box(happening, self.model.sets[context.set].boxes)
        self.names.diagnostics.append(
            problems.no_context(
                token.text, "in the block of a feature or set, or name what it happens to", token.span
            )
        )
        return None

    def about(
        self, happening: str, subjects: list[Node], extra: list[Token], node: Node, context: Context
    ) -> Event | None:
        things: list[tuple[str, int]] = []
        for subject in subjects:
            tokens = tokens_of(subject)
            word = tokens[0].text
            if len(tokens) == 1 and word in ("ball", "box", "boxes") and not self.names.lookup(word, context):
                if happening == "lost" and word == "ball":
                    ball = Val("ball", Var(0))
                    return Event(ir.EventPattern("lost", ()), {"ball": ball}, 1)
                if happening in ("hit", "filled"):
                    return self.on_box(happening, tuple(range(len(self.model.boxes))))
            if len(tokens) == 1 and word == "balls" and happening == "lost":
                return Event(ir.EventPattern("lost", ()), {"ball": Val("ball", Var(0))}, 1)
            val = self.x.bind_path(tokens, subject.span, Scope(context))
            if not val.known:
                return None
            if val.type == "places":
                things.extend(val.things)
            elif val.cell is not None:
                things.append(("cell", val.cell))
            else:
                self.names.diagnostics.append(problems.unknown_event(node.span.text, node.span))
                return None
        return self.from_things(happening, tuple(things), node.span)

    def from_things(self, happening: str, things: tuple[tuple[str, int], ...], span: Span) -> Event | None:
        boxes = self.x.places.boxes(things)
        cells = tuple(index for kind, index in things if kind == "cell")
        match happening:
            case "hit" | "filled" if boxes:
                return self.on_box(happening, boxes)
            case "changed" | "filled" if cells:
                event = Event(ir.EventPattern("changed", cells), {}, 2)
                if happening == "filled":
                    event.guard = self.x.convert.as_flag(
                        self.x.cell_value(
                            cells[0], Var(1) if self.model.cells[cells[0]].members else None, ""
                        ),
                        span,
                    )
                return event
            case "complete":
                sets = self.sets_of(things)
                if sets:
                    return self.complete(sets)
            case "passed":
                return self.passed(self.x.places.features(things))
        self.names.diagnostics.append(problems.unknown_event(span.text, span))
        return None

    def sets_of(self, things: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
        found = [index for kind, index in things if kind == "set"]
        features = set(
            self.x.places.features(tuple(t for t in things if t[0] in ("feature", "zone", "board")))
        )
        found.extend(
            i for i, s in enumerate(self.model.sets) if s.feature is not None and s.feature in features
        )
        for kind, index in things:
            if kind == "box":
                found.extend(i for i, s in enumerate(self.model.sets) if s.boxes == (index,))
        return tuple(dict.fromkeys(found))

    # ------------------------------------------------------------ kinds of event

    def on_box(self, happening: str, boxes: tuple[int, ...]) -> Event:
        names = {"box": Val("box", Var(0))}
        if happening == "hit":
            names["by_hit"] = Val("flag", Num(1))
        return Event(ir.EventPattern(happening, boxes), names, 1)

    def complete(self, sets: tuple[int, ...]) -> Event:
        names = {"box": Val("box", Var(1))}
        if len(sets) == 1:
            names["this"] = Val("places", Num(sets[0]), (("set", sets[0]),))
        return Event(ir.EventPattern("complete", sets), names, 2)

    def passed(self, features: tuple[int, ...]) -> Event:
        return Event(ir.EventPattern("passed", features), {}, 1)


def tokens_of(node: Node) -> list[Token]:
    return [p for p in node.parts if isinstance(p, Token)]
