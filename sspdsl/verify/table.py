"""The table pin x property in Markdown, from reports (grammar/verify.schema.json, grammar/agree.schema.json).

A cell is what the report says; below the table stands why, for each cell that is not proved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, PROVED, REFUTED, TITLES

MISSING = "?"
MOST_REASONS = 8
MOST_NAMES = 6
SPOKEN_OF = 24
LINE = re.compile(r" \([\w.]+:\d+\)")
"""Where a clause stands: left out, so that a line more in a pin is no change of the table."""
OPEN = {BOUNDED: "bounded", REFUTED: "**refuted**", NOT_APPLICABLE: "n/a", PROVED: "proved"}


@dataclass(frozen=True, slots=True)
class Row:
    """A pin with its reports; None: there is none of this table.

    `old`: the report is by an earlier edition of the verifier. `old_module`: the games were played with
    an earlier module.
    """

    pin: str
    title: str
    report: Mapping[str, Any] | None
    games: Mapping[str, Any] | None
    old: bool = False
    old_module: bool = False


def render_table(rows: Sequence[Row]) -> str:
    """The table, what its marks mean, and the reasons."""
    lines = ["| pin | " + " | ".join(TITLES) + " |", "| --- |" + " --- |" * len(TITLES)]
    for row in rows:
        mark = " \\*" if row.old else ""
        lines.append(f"| {row.title}{mark} | " + " | ".join(cell(row, name) for name in TITLES) + " |")
    counts = (sum(status(row, name) in (PROVED, NOT_APPLICABLE) for row in rows) for name in TITLES)
    lines.append(f"| *proved or n/a, of {len(rows)}* | " + " | ".join(map(str, counts)) + " |")
    if any(row.old for row in rows):
        lines += ["", "\\* by an earlier edition of the verifier: it may know more by now."]
    for row in rows:
        told = [line for name in TITLES for line in reasons(row, name)]
        if told:
            lines += ["", f"**{row.title}**", "", *told]
    return "\n".join(lines) + "\n"


def cell(row: Row, name: str) -> str:
    """One word or two; V11 is what was played."""
    if name != "V11":
        return OPEN.get(status(row, name), MISSING)
    if row.games is None:
        return "suite"
    if row.games["difference"] is not None:
        return OPEN[REFUTED]
    return f"{row.games['games']:,} games" + (" \\*" if row.old_module else "")


def status(row: Row, name: str) -> str:
    """The status in the report; V11 is never proved."""
    if name == "V11" or row.report is None:
        return ""
    return str(verdict_of(row.report, name)["status"])


def verdict_of(report: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What a report says of a property. Raises StopIteration if it does not speak of it."""
    found: Mapping[str, Any] = next(each for each in report["verdicts"] if each["property"] == name)
    return found


def reasons(row: Row, name: str) -> list[str]:
    """A list item for a cell that is not proved, as the verdict words it."""
    if name == "V11":
        return games_lines(row)
    if row.report is None:
        return [f"- {name}: no report of this table"] if name == "V1" else []
    verdict = verdict_of(row.report, name)
    if verdict["status"] not in (REFUTED, BOUNDED, NOT_APPLICABLE):
        return []
    parts: dict[str, list[str]] = {}
    for item in verdict["items"]:
        if item["status"] == verdict["status"] and verdict["status"] != NOT_APPLICABLE:
            parts.setdefault(plain(item["words"]), []).append(plain(item["name"]))
    said = [worded(names, words) for words, names in parts.items()]
    if len(said) > MOST_REASONS:
        said = [*said[:MOST_REASONS], f"and {len(said) - MOST_REASONS} more"]
    first = next((item["name"] for item in verdict["items"] if item["status"] == verdict["status"]), "")
    size, found, _ = verdict["words"].partition(f": {first}: ")
    searched = f", {plain(size)}" if verdict["status"] == BOUNDED and found else ""
    lead = f"- {name} {verdict['status']}{searched}: "
    if not said:
        return [lead + plain(verdict["words"])]
    if len(said) == 1:
        return [lead + said[0]]
    return [lead.rstrip(), *(f"  - {each}" for each in said)]


def worded(names: Sequence[str], words: str) -> str:
    """What is said of these parts, which may begin with what is spoken of."""
    return words if words.startswith(names[0][:SPOKEN_OF]) else f"{listed(names)}: {words}"


def games_lines(row: Row) -> list[str]:
    """What was played for V11."""
    made = row.games
    if made is None:
        return []
    if made["difference"] is not None:
        return [f"- V11 refuted: {plain(made['difference'])}"]
    words = (
        f"- V11 bounded: {made['games']:,} games with 1 to {made['players']} players, "
        f"{made['continued']:,} more from moments of {made['tests']} tests, "
        f"{made['decisions']:,} decisions, all alike; {made['reached']} of {made['clauses']} clauses reached"
    )
    if made["missing"]:
        words += f", not {listed([plain(each) for each in made['missing']])}"
    return [words + ("; played with an earlier module" if row.old_module else "")]


def listed(names: Sequence[str]) -> str:
    """`a, b, c and 3 more`."""
    unique = list(dict.fromkeys(names))
    more = f" and {len(unique) - MOST_NAMES} more" if len(unique) > MOST_NAMES else ""
    return ", ".join(unique[:MOST_NAMES]) + more


def plain(text: str) -> str:
    """Words of a verdict in one line of Markdown: no places, and nothing that Markdown reads as markup."""
    bare = LINE.sub("", " ".join(text.split()))
    kept = re.split(r"(`[^`]*`)", bare)
    return "".join(
        part if number % 2 else re.sub(r"([*<>|\[\]])", r"\\\1", part) for number, part in enumerate(kept)
    )
