"""V11 for `ssp verify --games N`: the generated module beside the reference interpreter."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType

from sspdsl.codegen import emit_module
from sspdsl.interpret import Interpreter
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.model import Program
from sspdsl.record.agreement import compare_engines, compare_record
from sspdsl.record.engine import ModuleEngine
from sspdsl.record.text import parse_record
from sspdsl.verify.verdict import BOUNDED, REFUTED, Item, Verdict

MOST_NAMED = 200


def load_module(program: Program) -> ModuleType:
    """The module of a program as `ssp build` would write it, loaded from memory."""
    module = ModuleType(f"generated_{program.name}")
    sys.modules[module.__name__] = module
    exec(compile(emit_module(program), f"{program.name}.py", "exec"), module.__dict__)
    return module


def verify_agreement(
    program: Program, games: int, records: Iterable[str], tell: Callable[[int], None] | None = None
) -> Verdict:
    """Play the records, which other properties found, and so many games on both.

    It is a search: without a difference the verdict is `bounded`. The parts are the clauses that
    nothing reached.
    """
    coverage = Coverage(program)
    reference = Interpreter(program, coverage.note)
    module = ModuleEngine(load_module(program))
    shown = 0
    for record in records:
        shown += 1
        found = compare_record(reference, module, parse_record(record))
        if found.difference is not None:
            return Verdict("V11", REFUTED, found.difference, evidence=found.record)
    found = compare_engines(reference, module, range(games), program.max_players, tell)
    if found.difference is not None:
        words = f"game {found.games}: {found.difference}"
        return Verdict("V11", REFUTED, words, evidence=found.record)
    missing = coverage.missing()
    words = (
        f"{found.games} games with 1 to {program.max_players} players, {found.decisions} decisions, and "
        f"{shown} records alike; {coverage.total - len(missing)} of {coverage.total} clauses reached"
    )
    items = tuple(Item(name, BOUNDED, "not reached in these games") for name in missing[:MOST_NAMED])
    return Verdict("V11", BOUNDED, words, items=items)
