"""A proof that effects end: each step by plain arithmetic, until nothing that effects set off is left.

A step is a number that a moment of a game has: cells and boxes, which have a least and a most, and
events that wait, which are never fewer than none. So a command that surely lowers it, while none left
raises it, runs only so often. Events may not count with a weight below 0: they may wait in any number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Fill, Hit, Num
from sspdsl.recheck.ranking import run_steps
from sspdsl.recheck.shape import Piece, fields, items, need, read_piece, read_rank

PENDING = "pending "


def check_ending(program: Program, data: dict[str, Any]) -> str:
    """Says in words what was checked; raises `Refused` with the first thing that does not hold."""
    parts = fields(data, ("kind", "commands", "steps"), "the certificate")
    pieces: dict[str, Piece] = {}
    for value in items(parts["commands"], "the commands"):
        piece = read_piece(value)
        need(piece.name not in pieces, f"two commands are called `{piece.name}`")
        pieces[piece.name] = piece
    steps = [read_rank(step) for step in items(parts["steps"], "the steps")]
    known = resources(program)
    for step in steps:
        need(not step.potential, "places count nothing here")
        for name, weight in step.weights.items():
            need(weight >= 0 or not name.startswith(PENDING), f"`{name}` may wait in any number")
            need(name.startswith(PENDING) or name in known, f"the table has no `{name}`")
    check_events(program, pieces)
    left = run_steps(pieces, steps, frozenset())
    for name in left:
        need(False, f"`{name}` stays possible")
    return f"{len(pieces)} commands, {len(steps)} steps"


def resources(program: Program) -> frozenset[str]:
    """All that has a least and a most: boxes that are empty, cells, their members, dice that were changed."""
    names = {f"empty {box.name}" for box in program.boxes} | {"changed dice"}
    for cell in program.cells:
        if cell.form == "tally":
            continue
        names |= {cell.name, f"all of {cell.name}"}
        shown = (*cell.members, *(str(cell.index_low + at) for at in range(len(cell.members), cell.size)))
        names |= {f"{cell.name} of {member}" for member in shown}
    return frozenset(names)


def check_events(program: Program, pieces: dict[str, Piece]) -> None:
    """What one command leaves waiting, another works off; and no rule leaves out what it plainly sets off."""
    works_off: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        for name, (_, high) in piece.deltas.items():
            if name.startswith(PENDING) and high < 0:
                works_off.setdefault(name, []).append(piece)
    for piece in pieces.values():
        for name, (_, high) in piece.deltas.items():
            need(
                high <= 0 or not name.startswith(PENDING) or name in works_off,
                f"nothing works off `{name}`",
            )
    for number, event in plain_events(program, frozenset(works_off)):
        for name, those in works_off.items():
            if name.startswith(f"{PENDING}rule {number} "):
                raised = any(piece.deltas.get(event, (0, 0))[1] > 0 for piece in those)
                need(raised, f"no command of `{name}` sets off `{event}`")


def plain_events(program: Program, known: frozenset[str]) -> Iterator[tuple[int, str]]:
    """A rule without a guard that fills a box whatever happens, and the sets of that box."""
    for number, rule in enumerate(program.rules):
        if rule.guard is not None or rule.event.kind == "action":
            continue
        for effect in rule.body:
            if isinstance(effect, Fill | Hit) and isinstance(effect.box, Num):
                for group in program.sets:
                    event = f"{PENDING}complete {group.name}"
                    if effect.box.value in group.boxes and event in known:
                        yield number, event
