"""The rule IDs of the books, with their titles, and which of them a pin has to answer for."""

from __future__ import annotations

from collections import Counter

from sspdsl.ir.model import Program
from sspdsl.resources import resource_folder

COMMON = "CORE"


def rule_titles() -> dict[str, str]:
    """Every known rule ID in the order of the books, with its title, which may be empty."""
    titles: dict[str, str] = {}
    for path in sorted(
        resource_folder("rules").glob("*.tsv"), key=lambda path: (path.stem != "common", path.stem)
    ):
        for line in path.read_text(encoding="utf-8").splitlines():
            rule, _, title = line.partition("\t")
            titles[rule] = title
    return titles


def prefix_of(rule: str) -> str:
    """`CARNIBALL` for `CARNIBALL-FEAT-01`, `EX-CARNIBALL-TURN-1` and `AMB-CARNIBALL-02`."""
    first, second = rule.split("-")[:2]
    return second if first in ("EX", "AMB") else first


def prefix_of_pin(program: Program, titles: dict[str, str]) -> str:
    """The prefix of a pin's own rules, or "" for a pin of no known book.

    It is the pin's name or a word of it; failing that, the prefix the pin itself cites most.
    """
    known = {prefix_of(rule) for rule in titles} - {COMMON}
    for word in (program.name, *reversed(program.name.split("_"))):
        if word.upper() in known:
            return word.upper()
    cited = Counter(prefix_of(rule) for each in program.notes if each.layer == "pin" for rule in each.cites)
    own = [(count, prefix) for prefix, count in cited.items() if prefix in known]
    return max(own)[1] if own else ""


def answers_for(rule: str, prefix: str, pinball: bool = True) -> bool:
    """Whether a pin with this prefix has to cite or excuse the rule: its own, its examples, the common.

    The common rules are those of pinball: a game without balls has none of them.
    """
    if not prefix or rule.startswith("AMB-"):
        return False
    return prefix_of(rule) == prefix or (pinball and rule.startswith(COMMON + "-"))
