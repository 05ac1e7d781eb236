"""What became of each mutant, as data."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.mutate.mutant import Mutant

REJECTED = "rejected"
KILLED = "killed"
SURVIVED = "survived"
EQUIVALENT = "equivalent"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`by`: the message of the check, the test that fails, or the property that is another.

    Of a survivor: `record` and `test` tell it from the pin, if a game that does so was found.
    """

    mutant: Mutant
    status: str
    by: str = ""
    record: str = ""
    test: str = ""
    apart: bool = False
    """Whether a game was found that tells it from the pin."""


@dataclass(frozen=True, slots=True)
class Report:
    """All mutants of a pin. `of` is how many there are, of which a sample may have been taken."""

    pin: str
    title: str
    of: int
    outcomes: tuple[Outcome, ...]

    def count(self, status: str) -> int:
        return sum(outcome.status == status for outcome in self.outcomes)

    @property
    def percent(self) -> float:
        """Of those that compile and are not equivalent, how many were killed."""
        killed, survived = self.count(KILLED), self.count(SURVIVED)
        return 100.0 * killed / (killed + survived) if killed + survived else 100.0
