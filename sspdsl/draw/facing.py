"""A table seen the way it lies: where a board turns over, one program for each way, with the ways that
hold then.

A condition that only asks how the board lies is gone from the ways of each; the rest of it stays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sspdsl.draw.values import in_words
from sspdsl.graph.words import words_of
from sspdsl.ir.model import BanDef, BoardDef, BoxDef, Program, RuleDef, WayDef, ZoneDef
from sspdsl.ir.terms import Body, Expr, If, LoseBall, Num, Op


@dataclass(frozen=True, slots=True)
class Facing:
    """A program as it lies while `words` hold, "" if it never turns; `short` goes before ids."""

    words: str
    short: str
    program: Program


def facings(program: Program) -> list[Facing]:
    """As the table is written, then, for each condition under which a board turns over, turned."""
    turns: dict[Expr, list[int]] = {}
    for k, board in enumerate(program.boards):
        if board.turned is not None:
            turns.setdefault(board.turned, []).append(k)
    if not turns:
        return [Facing("", "", program)]
    upright = program
    for turned in turns:
        upright = lying(upright, turned, False)
    said = [_words(program, program.boards[own[0]]) for own in turns.values()]
    found = [Facing("while not " + " and not ".join(said), "", upright)]
    for n, (turned, own) in enumerate(turns.items()):
        seen = program
        for other in turns:
            seen = lying(seen, other, other == turned)
        for k in own:
            seen = _over(seen, k)
        found.append(Facing(f"while {said[n]}", f"turned-{n}-", seen))
    return found


def _words(program: Program, board: BoardDef) -> str:
    """The condition in words; one of several parts stands in brackets, for a "not" may go before it."""
    words = in_words(program, board.words or words_of(program, board.turned))
    return f"({words})" if isinstance(board.turned, Op) else words


def _over(program: Program, number: int) -> Program:
    """A half turn: the last zone comes first, and in each zone the last feature."""
    board = program.boards[number]
    boards = list(program.boards)
    boards[number] = replace(board, zones=board.zones[::-1])
    zones: list[ZoneDef] = list(program.zones)
    for z in board.zones:
        zones[z] = replace(zones[z], features=zones[z].features[::-1])
    return replace(program, boards=tuple(boards), zones=tuple(zones))


def lying(program: Program, turned: Expr, holds: bool) -> Program:
    """The program as it is while `turned` has this value: ways, bans, rules and boxes that it closes are
    gone, and conditions that it decides.
    """
    ways: list[WayDef] = []
    for way in program.ways:
        guard = known(way.guard, turned, holds)
        if guard != way.guard:
            way = replace(way, guard=None if _true(guard) else guard, words="")
        if not _false(guard):
            ways.append(way)
    for ban in program.bans:
        if ban.guard is not None and _true(known(ban.guard, turned, holds)):
            ways = [w for way in ways if (w := _without(way, ban)) is not None]
    rules: list[RuleDef] = []
    lost: set[int] = set()
    for rule in program.rules:
        guard = known(rule.guard, turned, holds)
        if _false(guard):
            continue
        rule = replace(rule, guard=None if _true(guard) else guard, body=_body(rule.body, turned, holds))
        rules.append(rule)
        if rule.guard is None and rule.event.kind in ("hit", "filled"):
            lost |= set(rule.event.subjects) if any(isinstance(e, LoseBall) for e in rule.body) else set()
    boxes: list[BoxDef] = []
    for k, box in enumerate(program.boxes):
        opened = known(box.open, turned, holds)
        boxes.append(replace(box, open=None if _true(opened) else opened, drains=box.drains or k in lost))
    return replace(program, ways=tuple(ways), rules=tuple(rules), boxes=tuple(boxes))


def _without(way: WayDef, ban: BanDef) -> WayDef | None:
    """What is left of a way under a ban that holds; a ban of only some of its boxes leaves it whole."""
    if (ban.ways and way.name not in ban.ways) or not set(way.targets) <= set(ban.targets):
        return way
    sources = tuple(s for s in way.sources if s not in ban.sources)
    return replace(way, sources=sources) if sources else None


def _body(body: Body, turned: Expr, holds: bool) -> Body:
    """The effects of a body, with the branches that are decided in place of the question."""
    found: Body = ()
    for effect in body:
        if isinstance(effect, If):
            cond = known(effect.cond, turned, holds)
            if _true(cond) or _false(cond):
                found += _body(effect.then if _true(cond) else effect.other, turned, holds)
                continue
        found += (effect,)
    return found


def _true(expr: Expr | None) -> bool:
    return expr is None or (isinstance(expr, Num) and expr.value != 0)


def _false(expr: Expr | None) -> bool:
    return isinstance(expr, Num) and expr.value == 0


def known(expr: Expr | None, turned: Expr, holds: bool) -> Expr | None:
    """The condition, where it is known whether `turned` holds. Equal terms are one; nothing is proved."""
    if expr is None or expr == turned:
        return expr if expr is None else Num(int(holds))
    if not isinstance(expr, Op):
        return expr
    args = tuple(a for a in (known(a, turned, holds) for a in expr.args) if a is not None)
    if args == expr.args:
        return expr
    numbers = [a.value for a in args if isinstance(a, Num)]
    match expr.op:
        case "not" if numbers:
            return Num(int(not numbers[0]))
        case "is" | "is_not" if len(numbers) == 2:
            return Num(int((numbers[0] == numbers[1]) == (expr.op == "is")))
        case "and" | "or":
            deciding = expr.op == "or"
            if any(bool(n) == deciding for n in numbers):
                return Num(int(deciding))
            rest = tuple(a for a in args if not isinstance(a, Num))
            if len(rest) < 2:
                return rest[0] if rest else Num(int(not deciding))
            return Op(expr.op, rest)
    return Op(expr.op, args)
