"""`sspdsl.recheck`: what verify wrote holds, and every kind of tampering is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sspdsl.cli.recheck import Player
from sspdsl.recheck import recheck
from sspdsl.verify.endless import verify_endless
from sspdsl.verify.reach import reach
from sspdsl.verify.report import encode_verdicts
from tests.support.endless import FOLDER, NAMES, compiled, verdicts

Data = dict[str, Any]
ROOT = Path(__file__).resolve().parents[3]


def report(folder: str, name: str) -> Data:
    program = compiled(FOLDER / folder / f"{name}.ssp")
    data: Data = json.loads(encode_verdicts(program.name, verdicts(folder, name)))
    return data


def outcomes(folder: str, name: str, data: Data) -> dict[str, tuple[bool, str]]:
    program = compiled(FOLDER / folder / f"{name}.ssp")
    return {o.property: (o.holds, o.words) for o in recheck(program, json.dumps(data), Player(program))}


@pytest.mark.parametrize("folder", ["ending", "endless"])
@pytest.mark.parametrize("name", NAMES)
def test_what_verify_wrote_holds(folder: str, name: str) -> None:
    found = outcomes(folder, name, report(folder, name))
    assert found["V4"][0], found["V4"][1]
    assert found["V5"][0], found["V5"][1]


# ---------------------------------------------------------------- proofs


def certificate(data: Data) -> Data:
    made: Data = data["verdicts"][0]["certificate"]
    return made


def kill(data: Data) -> None:
    step = certificate(data)["steps"][0]
    left = {command["name"] for command in certificate(data)["commands"]} - set(step["kills"])
    step["kills"].append(min(left))


def unknown_kill(data: Data) -> None:
    certificate(data)["steps"][0]["kills"].append("a command that is not there")


def weight(data: Data) -> None:
    weights = certificate(data)["steps"][0]["weights"]
    name = sorted(weights)[0]
    weights[name] = -weights[name]


def potential(data: Data) -> None:
    step = next(step for step in certificate(data)["steps"] if step["potential"])
    step["potential"] = {place: -number for place, number in step["potential"].items()}


def no_step(data: Data) -> None:
    certificate(data)["steps"].pop()


def no_loop(data: Data) -> None:
    certificate(data)["loops"].clear()


def double(data: Data) -> None:
    doubles = certificate(data)["loops"][0]["doubles"]
    certificate(data)["loops"][0]["doubles"] = dict.fromkeys(doubles, 3)


def seven(data: Data) -> None:
    doubles = certificate(data)["loops"][0]["doubles"]
    certificate(data)["loops"][0]["doubles"] = dict.fromkeys(doubles, 7)


def loop_place(data: Data) -> None:
    loop = certificate(data)["loops"][0]
    gone = loop["places"].pop()
    del loop["doubles"][gone]


def no_move(data: Data) -> None:
    commands = certificate(data)["commands"]
    gone = next(command for command in commands if command["clause"] == "move")
    commands.remove(gone)
    for step in certificate(data)["steps"]:
        step["kills"] = [name for name in step["kills"] if name != gone["name"]]


def fewer_faces(data: Data) -> None:
    move = next(c for c in certificate(data)["commands"] if c["name"].startswith("left to right"))
    move["faces"] = [1]


def no_tick(data: Data) -> None:
    for command in certificate(data)["commands"]:
        command["tick"] = False


def free_fill(data: Data) -> None:
    move = next(c for c in certificate(data)["commands"] if c["name"].startswith("left to right"))
    move["deltas"].append(["made up", -1, -1])
    for delta in move["deltas"]:
        if delta[0].startswith("empty "):
            delta[1:] = [-2, -2]


def no_erasing(data: Data) -> None:
    for command in certificate(data)["commands"]:
        command["deltas"] = [d for d in command["deltas"] if not (d[0].startswith("empty ") and d[2] > 0)]


def no_place(data: Data) -> None:
    certificate(data)["places"].remove("start")


def strange_place(data: Data) -> None:
    certificate(data)["places"].append("the moon")


def turned_range(data: Data) -> None:
    delta = next(d for c in certificate(data)["commands"] for d in c["deltas"] if d[1] != d[2])
    delta[1], delta[2] = delta[2], delta[1]


def twice(data: Data) -> None:
    certificate(data)["commands"].append(copy.deepcopy(certificate(data)["commands"][0]))


def fraction(data: Data) -> None:
    weights = certificate(data)["steps"][0]["weights"]
    weights[sorted(weights)[0]] = 0.5


def another_field(data: Data) -> None:
    certificate(data)["trust"] = True


def no_certificate(data: Data) -> None:
    data["verdicts"][0]["certificate"] = None


def other_kind(data: Data) -> None:
    certificate(data)["kind"] = "trap"


def status(data: Data) -> None:
    data["verdicts"][0]["status"] = "not applicable"
    data["verdicts"][0]["certificate"] = None


PROOFS: list[Callable[[Data], None]] = [
    kill, unknown_kill, weight, potential, no_step, no_loop, double, seven, loop_place, no_move, fewer_faces,
    no_tick, free_fill, no_erasing, no_place, strange_place, turned_range, twice, fraction, another_field,
    no_certificate, other_kind, status,
]  # fmt: skip


@pytest.mark.parametrize("tamper", PROOFS, ids=lambda f: f.__name__)
def test_a_tampered_proof_is_refused(tamper: Callable[[Data], None]) -> None:
    data = report("ending", "ring")
    before = json.dumps(data)
    tamper(data)
    assert json.dumps(data) != before
    holds, words = outcomes("ending", "ring", data)["V4"]
    assert not holds, words


def test_doubles_of_their_own_for_places_need_one_ball() -> None:
    program = compiled(ROOT / "pins" / "carniball.ssp")
    data: Data = json.loads(encode_verdicts(program.name, verify_endless(program, reach(program))))
    said = {o.property: o for o in recheck(program, json.dumps(data), Player(program))}
    assert said["V4"].holds
    assert said["V5"].holds
    doubles = certificate(data)["loops"][0]["doubles"]
    doubles[sorted(doubles)[0]] = 6
    outcome = {o.property: o for o in recheck(program, json.dumps(data), Player(program))}["V4"]
    assert (outcome.property, outcome.holds) == ("V4", False)
    assert "one ball" in outcome.words


# ---------------------------------------------------------------- traps


def other_record(data: Data) -> None:
    certificate(data)["record"] = "ssp-record 1 holes players 1\n"


def shorter_record(data: Data) -> None:
    certificate(data)["record"] = "\n".join(certificate(data)["record"].splitlines()[:-1])


def unplayable_record(data: Data) -> None:
    certificate(data)["record"] += "roll> 7 7\n"


def no_answer(data: Data) -> None:
    del certificate(data)["plan"][0]["3 5"]


def wrong_answer(data: Data) -> None:
    certificate(data)["plan"][0]["3 5"]["play"] = ["3 to left.nowhere"]


def falling_answer(data: Data) -> None:
    certificate(data)["plan"][0]["1 1"]["play"] = ["1 to left_outlane"]


def leads_out(data: Data) -> None:
    certificate(data)["plan"][0]["3 5"]["to"] = 99


def leads_elsewhere(data: Data) -> None:
    plan = certificate(data)["plan"]
    answer = plan[0]["3 5"]
    answer["to"] = next(n for n in range(len(plan)) if n != answer["to"])


def no_plan(data: Data) -> None:
    certificate(data)["plan"].clear()


def says_whole(data: Data) -> None:
    certificate(data)["whole"] = True


TRAPS: list[Callable[[Data], None]] = [
    other_record, shorter_record, unplayable_record, no_answer, wrong_answer, falling_answer, leads_out,
    leads_elsewhere, no_plan, says_whole, no_certificate, other_kind, another_field,
]  # fmt: skip


@pytest.mark.parametrize("tamper", TRAPS, ids=lambda f: f.__name__)
def test_a_tampered_trap_is_refused(tamper: Callable[[Data], None]) -> None:
    data = report("endless", "ring")
    if tamper is other_kind:
        certificate(data)["kind"] = "ranking"
    else:
        tamper(data)
    holds, words = outcomes("endless", "ring", data)["V4"]
    assert not holds, words


def test_a_proof_is_not_believed_of_another_table() -> None:
    data = report("ending", "ring")
    data["pin"] = "ring"
    holds, words = outcomes("endless", "ring", data)["V4"]
    assert not holds, words


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "ssp-verify", "pin": "ring"}', "[" * 100_000])
def test_what_is_no_report_is_refused(text: str) -> None:
    program = compiled(FOLDER / "ending" / "ring.ssp")
    assert not any(outcome.holds for outcome in recheck(program, text, Player(program)))
