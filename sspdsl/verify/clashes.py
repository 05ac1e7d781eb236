"""Contests that play comes to: two clauses answer one situation, and none goes first (SSP502)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.model import Program
from sspdsl.verify.claims import Claim, condition
from sspdsl.verify.contests import Contest, contests
from sspdsl.verify.filling import goals_of
from sspdsl.verify.hunt import hunt
from sspdsl.verify.means import Means
from sspdsl.verify.never import Never
from sspdsl.verify.reach import reach
from sspdsl.verify.scenes import shown_by_tests
from sspdsl.verify.search import Progress, Search
from sspdsl.verify.sites import OWN, Key, Site, sites_of
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, PROVED, REFUTED, Item, Verdict
from sspdsl.verify.watch import Watch

CODE = "SSP502"
MOST = 40
LEAST_TURNS = 40


@dataclass(frozen=True, slots=True)
class Clash:
    """`status`: refuted (with the record of a game in which both hold), proved (never both), or bounded."""

    contest: Contest
    status: str
    words: str
    record: str | None = None


def find_clashes(
    program: Program, turns: int, seed: int = 1, progress: Progress | None = None
) -> tuple[Clash, ...]:
    """All pairs that could clash, looked for in so many turns of play together; at most `MOST` of them."""
    found = list(islice(contests(program), MOST + 1))
    share = max(turns // max(len(found), 1), LEAST_TURNS)
    clashes = [judge(contest, share, seed, progress) for contest in found[:MOST]]
    if len(found) > MOST:
        words = f"more than {MOST} pairs of clauses could clash, and the others were not looked at"
        clashes.append(Clash(replace(found[MOST], name="more pairs"), BOUNDED, words))
    return tuple(clashes)


def judge(contest: Contest, turns: int, seed: int, progress: Progress | None) -> Clash:
    # Terms are told apart by identity: this copy shares none.
    program = from_json(to_json(contest.probe))
    found = reach(program)
    sites = sites_of(program)
    site, guard = next(each for each in sites.guards if each[0] == Site(contest.clause, OWN))
    key: Key = ("guard", *site.key, 1)
    sources: dict[int, list[int]] = {}
    wish = condition(program, site, guard, True, key, sources)
    claim = Claim(contest.name, "true", (key,), (wish,), contest.places[0])
    why = Never(program, found, sites).why(claim)
    if why is not None:
        return Clash(contest, PROVED, f"never both at once: {why}")
    search = Search(program, found, goals_of(program, found).edges, seed)
    search.watch = Watch(program, sites)
    search.play([], max(turns // 10, 1), progress)
    if key not in search.watch.first:
        hunt(search, Means(program, found), [claim], turns, progress)
    record = search.watch.first.get(key)
    if record is not None:
        words = f"{contest.what} after this game, and nothing says which goes first ({CODE})"
        return Clash(contest, REFUTED, words, record)
    test = shown_by_tests(program, sites).get(key)
    if test is not None:
        words = f"{contest.what} in the situation that test `{test}` lays out; no game came to it"
    else:
        words = f"{contest.what} if their conditions hold at once; {search.out.turns} turns did not show it"
    return Clash(contest, BOUNDED, words)


def with_clashes(verdict: Verdict, clashes: tuple[Clash, ...]) -> Verdict:
    """V10, which also says that no two clauses clash. One that does refutes it."""
    if not clashes:
        return verdict
    items = (*verdict.items, *(Item(c.contest.name, c.status, c.words, c.record) for c in clashes))
    for status in (REFUTED, BOUNDED):
        bad = [clash for clash in clashes if clash.status == status]
        if not bad:
            continue
        words = "; ".join(f"{clash.contest.name}: {clash.words}" for clash in bad[:3])
        if verdict.status in (PROVED, NOT_APPLICABLE) or (verdict.status == BOUNDED and status == REFUTED):
            return replace(verdict, status=status, words=words, evidence=bad[0].record, items=items)
        return replace(verdict, words=f"{verdict.words}; {words}", items=items)
    return replace(verdict, items=items)
