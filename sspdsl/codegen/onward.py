"""For the quick ways of a game of one: from an item where a state waits, on to the next such item."""

from __future__ import annotations

import re

from sspdsl.codegen.events import HEAD, Events, unfold_action
from sspdsl.codegen.layout import OWN, OWN_TALLY, SCORE, TURN_ROLES
from sspdsl.codegen.names import mask_literal
from sspdsl.codegen.reach import depends_on_die, guards_of, mask_of
from sspdsl.codegen.static import Scope
from sspdsl.codegen.turn import JUMP, PLAY, RUN, TEST, Turn
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import AbilityDef
from sspdsl.ir.terms import (
    Assign,
    Body,
    Cell,
    CountFilled,
    Do,
    Each,
    Effect,
    End,
    Expr,
    Filled,
    If,
    Me,
    Op,
    Opened,
    Players,
    Reaches,
    Reset,
    RollCell,
    RollDice,
    Shows,
    Values,
    Var,
)
from sspdsl.ir.walk import bodies_of, terms_in

NONE, ROLL, BALLS = range(3)
MASK_TEST = re.compile(r"c & (0x[0-9A-F]+|[0-9])")
PLAN_ROLES = ("at", "moved", "die_used", "kept", "value")


def write_quick(out: Writer, events: Events, turn: Turn) -> None:
    """The constants of the quick ways, and the functions that lead from one waiting item to the next."""
    program, layout = events.program, events.effects.words.layout
    rests = [_rest(item.kind, item.body) for item in turn.items]
    bits = plan_bits(events)
    quick = bits is not None and BALLS in rests and not any(box.slots for box in program.boxes)
    quick = quick and all(box.open is None or _known_bare(events, box.open) for box in program.boxes)
    roles = ("mover", "chosen", "origin", "way")
    noted = [slot for role in roles if (slot := layout.role(role)) and slot.where == OWN]
    if any(slot.cell.role in TURN_ROLES and slot.where == OWN_TALLY for slot in layout.slots):
        rests = [NONE] * len(rests)
    if not quick:
        rests = [ROLL if rest == ROLL else NONE for rest in rests]
    out.line(f"_PLAN_BITS: int = {mask_literal((bits or 0) if quick else 0)}")
    out.line(f"_MOVES_AGAIN: bool = {_moves_again(events)}")
    out.line(f"_NOTES_WAY: bool = {any(slot.cell.role in ('origin', 'way') for slot in noted)}")
    ordered = [
        box for each in program.features if each.sequence and len(each.boxes) > 1 for box in each.boxes
    ]
    ordered += [number for number, box in enumerate(program.boxes) if box.open is not None]
    out.line(f"_ORDERED: int = {mask_literal(mask_of(ordered))}")
    out.line(f"_SHUT_BY_BOXES: bool = {all(box.open is None for box in program.boxes)}")
    out.line(f"_REGISTER_KEEP: int = {mask_literal(layout.kept(OWN, sum(slot.all_bits for slot in noted)))}")
    out.line(f"_RESTS: tuple[int, ...] = {(*rests, NONE, NONE)}")
    out.line()
    out.line()
    _write_may_use(out, events)
    paths = _Paths(events, turn, rests)
    for at, rest in enumerate(rests):
        if rest:
            paths.write(out, f"_onward_{at}", at + 1)
    out.line("_ONWARD: dict[int, Callable[[_Run, int, int, int], tuple[int, int, int, int]]] = {")
    for at, rest in enumerate(rests):
        if rest:
            out.line(f"    {at}: _onward_{at},")
    out.line("}")


def _rest(kind: int, body: object) -> int:
    if kind == PLAY:
        return BALLS
    return ROLL if kind == RUN and body == (RollDice(),) else NONE


def _known_bare(events: Events, condition: Expr) -> bool:
    """Whether a box is open can be said without a run and without a die: by what the player alone has."""
    slots = events.effects.words.layout.slots
    return not any(
        isinstance(term, (Me, Players, Opened, Shows, Reaches))
        or getattr(term, "player", None) is not None
        or (isinstance(term, Var) and term.slot == 1)
        or (isinstance(term, Cell) and slots[term.cell].where not in (OWN, SCORE))
        for term in terms_in(condition)
    )


def _moves_again(events: Events) -> bool:
    """Whether an effect may let a ball that has moved move again in the same turn."""
    program = events.program
    moved = events.effects.words.layout.roles.get("moved")
    bodies = [body for _, body in bodies_of(program)]
    written = {term.cell for term in terms_in(*bodies) if isinstance(term, (Assign, Reset, RollCell))}
    return moved in written or any(moved in lifetime.cells for lifetime in program.lifetimes)


def plan_bits(events: Events) -> int | None:
    """The bits of the cells that decide where a ball can go, or None if more than own cells decide it."""
    layout = events.effects.words.layout
    numbers = {layout.roles[role] for role in PLAN_ROLES if role in layout.roles}
    for guard in guards_of(events.program):
        if depends_on_die(guard):
            return None
        for term in terms_in(guard):
            if isinstance(term, (Filled, CountFilled, Opened, Shows, Reaches, Me, Players)):
                return None
            if isinstance(term, Cell):
                if term.player is not None or layout.slots[term.cell].where != OWN:
                    return None
                numbers.add(term.cell)
    return sum(layout.slots[number].all_bits for number in numbers)


# ---------------------------------------------------------------- abilities


def _write_may_use(out: Writer, events: Events) -> None:
    windows = [window.name for window in events.program.windows]
    acting = windows.index("acting") if "acting" in windows else -1
    every = [_needs(events, ability) for ability in events.program.abilities if ability.window == acting]
    offers = [parts for parts in every if parts is not None]
    ways = [" and ".join(parts) or "True" for parts in offers]
    bits = 0
    for parts in every:
        # Without such cells an ability could be offered in any state.
        if parts is not None:
            bits |= next((int(part[4:], 0) for part in parts if MASK_TEST.fullmatch(part)), -1)
    out.line(f"_MAY_BITS: int = {mask_literal(bits)}")
    out.line()
    out.line()
    with out.block(f"def _may_use({HEAD}) -> bool:"):
        out.line('"""Whether an ability of the window could be offered; if not, none is."""')
        if "True" in ways or not ways:
            out.line(f"return {bool(ways)}")
        else:
            if len(ways) > 1:
                ways = [f"({' and '.join(parts)})" if len(parts) > 1 else parts[0] for parts in offers]
            out.line(f"return bool({' or '.join(ways)})")
    out.line()
    out.line()


def _needs(events: Events, ability: AbilityDef) -> list[str] | None:
    """What must hold for an ability to be offered, as far as it is cheap to say; None if it never is."""
    parts = []
    if ability.guard is not None:
        truth = events.effects.words.truth(ability.guard, Scope())
        if truth.text == "False":
            return None
        if "x." not in truth.text and "(x" not in truth.text and truth.text != "True":
            parts.append(truth.at(3))
    for binder in ability.params:
        if binder.where is None or not isinstance(binder.domain, Values):
            continue
        where = binder.where
        for conjunct in where.args if isinstance(where, Op) and where.op == "and" else (where,):
            mask = _any_of(events, conjunct, binder.slot, binder.domain.values)
            if mask is not None:
                parts.append(f"c & {mask_literal(mask)}")
    return parts


def _any_of(events: Events, term: Expr, slot: int, values: tuple[int, ...]) -> int | None:
    """The bits of an indicator of which some member must be set for a condition to hold for any of these."""
    match term:
        case Cell(cell, Var(number), None) if number == slot:
            place = events.effects.words.layout.slots[cell]
            if place.where == OWN and place.width == 1 and place.cell.low == 0:
                members = [value - place.cell.index_low for value in values]
                return sum(1 << place.shift + member for member in members if 0 <= member < place.cell.size)
    return None


# ---------------------------------------------------------------- paths


class _Paths:
    """Writes functions that run items until one at which a state waits."""

    def __init__(self, events: Events, turn: Turn, rests: list[int]) -> None:
        self.events, self.turn, self.rests = events, turn, rests
        self.written: set[int] = set()
        bodies = [body for _, body in bodies_of(events.program)]
        self.leaves = any(isinstance(term, End) and term.what == "step" for term in terms_in(*bodies))
        self.others = any(isinstance(term, Each) and term.as_player for term in terms_in(*bodies))

    def write(self, out: Writer, name: str, at: int) -> None:
        """A function from this item on; before it those that it goes on with."""
        body = Writer()
        needed: list[int] = []
        self._path(body, at, needed)
        for target in needed:
            if target not in self.written:
                self.written.add(target)
                self.write(out, f"_path_{target}", target)
        with out.block(f"def {name}({HEAD}) -> tuple[int, int, int, int]:"):
            out.line('"""Run on, until a state waits: at which item."""')
            for line in body.lines:
                out.line(line)
        out.line()
        out.line()

    def _path(self, out: Writer, at: int, needed: list[int]) -> None:
        items = self.turn.items
        while True:
            end = self._end_of_group(out, at)
            if end is None:
                return
            at = end
            item = items[at]
            out.comment(item.about)
            if self.rests[at] == ROLL:
                out.line(f"return {at}, f, c, s")
                return
            if item.kind == PLAY:
                with out.block(f"if {self._waits()}:"):
                    out.line(f"return {at}, f, c, s")
            elif item.kind == RUN and not self._run(out, at, needed):
                return
            elif item.kind == TEST and item.cond is not None:
                with out.block(f"if {self.events.effects.words.falsity(item.cond, Scope()).text}:"):
                    out.line(f"return _path_{item.target}(x, f, c, s)")
                needed.append(item.target)
            at = item.target if item.kind == JUMP else at + 1

    def _run(self, out: Writer, at: int, needed: list[int]) -> bool:
        """The effects of an item; False if nothing comes after them."""
        item = self.turn.items[at]
        if not self.leaves:
            self.events.effects.body(out, self._unfolded(item.body, 3), Scope())
        else:
            with out.block("try:"):
                self.events.effects.body(out, item.body, Scope())
            with out.block("except _End:"):
                out.line("f, c, s = x.blocks[0]")
                with out.block("if c & _FINISHED:"):
                    out.line("raise")
                out.line(f"return _path_{item.leave}(x, f, c, s)")
            needed.append(item.leave)
            return True
        return not (item.body and isinstance(item.body[-1], End))

    def _unfolded(self, body: Body, deep: int) -> Body:
        """The effects with those of the actions that they do written out, some levels deep."""
        parts: list[Effect] = []
        for effect in body:
            match effect:
                case Do(action, ()) if deep:
                    parts += self._unfolded(unfold_action(self.events, action), deep - 1)
                case If(cond, then, other) if deep:
                    parts.append(If(cond, self._unfolded(then, deep - 1), self._unfolded(other, deep - 1)))
                case _:
                    parts.append(effect)
        return tuple(parts)

    def _end_of_group(self, out: Writer, at: int) -> int | None:
        """The item to go on with, past the end of a group; None at the end of the turn."""
        items, groups = self.turn.items, self.turn.groups
        if self.others:
            with out.block("if c & _FINISHED:"):
                out.line('raise AttributeError("finished")')
        for number, (_, end, shared) in enumerate(groups):
            if at != end:
                continue
            if number + 1 < len(groups):
                if not shared:
                    out.line("c = c & _STEPS_KEEP | _STEPS_FIRST")
                return at
            out.line("c = c & _TURN_KEEP | _TURN_FIRST")
            if len(groups) > 1 and self.rests[groups[1][0]] == ROLL:
                out.line(f"return {groups[1][0]}, f, c, s")
            else:
                out.line('raise AttributeError("the long way")')
            return None
        assert at < len(items)
        return at

    def _waits(self) -> str:
        """Whether a ball waits."""
        layout, balls = self.events.effects.words.layout, self.events.program.balls
        at, moved = layout.role("at"), layout.role("moved")
        if at is None or moved is None:
            return "False"
        parts = []
        for ball in range(balls):
            places = mask_literal(at.mask << at.shift + at.width * ball)
            parts.append(f"(c & {places} and not c & {mask_literal(1 << moved.shift + ball)})")
        return " or ".join(parts)
