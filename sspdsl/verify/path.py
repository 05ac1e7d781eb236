"""One way through a body: what is known on it, what it adds to resources, where balls go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sspdsl.ir.terms import Cell, Expr, Op, Pick
from sspdsl.verify.commands import ALL_FACES, Deltas, Moves, add
from sspdsl.verify.evaluate import Known, assume, evaluate, join_known
from sspdsl.verify.values import Values, exactly
from sspdsl.verify.world import World

MOST_PATHS = 160
"""More ways through a body than this are taken together where they can be."""


@dataclass(frozen=True, slots=True)
class Path:
    """`at`: where the ball that moved stands, if sure. `bare`: no ball is in play. `left`: `end` was met.

    `put`: there was no ball in play, and one has been put on the table since.
    """

    known: Known
    world: World
    deltas: Deltas
    moves: Moves = ()
    at: str | None = None
    plays: bool = False
    bare: bool = False
    put: bool = False
    left: bool = False
    ends_round: bool = False
    faces: frozenset[int] = ALL_FACES
    picks: tuple[str, ...] = ()
    gone: frozenset[Expr] = frozenset()
    """Counts that are 0 and stay so."""

    def plus(self, resource: str, low: int, high: int) -> Path:
        return replace(self, deltas=add(self.deltas, resource, low, high))

    def pick(self, name: str) -> Path:
        return replace(self, picks=(*self.picks, name))


@dataclass(frozen=True, slots=True)
class Dice:
    """The world as it is under each double, to tell which of them a condition allows; the cells of dice."""

    worlds: dict[int, World]
    cells: frozenset[int]


def under(world: World, doubles: Iterable[int], roles: dict[str, tuple[int, ...]], changed: bool) -> Dice:
    """Worlds with the dice as rolled fixed; with `changed` an ability may make any value of a die."""
    fixed = (*roles.get("raw", ()), *(() if changed else roles.get("value", ())))
    worlds = {}
    for face in doubles:
        cells = [list(members) for members in world.cells]
        for cell in fixed:
            cells[cell] = [exactly(face)] * len(cells[cell])
        worlds[face] = with_cells(world, cells)
    return Dice(worlds, frozenset(fixed))


def with_cells(world: World, cells: list[list[Values]], rolled: bool = True) -> World:
    """The same world with other cells, perhaps after the roll: a copy that shares the rest."""
    made = World(world.program)
    made.cells = cells
    made.filled, made.positions, made.moves = world.filled, world.positions, world.moves
    made.events, made.hit, made.by_effect = world.events, world.hit, world.by_effect
    made.abilities, made.erased = world.abilities, world.erased
    made.rolled, made.blank_die, made.passes = rolled, world.blank_die, world.passes
    return made


def narrowed(path: Path, cond: Expr, holds: bool, dice: Dice, reads: frozenset[int]) -> Path | None:
    """The path on which this condition is so; None if it cannot be."""
    start = path.known
    for term in path.gone:
        start = start.learn(term, exactly(0))
    known = assume(path.world, start, cond, holds)
    if known is None:
        return None
    faces = path.faces
    if dice.cells & reads:
        faces = frozenset(face for face in faces if assume(dice.worlds[face], start, cond, holds) is not None)
    return replace(path, known=known, faces=faces)


def change_of(world: World, known: Known, value: Expr, term: Cell) -> tuple[int, int]:
    """What writing this value adds to the cell at least and at most; its range bounds both."""
    current = evaluate(world, known, term)
    made = world.program.cells[term.cell]
    now = (
        (made.low, made.high) if current.low is None or current.high is None else (current.low, current.high)
    )
    size = made.high - made.low
    low, high = relative(world, known, value, term, now)
    plain_low, plain_high = absolute(world, known, value, now)
    low, high = max(low, plain_low, -size), min(high, plain_high, size)
    # A value out of range is an error of the table, and then nothing is written.
    return (low, high) if low <= high else (min(low, high), max(low, high))


FAR = 10**6


def absolute(world: World, known: Known, value: Expr, now: tuple[int, int]) -> tuple[int, int]:
    new = evaluate(world, known, value)
    if new.empty:
        return 0, 0
    low = -FAR if new.low is None else new.low - now[1]
    high = FAR if new.high is None else new.high - now[0]
    return low, high


def relative(world: World, known: Known, value: Expr, term: Cell, now: tuple[int, int]) -> tuple[int, int]:
    """The same where the value is told from the cell itself: `cell + 1`, the smallest of that and 5."""
    if value == term:
        return 0, 0
    match value:
        case Op("min" | "max" as op, args):
            ends = [relative(world, known, arg, term, now) for arg in args]
            best = min if op == "min" else max
            return best(low for low, _ in ends), best(high for _, high in ends)
        case Op("+", (left, right)):
            for one, other in ((left, right), (right, left)):
                if speaks(one, term):
                    low, high = relative(world, known, one, term, now)
                    more = evaluate(world, known, other)
                    return (
                        -FAR if more.low is None else low + more.low,
                        FAR if more.high is None else high + more.high,
                    )
        case Op("-", (left, right)) if speaks(left, term):
            low, high = relative(world, known, left, term, now)
            less = evaluate(world, known, right)
            return (
                -FAR if less.high is None else low - less.high,
                FAR if less.low is None else high - less.low,
            )
        case Pick(cond, then, other):
            ends = []
            for branch, holds in ((then, True), (other, False)):
                inner = assume(world, known, cond, holds)
                if inner is not None:
                    ends.append(relative(world, inner, branch, term, now))
            if ends:
                return min(low for low, _ in ends), max(high for _, high in ends)
    return absolute(world, known, value, now)


def speaks(value: Expr, term: Cell) -> bool:
    """Whether this is the cell itself, or a sum or choice told from it."""
    if value == term:
        return True
    match value:
        case Op("min" | "max" | "+", args):
            return any(speaks(arg, term) for arg in args)
        case Op("-", (left, _)):
            return speaks(left, term)
    return False


def fewer(paths: list[Path]) -> list[Path]:
    """Paths that do nearly the same taken together, if there are too many."""
    if len(paths) <= MOST_PATHS:
        return paths
    for fine in (True, False):
        groups: dict[object, list[Path]] = {}
        for path in paths:
            signs = strict(path) if fine else None
            key: tuple[object, ...] = (
                path.moves,
                path.at,
                path.plays,
                path.left,
                path.ends_round,
                path.bare,
                path.world.rolled,
            )
            key = (*key, repr(signs))
            groups.setdefault(key, []).append(path)
        if len(groups) <= MOST_PATHS:
            break
    return [joined(group) for group in groups.values()]


def strict(path: Path) -> list[tuple[str, bool]]:
    """What surely rises or falls on this path: what a proof may rest on."""
    return sorted((name, low > 0) for name, (low, high) in path.deltas.items() if low > 0 or high < 0)


def joined(group: list[Path]) -> Path:
    """One path that may do what any of these does."""
    first = group[0]
    if len(group) == 1:
        return first
    names = sorted({name for path in group for name in path.deltas})
    deltas: Deltas = {}
    for name in names:
        ends = [path.deltas.get(name, (0, 0)) for path in group]
        deltas[name] = (min(low for low, _ in ends), max(high for _, high in ends))
    known = join_known([path.known for path in group])
    assert known is not None
    faces = frozenset().union(*(path.faces for path in group))
    picks = (*first.picks, "or another")
    gone = frozenset.intersection(*(path.gone for path in group))
    return replace(first, known=known, deltas=deltas, faces=faces, picks=picks, gone=gone)
