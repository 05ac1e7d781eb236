"""What became of the mutants, as text for people and as JSON."""

from __future__ import annotations

import json
from typing import Any

from sspdsl.mutate.verdict import EQUIVALENT, KILLED, REJECTED, SURVIVED, Outcome, Report
from sspdsl.source import Source

STATUSES = (REJECTED, KILLED, SURVIVED, EQUIVALENT)


def render_report(report: Report, source: Source, full: bool = False) -> str:
    """The survivors, each as a change with the game that tells it apart, and a line of counts."""
    shown = [each for each in report.outcomes if full or each.status == SURVIVED]
    lines: list[str] = []
    for outcome in shown:
        lines += [*outcome_lines(outcome, source), ""]
    return "\n".join([*lines, summary(report), ""])


def summary(report: Report) -> str:
    counts = ", ".join(f"{report.count(status)} {status}" for status in STATUSES)
    sampled = "" if report.of == len(report.outcomes) else f" of {report.of}"
    return (
        f"{report.pin}: {len(report.outcomes)}{sampled} mutants: {counts}; "
        f"{report.percent:.1f} % of those that matter are killed"
    )


def outcome_lines(outcome: Outcome, source: Source) -> list[str]:
    line, column = outcome.mutant.place(source)
    before, after = outcome.mutant.change(source)
    lines = [
        f"{source.name}:{line}:{column}: {outcome.status}: {outcome.mutant.fault}"
        + (f" ({outcome.by})" if outcome.by else ""),
        *(f"  - {each}" for each in before),
        *(f"  + {each}" for each in after),
    ]
    if outcome.status != SURVIVED:
        return lines
    if not outcome.apart:
        return [*lines, "  no game was found that tells the two apart"]
    if outcome.record:
        lines += ["  after this game they differ:", *(f"    {each}" for each in outcome.record.splitlines())]
    if outcome.test:
        lines += ["  a test that kills it:", *outcome.test.rstrip("\n").splitlines()]
    else:
        lines.append("  no test block could be made of the game")
    return lines


def encode_reports(reports: list[tuple[Report, Source]]) -> str:
    """The reports as a JSON text: the same pins give the same bytes."""
    data = {
        "format": "ssp-mutate",
        "version": 1,
        "pins": [_plain(report, source) for report, source in reports],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _plain(report: Report, source: Source) -> dict[str, Any]:
    return {
        "pin": report.pin,
        "mutants": report.of,
        "tried": len(report.outcomes),
        **{status: report.count(status) for status in STATUSES},
        "percent": round(report.percent, 1),
        "outcomes": [_outcome(outcome, source) for outcome in report.outcomes],
    }


def _outcome(outcome: Outcome, source: Source) -> dict[str, Any]:
    line, column = outcome.mutant.place(source)
    before, after = outcome.mutant.change(source)
    return {
        "line": line,
        "column": column,
        "fault": outcome.mutant.fault,
        "before": list(before),
        "after": list(after),
        "status": outcome.status,
        "by": outcome.by,
        "record": outcome.record,
        "test": outcome.test,
    }
