"""V6 where a clause comes back to itself: proved if each lap uses something up, and only then."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from sspdsl.cli.recheck import Player
from sspdsl.pipeline import compile_source
from sspdsl.recheck import recheck
from sspdsl.recheck.ending import check_ending
from sspdsl.source import Source
from sspdsl.verify.cascades import verify_cascades
from sspdsl.verify.played import Found
from sspdsl.verify.reach import reach
from sspdsl.verify.report import encode_verdicts
from sspdsl.verify.verdict import Verdict
from tests.support.endless import FOLDER, compiled

Data = dict[str, Any]


@cache
def verdict(name: str) -> Verdict:
    program = compiled(FOLDER / "cascades" / f"{name}.ssp")
    return verify_cascades(program, reach(program), Found())


def checked(data: Data, name: str = "once") -> tuple[bool, str]:
    program = compiled(FOLDER / "cascades" / f"{name}.ssp")
    found = {o.property: o for o in recheck(program, json.dumps(data), Player(program))}
    return found["V6"].holds, found["V6"].words


def report(name: str = "once") -> Data:
    data: Data = json.loads(encode_verdicts(name, (verdict(name),)))
    return data


def test_a_lap_that_uses_up_an_entry_ends() -> None:
    assert verdict("once").status == "proved"
    assert "each lap uses up `taken rewards.again`" in verdict("once").words
    assert checked(report())[0], checked(report())[1]


@pytest.mark.parametrize("name", ["always", "erased"])
def test_a_lap_that_uses_up_nothing_is_not_said_to_end(name: str) -> None:
    assert verdict(name).status == "bounded"
    assert verdict(name).certificate is None


def steps(data: Data) -> list[Data]:
    made: list[Data] = data["verdicts"][0]["certificate"]["steps"]
    return made


def commands(data: Data) -> list[Data]:
    made: list[Data] = data["verdicts"][0]["certificate"]["commands"]
    return made


def no_step(data: Data) -> None:
    steps(data).pop()


def waiting_counts_backwards(data: Data) -> None:
    name = next(d[0] for c in commands(data) for d in c["deltas"] if d[0].startswith("pending "))
    steps(data)[0]["weights"][name] = -1


def a_place_counts(data: Data) -> None:
    steps(data)[0]["potential"] = {"start": 1}


def nothing_works_off(data: Data) -> None:
    named = [c for c in commands(data) if c["name"].startswith("completing")]
    for each in named:
        commands(data).remove(each)


def not_used_up(data: Data) -> None:
    for command in commands(data):
        command["deltas"] = [d for d in command["deltas"] if not d[0].startswith("taken")]


def no_certificate(data: Data) -> None:
    data["verdicts"][0]["certificate"] = None


def another_kind(data: Data) -> None:
    data["verdicts"][0]["certificate"]["kind"] = "ranking"


@pytest.mark.parametrize(
    "tamper",
    [no_step, waiting_counts_backwards, a_place_counts, nothing_works_off, not_used_up, no_certificate,
     another_kind],
)  # fmt: skip
def test_what_was_tampered_with_is_refused(tamper: Callable[[Data], None]) -> None:
    data = copy.deepcopy(report())
    tamper(data)
    holds, words = checked(data)
    assert not holds, words


def test_a_proof_of_another_table_is_refused() -> None:
    data = report("always")
    data["verdicts"] = report("once")["verdicts"]
    assert checked(data, "always") == (False, "the table has no `taken rewards.again`")


SELF = """
pin flip "Flip" {
  counter c 0..3
  zone top {
    start_arrow start
    targets bells yellow [1/2, 3/4, 5/6] { when hit { change c to 1 } }
    arrows start -> bells
  }
  use std.flipper_zone
  rule again when c changed RULE
}
"""


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("{ change c to 3 - c }", "bounded"),
        ("{ if c is 0 { change c to 1 } else { change c to 0 } }", "bounded"),
        ("{ change c to 3 - c\n change c to 3 - c }", "bounded"),
        ("if c less than 3 { add 1 to c }", "proved"),
    ],
)
def test_a_rule_that_sets_itself_off_is_not_passed_over(rule: str, status: str) -> None:
    """Nothing was played here, so that the proof stands alone."""
    made = compile_source(Source("flip.ssp", SELF.replace("RULE", rule))).program
    assert made is not None
    found = verify_cascades(made, reach(made), Found())
    assert found.status == status
    if status == "proved":
        assert found.certificate is not None
        check_ending(made, found.certificate)
