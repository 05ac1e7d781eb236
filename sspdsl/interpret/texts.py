"""How options read."""

from __future__ import annotations

from sspdsl.interpret.run import Env, Run
from sspdsl.ir.terms import Binder


def member_text(run: Run, kind: str, member: int) -> str:
    """A member of a domain as an option shows it; `kind` as in `terms.Binder`."""
    program = run.program
    match kind.partition(":"):
        case "die", _, _:
            return str(run.role("value", member))
        case "box", _, _:
            return program.boxes[member].label
        case "feature", _, _:
            return program.features[member].name
        case "set", _, _:
            return program.sets[member].name
        case "position", _, _:
            return program.positions[member].name
        case "ball", _, _:
            return ball_text(run, member)
        case "player", _, _:
            return f"player {member + 1}"
        case "word", _, domain:
            return program.domains[int(domain)].words[member].name
    return str(member)


def cell_value_text(run: Run, cell: int, value: int) -> str:
    """A value of a cell: the word it stands for, or the number."""
    definition = run.program.cells[cell]
    if definition.words is None:
        return str(value)
    at = value - 1 if definition.or_none else value
    return "none" if at < 0 else run.program.domains[definition.words].words[at].name


def member_texts(run: Run, binders: tuple[Binder, ...], members: tuple[int, ...]) -> list[str]:
    """Each of the members picked as an option shows it."""
    return [member_text(run, binder.kind, member) for binder, member in zip(binders, members, strict=True)]


def bound(binders: tuple[Binder, ...], members: tuple[int, ...]) -> Env:
    """The variables that these binders bind."""
    return {binder.slot: member for binder, member in zip(binders, members, strict=True)}


def ball_text(run: Run, ball: int) -> str:
    """`ball at POSITION`."""
    at = run.role("at", ball)
    return f"ball at {run.program.positions[at - 1].name}" if at else "ball out of play"


def move_text(run: Run, die: int, box: int, through: tuple[int, ...], start: int | None) -> str:
    """`V to LABEL through F from POSITION`; `start` only where two balls wait."""
    program = run.program
    passed = "".join(f" through {program.features[feature].name}" for feature in through)
    origin = "" if start is None else f" from {program.positions[start].name}"
    return f"{run.role('value', die)} to {program.boxes[box].label}{passed}{origin}"
