"""The commands of a table: from every clause that can run, every move, every turn (`commands.System`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Assign, Effect, End, PutBall
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.clauses import clause_paths, clause_words
from sspdsl.verify.commands import (
    ABSENT,
    ALL_FACES,
    Command,
    System,
    frozen,
    merged,
    replaced,
    without_idle_events,
)
from sspdsl.verify.effects import Node, direct, event_nodes
from sspdsl.verify.evaluate import NOTHING, Known, assume, bound, may_open, shown_faces
from sspdsl.verify.flow import has_variable
from sspdsl.verify.follow import CHANGED_DICE, Follower
from sspdsl.verify.path import Path, under, with_cells
from sspdsl.verify.reach import Reach
from sspdsl.verify.values import exactly, meet, of, span
from sspdsl.verify.world import World

MOST_COMMANDS = 20_000
TOO_LARGE = frozenset(("the table has too many commands", "the table is too large to follow"))
"""Faults by which some commands are missing."""


def commands_of(
    program: Program,
    found: Reach,
    now: Mapping[tuple[int, int], int] | None = None,
    double: int | None = None,
) -> System:
    """All commands, and the places where a ball may stand.

    With `now` only while these members of cells have these values; with `double` only when it is rolled
    and no die was changed.
    """
    roles: dict[str, tuple[int, ...]] = {}
    for number, cell in enumerate(program.cells):
        roles[cell.role] = (*roles.get(cell.role, ()), number)
    changed = any(
        isinstance(effect, Assign) and program.cells[effect.cell].role == "value"
        for _, body in bodies_of(program)
        for effect in effects_in(body)
    )
    world = found.world
    if now is not None or double is not None:
        world = settled(world, now or {}, (*roles.get("raw", ()), *roles.get("value", ())), double)
    dice = under(world, sorted(ALL_FACES), roles, changed)
    having = nodes_with(program, found, End), nodes_with(program, found, PutBall)
    follower = Follower(program, found, dice, *having, world)
    commands: list[Command] = [*turns(program, follower, roles)]
    commands += ball_moves(program, follower, changed)
    commands += abilities(program, follower)
    done: set[str] = set()
    while todo := [name for name in follower.requests if name not in done]:
        for name in todo:
            done.add(name)
            request = follower.requests[name]
            words = clause_words(program, name, request)
            for path in clause_paths(program, follower, name, request):
                made = command_of(path, words, words, tick=puts_or_loses(path))
                # The laps of a loop have a number, or are `free` and have no event.
                lap = name.startswith("loop ")
                commands.append(made if lap else still_waiting(made, f"pending {name}"))
        if len(commands) > MOST_COMMANDS:
            follower.faulty.add("the table has too many commands")
            break
    if not found.whole:
        follower.faulty.add("the table is too large to follow")
    commands = without_idle_events(nested_unsure(program, commands))
    places = tuple(sorted({program.positions[n].name for n in world.positions} | places_of(commands)))
    done_commands = tuple(merged(commands))
    groups, faulty = groups_of(program, done_commands), tuple(sorted(follower.faulty))
    seen = frozenset(follower.followed)
    return System(done_commands, places, groups, faulty, follower.crossing, seen, follower.noted)


def settled(
    world: World, now: Mapping[tuple[int, int], int], dice: Iterable[int], double: int | None
) -> World:
    """The same world with these values; before the roll a die shows nothing."""
    cells = [list(members) for members in world.cells]
    for (cell, member), value in now.items():
        cells[cell][member] = exactly(value)
    if double is not None:
        for cell in dice:
            cells[cell] = [of((0, double))] * len(cells[cell])
    return with_cells(world, cells, rolled=False)


def places_of(commands: list[Command]) -> set[str]:
    ends = {place for command in commands for move in command.moves for place in move}
    return ends - {ABSENT, "anywhere"}


def command_of(path: Path, name: str, clause: str, tick: bool) -> Command:
    said = name + "".join(f", {pick}" for pick in path.picks)
    return Command(said, clause, path.moves, frozen(path.deltas), path.faces, tick, path.ends_round)


def still_waiting(command: Command, event: str) -> Command:
    """A clause that sets itself off again leaves as many waiting as there were: that is no idle event."""
    if any(name == event for name, _, _ in command.deltas):
        return command
    return replaced(command, (*command.deltas, (event, 0, 0)))


def puts_or_loses(path: Path) -> bool:
    """An effect that takes a ball from play or brings one: such a turn need not have a move of it."""
    return any(ABSENT in move for move in path.moves)


def nested_unsure(program: Program, commands: list[Command]) -> list[Command]:
    """A set that may be complete again while it is paid erases its boxes once only: then nothing is sure."""
    leads: dict[str, set[str]] = {}
    for command in commands:
        takes = {name for name, _, high in command.deltas if name.startswith("pending ") and high < 0}
        gives = {name for name, _, high in command.deltas if name.startswith("pending ") and high > 0}
        if not takes and command.clause.startswith("loop "):
            # A loop without a bound may run whenever it likes.
            leads.setdefault("loops", set()).update(gives)
        for name in takes:
            leads.setdefault(name, {"loops"}).update(gives)
    nested = set()
    for group in program.sets:
        name = f"pending complete {group.name}"
        seen: set[str] = set()
        todo = [*leads.get(name, ())]
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo += leads.get(at, ())
        if name in seen:
            nested.add(name)
    out = []
    for command in commands:
        if any(name in nested and high < 0 for name, _, high in command.deltas):
            loose = tuple(
                (name, low if name in nested else min(low, 0), high if name in nested else max(high, 0))
                for name, low, high in command.deltas
            )
            command = replaced(command, loose)
        out.append(command)
    return out


def groups_of(program: Program, commands: tuple[Command, ...]) -> dict[str, str]:
    """Resources that a linear program gives one weight: boxes of the same sets, a rule on any subject."""
    groups = {}
    for box, made in enumerate(program.boxes):
        sets = [group.name for group in program.sets if group.erases and box in group.boxes]
        if sets:
            groups[f"empty {made.name}"] = "empty " + " ".join(sets)
    for command in commands:
        for name, _, _ in command.deltas:
            if name.startswith("pending rule "):
                groups[name] = name.split(" on ")[0]
    return groups


# ---------------------------------------------------------------- what a call may do


def nodes_with(program: Program, found: Reach, kind: type) -> frozenset[Node]:
    """Actions and events within which an effect of this kind may run."""
    calls: dict[Node, set[Node]] = {}
    having: set[Node] = set()

    def note(node: Node, body: tuple[Effect, ...]) -> None:
        for effect in effects_in(body):
            if isinstance(effect, kind):
                having.add(node)
            calls.setdefault(node, set()).update(direct(program, found.touches.roles, effect)[1])

    for number, action in enumerate(program.actions):
        for body in (action.body, *(instead.body for instead in action.instead)):
            note(("action", number), body)
    for number, ability in enumerate(program.abilities):
        note(("ability", number), ability.body)
    for rule in program.rules:
        for node in event_nodes(rule.event.kind, rule.event.subjects):
            note(node, rule.body)
    grown = True
    while grown:
        more = {node for node, called in calls.items() if node not in having and called & having}
        having |= more
        grown = bool(more)
    return frozenset(having)


# ---------------------------------------------------------------- turns


def turns(program: Program, follower: Follower, roles: dict[str, tuple[int, ...]]) -> Iterator[Command]:
    """A turn with balls in play, and one without; what goes back at its end."""
    for path in turn_paths(program, follower, follower.plain, bare=False):
        tick = not path.plays or puts_or_loses(path)
        words = "a turn" if path.plays else "a turn in which no ball moves"
        yield command_of(path, words, "turn", tick)
    if program.balls:
        cells = [list(members) for members in follower.plain.cells]
        for cell in roles.get("at", ()):
            cells[cell] = [exactly(0)] * len(cells[cell])
        # The ball out of play stays so, which is what the move to the same place says.
        for path in turn_paths(program, follower, with_cells(follower.plain, cells, rolled=False), bare=True):
            idle = replace(path, moves=((ABSENT, ABSENT), *path.moves))
            tick = not path.put or puts_or_loses(path)
            yield command_of(idle, "a turn without a ball in play", "turn", tick)
    end = Path(NOTHING, follower.plain, {})
    for cell, made in enumerate(program.cells):
        if made.role == "used" and made.line == "until":
            end = follower.reset(end, cell)
    end = end.plus(CHANGED_DICE, -program.dice, 0)
    yield command_of(end, "the turn ends", "turn", tick=False)


def turn_paths(program: Program, follower: Follower, world: World, bare: bool) -> list[Path]:
    """All ways through the steps of a turn; one who leaves a step goes on, one who is finished stops."""
    paths = [Path(NOTHING, world, {}, bare=bare)]
    for step in program.steps:
        out: list[Path] = []
        for path in paths:
            if "finished" in path.deltas:
                out.append(path)
                continue
            terms = {t: v for t, v in path.known.terms.items() if not has_variable(t)}
            out.append(replace(path, known=Known({}, terms), left=False))
        paths = follower.run(step.body, out)
    return paths


# ---------------------------------------------------------------- moves


def ball_moves(program: Program, follower: Follower, changed: bool) -> Iterator[Command]:
    """Every move by a die as it fell, the same by a die that was changed, and every loss."""
    world = follower.plain
    values = world.dice()
    faces_of: dict[tuple[int, int, tuple[int, ...]], frozenset[int]] = {}
    die = Known({0: span(0, program.dice - 1)}, {})
    there = {
        way
        for way in {move[0] for move in world.moves}
        if (guard := program.ways[way].guard) is None or assume(world, die, guard, True) is not None
    }
    opened = {box for box in {move[2] for move in world.moves} if may_open(world, box, die.variables[0])}
    for way, source, box in sorted(world.moves):
        made = program.ways[way]
        if way not in there or box not in opened:
            continue
        key = (source, box, made.through)
        shown = of((made.steps,)) if made.steps is not None else shown_faces(world, box)
        faces = frozenset(face for face in ALL_FACES if shown.has(face))
        if not meet(shown, values).empty:
            faces_of[key] = faces_of.get(key, frozenset()) | faces
    touching = follower.found.touches.nodes.get(("passed", -1), frozenset())
    may_be_lost = bool(touching & follower.found.touches.roles.get("at", frozenset()))
    for (source, box, through), faces in faces_of.items():
        start, made_box = follower.place(source), program.boxes[box]
        end = follower.place(made_box.position)
        path = Path(NOTHING, world, {}, faces=faces)
        for feature in through:
            path = follower.raised(path, "passed", feature, sure=True)
        passed = path
        if made_box.line != "never":
            path = path.plus(follower.empty(box), -1, -1)
        path = follower.fill_events(path, box, True, True, sure=True)
        path = replace(path, moves=((start, end),))
        name = f"{start} to {made_box.name}"
        ways = [(path, name)]
        if through and may_be_lost:
            lost = replace(passed, moves=((start, ABSENT),))
            ways.append((lost, f"{start} lost on the way to {made_box.name}"))
        for each, said in ways:
            if faces:
                yield command_of(each, said, "move", tick=True)
            if changed:
                other = replace(each, faces=ALL_FACES).plus(CHANGED_DICE, -1, -1)
                yield command_of(other, f"{said} with a changed die", "move", tick=True)
    if program.balls:
        for position in sorted(world.positions):
            start = follower.place(position)
            lost = follower.raised(Path(NOTHING, world, {}), "lost", -1, sure=True)
            lost = replace(lost, moves=((start, ABSENT),))
            yield command_of(lost, f"{start} lost", "loss", tick=True)


def abilities(program: Program, follower: Follower) -> Iterator[Command]:
    """Every ability that may be offered, at any time."""
    for number, ability in enumerate(program.abilities):
        if number not in follower.plain.abilities:
            continue
        for path in follower.when(Path(NOTHING, follower.plain, {}), ability.guard):
            known: Known | None = path.known
            for binder in ability.params:
                known = None if known is None else bound(path.world, known, binder)
            if known is None:
                continue
            for used in follower.run(ability.body, [replace(path, known=known)]):
                words = f"ability {ability.name}"
                yield command_of(used, words, words, tick=puts_or_loses(used))
