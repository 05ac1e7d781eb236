"""Which way leads from where to which boxes: `way` clauses and arrows become blocks.

A `way` clause is worked out class by class, not pair by pair: places that agree in everything the
condition asks of them share one answer, so a table ten times as large costs ten times as much.
"""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.check.expressions import Expressions
from sspdsl.check.folding import fold
from sspdsl.check.model import Arrow, Model, WayRule
from sspdsl.check.values import Scope, Val, conjoin
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Expr, Num, Op, Opened, Shows, Var
from sspdsl.lower.ways import WayCondition
from sspdsl.source import Span


@dataclass(frozen=True, slots=True)
class Block:
    """Ways from all of `sources` (positions) to all of `targets` (boxes)."""

    name: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    guard: Expr | None
    words: str
    through: tuple[int, ...]
    steps: int | None
    both: bool
    span: Span


def lower_ways(model: Model, expressions: Expressions) -> tuple[ir.WayDef, ...]:
    """Every way of the table, in order of declaration: first `way` clauses, then arrows and lines.

    Arrows that an option switches off are no ways.
    """
    blocks: list[Block] = []
    for rule in model.way_rules:
        blocks.extend(way_blocks(model, expressions, rule))
    for arrow in model.arrows:
        blocks.extend(arrow_blocks(model, expressions, arrow))
    blocks = pass_through(model, restrict(model, blocks))
    return tuple(
        ir.WayDef(b.name, b.sources, b.targets, b.guard, b.words, b.through, b.steps, b.both, place(b.span))
        for b in blocks
        if b.sources and b.targets and (b.guard is None or fold(b.guard) != Num(0))
    )


def place(span: Span) -> ir.Place:
    return ir.Place(span.source.name.replace("\\", "/").rsplit("/", 1)[-1], span.line, span.column)


# ---------------------------------------------------------------- `way` clauses


def way_blocks(model: Model, expressions: Expressions, rule: WayRule) -> list[Block]:
    condition = WayCondition(model, expressions, rule)
    features = rule.sources if rule.sources is not None else tuple(range(len(model.features)))
    by_class: dict[object, list[int]] = {}
    wanted = set(features)
    for index, position in enumerate(model.positions):
        if position.feature in wanted and not (
            position.box is None and position_unused(model, position.feature)
        ):
            by_class.setdefault(condition.source_class(index), []).append(index)
    boxes: dict[object, list[int]] = {}
    for box in range(len(model.boxes)):
        boxes.setdefault(condition.target_class(box), []).append(box)
    blocks: list[Block] = []
    for positions in by_class.values():
        by_guard: dict[Expr | None, list[int]] = {}
        for members in boxes.values():
            holds = condition.holds(positions[0], members[0])
            if holds != Num(0):
                by_guard.setdefault(None if holds == Num(1) else holds, []).extend(members)
        for guard, targets in by_guard.items():
            words = condition.words(positions[0]) if guard is not None else ""
            blocks.append(
                Block(
                    rule.name,
                    tuple(positions),
                    tuple(sorted(targets)),
                    guard,
                    words,
                    (),
                    None,
                    False,
                    rule.span,
                )
            )
    return blocks


def position_unused(model: Model, feature: int) -> bool:
    """A whole-feature position stays usable: balls are sent to features, and tests put them there."""
    del model, feature
    return False


# ---------------------------------------------------------------- arrows and lines


def arrow_blocks(model: Model, expressions: Expressions, arrow: Arrow) -> list[Block]:
    sources = source_positions(model, expressions, arrow.sources)
    if arrow.steps:
        return ring_blocks(model, expressions, arrow)
    targets = end_boxes(model, arrow.targets)
    blocks = []
    here = {model.positions[p].feature for p in sources}
    if any(f in here for f, b in arrow.targets if b is None) and len(sources) > 1:
        # From several features to several, itself among them: never to the feature the ball is on,
        # unless the arrow leads from a feature to itself alone.
        for position in sources:
            own = model.positions[position].feature
            rest = tuple(b for b in targets if model.boxes[b].feature != own)
            blocks.append(
                Block(
                    arrow.name,
                    (position,),
                    rest or targets,
                    arrow.guard,
                    arrow.words,
                    arrow.through,
                    None,
                    arrow.both,
                    arrow.span,
                )
            )
    else:
        blocks.append(
            Block(
                arrow.name,
                sources,
                targets,
                arrow.guard,
                arrow.words,
                arrow.through,
                None,
                arrow.both,
                arrow.span,
            )
        )
    if arrow.else_targets:
        blocked = tuple(
            Op("and", (Opened(Num(b)), Shows(Num(b), expressions.cells.die_value(Var(0))))) for b in targets
        )
        none_open = Op("not", (blocked[0] if len(blocked) == 1 else Op("or", blocked),)) if blocked else None
        guard = conjoin(arrow.guard, none_open)
        blocks.append(
            Block(
                arrow.name,
                sources,
                end_boxes(model, arrow.else_targets),
                guard,
                "if no box there fits",
                arrow.through,
                None,
                False,
                arrow.span,
            )
        )
    return blocks


def source_positions(
    model: Model, expressions: Expressions, ends: tuple[tuple[int, int | None], ...]
) -> tuple[int, ...]:
    things = tuple(("feature", f) if b is None else ("box", b) for f, b in ends)
    return expressions.places.positions(things)


def end_boxes(model: Model, ends: tuple[tuple[int, int | None], ...]) -> tuple[int, ...]:
    found: list[int] = []
    for feature, box in ends:
        found.extend(model.features[feature].boxes if box is None else (box,))
    return tuple(dict.fromkeys(found))


def ring_blocks(model: Model, expressions: Expressions, arrow: Arrow) -> list[Block]:
    """`in steps`: the places named are a chain, and the die says how many steps the ball goes along it.

    A chain whose last place is its first is a ring.
    """
    chain = [box for end in arrow.targets for box in end_boxes(model, (end,))]
    ring = len(chain) > 1 and chain[0] == chain[-1]
    if ring:
        chain.pop()
    blocks: list[Block] = []
    for at, box in enumerate(chain):
        position = expressions.places.position_of_box(box)
        for steps in range(1, 7):
            if at + steps >= len(chain) and not ring:
                break
            target = chain[(at + steps) % len(chain)]
            blocks.append(
                Block(
                    arrow.name,
                    (position,),
                    (target,),
                    arrow.guard,
                    arrow.words,
                    arrow.through,
                    steps,
                    False,
                    arrow.span,
                )
            )
    return blocks


# ---------------------------------------------------------------- what features allow


def restrict(model: Model, blocks: list[Block]) -> list[Block]:
    """Apply `reached only by/from`, `left only by`, `falls only to`."""
    kept: list[Block] = []
    limited = any(
        f.reached_by or f.left_by or f.reached_from is not None or f.falls_to is not None
        for f in model.features
    )
    if not limited:
        return blocks
    for block in blocks:
        sources = tuple(
            p
            for p in block.sources
            if allowed(model.features[model.positions[p].feature].left_by, block.name)
        )
        by_limits: dict[object, list[int]] = {}
        for position in sources:
            feature = model.features[model.positions[position].feature]
            falls = feature.falls_to if block.name == "fall" else None
            by_limits.setdefault((falls, from_class(model, position)), []).append(position)
        for (falls, _), members in by_limits.items():  # type: ignore[misc]
            targets = tuple(
                b
                for b in block.targets
                if reaches(model, block, members[0], b) and (falls is None or b in falls)
            )
            kept.append(
                Block(
                    block.name,
                    tuple(members),
                    targets,
                    block.guard,
                    block.words,
                    block.through,
                    block.steps,
                    block.both,
                    block.span,
                )
            )
    return kept


def allowed(ways: tuple[str, ...], name: str) -> bool:
    if not ways or name in ways:
        return True
    # Named ways of the author are arrows or lines to a feature that speaks of those.
    return name not in ("fall", "shot", "fall_back") and bool({"arrow", "line"} & set(ways))


def reaches(model: Model, block: Block, position: int, box: int) -> bool:
    feature = model.features[model.boxes[box].feature]
    if not allowed(feature.reached_by, block.name):
        return False
    return feature.reached_from is None or model.positions[position].feature in feature.reached_from


def from_class(model: Model, position: int) -> object:
    """Places that the limits of features tell apart."""
    feature = model.positions[position].feature
    return tuple(
        i for i, f in enumerate(model.features) if f.reached_from is not None and feature in f.reached_from
    )


# ---------------------------------------------------------------- passing


def pass_through(model: Model, blocks: list[Block]) -> list[Block]:
    """A move goes on from features that are passed; the boxes of those always passed are no target."""
    passable = [i for i, f in enumerate(model.features) if f.passed]
    if not passable:
        return blocks
    for _ in range(len(passable)):
        more: list[Block] = []
        for feature in passable:
            own = set(model.features[feature].boxes)
            entries = [b for b in blocks if own & set(b.targets) and feature not in b.through]
            exits = [
                b
                for b in blocks
                if feature in {model.positions[p].feature for p in b.sources}
                and b.name not in ("fall", "shot")
            ]
            for entry in entries:
                for leave in exits:
                    through = (*entry.through, feature, *leave.through)
                    block = Block(
                        entry.name,
                        entry.sources,
                        leave.targets,
                        conjoin(entry.guard, leave.guard),
                        " and ".join(w for w in (entry.words, leave.words) if w),
                        through,
                        None,
                        False,
                        leave.span,
                    )
                    if block not in blocks and block not in more:
                        more.append(block)
        if not more:
            break
        blocks = [*blocks, *more]
    passed_boxes = {
        b for i in passable if model.features[i].passed == "always" for b in model.features[i].boxes
    }
    passed_places = {i for i in passable if model.features[i].passed == "always"}
    out: list[Block] = []
    for block in blocks:
        targets = tuple(b for b in block.targets if b not in passed_boxes)
        sources = tuple(p for p in block.sources if model.positions[p].feature not in passed_places)
        if targets and sources:
            out.append(
                Block(
                    block.name,
                    sources,
                    targets,
                    block.guard,
                    block.words,
                    block.through,
                    block.steps,
                    block.both,
                    block.span,
                )
            )
    return out


__all__ = ["Block", "Scope", "Val", "lower_ways"]
