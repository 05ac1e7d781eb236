"""`ssp trace`: for each rule of the book, the lines that say it and the tests that show it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.rulebooks import answers_for, prefix_of_pin, rule_titles
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, note, out, paint, plural
from sspdsl.ir.model import Program


@dataclass(slots=True)
class Trail:
    """Where one rule is met: lines of the pin and the library, tests, and excuses with their reason."""

    rule: str
    title: str
    required: bool
    lines: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    excuses: list[str] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Nothing answers for the rule, though the pin has to."""
        return self.required and not (self.lines or self.tests or self.excuses)


@click.command("trace")
@click.argument("pin", default="-")
@click.option("--json", "as_json", is_flag=True, help="Print JSON in place of a table.")
@click.option("--missing", is_flag=True, help="Only the rules that nothing cites.")
@common_options
def command(pin: str, as_json: bool, missing: bool) -> int:
    """Show which lines and tests of PIN (a file, or - for standard input) stand for which rule.

    Exit code 1 if a rule of the pin's own chapter, or a common rule, is neither cited nor excused.
    """
    program = compile_one(pin)
    trails = trace(program)
    left = [trail for trail in trails if trail.open]
    shown = left if missing else trails
    if as_json:
        out(
            json.dumps(
                {"version": 1, "pin": program.name, "rules": [asdict(each) for each in shown]}, indent=2
            )
        )
    else:
        for trail in shown:
            out(line(trail))
    required = sum(trail.required for trail in trails)
    note(f"{program.name}: {plural(required, 'rule')} to answer for, {len(left)} open")
    return FINDINGS if left else CLEAN


def trace(program: Program) -> list[Trail]:
    """The trail of every rule the program cites or has to answer for: first those of books, in order."""
    titles = rule_titles()
    prefix = prefix_of_pin(program, titles)
    pinball = program.balls > 0
    trails = {rule: Trail(rule, title, answers_for(rule, prefix, pinball)) for rule, title in titles.items()}

    def trail(rule: str) -> Trail:
        return trails.setdefault(rule, Trail(rule, "", False))

    tests = {test.place for test in program.tests}
    for each in program.notes:
        if each.place in tests:
            continue
        place = f"{each.place.file}:{each.place.line}"
        for rule in each.cites:
            if each.what == "excuse":
                trail(rule).excuses.append(each.assumed)
            elif place not in trail(rule).lines:
                trail(rule).lines.append(place)
    for test in program.tests:
        for rule in test.cites:
            trail(rule).tests.append(f"{test.place.file}:{test.place.line}")
    return [each for each in trails.values() if each.required or each.lines or each.tests or each.excuses]


def line(trail: Trail) -> str:
    """One line of the table."""
    if trail.open:
        where = paint("nothing", "red", sys.stdout)
    else:
        tests = [f"test {place}" for place in trail.tests]
        excuses = [f"excused: {reason}" for reason in trail.excuses]
        where = ", ".join([*trail.lines, *tests, *excuses])
    return f"{trail.rule:<26} {trail.title:<46} {where}".rstrip()
