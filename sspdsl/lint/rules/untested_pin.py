"""`untested-pin`: a pin without a test block."""

from __future__ import annotations

from sspdsl.check.model import Model
from sspdsl.diagnostics.model import Diagnostic


def find_untested_pin(model: Model) -> list[Diagnostic]:
    """One warning, if the pin has no tests."""
    if model.tests:
        return []
    return [
        Diagnostic(
            "SSP602",
            "warning",
            f"`{model.name}` has no tests",
            model.span,
            "nothing says what should happen on this table",
            help='write a block `test "..." { roll 1 4 ... }`',
        )
    ]
