"""What an expression means: each is turned, once for a program, into a function of the run and its variables.

Which kind of expression it is need then not be asked again each time it is read. What boxes and ways
mean is in `values`; nothing here changes the table.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

from sspdsl.interpret import values  # Boxes have conditions, and conditions speak of boxes.
from sspdsl.interpret.run import Env, Run
from sspdsl.ir import terms
from sspdsl.ir.terms import Binder, Domain, Expr

Meaning = Callable[[Run, Env], int]
Members = Callable[[Run, Env], Sequence[int]]

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "is": operator.eq, "is_not": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def meaning(term: Expr) -> Meaning:
    """The function that works this expression out."""
    return KINDS[type(term)](term)


def condition(term: Expr) -> Callable[[Run, Env], bool]:
    """The function that tells whether a condition holds, and tells those who listen."""
    inner = meaning(term)

    def holds(run: Run, env: Env) -> bool:
        truth = inner(run, env) != 0
        if run.asked is not None:
            run.asked(term, truth)
        return truth

    return holds


def members_of(domain: Domain) -> Members:
    """The function that lists the members of a domain in order, all of which are looked at."""
    if isinstance(domain, terms.Values):
        constants = domain.values

        def listed(run: Run, env: Env) -> Sequence[int]:
            run.look(len(constants))
            return constants

        return listed
    low, high = meaning(domain.low), meaning(domain.high)

    def span(run: Run, env: Env) -> Sequence[int]:
        members = range(low(run, env), high(run, env) + 1)
        run.look(max(0, members.stop - members.start))
        return members

    return span


# ---------------------------------------------------------------- what is read


def _num(term: terms.Num) -> Meaning:
    number = term.value
    return lambda run, env: number


def _var(term: terms.Var) -> Meaning:
    slot = term.slot
    return lambda run, env: env[slot]


def _cell(term: terms.Cell) -> Meaning:
    cell = term.cell
    if term.index is None and term.player is None:
        return lambda run, env: run.read(cell)
    if term.player is None and term.index is not None:
        member = meaning(term.index)
        return lambda run, env: run.read(cell, member(run, env))
    index, player = _maybe(term.index), _maybe(term.player)
    return lambda run, env: run.read(cell, index(run, env), player(run, env))


def _maybe(term: Expr | None) -> Callable[[Run, Env], int | None]:
    """The meaning of a part that may be absent."""
    return (lambda run, env: None) if term is None else meaning(term)


def _fact(term: terms.Fact) -> Meaning:
    fact, index = term.fact, meaning(term.index)

    def entry(run: Run, env: Env) -> int:
        table = run.program.facts[fact]
        at = index(run, env) - table.low
        return table.values[at] if 0 <= at < len(table.values) else 0

    return entry


def _filled_boxes(player: Expr | None) -> Callable[[Run, Env], set[int]]:
    """The filled boxes of a player; one who does not exist has none."""
    if player is None:
        return lambda run, env: run.table.filled[run.me]
    who = meaning(player)

    def theirs(run: Run, env: Env) -> set[int]:
        number = who(run, env)
        return run.table.filled[number] if 0 <= number < run.table.players else set()

    return theirs


def _filled(term: terms.Filled) -> Meaning:
    box, filled = meaning(term.box), _filled_boxes(term.player)
    return lambda run, env: int(box(run, env) in filled(run, env))


def _count_filled(term: terms.CountFilled) -> Meaning:
    boxes, filled = term.boxes, _filled_boxes(term.player)
    return lambda run, env: len(filled(run, env).intersection(boxes))


def _opened(term: terms.Opened) -> Meaning:
    box = meaning(term.box)
    return lambda run, env: int(values.is_open(run, box(run, env), -1))


def _shows(term: terms.Shows) -> Meaning:
    box, face = meaning(term.box), meaning(term.face)
    return lambda run, env: int(values.shows(run, box(run, env), face(run, env)))


def _reaches(term: terms.Reaches) -> Meaning:
    box, position, way = meaning(term.box), meaning(term.position), term.way
    return lambda run, env: int(values.reaches(run, box(run, env), position(run, env), way))


def _member(term: terms.Member) -> Meaning:
    inner, among = meaning(term.value), frozenset(term.values)
    return lambda run, env: int(inner(run, env) in among)


# ---------------------------------------------------------------- what is worked out


def _pick(term: terms.Pick) -> Meaning:
    cond, then, other = meaning(term.cond), meaning(term.then), meaning(term.other)
    return lambda run, env: then(run, env) if cond(run, env) else other(run, env)


def _count(term: terms.Count) -> Meaning:
    satisfying = satisfying_of(term.binder)
    return lambda run, env: sum(1 for _ in satisfying(run, env))


def _first(term: terms.First) -> Meaning:
    satisfying = satisfying_of(term.binder)
    return lambda run, env: next(satisfying(run, env), -1)


def satisfying_of(binder: Binder) -> Callable[[Run, Env], Iterator[int]]:
    """The function that goes through the members that satisfy a condition when their turn comes.

    Each is bound first.
    """
    members, slot = members_of(binder.domain), binder.slot
    where = None if binder.where is None else condition(binder.where)

    def satisfying(run: Run, env: Env) -> Iterator[int]:
        for member in members(run, env):
            env[slot] = member
            if where is None or where(run, env):
                yield member

    return satisfying


def _operation(term: terms.Op) -> Meaning:
    args = tuple(map(meaning, term.args))
    if term.op in ("and", "or"):
        return _all(args) if term.op == "and" else _any(args)
    first, last = args[0], args[-1]
    if term.op in COMPARISONS:
        compare = COMPARISONS[term.op]
        if isinstance(term.args[-1], terms.Num):
            number = term.args[-1].value
            return lambda run, env: int(compare(first(run, env), number))
        return lambda run, env: int(compare(first(run, env), last(run, env)))
    match term.op:
        case "not":
            return lambda run, env: int(not first(run, env))
        case "+":
            return lambda run, env: run.number(sum([arg(run, env) for arg in args]))
        case "-" if len(args) == 1:
            return lambda run, env: run.number(-first(run, env))
        case "-":
            return lambda run, env: run.number(first(run, env) - sum([arg(run, env) for arg in args[1:]]))
        case "*":
            return lambda run, env: run.number(prod([arg(run, env) for arg in args]))
        case "div":
            return _divided(first, last, operator.floordiv)
        case "mod":
            return _divided(first, last, operator.mod)
        case "min":
            return lambda run, env: min([arg(run, env) for arg in args])
        case "max":
            return lambda run, env: max([arg(run, env) for arg in args])
        case "size":
            return lambda run, env: abs(first(run, env))
    raise AssertionError(f"no operation: {term.op}")


def _all(args: tuple[Meaning, ...]) -> Meaning:
    # Terms change nothing and cannot fail, so what no longer matters need not be worked out.
    def every(run: Run, env: Env) -> int:
        for arg in args:
            if not arg(run, env):
                return 0
        return 1

    return every


def _any(args: tuple[Meaning, ...]) -> Meaning:
    def some(run: Run, env: Env) -> int:
        for arg in args:
            if arg(run, env):
                return 1
        return 0

    return some


def _divided(first: Meaning, last: Meaning, divide: Callable[[int, int], int]) -> Meaning:
    def quotient(run: Run, env: Env) -> int:
        divisor = last(run, env)
        return divide(first(run, env), divisor) if divisor else 0

    return quotient


KINDS: dict[type, Callable[[Any], Meaning]] = {
    terms.Num: _num,
    terms.Var: _var,
    terms.Cell: _cell,
    terms.Fact: _fact,
    terms.Op: _operation,
    terms.Pick: _pick,
    terms.Filled: _filled,
    terms.CountFilled: _count_filled,
    terms.Opened: _opened,
    terms.Shows: _shows,
    terms.Member: _member,
    terms.Count: _count,
    terms.First: _first,
    terms.Reaches: _reaches,
    terms.Players: lambda term: lambda run, env: run.table.players,
    terms.Me: lambda term: lambda run, env: run.me,
}
