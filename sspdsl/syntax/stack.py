"""The stack of the parser: states, symbols and the parts made so far."""

from __future__ import annotations

from sspdsl.source import Source, Span
from sspdsl.syntax.lex import Lexeme
from sspdsl.syntax.tables import Rule, Tables
from sspdsl.syntax.tree import Node, Part, Token

MOST_LAYERS = 150  # Whoever walks the tree may use a few calls for each layer.

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
        self.broken: set[int] = set()  # Where clauses begin that are to be left out.
        self.too_deep: int | None = None  # Where a node ends that is the first with too many layers.

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
                if kind is not lexeme.kind:
                    lexeme = lexeme._replace(kind=kind)
                self._push(action, kind, lexeme, lexeme.start, lexeme.end, 0)
                return True

    def tree(self) -> Node | None:
        """The whole, after the end was fed."""
        value = self.values[-1]
        return value if isinstance(value, Node) else None

    def cut(self, size: int) -> None:
        """Forget all but the lowest entries."""
        del self.states[size:]
        del self.symbols[size:]
        del self.values[size:]
        del self.starts[size:]
        del self.ends[size:]
        del self.depths[size:]

    def takes(self, lexemes: list[Lexeme], size: int | None = None) -> int:
        """How many of these pieces would fit now, or with only the lowest `size` entries."""
        states = self.states[:size]
        table, names = self.tables.states, self.tables.names
        for number, lexeme in enumerate(lexemes):
            kind = lexeme.kind
            while True:
                if kind == "$END" and states[-1] == self.tables.end:
                    break
                actions = table[states[-1]]
                action = actions.get(kind)
                if action is None:
                    if kind == "NAME" or kind not in names or "NAME" not in actions:
                        return number
                    kind = "NAME"
                elif action < 0:
                    rule = self.tables.rules[-1 - action]
                    del states[len(states) - rule.size :]
                    states.append(table[states[-1]][rule.origin])
                else:
                    states.append(action)
                    break
        return len(lexemes)

    def line_level(self) -> int:
        """The highest entry after which a clause of the innermost block, or a file, can begin."""
        at, closed = len(self.states) - 1, 0
        while at > 0:
            symbol = self.symbols[at]
            # A block that is closed, but not yet taken together to one entry, is no place to go on.
            if symbol == "RBRACE":
                closed += 1
            elif symbol == "LBRACE" and closed:
                closed -= 1
            elif not closed and self._is_level(at):
                break
            at -= 1
        return at

    def lines_of(self, level: int) -> str:
        """What the block at this level is made of: `_decl_lines`, `_effect_lines`, ...; "" outside of all."""
        while level > 0 and self.symbols[level] == "_NL":
            level -= 1
        if self.symbols[level].endswith("_lines"):
            return self.symbols[level]
        if self.symbols[level] != "LBRACE":
            return ""
        gotos = self.tables.states[self.states[level]]
        return next((symbol for symbol in gotos if symbol.endswith("_lines")), "")

    def block_word(self, level: int) -> str:
        """The first word of the block at this level; "" outside of all."""
        while level > 0 and self.symbols[level] != "LBRACE":
            level -= 1
        head = level - 1
        while head > 0 and not self._is_level(head):
            head -= 1
        value = self.values[head + 1] if head + 1 < level else None
        return value.text if isinstance(value, Lexeme) else ""

    def keywords(self, state: int) -> list[str]:
        """The keywords that fit in a state, sorted."""
        actions = self.tables.states[state]
        return [word for word, kind in self.tables.keywords.items() if kind in actions]

    def kind_of(self, piece: str) -> str:
        """The terminal of a keyword, sign, name or text."""
        found = self.tables.keywords.get(piece) or self.tables.signs.get(piece)
        return found or ("STRING" if piece.startswith('"') else "NAME")

    def _is_level(self, at: int) -> bool:
        symbol = self.symbols[at]
        if symbol == "_NL":
            return self._is_level(at - 1)
        return symbol in ("", "LBRACE") or symbol.endswith("_lines") or symbol.startswith("__start")

    def _push(self, state: int, symbol: str, value: Value, start: int, end: int, depth: int) -> None:
        self.states.append(state)
        self.symbols.append(symbol)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)
        self.depths.append(depth)

    def _reduce(self, rule: Rule) -> None:
        size = rule.size
        if size == 1 and rule.passes_on:
            # Most reductions only rename: an atom is a product is a sum is a condition.
            value = self.values[-1]
            if isinstance(value, Lexeme):
                self.values[-1] = Token(value.kind, value.text, Span(self.source, value.start, value.end))
            self.states[-1] = self.tables.states[self.states[-2]][rule.origin]
            self.symbols[-1] = rule.origin
            return
        base = len(self.states) - size
        parts = self._parts(rule, base)
        if self.broken and (rule.origin.endswith("_lines") or rule.origin.startswith("__start")):
            last = parts[-1] if parts else None
            if isinstance(last, Node) and last.span.start in self.broken:
                parts.pop()
        if size == 1:
            start, end, depth = self.starts[base], self.ends[base], self.depths[base]
        elif size:
            start, end = self._extent(base)
            depth = max(self.depths[base:])
        else:
            start = end = self.ends[-1]
            depth = 0
        made: Value
        if not rule.kind:
            made = parts
        elif rule.single and len(parts) == 1:
            made = parts[0]
        else:
            made = Node(rule.kind, tuple(parts), Span(self.source, start, end))
            depth += 1
            if depth > MOST_LAYERS and self.too_deep is None:
                self.too_deep = end
        if size:
            self.cut(base)
        self._push(self.tables.states[self.states[-1]][rule.origin], rule.origin, made, start, end, depth)

    def _parts(self, rule: Rule, base: int) -> list[Part]:
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
        return parts

    def _extent(self, base: int) -> tuple[int, int]:
        """From the first to the last entry that is not empty; nothing, at the end of what came before."""
        starts, ends = self.starts, self.ends
        low, high = base, len(starts) - 1
        while low <= high and starts[low] == ends[low]:
            low += 1
        while high > low and starts[high] == ends[high]:
            high -= 1
        if low > high:
            return ends[base - 1], ends[base - 1]
        return starts[low], ends[high]
