"""The passes in order: text, tree, model, IR."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.check.load import Arrange, FindLibrary
from sspdsl.check.table import check_source
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.ir.model import NoteDef, Program
from sspdsl.source import Source


@dataclass(frozen=True, slots=True)
class Compiled:
    """The IR, or None if there are errors; all diagnostics, in the order of the text; where it comes from."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[NoteDef, ...] = ()

    @property
    def ok(self) -> bool:
        return self.program is not None


def compile_source(
    source: Source, find: FindLibrary | None = None, lower: bool = True, arrange: Arrange | None = None
) -> Compiled:
    """Compile a pin. `find` looks up a library that is not one of `std`, by its dotted name.

    All that can be wrong with a pin is found before lowering: who wants the diagnostics alone says
    `lower=False`, gets no program, and has the answer sooner. `arrange` puts the clauses of every
    file into another order first.
    """
    model, diagnostics = check_source(source, find, arrange)
    if model is None or any(d.severity == "error" for d in diagnostics):
        return Compiled(None, diagnostics, tuple(model.notes) if model is not None else ())
    if not lower:
        return Compiled(None, diagnostics, tuple(model.notes))
    from sspdsl.lower.program import lower_model

    return Compiled(lower_model(model), diagnostics, tuple(model.notes))
