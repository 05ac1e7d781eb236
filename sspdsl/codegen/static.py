"""What is known of an expression before the game: its value, if it is always the same, and its range."""

from __future__ import annotations

from dataclasses import dataclass, field

from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Binder,
    Cell,
    Count,
    CountFilled,
    Expr,
    Fact,
    Filled,
    Me,
    Member,
    Num,
    Op,
    Opened,
    Pick,
    Players,
    Reaches,
    Shows,
    Span,
    Values,
    Var,
)

Range = tuple[int, int] | None


@dataclass
class Scope:
    """What is known of the variables of a body: the value of some, the range of others.

    A known variable keeps its name in the code, so that boxes can share a function, unless `written_out`.
    """

    values: dict[int, int] = field(default_factory=dict)
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    written_out: bool = False
    cells: dict[int, int] = field(default_factory=dict)  # Cells of one member that hold a known value.

    def copy(self) -> Scope:
        """The same, to be added to."""
        return Scope(dict(self.values), dict(self.ranges), self.written_out, self.cells)

    def forget(self, slot: int) -> None:
        """A variable that is about to be bound anew."""
        self.values.pop(slot, None)
        self.ranges.pop(slot, None)


def static_value(program: Program, term: Expr, scope: Scope) -> int | None:
    """The value of an expression that is the same in every state, or None."""
    match term:
        case Num(value):
            return value
        case Var(slot):
            return scope.values.get(slot)
        case Cell(cell, None, None):
            definition = program.cells[cell]
            if definition.form != "tally" and definition.low == definition.high:
                return definition.low
            return scope.cells.get(cell)
        case Fact(fact, index):
            place = static_value(program, index, scope)
            if place is None:
                return None
            table = program.facts[fact]
            at = place - table.low
            return table.values[at] if 0 <= at < len(table.values) else 0
        case Member(inner, values):
            member = static_value(program, inner, scope)
            return None if member is None else int(member in values)
        case Pick(cond, then, other):
            known = static_value(program, cond, scope)
            return None if known is None else static_value(program, then if known else other, scope)
        case Op(op, args):
            return _operation(op, [static_value(program, arg, scope) for arg in args])
        case CountFilled(()):
            return 0
        case Count(Binder(_, Values(()), _, _)):
            return 0
        case Count(Binder(_, Values(values), None, _)):
            return len(values)
    return None


def fixed_value(program: Program, term: Expr, scope: Scope) -> int | None:
    """The static value, unless it is that of a variable which keeps its name in the code."""
    if isinstance(term, Var) and not scope.written_out:
        return None
    return static_value(program, term, scope)


def _operation(op: str, args: list[int | None]) -> int | None:
    if op == "and" and 0 in args:
        return 0
    if op == "or" and any(args):
        return 1
    known = [arg for arg in args if arg is not None]
    if len(known) < len(args):
        return None
    first, last = known[0], known[-1]
    match op:
        case "and":
            return int(all(known))
        case "or":
            return int(any(known))
        case "not":
            return int(not first)
        case "+":
            return sum(known)
        case "-":
            return first - last if len(known) == 2 else -first
        case "*":
            return first * last
        case "div":
            return first // last if last else 0
        case "mod":
            return first % last if last else 0
        case "min":
            return min(known)
        case "max":
            return max(known)
        case "size":
            return abs(first)
    return int(
        {
            "is": first == last,
            "is_not": first != last,
            "<": first < last,
            "<=": first <= last,
            ">": first > last,
            ">=": first >= last,
        }[op]
    )


def value_range(program: Program, term: Expr, scope: Scope) -> Range:
    """The least and the greatest value that an expression can have, or None if nothing is known."""
    known = static_value(program, term, scope)
    if known is not None:
        return known, known
    match term:
        case Var(slot):
            return scope.ranges.get(slot)
        case Cell(cell, index, player):
            definition = program.cells[cell]
            if definition.form == "tally":
                return None
            sure = index is None and player is None
            low, high = definition.low, definition.high
            return (low, high) if sure else (min(low, 0), max(high, 0))
        case Fact(fact, _):
            values = (*program.facts[fact].values, 0)
            return min(values), max(values)
        case Filled() | Opened() | Shows() | Member() | Reaches():
            return 0, 1
        case CountFilled(boxes, _):
            return 0, len(boxes)
        case Count(binder):
            return (0, len(binder.domain.values)) if isinstance(binder.domain, Values) else None
        case Players():
            return 1, program.max_players
        case Me():
            return 0, program.max_players - 1
        case Pick(_, then, other):
            return _join(value_range(program, then, scope), value_range(program, other, scope))
        case Op(op, args):
            return _operation_range(op, [value_range(program, arg, scope) for arg in args])
    return None


def _join(a: Range, b: Range) -> Range:
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


def _operation_range(op: str, ranges: list[Range]) -> Range:
    if op in ("and", "or", "not", "is", "is_not", "<", "<=", ">", ">="):
        return 0, 1
    known = [each for each in ranges if each is not None]
    if len(known) < len(ranges):
        return None
    match op:
        case "+":
            return sum(low for low, _ in known), sum(high for _, high in known)
        case "-" if len(known) == 2:
            return known[0][0] - known[1][1], known[0][1] - known[1][0]
        case "*":
            ends = [a * b for a in known[0] for b in known[1]]
            return min(ends), max(ends)
        case "min":
            return min(low for low, _ in known), min(high for _, high in known)
        case "max":
            return max(low for low, _ in known), max(high for _, high in known)
        case "mod" if known[1][0] > 0:
            return 0, known[1][1] - 1
        case "size":
            low, high = known[0]
            return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    return None


def domain_range(program: Program, binder: Binder, scope: Scope) -> Range:
    """The range of what a binder binds."""
    match binder.domain:
        case Values(values):
            return (min(values), max(values)) if values else (0, 0)
        case Span(low, high):
            lows, highs = value_range(program, low, scope), value_range(program, high, scope)
            return None if lows is None or highs is None else (lows[0], max(lows[0], highs[1]))
    return None
