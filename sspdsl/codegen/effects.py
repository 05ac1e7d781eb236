"""Effects as straight Python. A body is lines that change `f`, `c`, `s` and the run `x`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sspdsl.codegen import choices
from sspdsl.codegen.cells import reset_cells, write_cell, write_score
from sspdsl.codegen.expressions import Expressions, uses_variable
from sspdsl.codegen.layout import OWN
from sspdsl.codegen.names import mask_literal, string_literal
from sspdsl.codegen.static import Scope, fixed_value, static_value, value_range
from sspdsl.codegen.writer import Writer
from sspdsl.ir import terms
from sspdsl.ir.terms import Body, Effect, Expr, Num
from sspdsl.ir.walk import terms_in


@dataclass
class Effects:
    """Writes bodies. `listened` are the cells whose change something waits for; questions are collected."""

    words: Expressions
    listened: frozenset[int]
    questions: list[str] = field(default_factory=list)
    short: dict[int, Body] = field(default_factory=dict)  # Actions so short that they are written out.
    silent: set[int] = field(default_factory=set)  # Sets whose completion does nothing.
    masks: dict[int, str] = field(default_factory=dict)  # The boxes of a set, once written.

    def question(self, kind: str, about: str, describe: str) -> int:
        """The number of a question that is put to a player or to chance."""
        row = f"({string_literal(kind)}, {string_literal(about)}, {describe}),"
        if row not in self.questions:
            self.questions.append(row)
        return self.questions.index(row)

    def body(self, out: Writer, body: Body, scope: Scope) -> None:
        """These effects, in order, each to its end; what follows an `end` is never reached."""
        for number, effect in enumerate(body):
            if isinstance(effect, terms.Let) and not uses_variable(effect.slot, body[number + 1 :]):
                continue
            self._effect(out, effect, scope)
            if isinstance(effect, terms.End):
                return

    def _effect(self, out: Writer, effect: Effect, scope: Scope) -> None:
        words = self.words
        match effect:
            case terms.Assign(cell, index, player, value):
                self._assign(out, scope, cell, index, player, value)
            case terms.Reset(cell, None):
                reset_cells(out, words.layout, (cell,))
            case terms.Reset(cell, index):
                first = Num(words.program.cells[cell].first)
                write_cell(out, words, scope, cell, index, None, first)
            case terms.Score():
                write_score(out, words, scope, effect)
            case terms.Fill(box) | terms.Hit(box):
                self._fill(out, scope, box, isinstance(effect, terms.Hit))
            case terms.Mark(box) | terms.EraseBox(box):
                self._mark(out, scope, box, isinstance(effect, terms.Mark))
            case terms.Settle(sets):
                self.settle(out, sets, "-1")
            case terms.EraseBoxes(boxes):
                if boxes:
                    out.clear("f", words.all_boxes & ~sum(1 << box for box in set(boxes)))
            case terms.Do(action, args) if (bound := self._bound_short(action, args, scope)) is not None:
                self.body(out, self.short[action], bound)
            case terms.Do(action, args):
                given = "".join(f", {words.text(arg, scope)}" for arg in args)
                out.line(f"f, c, s = _action_{action}(x, f, c, s{given})")
            case terms.If(cond, then, other):
                self._if(out, scope, cond, then, other)
            case terms.Each():
                self._each(out, scope, effect)
            case terms.Repeat(times, body):
                with out.block(f"for _ in range({words.text(times, scope)}):"):
                    self.body(out, body, _unsure(scope, body))
            case terms.RepeatUntil(cond, body):
                self._repeat_until(out, scope, cond, body)
            case terms.Let(slot, value):
                out.line(f"v{slot} = {words.text(value, scope)}")
                span = value_range(words.program, value, scope)
                scope.forget(slot)
                if span is not None:
                    scope.ranges[slot] = span
            case terms.Choose():
                choices.choose(self, out, scope, effect)
            case terms.OneOf():
                choices.one_of(self, out, scope, effect)
            case terms.Draw():
                choices.draw(self, out, scope, effect)
            case terms.RollCell(cell, index, player):
                choices.roll_cell(self, out, scope, cell, index, player)
            case terms.MoveBall(ball, position):
                out.line(f"c = _move_ball(c, {words.text(ball, scope)}, {words.text(position, scope)})")
            case terms.PutBall(position):
                out.line(f"c = _put_ball(c, {words.text(position, scope)})")
            case terms.LoseBall(ball) if self._ball_bits(ball, scope):
                with out.block(f"if c & {self._ball_bits(ball, scope)}:"):
                    out.line(f"f, c, s = _lost(x, f, c, s, {words.text(ball, scope)})")
            case terms.LoseBall(ball):
                out.line(f"f, c, s = _lose_ball(x, f, c, s, {words.text(ball, scope)})")
            case terms.RollDice():
                out.line("f, c, s = _roll_dice(x, f, c, s)")
            case terms.PlayBalls():
                out.line("f, c, s = _play_balls(x, f, c, s)")
            case terms.Offer(window):
                out.line(f"f, c, s = _offer(x, f, c, s, {window})")
            case terms.End(what):
                out.line(f"raise _end_{'game' if what == 'game' else 'step'}(x, f, c, s)")
            case _:
                raise AssertionError(f"no effect: {effect}")

    def _bound_short(self, action: int, args: tuple[Expr, ...], scope: Scope) -> Scope | None:
        """What is known inside an action that is written out where it is done; None if it cannot be."""
        if action not in self.short:
            return None
        given = [static_value(self.words.program, arg, scope) for arg in args]
        values = {slot: value for slot, value in enumerate(given) if value is not None}
        if len(values) < len(given):
            return None
        return Scope(values=values, written_out=True, cells=scope.cells)

    def _ball_bits(self, ball: Expr, scope: Scope) -> str:
        """The bits that say where a ball is, if it is known which ball; else nothing."""
        number, at = fixed_value(self.words.program, ball, scope), self.words.layout.role("at")
        if at is None or number is None or not 0 <= number < self.words.program.balls or at.where != OWN:
            return ""
        return mask_literal(at.mask << at.shift + at.width * number)

    def settle(self, out: Writer, sets: Iterable[int], box: str) -> None:
        """Pay those of these sets that are complete when their turn comes, the smallest first."""
        program = self.words.program
        size = {number: len(program.sets[number].boxes) + len(program.sets[number].cells) for number in sets}
        for number in sorted(size, key=lambda number: (size[number], number)):
            if number in self.silent:
                continue
            group = program.sets[number]
            if number not in self.masks:
                self.masks[number] = mask_literal(sum(1 << each for each in set(group.boxes)))
            mask = self.masks[number]
            parts = [f"f & {mask} == {mask}"] if group.boxes else []
            for cell, index in group.cells:
                parts.append(self.words.truth(terms.Cell(cell, Num(index)), Scope()).at(3))
            if "False" not in parts:
                parts = [part for part in parts if part != "True"]
                with out.block(f"if {' and '.join(parts) or 'True'}:"):
                    out.line(f"f, c, s = _complete_{number}(x, f, c, s, {number}, {box})")

    def assign_listened(
        self, out: Writer, scope: Scope, cell: int, index: Expr | None, player: Expr | None, value: str
    ) -> None:
        """Write a cell through the function that raises `changed`."""
        who = "x.me" if player is None else self.words.text(player, scope)
        place = (
            str(self.words.program.cells[cell].index_low) if index is None else self.words.text(index, scope)
        )
        out.line(f"f, c, s = _change_{cell}(x, f, c, s, {who}, {place}, {value})")

    def _assign(
        self, out: Writer, scope: Scope, cell: int, index: Expr | None, player: Expr | None, value: Expr
    ) -> None:
        if cell in self.listened:
            self.assign_listened(out, scope, cell, index, player, self.words.text(value, scope))
        else:
            write_cell(out, self.words, scope, cell, index, player, value)

    def _fill(self, out: Writer, scope: Scope, box: Expr, by_ball: bool) -> None:
        known = fixed_value(self.words.program, box, scope)
        table = "_HITS" if by_ball else "_FILLS"
        if known is not None and 0 <= known < len(self.words.program.boxes):
            out.line(f"f, c, s = {table}[{known}](x, f, c, s, {known})")
        elif known != -1:
            out.line(f"f, c, s = _fill_any(x, f, c, s, {self.words.text(box, scope)}, {table})")

    def _mark(self, out: Writer, scope: Scope, box: Expr, mark: bool) -> None:
        known = fixed_value(self.words.program, box, scope)
        boxes = self.words.program.boxes
        if known is None or not -1 <= known < len(boxes):
            name = "_mark" if mark else "_erase"
            out.line(f"f = {name}(f, {self.words.text(box, scope)})")
        elif known >= 0 and mark and boxes[known].line != "never":
            out.line(f"f |= {mask_literal(1 << known)}")
        elif known >= 0 and not mark:
            out.clear("f", self.words.all_boxes & ~(1 << known))

    def _if(self, out: Writer, scope: Scope, cond: Expr, then: Body, other: Body) -> None:
        while not other and len(then) == 1 and isinstance(then[0], terms.If) and not then[0].other:
            cond, then = terms.Op("and", (cond, then[0].cond)), then[0].then
        known = static_value(self.words.program, cond, scope)
        if known is not None:
            self.body(out, then if known else other, scope)
            return
        inner = scope.copy()
        if then:
            with out.block(f"if {self.words.truth(cond, scope).text}:"):
                self.body(out, then, inner)
            if other:
                with out.block("else:"):
                    self.body(out, other, scope.copy())
        elif other:
            with out.block(f"if {self.words.falsity(cond, scope).text}:"):
                self.body(out, other, inner)
        _merge(scope, then, other)

    def _each(self, out: Writer, scope: Scope, effect: terms.Each) -> None:
        binder, words = effect.binder, self.words
        head, inner = words.loop(binder, scope)
        inner = _unsure(inner, effect.body)
        if not uses_variable(binder.slot, binder.where, effect.body) and not effect.as_player:
            head = head.replace(f"v{binder.slot}", "_", 1)
        home = out.temporary("home") if effect.as_player else ""
        if home:
            out.line(f"{home} = x.me")
        with out.block(f"{head}:"):
            if binder.where is not None:
                with out.block(f"if {words.falsity(binder.where, inner).text}:"):
                    out.line("continue")
            if not home:
                self.body(out, effect.body, inner)
                return
            out.line(f"f, c, s = x.enter(f, c, s, v{binder.slot})")
            with out.block("try:"):
                self.body(out, effect.body, inner)
                if not (effect.body and isinstance(effect.body[-1], terms.End)):
                    out.line("x.blocks[x.me] = (f, c, s)")
            with out.block("except _End:"):
                out.line(f"x.me = {home}")
            out.line(f"x.me = {home}")
            out.line(f"f, c, s = x.blocks[{home}]")

    def _repeat_until(self, out: Writer, scope: Scope, cond: Expr, body: Body) -> None:
        inner = _unsure(scope, body)
        with out.block("for _ in range(_FUSE):"):
            with out.block(f"if {self.words.truth(cond, inner).text}:"):
                out.line("break")
            self.body(out, body, inner)
        with out.block("else:"):
            out.line('raise _wrong("effects without end")')


def _unsure(scope: Scope, body: Body) -> Scope:
    """What is known in a loop: nothing of the variables that its body binds, for they come round again."""
    inner = scope.copy()
    for slot in _bound(body):
        inner.forget(slot)
    return inner


def _merge(scope: Scope, *bodies: Body) -> None:
    """After a branch nothing is known of what it bound."""
    for body in bodies:
        for slot in _bound(body):
            scope.forget(slot)


def _bound(body: Body) -> set[int]:
    """The variables that a body binds."""
    return {term.slot for term in terms_in(body) if isinstance(term, (terms.Let, terms.Binder))}
