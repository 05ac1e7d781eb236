"""The rules of pins in words: read the diff as a player would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sspdsl.words import rules_text
from tests.support.pins import PINS, compiled

FOLDER = Path(__file__).parent / "rules"
SMALL = sorted(FOLDER.glob("*.ssp"))
CASES = [next(path for path in PINS if path.stem == "carniball"), *SMALL]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_rules(case: Path, golden: Callable[[Path, str], None]) -> None:
    golden(FOLDER / f"{case.stem}.md", rules_text(compiled(case)))


def test_no_golden_without_its_case() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {case.stem for case in CASES}


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.stem)
def test_nothing_is_left_unsaid(pin: Path) -> None:
    """Phrases that stand where something had no name, and lists that run out of hand."""
    text = rules_text(compiled(pin))
    assert text == rules_text(compiled(pin))
    for sign in ("None", "nowhere", "nothing happens", "while never", "while always", "no such", "#("):
        assert sign not in text, sign
    assert max(map(len, text.splitlines())) < 2_500
