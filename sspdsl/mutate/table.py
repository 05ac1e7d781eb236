"""What mutation counted, written down beside a pin, and the table of all pins in Markdown."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sspdsl.mutate.report import STATUSES, outcome_lines
from sspdsl.mutate.verdict import SURVIVED, Report
from sspdsl.source import Source

SHOWN = 8
"""So many digits of a digest are enough to tell texts of one pin apart."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pin and what was counted; None: nothing was. `old`: at another text or with other tests."""

    pin: str
    counts: Mapping[str, Any] | None
    old: bool = False


def counts_of(report: Report, source: Source, text: str) -> dict[str, Any]:
    """Counts and survivors as plain data (`grammar/mutation.schema.json`).

    `text` is the digest of the table with its tests.
    """
    survivors = [each for each in report.outcomes if each.status == SURVIVED]
    return {
        "format": "ssp-mutation",
        "version": 1,
        "pin": report.pin,
        "text": text,
        "mutants": report.of,
        **{status: report.count(status) for status in STATUSES},
        "percent": round(report.percent, 1),
        "survivors": ["\n".join(outcome_lines(each, source)[:8]) for each in survivors],
    }


def encode_counts(counts: Mapping[str, Any]) -> str:
    """A JSON text: equal counts give equal bytes."""
    return json.dumps(counts, ensure_ascii=False, indent=1) + "\n"


def render_table(rows: Sequence[Row]) -> str:
    """A row for each pin, with the text at which it was counted."""
    head = ["pin", "mutants", *STATUSES, "killed %", "text"]
    lines = [head, ["---", *["---:"] * (len(head) - 2), "---"]]
    lines += [cells(row) for row in rows]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    if any(row.old for row in rows):
        table += "\n\\* counted at an earlier text of the pin, or with other tests.\n"
    return table


def cells(row: Row) -> list[str]:
    if row.counts is None:
        return [row.pin, *["?"] * (len(STATUSES) + 2), "not counted"]
    counts = row.counts
    mark = " \\*" if row.old else ""
    return [
        row.pin,
        str(counts["mutants"]),
        *(str(counts[status]) for status in STATUSES),
        f"{counts['percent']:.1f}",
        (f"`{text}`" if (text := counts["text"][:SHOWN]) else "not kept") + mark,
    ]
