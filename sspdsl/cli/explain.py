"""`ssp explain`: the page of a message code, or a pin summed up."""

from __future__ import annotations

import re
from collections import Counter

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.shell import CLEAN, Failure, common_options, out, plural
from sspdsl.ir.model import Program
from sspdsl.resources import resource_folder


@click.command("explain")
@click.argument("what")
@click.option(
    "--overrides",
    is_flag=True,
    help="Of a pin: what stands in place of what, as a tree with places and rules.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="With --overrides: JSON (grammar/overrides.schema.json)."
)
@common_options
def command(what: str, overrides: bool, as_json: bool) -> int:
    """Explain WHAT: a message code such as SSP201, or a pin (a file, or - for standard input)."""
    if overrides:
        from sspdsl.cli.overrides import encode_overrides, overrides_of, render_overrides

        name, found = overrides_of(what)
        out(encode_overrides(name, found) if as_json else render_overrides(found))
    elif as_json:
        raise click.UsageError("--json goes with --overrides")
    elif re.fullmatch(r"(?i)ssp\d{3}", what):
        out(page(what.upper()))
    else:
        out(summary_of(compile_one(what)))
    return CLEAN


def page(code: str) -> str:
    """The page of a code. Raises `Failure` for one that does not exist."""
    path = resource_folder("codes") / f"{code}.md"
    if not path.is_file():
        known = [each.stem for each in resource_folder("codes").glob(code[:4] + "*.md")]
        near = f"those that begin like it: {', '.join(sorted(known))}" if known else ""
        raise Failure(f"there is no message `{code}`", near)
    return path.read_text(encoding="utf-8").rstrip("\n")


def summary_of(program: Program) -> str:
    """A pin in a dozen lines: what it is, what stands on the table, what is assumed."""
    lines = [f"{program.title} ({program.name})"]
    facts = [program.book and f"book {program.book}", program.difficulty, *(
        f"{name} {value}" for name, value in program.options
    )]  # fmt: skip
    lines += ["  " + ", ".join(fact for fact in facts if fact)] if any(facts) else []
    lines.append(
        f"  {plural(program.max_players, 'player')} at most, {plural(program.balls, 'ball')},"
        f" {program.dice} dice" if program.balls else f"  {plural(program.max_players, 'player')} at most"
    )  # fmt: skip
    for board in program.boards:
        if len(program.boards) > 1:
            lines.append(f"board {board.title or board.name}")
        for number in board.zones:
            zone = program.zones[number]
            parts = [_feature(program, each) for each in zone.features]
            lines.append(f"  {zone.title or zone.name}: {', '.join(parts) or 'empty'}")
    words = Counter(cell.form for cell in program.cells if not cell.role)
    lines.append(
        "state: " + (", ".join(plural(n, form) for form, n in words.items()) or "nothing of its own")
    )
    abilities = ", ".join(each.title or each.name for each in program.abilities)
    lines.append(f"abilities: {abilities or 'none'}")
    lines.append(f"tests: {len(program.tests)}, achievements: {len(program.achievements)}")
    assumed = [each for each in program.notes if each.assumed and each.what != "excuse"]
    lines.append(f"assumed: {plural(len(assumed), 'value')}" if assumed else "assumed: nothing")
    lines += [f"  {each.place.file}:{each.place.line} {each.what}: {each.assumed}" for each in assumed]
    return "\n".join(lines)


def _feature(program: Program, number: int) -> str:
    feature = program.features[number]
    boxes = f" ({len(feature.boxes)} boxes)" if len(feature.boxes) > 1 else ""
    return f"{feature.title or feature.name}{boxes}"
