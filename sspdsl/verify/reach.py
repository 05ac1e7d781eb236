"""What can occur at all: runs every body, move and rule over the world until nothing new appears.

An over-approximation. Guards are respected as far as the ranges of the cells they read can tell,
but which things occur together is not followed: what it reaches may be impossible, what it does
not reach is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sspdsl.ir.model import BanDef, Program, RuleDef, WayDef
from sspdsl.ir.terms import Body, Cell, Expr, LoseBall, MoveBall, Num, Op, RollDice
from sspdsl.verify.effects import Touches, touches
from sspdsl.verify.evaluate import NOTHING, Known, assume, bound, evaluate, may_open, shown_faces
from sspdsl.verify.flow import Flow
from sspdsl.verify.values import NONE, Values, apply, exactly, join, meet, of, span, without
from sspdsl.verify.where import NOWHERE
from sspdsl.verify.world import World

FULL_ROLES = ("die_used", "moved", "mover", "chosen", "way", "kept", "finished", "used")
"""Cells that the engine itself writes: anything in their range may occur. `origin` is where a ball rested."""
MOST_PASSES = 60
MOST_EDGES = 200_000


@dataclass(frozen=True, slots=True)
class Reach:
    """The fixed point: the world, and the last pass over the bodies. `whole` is false if it was given up."""

    world: World
    flow: Flow
    touches: Touches
    whole: bool


def reach(program: Program, limits: Mapping[tuple[int, int], Values] | None = None) -> Reach:
    """Everything that may occur in any game of this program.

    With `limits` only in games in which these members of cells never hold anything else.
    """
    world = World(program)
    world.limits = dict(limits or {})
    grant_engine_cells(world)
    closure = touches(program)
    rules_of: dict[int, list[tuple[int, RuleDef]]] = {}
    listened: set[int] = set()
    for number, rule in enumerate(program.rules):
        for subject in rule.event.subjects:
            if rule.event.kind == "action":
                rules_of.setdefault(subject, []).append((number, rule))
            elif rule.event.kind == "changed":
                listened.add(subject)
    separate: set[int] = set()
    whole = sum(len(w.sources) * len(w.targets) for w in program.ways) <= MOST_EDGES
    while True:
        flow = Flow(program, world, closure, rules_of, frozenset(listened), separate=set(separate))
        world.changed = False
        one_pass(program, world, flow, whole)
        separate |= flow.separate
        world.passes += 1
        if not world.changed:
            return Reach(world, flow, closure, whole)
        if world.passes > MOST_PASSES:
            return Reach(world, flow, closure, False)


def grant_engine_cells(world: World) -> None:
    """What the engine writes by itself; `taken` and `achievement` are written by bodies."""
    for number, cell in enumerate(world.program.cells):
        if cell.role in FULL_ROLES:
            most = {
                "mover": world.program.balls,
                "chosen": world.program.dice,
                "way": len(world.program.way_names),
            }.get(cell.role, cell.high)
            high = min(most, cell.high)
            world.write(number, span(None, None) if cell.size > 1 else None, span(cell.low, high))


def one_pass(program: Program, world: World, flow: Flow, edges: bool) -> None:
    """Every root once: the start, the steps, rules, abilities, moves, completions, the end."""
    named = {action.name: number for number, action in enumerate(program.actions)}
    world.rolled, world.starting = False, True
    if "game_starts" in named:
        flow.do(named["game_starts"], [], NOTHING)
    world.starting = False
    for number, step in enumerate(program.steps):
        flow.where = ("step", number)
        flow.run(step.body, NOTHING)
        world.rolled = world.rolled or (step.shared and rolls_first(step.body))
    if world.plays:
        balls_move(program, world, edges)
    in_turn = world.rolled
    for number in range(len(program.rules)):
        world.rolled = in_turn and not world.early
        run_rule(world, flow, number)
    world.rolled = in_turn
    for number, ability in enumerate(program.abilities):
        if ability.window in world.windows:
            run_ability(world, flow, number)
    world.rolled = False
    for action in sorted(flow.separate):
        flow.where = NOWHERE
        params = program.actions[action].params
        flow.do(action, [world.arguments.get((action, slot), NONE) for slot in range(params)], NOTHING)
    if ("end", 0) in world.events and "game_ends" in named:
        flow.where = NOWHERE
        flow.do(named["game_ends"], [], NOTHING)
    complete_sets(program, world, flow)


def rolls_first(body: Body) -> bool:
    return bool(body) and isinstance(body[0], RollDice)


# ---------------------------------------------------------------- rules, abilities, sets


def run_rule(world: World, flow: Flow, number: int) -> None:
    """A rule on anything but an action, for all subjects that may occur, taken together."""
    rule = world.program.rules[number]
    kind = rule.event.kind
    if kind == "action":
        return
    happened = {subject for k, subject in world.events if k == kind}
    subjects = set(rule.event.subjects) & happened if rule.event.subjects else happened
    if kind == "lost":
        subjects = set(range(world.program.balls)) if happened else set()
    if not subjects:
        return
    variables: dict[int, Values] = {0: of(subjects)}
    if kind == "complete":
        variables[1] = join(exactly(-1), of(range(len(world.program.boxes))))
    if kind == "changed":
        variables[1] = span(None, None)
    flow.where = ("rule", number)
    known: Known | None = Known(variables, {} if kind in world.unmoved else moved_terms(world))
    if rule.guard is not None and known is not None:
        flow.asks(known, rule.guard, False)
        known = flow.asks(known, rule.guard, True)
    if known is not None:
        flow.runs.add(("rule", number, 0))
    flow.run(rule.body, known)


def moved_terms(world: World) -> dict[Expr, Values]:
    """What is known of the move, in a rule that only a move sets off."""
    return {
        Cell(number): without(world.cell(number, None), 0)
        for number, cell in enumerate(world.program.cells)
        if cell.role in ("mover", "chosen", "origin", "way")
    }


def run_ability(world: World, flow: Flow, number: int) -> None:
    ability = world.program.abilities[number]
    known: Known | None = NOTHING
    if ability.guard is not None:
        known = assume(world, NOTHING, ability.guard, True)
    for binder in ability.params:
        known = None if known is None else bound(world, known, binder)
    if known is None:
        return
    world.grow(world.abilities, number)
    flow.where = ("ability", number)
    flow.run(ability.body, known)


def complete_sets(program: Program, world: World, flow: Flow) -> None:
    """A set whose boxes may all be filled, and cells set, may be complete."""
    for number, made in enumerate(program.sets):
        happened = number in world.settled or any(("filled", box) in world.events for box in made.boxes)
        boxes = all(box in world.filled for box in made.boxes)
        cells = all(world.cell(cell, exactly(index)).words() != "0" for cell, index in made.cells)
        if not (happened and boxes and cells):
            continue
        world.happens("complete", number)
        if made.completions is not None:
            counter = program.cells[made.completions]
            index = None if counter.size == 1 else span(None, None)
            more = world.cell(made.completions, index)
            flow.where = ("set", number)
            if counter.form == "tally":
                world.write(made.completions, index, span(counter.low, None))
            else:
                counted = apply("min", apply("+", more, exactly(1)), exactly(counter.high))
                world.write(made.completions, index, counted)
        if made.erases:
            for cell, _ in made.cells:
                world.write(cell, span(None, None), exactly(0))


# ---------------------------------------------------------------- moves


def balls_move(program: Program, world: World, edges: bool) -> None:
    """Every move of a ball that may occur."""
    world.happens("lost", 0)
    # A ball is given up without a move.
    world.grow(world.unmoved, "lost")
    dice = world.dice()
    die = Known({0: span(0, program.dice - 1)}, {})
    world.rolled = True
    opened: dict[int, bool] = {}
    for number, way in enumerate(program.ways):
        sources = [s for s in way.sources if s in world.positions]
        if not sources or (way.guard is not None and assume(world, die, way.guard, True) is None):
            continue
        bans = [b for b in program.bans if speaks(b, way) and always(world, b, die)]
        for box in way.targets:
            if not any_die(world, way, box, dice):
                continue
            if box not in opened:
                opened[box] = may_open(world, box, span(0, program.dice - 1))
            if not opened[box]:
                continue
            for source in sources:
                if any(source in b.sources and box in b.targets for b in bans):
                    continue
                take(program, world, (number, source, box))
                if not edges:
                    # One edge stands for all of this block.
                    for each in sources:
                        set_out(world, each)
                    break


def speaks(ban: BanDef, way: WayDef) -> bool:
    return not ban.ways or way.name in ban.ways


def always(world: World, ban: BanDef, die: Known) -> bool:
    """Whether the ban holds at all times."""
    return ban.guard is None or assume(world, die, ban.guard, False) is None


def any_die(world: World, way: WayDef, box: int, dice: Values) -> bool:
    """Whether some value of a die leads this way to this box. On a ring the die is a distance, not a face."""
    if way.steps is not None:
        return dice.has(way.steps)
    return not meet(dice, shown_faces(world, box)).empty


def take(program: Program, world: World, move: tuple[int, int, int]) -> None:
    if move in world.moves:
        return
    world.grow(world.moves, move)
    way, source, box = move
    for feature in program.ways[way].through:
        world.happens("passed", feature)
    world.grow(world.hit, box)
    world.happens("hit", box)
    world.happens("filled", box)
    world.fill(box, None)
    position = program.boxes[box].position
    for cell, made in enumerate(program.cells):
        if made.role == "at":
            world.write(cell, span(None, None) if made.size > 1 else None, exactly(position + 1))
    set_out(world, source)
    if not leaves_at_once(program, world, box):
        world.grow(world.positions, position)


def set_out(world: World, source: int) -> None:
    """A ball sets out from here."""
    for cell, made in enumerate(world.program.cells):
        if made.role == "origin":
            world.write(cell, None, exactly(source + 1))


def leaves_at_once(program: Program, world: World, box: int) -> bool:
    """Whether hitting this box always takes the ball away: an unguarded rule moves or loses it."""
    for rule in program.rules:
        if rule.event.kind != "hit" or rule.guard is not None or box not in rule.event.subjects:
            continue
        for effect in rule.body:
            if isinstance(effect, LoseBall) and moved_ball(program, effect.ball):
                return True
            if isinstance(effect, MoveBall) and moved_ball(program, effect.ball):
                there = evaluate(world, Known({0: exactly(box)}, {}), effect.position)
                return not there.has(program.boxes[box].position)
    return False


def moved_ball(program: Program, term: Expr) -> bool:
    """Whether a term is the ball that moves: `mover` less one."""
    match term:
        case Op("-", (Cell(cell, None, None), Num(1))):
            return program.cells[cell].role == "mover"
    return False
