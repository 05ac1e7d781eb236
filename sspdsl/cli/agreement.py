"""V11 for `ssp verify`: the generated module beside the reference interpreter."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sspdsl.agree import Found, agree, make_sides
from sspdsl.cli.shell import plural
from sspdsl.codegen import emit_module
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.digest import program_digest, text_digest
from sspdsl.ir.model import Program
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, REFUTED, Item, Verdict

MOST_NAMED = 200


@dataclass(frozen=True, slots=True)
class Played:
    """What was compared, and what came into play on the way."""

    program: Program
    found: Found
    coverage: Coverage


def play_both(
    program: Program,
    games: int,
    records: Iterable[str] = (),
    jobs: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Played:
    """Play the test blocks, so many games, and the records that other properties found, on both."""
    coverage = Coverage(program)
    return Played(program, agree(make_sides(program), coverage, games, records, jobs, tell), coverage)


def verify_agreement(played: Played) -> Verdict:
    """V11. It is a search: without a difference the verdict is `bounded`.

    The parts are the clauses that nothing reached, and those that nothing can reach.
    """
    program, found, coverage = played.program, played.found, played.coverage
    if found.difference is not None:
        item = Item("a game", REFUTED, "the two differ at its end", found.record)
        items = () if found.record is None else (item,)
        return Verdict("V11", REFUTED, found.difference, found.record or found.difference, items)
    missing, never = coverage.missing(), coverage.never()
    tests, replayed = plural(found.tests, "test"), plural(found.records, "record")
    words = (
        f"{found.games} games with 1 to {program.max_players} players, {found.continued} more from "
        f"moments of {tests}, {found.decisions} decisions, and {replayed} alike; "
        f"{coverage.total - len(missing)} of {coverage.total} clauses reached"
    )
    parts = [Item(name, BOUNDED, "not reached in these games") for name in missing[:MOST_NAMED]]
    parts += [Item(name, NOT_APPLICABLE, why) for name, why in never[:MOST_NAMED]]
    return Verdict("V11", BOUNDED, words, items=tuple(parts))


def encode_agreement(played: Played) -> str:
    """What was compared as a JSON text (`grammar/agree.schema.json`), for the table of `ssp verify`."""
    program, found, coverage = played.program, played.found, played.coverage
    missing = coverage.missing()
    data = {
        "format": "ssp-agree",
        "version": 1,
        "pin": program.name,
        "program": program_digest(program),
        "module": text_digest(emit_module(program)),
        "games": found.games,
        "continued": found.continued,
        "players": program.max_players,
        "tests": found.tests,
        "records": found.records,
        "decisions": found.decisions,
        "clauses": coverage.total,
        "reached": coverage.total - len(missing),
        "missing": list(missing),
        "never": [list(each) for each in coverage.never()],
        "difference": found.difference,
        "record": found.record,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
