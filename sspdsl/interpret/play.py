"""What a player may do while balls wait: moves, abilities, losses (semantics: "Playing balls")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sspdsl.interpret import events
from sspdsl.interpret.run import Env, Leave, Run
from sspdsl.interpret.state import Decision
from sspdsl.interpret.texts import ball_text, bound, member_texts, move_text
from sspdsl.interpret.values import holds, is_free, is_open, shows, ways_to_bind
from sspdsl.ir.model import AbilityDef

Option = tuple[str, Callable[[], None]]


class Undecided(Exception):  # noqa: N818 (a trial stops here)
    """What an ability would do is judged up to its first decision."""


def waiting_balls(run: Run) -> list[int]:
    """The balls in play that have not moved."""
    balls = range(run.program.balls)
    return [ball for ball in balls if run.role("at", ball) and not run.role("moved", ball)]


def free_dice(run: Run) -> list[int]:
    """The dice that no ball has used."""
    return [die for die in range(run.program.dice) if not run.role("die_used", die)]


def play_options(run: Run) -> list[Option]:
    """Everything the player may do now: moves, then abilities, then losses."""
    pairs = balls_with_dice(run)
    moves = [option for ball, die in pairs for option in move_options(run, ball, die)]
    window = run.lookup.windows.get("acting")
    abilities = [] if window is None else ability_options(run, window)
    return [*moves, *abilities, *loss_options(run, pairs)]


def balls_with_dice(run: Run) -> list[tuple[int, int]]:
    """Each waiting ball with each free die, but for what has a kept die lose a ball (CORE-NUDGE-07).

    With one ball the moves themselves see to it. If promises cannot all be held, none is.
    """
    balls, dice = waiting_balls(run), free_dice(run)
    pairs = [(ball, die) for ball in balls for die in dice]
    kept = [die for die in dice if run.role("kept", die)]
    if len(balls) < 2 or not kept:
        return pairs
    good = {(ball, die) for ball in balls for die in kept if has_move(run, ball, die)}
    return [
        (ball, die)
        for ball, die in pairs
        if (die not in kept or (ball, die) in good)
        and all(
            any((other, left) in good for other in balls if other != ball) for left in kept if left != die
        )
    ] or pairs


# ---------------------------------------------------------------- moves


def move_options(run: Run, ball: int, die: int) -> list[Option]:
    """The moves of one ball by one die."""
    start = run.role("at", ball) - 1
    shown = start if len(waiting_balls(run)) > 1 else None
    options: list[Option] = []
    for box, way in boxes_in_reach(run, ball, die):
        text = move_text(run, die, box, run.program.ways[way].through, shown)
        options.append((text, partial(move, run, ball, die, box, way)))
    return options


def boxes_in_reach(run: Run, ball: int, die: int) -> Iterator[tuple[int, int]]:
    """Each box that a die can bring a ball to, with each way there, in order."""
    start, face, kept = run.role("at", ball) - 1, run.role("value", die), run.role("kept", die)
    for box, ways in run.lookup.ways_from[start]:
        definition = run.program.boxes[box]
        # Most boxes are out of the question at a glance.
        if face not in definition.faces and not definition.slots and box not in run.lookup.by_distance:
            continue
        if (kept and definition.drains) or not is_open(run, box, die):
            continue
        shown = shows(run, box, face)
        for way in ways:
            # The box must show the die, but for a way on which the die is a distance.
            steps = run.program.ways[way].steps
            if (shown if steps is None else face == steps) and is_free(run, way, start, box, die):
                yield box, way


def move(run: Run, ball: int, die: int, box: int, way: int) -> None:
    """Move a ball to a box by a way, through what lies on it, and hit the box."""
    definition = run.program.ways[way]
    run.fired("way", way)
    use_die(run, ball, die)
    run.set_role("mover", None, None, ball + 1)
    run.set_role("chosen", None, None, die + 1)
    run.set_role("origin", None, None, run.role("at", ball))
    run.set_role("way", None, None, run.program.way_names.index(definition.name) + 1)
    for feature in definition.through:
        events.pass_feature(run, feature)
        if not run.role("at", ball):
            return
    run.set_role("at", ball, None, run.program.boxes[box].position + 1)
    events.fill(run, box, by_ball=True)


def use_die(run: Run, ball: int, die: int | None) -> None:
    """This ball has moved, and this die brought it there."""
    run.set_role("moved", ball, None, 1)
    if die is not None:
        run.set_role("die_used", die, None, 1)


# ---------------------------------------------------------------- losses


def loss_options(run: Run, pairs: list[tuple[int, int]]) -> list[Option]:
    """A ball is lost only if nothing can be filled with a die it may use (CORE-LOSS-01, AMB-CORE-16)."""
    balls, dice = waiting_balls(run), free_dice(run)
    if len(balls) == 1:
        if any(has_move(run, balls[0], die) for die in dice):
            return []
        return [("lose ball", partial(lose, run, balls[0], dice[0] if dice else None))]
    return [
        (f"lose {ball_text(run, ball)} with {run.role('value', die)}", partial(lose, run, ball, die))
        for ball, die in pairs
        if not has_move(run, ball, die)
    ]


def has_move(run: Run, ball: int, die: int) -> bool:
    return next(boxes_in_reach(run, ball, die), None) is not None


def lose(run: Run, ball: int, die: int | None) -> None:
    """Give a ball up; the loss uses the die as a move does."""
    use_die(run, ball, die)
    events.lose_ball(run, ball)


# ---------------------------------------------------------------- abilities


def ability_options(run: Run, window: int) -> list[Option]:
    """The abilities of a window in order, each once for every way to bind its parameters."""
    options: list[Option] = []
    for number, ability in enumerate(run.program.abilities):
        if ability.window != window or not holds(run, ability.guard, {}):
            continue
        for members in ways_to_bind(run, ability.params, {}):
            env = bound(ability.params, members)
            if may_use(run, ability, env):
                text = " ".join([ability.name, *member_texts(run, ability.params, members)])
                options.append((text, partial(use, run, number, env)))
    return options


def may_use(run: Run, ability: AbilityDef, env: Env) -> bool:
    """A `keeping` ability must leave a move that keeps a ball, one without parameters a change."""
    if not ability.keeping and ability.params:
        return True
    after, goes_on = trial(run, ability, env)
    if not ability.params and goes_on and run.table.freeze() == after.table.freeze():
        return False
    return not ability.keeping or all(keeps_a_ball(after, die) for die in changed_dice(run, after))


def trial(run: Run, ability: AbilityDef, env: Env) -> tuple[Run, bool]:
    """The table as it would be after the ability, and whether neither a decision nor an end stopped it."""

    def stop(decision: Decision) -> str:
        raise Undecided

    after = Run(run.program, run.lookup, run.table.copy(), stop, lambda kind, what: None, run.me)
    # What conditions say of the trial decides what is offered now.
    after.asked = run.asked
    try:
        events.run_owned(after, ability.place, ability.body, dict(env))
    except (Undecided, Leave):
        after.me = run.me
        return after, False
    return after, True


def changed_dice(run: Run, after: Run) -> list[int]:
    """The dice whose value is another than before."""
    return [
        die for die in range(run.program.dice) if after.role("value", die, run.me) != run.role("value", die)
    ]


def keeps_a_ball(run: Run, die: int) -> bool:
    """This die has a move that does not lose a ball that waits; or, if one waits, another die has."""
    free, waiting = free_dice(run), waiting_balls(run)
    if die not in free:
        return False
    return any(
        not run.program.boxes[box].drains
        for other in (free if len(waiting) == 1 else [die])
        for ball in waiting
        for box, _ in boxes_in_reach(run, ball, other)
    )


def use(run: Run, number: int, env: Env) -> None:
    """Run the ability; dice changed by one that keeps the ball are promised not to lose it."""
    ability = run.program.abilities[number]
    run.fired("ability", number)
    values = [run.role("value", die) for die in range(run.program.dice)]
    events.run_owned(run, ability.place, ability.body, dict(env))
    for die, old in enumerate(values):
        if ability.keeping and run.role("value", die) != old:
            run.set_role("kept", die, None, 1)
