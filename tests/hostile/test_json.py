"""JSON that is none, too deep, or of the wrong shape, given to what reads it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sspdsl.cli.new import new_pin
from sspdsl.interpret import Interpreter
from sspdsl.ir.encode import IrError, from_json
from sspdsl.pipeline import compile_source
from sspdsl.recheck.check import recheck
from sspdsl.source import Source

BROKEN = {
    "nothing": "",
    "half": "{",
    "null": "null",
    "no number": "NaN",
    "a number of thousands of digits": "9" * 10_000,
    "zeros": "\0",
    "deep": "[" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "half a sign": '"\\ud800"',
    "another thing": '{"format": "ssp-verify", "version": [], "pin": {}}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_program_that_is_none(name: str) -> None:
    with pytest.raises(IrError):
        from_json(BROKEN[name])


@pytest.mark.parametrize("name", BROKEN)
def test_a_report_that_is_none(name: str) -> None:
    program = compile_source(Source("bay.ssp", new_pin("bay"))).program
    assert program is not None
    (only,) = recheck(program, BROKEN[name], cast(Any, Interpreter(program)))
    assert not only.holds
