"""Events as functions: what a box does when hit or filled, a set when complete, an action when done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sspdsl.codegen.cells import reset_cells, write_cell, write_score
from sspdsl.codegen.effects import Effects
from sspdsl.codegen.names import comment_text, place_text
from sspdsl.codegen.static import Scope
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Assign,
    Binder,
    Body,
    Cell,
    Do,
    Effect,
    EraseBoxes,
    If,
    Mark,
    Num,
    Op,
    PlayBalls,
    Reset,
    Score,
    Var,
)
from sspdsl.ir.walk import terms_in

KEPT_LINES = ("dashed", "double", "never")
HEAD = "x: _Run, f: int, c: int, s: int"
NO_SUBJECT = -1
SIMPLE = (Assign, Reset, Mark, EraseBoxes)
MOST_SHORT = 3  # Actions of no more effects are written out where they are done.


@dataclass
class Events:
    """Which rules and lifetimes belong to which event, and the functions written for boxes so far."""

    program: Program
    effects: Effects

    def __post_init__(self) -> None:
        self.rules: dict[tuple[str, int, bool], list[int]] = defaultdict(list)
        self.lifetimes: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, rule in enumerate(self.program.rules):
            for subject in dict.fromkeys(rule.event.subjects) or (NO_SUBJECT,):
                self.rules[rule.event.kind, subject, rule.before].append(number)
        for number, lifetime in enumerate(self.program.lifetimes):
            for subject in dict.fromkeys(lifetime.event.subjects) or (NO_SUBJECT,):
                self.lifetimes[lifetime.event.kind, subject].append(number)
        self.sets_of: dict[int, list[int]] = defaultdict(list)
        sizes = [len(group.boxes) + len(group.cells) for group in self.program.sets]
        for number in sorted(range(len(sizes)), key=lambda number: sizes[number]):
            for box in dict.fromkeys(self.program.sets[number].boxes):
                self.sets_of[box].append(number)

        self.effects.silent.update(number for number in range(len(sizes)) if self._is_silent(number))
        for number in range(len(self.program.actions)):
            body = unfold_action(self, number)
            if _is_simple(body) and sum(isinstance(term, SIMPLE) for term in terms_in(body)) <= MOST_SHORT:
                self.effects.short[number] = body

    def _is_silent(self, number: int) -> bool:
        """Whether nothing happens when this set is complete."""
        group = self.program.sets[number]
        listened = any(self.rules.get(("complete", number, before)) for before in (True, False))
        ends = self.lifetimes.get(("complete", number))
        return not (group.erases or listened or ends) and group.completions is None

    # ------------------------------------------------------------ parts of an event

    def run_rules(self, out: Writer, kind: str, subject: int, before: bool, scope: Scope) -> None:
        """The `before` or the `when` rules of an event; a guard is read when its turn comes."""
        for number in self.rules.get((kind, subject, before), ()):
            rule = self.program.rules[number]
            out.comment(f"rule {comment_text(rule.name) or number}: {place_text(rule.place)}")
            body: Body = rule.body if rule.guard is None else (If(rule.guard, rule.body),)
            self.effects.body(out, body, scope.copy())

    def end_lifetimes(self, out: Writer, kind: str, subject: int, scope: Scope) -> None:
        """What lasted until this event goes back to its first value, or is erased."""
        for number in self.lifetimes.get((kind, subject), ()):
            lifetime = self.program.lifetimes[number]
            if lifetime.guard is None:
                self._end(out, lifetime.cells, lifetime.boxes)
                continue
            truth = self.effects.words.truth(lifetime.guard, scope).text
            if truth != "False":
                with out.block(f"if {truth}:"):
                    self._end(out, lifetime.cells, lifetime.boxes)

    def _end(self, out: Writer, cells: Iterable[int], boxes: Iterable[int]) -> None:
        reset_cells(out, self.effects.words.layout, tuple(cells))
        mask = sum(1 << box for box in set(boxes))
        if mask:
            out.clear("f", self.effects.words.all_boxes & ~mask)

    # ------------------------------------------------------------ functions

    def function(self, out: Writer, name: str, more: str, about: str, body: Writer) -> None:
        """A function with this body, and nothing else in it."""
        with out.block(f"def {name}({HEAD}{more}) -> _FCS:"):
            out.line(f'"""{about}"""')
            for line in body.lines:
                out.line(line)
            if not body.lines or not body.lines[-1].startswith("raise "):
                out.line("return f, c, s")
        out.line()
        out.line()

    def write_actions(self, out: Writer) -> None:
        """A function for each action: `before` rules, the `instead` that holds or the body, `when` rules."""
        for number, action in enumerate(self.program.actions):
            body, scope = Writer(), Scope()
            self.run_rules(body, "action", number, True, scope)
            head = "if"
            body.comment(f"action {comment_text(action.name)}: {place_text(action.place)}")
            for instead in action.instead:
                truth = (
                    "True" if instead.guard is None else self.effects.words.truth(instead.guard, scope).text
                )
                with body.block(f"{head} {truth}:"):
                    body.comment(f"instead of it: {place_text(instead.place)}")
                    self.effects.body(body, instead.body, scope.copy())
                head = "elif"
            if action.instead:
                with body.block("else:"):
                    self.effects.body(body, action.body, scope.copy())
            else:
                self.effects.body(body, action.body, scope.copy())
            self.run_rules(body, "action", number, False, scope)
            self.end_lifetimes(body, "action", number, scope)
            params = "".join(f", v{i}: int" for i in range(action.params))
            self.function(out, f"_action_{number}", params, "Do an action of the table.", body)

    def write_sets(self, out: Writer) -> None:
        """A function for each set that is complete: count, rules, erase."""
        for number, group in enumerate(self.program.sets):
            body, scope = Writer(), Scope(values={0: number})
            body.comment(f"set {comment_text(group.name)}: {place_text(group.place)}")
            if group.completions is not None:
                most = Num(self.program.cells[group.completions].high)
                count = Op("min", (Op("+", (Cell(group.completions), Num(1))), most))
                write_cell(body, self.effects.words, scope, group.completions, None, None, count)
            self.run_rules(body, "complete", number, True, scope)
            self.run_rules(body, "complete", number, False, scope)
            if group.erases:
                lines = [self.program.boxes[box].line for box in group.boxes]
                self._end(
                    body,
                    (),
                    [box for box, line in zip(group.boxes, lines, strict=True) if line not in KEPT_LINES],
                )
                for cell, index in group.cells:
                    definition = self.program.cells[cell]
                    if definition.line not in KEPT_LINES:
                        first = Num(definition.first)
                        write_cell(body, self.effects.words, scope, cell, Num(index), None, first)
            self.end_lifetimes(body, "complete", number, scope)
            self.function(
                out, f"_complete_{number}", ", v0: int, v1: int", "A set is complete: pay and erase.", body
            )

    def write_lost(self, out: Writer) -> None:
        """What happens when a ball is lost."""
        body, scope = Writer(), Scope(ranges={0: (0, max(self.program.balls - 1, 0))})
        at = self.effects.words.layout.roles.get("at")
        self.run_rules(body, "lost", NO_SUBJECT, True, scope)
        if at is not None and self.program.balls:
            write_cell(body, self.effects.words, scope, at, Var(0), None, Num(0))
        self.run_rules(body, "lost", NO_SUBJECT, False, scope)
        self.end_lifetimes(body, "lost", NO_SUBJECT, scope)
        self.function(out, "_lost", ", v0: int", "A ball is lost.", body)

    def write_passed(self, out: Writer) -> list[str]:
        """A function for each feature whose passing matters; their names in order, or `None`."""
        names = []
        for number in range(len(self.program.features)):
            body, scope = Writer(), Scope(values={0: number}, written_out=True)
            self.run_rules(body, "passed", number, True, scope)
            self.run_rules(body, "passed", number, False, scope)
            self.end_lifetimes(body, "passed", number, scope)
            names.append(f"_passed_{number}" if body.lines else "None")
            if body.lines:
                self.function(out, names[-1], "", "A ball passes a feature.", body)
        return names

    def write_changes(self, out: Writer) -> None:
        """A function for each cell whose change something listens to."""
        for number in sorted(self.effects.listened):
            cell = self.program.cells[number]
            body, scope = Writer(), Scope(values={0: number})
            p, i, new = Var(1001), Var(1), Var(1002)
            read = self.effects.words.text(Cell(number, i, None if cell.shared else p), scope)
            with body.block(f"if {read} == v1002 and 0 <= v1 - {cell.index_low} < {cell.size}:"):
                body.line("return f, c, s")
            self.run_rules(body, "changed", number, True, scope)
            write_cell(body, self.effects.words, scope, number, i, None if cell.shared else p, new)
            self.run_rules(body, "changed", number, False, scope)
            self.end_lifetimes(body, "changed", number, scope)
            params = ", v1001: int, v1: int, v1002: int"
            self.function(out, f"_change_{number}", params, "A cell is given a value.", body)

    # ------------------------------------------------------------ boxes

    def write_boxes(self, out: Writer) -> None:
        """A function for each kind of box: filled, hit, hit by each ball; boxes that do the same share it."""
        names: dict[str, str] = {}
        self.fills = self._box_functions(out, "fill", names, None, None)
        self.hits = self._box_functions(out, "hit", names, None, "A ball hits a box.")
        self.hits_by: list[list[str]] = []
        if self._mover_stays():
            for ball in range(self.program.balls):
                about = "A ball hits a box; it is known which."
                self.hits_by.append(self._box_functions(out, f"hit{ball + 1}", names, ball, about))
        else:
            self.hits_by = [self.hits] * self.program.balls

    def _box_functions(
        self, out: Writer, prefix: str, names: dict[str, str], ball: int | None, about: str | None
    ) -> list[str]:
        found = []
        for box in range(len(self.program.boxes)):
            body = self._box_body(box, about is not None, ball)
            text = body.text()
            if text not in names:
                names[text] = f"_{prefix}_{box}"
                self.function(out, names[text], ", v0: int", about or "A box is filled by an effect.", body)
            found.append(names[text])
        return found

    def _mover_stays(self) -> bool:
        """Whether no rule plays balls, so that the ball that moves stays the same until its move is over."""
        plays = {
            number
            for number, action in enumerate(self.program.actions)
            if _plays((action.body, *[instead.body for instead in action.instead]))
        }
        rules = [rule.body for rule in self.program.rules if rule.event.kind != "action"]
        todo = [term.action for term in terms_in(*rules) if isinstance(term, Do)]
        seen: set[int] = set()
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            action = self.program.actions[number]
            listening = [
                rule.body
                for rule in self.program.rules
                if rule.event.kind == "action" and number in rule.event.subjects
            ]
            if _plays(listening):
                return False
            bodies = [action.body, *[instead.body for instead in action.instead], *listening]
            todo += [term.action for term in terms_in(*bodies) if isinstance(term, Do)]
        return not _plays(rules) and not seen & plays

    def _box_body(self, box: int, by_ball: bool, ball: int | None) -> Writer:
        definition = self.program.boxes[box]
        out, scope = Writer(), Scope(values={0: box})
        mover = self.effects.words.layout.roles.get("mover")
        if ball is not None and mover is not None:
            scope.cells = {mover: ball + 1}
        kinds = ("hit", "filled") if by_ball else ("filled",)
        for kind in kinds:
            self.run_rules(out, kind, box, True, scope)
        if definition.line != "never":
            out.line("f |= 1 << v0")
        if definition.stars is not None:
            write_score(out, self.effects.words, scope, Score(definition.stars, Num(box), None))
        for kind in kinds:
            self.run_rules(out, kind, box, False, scope)
        self.effects.settle(out, self.sets_of.get(box, ()), "v0")
        for kind in kinds:
            self.end_lifetimes(out, kind, box, scope)
        return out


def unfold_action(events: Events, number: int) -> Body:
    """An action without parameters as the effects it comes to: rules, what runs instead, lifetimes."""
    action = events.program.actions[number]
    body = action.body
    for instead in reversed(action.instead):
        body = instead.body if instead.guard is None else (If(instead.guard, instead.body, body),)
    rules = events.program.rules
    parts: list[Effect] = []
    for before in (True, False):
        for each in events.rules.get(("action", number, before), ()):
            guard = rules[each].guard
            parts += rules[each].body if guard is None else [If(guard, rules[each].body)]
        if before:
            parts += body
    for each in events.lifetimes.get(("action", number), ()):
        lifetime = events.program.lifetimes[each]
        ends: Body = (*map(Reset, lifetime.cells), *([EraseBoxes(lifetime.boxes)] if lifetime.boxes else []))
        parts += ends if lifetime.guard is None else [If(lifetime.guard, ends)]
    return tuple(parts)


def _is_simple(body: Body) -> bool:
    """Whether these effects only write cells and boxes: they bind no variable and ask nothing."""
    return all(
        isinstance(effect, SIMPLE)
        or (isinstance(effect, If) and _is_simple(effect.then) and _is_simple(effect.other))
        for effect in body
    ) and not any(isinstance(term, Binder) for term in terms_in(body))


def _plays(bodies: Iterable[Body]) -> bool:
    """Whether these effects themselves play balls."""
    return any(isinstance(term, PlayBalls) for term in terms_in(*bodies))
