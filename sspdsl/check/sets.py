"""Sets and groups: boxes and indicators completed together."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.check import problems
from sspdsl.check.declare import (
    decls_of,
    title_of,
)
from sspdsl.check.features import Features
from sspdsl.check.model import Context, Set, Symbol
from sspdsl.check.state import lone_name
from sspdsl.check.values import Scope, words_for
from sspdsl.ir.terms import Num
from sspdsl.syntax.tree import Node, Token


class Sets:
    """Declares sets, those inside others first."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.x = features.x
        self.names = features.names
        self.model = features.model
        self.sorted = features.sorted
        self.guards = features.guards

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
                self.features.add_set(Set(token.text, title_of(node, 1), (), (), False, None, token.span))
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
                known = set(things)
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
            self.features.hand_on(clause, replace(context, set=symbol.index))
