"""What an expression may be, and what follows when a condition holds.

`Known` is what the path to a place in a body has established: ranges of local variables and of
whole terms (`nudges`, `skill_shot of n`, `filled of ...`), until something they read is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sspdsl.ir.terms import (
    Binder,
    Cell,
    Count,
    CountFilled,
    Expr,
    Fact,
    Filled,
    First,
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
    Var,
)
from sspdsl.ir.walk import terms_in
from sspdsl.verify.values import (
    ANY,
    BOTH,
    NONE,
    ONE,
    ZERO,
    Values,
    apply,
    exactly,
    join,
    meet,
    of,
    size_of,
    span,
    without,
)
from sspdsl.verify.world import World

MANY = 128
"""Conditions over more members than this are taken as unknown."""


@dataclass(frozen=True, slots=True)
class Known:
    variables: dict[int, Values]
    terms: dict[Expr, Values]

    def bind(self, slot: int, values: Values) -> Known:
        """With a variable (re)bound; what spoke of its old value is dropped."""
        kept = {t: v for t, v in self.terms.items() if not speaks_of(t, slot)} if self.terms else self.terms
        return Known({**self.variables, slot: values}, kept)

    def learn(self, term: Expr, values: Values) -> Known:
        return Known(self.variables, {**self.terms, term: values})


NOTHING = Known({}, {})


def speaks_of(term: Expr, slot: int) -> bool:
    return any(
        (isinstance(inner, Var) and inner.slot == slot) or (isinstance(inner, Binder) and inner.slot == slot)
        for inner in terms_in(term)
    )


def evaluate(world: World, known: Known, expr: Expr) -> Values:
    """All values this expression may have here."""
    values = _evaluate(world, known, expr)
    if known.terms and expr in known.terms:
        return meet(values, known.terms[expr])
    return values


def _evaluate(world: World, known: Known, expr: Expr) -> Values:
    match expr:
        case Num(value):
            return exactly(value)
        case Var(slot):
            return known.variables.get(slot, ANY)
        case Cell(cell, index, player):
            values = world.cell(cell, None if index is None else evaluate(world, known, index))
            if player is not None and not isinstance(player, Me):
                # There may be fewer players; a cell of nobody reads 0.
                values = join(values, ZERO)
            return values
        case Fact(fact, index):
            return fact_values(world, fact, evaluate(world, known, index))
        case Op(op, args):
            return operation(world, known, op, args)
        case Pick(cond, then, other):
            yes, no = assume(world, known, cond, True), assume(world, known, cond, False)
            return join(
                evaluate(world, yes, then) if yes is not None else NONE,
                evaluate(world, no, other) if no is not None else NONE,
            )
        case Filled(box):
            possible = evaluate(world, known, box)
            return BOTH if any(possible.has(b) for b in world.filled) else ZERO
        case CountFilled(boxes):
            return span(0, sum(1 for b in boxes if b in world.filled))
        case Opened(box):
            return BOTH if any(may_open(world, b, ANY) for b in box_numbers(world, known, box)) else ZERO
        case Shows(box, face):
            return shows(world, known, box, evaluate(world, known, face))
        case Member(value, values):
            possible, among = evaluate(world, known, value), of(values)
            if meet(possible, among).empty:
                return ZERO
            inside = possible.members is not None and all(among.has(v) for v in possible.members)
            return ONE if inside else BOTH
        case Count(binder):
            sure, maybe = members(world, known, binder)
            return span(sure, maybe)
        case First(binder):
            return first_values(world, known, binder)
        case Reaches(box, _, _):
            return BOTH if any(may_open(world, b, ANY) for b in box_numbers(world, known, box)) else ZERO
        case Players():
            return span(1, max(world.program.max_players, 1))
        case Me():
            return span(0, max(world.program.max_players, 1) - 1)


def fact_values(world: World, fact: int, index: Values) -> Values:
    table = world.program.facts[fact]
    found = {v for at, v in enumerate(table.values) if index.has(table.low + at)}
    if not index.inside(table.low, table.low + len(table.values) - 1):
        found.add(0)
    return of(found)


def operation(world: World, known: Known, op: str, args: tuple[Expr, ...]) -> Values:
    if op in ("and", "or"):
        return connective(world, known, op, args)
    said = [evaluate(world, known, arg) for arg in args]
    if op == "not":
        return join(ONE if said[0].has(0) else NONE, ZERO if not without(said[0], 0).empty else NONE)
    if op == "size":
        return size_of(said[0])
    out = said[0]
    for other in said[1:]:
        out = apply(op, out, other)
    return out


def connective(world: World, known: Known, op: str, args: tuple[Expr, ...]) -> Values:
    """`and` and `or`, each part read with what the earlier parts say."""
    here: Known | None = known
    open_end = True
    decided = False
    for arg in args:
        if here is None:
            open_end = False
            break
        values = evaluate(world, here, arg)
        if values.empty:
            return NONE
        stops = values.has(0) if op == "and" else not without(values, 0).empty
        goes_on = not without(values, 0).empty if op == "and" else values.has(0)
        decided = decided or stops
        if not goes_on:
            open_end = False
            break
        here = assume(world, here, arg, op == "and")
    open_end = open_end and here is not None
    end, stop = (ONE, ZERO) if op == "and" else (ZERO, ONE)
    return join(end if open_end else NONE, stop if decided or not open_end else NONE)


def box_numbers(world: World, known: Known, box: Expr) -> list[int]:
    """The boxes that this may be, -1 left out."""
    possible = evaluate(world, known, box)
    return [b for b in range(len(world.program.boxes)) if possible.has(b)]


def may_open(world: World, box: int, die: Values) -> bool:
    """Whether this box may be open for a ball with this die."""
    made = world.program.boxes[box]
    feature = world.program.features[made.feature]
    if feature.sequence:
        for earlier in feature.boxes:
            if earlier == box:
                break
            if earlier not in world.filled:
                return False
    if made.open is None:
        return True
    return assume(world, Known({0: exactly(box), 1: die}, {}), made.open, True) is not None


def shown_faces(world: World, box: int) -> Values:
    """All faces a box may ever show: printed, and what its slots may hold."""
    made = world.program.boxes[box]
    out = of(made.faces)
    for slot in made.slots:
        out = join(out, without(evaluate(world, Known({0: exactly(box)}, {}), slot), 0))
    return out


def shows(world: World, known: Known, box: Expr, face: Values) -> Values:
    numbers = box_numbers(world, known, box)
    if not any(not meet(shown_faces(world, b), face).empty for b in numbers):
        return ZERO
    return BOTH


def domain_values(world: World, known: Known, binder: Binder) -> Values:
    """All members of the domain, its condition not asked."""
    domain = binder.domain
    if isinstance(domain, Span):
        low, high = evaluate(world, known, domain.low), evaluate(world, known, domain.high)
        if low.empty or high.empty:
            return NONE
        return span(low.low, high.high)
    return of(domain.values)


def bound(world: World, known: Known, binder: Binder) -> Known | None:
    """Known inside a binder: its variable is a member for which the condition holds; None without any."""
    values = domain_values(world, known, binder)
    if values.members is not None and binder.where is not None and len(values.members) <= MANY:
        one_by_one = [
            (v, assume(world, known.bind(binder.slot, exactly(v)), binder.where, True))
            for v in sorted(values.members)
        ]
        values = of(v for v, inner in one_by_one if inner is not None)
    if values.empty:
        return None
    inner = known.bind(binder.slot, values)
    return assume(world, inner, binder.where, True) if binder.where is not None else inner


def members(world: World, known: Known, binder: Binder) -> tuple[int, int | None]:
    """How many members surely, and how many possibly, satisfy the condition."""
    values = domain_values(world, known, binder)
    if values.members is None or len(values.members) > MANY:
        size = None if values.low is None or values.high is None else values.high - values.low + 1
        return 0, size
    fixed = not isinstance(binder.domain, Span) or (
        evaluate(world, known, binder.domain.low).only is not None
        and evaluate(world, known, binder.domain.high).only is not None
    )
    sure = maybe = 0
    for value in values.members:
        inner = known.bind(binder.slot, exactly(value))
        holds = ONE if binder.where is None else evaluate(world, inner, binder.where)
        maybe += not without(holds, 0).empty
        sure += fixed and not holds.has(0)
    return sure, maybe


def first_values(world: World, known: Known, binder: Binder) -> Values:
    inner = bound(world, known, binder)
    found = inner.variables[binder.slot] if inner is not None else NONE
    sure, _ = members(world, known, binder)
    return found if sure else join(found, exactly(-1))


# ---------------------------------------------------------------- conditions

OPPOSITE = {"is": "is_not", "is_not": "is", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRROR = {"is": "is", "is_not": "is_not", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def assume(world: World, known: Known, cond: Expr, holds: bool) -> Known | None:
    """What is known when this condition is true (or false); None if it cannot be."""
    here = evaluate(world, known, cond)
    if (holds and without(here, 0).empty) or (not holds and not here.has(0)):
        return None
    match cond:
        case Op("not", (inner,)):
            return assume(world, known, inner, not holds)
        case Op("and" | "or" as op, args):
            if (op == "and") == holds:
                out: Known | None = known
                for arg in args:
                    out = None if out is None else assume(world, out, arg, holds)
                return out
            return assume_one(world, known, args, holds)
        case Op(op, (left, right)) if op in OPPOSITE:
            op = op if holds else OPPOSITE[op]
            out = refine(
                world, known, left, limit(op, evaluate(world, known, left), evaluate(world, known, right))
            )
            if out is None:
                return None
            return refine(
                world, out, right, limit(MIRROR[op], evaluate(world, out, right), evaluate(world, out, left))
            )
        case Member(value, values) if holds:
            return refine(world, known, value, of(values))
        case Member(value, values):
            possible = evaluate(world, known, value)
            for v in values:
                possible = without(possible, v)
            return refine(world, known, value, possible)
        case Pick() | Num():
            return known
        case _:
            return refine(world, known, cond, without(here, 0) if holds else ZERO)


def assume_one(world: World, known: Known, args: tuple[Expr, ...], holds: bool) -> Known | None:
    """At least one of these has this truth."""
    outs = [out for out in (assume(world, known, arg, holds) for arg in args) if out is not None]
    return join_known(outs)


def limit(op: str, left: Values, right: Values) -> Values:
    """The part of `left` for which the comparison may hold."""
    if left.empty or right.empty:
        return NONE
    match op:
        case "is":
            return meet(left, right)
        case "is_not":
            return left if right.only is None else without(left, right.only)
        case "<":
            return meet(left, Values(None, None if right.high is None else right.high - 1, None))
        case "<=":
            return meet(left, Values(None, right.high, None))
        case ">":
            return meet(left, Values(None if right.low is None else right.low + 1, None, None))
        case _:
            return meet(left, Values(right.low, None, None))


def refine(world: World, known: Known, term: Expr, values: Values) -> Known | None:
    """This term has one of these values."""
    values = meet(evaluate(world, known, term), values)
    if values.empty:
        return None
    match term:
        case Num():
            return known
        case Var(slot):
            return replace(known, variables={**known.variables, slot: values})
        case Op("+", (inner, Num(n))) | Op("+", (Num(n), inner)):
            return refine(world, known.learn(term, values), inner, apply("-", values, exactly(n)))
        case Op("-", (inner, Num(n))):
            return refine(world, known.learn(term, values), inner, apply("+", values, exactly(n)))
        case Op("-", (Num(n), inner)):
            return refine(world, known.learn(term, values), inner, apply("-", exactly(n), values))
        case _:
            return known.learn(term, values)


def join_known(outs: list[Known]) -> Known | None:
    """What holds whichever path was taken."""
    if not outs:
        return None
    out = outs[0]
    for other in outs[1:]:
        variables = {s: join(v, other.variables[s]) for s, v in out.variables.items() if s in other.variables}
        terms = {t: join(v, other.terms[t]) for t, v in out.terms.items() if t in other.terms}
        out = Known(variables, terms)
    return out


def all_known(outs: Iterator[Known | None]) -> Known | None:
    return join_known([out for out in outs if out is not None])
