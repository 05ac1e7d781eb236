"""Expressions as clauses that hold or not: `Multiball is marked`, `no ball is in play`."""

from __future__ import annotations

from itertools import pairwise

from sspdsl.ir import terms as t
from sspdsl.words import idioms
from sspdsl.words.domains import one, several
from sspdsl.words.english import count, listed, plain_name
from sspdsl.words.markdown import escaped
from sspdsl.words.scope import Scope
from sspdsl.words.values import cell, index, kind_of, thing, value

OPPOSITE = {"is": "is_not", "is_not": "is", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
COMPARED = {
    "is": "is",
    "is_not": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}


def holds(term: t.Expr, scope: Scope, no: bool = False) -> str:
    """The clause that a condition is; with `no`, its opposite."""
    match term:
        case t.Op("not", (inner,)):
            return holds(inner, scope, not no)
        case t.Op("and" | "or" as op, args):
            return _joined(op, args, scope, no)
        case t.Op("is" | "is_not" | "<" | "<=" | ">" | ">=", (_, _)):
            return _comparison(term, scope, no)
        case t.Cell():
            return _marked(term, scope, no)
        case t.Filled(box, player):
            whose = "" if player is None else f" of {value(player, scope, 'player')}"
            return f"{value(box, scope, 'box')}{whose} {_is(no)} filled"
        case t.CountFilled(boxes, player):
            return _filled_boxes(boxes, player, scope, no)
        case t.Opened(box):
            return f"{value(box, scope, 'box')} {_is(no)} open"
        case t.Shows(box, face):
            shows = "does not show" if no else "shows"
            return f"{value(box, scope, 'box')} {shows} {_the_value_of(face, scope)}"
        case t.Member(inner, values):
            return _member(inner, values, scope, no)
        case t.Count(binder):
            return _there_is(binder, scope, no)
        case t.First(binder):
            return _there_is(binder, scope, no)
        case t.Reaches(box, position, way):
            how = "" if not way else f" by *{escaped(plain_name(way))}*"
            can = "cannot be hit" if no else "can be hit"
            return f"{value(box, scope, 'box')} {can} from {value(position, scope, 'position')}{how}"
        case t.Num(number):
            return "always" if bool(number) != no else "never"
        case t.Pick(cond, then, other):
            return (
                f"{holds(then, scope, no)} (if {holds(cond, scope)}), or {holds(other, scope, no)} (if not)"
            )
        case _:
            return f"{value(term, scope)} is {'' if no else 'not '}0"


def _joined(op: str, args: tuple[t.Expr, ...], scope: Scope, no: bool) -> str:
    where = idioms.some_ball_at(t.Op(op, args), scope.names.program)
    if where is not None:
        places = scope.names.positions(where) if isinstance(where, tuple) else value(where, scope, "position")
        return f"{'no' if no else 'a'} ball is at {places}"
    same = idioms.one_of_numbers(t.Op(op, args))
    if same is not None:
        kind = (
            f"cell:{same[0].cell}" if scope.names.program.cells[same[0].cell].words is not None else "value"
        )
        return f"{cell(same[0], scope)} {_is(no)} {listed((thing(n, kind, scope) for n in same[1]), 'or')}"
    found = idioms.open_boxes_showing(t.Op(op, args))
    if found is not None:
        boxes, face = scope.names.boxes(found[0], "or"), _the_value_of(found[1], scope)
        return f"{'no' if no else 'an'} open box of {boxes} shows {face}"
    last = op if not no else {"and": "or", "or": "and"}[op]
    parts = []
    for arg in dict.fromkeys(_flat(op, args)):
        text = holds(arg, scope, no)
        mixed = isinstance(arg, t.Op) and arg.op in ("and", "or")
        inner_last = "" if not isinstance(arg, t.Op) or not mixed else arg.op
        parts.append(f"({text})" if mixed and (no or inner_last != last) and inner_last != op else text)
    return listed(_shortened(list(dict.fromkeys(parts))), last)


def _flat(op: str, args: tuple[t.Expr, ...]) -> list[t.Expr]:
    """The parts of parts that are joined by the same word."""
    out: list[t.Expr] = []
    for arg in args:
        inner = isinstance(arg, t.Op) and arg.op == op and idioms.open_boxes_showing(arg) is None
        out += _flat(op, arg.args) if inner and isinstance(arg, t.Op) else [arg]
    return out


def _shortened(parts: list[str]) -> list[str]:
    """A part after another with the same subject says only what is new: `is open and shows 3`."""
    out = parts[:1]
    for before, part in pairwise(parts):
        for verb in (" is ", " shows ", " has "):
            subject = before.partition(verb)[0]
            if " " in subject and subject.startswith(("that ", "the box")) and part.startswith(subject + " "):
                out.append(part[len(subject) + 1 :])
                break
        else:
            out.append(part)
    return out


def _comparison(term: t.Op, scope: Scope, no: bool) -> str:
    op = OPPOSITE[term.op] if no else term.op
    left, right = term.args
    program = scope.names.program
    if idioms.doubles(t.Op("is", term.args), program) and op in ("is", "is_not"):
        return "the dice show doubles" if op == "is" else "the dice show no doubles"
    if idioms.counts_balls(left, program) and len(getattr(left, "args", ())) == program.balls:
        return _balls(op, value(right, scope))
    if isinstance(left, t.Count):
        return _counted(left.binder, op, right, scope)
    if isinstance(left, t.CountFilled) and isinstance(right, t.Num):
        return _some_filled(left, op, right.value, scope)
    if isinstance(left, t.Cell):
        special = _of_a_cell(left, op, right, scope)
        if special:
            return special
    if isinstance(left, t.First) and right in (t.Num(-1), t.Num(0)) and op in ("is", "is_not", "<", ">="):
        return _there_is(left.binder, scope, op in ("is", "<"))
    kind = kind_of(left, scope)
    if (
        kind in ("zone", "board")
        and isinstance(left, t.Fact)
        and isinstance(right, t.Fact)
        and op in ("is", "is_not")
    ):
        one_thing, other = (value(each, scope).removeprefix(f"the {kind} of ") for each in (left, right))
        where = "in the same zone as" if kind == "zone" else "on the same board as"
        return f"{one_thing} {_is(op == 'is_not')} {where} {other}"
    if kind == "value" and kind_of(right, scope) != "value":
        kind = kind_of(right, scope)
    if op in ("is", "is_not") and _is_flag(left, scope) and _is_flag(right, scope):
        lead = "both or neither of these hold" if op == "is" else "just one of these holds"
        return f"{lead}: ({holds(left, scope)}), ({holds(right, scope)})"
    if op == ">=" and right == t.Num(0) and kind not in ("value", "number") and isinstance(left, t.Op):
        return f"{value(left, scope, kind)} is noted"
    if isinstance(right, t.Num) and _is_truth(left):
        if (op, right.value) in (("is", 0), ("<", 1)):
            return holds(left, scope, True)
        if (op, right.value) in (("is_not", 0), (">", 0), ("is", 1), (">=", 1)):
            return holds(left, scope)
    if isinstance(right, t.Cell) and program.cells[right.cell].role == "value" and op in ("is", "is_not"):
        return f"{value(left, scope, kind)} {COMPARED[op]} what {value(right, scope)} shows"
    return f"{value(left, scope, kind)} {COMPARED[op]} {value(right, scope, kind)}"


def _is_flag(term: t.Expr, scope: Scope) -> bool:
    """Whether a term says yes or no."""
    mark = isinstance(term, t.Cell) and idioms.is_mark(scope.names.program.cells[term.cell])
    return mark or _is_truth(term)


def _is_truth(term: t.Expr) -> bool:
    return idioms.says_yes_or_no(term)


def _balls(op: str, number: str) -> str:
    if number == "0":
        return {"is": "no ball is in play", "is_not": "a ball is in play", ">": "a ball is in play"}.get(
            op, f"the number of balls in play {COMPARED[op]} 0"
        )
    if op == "<" and number == "2":
        return "fewer than two balls are in play"
    if (op == ">" and number == "1") or (op in (">=", "is") and number == "2"):
        return "two balls are in play"
    if op == "is" and number == "1":
        return "one ball is in play"
    return f"the number of balls in play {COMPARED[op]} {number}"


def _counted(binder: t.Binder, op: str, right: t.Expr, scope: Scope) -> str:
    if isinstance(right, t.Num):
        if (op, right.value) in ((">", 0), (">=", 1), ("is_not", 0)):
            return _there_is(binder, scope, False)
        if (op, right.value) in (("is", 0), ("<", 1), ("<=", 0)):
            return _there_is(binder, scope, True)
    return f"the number of {several(binder, scope)} {COMPARED[op]} {value(right, scope)}"


def _there_is(binder: t.Binder, scope: Scope, no: bool) -> str:
    noun = one(binder, scope)
    if not no:
        return f"there is {noun}"
    for start in ("an ", "a "):
        if noun.startswith(start):
            return "there is no " + noun[len(start) :]
    return f"there is none: {noun}" if not noun.startswith("one of ") else "there is none of " + noun[7:]


def _some_filled(term: t.CountFilled, op: str, number: int, scope: Scope) -> str:
    size, boxes = len(term.boxes), scope.names.boxes(term.boxes)
    whose = "" if term.player is None else f" of {value(term.player, scope, 'player')}"
    if (op, number) in (("is", size), (">=", size)):
        return _filled(term.boxes, boxes + whose, True)
    if (op, number) in (("is_not", size), ("<", size)):
        return _filled(term.boxes, boxes + whose, False)
    if (op, number) in (("is", 0), ("<", 1)):
        return f"no box of {boxes}{whose} is filled" if size > 1 else f"{boxes}{whose} is not filled"
    if (op, number) in ((">", 0), (">=", 1), ("is_not", 0)):
        return f"{scope.names.groups.one_of(term.boxes)}{whose} is filled"
    least = {"is": "", ">=": "at least ", ">": "more than ", "<": "fewer than ", "<=": "at most "}
    if op in least:
        verb = "is" if number == 1 else "are"
        return f"{least[op]}{count(number, 'box')} of {boxes}{whose} {verb} filled"
    return f"the number of filled boxes of {boxes}{whose} {COMPARED[op]} {number}"


def _filled(boxes: tuple[int, ...], named: str, yes: bool) -> str:
    if len(boxes) == 1:
        return f"{named} is {'' if yes else 'not '}filled"
    return f"{'all' if yes else 'not all'} boxes of {named} are filled"


def _filled_boxes(boxes: tuple[int, ...], player: t.Expr | None, scope: Scope, no: bool) -> str:
    whose = "" if player is None else f" of {value(player, scope, 'player')}"
    if no and len(boxes) > 1:
        return f"no box of {scope.names.boxes(boxes)}{whose} is filled"
    return f"{scope.names.groups.one_of(boxes)}{whose} {_is(no)} filled"


def _of_a_cell(left: t.Cell, op: str, right: t.Expr, scope: Scope) -> str:
    """Comparisons that a player says otherwise."""
    known = scope.names.program.cells[left.cell]
    if known.role == "at" and right == t.Num(0) and left.index is not None:
        yes = {">": True, "is_not": True, "is": False, "<=": False}.get(op)
        if yes is not None:
            return f"{value(left.index, scope, 'ball')} {_is(not yes)} in play"
    if known.role in ("mover", "chosen", "origin", "way") and right == t.Num(0):
        yes = {">": True, "is_not": True, "is": False, "<=": False}.get(op)
        if yes is not None:
            return "a ball has just moved" if yes else "no ball has just moved"
    if known.role == "value" and left.index is not None and isinstance(right, t.Cell):
        other = scope.names.program.cells[right.cell]
        if other.role == "raw" and right.index == left.index and op in ("is", "is_not"):
            return f"{value(left.index, scope, 'die')} {_is(op == 'is_not')} as it was rolled"
    if known.role == "value" and op in ("is", "is_not") and left.index is not None:
        verb = "shows" if op == "is" else "does not show"
        return f"{value(left, scope)} {verb} {value(right, scope)}"
    if known.role == "value" and left.index is not None:
        return f"{value(left, scope)} shows {COMPARED[op].removeprefix('is ')} {value(right, scope)}"
    if known.words is not None and op in ("is", "is_not"):
        return f"{cell(left, scope)} {_is(op == 'is_not')} {value(right, scope, f'cell:{left.cell}')}"
    if (
        idioms.is_mark(known)
        and isinstance(right, t.Num)
        and right.value in (0, 1)
        and op in ("is", "is_not")
    ):
        return _marked(left, scope, (op == "is") != bool(right.value))
    return ""


def _marked(term: t.Cell, scope: Scope, no: bool) -> str:
    known = scope.names.program.cells[term.cell]
    at = term.index
    whose = "" if term.player is None else f" of {value(term.player, scope, 'player')}"
    if known.role == "die_used" and at is not None:
        return f"{value(at, scope, 'die')} has {'not ' if no else ''}been used"
    if known.role == "kept" and at is not None:
        return f"{value(at, scope, 'die')} is {'not ' if no else ''}bound to keep its ball"
    if known.role == "moved" and at is not None:
        return f"{value(at, scope, 'ball')} has {'not ' if no else ''}moved"
    if known.role == "at" and at is not None:
        return f"{value(at, scope, 'ball')} {_is(no)} in play"
    if known.role == "finished":
        who = "you have" if term.player is None else f"{value(term.player, scope, 'player')} has"
        return f"{who} {'not ' if no else ''}finished the game"
    if known.role == "used":
        name = scope.names.used_ability.get(known.name, "the ability")
        where = f" on {index(term, scope)}" if at is not None else ""
        return f"{name} was {'not yet ' if no else ''}used{where}"
    if known.role == "taken":
        return f"the bonus was {'not yet ' if no else ''}taken"
    if known.role == "completions":
        return f"{cell(term, scope)} is {'' if no else 'not '}0"
    if known.words is not None:
        return f"{cell(term, scope)} {_is(not no)} {scope.names.cell_word(known, 0)}"
    if not idioms.is_mark(known):
        return f"{cell(term, scope)} is {'0' if no else 'not 0'}"
    if at is None:
        return f"{cell(term, scope)} {_is(no)} marked"
    return f"{index(term, scope)} {_is(no)} marked in {scope.names.cell(term.cell)}{whose}"


def _member(inner: t.Expr, values: tuple[int, ...], scope: Scope, no: bool) -> str:
    kind = kind_of(inner, scope)
    subject = value(inner, scope, kind)
    if kind == "box":
        if len(values) == 1:
            return f"{subject} {_is(no)} {scope.names.box(values[0])}"
        return f"{subject} {_is(no)} one of {scope.names.boxes(values)}"
    if kind == "position":
        at = " at" if subject.startswith("the place of ") else ""
        return f"{subject.removeprefix('the place of ')} {_is(no)}{at} {scope.names.positions(values)}"
    if not values:
        return "always" if no else "never"
    return f"{subject} {_is(no)} {listed((thing(each, kind, scope) for each in values), 'or')}"


def _the_value_of(face: t.Expr, scope: Scope) -> str:
    text = value(face, scope)
    return text if not text.startswith("the die") else f"the number of {text}"


def _is(no: bool) -> str:
    return "is not" if no else "is"


def while_words(guard: t.Expr | None, scope: Scope, word: str = "while") -> str:
    """` while ...`, or nothing."""
    return "" if guard is None else f" {word} {holds(guard, scope)}"


__all__ = ["COMPARED", "holds", "while_words"]
