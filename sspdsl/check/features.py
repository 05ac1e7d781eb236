"""Features with their boxes, sets, positions, and the arrows between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from sspdsl.check import problems
from sspdsl.check.declare import (
    Declare,
    Item,
    Sorted,
    decls_of,
    int_value,
    merge_block,
    split_block,
    title_of,
)
from sspdsl.check.expressions import Expressions
from sspdsl.check.folding import fold
from sspdsl.check.model import Arrow, Box, Context, Feature, Set, Symbol, WayRule
from sspdsl.check.state import lone_name
from sspdsl.check.values import Scope, Val, conjoin, words_for
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Expr, Num, Op, Var
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

MAX_BOXES = 50_000
LINE_ATTRS = ("solid", "dashed", "double", "never")


class Features:
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

    # ------------------------------------------------------------ kinds, boxes

    def run(self) -> None:
        """Boxes of all features; kinds' clauses are handed on for each feature of the kind."""
        self.same = Counter(f.name for f in self.model.features)
        for index, (node, context, extra) in self.sorted.features.items():
            self.kinds_of(index, node)
            self.boxes(index, node, context, extra)

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
                block = merge_attrs(block, (inner, clauses))
        own = self.own_block(node, context)
        boxes = node.parts[4]
        block = merge_attrs(block, own)
        for override, layer in extra:
            strong = self.own_block(override, layer)
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
                case "falls_back":
                    feature.falls_back = True
                case "may_pass":
                    feature.passed = "may"
                case "apart":
                    feature.apart = True
                case "must_pass":
                    feature.passed = "always"
                case "reached_by":
                    feature.reached_by = way_words(attr)
                case "left_by":
                    feature.left_by = way_words(attr)

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
        box = Box(
            own if not number else f"{own}#{number + 1}", own, index, tuple(dict.fromkeys(faces)), (), colour, feature.line,
            node.span, tuple(dict.fromkeys([*([label.text] if label is not None else []), *texts, *(str(f) for f in faces)])),
        )  # fmt: skip
        feature.boxes.append(len(self.model.boxes))
        self.model.boxes.append(box)
        if slots:
            self.guards.slots.append((len(self.model.boxes) - 1, slots, Context("pin", feature.board)))
        if worth is not None:
            self.guards.worths[len(self.model.boxes) - 1] = worth

    def add_set(self, new: Set) -> int:
        self.model.sets.append(new)
        return len(self.model.sets) - 1

    # ------------------------------------------------------------ sets

    def sets(self) -> None:
        """Sets and groups, those inside others first."""
        waiting = self.sorted.of("set", "group")
        declared: dict[str, Node] = {}
        for node, context in waiting:
            token = node.parts[0]
            assert isinstance(token, Token)
            index = len(self.model.sets) if node.kind == "set" else len(self.model.groups)
            self.names.declare(
                Symbol(node.kind, token.text, index, token.span, context.layer, context.board, node, context)
            )
            if node.kind == "set":
                self.add_set(Set(token.text, title_of(node, 1), (), (), False, None, token.span))
            else:
                self.model.groups.append(())
            declared[token.text] = node
        done: set[str] = set()
        for node, context in waiting:
            self.fill_set(node, context, declared, done, [])

    def fill_set(
        self, node: Node, context: Context, declared: dict[str, Node], done: set[str], chain: list[str]
    ) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        if token.text in done:
            return
        if token.text in chain:
            self.names.diagnostics.append(problems.circle_of_sets(token.text, token.span))
            done.add(token.text)
            return
        refs = node.parts[2]
        assert isinstance(refs, Node)
        for part in refs.parts:
            name = lone_name(part)
            if name is not None and name.text in declared:
                self.fill_set(declared[name.text], context, declared, done, [*chain, token.text])
        if token.text in done:
            return
        done.add(token.text)
        symbol = next((s for s in self.names.lookup(token.text, context) if s.node is node), None)
        if symbol is None:
            return
        things: list[tuple[str, int]] = []
        for part in refs.parts:
            val = self.x.bind(part, Scope(context))
            if val.type == "places":
                boxes, cells = self.x.places.boxes(val.things), self.x.places.cells(val.things)
                known = {t for t in things}
                for thing in [
                    *(("box", b) for b in boxes),
                    *(("cellat", c[0] * 100_000 + c[1]) for c in cells),
                ]:
                    if thing in known:
                        what = (
                            self.model.boxes[thing[1]].name
                            if thing[0] == "box"
                            else self.model.cells[thing[1] // 100_000].name
                        )
                        self.names.diagnostics.append(problems.box_twice(what, token.text, part.span))  # type: ignore[union-attr]
                        break
                    things.append(thing)
            elif val.cell is not None:
                definition = self.model.cells[val.cell]
                if definition.members and isinstance(val.expr, object) and val.type != "cell":
                    index = getattr(val.expr, "index", None)
                    at = index.value if isinstance(index, Num) else definition.index_low
                    things.append(("cellat", val.cell * 100_000 + at))
                else:
                    things.extend(
                        ("cellat", val.cell * 100_000 + definition.index_low + i)
                        for i in range(definition.size)
                    )
            elif val.known:
                assert part is not None
                self.names.diagnostics.append(
                    problems.wrong_type(words_for(val), "a feature, box, set or indicator", part.span)
                )
        members = tuple(i for k, i in things if k == "box")
        cells_at = tuple((i // 100_000, i % 100_000) for k, i in things if k == "cellat")
        if node.kind == "group":
            self.model.groups[symbol.index] = members
            return
        keep = node.parts[3]
        erases = isinstance(keep, Node) and keep.kind == "erases"
        entry = self.model.sets[symbol.index]
        entry.boxes, entry.cells, entry.erases = members, cells_at, erases
        if len(members) + len(cells_at) == 1:
            self.names.diagnostics.append(problems.set_of_one(token.text, token.span))
        for clause in decls_of(node):
            self.hand_on(clause, replace(context, set=symbol.index))

    # ------------------------------------------------------------ positions and arrows

    def arrows(self) -> None:
        """Ends of arrows and lines; boxes that they tell apart get positions of their own."""
        told_apart: set[int] = set()
        found: list[tuple[Node, Context, list[tuple[tuple[tuple[int, int | None], ...], Node]]]] = []
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
        self.arrow_ends = found

    def positions(self, told_apart: set[int]) -> None:
        every = reads_box_of_place(
            [node for node, _ in self.sorted.of("rule", "action", "ability", "define", "instead", "bonuses")]
        )
        for index, feature in enumerate(self.model.features):
            self.model.positions.append(ir.PositionDef(self.position_name(feature), index, None))
        for index, feature in enumerate(self.model.features):
            if index in told_apart or feature.apart or (every and len(feature.boxes) > 1):
                for box in feature.boxes:
                    self.model.positions.append(ir.PositionDef(self.model.boxes[box].name, index, box))

    def position_name(self, feature: Feature) -> str:
        same = self.same[feature.name] > 1
        return f"{self.model.boards[feature.board].name}.{feature.name}" if same else feature.name

    def bind_arrows(self) -> None:
        for node, context, ends in self.arrow_ends:
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
            assert isinstance(token, Token) and isinstance(variable, Token)
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

    # ------------------------------------------------------------ attributes with expressions

    def attributes(self) -> None:
        """Places first: a worth may ask what lies `beside`."""
        for kinds in (("beside", "reached_from", "falls_to", "hits"), ("worth", "open_while")):
            self.bind_attributes(kinds)
        for box, worth in self.guards.worths.items():
            scope = self.guards.box_scope(box)
            self.model.boxes[box].stars = nonzero(fold(self.x.number(worth, scope)))

    def bind_attributes(self, kinds: tuple[str, ...]) -> None:
        for index, attrs in self.attrs.items():
            feature = self.model.features[index]
            this = Val("places", Num(index), (("feature", index),), text=feature.name)
            opens: list[Expr | None] = []
            for attr, context in attrs:
                scope = Scope(
                    context,
                    names={
                        "this": this,
                        "box": Val("box", Var(0)),
                        "chosen": Val("die", Var(1)),
                        "face": self.guards.face(),
                    },
                )
                scope.slots.count = 2
                match attr.kind:
                    case _ if attr.kind not in kinds:
                        continue
                    case "worth":
                        self.worth(feature, attr, scope)
                    case "open_while":
                        opens.append(self.x.flag(attr.parts[0], scope))
                    case "beside":
                        val = self.x.bind(attr.parts[0], scope)
                        feature.beside = self.x.places.features(val.things)
                    case "reached_from":
                        val = self.x.bind(attr.parts[0], scope)
                        feature.reached_from = self.x.places.features(val.things)
                    case "falls_to":
                        val = self.x.bind(attr.parts[0], scope)
                        feature.falls_to = self.x.places.boxes(val.things)
                    case "hits":
                        self.hits(feature, attr, context)
            if opens:
                guard = conjoin(*opens)
                for box in feature.boxes:
                    self.model.boxes[box].open = guard

    def worth(self, feature: Feature, attr: Node, scope: Scope) -> None:
        value = attr.parts[0]
        if isinstance(value, Node) and value.kind == "values":
            entries = [v.parts[1] for v in value.nodes()]
            if len(entries) != len(feature.boxes):
                self.names.diagnostics.append(
                    problems.wrong_count(
                        f"worths of `{feature.name}`", len(entries), len(feature.boxes), value.span
                    )
                )
            for box, entry in zip(feature.boxes, entries):
                self.model.boxes[box].stars = nonzero(fold(self.x.number(entry, scope)))
            return
        for box in feature.boxes:
            self.model.boxes[box].stars = nonzero(fold(self.x.number(value, scope)))

    def hits(self, feature: Feature, attr: Node, context: Context) -> None:
        colours: list[str] = []
        node = attr.parts[0]
        assert isinstance(node, Node)
        for part in node.parts:
            assert isinstance(part, Token)
            colours.extend(feature.colours if part.text == "own" else (part.text,))
        guard, words = self.guards.holds(attr, context)
        feature.hits.append(ir.HitsDef(tuple(dict.fromkeys(colours)), guard, words))


class Guards:
    """Conditions of ways, and what boxes read from cells."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.slots: list[tuple[int, list[Node], Context]] = []
        self.worths: dict[int, Part] = {}

    def holds(self, node: Node, context: Context, move: bool = True) -> tuple[Expr | None, str]:
        """`while E`, with the modes around the clause; and E in words for a drawing.

        In a condition on a `move`, `chosen` is the die that would move the ball.
        """
        scope = Scope(context, names={"chosen": Val("die", Var(0))} if move else {})
        scope.slots.count = 1
        parts: list[Expr | None] = []
        words: list[str] = []
        for part in node.nodes():
            if part.kind == "holds":
                parts.append(self.x.flag(part.parts[0], scope))
                words.append(clean(part.parts[0].span))  # type: ignore[union-attr]
        for mode, outer in context.modes:
            parts.append(self.x.flag(mode.parts[1], Scope(outer or context)))
            words.append(clean(mode.parts[1].span))  # type: ignore[union-attr]
        return conjoin(*parts), " and ".join(words)

    def modes(self, context: Context) -> Expr | None:
        return conjoin(
            *(self.x.flag(mode.parts[1], Scope(outer or context)) for mode, outer in context.modes)
        )

    def face(self) -> Val:
        return Val("number", self.x.cells.die_value(Var(1)))

    def box_scope(self, box: int) -> Scope:
        model = self.x.model
        feature = model.boxes[box].feature
        context = Context("pin", model.features[feature].board, feature=feature)
        scope = Scope(
            context,
            names={
                "box": Val("box", Var(0)),
                "this": Val("places", Num(feature), (("feature", feature),)),
                "face": self.face(),
            },
        )
        scope.slots.count = 2
        return scope

    def bind_slots(self) -> None:
        for box, nodes, context in self.slots:
            terms = tuple(self.x.number(n, Scope(context)) for n in nodes)
            self.x.model.boxes[box].slots = terms


CLAUSE_WORDS = (
    "zone", "board", "set", "group", "arrows", "lines", "indicator", "counter", "track", "slot", "names", "catalogue", "fact",
    "define", "bonuses", "rule", "when", "before", "action", "ability", "modifier", "stars", "gains", "mode", "achievement",
    "test", "use", "option", "override", "difficulty", "record", "kind", "turn", "wins", "window", "way",
)  # fmt: skip


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


def way_words(attr: Node) -> tuple[str, ...]:
    node = attr.parts[0]
    assert isinstance(node, Node)
    return tuple(p.text for p in node.parts if isinstance(p, Token))


def nonzero(expr: Expr) -> Expr | None:
    return None if expr == Num(0) else expr


def clean(span: Span) -> str:
    return " ".join(span.text.split())


def reads_box_of_place(nodes: list[Node]) -> bool:
    """Whether some rule asks for the box a ball stands on, as in `face of origin`."""
    plain = (
        "zone",
        "board",
        "feature",
        "hits",
        "kind",
        "balls",
        "filled",
        "colour",
        "beside",
        "value",
        "size",
    )
    stack: list[Node] = list(nodes)
    while stack:
        node = stack.pop()
        if node.kind == "of":
            head, arg = node.parts
            word = lone_name(arg)
            if word is not None and word.text in ("here", "origin") and isinstance(head, Node):
                first = head.parts[0]
                if isinstance(first, Token) and first.text not in plain:
                    return True
        stack.extend(node.nodes())
    return False


__all__ = ["Features", "Guards", "Op", "clean", "way_words"]
