"""V8: erasing matches the lines. Static: who may erase what, from sets, lifetimes and effects."""

from __future__ import annotations

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Reset
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED, Item, Verdict, sum_up
from sspdsl.verify.where import where_words

ROUND_END = "round_ends"


def verify_erasing(program: Program, found: Reach) -> Verdict:
    """The verdict on V8: an item for each box that is wrong or erased by an effect, one for each line."""
    items = (*boxes_by_line(program, found), *cells_by_line(program))
    return sum_up(
        "V8",
        items,
        "dashed is erased at the end of the round, solid with its set, double by nothing; never stays empty",
        "not settled",
        "there is nothing to erase",
    )


def round_actions(program: Program) -> frozenset[int]:
    """The moments at which a round ends. A table without rounds of its own has no such moment."""
    return frozenset(n for n, action in enumerate(program.actions) if action.name == ROUND_END)


def boxes_by_line(program: Program, found: Reach) -> list[Item]:
    rounds = round_actions(program)
    at_round: set[int] = set()
    otherwise: dict[int, str] = {}
    for life in program.lifetimes:
        ends = life.event.kind == "action" and not rounds.isdisjoint(life.event.subjects)
        for box in life.boxes:
            if ends and life.guard is None:
                at_round.add(box)
            else:
                otherwise[box] = "a lifetime that is not the end of the round"
    erasing = {box for made in program.sets if made.erases for box in made.boxes}
    items: list[Item] = []
    good: dict[str, int] = {}
    for number, made_box in enumerate(program.boxes):
        item = judge(program, found, number, at_round, erasing, otherwise)
        if item is not None:
            items.append(item)
        if item is None or item.status == PROVED:
            good[made_box.line] = good.get(made_box.line, 0) + 1
    for line, count in good.items():
        items.append(Item(f"{line} boxes", PROVED, f"{count} erased as their line says"))
    return items


def judge(
    program: Program,
    found: Reach,
    number: int,
    at_round: set[int],
    erasing: set[int],
    otherwise: dict[int, str],
) -> Item | None:
    """What is to be said of one box; None if all is as its line says and nothing else erases it."""
    box = program.boxes[number]
    effect = found.world.erased.get(number)
    match box.line:
        case "dashed" if number not in at_round:
            return Item(box.name, REFUTED, "dashed, but nothing erases it at the end of the round")
        case "solid" if number in at_round or number in otherwise:
            what = otherwise.get(number, "the end of the round")
            return Item(box.name, REFUTED, f"solid, but {what} erases it")
        case "solid" if number not in erasing and effect is None:
            return Item(box.name, REFUTED, "solid, but it belongs to no set that erases it")
        case "double" if number in at_round or number in otherwise:
            return Item(box.name, REFUTED, "double, but a lifetime erases it")
        case "double" if effect is not None:
            by, sure = where_words(program, effect[0]), effect[1]
            return Item(
                box.name,
                REFUTED if sure else BOUNDED,
                f"double, but {by} {'erases' if sure else 'may erase'} it",
            )
        case "never" if number in found.world.marked_never:
            return Item(
                box.name,
                REFUTED,
                f"never filled, but {where_words(program, found.world.marked_never[number])} marks it",
            )
    if effect is not None and box.line in ("solid", "dashed"):
        return Item(box.name, PROVED, f"besides, {where_words(program, effect[0])} may erase it")
    return None


def cells_by_line(program: Program) -> list[Item]:
    """Marks that are no boxes: dashed ones end with the round, no lifetime ends a double one."""
    rounds = round_actions(program)
    at_round: set[int] = set()
    for life in program.lifetimes:
        if life.event.kind == "action" and not rounds.isdisjoint(life.event.subjects) and life.guard is None:
            at_round.update(life.cells)
    anywhere = {cell for life in program.lifetimes for cell in life.cells}
    resets: dict[int, str] = {}
    for where, body in bodies_of(program):
        for effect in effects_in(body):
            if isinstance(effect, Reset):
                resets.setdefault(effect.cell, where)
    items: list[Item] = []
    for number, cell in enumerate(program.cells):
        if cell.role not in ("", "taken"):
            continue
        if cell.line == "dashed" and number not in at_round:
            items.append(Item(cell.name, REFUTED, "dashed, but nothing erases it at the end of the round"))
        elif cell.line == "double" and number in anywhere:
            items.append(Item(cell.name, REFUTED, "double, but a lifetime erases it"))
        elif cell.line == "double" and number in resets:
            items.append(Item(cell.name, PROVED, f"{resets[number]} erases it: no box, so an effect may"))
    return items
