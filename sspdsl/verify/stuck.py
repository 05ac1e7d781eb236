"""V2: no ball is ever stuck.

The rules of play offer a loss for every die that gives a ball no move, so a decision lacks an
option only if two balls wait and no die is left. That cannot be if every ball has a die of its
own and no effect parts the two: shown here from what is written, else looked for in play.
"""

from __future__ import annotations

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Assign, Num, PlayBalls, Reset
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.verify.played import Found
from sspdsl.verify.reach import Reach
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, PROVED, REFUTED, Item, Verdict
from sspdsl.verify.where import NOWHERE, Where, clauses_of, where_words

PROOF = (
    "for every position, roll, ban, duty and kept die: with one ball waiting either a die gives it a move "
    "or a loss is offered; with two, each die left gives each ball a move or a loss, and what a kept die "
    "takes away leaves a pair of ball and die, or counts again; and a die is left for "
    "each waiting ball, since a move or loss uses one die for one ball and no effect makes a ball wait or "
    "uses a die by itself"
)


def verify_stuck(program: Program, found: Reach, played: Found) -> Verdict:
    """The verdict on V2, with an item for each position from which no way leads on."""
    if not program.balls or not any(
        isinstance(e, PlayBalls) for _, body in bodies_of(program) for e in effects_in(body)
    ):
        return Verdict("V2", NOT_APPLICABLE, "no ball is played")
    ends = tuple(dead_ends(program, found))
    if played.stuck is not None:
        words, record = played.stuck
        return Verdict("V2", REFUTED, words, record, ends)
    doubts = doubts_of(program)
    if doubts:
        items = (*(Item(where_words(program, where), BOUNDED, words) for where, words in doubts), *ends)
        first = f"{where_words(program, doubts[0][0])}: {doubts[0][1]}"
        return Verdict("V2", BOUNDED, f"{first}; {played.size_words()} showed no ball stuck", first, items)
    return Verdict("V2", PROVED, PROOF, None, ends)


def doubts_of(program: Program) -> list[tuple[Where, str]]:
    """What could leave a waiting ball without a die."""
    doubts: list[tuple[Where, str]] = []
    if program.balls > program.dice:
        doubts.append((NOWHERE, f"{program.balls} balls share {program.dice} dice"))
    if program.balls > 2:
        doubts.append((NOWHERE, "the proof is for one or two balls"))
    if program.balls < 2:
        # A single waiting ball may always be lost, whatever was written.
        return doubts
    roles = [cell.role for cell in program.cells]
    for where, body in clauses_of(program):
        for effect in effects_in(body):
            if isinstance(effect, Reset) and roles[effect.cell] == "moved":
                doubts.append((where, "makes a ball wait again"))
            if not isinstance(effect, Assign):
                continue
            value = effect.value.value if isinstance(effect.value, Num) else None
            if roles[effect.cell] == "moved" and value != 1:
                doubts.append((where, "makes a ball wait again"))
            if roles[effect.cell] == "die_used" and value != 0:
                doubts.append((where, "uses a die for no ball"))
    return doubts


def dead_ends(program: Program, found: Reach) -> list[Item]:
    """Positions where a ball may rest and from which nothing leads on: there it is always lost."""
    leaving = {source for _, source, _ in found.world.moves}
    return [
        Item(program.positions[place].name, PROVED, "no way leads on from here: the ball is lost")
        for place in sorted(found.world.positions)
        if place not in leaving
    ]
