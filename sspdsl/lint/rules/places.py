"""The table as a whole: what no ball comes to, what no die fills, what never pays."""

from __future__ import annotations

from sspdsl.check.model import Feature, Model
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.text import Text, warn

DICE = range(1, 7)
LOPSIDED = 4  # Times as many boxes of its own colours as the other flipper.


def find_places_nothing_leads_to(text: Text) -> list[Diagnostic]:
    """SSP658: a feature that only arrows reach, and no arrow leads to."""
    model = text.model
    if model is None:
        return []
    rules = {way.name for way in model.way_rules}
    led_to = {
        (arrow.name, place)
        for arrow in model.arrows
        for place, _ in (*arrow.targets, *arrow.else_targets, *(arrow.sources if arrow.both else ()))
    }
    found = []
    for number, feature in enumerate(model.features):
        if feature.span.source != text.source or not feature.reached_by or rules & set(feature.reached_by):
            continue
        if not any((name, number) in led_to for name in feature.reached_by):
            ways = " or ".join(f"`{name}`" for name in feature.reached_by)
            message = f"nothing leads to `{feature.name}`"
            found.append(
                warn(
                    "SSP658",
                    feature.span,
                    message,
                    f"reached only by {ways}, and none leads here",
                    "draw an arrow to it, or let it be reached otherwise",
                )
            )
    return found


def find_faces_missing_at_the_bottom(text: Text) -> list[Diagnostic]:
    """SSP659: a die that nothing in the lowest zone shows: with it every ball that gets there is lost."""
    model = text.model
    if model is None:
        return []
    found = []
    for board in model.boards:
        if not board.zones or board.turns:
            continue
        zone = model.zones[board.zones[-1]]
        features = [model.features[each] for each in zone.features]
        boxes = [model.boxes[box] for feature in features for box in feature.boxes]
        if not any(feature.hits for feature in features) or any(box.slots for box in boxes):
            continue
        missing = [die for die in DICE if not any(die in box.faces for box in boxes)]
        if missing:
            span = zone.span if zone.span.source == text.source else model.span
            label = ", ".join(map(str, missing)) + " is on no box here"
            found.append(
                warn(
                    "SSP659",
                    span,
                    f"no box of the lowest zone `{zone.name}` shows {missing[0]}",
                    label,
                    "put each face on a box of it",
                )
            )
    return found


def find_lopsided_flippers(text: Text) -> list[Diagnostic]:
    """SSP660: two flippers of one zone, and one has many times the boxes of the other to shoot at."""
    model = text.model
    if model is None:
        return []
    found = []
    for zone in model.zones:
        flippers = [model.features[each] for each in zone.features if model.features[each].hits]
        if len(flippers) != 2:
            continue
        (a, fewer), (b, more) = sorted(
            ((f, targets_of(model, f)) for f in flippers), key=lambda each: each[1]
        )
        if more >= LOPSIDED * max(fewer, 1) and more >= 8:
            span = a.span if a.span.source == text.source else model.span
            message = f"`{a.name}` has {fewer} boxes to shoot at, `{b.name}` {more}"
            found.append(warn("SSP660", span, message, "lopsided", "give some features the other colour"))
    return found


def targets_of(model: Model, flipper: Feature) -> int:
    """How many boxes of other zones have a colour that it always hits."""
    colours = {colour for hits in flipper.hits if hits.guard is None for colour in hits.colours}
    return sum(
        "any" in colours or box.colour in colours
        for box in model.boxes
        if model.features[box.feature].zone != flipper.zone
        and model.features[box.feature].board == flipper.board
    )


def find_sets_that_never_pay(text: Text) -> list[Diagnostic]:
    """SSP661: a set that is erased when complete and brings nothing, by its boxes or as a set."""
    model = text.model
    if model is None:
        return []
    complete: set[int] = set()
    heard: set[int] = set()
    for event in [each.event for each in model.rules] + [each.event for each in model.lifetimes]:
        if event.kind == "complete":
            complete.update(event.subjects)
        if event.kind in ("hit", "filled"):
            heard.update(event.subjects)
    # Boxes of a set that pays, itself or by how often it was complete.
    paid = {
        box
        for number, each in enumerate(model.sets)
        if number in complete or each.completions is not None
        for box in each.boxes
    }
    found = []
    for each in model.sets:
        if (
            not each.erases
            or each.span.source != text.source
            or each.cells
            or not paid.isdisjoint(each.boxes)
        ):
            continue
        if all(model.boxes[box].line in ("never", "double") for box in each.boxes):
            continue
        if any(model.boxes[box].stars is not None or box in heard for box in each.boxes):
            continue
        message = f"`{each.name}` is erased when complete and never pays"
        found.append(
            warn("SSP661", each.span, message, "no stars, no rule on it", "say `when complete { ... }`")
        )
    return found
