"""One mistake, few messages: what follows from a mistake is not told again."""

from __future__ import annotations

import pytest

from sspdsl.cli.new import new_pin
from sspdsl.pipeline import compile_source
from sspdsl.source import Source

PIN = new_pin("bay")


def codes(text: str) -> list[str]:
    return [each.code for each in compile_source(Source("pin.ssp", text)).diagnostics]


@pytest.mark.parametrize("name", ["dice", "ball", "balls", "score", "sum", "here", "chosen", "players"])
def test_a_feature_that_hides_a_word_of_the_language(name: str) -> None:
    assert codes(PIN.replace("targets piers", f"targets {name} red [1, 2]\n    targets piers")) == ["SSP215"]


def test_a_name_of_the_library_is_told_where_the_pin_takes_it() -> None:
    text = PIN.replace("targets piers", "targets round red [1, 2]\n    targets piers")
    (only,) = compile_source(Source("pin.ssp", text)).diagnostics
    assert (only.code, only.span.source.name, only.span.text) == ("SSP202", "pin.ssp", "round")


def test_too_many_cells_are_one_message() -> None:
    many = "\n".join(f"indicator i{number}" for number in range(6000))
    assert codes(PIN.replace("  bonuses piers", f"{many}\n  bonuses piers")) == ["SSP407"]


def test_a_range_says_what_is_wrong_with_it() -> None:
    for clause, word in (("0..9999999", "too large"), ("per 1..99999 0..3", "too large"), ("5..1", "empty")):
        text = PIN.replace("  bonuses piers", f"  counter coins {clause}\n  bonuses piers")
        (only,) = compile_source(Source("pin.ssp", text)).diagnostics
        assert (only.code, word in only.message) == ("SSP305", True)


def test_what_a_broken_line_declares_is_not_unknown_elsewhere() -> None:
    for line in (
        'bumper b34 § "3/4"',
        'bumper b34 "3/4 white',
        'bumper b34 "3/4" white [3, 4 / 3',
        "bumper b34 9999999999 white",
    ):
        text = PIN.replace('bumper b34 "3/4" white [3, 4, 3]', line)
        assert text != PIN
        found = codes(text)
        assert len(found) <= 2
        assert found[0].startswith("SSP1")


def test_a_block_whose_first_line_is_broken() -> None:
    text = PIN.replace('zone middle "Bumpers" {', 'zone score middle "Bumpers" {')
    found = codes(text)
    assert 1 <= len(found) <= 2
    assert found[0].startswith("SSP1")


@pytest.mark.parametrize(
    "line", ["use std,skill_shots", "use std.skillshots", "use § std.skill_shots", "/ use std"]
)
def test_what_a_broken_use_would_bring_is_not_unknown(line: str) -> None:
    found = codes(PIN.replace("use std.skill_shots", line))
    assert 1 <= len(found) <= 2
    assert found[0][:4] in ("SSP1", "SSP2")


def test_a_name_that_is_unknown_in_many_places_is_told_once() -> None:
    rules = "\n".join(f"  rule r{number} when bels hit {{ score 1 }}" for number in range(20))
    (only,) = compile_source(
        Source("pin.ssp", PIN.replace("  bonuses piers", f"{rules}\n  bonuses piers"))
    ).diagnostics
    assert only.code == "SSP201"
    assert only.notes == ("also on lines 33, 34, 35, 36, 37, 38, 39, 40 and 11 more",)
