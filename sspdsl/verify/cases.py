"""A loop that no double ends by itself, case by case: cells that only rise do not change for ever.

In what goes on for ever such a cell keeps one value, and up to then it had no greater one. So each value
is a case: the table is gone through again with no greater value, and with this one in every condition.
Chance repeats a double that may be another in each case. The case is settled if no move inside the loop
is left, or if no turn is left in which balls move: every turn has one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sspdsl.ir.model import Program
from sspdsl.ir.walk import cells_in
from sspdsl.verify.commands import ALL_FACES, Command, System
from sspdsl.verify.extract import commands_of
from sspdsl.verify.loops import Case, Loop, Proof, goes_on
from sspdsl.verify.pieces import CHANGED_DICE
from sspdsl.verify.rank import eliminate
from sspdsl.verify.reach import reach
from sspdsl.verify.values import span

MOST_CASES = 24
MOST_VALUES = 6
TURN = "turn"
TURN_ENDS = "the turn ends"
Fixed = tuple[tuple[str, int, int, int], ...]
"""Name of the resource, cell, member from 0, and its value."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is gone through. `rounds`: a round that ends is an end."""

    program: Program
    system: System
    rounds: bool


def with_cases(program: Program, system: System, proof: Proof, rounds: bool) -> Proof:
    """The same proof with its open loops settled case by case, as far as that goes."""
    if not proof.open or (program.max_players > 1 and system.crossing):
        return proof
    dead = {name for step in proof.steps for name in step.kills}
    alive = [command for command in proof.commands if command.name not in dead]
    if any(name == CHANGED_DICE and high > 0 for c in alive for name, _, high in c.deltas):
        return proof
    table = Table(program, system, rounds)
    loops = [loop if loop.doubles else by_cases(table, loop, alive) for loop in proof.loops]
    return replace(proof, loops=tuple(loops))


def by_cases(table: Table, loop: Loop, alive: Sequence[Command]) -> Loop:
    """The loop with cases that together settle it, or as it is."""
    cells = rising(table.program, table.system, loop)
    done: list[Case] = []
    faces = sorted({face for c in alive if c.name in loop.rest for face in c.faces}) or sorted(ALL_FACES)
    return replace(loop, cases=tuple(done)) if split(table, loop, cells, (), faces, done) else loop


def split(
    table: Table, loop: Loop, cells: list[tuple[str, int, int]], fixed: Fixed, faces: list[int],
    done: list[Case],
) -> bool:  # fmt: skip
    """Settles all values of the first cell, each at once or by splitting on the next."""
    if not cells:
        return False
    name, cell, member = cells[0]
    made = table.program.cells[cell]
    for value in range(made.first, made.high + 1):
        if len(done) >= MOST_CASES:
            return False
        here = (*fixed, (name, cell, member, value))
        case = settle(table, loop, here, faces)
        if case is not None:
            done.append(case)
        elif not split(table, loop, cells[1:], here, faces, done):
            return False
    return True


def settle(table: Table, loop: Loop, fixed: Fixed, faces: list[int]) -> Case | None:
    """This case by one double, or None."""
    program = table.program
    limits = {(cell, member): span(program.cells[cell].first, value) for _, cell, member, value in fixed}
    found = reach(program, limits)
    now = {(cell, member): value for _, cell, member, value in fixed}
    names = {name for name, _, _, _ in fixed}
    for face in faces:
        kept = [
            command
            for command in commands_of(program, found, now, face).commands
            if not any(
                (name in names and (low > 0 or high < 0)) or (name == CHANGED_DICE and high > 0)
                for name, low, high in command.deltas
            )
            and face in command.faces
            and not (table.rounds and command.ends_round)
        ]
        steps, left = eliminate(kept, table.system.places, None)
        if not any(c.tick and goes_on(c, loop.places) for c in left):
            return Case(
                tuple((name, value) for name, _, _, value in fixed), face, "moves", tuple(kept), tuple(steps)
            )
        if not any(is_turn(c) for c in left):
            return Case(
                tuple((name, value) for name, _, _, value in fixed), face, "turns", tuple(kept), tuple(steps)
            )
    return None


def is_turn(command: Command) -> bool:
    """A whole turn, of which every turn has one."""
    return command.clause == TURN and not command.name.startswith(TURN_ENDS)


def rising(program: Program, system: System, loop: Loop) -> list[tuple[str, int, int]]:
    """Cells that nothing lowers, and that say what may be done at the end of a turn or on the moves left."""
    falls = {name for c in system.commands for name, low, _ in c.deltas if low < 0}
    rises = {name for c in system.commands for name, _, high in c.deltas if high > 0}
    general: list[int] = []
    moments = [
        n for n, a in enumerate(program.actions) if a.name in ("turn_ends", "balls_move", "dice_rolled")
    ]
    for rule in program.rules:
        if rule.event.kind == "action" and set(rule.event.subjects) & set(moments):
            general += sorted(cells_in(rule.guard))
    ends = {name.split(" to ")[-1].split(" with ")[0].split(" #")[0] for name in loop.rest}
    boxes = [box for box in program.boxes if box.name in ends]
    special = sorted({cell for box in boxes for cell in cells_in(box.open)})
    faces = {face for box in boxes for face in box.faces}
    out: list[tuple[str, int, int]] = []
    for cell in dict.fromkeys((*general, *special)):
        made = program.cells[cell]
        if made.form == "tally" or made.high - made.first + 1 > MOST_VALUES or made.role:
            continue
        for member in range(max(made.size, 1)):
            number = made.index_low + member
            shown = made.members[member] if member < len(made.members) else str(number)
            name = made.name if made.size <= 1 else f"{made.name} of {shown}"
            if name in rises and name not in falls and (made.size <= 1 or number in faces):
                out.append((name, cell, member))
    return out
