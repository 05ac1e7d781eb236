"""Every test block of every pin, and of every draft of a hard rule, holds on the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.invariants import check_program
from sspdsl.ir.pretty import pretty
from sspdsl.scenario import run_tests
from tests.support.pins import DRAFTS, PINS, compiled


@pytest.mark.parametrize("path", [*PINS, *DRAFTS], ids=lambda path: path.stem)
def test_the_test_blocks_hold(path: Path) -> None:
    results = run_tests(compiled(path))
    assert results
    assert [(result.title, result.failures) for result in results if not result.passed] == []


@pytest.mark.parametrize("path", [*PINS, *DRAFTS], ids=lambda path: path.stem)
def test_what_is_compiled_keeps_the_invariants_and_survives_json(path: Path) -> None:
    program = compiled(path)
    assert check_program(program) == []
    assert from_json(to_json(program)) == program
    assert pretty(program).startswith(f"{program.kind} {program.name}")
