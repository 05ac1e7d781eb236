"""Random pins, with constructs in mixtures nobody wrote: they compile, keep their meaning, and play alike."""

from __future__ import annotations

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from sspdsl.format import format_source
from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.invariants import check_program
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.modules import check_agreement, check_playouts, load
from tests.support.random_pins import pins
from tests.support.texts import without_places

FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def program_of(text: str) -> Program:
    compiled = compile_source(Source("random.ssp", text))
    errors = [d.message for d in compiled.diagnostics if d.severity == "error"]
    assert compiled.program is not None, (errors, text)
    return compiled.program


@FEW
@given(pins())
def test_they_compile_and_survive_json(text: str) -> None:
    program = program_of(text)
    assert check_program(program) == []
    assert from_json(to_json(program)) == program


@FEW
@given(pins())
def test_formatting_keeps_the_meaning_and_is_done_once(text: str) -> None:
    formatted, problems = format_source(Source("random.ssp", text))
    assert formatted is not None, problems
    assert format_source(Source("random.ssp", formatted))[0] == formatted
    assert without_places(program_of(formatted)) == without_places(program_of(text))


@FEW
@given(pins(), st.integers(0, 10**6), st.integers(1, 3))
def test_interpreter_and_module_play_alike(text: str, seed: int, players: int) -> None:
    note(text)  # With the record in the message, all that a replay needs.
    program = program_of(text)
    module = load(program)
    check_agreement(program, module, players, seed, steps=40)
    check_playouts(program, module, players, seed, most=300)
