"""Proofs and traps as plain data, for `sspdsl.recheck` (grammar/verify.schema.json, `certificate`)."""

from __future__ import annotations

from typing import Any

from sspdsl.verify.commands import Command
from sspdsl.verify.ending import Ending
from sspdsl.verify.loops import Case, Loop, Proof
from sspdsl.verify.rank import Step
from sspdsl.verify.trap import Trap


def encode_proof(proof: Proof) -> dict[str, Any]:
    """The commands, the ranking steps, and for each loop its doubles and the steps under them."""
    return {
        "kind": "ranking",
        "places": list(proof.places),
        "commands": [encode_command(command) for command in proof.commands],
        "steps": [encode_step(step) for step in proof.steps],
        "loops": [encode_loop(loop) for loop in proof.loops],
    }


def encode_ending(ending: Ending) -> dict[str, Any]:
    """What effects set off, and the steps that use it up."""
    return {
        "kind": "ending",
        "commands": [encode_command(command) for command in ending.commands],
        "steps": [encode_step(step) for step in ending.steps],
    }


def encode_command(command: Command) -> dict[str, Any]:
    return {
        "name": command.name,
        "clause": command.clause,
        "moves": [list(move) for move in command.moves],
        "deltas": [list(delta) for delta in command.deltas],
        "faces": sorted(command.faces),
        "tick": command.tick,
    }


def encode_step(step: Step) -> dict[str, Any]:
    return {
        "why": step.why,
        "weights": step.weights,
        "potential": step.potential,
        "kills": list(step.kills),
    }


def encode_loop(loop: Loop) -> dict[str, Any]:
    data: dict[str, Any] = {
        "places": list(loop.places),
        "doubles": loop.doubles,
        "steps": [encode_step(step) for step in loop.steps],
    }
    if loop.cases:
        data["cases"] = [encode_case(case) for case in loop.cases]
    return data


def encode_case(case: Case) -> dict[str, Any]:
    return {
        "fixed": dict(case.fixed),
        "double": case.double,
        "dies": case.dies,
        "commands": [encode_command(command) for command in case.commands],
        "steps": [encode_step(step) for step in case.steps],
    }


def encode_trap(trap: Trap, whole: bool) -> dict[str, Any]:
    """The record and the plan. `whole`: rounds may end under it, the game never."""
    return {
        "kind": "trap",
        "whole": whole,
        "record": trap.record,
        "plan": [
            {roll: {"play": list(texts), "to": state} for roll, (texts, state) in answers.items()}
            for answers in trap.plan
        ],
    }
