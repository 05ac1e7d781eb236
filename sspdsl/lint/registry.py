"""The lint rules in order. A rule takes the model of a pin without errors and returns warnings."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sspdsl.check.model import Model
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.rules.untested_pin import find_untested_pin
from sspdsl.lint.rules.unused_name import find_unused_names

Rule = Callable[[Model], list[Diagnostic]]

RULES: dict[str, Rule] = {
    "unused-name": find_unused_names,
    "untested-pin": find_untested_pin,
}


def lint_model(model: Model, allowed: Collection[str] = ()) -> tuple[Diagnostic, ...]:
    """What the rules find in a pin, in the order of its text; `allowed` rules are not asked."""
    found = [each for name, rule in RULES.items() if name not in allowed for each in rule(model)]
    return tuple(sorted(found, key=lambda each: (each.span.start, each.code)))
