"""What an expression may be, and what follows when a condition holds.

`Known` is what the path to a place in a body has established: ranges of local variables and of
whole terms (`nudges`, `skill_shot of n`, `filled of ...`), until something they read is written.
"""

from __future__ import annotations

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
"""Members of a larger domain are looked at together, not each by itself."""
DEEPEST = 3
"""Conditions deeper inside others are read without what the parts beside them say."""


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
        case Pick():
            return pick(world, known, expr)
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
    """`and` and `or`, each part read with what the earlier parts say; deep inside others, each by itself."""
    if world.nesting >= DEEPEST:
        said = [evaluate(world, known, arg) for arg in args]
        nonzero, zero = [not without(v, 0).empty for v in said], [v.has(0) for v in said]
        one = all(nonzero) if op == "and" else any(nonzero)
        none = any(zero) if op == "and" else all(zero)
        return join(ONE if one else NONE, ZERO if none else NONE)
    world.nesting += 1
    here: Known | None = known
    stopped = False
    for arg in args:
        if here is None:
            break
        stopped = stopped or assume(world, here, arg, op == "or") is not None
        here = assume(world, here, arg, op == "and")
    world.nesting -= 1
    end, stop = (ONE, ZERO) if op == "and" else (ZERO, ONE)
    return join(end if here is not None else NONE, stop if stopped else NONE)


def pick(world: World, known: Known, expr: Pick) -> Values:
    """`then` where the condition may hold, `other` where it may not; both read with what that says."""
    if world.nesting >= DEEPEST:
        cond = evaluate(world, known, expr.cond)
        yes = known if not without(cond, 0).empty else None
        no = known if cond.has(0) else None
    else:
        world.nesting += 1
        yes, no = assume(world, known, expr.cond, True), assume(world, known, expr.cond, False)
        world.nesting -= 1
    return join(
        evaluate(world, yes, expr.then) if yes is not None else NONE,
        evaluate(world, no, expr.other) if no is not None else NONE,
    )


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
    if binder.where is not None and values.members is not None and one_by_one(world, values):
        world.quantified += 1
        found = [
            value
            for value in sorted(values.members)
            if assume(world, known.bind(binder.slot, exactly(value)), binder.where, True) is not None
        ]
        world.quantified -= 1
        values = of(found)
    if values.empty:
        return None
    inner = known.bind(binder.slot, values)
    return assume(world, inner, binder.where, True) if binder.where is not None else inner


def one_by_one(world: World, values: Values) -> bool:
    """Whether members are looked at each by itself: not inside another domain, nor if many."""
    return world.quantified == 0 and values.members is not None and len(values.members) <= MANY


def members(world: World, known: Known, binder: Binder) -> tuple[int, int | None]:
    """How many members surely, and how many possibly, satisfy the condition."""
    values = domain_values(world, known, binder)
    fixed = not isinstance(binder.domain, Span) or (
        evaluate(world, known, binder.domain.low).only is not None
        and evaluate(world, known, binder.domain.high).only is not None
    )
    if values.members is not None and one_by_one(world, values):
        world.quantified += 1
        sure = maybe = 0
        for value in values.members:
            inner = known.bind(binder.slot, exactly(value))
            holds = ONE if binder.where is None else evaluate(world, inner, binder.where)
            maybe += not without(holds, 0).empty
            sure += fixed and not holds.has(0)
        world.quantified -= 1
        return sure, maybe
    holds = ONE
    if binder.where is not None:
        holds = evaluate(world, known.bind(binder.slot, values), binder.where)
    if values.members is not None:
        size: int | None = len(values.members)
    else:
        size = None if values.low is None or values.high is None else max(values.high - values.low + 1, 0)
    if without(holds, 0).empty:
        return 0, 0
    return (size if fixed and size is not None and not holds.has(0) else 0), size


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
            right_values = evaluate(world, known, right)
            left_values = limit(op, evaluate(world, known, left), right_values)
            right_values = limit(MIRROR[op], right_values, left_values)
            out = narrow(world, known, left, left_values)
            return None if out is None else narrow(world, out, right, right_values)
        case Member(value, values):
            possible = evaluate(world, known, value)
            if holds:
                return narrow(world, known, value, meet(possible, of(values)))
            for v in values:
                possible = without(possible, v)
            return narrow(world, known, value, possible)
    here = evaluate(world, known, cond)
    here = without(here, 0) if holds else meet(here, ZERO)
    if here.empty:
        return None
    return known if isinstance(cond, Pick) else narrow(world, known, cond, here)


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


def narrow(world: World, known: Known, term: Expr, values: Values) -> Known | None:
    """This term has one of these values, all of which it may have."""
    if values.empty:
        return None
    match term:
        case Num():
            return known
        case Var(slot):
            return replace(known, variables={**known.variables, slot: values})
        case Op("+", (inner, Num(n))) | Op("+", (Num(n), inner)):
            back = apply("-", values, exactly(n))
        case Op("-", (inner, Num(n))):
            back = apply("+", values, exactly(n))
        case Op("-", (Num(n), inner)):
            back = apply("-", exactly(n), values)
        case _:
            return known.learn(term, values)
    return narrow(world, known.learn(term, values), inner, meet(evaluate(world, known, inner), back))


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
