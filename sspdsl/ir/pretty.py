"""A program as text for people: names in place of numbers. It is for the eye; JSON is for machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sspdsl.ir.model import EventPattern, Program
from sspdsl.ir.pretty_terms import Namer, body_lines, expression

INDENT = "  "


def pretty(program: Program) -> str:
    """The whole program as readable text."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    name = Namer(program)
    yield f'{program.kind} {program.name} "{program.title}"'
    yield f"{INDENT}players 1..{program.max_players}, balls {program.balls}, dice {program.dice}"
    for domain in program.domains:
        yield f"words {domain.name}: {', '.join(word.name for word in domain.words)}"
    for fact in program.facts:
        yield f"fact {fact.name} from {fact.low}: {', '.join(map(str, fact.values))}"
    yield from _cells(program)
    yield from _places(program, name)
    for modifier in program.modifiers:
        sources = name.list("boxes", modifier.boxes) + name.list("sets", modifier.awards)
        of = ("all stars but" if modifier.all else "stars of") + f" [{', '.join(sources)}]"
        used = f" until used {name.list('cells', modifier.uses)}" if modifier.uses else ""
        yield (
            f"modifier {modifier.name}: {of} times {expression(modifier.factor, name)}"
            + _while(modifier.guard, name)
            + used
        )
    yield from _clauses(program, name)
    yield f"wins by {', '.join(expression(term, name) for term in program.wins)}"
    for test in program.tests:
        yield f'test "{test.title}" players {test.players}'
        for step in test.steps:
            who = f"player {step.player}: " if step.player else ""
            yield f"{INDENT}{who}{step.verb} {', '.join([*map(str, step.faces), *step.texts])}"


def _cells(program: Program) -> Iterator[str]:
    for cell in program.cells:
        size = "" if cell.size == 1 else f"[{cell.index_low}..{cell.index_low + cell.size - 1}]"
        high = "" if cell.form == "tally" else cell.high
        role = f" as {cell.role}" if cell.role else ""
        shared = " shared" if cell.shared else ""
        yield (
            f"{cell.form} {cell.name}{size} {cell.low}..{high} first {cell.first} {cell.line}{role}{shared}"
        )


def _places(program: Program, name: Namer) -> Iterator[str]:
    for board in program.boards:
        if board.turned is not None:
            yield f"board {board.name} turns over{_while(board.turned, name)}"
    for zone in program.zones:
        yield f"zone {zone.name} of {program.boards[zone.board].name}"
        for number in zone.features:
            feature = program.features[number]
            order = " in sequence" if feature.sequence else ""
            yield f"{INDENT}{feature.kind} {feature.name} {'/'.join(feature.colours)}{order}"
            for box in feature.boxes:
                yield INDENT * 2 + _box(program, box, name)
    for group in program.sets:
        cells = [f"{name('cells', cell)}[{index}]" for cell, index in group.cells]
        members = ", ".join(name.list("boxes", group.boxes) + cells)
        yield f"set {group.name} = {members}" + (" erases" if group.erases else " kept")
    for way in program.ways:
        sources, targets = name.list("positions", way.sources), name.list("boxes", way.targets)
        arrow = f"{', '.join(sources)} -> {', '.join(targets)}"
        through = "".join(f" through {name('features', feature)}" for feature in way.through)
        steps = "" if way.steps is None else f" in {way.steps} steps"
        yield f"way {way.name}: {arrow}{through}{steps}{_while(way.guard, name)}"
    for ban in program.bans:
        sources, targets = name.list("positions", ban.sources), name.list("boxes", ban.targets)
        ways = " or ".join(ban.ways) or "way"
        yield f"no {ways}: {', '.join(sources)} -> {', '.join(targets)}{_while(ban.guard, name)}"


def _box(program: Program, number: int, name: Namer) -> str:
    box = program.boxes[number]
    slots = [expression(slot, name) for slot in box.slots]
    shown = "/".join([*map(str, box.faces), *slots])
    worth = "" if box.stars is None else f" worth {expression(box.stars, name)}"
    label = "" if box.label == box.name else f" shown {box.label}"
    drains = " drains" if box.drains else ""
    opened = "" if box.open is None else f" open while {expression(box.open, name)}"
    return f"box {box.name} [{shown}] {box.colour} {box.line}{label}{worth}{drains}{opened}"


def _clauses(program: Program, name: Namer) -> Iterator[str]:
    for rule in program.rules:
        moment = "before" if rule.before else "when"
        title = f"rule {rule.name}: " if rule.name else ""
        yield f"{title}{moment} {_event(rule.event, name)}{_if(rule.guard, name)}"
        yield from _body(rule.body, name)
    for lifetime in program.lifetimes:
        gone = ", ".join(name.list("cells", lifetime.cells) + name.list("boxes", lifetime.boxes))
        yield f"until {_event(lifetime.event, name)}{_if(lifetime.guard, name)}: {gone}"
    for action in program.actions:
        yield f"action {action.name} of {action.params}"
        yield from _body(action.body, name)
        for instead in action.instead:
            yield f"instead of {action.name}{_if(instead.guard, name)}"
            yield from _body(instead.body, name)
    for ability in program.abilities:
        keeping = " keeping ball" if ability.keeping else ""
        params = ", ".join(name.binder(binder) for binder in ability.params)
        title = f"ability {ability.name} during {program.windows[ability.window].name}"
        yield f"{title} with [{params}]{keeping}{_if(ability.guard, name)}"
        yield from _body(ability.body, name)
    for step in program.steps:
        yield ("shared " if step.shared else "") + f"step {step.name}"
        yield from _body(step.body, name)
    for achievement in program.achievements:
        yield f'achievement {achievement.name} "{achievement.title}": {name("cells", achievement.cell)}'


def _body(body: Any, name: Namer) -> Iterator[str]:
    yield from (INDENT + line for line in body_lines(body, name))


def _event(event: EventPattern, name: Namer) -> str:
    tables = {"hit": "boxes", "filled": "boxes", "complete": "sets", "passed": "features", "changed": "cells"}
    subjects = name.list(tables.get(event.kind, "actions"), event.subjects)
    return f"{event.kind} {', '.join(subjects)}".rstrip()


def _while(guard: Any, name: Namer) -> str:
    return "" if guard is None else f" while {expression(guard, name)}"


def _if(guard: Any, name: Namer) -> str:
    return "" if guard is None else f" if {expression(guard, name)}"
