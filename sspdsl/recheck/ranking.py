"""A proof by ranking: each step by plain arithmetic, each loop under its doubles.

A step is a number that a state has. No command left may raise it; one that surely lowers it cannot
recur, and is removed. At the end no command is left that a turn must have, or only inside loops
where the doubles of the certificate, repeated, leave none.
"""

from __future__ import annotations

from typing import Any

from sspdsl.ir.model import Program
from sspdsl.recheck.cover import check_cover, players_cross
from sspdsl.recheck.shape import (
    ABSENT,
    ANYWHERE,
    Piece,
    Rank,
    fields,
    items,
    need,
    read_piece,
    read_rank,
    text,
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
    home = check_loops(program, alive, places, loops)
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


def check_loops(program: Program, alive: Pieces, places: frozenset[str], loops: list[Any]) -> dict[str, int]:
    """Each loop for itself; returns the loop of each place."""
    home: dict[str, int] = {}
    for number, value in enumerate(loops):
        loop = fields(value, ("places", "doubles", "steps"), "a loop")
        inside = [text(place, "a place of a loop") for place in items(loop["places"], "a loop")]
        for place in inside:
            need(place in places or place == ABSENT, f"a loop through `{place}`, which is no place")
            need(place not in home, f"two loops through `{place}`")
            home[place] = number
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
