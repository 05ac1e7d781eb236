"""Expressions as nouns: `the number of filled boxes of the Red Flipper`, `that die`, `3`.

Conditions are said in `conditions`, domains in `domains`. `VALUES` has a phrase for every kind of expression.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sspdsl.ir import terms as t
from sspdsl.words import idioms
from sspdsl.words.english import listed, plain_name
from sspdsl.words.markdown import escaped
from sspdsl.words.scope import Scope

DICE = {"raw": "the dice as rolled", "value": "your dice"}
SYMBOLS = {"+": "plus", "-": "minus", "*": "times", "div": "divided by", "mod": "modulo"}
# What cells of the turn are called, and what one of them says of a ball or die.
TURN = {
    "score": "your score",
    "last_roll": "the number of the roll with which your game ended",
    "rolls": "the number of rolls so far",
    "last_stars": "the stars just scored",
    "mover": "the ball that moved",
    "chosen": "the die that moved it",
    "origin": "the place it came from",
    "way": "the way it went",
}


def value(term: t.Expr, scope: Scope, kind: str = "") -> str:
    """A term as a noun. `kind` says what a bare number stands for, if the place where it stands knows."""
    if not kind or kind == "value":
        kind = kind_of(term, scope)
    return VALUES[type(term)](term, scope, kind)


def kind_of(term: t.Expr, scope: Scope) -> str:
    return scope.kinds.of(term, {slot: named.kind for slot, named in scope.variables})


def thing(number: int, kind: str, scope: Scope) -> str:
    """A number that stands for something."""
    names, program = scope.names, scope.names.program
    if kind == "box":
        return names.box(number)
    if kind == "feature":
        return names.feature(number)
    if kind == "position":
        return names.position(number)
    if kind == "set":
        return names.set(number)
    if kind == "zone":
        return f"the zone {names.zone(number)}"
    if kind == "board" and 0 <= number < len(program.boards):
        return escaped(program.boards[number].title or plain_name(program.boards[number].name))
    if kind == "way" and 0 <= number < len(program.way_names):
        return f"*{escaped(plain_name(program.way_names[number]))}*"
    if kind == "colour":
        colours = sorted({box.colour for box in program.boxes} | {"white", "red", "yellow"})
        return escaped(colours[number]) if 0 <= number < len(colours) else "no colour"
    if kind == "die":
        return f"the {'first' if number == 0 else 'second'} die"
    if kind == "ball":
        return "the first ball" if number == 0 else "the second ball" if number == 1 else "no ball"
    if kind == "player":
        return f"player {number + 1}"
    if kind.startswith("word:"):
        return names.word(int(kind[5:]), number)
    if kind.startswith("cell:"):
        return names.cell_word(program.cells[int(kind[5:])], number)
    return str(number)


def cell(term: t.Cell, scope: Scope) -> str:
    """What a cell is called: `*Ship* of that number`, `*Civilians* of that player`."""
    known = scope.names.program.cells[term.cell]
    whose = "" if term.player is None else f" of {value(term.player, scope, 'player')}"
    if known.role == "value" and term.index is not None:
        return die_shows(term.index, scope)
    if known.role == "raw" and term.index is not None:
        return f"{value(term.index, scope, 'die')} as rolled"
    if known.role == "at" and term.index is not None:
        return f"the place of {value(term.index, scope, 'ball')}"
    if known.role == "completions":
        return f"the number of times {completed_set(term.cell, scope)} was completed{whose}"
    if known.role == "score":
        return f"the score{whose}" if whose else "their score" if scope.whose else TURN["score"]
    if known.role in TURN:
        return TURN[known.role] + whose
    named = scope.names.cell(term.cell)
    if scope.whose and not whose and not known.shared:
        named = f"{scope.whose} {named}"
    return named + (f" of {index(term, scope)}" if term.index is not None else "") + whose


def index(term: t.Cell, scope: Scope) -> str:
    """The member of a cell that is meant."""
    known = scope.names.program.cells[term.cell]
    if isinstance(term.index, t.Num):
        kind = scope.kinds.members.get(term.cell)
        if kind is not None:
            return thing(term.index.value, kind, scope)
        return scope.names.member(known, term.index.value)
    return "" if term.index is None else value(term.index, scope)


def completed_set(number: int, scope: Scope) -> str:
    """The set whose completions a cell counts."""
    for at, group in enumerate(scope.names.program.sets):
        if group.completions == number:
            return scope.names.set(at)
    return "it"


def die_shows(die: t.Expr, scope: Scope) -> str:
    if idioms.other_die(die, scope.names.program):
        return "the other die"
    return value(die, scope, "die")


# ---------------------------------------------------------------- one phrase for each kind of expression


def _num(term: t.Num, scope: Scope, kind: str) -> str:
    return thing(term.value, kind, scope)


def _var(term: t.Var, scope: Scope, kind: str) -> str:
    return scope.named(term.slot).text


def _cell(term: t.Cell, scope: Scope, kind: str) -> str:
    return cell(term, scope)


def _fact(term: t.Fact, scope: Scope, kind: str) -> str:
    fact = scope.names.program.facts[term.fact]
    name = fact.name
    if isinstance(term.index, t.Num):
        at = term.index.value - fact.low
        return thing(fact.values[at] if 0 <= at < len(fact.values) else 0, kind, scope)
    inner: t.Expr = term.index
    outer = name in ("zone of feature", "board of feature")
    if (
        outer
        and isinstance(inner, t.Fact)
        and _fact_name(inner, scope) in ("feature of box", "feature of position")
    ):
        inner = inner.index
    subject = value(inner, scope)
    if name in ("position of feature", "position of box"):
        return subject
    if name == "first face":
        return f"the number on {subject}"
    if " as words of " in name or name.startswith("words of "):
        return subject
    if name.startswith("values of "):
        return f"the stars printed at {subject}"
    if name == "left of box":
        return f"the box to the left of {subject}"
    if name == "right of box":
        return f"the box to the right of {subject}"
    if name == "box of position":
        return subject if subject.startswith("the place") else f"the box at {subject}"
    if name == "rank of zone":
        return f"the height of {subject}"
    made = name.split(" of ")[0] if " of " in name else ""
    if made:
        return f"the {'place' if made == 'position' else made} of {subject}"
    return f"the *{escaped(plain_name(name))}* of {subject}"


def _fact_name(term: t.Fact, scope: Scope) -> str:
    return scope.names.program.facts[term.fact].name


def _op(term: t.Op, scope: Scope, kind: str) -> str:
    program = scope.names.program
    if idioms.counts_balls(term, program):
        return "the number of balls in play"
    if idioms.lowered(term, program, "mover"):
        return "the ball"
    if idioms.lowered(term, program, "chosen"):
        return "the die used"
    if idioms.lowered(term, program, "origin"):
        return "the place the ball came from"
    if idioms.lowered(term, program, "way"):
        return "the way the ball went"
    if idioms.lowered(term, program, "at"):
        assert isinstance(term.args[0], t.Cell)
        return cell(term.args[0], scope)
    if idioms.difference(term, program):
        return f"the difference of {DICE[idioms.difference(term, program)]}"
    if idioms.sum_of_dice(term, program):
        return f"the sum of {DICE[idioms.sum_of_dice(term, program)]}"
    if term.op == "-" and kind_of(term, scope) != "value":
        return value(term.args[0], scope)
    counted = _plus_one(term, scope, kind)
    if counted:
        return counted
    marks = idioms.marks_counted(term, program)
    if marks is not None:
        if len({mark.cell for mark in marks}) == 1 and len(marks) == program.cells[marks[0].cell].size:
            return f"the number of marks in {scope.names.cell(marks[0].cell)}"
        return f"the number of marks among {listed(cell(mark, scope) for mark in marks)}"
    gated = idioms.if_so(term)
    if gated is not None:
        return f"{value(gated[0], scope)} if {_holds(gated[1], scope)}, else 0"
    base, factors = idioms.times_while(term)
    if factors:
        return value(base, scope) + "".join(
            f" (times {value(factor, scope)} if {_holds(cond, scope)})" for cond, factor in factors
        )
    parts = [_bracketed(arg, scope) for arg in term.args]
    if term.op in ("min", "max"):
        return f"the {'smaller' if term.op == 'min' else 'greater'} of {listed(parts)}"
    if term.op == "size":
        inner = term.args[0]
        if isinstance(inner, t.Op) and inner.op == "-":
            return f"the difference of {listed(value(arg, scope) for arg in inner.args)}"
        return f"{parts[0]} without its sign"
    if term.op == "div":
        return f"{parts[0]} divided by {parts[1]} (rounded down)"
    if term.op == "mod":
        return f"the remainder of {parts[0]} divided by {parts[1]}"
    if term.op == "-" and term.args[0] == t.Num(0):
        return f"minus {parts[1]}"
    if term.op in SYMBOLS:
        return f" {SYMBOLS[term.op]} ".join(parts)
    return f"1 if {_holds(term, scope)} (else 0)"


def _plus_one(term: t.Op, scope: Scope, kind: str) -> str:
    """A thing in a slot is its number plus one; elsewhere that is its place in the list."""
    match term:
        case t.Op("+", (held, t.Num(1))):
            inside = kind_of(held, scope)
            if inside in ("value", "number", "player") or inside.startswith("cell:"):
                return ""
            if kind.startswith("cell:") or kind == inside:
                return value(held, scope)
            return f"the number of {value(held, scope)}"
    return ""


def _bracketed(term: t.Expr, scope: Scope) -> str:
    text = value(term, scope)
    plain = not isinstance(term, t.Op) or term.op in ("min", "max", "size") or len(text.split()) == 1
    return text if plain or text.startswith("the ") else f"({text})"


def _pick(term: t.Pick, scope: Scope, kind: str) -> str:
    if idioms.other_die(term, scope.names.program):
        return "the other die"
    if term.then == t.Num(1) and term.other == t.Num(0) and kind == "value":
        return f"1 if {_holds(term.cond, scope)} (else 0)"
    then, other = value(term.then, scope, kind), value(term.other, scope, kind)
    return f"{then} if {_holds(term.cond, scope)}, else {other}"


def _count_filled(term: t.CountFilled, scope: Scope, kind: str) -> str:
    whose = "" if term.player is None else f" of {value(term.player, scope, 'player')}"
    return f"the number of filled boxes of {scope.names.boxes(term.boxes)}{whose}"


def _count(term: t.Count, scope: Scope, kind: str) -> str:
    from sspdsl.words.domains import several

    return f"the number of {several(term.binder, scope)}"


def _first(term: t.First, scope: Scope, kind: str) -> str:
    from sspdsl.words.domains import next_of

    return next_of(term.binder, scope)


def _players(term: t.Players, scope: Scope, kind: str) -> str:
    return "the number of players"


def _me(term: t.Me, scope: Scope, kind: str) -> str:
    return "that player" if scope.whose else "you"


def _truth(term: t.Expr, scope: Scope, kind: str) -> str:
    """What is true or not, counted as 1 or 0."""
    return f"1 if {_holds(term, scope)} (else 0)"


def _holds(term: t.Expr, scope: Scope) -> str:
    from sspdsl.words.conditions import holds

    return holds(term, scope)


VALUES: Mapping[type, Callable[[Any, Scope, str], str]] = MappingProxyType(
    {
        t.Num: _num,
        t.Cell: _cell,
        t.Var: _var,
        t.Fact: _fact,
        t.Op: _op,
        t.Pick: _pick,
        t.Filled: _truth,
        t.CountFilled: _count_filled,
        t.Opened: _truth,
        t.Shows: _truth,
        t.Member: _truth,
        t.Count: _count,
        t.First: _first,
        t.Reaches: _truth,
        t.Players: _players,
        t.Me: _me,
    }
)
