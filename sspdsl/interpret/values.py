"""What an expression is worth, and what a domain holds. Nothing here changes the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sspdsl.interpret import meaning
from sspdsl.interpret.run import Env, Run
from sspdsl.ir.terms import Binder, Domain, Expr

T = TypeVar("T")
M = TypeVar("M")


def value(run: Run, term: Expr, env: Env) -> int:
    """The number that an expression stands for now."""
    return _known(run, term, meaning.meaning)(run, env)


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
    return _known(run, term, meaning.members_of)(run, env)


def satisfying(run: Run, binder: Binder, env: Env) -> Iterator[int]:
    """The members of a domain that satisfy the condition when their turn comes; each is bound first."""
    return _known(run, binder, meaning.satisfying_of)(run, env)


def _known(run: Run, term: T, make: Callable[[T], M]) -> M:
    """What a term means, made when it is first met."""
    found = run.lookup.meanings.get(id(term))
    if found is None:
        # The term is kept with it, lest another gets its number.
        found = run.lookup.meanings[id(term)] = (make(term), term)
    known: M = found[0]
    return known


def ways_to_bind(run: Run, binders: tuple[Binder, ...], env: Env) -> list[tuple[int, ...]]:
    """All ways to bind these variables, the first slowest, each read with the earlier ones bound."""
    if not binders:
        return [()]
    inner = dict(env)
    found: list[tuple[int, ...]] = []
    for member in satisfying(run, binders[0], inner):
        if len(binders) == 1:
            found.append((member,))
        else:
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
    return filled.issuperset(run.lookup.earlier.get(box, ()))


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
        (not ban.ways or definition.name in ban.ways) and holds(run, ban.guard, {0: die})
        for ban in run.lookup.bans.get((start, box), ())
    )


def reaches(run: Run, box: int, position: int, name: str) -> bool:
    """Some way of this name, or any, now leads there whatever the dice, and the box is open."""
    if not 0 <= position < len(run.program.positions) or not is_open(run, box, -1):
        return False
    ways = run.lookup.ways_between.get((position, box), ())
    named = (way for way in ways if name in ("", run.program.ways[way].name))
    return any(is_free(run, way, position, box, -1) for way in named)
