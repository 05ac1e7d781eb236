"""Which clause of a table a finding speaks of."""

from __future__ import annotations

from sspdsl.graph.build import event_words
from sspdsl.ir.model import Program

Where = tuple[str, int]
"""A kind and a number: `rule`, `action`, `instead` (of that action), `ability`, `step`, `set`."""

NOWHERE: Where = ("", 0)


def where_words(program: Program, where: Where) -> str:
    """`rule tilt_check`, `the rule on cars complete (line 12)`, `action spend`."""
    kind, number = where
    match kind:
        case "rule":
            rule = program.rules[number]
            if rule.name:
                return f"rule {rule.name}"
            line = f" (line {rule.place.line})" if rule.place is not None else ""
            return f"the rule on {event_words(program, rule.event)}{line}"
        case "action":
            return f"action {program.actions[number].name}"
        case "instead":
            return f"instead of {program.actions[number].name}"
        case "ability":
            return f"ability {program.abilities[number].name}"
        case "step":
            return f"step {program.steps[number].name}"
        case "set":
            return f"completing {program.sets[number].name}"
    return "the table"
