"""Broken texts and the messages they get, word for word. Every code of the 1xx occurs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sspdsl.diagnostics.codes import CODES
from sspdsl.diagnostics.text import render_text, summary
from sspdsl.syntax.parse import parse
from sspdsl.syntax.read import read_source

FOLDER = Path(__file__).parent / "diagnostics"
CASES = sorted(FOLDER.glob("*.ssp"))


def messages(case: Path) -> str:
    source, problems = read_source(case.read_bytes(), case.name)
    if source is not None:
        _, problems = parse(source)
    assert problems, "a case has a mistake"
    return f"{render_text(problems)}\n{summary(problems)}\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_messages(case: Path, golden: Callable[[Path, str], None]) -> None:
    golden(case.with_suffix(".txt"), messages(case))


def test_no_golden_without_its_case() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= {case.stem for case in CASES}


def test_every_code_of_a_text_has_a_case() -> None:
    seen = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt"))
    made_large = {"SSP106"}  # Made in tests/hostile, not stored.
    wanted = {code for code in CODES if code.startswith("SSP1")} - made_large
    assert {code for code in wanted if f"[{code}]" not in seen} == set()
