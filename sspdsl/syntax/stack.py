"""The stack of the parser: states, symbols and the parts made so far."""

from __future__ import annotations

from sspdsl.source import Source, Span
from sspdsl.syntax.lex import Lexeme
from sspdsl.syntax.tables import Rule, Tables
from sspdsl.syntax.tree import Node, Part, Token

Value = Lexeme | Part | list[Part]


class Stack:
    """What has been read. Five lists of one length, and nothing recursive, so depth costs only memory."""

    def __init__(self, source: Source, tables: Tables) -> None:
        self.source = source
        self.tables = tables
        self.states = [tables.start]
        self.symbols = [""]
        self.values: list[Value] = [None]
        self.starts = [0]
        self.ends = [0]
        self.depths = [0]
        self.deepest: tuple[int, int, int] = (0, 0, 0)  # Depth of the deepest node so far, its start and end.

    def feed(self, lexeme: Lexeme) -> bool:
        """Take one piece; False, with the stack as it was before any shift, where it does not fit."""
        states, table = self.states, self.tables.states
        kind = lexeme.kind
        while True:
            if kind == "$END" and states[-1] == self.tables.end:
                return True
            actions = table[states[-1]]
            action = actions.get(kind)
            if action is None:
                if kind != "NAME" and kind in self.tables.names and "NAME" in actions:
                    kind = "NAME"
                    continue
                return False
            if action < 0:
                self._reduce(self.tables.rules[-1 - action])
            else:
                self._push(action, kind, lexeme._replace(kind=kind), lexeme.start, lexeme.end, 0)
                return True

    def tree(self) -> Node | None:
        """The whole, after the end was fed."""
        value = self.values[-1]
        return value if isinstance(value, Node) else None

    def cut(self, size: int) -> None:
        """Forget all but the lowest entries."""
        for column in (self.states, self.symbols, self.values, self.starts, self.ends, self.depths):
            del column[size:]

    def _push(self, state: int, symbol: str, value: Value, start: int, end: int, depth: int) -> None:
        self.states.append(state)
        self.symbols.append(symbol)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)
        self.depths.append(depth)

    def _reduce(self, rule: Rule) -> None:
        base = len(self.states) - rule.size
        values = self.values
        parts: list[Part] = []
        for index, is_list, nones in rule.parts:
            if nones:
                parts.extend([None] * nones)
            value = values[base + index]
            if is_list:
                assert isinstance(value, list)
                # A list grows at its end: the one below is taken over, not copied.
                if parts:
                    parts.extend(value)
                else:
                    parts = value
            elif isinstance(value, Lexeme):
                parts.append(Token(value.kind, value.text, Span(self.source, value.start, value.end)))
            else:
                assert not isinstance(value, list)
                parts.append(value)
        if rule.nones:
            parts.extend([None] * rule.nones)
        start, end = self._extent(base)
        depth = max(self.depths[base:], default=0)
        made: Value
        if not rule.kind:
            made = parts
        elif rule.single and len(parts) == 1:
            made = parts[0]
        else:
            made = Node(rule.kind, tuple(parts), Span(self.source, start, end))
            depth += 1
            if depth > self.deepest[0]:
                self.deepest = (depth, start, end)
        self.cut(base)
        self._push(self.tables.states[self.states[-1]][rule.origin], rule.origin, made, start, end, depth)

    def _extent(self, base: int) -> tuple[int, int]:
        """From the first to the last entry that is not empty; nothing, at the end of what came before."""
        full = [i for i in range(base, len(self.states)) if self.starts[i] < self.ends[i]]
        if full:
            return self.starts[full[0]], self.ends[full[-1]]
        before = self.ends[base - 1]
        return before, before
