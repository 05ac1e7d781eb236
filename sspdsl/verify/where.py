"""Which clause of a table a finding speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.graph.build import event_words
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Body

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


def clauses_of(program: Program) -> Iterator[tuple[Where, Body]]:
    """Every body with the clause it belongs to."""
    for number, rule in enumerate(program.rules):
        yield ("rule", number), rule.body
    for number, action in enumerate(program.actions):
        yield ("action", number), action.body
        for instead in action.instead:
            yield ("instead", number), instead.body
    for number, ability in enumerate(program.abilities):
        yield ("ability", number), ability.body
    for number, step in enumerate(program.steps):
        yield ("step", number), step.body
