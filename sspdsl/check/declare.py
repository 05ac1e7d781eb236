"""First pass: every declared thing gets its index and name; clauses are sorted by what they need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from sspdsl.check import problems
from sspdsl.check.load import MAX_LIBRARIES, Loaded, decls_of, path_text
from sspdsl.check.model import Board, Context, Feature, KindInfo, Model, Symbol, Zone
from sspdsl.check.names import Names
from sspdsl.check.overriding import note_merged, note_replaced
from sspdsl.ir import model as ir
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

Item = tuple[Node, Context]
Key = tuple[str, str, str]  # Kind, name, board.
NAMED = ("rule", "action", "ability", "bonuses", "define", "modifier", "gains", "window", "way")
ATTRIBUTES = "attributes"
LAYERS = {"library": 0, "book": 1, "pin": 2}
CELLS = ("indicator", "counter", "track", "slot")


@dataclass(slots=True)
class Sorted:
    """Clauses waiting to be bound, by kind, each with its context, in order of declaration."""

    items: dict[str, list[Item]] = field(default_factory=dict)
    features: dict[int, tuple[Node, Context, list[Item]]] = field(default_factory=dict)

    def add(self, node: Node, context: Context) -> None:
        self.items.setdefault(node.kind, []).append((node, context))

    def of(self, *kinds: str) -> list[Item]:
        """The clauses of these kinds, kind by kind."""
        return [item for kind in kinds for item in self.items.get(kind, [])]


def name_of(node: Node) -> Token | None:
    """The token that names a clause."""
    at = 1 if node.kind == "feature" else 0
    token = node.parts[at]
    return token if isinstance(token, Token) and token.kind == "NAME" else None


def title_of(node: Node, at: int) -> str:
    token = node.parts[at]
    return string_value(token) if isinstance(token, Token) else ""


def string_value(token: Token) -> str:
    """What a string says: `\\"` is a quote, `\\\\` a backslash, `\\n` a line end; others stay."""
    text = token.text[1:-1]
    out: list[str] = []
    at = 0
    while at < len(text):
        pair = text[at : at + 2]
        if pair in ('\\"', "\\\\"):
            out.append(pair[1])
            at += 2
        elif pair == "\\n":
            out.append("\n")
            at += 2
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def int_value(token: Token) -> int:
    return min(int(token.text[:18]), 10**9)


class Declare:
    """Runs over the clauses of all layers. Afterwards `sorted` holds what is to be bound."""

    def __init__(self, loaded: Loaded, names: Names) -> None:
        self.loaded = loaded
        self.names = names
        self.model: Model = names.model
        self.diagnostics = names.diagnostics
        self.sorted = Sorted()
        self.overrides: dict[Key, list[Item]] = {}
        self.overridden: set[Key] = set()
        self.said: dict[tuple[Key, str], dict[str, Node]] = {}
        self.chain: list[str] = []
        self.taken = 0

    def run(self) -> Sorted:
        for node, context in self.loaded.clauses:
            self.collect_overrides(node, context)
        for node, context in sorted(self.loaded.clauses, key=lambda item: LAYERS[item[1].layer]):
            if node.kind == "option":
                self.option(node, context)
        for token, value, layer in self.loaded.settings:
            self.set_option(token, value, layer)
        for node, context in self.loaded.clauses:
            self.clause(node, context)
        return self.sorted

    # ------------------------------------------------------------ overrides

    def collect_overrides(self, node: Node, context: Context, board: str = "") -> None:
        """Overrides of the text, by kind, name, and for features the board whose block they stand in."""
        if node.kind == "override":
            inner = node.parts[0]
            assert isinstance(inner, Node)
            name = name_of(inner)
            if inner.kind == "turn" or name is not None:
                key = (inner.kind, name.text if name else "", board if inner.kind == "feature" else "")
                self.overrides.setdefault(key, []).append((inner, context))
                said = self.said.setdefault((key, context.layer), {})
                parts = overridden_parts(inner)
                twice = next((said[part] for part in sorted(parts) if part in said), None)
                if twice is not None:
                    self.diagnostics.append(
                        problems.overridden_twice(key[1] or "turn", inner.span, twice.span)
                    )
                said.update(dict.fromkeys(parts, inner))
        elif node.kind in ("board", "zone", "kind", "feature", "mode"):
            if node.kind == "board" and isinstance(node.parts[0], Token):
                board = node.parts[0].text
            for decl in decls_of(node):
                self.collect_overrides(decl, context, board)

    def replaced(self, node: Node, context: Context) -> Item:
        """The clause that stands in place of this one, if a stronger layer overrides it."""
        name = name_of(node)
        key = (node.kind, name.text if name else "", "")
        stronger = self.overrides.get(key)
        if not stronger:
            return node, context
        self.overridden.add(key)
        note_replaced(self.model, node.kind, key[1] or "turn", [(node, context), *stronger])
        inner, layer = stronger[-1]
        return inner, replace(context, layer=layer.layer)

    def check_overrides(self) -> None:
        for key, items in self.overrides.items():
            if key in self.overridden:
                continue
            kind, name, _ = key
            token = name_of(items[0][0])
            span = token.span if token is not None else items[0][0].span
            candidates = [n.text for n, _ in self.known_names(kind)]
            self.diagnostics.append(problems.nothing_to_override(kind, name, span, candidates))

    def known_names(self, kind: str) -> Iterable[tuple[Token, Node]]:
        for node, _ in self.sorted.of(kind):
            token = name_of(node)
            if token is not None:
                yield token, node

    # ------------------------------------------------------------ options

    def option(self, node: Node, context: Context) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        known = self.model.symbols.get(token.text, [])
        if not any(s.kind == "option" for s in known):
            self.names.declare(
                Symbol("option", token.text, len(self.model.options), token.span, context.layer)
            )
        self.model.options[token.text] = constant_of(node.parts[1], self.model.options)
        self.model.settings.append((token.text, node, context.layer))

    def set_option(self, token: Token, value: Node, layer: str) -> None:
        if token.text not in self.model.options:
            self.diagnostics.append(problems.unknown_option(token.text, token.span, list(self.model.options)))
            return
        self.model.options[token.text] = constant_of(value, self.model.options)
        self.model.settings.append(
            (token.text, Node("setting", (token, value), spanned(token, value)), layer)
        )

    # ------------------------------------------------------------ clauses

    def clause(self, node: Node, context: Context) -> None:
        match node.kind:
            case "override":
                return
            case "option":
                return
            case "difficulty" | "record":
                self.meta(node)
            case "board":
                self.board(node, context)
            case "zone":
                self.zone(node, context)
            case "kind":
                self.kind(node, context)
            case "feature":
                self.feature(node, context)
            case "mode":
                self.mode(node, context)
            case "set" | "group":
                self.sorted.add(node, context)
            case "attributes":
                self.diagnostics.append(problems.unused_kind_attribute("this attribute", node.span))
            case _ if node.kind in NAMED or node.kind == "turn":
                self.sorted.add(*self.replaced(node, context))
            case _:
                self.sorted.add(node, context)

    def meta(self, node: Node) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        if node.kind == "difficulty":
            self.model.difficulty = token.text
        else:
            self.model.records.append((int_value(token), title_of(node, 1)))

    def inner(self, node: Node, context: Context) -> None:
        """The clauses of a block; a `use` inside a board was not yet taken apart by the loader."""
        for decl in decls_of(node):
            if decl.kind == "use":
                self.use_inside(decl, context)
            else:
                self.clause(decl, context)

    def use_inside(self, decl: Node, context: Context) -> None:
        """The clauses of a library, as if they stood in this board or zone."""
        loader = self.loaded.loader
        path = decl.parts[0]
        assert loader is not None
        assert isinstance(path, Node)
        self.taken += 1
        if self.taken > MAX_LIBRARIES:
            return
        outer = loader.loaded
        loader.loaded = Loaded()
        loader.take_use(decl, Context("library", context.board), list(self.chain))
        found, loader.loaded = loader.loaded, outer
        self.diagnostics.extend(found.diagnostics)
        for node, inner in found.clauses:
            self.collect_overrides(node, inner)
            if node.kind == "option":
                self.option(node, inner)
        for token, value, layer in found.settings:
            self.set_option(token, value, layer)
        self.loaded.trees.extend(found.trees)
        self.chain.append(path_text(path))
        for node, inner in found.clauses:
            self.clause(node, replace(inner, board=context.board, zone=context.zone))
        self.chain.pop()

    def board(self, node: Node, context: Context) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        index = len(self.model.boards)
        self.model.boards.append(Board(token.text, title_of(node, 1), []))
        self.names.declare(Symbol("board", token.text, index, token.span, context.layer))
        self.inner(node, replace(context, board=index))

    def main_board(self) -> int:
        if not self.model.boards:
            self.model.boards.append(Board(self.model.name, self.model.title, []))
        return 0

    def zone(self, node: Node, context: Context) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        board = context.board if context.board is not None else self.main_board()
        for index in self.model.boards[board].zones:
            if self.model.zones[index].name == token.text:
                self.inner(node, replace(context, board=context.board, zone=index))
                return
        index = len(self.model.zones)
        self.model.zones.append(Zone(token.text, title_of(node, 1), board, [], token.span))
        self.model.boards[board].zones.append(index)
        self.names.declare(Symbol("zone", token.text, index, token.span, context.layer, context.board))
        self.inner(node, replace(context, zone=index))
        if not self.model.zones[index].features:
            self.diagnostics.append(problems.empty_zone(token.text, token.span))

    def kind(self, node: Node, context: Context) -> None:
        token, parent = node.parts[0], node.parts[1]
        assert isinstance(token, Token)
        if token.text in self.model.kinds:
            self.diagnostics.append(
                problems.duplicate_name(token.text, token.span, self.model.kinds[token.text].span)
            )
            return
        self.names.declare(Symbol("kind", token.text, 0, token.span, context.layer))
        info = KindInfo(
            token.text, parent.text if isinstance(parent, Token) else None, [], [], token.span, context.layer
        )
        own = split_block(decls_of(node), context)
        for override, layer in self.overrides.get(("kind", token.text, ""), []):
            self.overridden.add(("kind", token.text, ""))
            strong = split_block(decls_of(override), replace(context, layer=layer.layer))
            note_merged(self.model, "kind", token.text, strong[0], own[0], attr_slot)
            note_merged(self.model, "kind", token.text, strong[1], own[1], clause_slot)
            own = merge_block(own, strong)
            if isinstance(override.parts[1], Token):
                info.parent = override.parts[1].text
        info.attrs, info.clauses = own
        self.model.kinds[token.text] = info

    def feature(self, node: Node, context: Context) -> None:
        kind, token = node.parts[0], node.parts[1]
        assert isinstance(kind, Token)
        assert isinstance(token, Token)
        if context.zone is None:
            self.diagnostics.append(problems.outside_zone(f"`{token.text}`", token.span))
            return
        index = len(self.model.features)
        board = self.model.zones[context.zone].board
        self.model.features.append(
            Feature(
                token.text,
                title_of(node, 2),
                kind.text,
                (kind.text,),
                board,
                context.zone,
                colours_of(node) or ("white",),
                [],
                token.span,
            )
        )
        self.model.zones[context.zone].features.append(index)
        self.names.declare(Symbol("feature", token.text, index, token.span, context.layer, context.board))
        inner = replace(context, feature=index)
        extra: list[Item] = []
        here = self.model.boards[context.board].name if context.board is not None else ""
        for key in dict.fromkeys([("feature", token.text, ""), ("feature", token.text, here)]):
            for override, layer in self.overrides.get(key, []):
                self.overridden.add(key)
                extra.append((override, replace(inner, layer=layer.layer)))
                # What the override writes after the name stands in place of title and colours.
                feature = self.model.features[index]
                if isinstance(override.parts[2], Token):
                    feature.title = title_of(override, 2)
                feature.colours = colours_of(override) or feature.colours
        self.sorted.features[index] = (node, inner, extra)

    def mode(self, node: Node, context: Context) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        self.names.declare(
            Symbol("mode", token.text, 0, token.span, context.layer, context.board, node, context)
        )
        self.sorted.add(node, context)
        self.inner(node, replace(context, modes=(*context.modes, (node, context))))


def colours_of(feature: Node) -> tuple[str, ...]:
    """The colours written after a feature's name; none if nothing is written."""
    colours = feature.parts[3]
    return tuple(p.text for p in colours.parts if isinstance(p, Token)) if isinstance(colours, Node) else ()


def split_block(decls: list[Node], context: Context) -> tuple[list[Item], list[Item]]:
    """The attributes of a kind or feature, one by one, and its other clauses."""
    attrs: list[Item] = []
    clauses: list[Item] = []
    for decl in decls:
        if decl.kind == ATTRIBUTES:
            assert isinstance(decl.parts[0], Node)
            attrs.extend((attr, context) for attr in decl.parts[0].nodes())
        else:
            clauses.append((decl, context))
    return attrs, clauses


def merge_block(
    weak: tuple[list[Item], list[Item]], strong: tuple[list[Item], list[Item]]
) -> tuple[list[Item], list[Item]]:
    """Override by slot: attributes of one kind, and rules of one name or event, replace those below."""
    slots = {attr_slot(node) for node, _ in strong[0]}
    attrs = [item for item in weak[0] if attr_slot(item[0]) not in slots] + strong[0]
    events = {clause_slot(node) for node, _ in strong[1]}
    clauses = [item for item in weak[1] if clause_slot(item[0]) not in events] + strong[1]
    return attrs, clauses


def overridden_parts(node: Node) -> set[str]:
    """What an override writes anew: of a kind or feature some attributes and rules, else the whole of it."""
    if node.kind not in ("kind", "feature"):
        return {"whole"}
    attrs, clauses = split_block(decls_of(node), Context(""))
    parts = {attr_slot(attr) for attr, _ in attrs} | {clause_slot(clause) for clause, _ in clauses}
    head = node.parts[1:2] if node.kind == "kind" else node.parts[2:5]
    parts |= {f"head {at}" for at, part in enumerate(head) if part is not None}
    inline = node.parts[5] if node.kind == "feature" else None
    if isinstance(inline, Node):
        parts |= {attr_slot(attr) for attr in inline.nodes()}
    return parts


def attr_slot(node: Node) -> str:
    return "erasing" if node.kind in ("erases", "kept") else node.kind


def clause_slot(node: Node) -> str:
    """What a clause of a block overrides: the rule on the same event, or the clause of the same name."""
    if node.kind == "rule":
        event = node.parts[2]
        assert isinstance(event, Node)
        return f"rule {event.span.text}"
    token = name_of(node)
    return f"{node.kind} {token.text if token else node.span.text}"


def spanned(token: Token, value: Part) -> Span:
    """From a name to the end of its value."""
    end = token.span.end if value is None else value.span.end
    return Span(token.span.source, token.span.start, end)


def constant_of(node: object, options: dict[str, int]) -> int:
    """The value of an option: a number, `yes`, `no`, or another option."""
    if isinstance(node, Token):
        if node.kind == "INT":
            return int_value(node)
        return {"yes": 1, "no": 0}.get(node.text, options.get(node.text, 0))
    if isinstance(node, Node):
        if node.kind == "path":
            return constant_of(node.parts[0], options)
        values = [constant_of(p, options) for p in node.parts]
        match node.kind:
            case "plus":
                return values[0] + values[1]
            case "minus":
                return values[0] - values[1]
            case "times":
                return values[0] * values[1]
    return 0


def place_of(span: Span) -> ir.Place:
    """A span as the IR keeps it: the file's last name, line and column."""
    return ir.Place(span.source.name.replace("\\", "/").rsplit("/", 1)[-1], span.line, span.column)


__all__ = [
    "Declare",
    "Item",
    "Sorted",
    "decls_of",
    "int_value",
    "name_of",
    "path_text",
    "place_of",
    "split_block",
    "string_value",
    "title_of",
]
