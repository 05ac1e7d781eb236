"""Putting in what a `define` or the condition of a mode stands for, to a bound.

Definitions are put in where they are used, so a short text could stand for an endless term: a name
that needs itself, a long chain, or a chain in which each takes the one before it twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.check import problems
from sspdsl.check.model import Symbol
from sspdsl.check.values import UNKNOWN, Scope, Val, flag
from sspdsl.ir.terms import Expr
from sspdsl.ir.walk import FIELDS
from sspdsl.syntax.tree import Node, Part, Token

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions

MOST_LAYERS = 100  # Of all definitions that are inside each other where they are used.
MOST_PARTS = 2_000  # Of the term that one of them becomes.
KEPT_NAMES = ("this", "ball", "box", "here")  # Words that mean the same inside a definition.


class Definitions:
    """Binds the body of a definition in place of its name. A mistake in it is told once."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.open: list[tuple[str, str]] = []
        self.layers = 0
        self.taken = 0
        self.told = False
        self.refused: set[tuple[str, str]] = set()

    def bind_define(self, token: Token, args: tuple[Val, ...], scope: Scope) -> Val:
        """`NAME`, or `NAME of x`."""
        symbol = self.x.names.find(token, scope.context)
        if symbol is None or symbol.node is None:
            return UNKNOWN
        named = symbol.node.parts[1]
        params = [p.text for p in named.parts if isinstance(p, Token)] if isinstance(named, Node) else []
        if len(params) != len(args):
            self.x.report(problems.wrong_count(f"`{token.text}`", len(args), len(params), token.span))
            return UNKNOWN
        given = {k: v for k, v in scope.names.items() if k in KEPT_NAMES}
        given.update(zip(params, args, strict=True))
        return self.put_in("definition", symbol, symbol.node.parts[2], token, given, scope)

    def bind_mode(self, token: Token, scope: Scope) -> Val:
        """The name of a mode, as the condition while which it holds."""
        symbol = self.x.names.find(token, scope.context)
        if symbol is None or symbol.node is None:
            return UNKNOWN
        return self.put_in("mode", symbol, symbol.node.parts[1], token, {}, scope)

    def put_in(
        self, what: str, symbol: Symbol, body: Part, token: Token, names: dict[str, Val], scope: Scope
    ) -> Val:
        """What the body of a definition is, bound where it is used."""
        key = (what, token.text)
        if symbol.context is None or key in self.refused or (self.told and self.open):
            return UNKNOWN
        layers = depth_of(body)
        if key in self.open:
            self.refuse(problems.circular(what, token.text, token.span))
            return UNKNOWN
        self.taken = self.taken + 1 if self.open else 0
        if self.layers + layers > MOST_LAYERS or self.taken > MOST_PARTS:
            return self.too_long(key, token)
        self.open.append(key)
        self.layers += layers
        try:
            inner = scope.deeper(names, symbol.context)
            val = self.x.bind(body, inner) if what == "definition" else flag(self.x.flag(body, inner))
        finally:
            self.open.pop()
            self.layers -= layers
        return self.too_long(key, token) if is_too_long(val.expr) else val

    def too_long(self, key: tuple[str, str], token: Token) -> Val:
        """Refuse a definition for what it would become: once, for a long chain has many pieces too long."""
        if not self.told:
            self.told = True
            self.refuse(problems.definition_too_long(token.text, MOST_LAYERS, MOST_PARTS, token.span))
        self.refused.add(key)
        return UNKNOWN

    def refuse(self, problem: object) -> None:
        """Report it, unless one of those around it was refused already; none of them is put in again."""
        if not self.refused & set(self.open):
            self.x.report(problem)
        self.refused.update(self.open)


def depth_of(part: Part) -> int:
    """How many layers a piece of the tree has."""
    deepest = 0
    stack: list[tuple[Part, int]] = [(part, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        if isinstance(node, Node):
            stack.extend((each, depth + 1) for each in node.parts)
    return deepest


def is_too_long(expr: Expr) -> bool:
    """Whether a term has more layers or parts than fit. A part that is shared counts wherever it stands."""
    parts = 0
    stack: list[tuple[object, int]] = [(expr, 1)]
    while stack:
        term, depth = stack.pop()
        if isinstance(term, tuple):
            stack.extend((each, depth) for each in term)
            continue
        names = FIELDS.get(type(term))
        if names is None:
            continue
        parts += 1
        if parts > MOST_PARTS or depth > MOST_LAYERS:
            return True
        stack.extend((getattr(term, name), depth + 1) for name in names)
    return False
