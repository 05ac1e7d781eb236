"""Builds the move graph of a program: geometry, ways, sets, modifiers and bonus lists, guards in words."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.graph.model import (
    GraphBan,
    GraphBoard,
    GraphBonuses,
    GraphBox,
    GraphEntry,
    GraphFeature,
    GraphHits,
    GraphModifier,
    GraphPosition,
    GraphSet,
    GraphWay,
    GraphZone,
    MoveGraph,
)
from sspdsl.graph.words import shortened, words_of
from sspdsl.ir.model import BanDef, EventPattern, Program, WayDef
from sspdsl.ir.terms import Body, Branch, Do, OneOf
from sspdsl.ir.walk import cells_in, effects_in


def build_graph(program: Program) -> MoveGraph:
    """The move graph of any program; one without balls has no ways. Linear in the size of the program."""
    bonuses, paid = bonus_lists(program)
    return MoveGraph(
        name=program.name,
        title=program.title,
        book=program.book,
        balls=program.balls,
        dice=program.dice,
        boards=tuple(GraphBoard(b.name, b.title, b.zones) for b in program.boards),
        zones=tuple(GraphZone(z.name, z.title, z.board, z.features) for z in program.zones),
        features=tuple(features(program)),
        boxes=tuple(boxes(program)),
        positions=tuple(GraphPosition(p.name, p.feature, p.box) for p in program.positions),
        ways=tuple(ways(program)),
        bans=tuple(GraphBan(b.ways, b.sources, b.targets, words_of(program, b.guard)) for b in program.bans),
        sets=tuple(sets(program, paid)),
        modifiers=tuple(
            GraphModifier(m.name, m.words, words_of(program, m.factor), m.all, m.boxes, m.awards)
            for m in program.modifiers
        ),
        bonuses=bonuses,
    )


def features(program: Program) -> Iterator[GraphFeature]:
    for f in program.features:
        hits = tuple(GraphHits(h.colours, h.words or words_of(program, h.guard)) for h in f.hits)
        yield GraphFeature(
            name=f.name,
            title=f.title,
            kind=f.kind,
            kinds=f.kinds,
            zone=f.zone,
            colours=f.colours,
            boxes=f.boxes,
            sequence=f.sequence,
            reached_by=f.reached_by,
            hits=hits,
            beside=f.beside,
            passed=f.passed,
        )


def boxes(program: Program) -> Iterator[GraphBox]:
    for b in program.boxes:
        yield GraphBox(
            name=b.name,
            label=b.label,
            feature=b.feature,
            position=b.position,
            faces=b.faces,
            written=tuple(words_of(program, slot) for slot in b.slots),
            colour=b.colour,
            line=b.line,
            stars=words_of(program, b.stars),
            open_words=words_of(program, b.open),
            drains=b.drains,
        )


def ways(program: Program) -> Iterator[GraphWay]:
    for way in program.ways:
        yield GraphWay(
            name=way.name,
            sources=way.sources,
            targets=way.targets,
            guarded=way.guard is not None,
            words=way.words or words_of(program, way.guard),
            through=way.through,
            steps=way.steps,
            both=way.both,
            bans=tuple(number for number, ban in enumerate(program.bans) if touches(ban, way)),
        )


def touches(ban: BanDef, way: WayDef) -> bool:
    """Whether a ban speaks of some edge of this block."""
    named = not ban.ways or way.name in ban.ways
    return named and not (
        set(ban.sources).isdisjoint(way.sources) or set(ban.targets).isdisjoint(way.targets)
    )


def sets(program: Program, paid: dict[int, list[int]]) -> Iterator[GraphSet]:
    for number, s in enumerate(program.sets):
        cells = []
        for cell, index in s.cells:
            made = program.cells[cell]
            at = index - made.index_low
            many = made.size > 1 and 0 <= at < len(made.members)
            cells.append(f"{made.name}.{made.members[at]}" if many else made.name)
        pays = tuple(dict.fromkeys(paid.get(number, ())))
        yield GraphSet(s.name, s.title, s.boxes, tuple(cells), s.erases, s.feature, pays)


def bonus_lists(program: Program) -> tuple[tuple[GraphBonuses, ...], dict[int, list[int]]]:
    """Every list the player picks one entry of, each once, and for each set the lists it leads to."""
    numbers: dict[OneOf, int] = {}
    lists: list[GraphBonuses] = []
    paid: dict[int, list[int]] = {}
    for owner, event, body in owned_bodies(program):
        for effect in effects_in(body):
            if not isinstance(effect, OneOf):
                continue
            if effect not in numbers:
                numbers[effect] = len(lists)
                lists.append(bonus_list(program, owner, effect))
            if event is not None and event.kind == "complete":
                for subject in event.subjects:
                    paid.setdefault(subject, []).append(numbers[effect])
    return tuple(lists), paid


def bonus_list(program: Program, owner: str, effect: OneOf) -> GraphBonuses:
    entries = tuple(
        GraphEntry(b.name, b.title, is_once(program, b), words_of(program, b.guard)) for b in effect.branches
    )
    return GraphBonuses(effect.about, owner, effect.optional, entries)


def is_once(program: Program, branch: Branch) -> bool:
    """An entry that can be used up: its guard reads a mark of its own (`taken`)."""
    return branch.guard is not None and any(program.cells[c].role == "taken" for c in cells_in(branch.guard))


def owned_bodies(program: Program) -> Iterator[tuple[str, EventPattern | None, Body]]:
    """Every body, its owner in words, and the event that runs it. A rule also owns the actions it does."""
    for rule in program.rules:
        yield event_words(program, rule.event), rule.event, rule.body
        for effect in effects_in(rule.body):
            if isinstance(effect, Do):
                yield event_words(program, rule.event), rule.event, program.actions[effect.action].body
    for action in program.actions:
        yield action.name, None, action.body
        for instead in action.instead:
            yield f"instead of {action.name}", None, instead.body
    for ability in program.abilities:
        yield ability.name, None, ability.body
    for step in program.steps:
        yield f"step {step.name}", None, step.body


EVENT_WORDS = {
    "hit": "hit",
    "filled": "filled",
    "complete": "complete",
    "passed": "passed",
    "changed": "changed",
    "action": "happens",
}


def event_words(program: Program, event: EventPattern) -> str:
    """`duckies complete`, `ball lost`, `b12.1 hit`, `turn_ends happens`."""
    if event.kind == "lost":
        return "ball lost"
    tables: dict[str, list[str]] = {
        "hit": [b.name for b in program.boxes],
        "filled": [b.name for b in program.boxes],
        "complete": [s.name for s in program.sets],
        "passed": [f.name for f in program.features],
        "changed": [c.name for c in program.cells],
        "action": [a.name for a in program.actions],
    }
    names = [tables[event.kind][s] for s in event.subjects]
    return f"{shortened(names, 4)} {EVENT_WORDS[event.kind]}"
