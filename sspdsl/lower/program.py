"""From a model without errors to the IR: geometry, the order of rules, what drains, and everything frozen."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.check.declare import place_of
from sspdsl.check.expressions import Expressions
from sspdsl.check.model import Box, Feature, Model
from sspdsl.check.names import Names
from sspdsl.ir import model as ir
from sspdsl.ir.terms import LoseBall, Num
from sspdsl.ir.walk import effects_in
from sspdsl.lower.geometry import lower_ways

LAYERS = {"library": 0, "book": 1, "pin": 2}


def lower_model(model: Model) -> ir.Program:
    """The IR of a model. The model must have no errors."""
    expressions = Expressions(Names(model, []))
    ways = lower_ways(model, expressions)
    drains = draining_boxes(model)
    pinball = model.kind == "pin"
    return ir.Program(
        name=model.name,
        title=model.title,
        kind=model.kind,
        book=model.book,
        difficulty=model.difficulty,
        records=tuple(model.records),
        options=tuple(sorted(model.options.items())),
        max_players=4,
        balls=2 if pinball else 0,
        dice=2 if pinball else 0,
        domains=tuple(model.domains),
        facts=tuple(model.facts),
        cells=tuple(freeze_cells(model)),
        boards=tuple(
            ir.BoardDef(b.name, b.title, tuple(b.zones), b.turned, " or ".join(b.turn_words))
            for b in model.boards
        ),
        zones=tuple(
            ir.ZoneDef(z.name, z.title, z.board, tuple(z.features), place_of(z.span)) for z in model.zones
        ),
        features=tuple(freeze_feature(f) for f in model.features),
        boxes=tuple(freeze_box(model, i, b, i in drains, expressions) for i, b in enumerate(model.boxes)),
        sets=tuple(
            ir.SetDef(s.name, s.title, s.boxes, s.cells, s.erases, s.feature, s.completions, place_of(s.span))
            for s in model.sets
        ),
        positions=tuple(model.positions),
        way_names=tuple(model.way_names),
        ways=ways,
        bans=tuple(model.bans),
        modifiers=tuple(model.modifiers),
        rules=tuple(model.rules),
        lifetimes=tuple(model.lifetimes),
        actions=tuple(model.actions),
        windows=tuple(model.windows),
        abilities=tuple(model.abilities),
        steps=tuple(model.steps),
        achievements=tuple(model.achievements),
        wins=tuple(model.wins),
        tests=tuple(model.tests),
        notes=tuple(model.notes),
    )


def freeze_cells(model: Model) -> list[ir.CellDef]:
    """A completions counter counts as far as some rule compares it, and no further."""
    return [replace(c, high=len(model.way_names)) if c.role == "way" else c for c in model.cells]


def freeze_feature(feature: Feature) -> ir.FeatureDef:
    return ir.FeatureDef(
        feature.name,
        feature.title,
        feature.kind,
        feature.kinds,
        feature.zone,
        feature.colours,
        tuple(feature.boxes),
        feature.sequence,
        feature.reached_by,
        tuple(feature.hits),
        feature.beside,
        feature.passed,
        place_of(feature.span),
    )


def freeze_box(model: Model, index: int, box: Box, drains: bool, expressions: Expressions) -> ir.BoxDef:
    del model
    return ir.BoxDef(
        box.name,
        box.label,
        box.feature,
        box.faces,
        box.slots,
        box.colour,
        box.line,
        box.stars,
        box.open,
        drains,
        expressions.places.position_of_box(index),
        place_of(box.span),
    )


def draining_boxes(model: Model) -> frozenset[int]:
    """Boxes whose `hit` or `filled` rules always lose the ball that hits them."""
    found: set[int] = set()
    for rule in model.rules:
        always = rule.event.kind in ("hit", "filled") and rule.guard is None
        if always and any(isinstance(effect, LoseBall) for effect in rule.body):
            found.update(rule.event.subjects)
    return frozenset(found)


__all__ = ["LAYERS", "Num", "effects_in", "lower_model"]
