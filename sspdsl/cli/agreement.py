"""V11 for `ssp verify`: the generated module beside the reference interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sspdsl.agree import agree, make_sides
from sspdsl.cli.shell import plural
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.model import Program
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, REFUTED, Item, Verdict

MOST_NAMED = 200


def verify_agreement(
    program: Program,
    games: int,
    records: Iterable[str] = (),
    jobs: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Verdict:
    """Play the test blocks, so many games, and the records that other properties found, on both.

    It is a search: without a difference the verdict is `bounded`. The parts are the clauses that
    nothing reached, and those that nothing can reach.
    """
    coverage = Coverage(program)
    found = agree(make_sides(program), coverage, games, records, jobs, tell)
    if found.difference is not None:
        item = Item("a game", REFUTED, "the two differ at its end", found.record)
        items = () if found.record is None else (item,)
        return Verdict("V11", REFUTED, found.difference, found.record or found.difference, items)
    missing, never = coverage.missing(), coverage.never()
    tests, played = plural(found.tests, "test"), plural(found.records, "record")
    words = (
        f"{found.games} games with 1 to {program.max_players} players, {found.continued} more from "
        f"moments of {tests}, {found.decisions} decisions, and {played} alike; "
        f"{coverage.total - len(missing)} of {coverage.total} clauses reached"
    )
    parts = [Item(name, BOUNDED, "not reached in these games") for name in missing[:MOST_NAMED]]
    parts += [Item(name, NOT_APPLICABLE, why) for name, why in never[:MOST_NAMED]]
    return Verdict("V11", BOUNDED, words, items=tuple(parts))
