"""What an expression stands for while it is bound: a typed term, or a constant list of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sspdsl.check.model import Context
from sspdsl.ir.terms import Expr, Num, Op, Var
from sspdsl.plain import plain

# Types in words, for messages.
TYPE_WORDS = {
    "number": "a number",
    "flag": "a condition",
    "box": "a box",
    "feature": "a feature",
    "position": "a place",
    "set": "a set",
    "die": "a die",
    "ball": "a ball",
    "player": "a player",
    "colour": "a colour",
    "places": "a place or places",
    "cell": "a cell",
    "way": "a way",
    "domain": "a list",
    "word": "a word",
    "row": "a word of a list",
}


ZERO = Num(0)


@plain
class Val:
    """A value: its type, its term, and what is known of it before play.

    `things` are the (kind, index) pairs of a constant place list; `cell` is a cell named without
    `of`; `domain` is the word list of a `word`; `listing` holds the members of a `domain`.
    """

    type: str
    expr: Expr = ZERO
    things: tuple[tuple[str, int], ...] = ()
    cell: int | None = None
    domain: int | None = None
    text: str = ""
    listing: str = ""

    @property
    def known(self) -> bool:
        return self.type != "unknown"


UNKNOWN = Val("unknown")
NOTHING = Num(-1)


def number(value: int) -> Val:
    return Val("number", Num(value))


def flag(expr: Expr) -> Val:
    return Val("flag", expr)


def words_for(val: Val) -> str:
    """The type of a value in words."""
    return TYPE_WORDS.get(val.type, val.type)


@dataclass(slots=True)
class Slots:
    """Counts the local variables of one body."""

    count: int = 0

    def new(self) -> int:
        self.count += 1
        return self.count - 1


@dataclass(slots=True)
class Scope:
    """The names a body can use beyond those declared: local variables, and the words its event gives."""

    context: Context
    slots: Slots = field(default_factory=Slots)
    names: dict[str, Val] = field(default_factory=dict)
    depth: int = 0

    def with_names(self, **more: Val) -> Scope:
        return Scope(self.context, self.slots, {**self.names, **more}, self.depth)

    def deeper(self, names: dict[str, Val], context: Context) -> Scope:
        """For the body of a `define`: its own parameters, the same slots."""
        return Scope(context, self.slots, names, self.depth + 1)


def conjoin(*parts: Expr | None) -> Expr | None:
    """All of the conditions together; None if there is none."""
    present = [part for part in parts if part is not None and part != Num(1)]
    if not present:
        return None
    if len(present) == 1:
        return present[0]
    return Op("and", tuple(present))


def variables(expr: object) -> Iterator[int]:
    """Every variable slot read in a term."""
    if isinstance(expr, Var):
        yield expr.slot
    elif isinstance(expr, tuple):
        for part in expr:
            yield from variables(part)
    elif hasattr(expr, "__slots__"):
        for name in expr.__slots__:
            yield from variables(getattr(expr, name))
