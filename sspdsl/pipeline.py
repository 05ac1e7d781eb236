"""The passes in order: text, tree, model, IR."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.check.load import FindLibrary
from sspdsl.check.table import check_source
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.ir.model import Program
from sspdsl.lower.program import lower_model
from sspdsl.source import Source


@dataclass(frozen=True, slots=True)
class Compiled:
    """The IR, or None if there are errors; and all diagnostics, in the order of the text."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        return self.program is not None


def compile_source(source: Source, find: FindLibrary | None = None) -> Compiled:
    """Compile a pin. `find` looks up a library that is not one of `std`, by its dotted name."""
    model, diagnostics = check_source(source, find)
    if model is None or any(d.severity == "error" for d in diagnostics):
        return Compiled(None, diagnostics)
    return Compiled(lower_model(model), diagnostics)
