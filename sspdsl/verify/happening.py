"""V3 and V10: sets, entries, flags and rules all come into play; conditions can be true and false.

Can: a game that was played from its start, in which it happens. Cannot: it is beyond even the
over-approximation, with the reason. Neither: bounded by what was played.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sspdsl.graph.words import shortened
from sspdsl.ir.model import Program
from sspdsl.verify.claims import ALWAYS, Claim, claims_of, fixed_conditions
from sspdsl.verify.hunt import hunt
from sspdsl.verify.means import Means
from sspdsl.verify.never import Never
from sspdsl.verify.reach import Reach
from sspdsl.verify.scenes import shown_by_tests
from sspdsl.verify.search import Progress, Search
from sspdsl.verify.sites import Key, Sites
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, PROVED, REFUTED, Item, Verdict, sum_up
from sspdsl.verify.watch import Watch

SHADOWED = "shadowed"


@dataclass(frozen=True, slots=True)
class Games:
    """Games played from their start; for each record, the game that it begins and its number of lines."""

    texts: tuple[str, ...]
    at: dict[str, tuple[int, int]]


def verify_happening(
    program: Program, found: Reach, sites: Sites, search: Search, turns: int, progress: Progress | None
) -> tuple[Verdict, Verdict]:
    """The verdicts on V3 and V10, after so many more turns in search of what has not happened yet."""
    watch = search.watch
    assert watch is not None
    first, conditions = claims_of(program, sites, found)
    never, open_claims = reasons(program, found, sites, [*first, *conditions])
    hunt(search, Means(program, found), open_claims, turns, progress)
    tests: dict[Key, str] = {}
    if any(not shown(watch, claim) for claim in open_claims):
        tests = shown_by_tests(program, sites)
    size = f"{search.out.turns} turns with {search.out.decisions} decisions"
    judge = Judge(program, watch, never, tests, size)
    return (
        judge.verdict_on_first(first),
        judge.verdict_on_conditions(first, conditions, fixed_conditions(program, sites)),
    )


def reasons(
    program: Program, found: Reach, sites: Sites, claims: list[Claim]
) -> tuple[dict[Claim, str], list[Claim]]:
    """Why claims fail; and the claims that may hold, without the wishes that may not."""
    never = Never(program, found, sites)
    why = {claim: reason for claim in claims if (reason := never.why(claim)) is not None}
    left = []
    for claim in claims:
        if claim not in why:
            wishes = tuple(wish for wish in claim.wishes if never.key(wish.key) is None)
            left.append(replace(claim, wishes=wishes))
    return why, left


def shown(watch: Watch, claim: Claim) -> Key | None:
    """What happened of a claim, if it did."""
    if ALWAYS in claim.keys:
        return ALWAYS
    return next((key for key in claim.keys if key in watch.first), None)


@dataclass(slots=True)
class Judge:
    program: Program
    watch: Watch
    never: dict[Claim, str]
    tests: dict[Key, str]
    size: str

    def one(self, claim: Claim) -> tuple[str, str]:
        """Status and words for a claim."""
        if shown(self.watch, claim) is not None:
            return PROVED, claim.what + self.missing(claim)
        why = self.never.get(claim)
        if why is not None and claim.library:
            return NOT_APPLICABLE, f"of the library, and this table never has it {claim.what}: {why}"
        if why is not None:
            return REFUTED, f"never {claim.what}: {why}"
        test = next((self.tests[key] for key in claim.keys if key in self.tests), None)
        if test is not None:
            return BOUNDED, f"{claim.what} only from the situation that test `{test}` lays out"
        return BOUNDED, f"no game has it {claim.what}"

    def missing(self, claim: Claim) -> str:
        """Members of a flag that no game set: of one that is set for others, this is no fault."""
        if claim.what != "set" or claim.cell is None or len(claim.keys) < 2:
            return ""
        names = self.program.cells[claim.cell].members
        unseen = [names[int(key[2])] for key in claim.keys if key not in self.watch.first]
        return f"; not seen for {shortened(unseen)}" if unseen else ""

    def verdict_on_first(self, claims: list[Claim]) -> Verdict:
        items = []
        for claim in claims:
            status, words = self.one(claim)
            items.append(Item(claim.name, status, words))
        return self.sum_up(
            "V3",
            items,
            "sets completed, entries taken, flags set and read, rules run: each in a game that was played",
            "there is no set, list, flag or rule",
            claims,
        )

    def verdict_on_conditions(self, first: list[Claim], claims: list[Claim], fixed: int) -> Verdict:
        items = []
        for yes, no in zip(claims[::2], claims[1::2], strict=True):
            said = [self.one(yes), self.one(no)]
            statuses = [status for status, _ in said]
            worst = min(statuses, key=(REFUTED, BOUNDED, NOT_APPLICABLE, PROVED).index)
            words = dict.fromkeys(words for status, words in said if status == worst)
            items.append(Item(yes.name, worst, "; ".join(words) if worst != PROVED else "true and false"))
        for claim in first:
            why = self.never.get(claim, "")
            if why.startswith(SHADOWED) and not claim.library:
                items.append(Item(claim.name, REFUTED, why))
        settings = f"; {fixed} more rest on options alone, and are settings" if fixed else ""
        return self.sum_up(
            "V10",
            items,
            f"each condition is true in a game and false in one, and no rule is shadowed{settings}",
            "there is no condition",
            claims,
        )

    def sum_up(
        self, property: str, items: list[Item], proved: str, nothing: str, claims: list[Claim]
    ) -> Verdict:
        if all(item.status == NOT_APPLICABLE for item in items):
            return Verdict(property, NOT_APPLICABLE, nothing, None, tuple(items))
        made = sum_up(
            property, tuple(items), f"{len(items)} parts: {proved}", f"not seen in {self.size}", nothing
        )
        return Verdict(property, made.status, made.words, made.evidence, made.items, self.certificate(claims))

    # ------------------------------------------------------------ certificates

    def certificate(self, claims: list[Claim]) -> dict[str, Any]:
        """The games, and for each claim where in them it happens; what the library has for other tables."""
        first = self.watch.first
        keys = [key for claim in claims if (key := shown(self.watch, claim)) is not None]
        games = games_of([first[key] for key in keys if key != ALWAYS])
        listed, excused = [], []
        for claim in claims:
            key = shown(self.watch, claim)
            entry = {"name": claim.name, "what": claim.what, "cell": claim.cell}
            if key == ALWAYS:
                listed.append({**entry, "happens": list(key), "game": None, "lines": 0})
            elif key is not None:
                game, lines = games.at[first[key]]
                listed.append({**entry, "happens": list(key), "game": game, "lines": lines})
            elif claim in self.never and claim.library:
                excused.append({**entry, "keys": [list(key) for key in claim.keys]})
        return {"kind": "games", "games": list(games.texts), "claims": listed, "excused": excused}


def games_of(records: list[str]) -> Games:
    """Few games: a record that is the beginning of another one is a place in that."""
    texts: list[str] = []
    at: dict[str, tuple[int, int]] = {}
    # Each stands in the order of texts right before those that it begins.
    for record in sorted(set(records), reverse=True):
        if not (texts and texts[-1].startswith(record)):
            texts.append(record)
        at[record] = (len(texts) - 1, record.count("\n") - 1)
    return Games(tuple(texts), at)
