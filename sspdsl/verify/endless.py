"""V4: a round ends with probability 1 whatever the player does. V5: the game ends.

Proved by ranking all that a turn can do, and a double that chance may repeat (`loops`). What is not
proved is played: a trap is a state with an answer to every roll that never lets the round end.
"""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.graph.words import shortened
from sspdsl.ir.model import Program
from sspdsl.ir.terms import PlayBalls
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.cases import with_cases
from sspdsl.verify.certificate import encode_proof, encode_trap
from sspdsl.verify.commands import ABSENT, System
from sspdsl.verify.extract import commands_of
from sspdsl.verify.filling import goals_of
from sspdsl.verify.loops import Loop, Proof, prove
from sspdsl.verify.reach import Reach
from sspdsl.verify.riches import giving_back, rich_at
from sspdsl.verify.trap import Trap, find_trap, stand_still
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, PROVED, REFUTED, Item, Verdict

PLAYED = 9_000_000
"""So many effects, times the moves of the table, are run in search of a trap: for all loops together."""
MOST_PLAYED = 150_000
STANDING = 1_500_000
"""So many effects are run, for all loops together, to find a state that every roll can lead back to."""


def verify_endless(
    program: Program, found: Reach, played: int = PLAYED, system: System | None = None, part: float = 1.0
) -> tuple[Verdict, Verdict]:
    """The verdicts on V4 and V5. `system`: the commands, if known; `part` of STANDING to be run."""
    system = system or commands_of(program, found)
    played = max(min(played // max(len(found.world.moves), 1), MOST_PLAYED), 1)
    case = Case(program, found, system, played, int(STANDING * part) if played > 1 else 0)
    rounds = verify_rounds(case)
    return rounds, verify_game(case, rounds)


@dataclass(frozen=True, slots=True)
class Case:
    program: Program
    found: Reach
    system: System
    played: int
    standing: int

    def proof(self, rounds: bool) -> Proof:
        """Of the whole game, or (with `rounds`) of what happens before the round ends."""
        system = self.system
        kept = tuple(c for c in system.commands if not (rounds and c.ends_round))
        more = self.program.balls > 1 or system.crossing
        proof = prove(kept, system.places, system.groups, more)
        return proof if system.faulty else with_cases(self.program, system, proof, rounds)


def has_balls(program: Program) -> bool:
    return bool(program.balls) and any(
        isinstance(effect, PlayBalls) for _, body in bodies_of(program) for effect in effects_in(body)
    )


def verify_rounds(case: Case) -> Verdict:
    """The verdict on V4, with an item for each loop that was looked at."""
    program, system = case.program, case.system
    if not has_balls(program):
        return Verdict("V4", NOT_APPLICABLE, "no ball is played: see V5")
    # Where players write on each other's tables the rounds of one may depend on those of the others.
    proof = case.proof(rounds=not system.crossing)
    items = tuple(item_of(program, loop) for loop in proof.loops)
    if system.faulty:
        why = "; ".join(system.faulty)
        return Verdict("V4", BOUNDED, f"nothing can be shown: {why}", why, items)
    if not proof.open:
        return Verdict("V4", PROVED, proved_words(proof), None, items, encode_proof(proof))
    return trapped(case, "V4", proof, items, whole=False)


def verify_game(case: Case, rounds: Verdict) -> Verdict:
    """The verdict on V5."""
    system = case.system
    if rounds.status == REFUTED:
        words = f"a round need not end (V4): {rounds.words}"
        return Verdict("V5", REFUTED, words, rounds.evidence, rounds.items, rounds.certificate)
    if rounds.status == BOUNDED:
        words = f"a round was not shown to end (V4): {rounds.words}"
        return Verdict("V5", BOUNDED, words, rounds.evidence, rounds.items)
    proof = case.proof(rounds=False)
    items = tuple(item_of(case.program, loop) for loop in proof.loops)
    if system.faulty:
        why = "; ".join(system.faulty)
        return Verdict("V5", BOUNDED, f"nothing can be shown: {why}", why, items)
    if not proof.open:
        return Verdict("V5", PROVED, proved_words(proof), None, items, encode_proof(proof))
    return trapped(case, "V5", proof, items, whole=True)


def trapped(case: Case, property: str, proof: Proof, items: tuple[Item, ...], whole: bool) -> Verdict:
    """What no double ends is looked for in play: a trap refutes, else it stays open."""
    program = case.program
    names = {position.name: number for number, position in enumerate(program.positions)}
    for loop in proof.open if has_balls(program) else ():
        every = whole or not any(place in names for place in loop.places)
        inside = (
            frozenset(names.values()) if every else frozenset(names[p] for p in loop.places if p in names)
        )
        trap = find_trap(program, inside, whole, max(case.played // len(proof.open), 1))
        if trap is None and not whole and case.standing and inside & giving_back(program):
            rich = rich_at(program, case.found, goals_of(program, case.found), inside)
            trap = stand_still(program, inside, rich, case.standing // len(proof.open))
        if trap is not None:
            words = trap_words(program, loop_words(program, loop), trap, whole)
            item = Item(loop_words(program, loop), REFUTED, words, trap.record)
            others = tuple(each for each in items if each.name != item.name)
            return Verdict(property, REFUTED, words, trap.record, (item, *others), encode_trap(trap, whole))
    first = proof.open[0]
    words = (
        f"no double ends it in {loop_words(program, first)}, where these stay possible: "
        f"{shortened(list(first.rest), 4)}; {case.played} effects of play showed no way to stay for ever"
    )
    return Verdict(property, BOUNDED, words, words, items)


# ---------------------------------------------------------------- words


def titles(program: Program, places: tuple[str, ...]) -> list[str]:
    """Places in the words of the table."""
    said = {}
    for position in program.positions:
        feature = program.features[position.feature]
        box = f" {program.boxes[position.box].label}" if position.box is not None else ""
        same = sum(1 for other in program.features if other.title == feature.title)
        title = feature.title if feature.title and same == 1 else feature.name
        said[position.name] = title + box
    return [said.get(place, place) for place in places if place != ABSENT or len(places) == 1]


def loop_words(program: Program, loop: Loop) -> str:
    if len(loop.places) == 1:
        place = titles(program, loop.places)[0]
        return "turns without a ball in play" if loop.places[0] == ABSENT else f"the loop {place}"
    return f"the loop {shortened(titles(program, loop.places), 12)}"


def item_of(program: Program, loop: Loop) -> Item:
    name = loop_words(program, loop)
    if loop.cases:
        cells = list(dict.fromkeys(cell for case in loop.cases for cell, _ in case.fixed))
        said = f"told apart by {shortened(cells, 3)}, which nothing lowers, a repeated double ends each case"
        return Item(name, PROVED, said)
    if not loop.doubles:
        return Item(
            name, BOUNDED, f"under every double something stays possible: {shortened(list(loop.rest), 6)}"
        )
    faces = sorted(set(loop.doubles.values()))
    if len(faces) == 1:
        said = f"double {faces[0]}, rolled again and again, takes the ball out"
    else:
        each = ", ".join(f"{face} at {place}" for place, face in sorted(loop.doubles.items()))
        said = f"these doubles, rolled again and again, take the ball out: {each}"
    return Item(name, PROVED, said)


def proved_words(proof: Proof) -> str:
    size = f"{len(proof.commands)} pieces of a turn, {len(proof.steps)} ranking steps"
    if not proof.loops:
        return f"nothing can be repeated for ever, whatever is rolled ({size})"
    places = f"{len(proof.loops)} loop{'s' if len(proof.loops) > 1 else ''}"
    return f"only {places} can be gone round at all, and there a repeated double takes the ball out ({size})"


def trap_words(program: Program, loop: str, trap: Trap, whole: bool) -> str:
    states = f"{len(trap.plan)} state{'s' if len(trap.plan) > 1 else ''}"
    said = {text.split(" ")[0] for answers in trap.plan for texts, _ in answers.values() for text in texts}
    used = [ability.title or ability.name for ability in program.abilities if ability.name in said]
    by = f", by way of {shortened(list(dict.fromkeys(used)), 6)}" if used else ""
    if whole:
        return f"the game can go on for ever in {loop}: {states} with an answer to every roll{by}"
    return f"{loop} can be kept up for ever: {states} with an answer to every roll{by}"
