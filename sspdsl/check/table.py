"""From a text to its model, with every mistake of names, types, ranges and structure on the way."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.acting import Acting
from sspdsl.check.arrows import Arrows
from sspdsl.check.attributes import Attributes
from sspdsl.check.consequences import without_consequences
from sspdsl.check.declare import Declare, string_value
from sspdsl.check.effects import Effects
from sspdsl.check.events import Events
from sspdsl.check.expressions import Expressions
from sspdsl.check.features import Features
from sspdsl.check.guards import clean
from sspdsl.check.load import Arrange, FindLibrary, load
from sspdsl.check.model import Context, Model, Symbol
from sspdsl.check.names import Names
from sspdsl.check.notes import collect_notes
from sspdsl.check.parameters import parameter_types
from sspdsl.check.rules import Rules
from sspdsl.check.scenarios import Scenarios
from sspdsl.check.sets import Sets
from sspdsl.check.state import State
from sspdsl.check.structure import check_structure
from sspdsl.check.values import Scope
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.ir import model as ir
from sspdsl.ir.terms import Cell, Expr
from sspdsl.source import Source, Span
from sspdsl.syntax.tree import Node, Token

TURN_CELLS = ("mover", "chosen", "origin", "way")


def check_source(
    source: Source, find: FindLibrary | None = None, arrange: Arrange | None = None
) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model of a pin, or None if the text holds none; and all that is wrong, in the order of the text."""
    loaded = load(source, find, arrange)
    diagnostics = loaded.diagnostics
    if loaded.pin is None:
        return None, tuple(diagnostics)
    name, title = loaded.pin.parts[:2]
    assert isinstance(name, Token)
    assert isinstance(title, Token)
    model = Model(name.text, string_value(title), loaded.pin.kind, name.span, tree=loaded.pin)
    names = Names(model, diagnostics)
    declare = Declare(loaded, names)
    sorted_ = declare.run()
    expressions = Expressions(names)
    make_roles(model, expressions, loaded.pin.kind == "pin")
    state = State(expressions, sorted_)
    state.words()
    features = Features(expressions, declare)
    features.run()
    declare.check_overrides()
    state.facts()
    state.cells()
    acting = Acting(Effects(expressions), sorted_, state.lives)
    acting.declare()
    rules = Rules(acting, Events(expressions), features.guards)
    Sets(features).sets()
    expressions.places.forget()
    arrows = Arrows(features)
    arrows.arrows()
    fix_positions(model)
    features.guards.bind_slots()
    rules.param_types = rules.effects.param_types = parameter_types(names, sorted_)
    Attributes(features).attributes()
    arrows.ways()
    arrows.bind_arrows()
    for board, context, node in turned_boards(sorted_.of("turns_over")):
        turning = model.boards[board if board < len(model.boards) else 0]
        turning.turns.append(expressions.flag(node, Scope(context)))
        turning.turn_words.append(clean(node.span))
    for node, context in sorted_.of("mode"):
        # Also where no clause of the mode asks.
        expressions.flag(node.parts[1], Scope(context))
    rules.collect_bans()
    rules.bind()
    state.lifetimes(rules.events)
    Scenarios(rules.effects, sorted_).bind()
    check_way_words(model, diagnostics)
    collect_notes(loaded, model)
    diagnostics.extend(check_structure(model, sorted_))
    model.book = book_of(loaded.pin)
    if model.kind == "pin" and not model.symbols.get("start"):
        # The library's rules miss it too; that is the same mistake.
        diagnostics[:] = [d for d in diagnostics if d.span.text != "start"]
        diagnostics.append(problems.no_start(model.span))
    return model, in_order(without_consequences(diagnostics))


def make_roles(model: Model, expressions: Expressions, pinball: bool) -> None:
    """The cells that every table has."""
    make = expressions.cells.make_cell
    roles = model.roles
    roles["score"] = make("score", 0, 0, "score", form="tally")
    roles["finished"] = make("finished", 0, 1, "finished", form="indicator")
    roles["last_roll"] = make("last_roll", 0, 0, "last_roll", form="tally")
    roles["rolls"] = make("rolls", 0, 0, "rolls", form="tally", shared=True)
    roles["last_stars"] = make("last_stars", 0, 0, "last_stars", form="tally")
    if not pinball:
        return
    pair = ("1", "2")
    roles["raw"] = make("raw", 0, 6, "raw", 2, pair, shared=True)
    roles["value"] = make("value", 0, 6, "value", 2, pair)
    roles["die_used"] = make("die_used", 0, 1, "die_used", 2, pair, form="indicator", line="until")
    roles["kept"] = make("kept", 0, 1, "kept", 2, pair, form="indicator", line="until")
    roles["at"] = make("at", 0, 0, "at", 2, pair)
    roles["moved"] = make("moved", 0, 1, "moved", 2, pair, form="indicator", line="until")
    for role in TURN_CELLS:
        roles[role] = make(role, 0, 2, role, line="until")


def check_way_words(model: Model, diagnostics: list[Diagnostic]) -> None:
    """A way that is mentioned must be one that a clause declares: `reached only by shot`, `way is leap`."""
    known = {"arrow", "line", *(w.name for w in model.way_rules), *(a.name for a in model.arrows)}
    seen: set[Span] = set()
    for token in model.way_words:
        if token.text not in known and token.span not in seen:
            seen.add(token.span)
            diagnostics.append(problems.unknown_name("way", token.text, token.span, sorted(known)))


def fix_positions(model: Model) -> None:
    """Cells that hold positions get their range once positions are known."""
    from dataclasses import replace

    for role in ("at", "origin"):
        if role in model.roles:
            cell = model.roles[role]
            model.cells[cell] = replace(model.cells[cell], high=len(model.positions))


def turned_boards(items: list[tuple[Node, Context]]) -> list[tuple[int, Context, Node]]:
    return [
        (context.board or 0, context, node.parts[0])
        for node, context in items
        if isinstance(node.parts[0], Node)
    ]


def book_of(pin: Node) -> str:
    for part in pin.parts:
        if isinstance(part, Node) and part.kind == "decls":
            for decl in part.nodes():
                if decl.kind == "from_book" and isinstance(decl.parts[0], Token):
                    return decl.parts[0].text
    return ""


def in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """One message a mistake: equal code and place once; in the order of the text."""
    seen: set[tuple[str, str, int]] = set()
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.span.source.name, diagnostic.span.start)
        if key not in seen:
            seen.add(key)
            kept.append(diagnostic)
    return tuple(sorted(kept, key=lambda d: (d.span.source.name, d.span.start)))


__all__ = ["Cell", "Expr", "Symbol", "check_source", "ir"]
