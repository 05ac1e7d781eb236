"""The catalogue of planted faults (`tests/verify/planted`): edits of small tables without a fault."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from sspdsl.ir.model import EventPattern, LifetimeDef, Program
from sspdsl.ir.terms import Assign, Body, Num
from sspdsl.pipeline import compile_source
from sspdsl.source import Source

FOLDER = Path(__file__).resolve().parents[1] / "verify" / "planted"
BASE = "bay.ssp"


@dataclass(frozen=True, slots=True)
class Fault:
    """`put`: pairs of texts, the second in place of the first. `part` and `says`: what is refuted, and why.

    `base` is the table that is edited. `pin`: a file in place of it. `module`: edits of the text that the
    module is made of.
    `into` and `effect`: an effect put in front of a clause of the compiled table. `alter`: a lifetime
    changed there. `shows`: the lines of a test that holds on the faulty table.
    """

    property: str
    base: str
    name: str
    put: tuple[tuple[str, str], ...] = ()
    part: str = ""
    says: str = ""
    pin: str = ""
    module: tuple[tuple[str, str], ...] = ()
    into: str = ""
    effect: str = ""
    alter: str = ""
    shows: str = ""


def catalogue() -> tuple[Fault, ...]:
    """All faults, by property."""
    files = sorted(FOLDER.glob("v*.toml"), key=lambda path: int(path.stem[1:]))
    return tuple(fault for path in files for fault in faults_in(path))


def faults_in(path: Path) -> list[Fault]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    found = []
    for entry in data["fault"]:
        pairs: dict[str, Any] = {
            key: tuple((old, new) for old, new in entry.pop(key, ())) for key in ("put", "module")
        }
        base = entry.pop("base", data.get("base", BASE))
        found.append(Fault(data["property"], base, **entry, **pairs))
    return found


def edited(base: str, edits: tuple[tuple[str, str], ...] = ()) -> str:
    """The text of a table without a fault, edited. Each edit must have exactly one place."""
    text = (FOLDER / base).read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == 1, f"{text.count(old)} places for {old!r}"
        text = text.replace(old, new)
    return text


@cache
def compiled(text: str) -> Program:
    result = compile_source(Source("bay.ssp", text))
    assert result.program is not None, [(each.message, each.span.line) for each in result.diagnostics]
    return result.program


def text_of(fault: Fault) -> str:
    """The faulty text, with the test that shows its fault."""
    if fault.pin:
        return (FOLDER / fault.pin).read_text(encoding="utf-8")
    text = edited(fault.base, fault.put)
    if fault.shows:
        text = text.rstrip().removesuffix("}") + f'  test "Shown" {{\n{fault.shows}\n}}\n}}\n'
    return text


def faulty(fault: Fault) -> Program:
    """The table with its fault."""
    program = compiled(text_of(fault))
    if fault.effect:
        program = put_into(program, fault.into, EFFECTS[fault.effect](program))
    if fault.alter:
        program = altered(program, *fault.alter.split())
    return program


def cell(program: Program, name: str) -> int:
    return next(n for n, made in enumerate(program.cells) if name in (made.name, made.role))


EFFECTS = {
    "waits": lambda program: tuple(
        Assign(cell(program, "moved"), Num(ball), None, Num(0)) for ball in range(program.balls)
    ),
    "spends": lambda program: tuple(
        Assign(cell(program, "die_used"), Num(die), None, Num(1)) for die in range(program.dice)
    ),
}


def put_into(program: Program, clause: str, effects: Body) -> Program:
    """The effects before the body of `rule NAME`, `action NAME`, `ability NAME` or `step NAME`."""
    kind, name = clause.split()
    table = {"rule": "rules", "action": "actions", "ability": "abilities", "step": "steps"}[kind]
    entries = list(getattr(program, table))
    found = [at for at, entry in enumerate(entries) if entry.name == name]
    assert found, clause
    for at in found:
        entries[at] = replace(entries[at], body=(*effects, *entries[at].body))
    changed: dict[str, Any] = {table: tuple(entries)}
    return replace(program, **changed)


def altered(program: Program, what: str, name: str) -> Program:
    """`keep`: nothing erases it at the end of the round. `clear`: the end of the round does."""
    boxes = frozenset(box for feature in program.features if feature.name == name for box in feature.boxes)
    cells = frozenset(n for n, made in enumerate(program.cells) if made.name == name)
    assert boxes or cells, name
    if what == "clear":
        ends = next(n for n, action in enumerate(program.actions) if action.name == "round_ends")
        life = LifetimeDef(EventPattern("action", (ends,)), None, tuple(sorted(cells)), tuple(sorted(boxes)))
        return replace(program, lifetimes=(*program.lifetimes, life))
    assert what == "keep"
    lives = tuple(
        replace(
            life,
            cells=tuple(c for c in life.cells if c not in cells),
            boxes=tuple(b for b in life.boxes if b not in boxes),
        )
        for life in program.lifetimes
    )
    return replace(program, lifetimes=lives)
