"""A game that tells two tables apart, written down: as a record, and as a test block to paste."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sspdsl.compare.apart import Apart, Look
from sspdsl.ir.model import Program
from sspdsl.record import Record, Step, render_record

MOST_TRIES = 12


def record_of(program: Program, apart: Apart) -> str:
    """The record of a game that begins at the start; one that begins within a test has none."""
    return "" if apart.test is not None else render_record(Record(program.name, apart.players, apart.steps))


def test_of(
    program: Program, apart: Apart, title: str, lines: tuple[str, ...], tells: Callable[[str], bool]
) -> str:
    """A test block that holds on the pin and fails on the mutant; "" if none was found.

    `lines` are the steps of the test that the game goes on from; `tells` says of a block whether
    it does what it is for.
    """
    steps = [*lines[: apart.reached], *(step_line(step, apart.players) for step in apart.steps)]
    if apart.test is None and apart.players > 1:
        steps.insert(0, f"given players is {apart.players}")
    for claim in list(claims(program, apart.left, apart.right, apart.players))[:MOST_TRIES]:
        if tells(block(title, [*steps, claim])):
            return block(title, shortened(title, steps, claim, tells))
    return ""


def shortened(title: str, steps: list[str], claim: str, tells: Callable[[str], bool]) -> list[str]:
    """The steps without those that are not needed, the later ones first."""
    for at in range(len(steps) - 1, -1, -1):
        fewer = [*steps[:at], *steps[at + 1 :]]
        if tells(block(title, [*fewer, claim])):
            steps = fewer
    return [*steps, claim]


def block(title: str, lines: list[str]) -> str:
    return "\n".join([f'  test "{title}" {{', *(f"    {line}" for line in lines), "  }"]) + "\n"


def step_line(step: Step, players: int) -> str:
    if step.kind != "choose":
        return f"{step.kind} " + (step.text if step.kind == "roll" else step.text.partition(" #")[0])
    return f"{whose(step.player, players)}play {step.text}"


def whose(player: int, players: int) -> str:
    return f"player {player + 1}: " if players > 1 else ""


# ---------------------------------------------------------------- what is true of the one alone


def claims(program: Program, left: Look, right: Look, players: int) -> Iterator[str]:
    """Lines that hold where `left` is seen and not where `right` is: the likely ones first."""
    for player, (a, b) in enumerate(zip(left.views, right.views or ({},) * players, strict=True)):
        for claim in view_claims(program, a, b):
            yield f"{whose(player, players)}then {claim}"
    who = whose(left.player, players)
    if left.kind == "choose":
        for option in left.options:
            if option not in right.options:
                yield f"{who}may {option}"
        for option in right.options if right.kind == "choose" else ():
            if option not in left.options:
                yield f"{who}may not {option}"
        if left.options:
            yield f"{who}may {left.options[0]}"
    elif left.kind == "roll":
        yield f"roll {left.options[0]}"
    elif left.kind == "draw":
        yield f"draw {left.options[0]}"


def view_claims(program: Program, a: dict[str, Any], b: dict[str, Any]) -> Iterator[str]:
    if a["score"] != b.get("score"):
        yield f"score is {a['score']}"
    if a["finished"] != b.get("finished"):
        yield "not playing of me" if a["finished"] else "playing of me"
    if a["balls"] != b.get("balls"):
        yield from (f"ball at {place}" for place in a["balls"] if place)
        yield f"balls is {sum(place is not None for place in a['balls'])}"
    for name in a["achievements"]:
        if name not in b.get("achievements", ()):
            yield name
    for name in b.get("achievements", ()):
        if name not in a["achievements"]:
            yield f"not {name}"
    yield from filled_claims(program, set(a["filled"]), set(b.get("filled", ())))
    forms = {cell.name: cell.form for cell in program.cells}
    for name, value in a["cells"].items():
        other = b.get("cells", {}).get(name)
        if value != other:
            yield from cell_claims(name, forms.get(name, ""), value, other)


def filled_claims(program: Program, a: set[str], b: set[str]) -> Iterator[str]:
    for feature in program.features:
        names = {program.boxes[box].name for box in feature.boxes}
        here, there = len(names & a), len(names & b)
        if here != there:
            if not here:
                yield f"{feature.name} is empty"
            yield f"filled of {feature.name} is {here}"
    for box in program.boxes:
        if (box.name in a) != (box.name in b):
            yield f"{box.label} is {'filled' if box.name in a else 'empty'}"


def cell_claims(name: str, form: str, value: Any, other: Any) -> Iterator[str]:
    if isinstance(value, dict):
        known = other if isinstance(other, dict) else {}
        for member, here in value.items():
            if here != known.get(member):
                for word in (member, f"ball{member}"):
                    yield from cell_claims(f"{name} of {word}", form, here, None)
    elif form == "indicator":
        yield name if value else f"not {name}"
    else:
        yield f"{name} is {'none' if value is None else value}"
