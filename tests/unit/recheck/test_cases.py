"""A loop told apart by cells that nothing lowers: proved, rechecked, and refused when tampered with."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sspdsl.cli.recheck import Player
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.recheck import recheck
from sspdsl.source import Source
from sspdsl.verify.endless import verify_endless
from sspdsl.verify.reach import reach
from sspdsl.verify.report import encode_verdicts
from tests.support.endless import compiled

Data = dict[str, Any]
PIN = Path(__file__).resolve().parents[3] / "pins" / "borg_attack.ssp"


@cache
def report() -> str:
    program = compiled(PIN)
    return encode_verdicts(program.name, verify_endless(program, reach(program)))


def checked(data: Data) -> tuple[bool, str]:
    program = compiled(PIN)
    found = {o.property: o for o in recheck(program, json.dumps(data), Player(program))}
    return found["V4"].holds, found["V4"].words


def the_loop(data: Data) -> Data:
    loops = data["verdicts"][0]["certificate"]["loops"]
    return next(loop for loop in loops if "cases" in loop)


def test_the_battle_ends_because_ships_do_not_come_back() -> None:
    data = json.loads(report())
    assert data["verdicts"][0]["status"] == "proved"
    assert {case["dies"] for case in the_loop(data)["cases"]} == {"moves", "turns"}
    assert checked(data)[0], checked(data)[1]


def no_case(data: Data) -> None:
    the_loop(data)["cases"].pop()


def no_step(data: Data) -> None:
    next(case for case in the_loop(data)["cases"] if case["dies"] == "turns")["steps"].clear()


def other_value(data: Data) -> None:
    case = the_loop(data)["cases"][0]
    case["fixed"] = dict.fromkeys(case["fixed"], 3)


def other_end(data: Data) -> None:
    next(case for case in the_loop(data)["cases"] if case["dies"] == "turns")["dies"] = "moves"


def no_turns(data: Data) -> None:
    case = next(case for case in the_loop(data)["cases"] if case["dies"] == "turns")
    case["commands"] = [command for command in case["commands"] if command["clause"] != "turn"]
    names = {command["name"] for command in case["commands"]}
    for step in case["steps"]:
        step["kills"] = [name for name in step["kills"] if name in names]


def a_cell_that_falls(data: Data) -> None:
    command = next(c for c in data["verdicts"][0]["certificate"]["commands"] if c["clause"] == "move")
    command["deltas"].append(["round", -1, 0])


def no_such_cell(data: Data) -> None:
    for case in the_loop(data)["cases"]:
        case["fixed"]["the moon"] = 1


@pytest.mark.parametrize(
    "tamper",
    [no_case, no_step, other_value, other_end, no_turns, a_cell_that_falls, no_such_cell],
)
def test_what_was_tampered_with_is_refused(tamper: Callable[[Data], None]) -> None:
    data = copy.deepcopy(json.loads(report()))
    tamper(data)
    holds, words = checked(data)
    assert not holds, words


def changed(old: str, new: str) -> Program:
    text = PIN.read_text(encoding="utf-8")
    assert old in text
    program = compile_source(Source("borg_attack.ssp", text.replace(old, new))).program
    assert program is not None
    return program


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if shield of other { do destroy with other }", "if shield of other { erase shield of other }"),
        ("    change ship of s to lost\n", "    change ship of s to slashed\n"),
    ],
)
def test_a_battle_that_need_not_end_is_not_proved(old: str, new: str) -> None:
    program = changed(old, new)
    assert verify_endless(program, reach(program), played=1)[0].status != "proved"
