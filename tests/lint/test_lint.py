"""Each lint rule finds its bad case, not the fixed one, and nothing in the good one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.check.table import check_source
from sspdsl.diagnostics.codes import CODES
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.registry import RULES, lint_model
from sspdsl.source import Source

CASES = Path(__file__).resolve().parent
PINS = sorted((CASES.parents[1] / "pins").glob("*.ssp"))


def lint(path: Path, *allowed: str) -> tuple[Diagnostic, ...]:
    model, problems = check_source(Source(path.name, path.read_text(encoding="utf-8")))
    assert problems == ()
    return lint_model(model, allowed) if model is not None else ()


def test_every_rule_has_its_cases_and_every_case_its_rule() -> None:
    assert {path.name for path in CASES.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(
        RULES
    )


@pytest.mark.parametrize("rule", RULES)
def test_the_bad_is_found_and_the_fixed_and_good_are_not(rule: str) -> None:
    found = lint(CASES / rule / "bad.ssp")
    assert len(found) == 1
    assert found[0].severity == "warning"
    assert found[0].code in CODES
    assert found[0].code.startswith("SSP6")
    assert lint(CASES / rule / "bad.ssp", rule) == ()
    assert lint(CASES / rule / "fixed.ssp") == ()
    assert lint(CASES / rule / "good.ssp") == ()


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.stem)
def test_the_pins_of_the_books_have_nothing_to_point_out(pin: Path) -> None:
    assert [each.message for each in lint(pin)] == []
