"""What holds of every `Program`, however it was made.

Tests that make IR run this; a reader of foreign IR should.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sspdsl.ir.model import BanDef, CellDef, EventPattern, Program, WayDef
from sspdsl.ir.term_invariants import check_slots, check_terms, inside, optional

LINES = ("solid", "dashed", "double", "never", "until")
FORMS = ("indicator", "counter", "track", "slot", "tally")
EVENTS = {
    "hit": "boxes", "filled": "boxes", "complete": "sets", "passed": "features", "changed": "cells",
    "lost": "", "action": "actions",
}  # fmt: skip
ROLES = {
    "", "score", "finished", "last_roll", "achievement", "taken", "used", "completions", "raw", "value",
    "die_used", "at", "moved", "mover", "chosen", "origin", "way", "kept", "last_stars", "rolls",
}  # fmt: skip
MANY = {"", "achievement", "taken", "used", "completions"}
"""Roles that more than one cell can have."""
SHARED_ROLES = {"raw", "rolls"}


def check_program(program: Program) -> list[str]:
    """What is wrong with a program, in words; empty if nothing is."""
    return [problem for check in CHECKS for problem in check(program)]


def _check_names(program: Program) -> Iterator[str]:
    tables: dict[str, Iterable[str]] = {
        name: (row.name for row in getattr(program, name))
        for name in (
            "domains", "facts", "boards", "boxes", "positions", "actions", "windows", "abilities", "steps",
            "achievements",
        )
    }  # fmt: skip
    # A library used on two boards gives both the same zones and features; their boxes are told apart.
    for number, board in enumerate(program.boards):
        zones = [zone for zone in program.zones if zone.board == number]
        tables[f"zones of {board.name}"] = (zone.name for zone in zones)
        features = [i for zone in zones for i in zone.features if 0 <= i < len(program.features)]
        tables[f"features of {board.name}"] = [program.features[i].name for i in features]
    tables["sets"] = (group.name for group in program.sets if group.feature is None)
    tables["way_names"] = program.way_names
    tables["cells"] = (cell.name for cell in program.cells if not cell.hidden)
    for table, names in tables.items():
        for name, times in Counter(names).items():
            if times > 1:
                yield f"{table}: the name `{name}` stands there {times} times"
            if not name:
                yield f"{table}: a name is empty"


def _check_cells(program: Program) -> Iterator[str]:
    for cell in program.cells:
        yield from (f"cell {cell.name}: {problem}" for problem in _cell_problems(program, cell))
    for role, times in Counter(cell.role for cell in program.cells).items():
        if times > 1 and role not in MANY:
            yield f"cells: {times} cells have the role `{role}`"
    found = {cell.role: cell for cell in program.cells}
    needed = ["score", "finished"]
    needed += ["raw", "value", "die_used", "kept"] if program.dice else []
    needed += ["at", "moved", "mover", "chosen", "origin", "way"] if program.balls else []
    yield from (f"cells: none has the role `{role}`" for role in needed if role not in found)
    for role in ("raw", "value", "die_used", "kept"):
        if role in found and found[role].size != program.dice:
            yield f"cell {found[role].name}: one member for each die, not {found[role].size}"
    for role in ("at", "moved"):
        if role in found and found[role].size != program.balls:
            yield f"cell {found[role].name}: one member for each ball, not {found[role].size}"


def _cell_problems(program: Program, cell: CellDef) -> Iterator[str]:
    if cell.form not in FORMS:
        yield f"form `{cell.form}`"
    if cell.role not in ROLES:
        yield f"role `{cell.role}`"
    if cell.line not in LINES:
        yield f"line `{cell.line}`"
    if cell.size < 1:
        yield "no members"
    if cell.members and len(cell.members) != cell.size:
        yield f"{len(cell.members)} names for {cell.size} members"
    if not cell.members and cell.size != 1 and not cell.hidden:
        yield "members without names"
    if cell.form != "tally" and not cell.low <= cell.first <= cell.high:
        yield f"first value {cell.first} outside {cell.low}..{cell.high}"
    if cell.role in SHARED_ROLES and not cell.shared:
        yield f"the role `{cell.role}` is for a shared cell"
    if cell.words is not None:
        if not 0 <= cell.words < len(program.domains):
            yield f"words of domain {cell.words}"
        elif cell.low < 0 or cell.high >= len(program.domains[cell.words].words) + cell.or_none:
            yield f"range {cell.low}..{cell.high} goes beyond its words"


def _check_places(program: Program) -> Iterator[str]:
    """Boards, zones, features, boxes, sets, positions, ways and bans point at what exists."""
    for board in program.boards:
        yield from inside(f"board {board.name}", "zones", board.zones, program)
    for number, zone in enumerate(program.zones):
        yield from inside(f"zone {zone.name}", "boards", [zone.board], program)
        yield from inside(f"zone {zone.name}", "features", zone.features, program)
        for feature in zone.features:
            if feature < len(program.features) and program.features[feature].zone != number:
                yield f"zone {zone.name}: feature {feature} says it is elsewhere"
    for number, place in enumerate(program.features):
        where = f"feature {place.name}"
        yield from inside(where, "zones", [place.zone], program)
        yield from inside(where, "boxes", place.boxes, program)
        yield from inside(where, "features", place.beside, program)
        for box in place.boxes:
            if box < len(program.boxes) and program.boxes[box].feature != number:
                yield f"{where}: box {box} says it is elsewhere"
    for number, square in enumerate(program.boxes):
        where = f"box {square.name}"
        yield from inside(where, "features", [square.feature], program)
        if program.balls:
            yield from inside(where, "positions", [square.position], program)
        if square.line not in LINES:
            yield f"{where}: line `{square.line}`"
        known = 0 <= square.feature < len(program.features)
        if known and number not in program.features[square.feature].boxes:
            yield f"{where}: its feature does not know it"
    for group in program.sets:
        yield from inside(f"set {group.name}", "boxes", group.boxes, program)
        yield from inside(f"set {group.name}", "cells", [cell for cell, _ in group.cells], program)
        for cell, index in group.cells:
            if 0 <= cell < len(program.cells):
                at = index - program.cells[cell].index_low
                if not 0 <= at < program.cells[cell].size:
                    yield f"set {group.name}: no member {index} of {program.cells[cell].name}"
        yield from optional(f"set {group.name}", "features", group.feature, program)
        yield from optional(f"set {group.name}", "cells", group.completions, program)
        if not group.boxes and not group.cells:
            yield f"set {group.name}: no members"
    for position in program.positions:
        yield from inside(f"position {position.name}", "features", [position.feature], program)
        yield from optional(f"position {position.name}", "boxes", position.box, program)
    blocks: tuple[WayDef | BanDef, ...] = (*program.ways, *program.bans)
    for number, block in enumerate(blocks):
        where = f"way or ban {number}"
        yield from inside(where, "positions", block.sources, program)
        yield from inside(where, "boxes", block.targets, program)
    for way in program.ways:
        yield from inside(f"way {way.name}", "features", way.through, program)
        if way.name not in program.way_names:
            yield f"way {way.name}: not in the list of way names"
    for ban in program.bans:
        yield from (f"ban: no way is called `{name}`" for name in ban.ways if name not in program.way_names)


def _check_clauses(program: Program) -> Iterator[str]:
    """Events, modifiers, abilities, achievements and records point at what exists."""
    for number, rule in enumerate(program.rules):
        yield from _event_problems(f"rule {rule.name or number}", rule.event, program)
    for number, lifetime in enumerate(program.lifetimes):
        yield from _event_problems(f"lifetime {number}", lifetime.event, program)
        yield from inside(f"lifetime {number}", "cells", lifetime.cells, program)
        yield from inside(f"lifetime {number}", "boxes", lifetime.boxes, program)
    for modifier in program.modifiers:
        where = f"modifier {modifier.name}"
        yield from inside(where, "boxes", modifier.boxes, program)
        yield from inside(where, "sets", modifier.awards, program)
        yield from inside(where, "cells", modifier.uses, program)
    for ability in program.abilities:
        yield from inside(f"ability {ability.name}", "windows", [ability.window], program)
    for achievement in program.achievements:
        yield from inside(f"achievement {achievement.name}", "cells", [achievement.cell], program)
    if program.balls and "acting" not in [window.name for window in program.windows]:
        yield "windows: a table with balls has a window `acting`"
    if not program.steps:
        yield "steps: a turn has a step"
    if program.max_players < 1:
        yield "no player can play"


def _event_problems(where: str, event: EventPattern, program: Program) -> Iterator[str]:
    table = EVENTS.get(event.kind)
    if table is None:
        yield f"{where}: no event is called `{event.kind}`"
    elif table:
        yield from inside(where, table, event.subjects, program)
        if not event.subjects:
            yield f"{where}: `{event.kind}` of nothing"
    elif event.subjects:
        yield f"{where}: `{event.kind}` has no subjects"


CHECKS = (_check_names, _check_cells, _check_places, _check_clauses, check_terms, check_slots)
