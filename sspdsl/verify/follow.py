"""Follows a body along every way through it, and notes what each way does: see `sspdsl.verify.commands`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sspdsl.ir.terms import (
    Assign,
    Body,
    Cell,
    Do,
    Effect,
    End,
    EraseBox,
    EraseBoxes,
    Expr,
    Fill,
    Hit,
    If,
    Let,
    LoseBall,
    Mark,
    MoveBall,
    Num,
    Op,
    PlayBalls,
    PutBall,
    Reset,
    RollCell,
    RollDice,
    Score,
    Settle,
)
from sspdsl.verify.branching import branch, whole_action
from sspdsl.verify.path import Path, fewer, narrowed, speaks, with_cells
from sspdsl.verify.pieces import CHANGED_DICE, Pieces
from sspdsl.verify.values import Values, exactly

__all__ = ["CHANGED_DICE", "Follower"]


@dataclass(slots=True)
class Follower(Pieces):
    """The control over `Pieces`: which effects run, in which order, under which conditions."""

    # ------------------------------------------------------------ bodies

    def run(self, body: Body, paths: list[Path]) -> list[Path]:
        """All ways through the body. A path that has left the step goes no further."""
        for effect in body:
            out: list[Path] = []
            for path in paths:
                if path.left:
                    out.append(path)
                    continue
                self.now = id(effect)
                self.followed.add(self.now)
                for after in self.step(effect, path):
                    if path.bare and not after.bare and not after.put:
                        # Perhaps it put a ball on the table, and that is a turn of its own; perhaps not.
                        world = with_cells(path.world, path.world.cells, after.world.rolled)
                        out.append(replace(after, bare=True, world=world))
                        after = replace(after, put=True)
                    out.append(after)
            paths = fewer(out)
        return paths

    def when(self, path: Path, cond: Expr | None, holds: bool = True) -> list[Path]:
        """The path on which the condition is so, or none."""
        if cond is None:
            return [path] if holds else []
        inner = narrowed(path, cond, holds, self.dice, self.flow.reading(cond))
        return [inner] if inner is not None else []

    def step(self, effect: Effect, path: Path) -> list[Path]:
        match effect:
            case If(cond, then, other):
                yes, no = self.when(path, cond), self.when(path, cond, False)
                return [*self.run(then, yes), *self.run(other, no)]
            case Let(slot, value):
                return [self.knowing(path, path.known.bind(slot, self.value(path, value)))]
            case Do(action, args):
                return self.do(action, [self.value(path, arg) for arg in args], path)
            case End(what):
                return [self.end(what, path)]
            case Assign(cell, index, player, value):
                written = [self.assign(each, cell, index, player, new)
                           for each, new in saturating(self, path, cell, index, player, value)]  # fmt: skip
                return self.leaves(effect, written)
            case Reset(cell, index):
                first = Num(self.program.cells[cell].first)
                done = self.reset(path, cell) if index is None else self.write(path, cell, index, None, first)
                done = self.forget(done, effect)
                if index is None and self.program.cells[cell].size <= 1:
                    done = self.knowing(done, done.known.learn(Cell(cell), exactly(first.value)))
                return [done]
            case RollCell(cell, index, player):
                made = self.program.cells[cell]
                size = made.high - made.low
                done = self.change(path, cell, self.members(path, cell, index), -size, size)
                done = self.raised(done, "changed", cell, sure=False)
                return self.leaves(effect, [self.forget(done, effect)])
            case Fill() | Hit() | Mark() | EraseBox() | EraseBoxes() | Settle():
                return self.leaves(effect, [self.forget(self.boxes(effect, path), effect)])
            case Score():
                done = path
                for modifier in self.program.modifiers:
                    for cell in modifier.uses:
                        done = self.reset(done, cell, sure=False)
                return self.leaves(effect, [self.forget(done, effect)])
            case PlayBalls() | LoseBall() if path.bare:
                # No ball is in play: nothing moves, and nothing is lost.
                return [path]
            case PlayBalls():
                return self.leaves(effect, [replace(self.forget(path, effect), plays=True, at=None)])
            case MoveBall() | PutBall() | LoseBall():
                return self.leaves(effect, self.ball(effect, path))
            case RollDice():
                after = self.forget(path, effect)
                return [replace(after, world=with_cells(after.world, after.world.cells))]
        return branch(self, effect, path)

    # ------------------------------------------------------------ actions, ends

    def end(self, what: str, path: Path) -> Path:
        if what != "game":
            return replace(path, left=True)
        path = path.plus("finished", 1, 1)
        for number, action in enumerate(self.program.actions):
            if action.name == "game_ends":
                path = self.pending(path, "action game_ends", ("action", number), sure=True)
        return replace(path, left=True, at=None)

    def do(self, action: int, args: list[Values], path: Path) -> list[Path]:
        return whole_action(self, action, args, path)


def saturating(
    follower: Follower, path: Path, cell: int, index: Expr | None, player: Expr | None, value: Expr
) -> list[tuple[Path, Expr]]:
    """Adding up to the end of a counter: told apart whether the end is met, and what is then written."""
    match value:
        case Op("min" | "max" as op, (Op("+" | "-") as sum_, Num() as end)) if speaks(
            sum_, Cell(cell, index, player)
        ):
            inside = Op("<=" if op == "min" else ">=", (sum_, end))
            return [
                *((each, sum_) for each in follower.when(path, inside)),
                *((each, end) for each in follower.when(path, inside, False)),
            ]
    return [(path, value)]
