"""Names of everything that acts, so that bodies can use what is declared later."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.declare import Item, Sorted, place_of, string_value, title_of
from sspdsl.check.effects import Effects
from sspdsl.check.model import Context, Symbol
from sspdsl.check.state import LIVES
from sspdsl.ir import model as ir
from sspdsl.syntax.tree import Node, Token

LIMITS = ("die", "move", "roll", "turn", "round", "game")
MOMENTS = ("game_starts", "game_ends", "round_ends")


class Acting:
    """Declares actions, windows, abilities, bonus lists, achievements and definitions."""

    def __init__(self, effects: Effects, sorted_: Sorted, lives: list[tuple[int, Node, Context]]) -> None:
        self.effects = effects
        self.x = effects.x
        self.names = effects.names
        self.model = effects.model
        self.sorted = sorted_
        self.lives = lives
        self.actions: list[Item | None] = []

    def declare(self) -> None:
        """Names of everything that acts, so that bodies can use what is declared later."""
        for node, context in self.sorted.of("define"):
            self.symbol("define", node, 0, context)
        for node, context in self.sorted.of("action"):
            self.declare_action(node, context)
        for moment in MOMENTS:
            if not any(s.kind == "action" for s in self.model.symbols.get(moment, [])):
                span = self.model.span
                self.names.declare(Symbol("action", moment, len(self.model.actions), span, "library"))
                self.model.actions.append(ir.ActionDef(moment, 0, (), 0, (), "library", None))
                self.actions.append(None)
        for node, context in self.sorted.of("window"):
            self.symbol("window", node, len(self.model.windows), context)
            token = node.parts[0]
            assert isinstance(token, Token)
            self.model.windows.append(ir.WindowDef(token.text, title_of(node, 1)))
        for index, (node, context) in enumerate(self.sorted.of("ability")):
            self.symbol("ability", node, index, context)
            self.declare_limit(node)
        for index, (node, context) in enumerate(self.sorted.of("bonuses")):
            self.symbol("bonuses", node, index, context)
            self.declare_bonuses(index, node, context)
        for node, context in self.sorted.of("achievement"):
            self.declare_achievement(node, context)

    def symbol(self, kind: str, node: Node, index: int, context: Context) -> None:
        token = node.parts[0]
        assert isinstance(token, Token)
        self.names.declare(
            Symbol(kind, token.text, index, token.span, context.layer, context.board, node, context)
        )

    def declare_action(self, node: Node, context: Context) -> None:
        token, params = node.parts[0], node.parts[1]
        assert isinstance(token, Token)
        index = len(self.model.actions)
        count = len(params.parts) if isinstance(params, Node) else 0
        self.names.declare(
            Symbol("action", token.text, index, token.span, context.layer, context.board, node, context)
        )
        self.model.actions.append(
            ir.ActionDef(token.text, count, (), count, (), context.layer, place_of(token.span))
        )
        self.model.roles[f"params:{index}"] = count
        self.actions.append((node, context))

    def declare_limit(self, node: Node) -> None:
        """`once a die` has a cell for each die, any other limit one; `until` cells end with the turn."""
        limit = next((n for n in node.nodes() if n.kind == "limit"), None)
        token = node.parts[0]
        assert isinstance(token, Token)
        if limit is None:
            return
        word = limit.parts[0]
        assert isinstance(word, Token)
        if word.text not in LIMITS:
            self.names.unknown("limit", word.text, word.span, LIMITS, ("window",))
            return
        per_die = word.text == "die"
        cell = self.x.cells.make_cell(
            f"used {token.text}",
            0,
            1,
            role="used",
            size=2 if per_die else 1,
            members=("1", "2") if per_die else (),
            line="double" if word.text in ("round", "game") else "until",
            form="indicator",
        )
        self.model.roles[f"used:{token.text}"] = cell
        patterns: list[ir.EventPattern] = []
        if word.text == "round":
            ends = [s.index for s in self.names.lookup("round_ends", Context("pin")) if s.kind == "action"]
            patterns.append(ir.EventPattern("action", tuple(ends)))
        elif word.text == "move":
            patterns.append(ir.EventPattern("hit", tuple(range(len(self.model.boxes)))))
            patterns.append(ir.EventPattern("lost", ()))
        self.model.lifetimes.extend(ir.LifetimeDef(pattern, None, (cell,), ()) for pattern in patterns)

    def declare_bonuses(self, index: int, node: Node, context: Context) -> None:
        self.effects.bonus_nodes[index] = (node, context)
        token = node.parts[0]
        options = node.parts[2]
        assert isinstance(token, Token)
        assert isinstance(options, Node)
        self.effects.list_titles[index] = title_of(node, 1) or token.text
        entries: dict[str, Token] = {}
        for entry in options.nodes():
            often, name, _, life = entry.parts[:4]
            assert isinstance(name, Token)
            first = entries.setdefault(name.text, name)
            if first is not name:
                self.names.diagnostics.append(problems.duplicate_name(name.text, name.span, first.span))
            if isinstance(often, Node) and often.kind == "once":
                cell = self.x.cells.make_cell(
                    f"taken {token.text}.{name.text}",
                    0,
                    1,
                    role="taken",
                    form="indicator",
                    title=title_of(entry, 2),
                )
                self.effects.taken[index, name.text] = cell
                self.model.roles[f"taken:{token.text}.{name.text}"] = cell
                word = often.parts[0] if often.parts else None
                if isinstance(word, Token):
                    self.until_end(word, cell)
            if entry.parts[5] is None:
                self.implied(name, title_of(entry, 2), life if isinstance(life, Node) else None, context)

    def until_end(self, word: Token, cell: int) -> None:
        found = [s for s in self.names.lookup(f"{word.text}_ends", Context("pin")) if s.kind == "action"]
        if not found:
            self.names.unknown("moment", word.text, word.span, ("round", "turn", "game"), ("window",))
            return
        self.model.lifetimes.append(
            ir.LifetimeDef(ir.EventPattern("action", (found[0].index,)), None, (cell,), ())
        )

    def implied(self, token: Token, title: str, life: Node | None, context: Context) -> None:
        """A bonus without effects that names nothing declares the indicator of its name."""
        if any(s.kind in ("action", "cell") for s in self.names.lookup(token.text, context)):
            return
        line = LIVES[life.kind] if life is not None else "double"
        index = len(self.model.cells)
        self.model.cells.append(
            ir.CellDef(
                token.text,
                title,
                "indicator",
                "",
                False,
                0,
                1,
                0,
                1,
                0,
                (),
                line,
                None,
                False,
                False,
                place_of(token.span),
            )
        )
        self.names.declare(Symbol("cell", token.text, index, token.span, context.layer, context.board))
        if life is not None:
            self.lives.append((index, life, context))

    def declare_achievement(self, node: Node, context: Context) -> None:
        token, title = node.parts[0], node.parts[1]
        assert isinstance(token, Token)
        assert isinstance(title, Token)
        cell = self.x.cells.make_cell(
            token.text, 0, 1, role="achievement", form="indicator", title=string_value(title)
        )
        self.model.achievements.append(
            ir.AchievementDef(token.text, string_value(title), cell, place_of(token.span))
        )
        self.names.declare(Symbol("achievement", token.text, cell, token.span, context.layer, context.board))
