"""A proof by ranking: each step by plain arithmetic, each loop under its doubles.

A step is a number that a state has. No command left may raise it; one that surely lowers it cannot
recur, and is removed. At the end no command is left that a turn must have, or only inside loops
where the doubles of the certificate, repeated, leave none.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from sspdsl.ir.model import Program
from sspdsl.recheck.cover import CHANGED, check_cover, plain_moves, players_cross
from sspdsl.recheck.shape import (
    ABSENT,
    ANYWHERE,
    Piece,
    Rank,
    Refused,
    fields,
    items,
    need,
    numbers,
    read_piece,
    read_rank,
    text,
    whole,
)

Pieces = dict[str, Piece]


def check_ranking(program: Program, data: dict[str, Any], rounds: bool) -> str:
    """Says in words what was checked. `rounds`: V4, where a command that ends a round is left out.

    Raises `Refused` with the first thing that does not hold.
    """
    parts = fields(data, ("kind", "places", "commands", "steps", "loops"), "the certificate")
    places = frozenset(text(place, "a place") for place in items(parts["places"], "the places"))
    known = {position.name for position in program.positions}
    need(places <= known, "a place that the table does not have")
    pieces: Pieces = {}
    for value in items(parts["commands"], "the commands"):
        piece = read_piece(value)
        need(piece.name not in pieces, f"two commands are called `{piece.name}`")
        pieces[piece.name] = piece
    check_cover(program, pieces, places, rounds)
    alive = run_steps(pieces, [read_rank(step) for step in items(parts["steps"], "the steps")], places)
    loops = items(parts["loops"], "the loops")
    home = check_loops(program, pieces, alive, places, loops)
    ticks = [piece for piece in alive.values() if piece.tick]
    for piece in ticks:
        inside = all(start in home and home[start] == home.get(end) for start, end in piece.moves)
        need(inside or not piece.moves, f"`{piece.name}` stays possible and is in no loop")
    if any(not piece.moves for piece in ticks):
        need(
            len(loops) == 1 and set(home) >= places | {ABSENT},
            "a turn without a move stays possible somewhere",
        )
    return f"{len(pieces)} commands, {len(parts['steps'])} steps, {len(loops)} loops"


def run_steps(pieces: Pieces, steps: list[Rank], places: frozenset[str]) -> Pieces:
    """What is left after these steps."""
    alive = dict(pieces)
    for number, step in enumerate(steps, 1):
        for piece in alive.values():
            need(rise(piece, step, places) <= 0, f"step {number}: `{piece.name}` may raise it")
        for name in step.kills:
            need(name in alive, f"step {number}: there is no `{name}`")
            need(rise(alive[name], step, places) < 0, f"step {number}: `{name}` need not lower it")
        for name in step.kills:
            del alive[name]
    return alive


def rise(piece: Piece, step: Rank, places: frozenset[str]) -> int:
    """The most by which a command can raise the number."""
    total = 0
    for start, end in piece.moves:
        before = (
            min((step.potential.get(place, 0) for place in places), default=0)
            if start == ANYWHERE
            else step.potential.get(start, 0)
        )
        total += step.potential.get(end, 0) - before
    for resource, (low, high) in piece.deltas.items():
        weight = step.weights.get(resource, 0)
        total += max(weight * low, weight * high)
    return total


def check_loops(
    program: Program, pieces: Pieces, alive: Pieces, places: frozenset[str], loops: list[Any]
) -> dict[str, int]:
    """Each loop for itself; returns the loop of each place."""
    home: dict[str, int] = {}
    for number, value in enumerate(loops):
        told_apart = type(value) is dict and "cases" in value
        names = ("places", "doubles", "steps", *(("cases",) if told_apart else ()))
        loop = fields(value, names, "a loop")
        inside = [text(place, "a place of a loop") for place in items(loop["places"], "a loop")]
        for place in inside:
            need(place in places or place == ABSENT, f"a loop through `{place}`, which is no place")
            need(place not in home, f"two loops through `{place}`")
            home[place] = number
        if told_apart:
            check_cases(program, pieces, alive, places, set(inside), items(loop["cases"], "the cases"))
            continue
        doubles = loop["doubles"]
        need(type(doubles) is dict and set(doubles) == set(inside), "a loop without a double for each place")
        need(
            all(type(face) is int and 1 <= face <= 6 for face in doubles.values()),
            "a double that no dice show",
        )
        if len(set(doubles.values())) > 1:
            one_ball = program.balls == 1 and not players_cross(program)
            own = all(piece.clause in ("move", "loss") for piece in alive.values() if piece.moves)
            need(one_ball and own, "a double for each place is for one ball that only its own moves move")
        allowed = {name: piece for name, piece in alive.items() if allows(piece, doubles)}
        left = run_steps(allowed, [read_rank(step) for step in items(loop["steps"], "a loop")], places)
        for piece in left.values():
            need(not (piece.tick and within(piece, set(inside))), f"`{piece.name}` goes on under the doubles")
    return home


def check_cases(
    program: Program,
    pieces: Pieces,
    alive: Pieces,
    places: frozenset[str],
    inside: set[str],
    cases: list[Any],
) -> None:
    """Cells that nothing lowers keep one value for ever: for each there is a case, and its double ends it."""
    for piece in alive.values():
        need(piece.deltas.get(CHANGED, (0, 0))[1] <= 0, f"`{piece.name}` may change a die in the loop")
    read = [fields(case, ("fixed", "double", "dies", "commands", "steps"), "a case") for case in cases]
    fixed = [numbers(case["fixed"], "a case") for case in read]
    named = sorted({name for values in fixed for name in values})
    ranges = [value_range(program, name) for name in named]
    for name in named:
        for piece in pieces.values():
            need(piece.deltas.get(name, (0, 0))[0] >= 0, f"`{piece.name}` may lower `{name}`")
    for values in product(*ranges):
        here = dict(zip(named, values, strict=True))
        met = any(all(here[name] == value for name, value in case.items()) for case in fixed)
        need(met, f"no case for {here}")
    for case in read:
        double, dies = whole(case["double"], "a double"), text(case["dies"], "a case")
        need(1 <= double <= 6 and dies in ("moves", "turns"), "a case that is none")
        own: Pieces = {}
        for value in items(case["commands"], "the commands of a case"):
            piece = read_piece(value)
            need(piece.name not in own, f"two commands are called `{piece.name}`")
            own[piece.name] = piece
        check_case_cover(program, own, places, inside, double)
        left = run_steps(own, [read_rank(step) for step in items(case["steps"], "the steps")], places)
        for piece in left.values():
            goes_on = within(piece, inside) and piece.tick if dies == "moves" else is_turn(piece)
            need(not goes_on, f"`{piece.name}` goes on in a case")


def value_range(program: Program, name: str) -> range:
    """The values of a cell, or of a member of one, from its first on."""
    for cell in program.cells:
        for member in range(max(cell.size, 1)):
            shown = cell.members[member] if member < len(cell.members) else str(cell.index_low + member)
            if name == (cell.name if cell.size <= 1 else f"{cell.name} of {shown}") and cell.form != "tally":
                return range(cell.first, cell.high + 1)
    raise Refused(f"the table has no `{name}`")


def is_turn(piece: Piece) -> bool:
    """A whole turn: every turn has one of these."""
    return piece.clause == "turn" and not piece.name.startswith("the turn ends")


def check_case_cover(
    program: Program, own: Pieces, places: frozenset[str], inside: set[str], double: int
) -> None:
    """The moves that nothing can forbid are there, from each place where a ball may be in this case."""
    starts = {piece.moves[0][0] for piece in own.values() if piece.clause == "move"}
    there = {(p.moves[0], r) for p in own.values() if p.clause == "move" for r in (*p.deltas, "")}
    for start, box, shown in plain_moves(program, places):
        made = program.boxes[box]
        end = program.positions[made.position].name
        if double in shown and start in starts and start in inside and end in inside:
            fills = "" if made.line == "never" else f"empty {made.name}"
            need(((start, end), fills) in there, f"no command moves a ball from `{start}` to `{made.name}`")
    turns = any(is_turn(piece) for piece in own.values())
    need(turns or not starts & inside, "no command says what a turn does in a case")


def allows(piece: Piece, doubles: dict[str, int]) -> bool:
    """Whether the command can occur when these doubles are rolled for the place of the ball."""
    rolled = set(doubles.values())
    if piece.moves and piece.moves[0][0] in doubles:
        rolled = {doubles[piece.moves[0][0]]}
    return bool(piece.faces & rolled)


def within(piece: Piece, inside: set[str]) -> bool:
    """Whether it can be what a ball of this loop does in a turn."""
    if not piece.moves:
        return True
    return any(end in inside and (start in inside or start == ANYWHERE) for start, end in piece.moves)
