"""Finding what a name stands for, among the names declared and the board it is used on."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.model import Context, Model, Symbol
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Token

KIND_WORDS = {
    "board": "a board",
    "zone": "a zone",
    "feature": "a feature",
    "box": "a box",
    "set": "a set",
    "group": "a group",
    "cell": "a cell",
    "names": "a list of names",
    "word": "a word",
    "fact": "a fact",
    "option": "an option",
    "define": "a definition",
    "action": "an action",
    "window": "a window",
    "ability": "an ability",
    "bonuses": "a bonus list",
    "kind": "a kind",
    "way": "a way",
    "mode": "a mode",
    "achievement": "an achievement",
    "modifier": "a modifier",
}


def words_of(node: Node) -> list[Token]:
    """The tokens of a `path`."""
    return [part for part in node.parts if isinstance(part, Token)]


class Names:
    """Declared names of a model. Problems go into the list it was made with."""

    def __init__(self, model: Model, diagnostics: list[Diagnostic]) -> None:
        self.model = model
        self.diagnostics = diagnostics

    def declare(self, symbol: Symbol, unique: bool = True) -> None:
        """Add a name. Two of one name are an error unless they stand on different boards."""
        known = self.model.symbols.setdefault(symbol.name, [])
        for other in known:
            if unique and other.board == symbol.board and other.kind != "word" and symbol.kind != "word":
                here, first = symbol.span, other.span
                if symbol.layer == "library" and other.layer != "library":
                    here, first = first, here
                self.diagnostics.append(problems.duplicate_name(symbol.name, here, first))
                return
        known.append(symbol)

    def lookup(self, name: str, context: Context) -> list[Symbol]:
        """All that this name can stand for here: those of the board it is used on come alone."""
        found = self.model.symbols.get(name, [])
        near = [s for s in found if s.board is not None and s.board == context.board]
        if near:
            return near
        top = [s for s in found if s.board is None]
        return top or found

    def find(self, token: Token, context: Context) -> Symbol | None:
        """The one thing of this name, or None. Ambiguity is reported."""
        found = self.lookup(token.text, context)
        if len(found) > 1:
            words = [s for s in found if s.kind != "word"]
            if len(words) == 1:
                found = words
        if len(found) > 1:
            self.diagnostics.append(problems.ambiguous_name(token.text, token.span, [s.span for s in found]))
        if found:
            found[0].used = True
            return found[0]
        return None

    def on_board(self, name: str, board: int) -> Symbol | None:
        for symbol in self.model.symbols.get(name, []):
            if symbol.board == board:
                symbol.used = True
                return symbol
        return None

    def unknown(
        self, what: str, name: str, span: Span, extra: tuple[str, ...] = (), kinds: tuple[str, ...] = ()
    ) -> None:
        names = [
            n for n, found in self.model.symbols.items() if not kinds or any(s.kind in kinds for s in found)
        ]
        self.diagnostics.append(problems.unknown_name(what, name, span, [*names, *extra]))

    def box_of(self, feature: int, label: str) -> int | None:
        """The first box of a feature that has this label or shows this face."""
        boxes = self.model.features[feature].boxes
        for index in boxes:
            if label in self.model.boxes[index].labels:
                return index
        return None
