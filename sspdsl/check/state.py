"""Lists of words, constant tables and cells, and the lifetimes that end them."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.declare import CELLS, Sorted, int_value, place_of, string_value, title_of
from sspdsl.check.events import Events
from sspdsl.check.expressions import Expressions
from sspdsl.check.folding import fold
from sspdsl.check.model import Context, Symbol
from sspdsl.check.trees import present
from sspdsl.check.values import Scope, conjoin
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Num
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

MAX_RANGE = 1_000_000
MAX_MEMBERS = 10_000  # Of a cell `per` number.
MAX_CELLS = 5_000
HOLDABLE = ("box", "feature", "position", "ball", "die", "zone", "set", "player")


class State:
    """Declares cells. Lifetimes wait until events can be resolved."""

    def __init__(self, expressions: Expressions, sorted_: Sorted) -> None:
        self.x = expressions
        self.names = expressions.names
        self.model = expressions.model
        self.sorted = sorted_
        self.lives: list[tuple[int, Node, Context]] = []

    # ------------------------------------------------------------ words and tables

    def words(self) -> None:
        for node, context in self.sorted.of("names"):
            token = node.parts[0]
            assert isinstance(token, Token)
            named = [n for n in node.nodes() if n.kind == "named"]
            words = tuple(ir.WordDef(n.parts[0].text, title_of(n, 1)) for n in named)  # type: ignore[union-attr]
            self.domain(token, words, [n.parts[0] for n in named], context)  # type: ignore[misc]
        for node, context in self.sorted.of("catalogue"):
            token = node.parts[0]
            assert isinstance(token, Token)
            rows = [r for n in node.nodes() if n.kind == "rows" for r in n.nodes()]
            words = tuple(ir.WordDef(r.parts[0].text, title_of(r, 1)) for r in rows)  # type: ignore[union-attr]
            self.domain(token, words, [r.parts[0] for r in rows], context)  # type: ignore[misc]

    def domain(
        self, token: Token, words: tuple[ir.WordDef, ...], tokens: list[Token], context: Context
    ) -> int:
        index = len(self.model.domains)
        self.model.domains.append(ir.DomainDef(token.text, words))
        self.names.declare(Symbol("names", token.text, index, token.span, context.layer, context.board))
        seen: dict[str, Span] = {}
        for ordinal, word in enumerate(tokens):
            if word.text in seen:
                self.names.diagnostics.append(problems.duplicate_name(word.text, word.span, seen[word.text]))
                continue
            seen[word.text] = word.span
            self.word(word, index, ordinal, context)
        return index

    def word(self, token: Token, domain: int, ordinal: int, context: Context) -> None:
        self.names.declare(
            Symbol("word", token.text, domain, token.span, context.layer, context.board, ordinal=ordinal),
            unique=False,
        )

    def facts(self) -> None:
        scope = Scope(Context("pin"))
        for node, context in self.sorted.of("fact"):
            token, index, values = node.parts[0], node.parts[1], node.parts[2]
            assert isinstance(token, Token)
            assert isinstance(index, Node)
            assert isinstance(values, Node)
            wanted, low, size, _ = self.index(index, context)
            entries = [v.parts[1] for v in values.nodes()]
            if len(entries) != size:
                self.names.diagnostics.append(
                    problems.wrong_count(f"`{token.text}`", len(entries), size, values.span)
                )
            self.fact(token, wanted, low, entries, context, scope)
        for node, context in self.sorted.of("catalogue"):
            token = node.parts[0]
            assert isinstance(token, Token)
            domain = self.names.find(token, context)
            if domain is None:
                continue
            columns = [p for p in node.parts[2:] if isinstance(p, Token)]
            rows = [r for n in node.nodes() if n.kind == "rows" for r in n.nodes()]
            table: list[list[Part]] = []
            for row in rows:
                cells: list[Part] = [
                    p
                    for p in row.parts[2:]
                    if p is not None and not (isinstance(p, Node) and p.kind == "notes")
                ]
                if len(cells) != len(columns):
                    self.names.diagnostics.append(
                        problems.wrong_count("values of this row", len(cells), len(columns), row.span)
                    )
                    padded: list[Part] = [*cells, *[None] * len(columns)]
                    cells = padded[: len(columns)]
                table.append(cells)
            for at, column in enumerate(columns):
                self.fact(column, f"word:{domain.index}", 0, [row[at] for row in table], context, scope)

    def fact(
        self, token: Token, wanted: str, low: int, entries: list[Part], context: Context, scope: Scope
    ) -> None:
        """A constant table. Entries are numbers, words, or places (kept as lists of boxes)."""
        scope = Scope(context)
        values: list[int] = []
        holds = "number"
        undeclared = [
            e
            for e in entries
            if (w := lone_name(e)) is not None
            and not self.names.lookup(w.text, context)
            and w.text not in ("yes", "no")
        ]
        words: list[str] = []
        if undeclared:
            for entry in entries:
                name = lone_name(entry)
                if name is not None and name.text not in words:
                    words.append(name.text)
            domain = len(self.model.domains)
            self.model.domains.append(
                ir.DomainDef(f"words of {token.text}", tuple(ir.WordDef(w, "") for w in words))
            )
            for entry in undeclared:
                name = lone_name(entry)
                assert name is not None
                if not self.names.lookup(name.text, context):
                    self.word(name, domain, words.index(name.text), context)
            holds = f"word:{domain}"
        groups: list[tuple[int, ...]] = []
        for entry in entries:
            name = lone_name(entry)
            if words and name is not None:
                values.append(words.index(name.text))
                continue
            if name is not None and name.text in ("yes", "no"):
                values.append(int(name.text == "yes"))
                continue
            val = self.x.bind(entry, scope)
            if val.type == "row" and isinstance(val.expr, Num):
                holds = f"word:{val.domain}"
                values.append(val.expr.value)
            elif val.type == "places":
                holds = "group"
                groups.append(self.x.places.boxes(val.things))
                values.append(len(self.model.groups) + len(groups) - 1)
            elif entry is not None:
                values.append(self.x.constant(entry, scope))
            else:
                values.append(0)
        self.model.groups.extend(groups)
        known = next((s for s in self.names.lookup(token.text, context) if s.kind == "fact"), None)
        if known is not None and wanted == "boxes" and self.model.per_types[-1 - known.index] == "boxes":
            self.extend_fact(known.index, low, values)
            return
        index = len(self.model.facts)
        self.model.facts.append(ir.FactDef(token.text, low, tuple(values)))
        self.model.per_types[-1 - index] = wanted
        self.model.slot_types[-1 - index] = holds
        self.names.declare(Symbol("fact", token.text, index, token.span, context.layer, context.board))

    def extend_fact(self, index: int, low: int, values: list[int]) -> None:
        """A fact given for the boxes of one feature after another is one table over all of them."""
        old = self.model.facts[index]
        table = {old.low + i: v for i, v in enumerate(old.values)} | {
            low + i: v for i, v in enumerate(values)
        }
        first, last = min(table), max(table)
        self.model.facts[index] = ir.FactDef(
            old.name, first, tuple(table.get(i, 0) for i in range(first, last + 1))
        )

    # ------------------------------------------------------------ what a cell is per

    def index(self, node: Node, context: Context) -> tuple[str, int, int, tuple[str, ...]]:
        """`per X`: the type of the index, its least value, how many there are, and their names."""
        parts = present(node.parts)
        if len(parts) == 2:
            low, high = (int_value(p) for p in parts if isinstance(p, Token))
            if high < low or high - low > MAX_MEMBERS:
                self.names.diagnostics.append(problems.bad_range(low, high, MAX_MEMBERS, node.span))
                high = low
            return "number", low, high - low + 1, tuple(str(n) for n in range(low, high + 1))
        token = parts[0]
        assert isinstance(token, Token)
        given = {"ball": "ball", "balls": "ball", "die": "die", "dice": "die"}.get(token.text)
        if given is not None and not self.names.lookup(token.text, context):
            return given, 0, 2, ("1", "2")
        symbol = self.names.find(token, context)
        if symbol is None:
            if not self.names.lookup(token.text, context):
                self.names.unknown(
                    "list",
                    token.text,
                    token.span,
                    ("ball", "die"),
                    ("names", "kind", "feature", "set", "zone"),
                )
            return "number", 0, 1, ("0",)
        if symbol.kind == "names":
            words = self.model.domains[symbol.index].words
            return f"word:{symbol.index}", 0, len(words), tuple(w.name for w in words)
        if symbol.kind == "kind":
            features = self.x.places.of_kind(token.text)
            return self.dense("features", features, [self.model.features[f].name for f in features])
        if symbol.kind in ("feature", "set", "zone", "group", "board"):
            boxes = self.x.places.boxes(((symbol.kind, symbol.index),))
            return self.dense("boxes", boxes, [self.model.boxes[b].name for b in boxes])
        self.names.diagnostics.append(problems.not_that_kind(token.text, symbol.kind, "a list", token.span))
        return "number", 0, 1, ("0",)

    def dense(
        self, kind: str, members: tuple[int, ...], names: list[str]
    ) -> tuple[str, int, int, tuple[str, ...]]:
        """Members by number; gaps between them are members that nothing uses."""
        if not members:
            return kind, 0, 1, ("none",)
        low = min(members)
        known = dict(zip(members, names, strict=False))
        return (
            kind,
            low,
            max(members) - low + 1,
            tuple(known.get(i, f"({i})") for i in range(low, max(members) + 1)),
        )

    # ------------------------------------------------------------ cells

    def cells(self) -> None:
        for node, context in self.sorted.of(*CELLS):
            before = len(self.model.cells)
            self.cell(node, context)
            if before <= MAX_CELLS < len(self.model.cells):
                # The rest is declared all the same, for their names are used.
                self.names.diagnostics.append(problems.too_many("cells", MAX_CELLS, node.span))

    def cell(self, node: Node, context: Context) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        title, per = title_of(node, 1), node.parts[2]
        wanted, low_index, size = "number", 0, 1
        members: tuple[str, ...] = ()
        if isinstance(per, Node):
            assert isinstance(per.parts[0], Node)
            wanted, low_index, size, members = self.index(per.parts[0], context)
        low, high, first, words, or_none, holds = self.range_of(node, token, context)
        life = next((n for n in node.nodes() if n.kind in LIVES), None)
        index = len(self.model.cells)
        self.model.cells.append(
            ir.CellDef(
                token.text,
                title,
                node.kind,
                "",
                False,
                low,
                high,
                first,
                size,
                low_index,
                members,
                LIVES[life.kind] if life is not None else "double",
                words,
                or_none,
                False,
                place_of(token.span),
            )
        )
        self.model.per_types[index] = wanted
        if holds:
            self.model.slot_types[index] = holds
        self.names.declare(
            Symbol("cell", token.text, index, token.span, context.layer, context.board, node, context)
        )
        if token.text == "round" and "round" not in self.model.roles:
            self.model.roles["round"] = index
        if life is not None:
            self.lives.append((index, life, context))
        if node.kind == "track":
            self.track_values(node, index, token, context)

    def range_of(
        self, node: Node, token: Token, context: Context
    ) -> tuple[int, int, int, int | None, bool, str]:
        """Least, greatest, first value; the words a slot holds; if it can hold none; what its values are."""
        scope = Scope(context)
        starts_node = next((n for n in node.nodes() if n.kind == "starts"), None)
        match node.kind:
            case "indicator":
                return 0, 1, 0, None, False, "flag"
            case "counter":
                low, high = self.x.constant(node.parts[3], scope), self.x.constant(node.parts[4], scope)
                low, high = self.checked(low, high, node.span)
                return low, high, self.start(starts_node, low, high, token, scope), None, False, ""
            case "track":
                values = node.parts[3]
                assert isinstance(values, Node)
                count = sum(1 for _ in values.nodes())
                first = 0
                if starts_node is not None:
                    name = lone_name(starts_node.parts[0])
                    labels = [
                        v.parts[0].text if isinstance(v.parts[0], Token) else "" for v in values.nodes()
                    ]
                    if name is not None and name.text in labels:
                        first = labels.index(name.text) + 1
                    else:
                        first = self.start(starts_node, 0, count, token, scope)
                return 0, count, first, None, False, ""
        return self.slot_range(node, token, starts_node, scope)

    def slot_range(
        self, node: Node, token: Token, starts: Node | None, scope: Scope
    ) -> tuple[int, int, int, int | None, bool, str]:
        domains = [n for n in node.nodes() if n.kind == "domain"]
        or_none = any(n.kind == "or_none" for n in node.nodes())
        if len(domains) == 1:
            parts = present(domains[0].parts)
            if len(parts) == 2:
                low, high = self.x.constant(parts[0], scope), self.x.constant(parts[1], scope)
                low, high = self.checked(low, high, domains[0].span)
                if or_none:
                    return 0, high, 0, None, True, ""
                return low, high, self.start(starts, low, high, token, scope), None, False, ""
            name = lone_name(parts[0])
            if name is not None:
                symbol = self.names.find(name, scope.context)
                if symbol is not None and symbol.kind == "names":
                    return self.word_range(symbol.index, or_none, starts, scope)
                if symbol is None and name.text in HOLDABLE:
                    return 0, self.size_of(name.text), 0, None, True, name.text
        names = [n for d in domains if (n := lone_name(d)) is not None]
        words = tuple(ir.WordDef(n.text, "") for n in names)
        index = len(self.model.domains)
        self.model.domains.append(ir.DomainDef(token.text, words))
        for ordinal, name in enumerate(names):
            self.word(name, index, ordinal, scope.context)
        return self.word_range(index, or_none, starts, scope)

    def size_of(self, holds: str) -> int:
        sizes = {
            "box": len(self.model.boxes),
            "feature": len(self.model.features),
            "zone": len(self.model.zones),
            "set": 10_000,
            "position": len(self.model.features) + len(self.model.boxes),
            "player": 4,
        }
        return sizes.get(holds, 2)

    def word_range(
        self, domain: int, or_none: bool, starts: Node | None, scope: Scope
    ) -> tuple[int, int, int, int | None, bool, str]:
        words = [w.name for w in self.model.domains[domain].words]
        first = 0
        name = lone_name(starts.parts[0]) if starts is not None else None
        if name is not None:
            if name.text in words:
                first = words.index(name.text) + int(or_none)
            elif name.text != "none":
                self.names.diagnostics.append(problems.unknown_name("word", name.text, name.span, words))
        return 0, len(words) - 1 + int(or_none), first, domain, or_none, ""

    def checked(self, low: int, high: int, span: Span) -> tuple[int, int]:
        if high < low or high - low > MAX_RANGE:
            self.names.diagnostics.append(problems.bad_range(low, high, MAX_RANGE, span))
            return low, low
        return low, high

    def start(self, starts: Node | None, low: int, high: int, token: Token, scope: Scope) -> int:
        if starts is None:
            return low
        value = self.x.constant(starts.parts[0], scope)
        if not low <= value <= high:
            self.names.diagnostics.append(
                problems.outside_range(value, low, high, f"`{token.text}`", starts.span)
            )
            return low
        return value

    def track_values(self, node: Node, index: int, token: Token, context: Context) -> None:
        values = node.parts[3]
        assert isinstance(values, Node)
        scope = Scope(context)
        numbers = [0, *(self.x.constant(v.parts[1], scope) for v in values.nodes())]
        self.model.roles[f"values:{index}"] = len(self.model.facts)
        self.model.facts.append(ir.FactDef(f"values of {token.text}", 0, tuple(numbers)))
        labels = [v.parts[0] for v in values.nodes()]
        if any(isinstance(label, Token) for label in labels):
            words = [
                ir.WordDef("start", ""),
                *(
                    ir.WordDef(t.text if isinstance(t, Token) else str(i + 1), "")
                    for i, t in enumerate(labels)
                ),
            ]
            domain = len(self.model.domains)
            self.model.domains.append(ir.DomainDef(f"spaces of {token.text}", tuple(words)))
            for ordinal, label in enumerate(labels, 1):
                if isinstance(label, Token) and label.kind == "NAME":
                    self.word(label, domain, ordinal, context)
            self.model.roles[f"spaces:{index}"] = domain

    # ------------------------------------------------------------ lifetimes

    def lifetimes(self, events: Events) -> None:
        """Cells go back when their event ends; `dashed` means the end of the round."""
        round_cells: list[int] = []
        for index, life, context in self.lives:
            if life.kind == "dashed":
                round_cells.append(index)
            elif life.kind == "until":
                assert isinstance(life.parts[0], Node)
                event = events.resolve(life.parts[0], context)
                if event is not None:
                    self.model.lifetimes.append(
                        ir.LifetimeDef(event.pattern, conjoin(event.guard), (index,), ())
                    )
        boxes = tuple(i for i, b in enumerate(self.model.boxes) if b.line == "dashed")
        ends = self.names.lookup("round_ends", Context("pin"))
        if (round_cells or boxes) and ends:
            pattern = ir.EventPattern("action", (ends[0].index,))
            self.model.lifetimes.append(ir.LifetimeDef(pattern, None, tuple(round_cells), boxes))


LIVES = {
    "solid": "solid",
    "dashed": "dashed",
    "double": "double",
    "never": "never",
    "until_used": "until",
    "until": "until",
}


def lone_name(part: Part) -> Token | None:
    """The name an expression consists of, if it is one name."""
    while (
        isinstance(part, Node) and part.kind in ("domain", "path", "refs") and len(present(part.parts)) == 1
    ):
        part = present(part.parts)[0]
    return part if isinstance(part, Token) and part.kind == "NAME" else None


__all__ = ["State", "fold", "lone_name", "string_value"]
