"""Writes to cells in the words for what stands there: a mark, a track, a die, a slot of words."""

from __future__ import annotations

from sspdsl.ir import terms as t
from sspdsl.words import idioms
from sspdsl.words.english import listed
from sspdsl.words.scope import Scope
from sspdsl.words.values import cell, index, value


def assigned(effect: t.Assign, scope: Scope) -> str:
    """What writing a cell means on paper; "" for what a player sees elsewhere (a box of a bonus list)."""
    known = scope.names.program.cells[effect.cell]
    target = t.Cell(effect.cell, effect.index, effect.player)
    if known.role in ("taken", "used"):
        return ""
    if known.role == "achievement":
        return f"note the achievement {scope.names.cell(effect.cell)}"
    if idioms.is_mark(known):
        return _mark(effect, target, scope)
    if known.role == "die_used" and effect.index is not None:
        return f"{value(effect.index, scope, 'die')} counts as used"
    step = idioms.step_of(effect, scope.names.program)
    if step is not None:
        return _step(step, effect, target, scope)
    if known.role == "value" and effect.index is not None:
        die = value(effect.index, scope, "die")
        match effect.value:
            case t.Op("-", (t.Num(7), t.Cell())):
                return f"turn {die} upside down (to 7 minus what it shows)"
        return f"change {die} to {value(effect.value, scope)}"
    if known.words is not None or known.name in scope.names.spaces:
        where = cell(target, scope)
        return f"{'move' if known.form == 'track' else 'set'} {where} to {_word(effect, scope)}"
    if effect.cell in scope.kinds.cells:
        return f"note {value(effect.value, scope, scope.kinds.cells[effect.cell])} in {cell(target, scope)}"
    if effect.value == t.Num(0) and known.form in ("counter", "track"):
        return f"set {cell(target, scope)} to 0"
    return f"set {cell(target, scope)} to {value(effect.value, scope)}"


def _word(effect: t.Assign, scope: Scope) -> str:
    return value(effect.value, scope, f"cell:{effect.cell}")


def _mark(effect: t.Assign, target: t.Cell, scope: Scope) -> str:
    name = scope.names.cell(effect.cell)
    if target.player is not None:
        name += f" of {value(target.player, scope, 'player')}"
    what = name if target.index is None else f"{index(target, scope)} in {name}"
    match effect.value:
        case t.Num(0):
            return f"erase {what}"
        case t.Num(_):
            return f"mark {what}"
        case other:
            from sspdsl.words.conditions import holds

            return f"mark {what} if {holds(other, scope)}, else erase it"


def _step(step: tuple[bool, t.Expr], effect: t.Assign, target: t.Cell, scope: Scope) -> str:
    adds, much = step
    known = scope.names.program.cells[effect.cell]
    base, factors = idioms.times_while(much)
    amount = value(base, scope)
    if not amount.isdecimal():
        amount = f"as many as {amount}"
    from sspdsl.words.conditions import holds

    tail = "".join(f" (times {value(f, scope)} if {holds(c, scope)})" for c, f in factors)
    where = cell(target, scope)
    if known.role == "score":
        stars = "1 star" if amount == "1" else f"{amount} stars"
        return f"{'score' if adds else 'lose'} {stars}{tail}, which nothing multiplies"
    if known.role == "value":
        return f"{'raise' if adds else 'lower'} {where} by {amount}{tail}"
    if known.words is not None or known.form == "track":
        return f"move {where} {'on' if adds else 'back'} by {amount}{tail}"
    return f"{'add' if adds else 'take'} {amount}{tail} {'to' if adds else 'from'} {where}"


def run_of_marks(body: t.Body, scope: Scope) -> tuple[int, str] | None:
    """How many effects at the start mark boxes alike, or members of one cell, and that in one sentence."""
    boxes: list[int] = []
    for effect in body:
        match effect:
            case t.Mark(t.Num(box)):
                boxes.append(box)
            case _:
                break
    if len(boxes) > 1:
        return len(boxes), f"mark {scope.names.boxes(tuple(boxes))} (they pay nothing and set nothing off)"
    first = body[0]
    if not isinstance(first, t.Assign) or not idioms.is_mark(scope.names.program.cells[first.cell]):
        return None
    members: list[int] = []
    for effect in body:
        match effect:
            case t.Assign(cell, t.Num(at), player, amount) if (cell, player, amount) == (
                first.cell,
                first.player,
                first.value,
            ):
                members.append(at)
            case _:
                break
    if len(members) < 2 or first.value != t.Num(1):
        return None
    known = scope.names.program.cells[first.cell]
    name = scope.names.cell(first.cell)
    if len(set(members)) == known.size:
        return len(members), f"mark all of {name}"
    shown = listed(index(t.Cell(first.cell, t.Num(at)), scope) for at in members)
    return len(members), f"mark {shown} in {name}"
