"""What `verify` says of a random pin holds in random play, and what carries its own proof is borne out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from sspdsl.verify import Budget, Verdict, verify_program
from sspdsl.verify.verdict import PROVED, REFUTED
from tests.property.test_random_pins import program_of
from tests.support.random_pins import pins
from tests.support.verdicts import contradiction, not_borne_out, said_of

FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
SHORT = Budget(turns=40)
GAMES = 6
STEPS = 40

FAULTY = """
pin faulty "Faulty" {
  zone top {
    start_arrow start
    targets bells white [1/2, 3/4, 5/6] double
    targets horns white [1/2, 3/4, 5/6]
    arrows start -> bells + horns
  }
  counter laps 0..9 double
  rule count when turn ends { change laps to laps + 1 }
  rule wipe when turn ends if laps is 2 { erase bells }
  use std.flipper_zone
}
"""


@FEW
@given(pins(), st.integers(0, 10**6))
def test_no_random_game_contradicts_a_verdict(text: str, seed: int) -> None:
    note(text)
    program = program_of(text)
    verdicts = verify_program(program, SHORT)
    assert not_borne_out(program, verdicts) == []
    said = said_of(program, verdicts)
    for number in range(GAMES):
        assert contradiction(said, seed + number, STEPS) is None


# ---------------------------------------------------------------- the test itself finds what is false


def with_part(verdict: Verdict, name: str, words: str) -> Verdict:
    """The verdict, with its part of this name refuted in these words."""
    items = tuple(
        replace(item, status=REFUTED, words=words, record=None) if item.name.startswith(name) else item
        for item in verdict.items
    )
    assert items != verdict.items
    return replace(verdict, items=items)


@pytest.mark.parametrize(
    ("property", "part", "words", "found"),
    [
        ("V1", "bells.1/2", "no way", "V1: bells.1/2 is filled"),
        ("V3", "rule count", "never run: no reason", "V3 or V10: rule count"),
        ("V8", "", "", "V8: bells."),
        ("V9", "", "", "V7 and V9: `laps` cannot be 10"),
    ],
)
def test_a_false_verdict_is_contradicted(property: str, part: str, words: str, found: str) -> None:
    program = program_of(FAULTY)
    verdicts = {each.property: each for each in verify_program(program, SHORT)}
    assert not_borne_out(program, tuple(verdicts.values())) == []
    wrong = with_part(verdicts[property], part, words) if part else verdicts[property]
    verdicts[property] = wrong if part else replace(wrong, status=PROVED)
    if property == "V9":
        verdicts["V7"] = replace(verdicts["V7"], status=PROVED)
    said = said_of(program, tuple(verdicts.values()))
    shown = [contradiction(said, seed, 60) for seed in range(GAMES)]
    assert any(found in (each or "") for each in shown), shown
