"""Features: their kinds, their boxes, and the attributes that shape them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from sspdsl.check import problems
from sspdsl.check.declare import (
    Declare,
    Item,
    Sorted,
    attr_slot,
    clause_slot,
    decls_of,
    int_value,
    merge_block,
    split_block,
)
from sspdsl.check.expressions import Expressions
from sspdsl.check.guards import Guards
from sspdsl.check.model import Box, Context, Feature, Set
from sspdsl.check.overriding import note_merged, note_replaced
from sspdsl.check.state import lone_name
from sspdsl.syntax.tree import Node, Token

COLOURS = ("white", "red", "yellow", "green", "purple", "blue", "orange", "black")
MAX_BOXES = 50_000
LINE_ATTRS = ("solid", "dashed", "double", "never")


class Features:
    """Makes the boxes of all features, with what their kinds say."""

    def __init__(self, expressions: Expressions, declare: Declare) -> None:
        self.x = expressions
        self.names = expressions.names
        self.model = expressions.model
        self.declare = declare
        self.sorted: Sorted = declare.sorted
        self.attrs: dict[int, list[Item]] = {}
        self.boxes_of: dict[int, Node] = {}
        self.guards = Guards(expressions)
        self.same: Counter[str] = Counter()

    def run(self) -> None:
        """Boxes of all features; kinds' clauses are handed on for each feature of the kind."""
        self.same = Counter(f.name for f in self.model.features)
        for index, (node, context, extra) in self.sorted.features.items():
            self.kinds_of(index, node)
            self.check_colours(node)
            self.boxes(index, node, context, extra)

    def check_colours(self, node: Node) -> None:
        """The colours written after a feature's name."""
        colours = node.parts[3]
        for token in colours.parts if isinstance(colours, Node) else ():
            if isinstance(token, Token) and token.text not in COLOURS:
                self.names.diagnostics.append(problems.unknown_colour(token.text, token.span, COLOURS))

    def kinds_of(self, index: int, node: Node) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        chain: list[str] = []
        name: str | None = token.text
        if name not in self.model.kinds:
            self.names.diagnostics.append(
                problems.unknown_name(
                    "kind of feature or clause", token.text, token.span, [*self.model.kinds, *CLAUSE_WORDS]
                )
            )
            return
        while name is not None and name not in chain:
            chain.append(name)
            info = self.model.kinds.get(name)
            if info is None:
                break
            name = info.parent
        else:
            if name is not None:
                self.names.diagnostics.append(problems.circular("kind", name, token.span))
        self.model.features[index].kinds = tuple(chain)

    def boxes(self, index: int, node: Node, context: Context, extra: list[Item]) -> None:
        feature = self.model.features[index]
        block: tuple[list[Item], list[Item]] = ([], [])
        for name in reversed(feature.kinds):
            info = self.model.kinds.get(name)
            if info is not None:
                inner = [
                    (n, replace(c, feature=index, zone=context.zone, board=context.board, kind=name))
                    for n, c in info.attrs
                ]
                clauses = [
                    (n, replace(c, feature=index, zone=context.zone, board=context.board, kind=name))
                    for n, c in info.clauses
                ]
                note_merged(self.model, "kind", name, replacing(inner), block[0], attr_slot)
                block = merge_attrs(block, (inner, clauses))
        own = self.own_block(node, context)
        boxes = node.parts[4]
        note_merged(self.model, feature.kind, feature.name, replacing(own[0]), block[0], attr_slot)
        block = merge_attrs(block, own)
        if extra:
            note_replaced(self.model, feature.kind, feature.name, [(node, context), *extra])
        for override, layer in extra:
            strong = self.own_block(override, layer)
            note_merged(self.model, feature.kind, feature.name, strong[0], block[0], attr_slot)
            note_merged(self.model, feature.kind, feature.name, strong[1], block[1], clause_slot)
            block = merge_block(block, strong)
            if isinstance(override.parts[4], Node):
                boxes = override.parts[4]
        attrs, clauses = block
        self.attrs[index] = attrs
        self.shape(feature, attrs)
        if isinstance(boxes, Node):
            for box in boxes.nodes():
                if len(self.model.boxes) >= MAX_BOXES:
                    self.names.diagnostics.append(problems.too_many("boxes", MAX_BOXES, box.span))
                    break
                self.box(index, box)
        if feature.boxes and not (len(feature.boxes) == 1 and not feature.erases):
            self.add_set(
                Set(
                    feature.name, feature.title, tuple(feature.boxes), (), feature.erases, index, feature.span
                )
            )
        elif feature.boxes:
            self.add_set(
                Set(feature.name, feature.title, tuple(feature.boxes), (), False, index, feature.span)
            )
        for clause, where in clauses:
            self.hand_on(clause, where)

    def own_block(self, node: Node, context: Context) -> tuple[list[Item], list[Item]]:
        attrs, clauses = split_block(decls_of(node), context)
        inline = node.parts[5]
        if isinstance(inline, Node):
            attrs = [*((a, context) for a in inline.nodes()), *attrs]
        return attrs, clauses

    def hand_on(self, clause: Node, context: Context) -> None:
        if clause.kind in ("override", "board", "zone", "kind", "feature", "option"):
            self.names.diagnostics.append(
                problems.misplaced(f"`{clause.span.text.split(None, 1)[0]}`", clause.span)
            )
            return
        name = clause.parts[0]
        if clause.kind == "rule" and isinstance(name, Token):
            self.sorted.add(*self.declare.replaced(clause, context))
            return
        self.sorted.add(clause, context)

    def shape(self, feature: Feature, attrs: list[Item]) -> None:
        """Attributes that need no expression."""
        for attr, _ in attrs:
            match attr.kind:
                case "line":
                    life = attr.parts[0]
                    assert isinstance(life, Node)
                    if life.kind in LINE_ATTRS:
                        feature.line = life.kind
                    else:
                        self.names.diagnostics.append(problems.lifetime_of_box(attr.span))
                case "sequence":
                    feature.sequence = True
                case "erases":
                    feature.erases = True
                case "kept":
                    feature.erases = False
                case "may_pass":
                    feature.passed = "may"
                case "apart":
                    feature.apart = True
                case "must_pass":
                    feature.passed = "always"
                case "reached_by":
                    feature.reached_by = self.ways_named(attr)
                case "left_by":
                    feature.left_by = self.ways_named(attr)

    def ways_named(self, attr: Node) -> tuple[str, ...]:
        node = attr.parts[0]
        assert isinstance(node, Node)
        tokens = [p for p in node.parts if isinstance(p, Token)]
        self.model.way_words.extend(tokens)
        return tuple(token.text for token in tokens)

    def box(self, index: int, node: Node) -> None:
        feature = self.model.features[index]
        parts = list(node.parts)
        label = parts[0] if isinstance(parts[0], Token) and parts[0].kind == "NAME" else None
        worth = parts[-1]
        colour_token = parts[-2]
        faces: list[int] = []
        slots: list[Node] = []
        texts: list[str] = []
        for part in parts[1:-2]:
            if isinstance(part, Token) and part.kind == "INT":
                value = int_value(part)
                if not 1 <= value <= 99:
                    self.names.diagnostics.append(problems.unknown_face(value, part.span))
                    continue
                faces.append(value)
                texts.append(str(value))
            elif isinstance(part, Node):
                word = lone_name(part)
                if word is not None and word.text == "any":
                    faces.extend(range(1, 7))
                    texts.append("any")
                elif word is not None and word.text == "none":
                    texts.append("none")
                else:
                    slots.append(part)
                    texts.append(part.span.text)
        text = label.text if label is not None else "/".join(texts)
        own = f"{feature.name}.{text}"
        board = self.model.boards[feature.board]
        if self.same[feature.name] > 1:
            own = f"{board.name}.{own}"
        number = sum(1 for b in feature.boxes if self.model.boxes[b].label == own)
        colour = colour_token.text if isinstance(colour_token, Token) else feature.colours[0]
        if isinstance(colour_token, Token) and colour not in COLOURS:
            self.names.diagnostics.append(problems.unknown_colour(colour, colour_token.span, COLOURS))
        box = Box(
            own if not number else f"{own}#{number + 1}",
            own,
            index,
            tuple(dict.fromkeys(faces)),
            (),
            colour,
            feature.line,
            node.span,
            tuple(
                dict.fromkeys(
                    [*([label.text] if label is not None else []), *texts, *(str(f) for f in faces)]
                )
            ),
        )
        feature.boxes.append(len(self.model.boxes))
        self.model.boxes.append(box)
        if slots:
            self.guards.slots.append((len(self.model.boxes) - 1, slots, Context("pin", feature.board)))
        if worth is not None:
            self.guards.worths[len(self.model.boxes) - 1] = worth

    def add_set(self, new: Set) -> int:
        self.model.sets.append(new)
        return len(self.model.sets) - 1


CLAUSE_WORDS = (
    "zone",
    "board",
    "set",
    "group",
    "arrows",
    "lines",
    "indicator",
    "counter",
    "track",
    "slot",
    "names",
    "catalogue",
    "fact",
    "define",
    "bonuses",
    "rule",
    "when",
    "before",
    "action",
    "ability",
    "modifier",
    "stars",
    "gains",
    "mode",
    "achievement",
    "test",
    "use",
    "option",
    "override",
    "difficulty",
    "record",
    "kind",
    "turn",
    "wins",
    "window",
    "way",
)


def replacing(attrs: list[Item]) -> list[Item]:
    """Those that replace others: an `open while` is one more condition."""
    return [item for item in attrs if item[0].kind != "open_while"]


def merge_attrs(
    weak: tuple[list[Item], list[Item]], strong: tuple[list[Item], list[Item]]
) -> tuple[list[Item], list[Item]]:
    """Of a kind and a feature: attributes of the narrower replace those of the same slot; clauses add up."""
    slots = {
        attr.kind if attr.kind not in ("erases", "kept") else "erasing"
        for attr, _ in strong[0]
        if attr.kind != "open_while"
    }
    attrs = [
        (n, c) for n, c in weak[0] if ("erasing" if n.kind in ("erases", "kept") else n.kind) not in slots
    ]
    return attrs + strong[0], weak[1] + strong[1]
