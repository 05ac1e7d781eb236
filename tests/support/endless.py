"""The pins that never end and their near misses, verified once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.syntax.read import read_source
from sspdsl.verify.endless import verify_endless
from sspdsl.verify.reach import reach
from sspdsl.verify.verdict import Verdict

FOLDER = Path(__file__).resolve().parents[1] / "verify"
NAMES = tuple(sorted(path.stem for path in (FOLDER / "endless").glob("*.ssp")))


@cache
def compiled(path: Path) -> Program:
    source, problems = read_source(path)
    assert isinstance(source, Source), problems
    result = compile_source(source)
    assert result.program is not None, result.diagnostics
    return result.program


@cache
def verdicts(folder: str, name: str) -> tuple[Verdict, Verdict]:
    """V4 and V5 of `tests/verify/<folder>/<name>.ssp`."""
    program = compiled(FOLDER / folder / f"{name}.ssp")
    return verify_endless(program, reach(program))
