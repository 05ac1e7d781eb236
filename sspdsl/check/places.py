"""Constant lists of places: a zone, a set, a kind, as the boxes or features in it."""

from __future__ import annotations

from functools import cache

from sspdsl.check.names import Names
from sspdsl.check.values import Val

Things = tuple[tuple[str, int], ...]


class Places:
    """What place lists hold. Lists keep the order of declaration and hold a thing once."""

    def __init__(self, names: Names) -> None:
        self.model = names.model
        self.names = names
        self._boxes = cache(self._expand_boxes)
        self._told_apart: dict[int | None, int] | None = None
        self._by_feature: dict[int, list[int]] = {}

    def forget(self) -> None:
        """Lists worked out before all sets were known are worked out again."""
        self._boxes.cache_clear()

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """Features of a kind, and of the kinds that are one."""
        return tuple(i for i, f in enumerate(self.model.features) if kind in f.kinds)

    def features(self, things: Things) -> tuple[int, ...]:
        """The features that these things are or hold (for a set: those of its boxes)."""
        model = self.model
        found: list[int] = []
        for kind, index in things:
            match kind:
                case "feature":
                    found.append(index)
                case "zone":
                    found.extend(model.zones[index].features)
                case "board":
                    for zone in model.boards[index].zones:
                        found.extend(model.zones[zone].features)
                case "set":
                    found.extend(model.boxes[b].feature for b in model.sets[index].boxes)
                case "group":
                    found.extend(model.boxes[b].feature for b in model.groups[index])
                case "box":
                    found.append(model.boxes[index].feature)
        return tuple(dict.fromkeys(found))

    def boxes(self, things: Things) -> tuple[int, ...]:
        return self._boxes(things)

    def _expand_boxes(self, things: Things) -> tuple[int, ...]:
        model = self.model
        found: list[int] = []
        for kind, index in things:
            match kind:
                case "box":
                    found.append(index)
                case "set":
                    found.extend(model.sets[index].boxes)
                case "group":
                    found.extend(model.groups[index])
                case "cell":
                    pass
                case _:
                    for feature in self.features(((kind, index),)):
                        found.extend(model.features[feature].boxes)
        return tuple(dict.fromkeys(found))

    def cells(self, things: Things) -> tuple[tuple[int, int], ...]:
        """Indicators named among the things, each with its index; a `per` cell gives all its members."""
        found: list[tuple[int, int]] = []
        for kind, index in things:
            if kind == "cell":
                definition = self.model.cells[index]
                found.extend((index, definition.index_low + i) for i in range(definition.size))
            elif kind == "set":
                found.extend(self.model.sets[index].cells)
        return tuple(dict.fromkeys(found))

    def ends(self, things: Things) -> tuple[tuple[int, int | None], ...]:
        """The ends of an arrow: a feature as a whole, or one box of it."""
        found: list[tuple[int, int | None]] = []
        for kind, index in things:
            if kind == "box":
                found.append((self.model.boxes[index].feature, index))
            elif kind in ("set", "group") and self.split(index, kind):
                boxes = self.model.sets[index].boxes if kind == "set" else self.model.groups[index]
                found.extend((self.model.boxes[b].feature, b) for b in boxes)
            else:
                found.extend((f, None) for f in self.features(((kind, index),)))
        return tuple(dict.fromkeys(found))

    def split(self, index: int, kind: str) -> bool:
        """Whether a set or group holds only some boxes of a feature."""
        boxes = set(self.model.sets[index].boxes if kind == "set" else self.model.groups[index])
        return any(
            not boxes.issuperset(self.model.features[f].boxes) for f in self.features(((kind, index),))
        )

    def positions(self, things: Things) -> tuple[int, ...]:
        """Every position a ball can have in these places."""
        if not self._by_feature:
            for index, position in enumerate(self.model.positions):
                self._by_feature.setdefault(position.feature, []).append(index)
        parts = tuple(
            t for t in things if t[0] == "box" or (t[0] in ("set", "group") and self.split(t[1], t[0]))
        )
        whole = tuple(t for t in things if t not in parts)
        found = {p for f in self.features(whole) for p in self._by_feature.get(f, ())}
        found |= {p for b in self.boxes(parts) if self.model.positions[p := self.position_of_box(b)].box == b}
        return tuple(sorted(found))

    def targets(self, things: Things) -> tuple[int, ...]:
        """Where to put a ball that is sent to these places: the feature, or the box if boxes are apart."""
        found: list[int] = []
        for kind, index in things:
            if kind == "box":
                found.append(self.position_of_box(index))
            else:
                found.extend(self.position_of_feature(f) for f in self.features(((kind, index),)))
        return tuple(dict.fromkeys(found))

    def position_of_feature(self, feature: int) -> int:
        # Positions of whole features come first, in the order of features.
        return feature

    def position_of_box(self, box: int) -> int:
        if self._told_apart is None:
            self._told_apart = {p.box: i for i, p in enumerate(self.model.positions) if p.box is not None}
        return self._told_apart.get(box, self.model.boxes[box].feature)

    def single_box(self, val: Val) -> bool:
        return val.type == "box" or (
            val.type == "places" and len(val.things) == 1 and val.things[0][0] == "box"
        )

    def parts_of(self, val: Val) -> list[str]:
        """Names that can follow `val.`, for a suggestion."""
        boxes = [label for b in self.boxes(val.things) for label in self.model.boxes[b].labels]
        return [*boxes, *(self.model.features[f].name for f in self.features(val.things))]
