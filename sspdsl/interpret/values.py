"""What an expression is worth, and what a domain holds. Nothing here changes the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from sspdsl.interpret.run import Env, Run
from sspdsl.ir.terms import (
    Binder,
    Cell,
    Count,
    CountFilled,
    Domain,
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
    Values,
    Var,
)


def value(run: Run, term: Expr, env: Env) -> int:
    """The number that an expression stands for now."""
    match term:
        case Num(number):
            return number
        case Var(slot):
            return env[slot]
        case Cell(cell, index, player):
            return run.read(cell, value_or_none(run, index, env), value_or_none(run, player, env))
        case Op(op, args):
            return _operation(run, op, args, env)
        case Fact(fact, index):
            table = run.program.facts[fact]
            at = value(run, index, env) - table.low
            return table.values[at] if 0 <= at < len(table.values) else 0
        case Pick(cond, then, other):
            return value(run, then if value(run, cond, env) else other, env)
        case Filled(box, player):
            return int(value(run, box, env) in _filled(run, player, env))
        case CountFilled(boxes, player):
            return len(_filled(run, player, env).intersection(boxes))
        case Opened(box):
            return int(is_open(run, value(run, box, env), -1))
        case Shows(box, face):
            return int(shows(run, value(run, box, env), value(run, face, env)))
        case Member(inner, values):
            return int(value(run, inner, env) in values)
        case Count(binder):
            return sum(1 for _ in satisfying(run, binder, env))
        case First(binder):
            return next(satisfying(run, binder, env), -1)
        case Reaches(box, position, way):
            return int(reaches(run, value(run, box, env), value(run, position, env), way))
        case Players():
            return run.table.players
        case Me():
            return run.me
    raise AssertionError(f"no expression: {term}")


def value_or_none(run: Run, term: Expr | None, env: Env) -> int | None:
    """The value of a part that may be absent."""
    return None if term is None else value(run, term, env)


def holds(run: Run, guard: Expr | None, env: Env) -> bool:
    """Whether a condition is not 0; one that is absent holds."""
    if guard is None:
        return True
    truth = value(run, guard, env) != 0
    if run.asked is not None:
        run.asked(guard, truth)
    return truth


def domain(run: Run, term: Domain, env: Env) -> Sequence[int]:
    """The members of a domain in order, all of which are looked at."""
    match term:
        case Values(values):
            run.look(len(values))
            return values
        case Span(low, high):
            members = range(value(run, low, env), value(run, high, env) + 1)
            run.look(max(0, members.stop - members.start))
            return members
    raise AssertionError(f"no domain: {term}")


def satisfying(run: Run, binder: Binder, env: Env) -> Iterator[int]:
    """The members of a domain that satisfy the condition when their turn comes; each is bound first."""
    for member in domain(run, binder.domain, env):
        env[binder.slot] = member
        if holds(run, binder.where, env):
            yield member


def ways_to_bind(run: Run, binders: tuple[Binder, ...], env: Env) -> list[tuple[int, ...]]:
    """All ways to bind these variables, the first slowest, each read with the earlier ones bound."""
    if not binders:
        return [()]
    inner = dict(env)
    found: list[tuple[int, ...]] = []
    for member in satisfying(run, binders[0], inner):
        found += [(member, *rest) for rest in ways_to_bind(run, binders[1:], inner)]
        run.count_options(len(found))
    return found


def is_box(run: Run, box: int) -> bool:
    return 0 <= box < len(run.program.boxes)


def is_open(run: Run, box: int, die: int) -> bool:
    """Empty, its condition holds, and next of its sequence (CORE-FILL-04)."""
    filled = run.table.filled[run.me]
    if not is_box(run, box) or box in filled:
        return False
    definition = run.program.boxes[box]
    if not holds(run, definition.open, {0: box, 1: die}):
        return False
    feature = run.program.features[definition.feature]
    if not feature.sequence:
        return True
    return all(earlier in filled for earlier in feature.boxes[: feature.boxes.index(box)])


def shows(run: Run, box: int, face: int) -> bool:
    """The face is printed on the box or written into its slots (CORE-FILL-03); 0 is no face."""
    if face == 0 or not is_box(run, box):
        return False
    definition = run.program.boxes[box]
    return face in definition.faces or any(value(run, slot, {0: box}) == face for slot in definition.slots)


def is_free(run: Run, way: int, start: int, box: int, die: int) -> bool:
    """The guard of a way that joins these two holds, and no ban forbids it; with a die, or -1 for none."""
    definition = run.program.ways[way]
    return holds(run, definition.guard, {0: die}) and not any(
        (not ban.ways or definition.name in ban.ways)
        and start in ban.sources
        and box in ban.targets
        and holds(run, ban.guard, {0: die})
        for ban in run.program.bans
    )


def reaches(run: Run, box: int, position: int, name: str) -> bool:
    """Some way of this name, or any, now leads there whatever the dice, and the box is open."""
    if not 0 <= position < len(run.program.positions) or not is_open(run, box, -1):
        return False
    ways = dict(run.lookup.ways_from[position]).get(box, ())
    named = (way for way in ways if name in ("", run.program.ways[way].name))
    return any(is_free(run, way, position, box, -1) for way in named)


def _filled(run: Run, player: Expr | None, env: Env) -> set[int]:
    number = run.me if player is None else value(run, player, env)
    return run.table.filled[number] if 0 <= number < run.table.players else set()


def _operation(run: Run, op: str, args: tuple[Expr, ...], env: Env) -> int:
    # Terms change nothing and cannot fail, so what no longer matters need not be worked out.
    if op == "and":
        return int(all(value(run, arg, env) for arg in args))
    if op == "or":
        return int(any(value(run, arg, env) for arg in args))
    numbers = [value(run, arg, env) for arg in args]
    first, last = numbers[0], numbers[-1]
    match op:
        case "not":
            return int(not first)
        case "is":
            return int(first == last)
        case "is_not":
            return int(first != last)
        case "<":
            return int(first < last)
        case "<=":
            return int(first <= last)
        case ">":
            return int(first > last)
        case ">=":
            return int(first >= last)
        case "+":
            return run.number(sum(numbers))
        case "-":
            return run.number(first - sum(numbers[1:]) if len(numbers) > 1 else -first)
        case "*":
            return run.number(prod(numbers))
        case "div":
            return first // last if last else 0
        case "mod":
            return first % last if last else 0
        case "min":
            return min(numbers)
        case "max":
            return max(numbers)
        case "size":
            return abs(first)
    raise AssertionError(f"no operation: {op}")
