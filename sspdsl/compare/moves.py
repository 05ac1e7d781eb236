"""Situations in which one table has a move that the other has not: a ball laid somewhere, and a roll."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir.model import Program

Move = tuple[str, int, str]
"""Where the ball is, the die, and the label of the box."""


def situations(left: Program, right: Program) -> Iterator[list[str]]:
    """Lines of tests that may hold on the first and not on the second, one move of each feature first."""
    old, new = moves_of(left), moves_of(right)
    found = [("may", move) for move in sorted(old - new)] + [("may not", move) for move in sorted(new - old)]
    places = {position.name for position in left.positions} & {p.name for p in right.positions}
    seen: set[tuple[str, str]] = set()
    later = []
    for verb, (place, die, label) in found:
        if place not in places:
            continue
        lines = [f"given ball at {place}", f"roll {die} {die}", f"{verb} {die} to {label}"]
        kind = verb, label.partition(".")[0]
        if kind in seen:
            later.append(lines)
        else:
            seen.add(kind)
            yield lines
    yield from later


def moves_of(program: Program) -> set[Move]:
    """Every move of some way, whatever its condition."""
    found: set[Move] = set()
    for way in program.ways:
        for box in way.targets:
            made = program.boxes[box]
            dice = [face for face in made.faces if face <= 6] if way.steps is None else [way.steps]
            found.update(
                (program.positions[source].name, die, made.label) for source in way.sources for die in dice
            )
    return found
