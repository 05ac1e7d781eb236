"""V1's goals: each box to be filled, each edge of the move graph to be gone; and why one never can be."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.graph.words import shortened, words_of
from sspdsl.ir.model import Program, WayDef
from sspdsl.ir.terms import Expr
from sspdsl.verify.effects import reads
from sspdsl.verify.evaluate import NOTHING, Known, assume, may_open, shown_faces
from sspdsl.verify.flow import has_variable
from sspdsl.verify.reach import Reach, any_die, speaks
from sspdsl.verify.sites import Clause, Key
from sspdsl.verify.values import meet, span
from sspdsl.verify.where import Where, where_words


@dataclass(frozen=True, slots=True)
class BoxGoal:
    """This box is filled, by a ball or by an effect; one that is never filled is hit."""

    box: int


@dataclass(frozen=True, slots=True)
class EdgeGoal:
    """A ball goes from this position to this box, by this block or another that is the same option."""

    way: int
    source: int
    box: int


@dataclass(frozen=True, slots=True)
class WayGoal:
    """Some edge of this block is gone."""

    way: int


@dataclass(frozen=True, slots=True)
class CellGoal:
    """This cell is driven out of its range: up, or down. Met when the interpreter stops there."""

    cell: int
    up: bool


@dataclass(frozen=True, slots=True)
class BodyGoal:
    """This body is run, to see whether it fails. Met when the interpreter stops at an error."""

    where: Where


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that is to happen: this clause runs, with these entries picked and these conditions holding.

    Without a clause the conditions alone are meant, looked at by a ball at one of `places` or one that
    hits one of `boxes`. `group` is a set to be completed.
    """

    key: Key
    clause: Clause | None = None
    picks: tuple[str, ...] = ()
    under: tuple[Expr, ...] = ()
    group: int | None = None
    places: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()


Goal = BoxGoal | EdgeGoal | WayGoal | CellGoal | BodyGoal | Wish
Move = tuple[int, int, int]
"""Way, source position, box."""


def box_goals(program: Program) -> list[Goal]:
    """All boxes but those that only mark a place (never filled, no face)."""
    return [
        BoxGoal(number)
        for number, box in enumerate(program.boxes)
        if box.faces or box.slots or box.line != "never"
    ]


def edge_goals(program: Program, found: Reach) -> dict[Move, EdgeGoal]:
    """Every edge of every block, and the goal it counts for: blocks with one option share a goal.

    Left out: an edge behind an unguarded earlier one that is the same option; edges to a box whose
    faces no die shows (how it is filled is its own goal); blocks that a reading of the rules
    switches off; the place of a whole feature whose boxes are places of their own; and of falls and
    shots, which nobody drew one by one, those from where a ball never rests, or banned outright; and of
    declared ways with them, those to the box by which alone a ball gets to where it stands, if that box
    is not erased before the round or the game ends.
    """
    closed: set[tuple[int, int, tuple[int, ...], int | None]] = set()
    shared: dict[tuple[int, int, tuple[int, ...]], EdgeGoal] = {}
    edges: dict[Move, EdgeGoal] = {}
    dice = found.world.dice()
    for number, way in enumerate(program.ways):
        if is_off(found, way):
            continue
        general = way.place is None or way.name in GENERAL
        bans = [ban for ban in program.bans if speaks(ban, way) and ban.guard is None] if general else []
        boxes = [box for box in dict.fromkeys(way.targets) if any_die(found.world, way, box, dice)]
        for source in dict.fromkeys(way.sources):
            if (general or is_whole(program, source)) and source not in found.world.positions:
                continue
            for box in boxes:
                key = (source, box, way.through)
                if (*key, None) in closed or (*key, way.steps) in closed:
                    continue
                if any(source in ban.sources and box in ban.targets for ban in bans):
                    continue
                if own_box(program, source) == box and way.name not in DRAWN:
                    continue
                if way.guard is None:
                    closed.add((*key, way.steps))
                edges[number, source, box] = shared.setdefault(key, EdgeGoal(number, source, box))
    return edges


def own_box(program: Program, position: int) -> int | None:
    """The only box here, if it stays filled while a ball that hit it stands here."""
    here = [number for number, box in enumerate(program.boxes) if box.position == position]
    return here[0] if len(here) == 1 and program.boxes[here[0]].line in ("dashed", "double") else None


def way_goals(edges: dict[Move, EdgeGoal]) -> list[Goal]:
    """Every block with an edge of its own is gone at some time."""
    return [WayGoal(way) for way in dict.fromkeys(way for way, _, _ in edges)]


def is_off(found: Reach, way: WayDef) -> bool:
    """Whether its guard is a constant that is false: a reading of the rules that is not taken."""
    if way.guard is None or reads(way.guard) or has_variable(way.guard):
        return False
    return assume(found.world, NOTHING, way.guard, True) is None


def is_whole(program: Program, position: int) -> bool:
    """Whether this is the place of a feature whose boxes all are places of their own."""
    place = program.positions[position]
    boxes = program.features[place.feature].boxes
    return place.box is None and all(program.boxes[box].position != position for box in boxes)


DRAWN = ("arrow", "line")
GENERAL = ("fall", "shot", "fall_back")
"""Ways that lead from all places of a kind: a rule of movement, not a line on the table."""


def goal_words(program: Program, goal: Goal) -> str:
    """`b12.1`, or `arrow start to cars.1`."""
    if isinstance(goal, BoxGoal):
        return program.boxes[goal.box].name
    if isinstance(goal, CellGoal):
        return program.cells[goal.cell].name
    if isinstance(goal, BodyGoal):
        return where_words(program, goal.where)
    if isinstance(goal, Wish):
        return " ".join(map(str, goal.key))
    way = program.ways[goal.way]
    through = "".join(f" through {program.features[f].name}" for f in way.through)
    if isinstance(goal, WayGoal):
        line = f" (line {way.place.line})" if way.place is not None else ""
        sources = shortened([program.positions[source].name for source in way.sources], 3)
        return f"{way.name} from {sources}{through}{line}"
    return f"{way.name} {program.positions[goal.source].name} to {program.boxes[goal.box].name}{through}"


def why_never(program: Program, found: Reach, edges: dict[Move, EdgeGoal], goal: Goal) -> str | None:
    """Why this cannot happen in any game, or None if the over-approximation allows it."""
    world = found.world
    if isinstance(goal, BoxGoal):
        box = program.boxes[goal.box]
        if goal.box in world.filled or goal.box in world.hit or goal.box in world.by_effect:
            return None
        name = box.name
        if not world.plays:
            return f"no ball is played and no effect fills {name}"
        if meet(shown_faces(world, goal.box), world.dice()).empty and not steps_to(program, goal.box):
            faces = ", ".join(map(str, box.faces)) or "nothing"
            return f"it shows {faces}, which no die shows, and no effect fills it"
        return f"{why_not_entered(program, found, goal.box)}, and no effect fills it"
    if isinstance(goal, CellGoal | BodyGoal | Wish):
        return None
    if not found.whole:
        return None
    if isinstance(goal, WayGoal):
        mine = [move for move in edges if move[0] == goal.way]
        if any(move in world.moves for move in mine):
            return None
        return why_not_gone(program, found, EdgeGoal(*mine[0]))
    return why_not_gone(program, found, goal)


def steps_to(program: Program, box: int) -> bool:
    """Whether a ring leads here: there the die is a distance."""
    return any(way.steps is not None and box in way.targets for way in program.ways)


def why_not_entered(program: Program, found: Reach, box: int) -> str:
    """Why no ball hits a box whose faces a die can show."""
    leading = [(n, way) for n, way in enumerate(program.ways) if box in way.targets]
    if not leading:
        return "no arrow, line, fall or shot leads to it"
    reasons: list[str] = []
    for number, way in leading:
        if not any_die(found.world, way, box, found.world.dice()):
            continue
        for source in way.sources:
            if is_whole(program, source):
                continue
            reasons.append(why_not_gone(program, found, EdgeGoal(number, source, box)))
            if len(reasons) > 20:
                break
    return shortened(list(dict.fromkeys(reasons)), 3)


def why_not_gone(program: Program, found: Reach, goal: EdgeGoal) -> str:
    """The first thing that stands in the way of an edge."""
    world, way, box = found.world, program.ways[goal.way], program.boxes[goal.box]
    place = program.positions[goal.source].name
    die = Known({0: span(0, program.dice - 1)}, {})
    if goal.source not in world.positions:
        return f"no ball ever rests at {place}"
    if way.guard is not None and assume(world, die, way.guard, True) is None:
        said = way.words or words_of(program, way.guard)
        return f"`{way.name}` from {place} is there only while {said}, which never holds"
    if not any_die(world, way, goal.box, world.dice()):
        faces = way.steps if way.steps is not None else ", ".join(map(str, box.faces)) or "nothing"
        return f"it needs {faces}, which no die shows"
    if not may_open(world, goal.box, span(0, program.dice - 1)):
        missing = earlier_never_filled(program, found, goal.box)
        if missing:
            return f"{missing} comes before it in its sequence and is never filled"
        return f"{box.name} is open only while {words_of(program, box.open)}, which never holds"
    return f"a ban that always holds forbids `{way.name}` from {place}"


def earlier_never_filled(program: Program, found: Reach, box: int) -> str | None:
    feature = program.features[program.boxes[box].feature]
    if not feature.sequence:
        return None
    for earlier in feature.boxes:
        if earlier == box:
            return None
        if earlier not in found.world.filled:
            return program.boxes[earlier].name
    return None
