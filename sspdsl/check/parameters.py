"""What kind of thing each parameter of an action is, read off the calls of the action in the text."""

from __future__ import annotations

from sspdsl.check.declare import Sorted
from sspdsl.check.model import Context
from sspdsl.check.names import Names
from sspdsl.check.state import lone_name
from sspdsl.check.trees import present
from sspdsl.syntax.tree import Node, Part, Token

Env = dict[str, str]
ROUNDS = 4
BINDERS = ("for_each", "choose", "draw", "ability")
GIVEN = {"dice": "die", "balls": "ball", "players": "player", "opponents": "player", "boxes": "box"}
WORDS = {
    "ball": "ball",
    "box": "box",
    "chosen": "die",
    "other": "die",
    "me": "player",
    "here": "position",
    "origin": "position",
}


def parameter_types(names: Names, sorted_: Sorted) -> dict[tuple[str, int], str]:
    """Types by the place (file, offset) of the parameter; calls pass on types, so it takes a few rounds."""
    scan = Scan(names, sorted_)
    for _ in range(ROUNDS):
        before = dict(scan.types)
        scan.all()
        if scan.types == before:
            break
    return scan.types


class Scan:
    def __init__(self, names: Names, sorted_: Sorted) -> None:
        self.names = names
        self.sorted = sorted_
        self.types: dict[tuple[str, int], str] = {}
        self.seen: dict[tuple[str, int], set[str]] = {}

    def all(self) -> None:
        self.seen.clear()
        for node, context in self.sorted.of("rule", "action", "instead", "ability", "bonuses", "turn"):
            env: Env = {}
            if node.kind == "action":
                for token in params_of(node):
                    env[token.text] = self.types.get((token.span.source.name, token.span.start), "number")
            self.walk(node, env, context)

    def walk(self, node: Node, env: Env, context: Context) -> None:
        if node.kind == "do":
            self.call(node, env, context)
            return
        if node.kind in BINDERS:
            env = dict(env)
            for part in all_binders(node):
                token, domain = part.parts[0], part.parts[1]
                if isinstance(token, Token):
                    env[token.text] = self.domain(domain, env, context)
        for part in node.nodes():
            if part.kind == "let":
                token = part.parts[0]
                if isinstance(token, Token):
                    env = {**env, token.text: self.kind_of(part.parts[1], env, context)}
            self.walk(part, env, context)

    def call(self, node: Node, env: Env, context: Context) -> None:
        token = node.parts[0]
        if not isinstance(token, Token):
            return
        found = [
            s for s in self.names.lookup(token.text, context) if s.kind == "action" and s.node is not None
        ]
        if not found or found[0].node is None:
            return
        for param, arg in zip(params_of(found[0].node), present(node.parts[1:]), strict=False):
            kind = self.kind_of(arg, env, context)
            key = (param.span.source.name, param.span.start)
            known = self.seen.setdefault(key, set())
            known.add(kind)
            # A die passed where others pass numbers is passed as its value.
            self.types[key] = kind if len(known) == 1 else "number"

    def kind_of(self, part: Part, env: Env, context: Context) -> str:
        name = lone_name(part)
        if name is None:
            if isinstance(part, Node) and part.kind == "of" and isinstance(part.parts[0], Node):
                return self.property_kind(part, context)
            return "number"
        if name.text in env:
            return env[name.text]
        for symbol in self.names.lookup(name.text, context):
            if symbol.kind == "word":
                return f"word:{symbol.index}"
            if symbol.kind in ("feature", "set", "zone", "box"):
                return symbol.kind
            if symbol.kind == "cell":
                definition = self.names.model.cells[symbol.index]
                if definition.words is not None:
                    return f"word:{definition.words}"
                return (
                    self.names.model.slot_types.get(symbol.index, "number").replace("flag", "number")
                    or "number"
                )
            return "number"
        return WORDS.get(name.text, "number")

    def property_kind(self, part: Node, context: Context) -> str:
        head = part.parts[0]
        assert isinstance(head, Node)
        first = head.parts[0]
        if not isinstance(first, Token):
            return "number"
        for symbol in self.names.lookup(first.text, context):
            if symbol.kind == "cell":
                definition = self.names.model.cells[symbol.index]
                if definition.words is not None:
                    return f"word:{definition.words}"
        return {"next": "box", "feature": "feature", "place": "position", "zone": "zone"}.get(
            first.text, "number"
        )

    def domain(self, part: Part, env: Env, context: Context) -> str:
        parts = present(part.parts) if isinstance(part, Node) else []
        if len(parts) != 1:
            return "number"
        if isinstance(parts[0], Node) and parts[0].kind == "of":
            return "feature" if parts[0].span.text.startswith("features") else "box"
        if isinstance(parts[0], Node) and parts[0].kind == "plus":
            return "box"
        name = lone_name(parts[0])
        if name is None:
            return "box" if isinstance(parts[0], Node) and parts[0].kind == "path" else "number"
        for symbol in self.names.lookup(name.text, context):
            if symbol.kind == "names":
                return f"word:{symbol.index}"
            return "box"
        return GIVEN.get(name.text, env.get(name.text, "number"))


def params_of(node: Node) -> list[Token]:
    params = node.parts[1]
    return [p for p in params.parts if isinstance(p, Token)] if isinstance(params, Node) else []


def all_binders(node: Node) -> list[Node]:
    found = [n for n in node.nodes() if n.kind == "binder"]
    for part in node.nodes():
        if part.kind == "params":
            found.extend(n for n in part.nodes() if n.kind == "binder")
    return found
