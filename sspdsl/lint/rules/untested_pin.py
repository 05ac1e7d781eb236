"""`untested-pin`: a pin without a test block."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.text import Text, warn


def find_untested_pin(text: Text) -> list[Diagnostic]:
    """SSP602: one warning, if the pin has no tests."""
    model = text.model
    if model is None or model.tests:
        return []
    return [
        warn(
            "SSP602",
            model.span,
            f"`{model.name}` has no tests",
            "nothing says what should happen on this table",
            'write a block `test "..." { roll 1 4 ... }`',
        )
    ]
