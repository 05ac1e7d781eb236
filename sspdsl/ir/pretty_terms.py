"""Expressions and effects as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program

INDENT = "  "
OPS = {"is_not": "is not"}


class Namer:
    """The names of a program's things: `name("boxes", 3)`; numbers that point nowhere show as they are."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __call__(self, table: str, number: int) -> str:
        rows = getattr(self.program, table)
        name = rows[number].name if 0 <= number < len(rows) else ""
        return name or f"{table}#{number}"

    def list(self, table: str, numbers: Sequence[int]) -> list[str]:
        return [self(table, number) for number in numbers]

    def binder(self, binder: t.Binder) -> str:
        where = "" if binder.where is None else f" where {expression(binder.where, self)}"
        return f"${binder.slot} in {self.domain(binder)}{where}"

    def domain(self, binder: t.Binder) -> str:
        """The members by name where the kind of the binder gives them one."""
        if isinstance(binder.domain, t.Span):
            return f"{expression(binder.domain.low, self)}..{expression(binder.domain.high, self)}"
        table = {"box": "boxes", "feature": "features", "position": "positions", "set": "sets"}.get(
            binder.kind
        )
        members = binder.domain.values
        shown = list(map(str, members)) if table is None else self.list(table, members)
        return f"{binder.kind} [{', '.join(shown)}]"


def expression(term: t.Expr, name: Namer) -> str:
    """An expression on one line; operations stand in brackets."""
    match term:
        case t.Num(value):
            return str(value)
        case t.Var(slot):
            return f"${slot}"
        case t.Cell(cell, index, player):
            return _cell(cell, index, player, name)
        case t.Fact(fact, index):
            return f"{name('facts', fact)}[{expression(index, name)}]"
        case t.Op(op, args) if len(args) == 1 or op in ("min", "max"):
            return f"{op}({', '.join(expression(arg, name) for arg in args)})"
        case t.Op(op, args):
            return "(" + f" {OPS.get(op, op)} ".join(expression(arg, name) for arg in args) + ")"
        case t.Pick(cond, then, other):
            return f"({expression(then, name)} if {expression(cond, name)} else {expression(other, name)})"
        case t.Filled(box, player):
            return f"filled({_box(box, name)}{_of(player, name)})"
        case t.CountFilled(boxes, player):
            return f"count filled({', '.join(name.list('boxes', boxes))}{_of(player, name)})"
        case t.Opened(box):
            return f"open({_box(box, name)})"
        case t.Shows(box, face):
            return f"shows({_box(box, name)}, {expression(face, name)})"
        case t.Member(value, values):
            return f"({expression(value, name)} in {list(values)})"
        case t.Count(binder):
            return f"count({name.binder(binder)})"
        case t.First(binder):
            return f"first({name.binder(binder)})"
        case t.Reaches(box, position, way):
            return f"reaches({_position(position, name)} -> {_box(box, name)}{way and ' by ' + way})"
        case t.Players():
            return "players"
        case t.Me():
            return "me"
    raise AssertionError(f"no expression: {term}")


def body_lines(body: t.Body, name: Namer) -> Iterator[str]:
    """The effects of a body, a line each, the bodies inside them indented."""
    for effect in body:
        yield from _effect(effect, name)


def _effect(effect: t.Effect, name: Namer) -> Iterator[str]:
    match effect:
        case t.If(cond, then, other):
            yield f"if {expression(cond, name)}"
            yield from _inner(then, name)
            if other:
                yield "else"
                yield from _inner(other, name)
        case t.Each(binder, body, as_player):
            yield f"for each {name.binder(binder)}" + (" as player" if as_player else "")
            yield from _inner(body, name)
        case t.Repeat(times, body):
            yield f"repeat {expression(times, name)}"
            yield from _inner(body, name)
        case t.RepeatUntil(cond, body):
            yield f"repeat until {expression(cond, name)}"
            yield from _inner(body, name)
        case t.Choose(binders, body, optional, least, most):
            counts = [expression(count, name) if count is not None else "" for count in (least, most)]
            many = f" {counts[0]}..{counts[1]}" if any(counts) else ""
            may = "may " if optional else ""
            yield f"{may}choose{many} {', '.join(name.binder(binder) for binder in binders)}"
            yield from _inner(body, name)
        case t.OneOf(branches, optional):
            yield ("may " if optional else "") + "choose one"
            for branch in branches:
                guard = "" if branch.guard is None else f" if {expression(branch.guard, name)}"
                yield f"{INDENT}{branch.name}{guard}"
                yield from (INDENT + line for line in _inner(branch.body, name))
        case t.Draw(binder, body):
            yield f"draw {name.binder(binder)}"
            yield from _inner(body, name)
        case _:
            yield _plain_effect(effect, name)


def _inner(body: t.Body, name: Namer) -> Iterator[str]:
    yield from (INDENT + line for line in body_lines(body, name))


def _plain_effect(effect: t.Effect, name: Namer) -> str:
    match effect:
        case t.Assign(cell, index, player, value):
            return f"{_cell(cell, index, player, name)} := {expression(value, name)}"
        case t.Reset(cell, index):
            return f"reset {_cell(cell, index, None, name)}"
        case t.Score(amount, box, award):
            source = "" if box is None else f" for {_box(box, name)}"
            source += "" if award is None else f" for {name('sets', award)}"
            return f"score {expression(amount, name)}{source}"
        case t.Fill(box) | t.Hit(box) | t.Mark(box) | t.EraseBox(box):
            verb = {"Fill": "fill", "Hit": "hit", "Mark": "mark", "EraseBox": "erase"}[type(effect).__name__]
            return f"{verb} {_box(box, name)}"
        case t.EraseBoxes(boxes):
            return f"erase {', '.join(name.list('boxes', boxes))}"
        case t.Settle(sets):
            return f"settle {', '.join(name.list('sets', sets))}"
        case t.Do(action, args):
            given = f" with {', '.join(expression(arg, name) for arg in args)}" if args else ""
            return f"do {name('actions', action)}{given}"
        case t.Let(slot, value):
            return f"let ${slot} be {expression(value, name)}"
        case t.MoveBall(ball, position):
            return f"move ball {expression(ball, name)} to {_position(position, name)}"
        case t.PutBall(position):
            return f"put ball at {_position(position, name)}"
        case t.LoseBall(ball):
            return f"lose ball {expression(ball, name)}"
        case t.RollDice():
            return "roll dice"
        case t.RollCell(cell, index, player):
            return f"roll {_cell(cell, index, player, name)}"
        case t.PlayBalls():
            return "play balls"
        case t.Offer(window):
            return f"offer {name('windows', window)}"
        case t.End(what):
            return f"end {what}"
    raise AssertionError(f"no effect: {effect}")


def _cell(cell: int, index: t.Expr | None, player: t.Expr | None, name: Namer) -> str:
    at = "" if index is None else f"[{expression(index, name)}]"
    whose = "" if player is None else f" of player {expression(player, name)}"
    return f"{name('cells', cell)}{at}{whose}"


def _of(player: t.Expr | None, name: Namer) -> str:
    return "" if player is None else f" of player {expression(player, name)}"


def _box(term: t.Expr, name: Namer) -> str:
    return name("boxes", term.value) if isinstance(term, t.Num) else expression(term, name)


def _position(term: t.Expr, name: Namer) -> str:
    return name("positions", term.value) if isinstance(term, t.Num) else expression(term, name)
