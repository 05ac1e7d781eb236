"""The effects that branch, repeat and call: choices, lists, loops, actions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sspdsl.ir.terms import (
    Binder,
    Body,
    Choose,
    Do,
    Draw,
    Each,
    Effect,
    End,
    Expr,
    Offer,
    OneOf,
    Repeat,
    RepeatUntil,
    Span,
)
from sspdsl.ir.terms import Values as Listed
from sspdsl.ir.walk import effects_in
from sspdsl.verify.evaluate import Known, bound
from sspdsl.verify.flow import fresh, has_variable, without_slots
from sspdsl.verify.gone import gone_for_good
from sspdsl.verify.path import Path
from sspdsl.verify.values import Values, exactly

if TYPE_CHECKING:
    from sspdsl.verify.follow import Follower

UNROLLED = 2
DEEPEST = 8
MOST_INLINE = 40
"""An action with more ways through it than this is followed for itself."""


def branch(follower: Follower, effect: Effect, path: Path) -> list[Path]:
    """All ways through one of these effects."""
    match effect:
        case OneOf(branches, optional, _):
            out: list[Path] = []
            none: list[Path] = [path]
            for entry in branches:
                for taken in follower.when(path, entry.guard):
                    out += follower.run(entry.body, [taken.pick(entry.name)])
                none = [each for rest in none for each in follower.when(rest, entry.guard, False)]
            return [*out, *([path] if optional else none)]
        case Draw(binder, body):
            return [passed_over(follower, binder, path), *binding(follower, (binder,), body, path)]
        case Choose(binders, body, optional, None, None):
            without = path if optional or len(binders) > 1 else passed_over(follower, binders[0], path)
            return [without, *binding(follower, binders, body, path)]
        case Choose(_, body, _, _, most):
            return repeated(follower, effect, body, path, highest(follower, path, most))
        case Each(binder, body, as_player):
            if not as_player and isinstance(binder.domain, Listed) and len(binder.domain.values) <= UNROLLED:
                return unrolled(follower, effect, path)
            if as_player:
                follower.crossing = follower.crossing or follower.program.max_players > 1
            size: int | None = None
            if isinstance(binder.domain, Listed):
                size = len(binder.domain.values)
            elif isinstance(binder.domain, Span):
                low = follower.value(path, binder.domain.low).low
                high = follower.value(path, binder.domain.high).high
                size = None if low is None or high is None else max(high - low + 1, 0)
            return repeated(follower, effect, body, path, size)
        case Repeat(times, body):
            known = follower.value(path, times).only
            if known is not None and known <= UNROLLED:
                paths = [path]
                for _ in range(max(known, 0)):
                    paths = follower.run(body, paths)
                return paths
            return repeated(follower, effect, body, path, highest(follower, path, times))
        case RepeatUntil(cond, body):
            out = []
            for after in repeated(follower, effect, body, path, None):
                out += [after] if after.left else follower.when(after, cond)
            return out
        case Offer():
            # Abilities are commands of their own that may occur at any time.
            return follower.leaves(effect, [follower.forget(path, effect)])
    raise AssertionError(f"no way to follow {type(effect).__name__}")


def passed_over(follower: Follower, binder: Binder, path: Path) -> Path:
    """There is nothing to pick; perhaps there never will be again."""
    term = gone_for_good(follower.program, follower.found.world, binder)
    return path if term is None else replace(path, gone=path.gone | {term})


def highest(follower: Follower, path: Path, most: Expr | None) -> int | None:
    return None if most is None else follower.value(path, most).high


def binding(follower: Follower, binders: tuple[Binder, ...], body: Body, path: Path) -> list[Path]:
    """The body with its variables bound to something that can be picked."""
    known: Known | None = path.known
    for binder in binders:
        known = None if known is None else bound(path.world, known, binder)
    if known is None:
        return []
    out = []
    for after in follower.run(body, [replace(path, known=known)]):
        kept = without_slots(after.known, binders)
        assert kept is not None
        out.append(replace(after, known=kept))
    return out


def unrolled(follower: Follower, effect: Each, path: Path) -> list[Path]:
    """A loop over one or two members, each for itself."""
    assert isinstance(effect.binder.domain, Listed)
    paths = [path]
    for member in effect.binder.domain.values:
        out: list[Path] = []
        for each in paths:
            if each.left:
                out.append(each)
                continue
            here = replace(each, known=each.known.bind(effect.binder.slot, exactly(member)))
            where = effect.binder.where
            out += follower.run(effect.body, follower.when(here, where))
            out += follower.when(here, where, False)
        paths = out
    return paths


def repeated(follower: Follower, effect: Effect, body: Body, path: Path, most: int | None) -> list[Path]:
    """The body waits to run up to so many times (None: any number) as a clause of its own."""
    start = follower.flow.loop(path.known, body)
    if isinstance(effect, Each) and effect.as_player:
        start = replace(start, terms={})
    if most is not None and most <= 0:
        return [path]
    values = tuple(sorted((slot, repr(values)) for slot, values in start.variables.items()))
    key = (id(effect), values, most is None)
    name = follower.loops.get(key)
    if name is None:
        name = follower.loops[key] = f"loop {len(follower.loops) + 1}"
        follower.requests[name] = ("loop", effect, start.variables, most is None)
    after = path if most is None else path.plus(f"pending {name}", 0, most)
    after = follower.forget(replace(after, known=start), effect)
    leaving = any(isinstance(inner, End) or follower.leaves(inner, [after])[1:] for inner in effects_in(body))
    if leaving and not (isinstance(effect, Each) and effect.as_player):
        return [after, replace(after, left=True)]
    return [after]


# ---------------------------------------------------------------- actions


def whole_action(follower: Follower, action: int, args: list[Values], path: Path) -> list[Path]:
    """An action where it is done; one that is large, or does itself, waits to run as a clause of its own."""
    if follower.program.actions[action].name == "round_ends":
        path = replace(path, ends_round=True)
    if action not in follower.stack and len(follower.stack) < DEEPEST:
        follower.stack.append(action)
        inner = Known(
            dict(enumerate(args)), {t: v for t, v in path.known.terms.items() if not has_variable(t)}
        )
        done = action_paths(follower, action, replace(path, known=inner))
        follower.stack.pop()
        if len(done) <= MOST_INLINE:
            return [back(each, path) for each in done]
    waiting = follower.pending(path, f"action {action}", ("action", action), sure=True)
    effect = Do(action, ())
    return follower.leaves(effect, [follower.forget(waiting, effect)])


def back(after: Path, before: Path) -> Path:
    """With the variables of the caller again; what it knew of them may have changed."""
    kept = {t: v for t, v in after.known.terms.items() if not has_variable(t)}
    return replace(after, known=Known(before.known.variables, kept))


def action_paths(follower: Follower, action: int, path: Path) -> list[Path]:
    """`before` rules, the first `instead` that holds or the body, `when` rules, lifetimes."""
    made = follower.program.actions[action]
    entry = path.known
    paths = ruled(follower, action, True, [path], entry)
    done: list[Path] = []
    for each in paths:
        if each.left:
            done.append(each)
            continue
        rest = [each]
        for instead in made.instead:
            for here in rest:
                done += follower.run(instead.body, follower.when(here, instead.guard))
            rest = [no for here in rest for no in follower.when(here, instead.guard, False)]
        done += follower.run(made.body, rest)
    paths = ruled(follower, action, False, [renewed(each, entry) for each in done], entry)
    for life in follower.program.lifetimes:
        if life.event.kind == "action" and action in life.event.subjects:
            paths = [
                each if each.left
                else follower.ends_life(each, life.cells, life.boxes, life.guard is None)
                for each in paths
            ]  # fmt: skip
            written = frozenset((*life.cells, *((-1,) if life.boxes else ())))
            paths = [replace(each, known=follower.flow.forget(each.known, written)) for each in paths]
    return paths


def ruled(follower: Follower, action: int, before: bool, paths: list[Path], entry: Known) -> list[Path]:
    """The rules on an action, each if its guard holds."""
    for rule in follower.program.rules:
        if rule.event.kind != "action" or action not in rule.event.subjects or rule.before != before:
            continue
        out: list[Path] = []
        for each in paths:
            if each.left:
                out.append(each)
                continue
            here = renewed(each, entry)
            out += follower.run(rule.body, follower.when(here, rule.guard))
            out += follower.when(here, rule.guard, False) if rule.guard is not None else []
        paths = [renewed(each, entry) for each in out]
    return paths


def renewed(path: Path, entry: Known) -> Path:
    """Each body numbers its own variables: back to the parameters alone."""
    known = fresh(path.known, entry)
    assert known is not None
    return replace(path, known=known)
