"""What each effect does. Effects run in order, each to its end."""

from __future__ import annotations

from itertools import product

from sspdsl.interpret import events, play
from sspdsl.interpret.run import MOST_EFFECTS, Env, Leave, Run
from sspdsl.interpret.texts import bound, cell_value_text, member_text, member_texts
from sspdsl.interpret.values import domain, holds, value, value_or_none, ways_to_bind
from sspdsl.ir import terms
from sspdsl.ir.terms import Body, Effect

DIE = (1, 2, 3, 4, 5, 6)


def run_body(run: Run, body: Body, env: Env) -> None:
    """Run these effects in order."""
    for effect in body:
        run.step()
        run.fired("effect", effect)
        _run_effect(run, effect, env)


def _run_effect(run: Run, effect: Effect, env: Env) -> None:
    match effect:
        case terms.Assign(cell, index, player, new):
            at, whose = value_or_none(run, index, env), value_or_none(run, player, env)
            events.assign(run, cell, at, whose, value(run, new, env))
        case terms.Reset(cell, None):
            run.reset(cell)
        case terms.Reset(cell, index):
            run.write(cell, value_or_none(run, index, env), None, run.program.cells[cell].first)
        case terms.Score(amount, box, award):
            events.score(run, value(run, amount, env), value_or_none(run, box, env), award)
        case terms.Fill(box):
            events.fill(run, value(run, box, env), by_ball=False)
        case terms.Hit(box):
            events.fill(run, value(run, box, env), by_ball=True)
        case terms.Mark(box):
            events.mark(run, value(run, box, env))
        case terms.EraseBox(box):
            events.erase(run, [value(run, box, env)])
        case terms.EraseBoxes(boxes):
            events.erase(run, boxes)
        case terms.Settle(sets):
            events.settle(run, sorted(sets, key=lambda number: (run.lookup.set_size[number], number)), -1)
        case terms.Do(action, args):
            events.do_action(run, action, [value(run, arg, env) for arg in args])
        case terms.If(cond, then, other):
            run_body(run, then if holds(run, cond, env) else other, env)
        case terms.Each():
            _each(run, effect, env)
        case terms.Repeat(times, body):
            for _ in range(value(run, times, env) if body else 0):
                run_body(run, body, env)
        case terms.RepeatUntil(cond, body):
            _repeat_until(run, cond, body, env)
        case terms.Let(slot, new):
            env[slot] = value(run, new, env)
        case terms.Choose():
            _choose(run, effect, env)
        case terms.OneOf():
            _one_of(run, effect, env)
        case terms.MoveBall(ball, position):
            _move_ball(run, value(run, ball, env), value(run, position, env))
        case terms.PutBall(position):
            _put_ball(run, value(run, position, env))
        case terms.LoseBall(ball):
            events.lose_ball(run, value(run, ball, env))
        case terms.RollDice():
            _roll_dice(run)
        case terms.RollCell(cell, index, player):
            _roll_cell(run, cell, value_or_none(run, index, env), value_or_none(run, player, env))
        case terms.Draw():
            _draw(run, effect, env)
        case terms.PlayBalls():
            _play_balls(run)
        case terms.Offer(window):
            _offer(run, window)
        case terms.End("game"):
            events.end_game(run)
        case terms.End():
            raise Leave


def _each(run: Run, effect: terms.Each, env: Env) -> None:
    binder, me = effect.binder, run.me
    for member in domain(run, binder.domain, env):
        env[binder.slot] = member
        if not holds(run, binder.where, env):
            continue
        if not effect.as_player:
            run_body(run, effect.body, env)
            continue
        if not 0 <= member < run.table.players:
            run.fail(f"there is no player {member + 1}")
        run.me = member
        leave_from = len(run.places)
        try:
            run_body(run, effect.body, env)
        except Leave:
            del run.places[leave_from:]
        run.me = me


def _repeat_until(run: Run, cond: terms.Expr, body: Body, env: Env) -> None:
    while not holds(run, cond, env):
        run.step("a `repeat until` without end")
        run_body(run, body, env)


# ---------------------------------------------------------------- choices


def _choose(run: Run, effect: terms.Choose, env: Env) -> None:
    if effect.least is None and effect.most is None:
        least, most = (0 if effect.optional else 1), 1
    else:
        least = 0 if effect.least is None else value(run, effect.least, env)
        most = MOST_EFFECTS if effect.most is None else value(run, effect.most, env)
    picked: list[tuple[int, ...]] = []
    while len(picked) < most:
        ways = [way for way in ways_to_bind(run, effect.binders, env) if way not in picked]
        if not ways:
            return
        options: list[tuple[str, tuple[int, ...] | None]] = [
            (" ".join(member_texts(run, effect.binders, way)), way) for way in ways
        ]
        if len(picked) >= least or (effect.optional and not picked):
            options.append(("pass", None))
        way = run.choose("choose", options, effect.about)
        if way is None:
            return
        picked.append(way)
        env.update(bound(effect.binders, way))
        run_body(run, effect.body, env)


def _one_of(run: Run, effect: terms.OneOf, env: Env) -> None:
    options: list[tuple[str, terms.Branch | None]] = [
        (branch.name, branch) for branch in effect.branches if holds(run, branch.guard, env)
    ]
    if not options:
        return
    if effect.optional:
        options.append(("pass", None))
    branch = run.choose("choose", options, effect.about)
    if branch is not None:
        run.fired("branch", branch)
        run_body(run, branch.body, env)


def _offer(run: Run, window: int) -> None:
    while abilities := play.ability_options(run, window):
        options = [*abilities, ("pass", None)]
        definition = run.program.windows[window]
        use = run.choose("choose", options, definition.title or definition.name)
        if use is None:
            return
        use()


def _play_balls(run: Run) -> None:
    window = run.lookup.windows.get("acting")
    about = "a ball moves" if window is None else run.program.windows[window].title or "acting"
    while play.waiting_balls(run):
        run.choose("choose", play.play_options(run), about)()


# ---------------------------------------------------------------- balls


def _move_ball(run: Run, ball: int, position: int) -> None:
    if run.role("at", ball):
        run.set_role("at", ball, None, _position(run, position) + 1)


def _put_ball(run: Run, position: int) -> None:
    for ball in range(run.program.balls):
        if not run.role("at", ball):
            run.set_role("at", ball, None, _position(run, position) + 1)
            run.set_role("moved", ball, None, 1)
            return


def _position(run: Run, position: int) -> int:
    if not 0 <= position < len(run.program.positions):
        run.fail(f"there is no position {position} for a ball")
    return position


# ---------------------------------------------------------------- chance


def _roll_dice(run: Run) -> None:
    dice = (DIE,) * run.program.dice
    options = [(" ".join(map(str, faces)), faces) for faces in product(*dice)]
    faces = run.choose("roll", options, "the dice", dice)
    run.set_role("rolls", None, None, run.role("rolls") + 1)
    for die, face in enumerate(faces):
        run.set_role("raw", die, None, face)
        for player in range(run.table.players):
            run.set_role("value", die, player, face)


def _roll_cell(run: Run, cell: int, index: int | None, player: int | None) -> None:
    definition = run.program.cells[cell]
    faces = tuple(range(definition.low, definition.high + 1))
    about = definition.title or definition.name
    face = run.choose("roll", [(cell_value_text(run, cell, face), face) for face in faces], about, (faces,))
    events.assign(run, cell, index, player, face)


def _draw(run: Run, effect: terms.Draw, env: Env) -> None:
    options: list[tuple[str, int]] = []
    seen: dict[str, int] = {}
    for (member,) in ways_to_bind(run, (effect.binder,), env):
        text = member_text(run, effect.binder.kind, member)
        seen[text] = seen.get(text, 0) + 1
        # Members stay apart, for each is as likely as the others.
        options.append((text if seen[text] == 1 else f"{text} #{seen[text]}", member))
    if options:
        member = run.choose("draw", options, "a draw")
        env[effect.binder.slot] = member
        run_body(run, effect.body, env)
