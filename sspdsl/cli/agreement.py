"""V11 for `ssp verify`: the generated module beside the reference interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sspdsl.agree import agree, make_sides
from sspdsl.cli.shell import plural
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.model import Program
from sspdsl.verify.run import Budget, verify_program
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, REFUTED, Item, Verdict

MOST_NAMED = 200


def verify_agreement(
    program: Program,
    games: int,
    verdicts: Iterable[Verdict] | None,
    jobs: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Verdict:
    """Play the test blocks, so many games, and the records that the other properties found, on both.

    Without other verdicts their search is asked for records only if something was not reached. A
    comparison is a search: without a difference the verdict is `bounded`. The parts are the clauses
    that nothing reached.
    """
    coverage = Coverage(program)

    def evidence() -> Iterable[str]:
        found = verdicts
        if found is None:
            found = verify_program(program, Budget()) if coverage.missing() else ()
        return dict.fromkeys(item.record for each in found for item in each.items if item.record)

    found = agree(make_sides(program), coverage, games, evidence, jobs, tell)
    if found.difference is not None:
        item = Item("a game", REFUTED, "the two differ at its end", found.record)
        items = () if found.record is None else (item,)
        return Verdict("V11", REFUTED, found.difference, found.record or found.difference, items)
    missing, never = coverage.missing(), coverage.never()
    tests, records = plural(found.tests, "test"), plural(found.records, "record")
    words = (
        f"{found.games} games with 1 to {program.max_players} players, {found.continued} more from "
        f"moments of {tests}, {found.decisions} decisions, and {records} alike; "
        f"{coverage.total - len(missing)} of {coverage.total} clauses reached"
    )
    parts = [Item(name, BOUNDED, "not reached in these games") for name in missing[:MOST_NAMED]]
    parts += [Item(name, NOT_APPLICABLE, why) for name, why in never[:MOST_NAMED]]
    return Verdict("V11", BOUNDED, words, items=tuple(parts))
