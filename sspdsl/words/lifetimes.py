"""How long marks stay: until the round ends, until a set is complete, for the game."""

from __future__ import annotations

from sspdsl.ir.model import LifetimeDef, SetDef
from sspdsl.words.conditions import while_words
from sspdsl.words.english import listed
from sspdsl.words.events import opening, scope_of
from sspdsl.words.scope import Scope


def until(lifetime: LifetimeDef, scope: Scope) -> str:
    """`at the end of the round`, `when the dice have been rolled`."""
    program = scope.names.program
    event = lifetime.event
    guard = while_words(lifetime.guard, scope_of(event, scope), " if").replace("  ", " ")
    if event.kind == "action" and len(event.subjects) == 1:
        name = program.actions[event.subjects[0]].name
        if name in ("round_ends", "turn_ends"):
            return f"at the end of the {name.partition('_')[0]}{guard}"
    return opening(event, scope) + guard


def of_box(box: int, scope: Scope) -> str:
    """When the mark of a box is erased."""
    program = scope.names.program
    found = [until(each, scope) for each in program.lifetimes if box in each.boxes]
    line = program.boxes[box].line
    if line not in ("dashed", "double", "never"):
        found += [
            f"when {scope.names.set(number)} is complete"
            for number, group in enumerate(program.sets)
            if box in group.boxes and group.erases
        ]
    if line == "never":
        return "never marked"
    return f"erased {listed(dict.fromkeys(found), 'and')}" if found else "stays"


def of_cell(cell: int, scope: Scope) -> str:
    """When a cell goes back to its first value."""
    program = scope.names.program
    found = [until(each, scope) for each in program.lifetimes if cell in each.cells]
    for modifier in program.modifiers:
        if cell in modifier.uses:
            found.append("once it has multiplied stars")
    for number, group in enumerate(program.sets):
        held = group.erases and any(cell == each for each, _ in group.cells)
        if held and program.cells[cell].line not in ("dashed", "double", "never"):
            found.append(f"when {scope.names.set(number)} is complete")
    return listed(dict.fromkeys(found), "and")


def once(cell: int, scope: Scope) -> str:
    """How often a bonus can be taken."""
    erased = of_cell(cell, scope)
    if not erased:
        return "once a game"
    return "once a round" if erased == "at the end of the round" else f"once; again possible {erased}"


def set_erases(group: SetDef, scope: Scope) -> str:
    """What becomes of a set when it is complete."""
    return "then erase its boxes" if group.erases else ""
