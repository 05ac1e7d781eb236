"""The pins of the project, compiled once for all tests of a run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
PINS = tuple(sorted((ROOT / "pins").glob("*.ssp")))
DRAFTS = tuple(sorted((ROOT / "tests" / "language").glob("[cdr]*s/*.ssp")))
"""Small pins: for the clauses of the language, the hardest rules, and the readings of `std`."""


@cache
def compiled(path: Path) -> Program:
    """The program of a pin, which must compile."""
    done = compile_source(Source(path.name, path.read_text(encoding="utf-8")))
    assert done.program is not None, [problem.message for problem in done.diagnostics]
    return done.program
