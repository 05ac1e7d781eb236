"""Verdicts held against play: what a random game does that a verdict says cannot be."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random

from sspdsl.cli.recheck import Player
from sspdsl.interpret import TableError
from sspdsl.interpret.play import boxes_in_reach, free_dice, waiting_balls
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import State
from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.model import Program
from sspdsl.recheck import recheck
from sspdsl.recheck.happening import hear
from sspdsl.recheck.sites import Key, Table
from sspdsl.record import parse_record
from sspdsl.verify import Verdict, encode_verdicts
from sspdsl.verify.claims import Claim, claims_of
from sspdsl.verify.filling import Goals, goals_of
from sspdsl.verify.goals import BoxGoal, goal_words
from sspdsl.verify.reach import reach
from sspdsl.verify.sites import sites_of
from sspdsl.verify.verdict import PROVED, REFUTED, Item

ENDLESS = re.compile("without end|do not end|does not end")
OUT_OF_RANGE = re.compile("cannot be|has no member")


@dataclass(frozen=True, slots=True)
class Said:
    """What the verdicts on a program leave no room for."""

    program: Program
    status: dict[str, str]
    never_filled: frozenset[int]
    goals: Goals
    never: dict[Key, str]
    """Things that never happen, with the claim."""


def said_of(program: Program, verdicts: tuple[Verdict, ...]) -> Said:
    """Verdicts as things to look for. That they speak of the claims of `program` one by one is asserted."""
    program = from_json(to_json(program))
    found, sites = reach(program), sites_of(program)
    goals = goals_of(program, found)
    parts = {verdict.property: verdict.items for verdict in verdicts}
    refuted = {item.name for item in parts["V1"] if item.status == REFUTED}
    boxes = {
        goal.box for goal in goals.all if isinstance(goal, BoxGoal) and goal_words(program, goal) in refuted
    }
    never: dict[Key, str] = {}
    first, conditions = claims_of(program, sites, found)
    for claim, item in zip(first, parts["V3"], strict=True):
        add(never, claim, item)
    for yes, no, item in zip(
        conditions[::2], conditions[1::2], parts["V10"][: len(conditions) // 2], strict=True
    ):
        add(never, yes, item)
        add(never, no, item)
    status = {verdict.property: verdict.status for verdict in verdicts}
    return Said(program, status, frozenset(boxes), goals, never)


def add(never: dict[Key, str], claim: Claim, item: Item) -> None:
    """Note the claim if the item says that it fails."""
    assert item.name == claim.name
    if f"never {claim.what}:" in item.words or f"never has it {claim.what}:" in item.words:
        never.update((key, f"{claim.name} {item.words}") for key in claim.keys)


# ---------------------------------------------------------------- random games


def contradiction(said: Said, seed: int, steps: int) -> str | None:
    """What one random game shows against the verdicts, with its moves; None if nothing."""
    program, chance = said.program, Random(seed)
    player = Player(program)
    table = Table(player.program)
    heard: dict[Key, int] = {}
    log: list[str] = []
    try:
        state = player.new_game(1 + seed % min(program.max_players, 3))
        for number in range(steps):
            kind, options = player.options(state)
            if kind == "over":
                break
            if not options:
                return f"V2 and V7: a decision without an option after {log}"
            wrong = look(said, player, state)
            log.append(chance.choice(options))
            after = player.apply(state, log[-1])
            hear(table, player, heard, number)
            wrong = wrong or compare(said, player, state, after) or met(said, heard)
            if wrong:
                return f"{wrong} after {log}"
            state = after
    except TableError as error:
        return fault(said, error.message, log)
    return None


def fault(said: Said, message: str, log: list[str]) -> str | None:
    """Whether an error of the table is one that is said not to be."""
    names = ["V7"]
    if ENDLESS.search(message):
        names.append("V6")
    elif OUT_OF_RANGE.search(message):
        names.append("V9")
    elif message.startswith("nothing can be chosen"):
        names.append("V2")
    wrong = [name for name in names if said.status[name] == PROVED]
    return f"{' and '.join(wrong)}: {message} after {log}" if wrong else None


def look(said: Said, player: Player, state: State) -> str | None:
    """The state alone: values in range, boxes that are never filled, edges that are never gone."""
    run = player.engine.reader(state)
    for who in range(state.players):
        for box in run.table.filled[who] & said.never_filled:
            return f"V1: {said.program.boxes[box].name} is filled"
        for number, cell in enumerate(said.program.cells):
            values = run.table.members(number, who)
            if cell.form != "tally" and not all(cell.low <= each <= cell.high for each in values):
                return f"V9: {cell.name} is {values}"
    return edges(said, run) if player.options(state)[0] == "choose" else None


def edges(said: Said, run: Run) -> str | None:
    """The moves that are open to the balls that wait."""
    for ball in waiting_balls(run):
        place = run.role("at", ball) - 1
        for die in free_dice(run):
            for box, way in boxes_in_reach(run, ball, die):
                goal = said.goals.edges.get((way, place, box))
                if goal is not None and goal in said.goals.never:
                    return f"V1: {goal_words(said.program, goal)} is open"
    return None


def compare(said: Said, player: Player, before: State, after: State) -> str | None:
    """What happened between two states to boxes that nothing erases, or that stay empty."""
    if said.status["V8"] != PROVED:
        return None
    then, now = player.engine.reader(before).table.filled, player.engine.reader(after).table.filled
    for who in range(before.players):
        for number, box in enumerate(said.program.boxes):
            if box.line == "double" and number in then[who] and number not in now[who]:
                return f"V8: {box.name} was erased"
            if box.line == "never" and number in now[who]:
                return f"V8: {box.name} was filled"
    return None


def met(said: Said, heard: dict[Key, int]) -> str | None:
    """What happened although it never does."""
    return next((f"V3 or V10: {said.never[key]}" for key in heard if key in said.never), None)


# ---------------------------------------------------------------- what carries its own proof


def not_borne_out(program: Program, verdicts: tuple[Verdict, ...]) -> list[str]:
    """Certificates that do not hold, and records of refutations that show nothing."""
    # Of V1, which has a record for each box and move, a few.
    few = tuple(replace(v, items=v.items[::20]) if v.property == "V1" else v for v in verdicts)
    report = encode_verdicts(program.name, few)
    wrong = [f"{o.property}: {o.words}" for o in recheck(program, report, Player(program)) if not o.holds]
    for verdict in verdicts:
        if verdict.property in ("V4", "V5"):
            continue  # Their trap has been played by the checker.
        for item in verdict.items:
            if item.status == REFUTED and item.record is not None and not fails(program, item.record):
                wrong.append(f"{verdict.property}: the record of {item.name} shows nothing")
    return wrong


def fails(program: Program, text: str) -> bool:
    """Whether the last step of a record, and no step before, is an error of the table."""
    record, player = parse_record(text), Player(program)
    state = player.new_game(record.players)
    for step in record.steps[:-1]:
        state = player.apply(state, step.text)
        player.options(state)
    try:
        player.options(player.apply(state, record.steps[-1].text))
    except TableError:
        return True
    return False
