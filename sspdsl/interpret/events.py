"""Events and what they set off: rules, lifetimes, fills, sets, stars, lost balls, actions."""

from __future__ import annotations

from collections.abc import Sequence

from sspdsl.interpret import effects  # Effects raise events, and events run effects.
from sspdsl.interpret.lookup import NO_SUBJECT
from sspdsl.interpret.run import Env, Leave, Run
from sspdsl.interpret.values import holds, is_box, value
from sspdsl.ir.model import ModifierDef, Place
from sspdsl.ir.terms import Body

KEPT_LINES = ("dashed", "double", "never")
"""Lines that completing a set does not erase."""


def run_owned(run: Run, place: Place | None, body: Body, env: Env) -> None:
    """Run the body of a clause, known as the place that is to blame for an error in it."""
    run.places.append(place)
    effects.run_body(run, body, env)
    run.places.pop()


def run_rules(run: Run, before: bool, kind: str, subject: int, variables: Env) -> None:
    """The `before` or the `when` rules of an event, in order; each guard is read when its turn comes."""
    if run.quiet:
        return
    table = run.lookup.before if before else run.lookup.when
    for number in table.get((kind, subject), ()):
        rule = run.program.rules[number]
        if holds(run, rule.guard, dict(variables)):
            run.fired("rule", number)
            run_owned(run, rule.place, rule.body, dict(variables))


def end_lifetimes(run: Run, kind: str, subject: int, variables: Env) -> None:
    """What lasted until this event goes back to its first value, or is erased. This raises nothing."""
    if run.quiet:
        return
    for number in run.lookup.lifetimes.get((kind, subject), ()):
        lifetime = run.program.lifetimes[number]
        if holds(run, lifetime.guard, dict(variables)):
            run.fired("lifetime", number)
            for cell in lifetime.cells:
                run.reset(cell)
            erase(run, lifetime.boxes)


# ---------------------------------------------------------------- actions


def do_action(run: Run, action: int, args: Sequence[int] = ()) -> None:
    """Its `before` rules; the first `instead` that holds, or its body; its `when` rules; lifetimes."""
    definition = run.program.actions[action]
    variables = dict(enumerate(args))
    run_rules(run, True, "action", action, variables)
    for number, instead in enumerate(definition.instead):
        if holds(run, instead.guard, dict(variables)):
            run.fired("instead", (action, number))
            run_owned(run, instead.place, instead.body, dict(variables))
            break
    else:
        run.fired("action", action)
        run_owned(run, definition.place, definition.body, dict(variables))
    run_rules(run, False, "action", action, variables)
    end_lifetimes(run, "action", action, variables)


def do_moment(run: Run, name: str) -> None:
    """Run an action that the game itself raises, if the table has it: `game_starts`, `game_ends`."""
    action = run.lookup.actions.get(name)
    if action is not None:
        do_action(run, action)


def end_game(run: Run) -> None:
    """The acting player's game is over (CORE-END); the step is left."""
    if not run.finished(run.me):
        do_moment(run, "game_ends")
        for ball in range(run.program.balls):
            run.set_role("at", ball, None, 0)
        run.set_role("finished", None, None, 1)
        run.set_role("last_roll", None, None, run.role("rolls"))
    raise Leave


# ---------------------------------------------------------------- boxes and sets


def fill(run: Run, box: int, by_ball: bool) -> None:
    """Fill a box: mark, score, rules, sets (AMB-CORE-11). By a ball it is `hit` first, then `filled`."""
    if box == -1:
        return
    check_box(run, box)
    kinds = ("hit", "filled") if by_ball else ("filled",)
    for kind in kinds:
        run_rules(run, True, kind, box, {0: box})
    mark(run, box)
    stars = run.program.boxes[box].stars
    if stars is not None:
        score(run, value(run, stars, {0: box}), box, None)
    for kind in kinds:
        run_rules(run, False, kind, box, {0: box})
    settle(run, run.lookup.sets_with.get(box, []), box)
    for kind in kinds:
        end_lifetimes(run, kind, box, {0: box})


def mark(run: Run, box: int) -> None:
    """Mark a box and raise nothing. A box that is never filled stays empty; -1 is no box."""
    if box == -1:
        return
    check_box(run, box)
    if run.program.boxes[box].line != "never":
        run.table.filled[run.me].add(box)


def erase(run: Run, boxes: Sequence[int]) -> None:
    """Erase boxes of the acting player and raise nothing; -1 is no box."""
    for box in boxes:
        if box != -1:
            check_box(run, box)
            run.table.filled[run.me].discard(box)


def check_box(run: Run, box: int) -> None:
    if not is_box(run, box):
        run.fail(f"there is no box {box}")


def settle(run: Run, sets: Sequence[int], box: int) -> None:
    """Pay those of these sets that are complete when their turn comes."""
    for number in sets:
        if not run.quiet and is_complete(run, number):
            complete(run, number, box)


def is_complete(run: Run, number: int) -> bool:
    """Every box of the set is filled, and every indicator of it."""
    group = run.program.sets[number]
    boxes = run.table.filled[run.me].issuperset(group.boxes)
    return boxes and all(run.read(cell, index) for cell, index in group.cells)


def complete(run: Run, number: int, box: int) -> None:
    """Count it, run the rules of `complete`, erase it if it erases, and end what lasted until then."""
    group = run.program.sets[number]
    run.fired("set", number)
    variables = {0: number, 1: box}
    if group.completions is not None:
        most = run.program.cells[group.completions].high
        run.write(group.completions, None, None, min(run.read(group.completions) + 1, most))
    run_rules(run, True, "complete", number, variables)
    run_rules(run, False, "complete", number, variables)
    if group.erases:
        erase(run, [box for box in group.boxes if run.program.boxes[box].line not in KEPT_LINES])
        for cell, index in group.cells:
            definition = run.program.cells[cell]
            if definition.line not in KEPT_LINES:
                run.write(cell, index, None, definition.first)
    end_lifetimes(run, "complete", number, variables)


# ---------------------------------------------------------------- stars, cells, balls


def score(run: Run, amount: int, box: int | None, award: int | None) -> None:
    """Score stars, times every modifier that matches; `until used` modifiers are used up."""
    applied = []
    for number, modifier in enumerate(run.program.modifiers):
        if matches(modifier, box, award) and holds(run, modifier.guard, {}):
            amount = run.number(amount * value(run, modifier.factor, {}))
            applied.append(number)
    if amount != 0:
        for number in applied:
            run.fired("modifier", number)
            for cell in run.program.modifiers[number].uses:
                run.reset(cell)
    run.set_role("score", None, None, run.role("score") + amount)
    run.set_role("last_stars", None, None, amount)


def matches(modifier: ModifierDef, box: int | None, award: int | None) -> bool:
    """Whether stars from this source are multiplied; with `all`, the modifier lists its exceptions."""
    listed = box in modifier.boxes or award in modifier.awards
    return listed is not modifier.all


def assign(run: Run, cell: int, index: int | None, player: int | None, new: int) -> None:
    """Write a cell; a new value raises `changed`."""
    if run.read(cell, index, player) == new and _is_there(run, cell, index, player):
        return
    variables = {0: cell, 1: 0 if index is None else index}
    run_rules(run, True, "changed", cell, variables)
    run.write(cell, index, player, new)
    if new != run.program.cells[cell].first and not run.quiet:
        run.fired("wrote", (cell, 0 if index is None else index - run.program.cells[cell].index_low))
    run_rules(run, False, "changed", cell, variables)
    end_lifetimes(run, "changed", cell, variables)


def _is_there(run: Run, cell: int, index: int | None, player: int | None) -> bool:
    members = run.table.members(cell, run.me if player is None else player)
    at = 0 if index is None else index - run.program.cells[cell].index_low
    return 0 <= at < len(members)


def lose_ball(run: Run, ball: int) -> None:
    """Raise `lost`, which takes the ball out of play; a ball not in play: nothing (CORE-LOSS)."""
    if run.role("at", ball) == 0:
        return
    run_rules(run, True, "lost", NO_SUBJECT, {0: ball})
    run.set_role("at", ball, None, 0)
    run_rules(run, False, "lost", NO_SUBJECT, {0: ball})
    end_lifetimes(run, "lost", NO_SUBJECT, {0: ball})


def pass_feature(run: Run, feature: int) -> None:
    """A ball passes a feature on its way."""
    run_rules(run, True, "passed", feature, {0: feature})
    run_rules(run, False, "passed", feature, {0: feature})
    end_lifetimes(run, "passed", feature, {0: feature})
