"""`unused-name`: a thing that the pin declares for its own rules, and that nothing names."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.text import Text, warn

# Things that work only where another line names them. A rule, a feature or a set works by being there.
NEEDED_BY_NAME = {
    "cell": "an indicator, counter, track or slot",
    "action": "an action",
    "window": "a window",
    "define": "a definition",
    "fact": "a fact",
    "bonuses": "a bonus list",
    "names": "a list of names",
    "group": "a group",
    "option": "an option",
}


def find_unused_names(text: Text) -> list[Diagnostic]:
    """SSP601: a warning for each name of the pin itself that no line of the pin or its libraries uses."""
    if text.model is None:
        return []
    return [
        warn(
            "SSP601",
            symbol.span,
            f"`{symbol.name}` is never used",
            f"{NEEDED_BY_NAME[symbol.kind]} that no line names",
            "use it, or take it out",
        )
        for symbols in text.model.symbols.values()
        for symbol in symbols
        if symbol.kind in NEEDED_BY_NAME and symbol.layer == "pin" and not symbol.used
    ]
