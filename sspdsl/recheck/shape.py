"""The shape of a certificate: everything is of the type that the checks rely on, or it is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ABSENT = "out of play"
ANYWHERE = "anywhere"


class Refused(Exception):  # noqa: N818 (the answer, not a fault of ours)
    """The certificate does not hold. The message says what is wrong."""


def need(holds: bool, why: str) -> None:
    """Refuse the certificate unless this holds."""
    if not holds:
        raise Refused(why)


@dataclass(frozen=True, slots=True)
class Piece:
    """A command: a piece of a turn."""

    name: str
    clause: str
    moves: tuple[tuple[str, str], ...]
    deltas: dict[str, tuple[int, int]]
    faces: frozenset[int]
    tick: bool


@dataclass(frozen=True, slots=True)
class Rank:
    """A ranking step."""

    weights: dict[str, int]
    potential: dict[str, int]
    kills: tuple[str, ...]


def text(value: Any, what: str) -> str:
    need(type(value) is str, f"{what} is no text")
    return str(value)


def whole(value: Any, what: str) -> int:
    need(type(value) is int, f"{what} is no whole number")
    return int(value)


def items(value: Any, what: str) -> list[Any]:
    need(type(value) is list, f"{what} is no list")
    return list(value)


def fields(value: Any, names: tuple[str, ...], what: str) -> dict[str, Any]:
    need(type(value) is dict and set(value) == set(names), f"{what} has not the fields {', '.join(names)}")
    return dict(value)


def numbers(value: Any, what: str) -> dict[str, int]:
    need(type(value) is dict, f"{what} is no table of numbers")
    return {text(name, what): whole(number, what) for name, number in value.items()}


def read_piece(value: Any) -> Piece:
    """One command. Its ranges have their ends in order, its faces are faces."""
    names = ("name", "clause", "moves", "deltas", "faces", "tick")
    data = fields(value, names, "a command")
    name = text(data["name"], "the name of a command")
    moves = []
    for move in items(data["moves"], name):
        ends = items(move, name)
        need(len(ends) == 2, f"{name}: a move has a start and an end")
        moves.append((text(ends[0], name), text(ends[1], name)))
    deltas: dict[str, tuple[int, int]] = {}
    for delta in items(data["deltas"], name):
        parts = items(delta, name)
        need(len(parts) == 3, f"{name}: a change has a resource, a least and a most")
        resource, low, high = text(parts[0], name), whole(parts[1], name), whole(parts[2], name)
        need(low <= high and resource not in deltas, f"{name}: the change of `{resource}` is out of order")
        deltas[resource] = (low, high)
    faces = frozenset(whole(face, name) for face in items(data["faces"], name))
    need(faces <= frozenset(range(1, 7)), f"{name}: faces that no die has")
    need(type(data["tick"]) is bool, f"{name}: `tick` is yes or no")
    return Piece(name, text(data["clause"], name), tuple(moves), deltas, faces, data["tick"])


def read_rank(value: Any) -> Rank:
    data = fields(value, ("why", "weights", "potential", "kills"), "a step")
    kills = tuple(text(name, "a step") for name in items(data["kills"], "a step"))
    need(len(set(kills)) == len(kills), "a step removes a command twice")
    return Rank(numbers(data["weights"], "a step"), numbers(data["potential"], "a step"), kills)
