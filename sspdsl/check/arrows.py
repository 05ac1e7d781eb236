"""Arrows, lines and ways, and the positions they tell apart."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.features import Features
from sspdsl.check.model import Arrow, Context, Feature, Symbol, WayRule
from sspdsl.check.values import Scope, words_for
from sspdsl.ir import model as ir
from sspdsl.syntax.tree import Node, Token

Ends = tuple[tuple[int, int | None], ...]


class Arrows:
    """Positions of balls, and what leads from one to another."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.x = features.x
        self.names = features.names
        self.model = features.model
        self.sorted = features.sorted
        self.guards = features.guards
        self.ends: list[tuple[Node, Context, list[tuple[Ends, Node]]]] = []

    def arrows(self) -> None:
        """Ends of arrows and lines; boxes that they tell apart get positions of their own."""
        told_apart: set[int] = set()
        found: list[tuple[Node, Context, list[tuple[Ends, Node]]]] = []
        for node, context in self.sorted.of("arrows", "lines"):
            ends = []
            for refs in node.nodes():
                if refs.kind == "refs":
                    val = self.x.bind_refs(refs, Scope(context))
                    if val.known and val.type != "places":
                        self.names.diagnostics.append(
                            problems.wrong_type(words_for(val), "a place", refs.span)
                        )
                    pairs = self.x.places.ends(val.things) if val.type == "places" else ()
                    told_apart.update(
                        f for f, b in pairs if b is not None and len(self.model.features[f].boxes) > 1
                    )
                    ends.append((pairs, refs))
            found.append((node, context, ends))
        self.positions(told_apart)
        self.ends = found

    def positions(self, told_apart: set[int]) -> None:
        for index, feature in enumerate(self.model.features):
            self.model.positions.append(ir.PositionDef(self.position_name(feature), index, None))
        for index, feature in enumerate(self.model.features):
            if index in told_apart or feature.apart:
                for box in feature.boxes:
                    self.model.positions.append(ir.PositionDef(self.model.boxes[box].name, index, box))

    def position_name(self, feature: Feature) -> str:
        same = self.features.same[feature.name] > 1
        return f"{self.model.boards[feature.board].name}.{feature.name}" if same else feature.name

    def bind_arrows(self) -> None:
        for node, context, ends in self.ends:
            names = [n for n in node.nodes() if n.kind == "label"]
            label = names[0].parts[0].text if names else ("arrow" if node.kind == "arrows" else "line")  # type: ignore[union-attr]
            if label not in self.model.way_names:
                self.model.way_names.append(label)
            both = [n.kind == "both_ways" for n in node.nodes() if n.kind in ("one_way", "both_ways")]
            if node.kind == "lines":
                both = [True] * (len(ends) - 1)
            steps = any(n.kind == "steps" for n in node.nodes())
            through = self.extra_places(node, "through", context)
            other = self.extra_places(node, "else_to", context)
            guard, words = self.guards.holds(node, context)
            via = tuple(f for f, _ in through)
            if steps:
                ring = [end for pairs, _ in ends for end in pairs]
                self.model.arrows.append(
                    Arrow(label, tuple(ring), tuple(ring), guard, words, via, (), True, False, node.span)
                )
                continue
            for at, two_way in enumerate(both):
                sources, targets = ends[at][0], ends[at + 1][0]
                self.model.arrows.append(
                    Arrow(label, sources, targets, guard, words, via, other, steps, two_way, node.span)
                )
                if two_way:
                    self.model.arrows.append(
                        Arrow(label, targets, sources, guard, words, via, (), steps, two_way, node.span)
                    )
                for f, _ in targets:
                    if not self.model.features[f].boxes and self.model.features[f].passed == "":
                        self.names.diagnostics.append(
                            problems.arrow_nowhere(self.model.features[f].name, ends[at + 1][1].span)
                        )

    def extra_places(self, node: Node, kind: str, context: Context) -> tuple[tuple[int, int | None], ...]:
        for part in node.nodes():
            if part.kind == kind:
                val = self.x.bind(part.parts[0], Scope(context))
                return self.x.places.ends(val.things) if val.type == "places" else ()
        return ()

    def ways(self) -> None:
        for node, context in self.sorted.of("way"):
            token, refs, variable, where = node.parts[:4]
            assert isinstance(token, Token)
            assert isinstance(variable, Token)
            sources: tuple[int, ...] | None = None
            if isinstance(refs, Node):
                val = self.x.bind(refs, Scope(context))
                sources = self.x.places.features(val.things) if val.type == "places" else ()
            if token.text not in self.model.way_names:
                self.model.way_names.append(token.text)
            self.model.way_rules.append(
                WayRule(token.text, sources, variable.text, where, context, node.span)
            )
            self.names.declare(
                Symbol("way", token.text, self.model.way_names.index(token.text), token.span, context.layer)
            )
