"""What is found out about a property of a table, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PROVED = "proved"
REFUTED = "refuted"
BOUNDED = "bounded"
NOT_APPLICABLE = "not applicable"
NOT_YET = "not yet done"

TITLES = {
    "V1": "every box can be filled, every arrow and shot can be used",
    "V2": "no ball is ever stuck",
    "V3": "every set can be completed, every bonus taken, every flag set and read, every rule fired",
    "V4": "a round ends with probability 1 whatever the player does",
    "V5": "the game ends",
    "V6": "every cascade of effects ends",
    "V7": "every decision has an option, and no option fails when taken",
    "V8": "erasing matches the lines",
    "V9": "no counter, track or slot leaves its range",
    "V10": "every guard can be true and can be false, and no rule is shadowed by another",
    "V11": "the generated module and the reference interpreter agree",
}


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a property: one goal, box, cell or decision. `record` replays and shows it."""

    name: str
    status: str
    words: str
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A property, its status, and why. `evidence` is a record that replays, or a reason, or None.

    `proved` is never said of what was only searched; `bounded` means searched to the size that
    `words` states, with nothing found. `certificate` is plain data that `sspdsl.recheck` checks again.
    """

    property: str
    status: str
    words: str
    evidence: str | None = None
    items: tuple[Item, ...] = ()
    certificate: dict[str, Any] | None = None


def sum_up(property: str, items: tuple[Item, ...], proved: str, bounded: str, nothing: str) -> Verdict:
    """One verdict from its parts: one refuted part refutes it, one open part leaves it open."""
    if not items:
        return Verdict(property, NOT_APPLICABLE, nothing)
    for status in (REFUTED, BOUNDED):
        bad = [item for item in items if item.status == status]
        if bad:
            said = "; ".join(f"{item.name}: {item.words}" for item in bad[:3])
            more = f"; and {len(bad) - 3} more" if len(bad) > 3 else ""
            words = said + more if status == REFUTED else f"{bounded}: {said}{more}"
            return Verdict(property, status, words, bad[0].record or bad[0].words, items)
    return Verdict(property, PROVED, proved, None, items)
