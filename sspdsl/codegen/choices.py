"""Decisions inside effects: a choice, a list of bonuses, a draw, a cell that is rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.codegen.cells import write_cell
from sspdsl.codegen.names import string_literal, tuple_literal
from sspdsl.codegen.static import Scope
from sspdsl.codegen.writer import Writer
from sspdsl.ir.terms import Binder, Choose, Draw, Expr, OneOf, Values, Var

if TYPE_CHECKING:
    from sspdsl.codegen.effects import Effects

ROLLED = 1_000_000  # A variable that no body uses.
UNLIKE = ("number", "player")  # Different members of these kinds have different texts; so have words.


def collect(effects: Effects, out: Writer, scope: Scope, binders: tuple[Binder, ...]) -> tuple[str, Scope]:
    """A list with every way to bind these variables, the first slowest; and what is known with them bound."""
    found = out.temporary("found")
    inner = scope
    parts = []
    for binder in binders:
        head, inner = effects.words.loop(binder, inner)
        where = "" if binder.where is None else f" if {effects.words.truth(binder.where, inner).at(1)}"
        parts.append(head + where)
    members = tuple_literal([f"v{binder.slot}" for binder in binders])
    loops = " ".join(parts)
    out.line(f"{found}: list[tuple[int, ...]] = [{members} {loops}]")
    return found, inner


def describe(binders: tuple[Binder, ...]) -> str:
    """What puts the members picked into words."""
    return f"_members({tuple_literal([string_literal(binder.kind) for binder in binders])})"


def choose(effects: Effects, out: Writer, scope: Scope, effect: Choose) -> None:
    """The acting player picks one member for each binder."""
    question = effects.question("choose", effect.about, describe(effect.binders))
    if effect.least is not None or effect.most is not None:
        _choose_many(effects, out, scope, effect, question)
        return
    found, inner = collect(effects, out, scope, effect.binders)
    _make_distinct(out, effect.binders, found, question)
    with out.block(f"if {found}:"):
        _pick(effects, out, effect, found, question, str(effect.optional), inner, "if {} < len({}):")


def _pick(
    effects: Effects,
    out: Writer,
    effect: Choose,
    found: str,
    question: int,
    can_pass: str,
    scope: Scope,
    cond: str,
) -> None:
    """Ask, bind what was picked, and run the body."""
    number = out.temporary("i")
    out.line(f"{number} = x.pick(f, c, s, {question}, {found}, {can_pass})")
    names = [f"v{binder.slot}" for binder in effect.binders]
    bind = f"{', '.join(names)}{',' if len(names) == 1 else ''} = {found}[{number}]"
    if not effect.optional:
        out.line(bind)
        effects.body(out, effect.body, scope)
        return
    with out.block(cond.format(number, found)):
        out.line(bind)
        effects.body(out, effect.body, scope)


def _choose_many(effects: Effects, out: Writer, scope: Scope, effect: Choose, question: int) -> None:
    """The pick is repeated, with what was picked before left out."""
    words = effects.words
    least, most, picked = out.temporary("least"), out.temporary("most"), out.temporary("picked")
    out.line(f"{least} = {'0' if effect.least is None else words.text(effect.least, scope)}")
    out.line(f"{most} = {'_FUSE' if effect.most is None else words.text(effect.most, scope)}")
    out.line(f"{picked}: list[tuple[int, ...]] = []")
    for binder in effect.binders:
        scope.forget(binder.slot)
    with out.block(f"while len({picked}) < {most}:"):
        found, inner = collect(effects, out, scope.copy(), effect.binders)
        out.line(f"{found} = [way for way in {found} if way not in {picked}]")
        with out.block(f"if not {found}:"):
            out.line("break")
        _make_distinct(out, effect.binders, found, question)
        number = out.temporary("i")
        may = f"len({picked}) >= {least}" + (f" or not {picked}" if effect.optional else "")
        out.line(f"{number} = x.pick(f, c, s, {question}, {found}, {may})")
        with out.block(f"if {number} == len({found}):"):
            out.line("break")
        out.line(f"{picked}.append({found}[{number}])")
        names = [f"v{binder.slot}" for binder in effect.binders]
        out.line(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {found}[{number}]")
        effects.body(out, effect.body, inner)


def _make_distinct(out: Writer, binders: tuple[Binder, ...], found: str, question: int) -> None:
    """Of options with equal texts only the first is one, where texts can be equal."""
    for binder in binders:
        repeats = isinstance(binder.domain, Values) and len(set(binder.domain.values)) < len(
            binder.domain.values
        )
        if repeats or not (binder.kind in UNLIKE or binder.kind.startswith("word:")):
            out.line(f"{found} = x.distinct(f, c, s, {question}, {found})")
            return


def one_of(effects: Effects, out: Writer, scope: Scope, effect: OneOf) -> None:
    """The acting player picks one entry whose guard holds."""
    names = [branch.name for branch in effect.branches]
    question = effects.question(
        "choose", effect.about, f"_listed({tuple_literal(list(map(string_literal, names)))})"
    )
    found = out.temporary("open")
    out.line(f"{found}: list[int] = []")
    for number, branch in enumerate(effect.branches):
        guard = "True" if branch.guard is None else effects.words.truth(branch.guard, scope).text
        if guard == "True":
            out.line(f"{found}.append({number})")
        elif guard != "False":
            with out.block(f"if {guard}:"):
                out.line(f"{found}.append({number})")
    if len(set(names)) < len(names):
        out.line(f"{found} = x.distinct(f, c, s, {question}, {found})")
    with out.block(f"if {found}:"):
        picked, index = out.temporary("k"), out.temporary("i")
        out.line(f"{index} = x.pick(f, c, s, {question}, {found}, {effect.optional})")
        if effect.optional:
            out.line(f"{picked} = {found}[{index}] if {index} < len({found}) else -1")
        else:
            out.line(f"{picked} = {found}[{index}]")
        head = "if"
        for number, branch in enumerate(effect.branches):
            with out.block(f"{head} {picked} == {number}:"):
                effects.body(out, branch.body, scope.copy())
            head = "elif"


def draw(effects: Effects, out: Writer, scope: Scope, effect: Draw) -> None:
    """Chance picks one member of a domain."""
    question = effects.question("draw", "a draw", describe((effect.binder,)))
    found, inner = collect(effects, out, scope, (effect.binder,))
    with out.block(f"if {found}:"):
        bind = f"{found}[x.pick(f, c, s, {question}, {found}, False)]"
        out.line(f"v{effect.binder.slot}, = {bind}")
        effects.body(out, effect.body, inner)


def roll_cell(
    effects: Effects, out: Writer, scope: Scope, cell: int, index: Expr | None, player: Expr | None
) -> None:
    """Chance gives a cell a value of its range."""
    definition = effects.words.program.cells[cell]
    about = string_literal(definition.title or definition.name)
    texts = tuple_literal([string_literal(text) for text in _value_texts(effects, cell)])
    out.line(f"v{ROLLED} = _roll_cell(x, f, c, s, {definition.low}, {texts}, {about})")
    if cell in effects.listened:
        effects.assign_listened(out, scope, cell, index, player, f"v{ROLLED}")
        return
    scope.ranges[ROLLED] = (definition.low, definition.high)
    write_cell(out, effects.words, scope, cell, index, player, Var(ROLLED))
    scope.forget(ROLLED)


def _value_texts(effects: Effects, cell: int) -> list[str]:
    """What a cell can hold, as options show it."""
    program = effects.words.program
    definition = program.cells[cell]
    values = range(definition.low, definition.high + 1)
    if definition.words is None:
        return [str(value) for value in values]
    names = [word.name for word in program.domains[definition.words].words]
    names = ["none", *names] if definition.or_none else names
    return [names[value] for value in values]
