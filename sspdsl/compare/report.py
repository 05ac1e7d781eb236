"""The difference of two versions as text for people and as JSON (`grammar/diff.schema.json`)."""

from __future__ import annotations

import json
from typing import Any

from sspdsl.compare.clauses import Change, Clause
from sspdsl.compare.diff import DIFFER, OPEN, SAME, Difference

MOST_FACTS = 20
LONGEST = 160
"""Signs of a clause that are shown."""
SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">", "order": "^"}


def render_difference(found: Difference, names: tuple[str, str]) -> str:
    """What is said of two versions; nothing if they are one in play."""
    if found.status == SAME:
        return ""
    lines = [f"{names[0]} and {names[1]}: {_headline(found)}", ""]
    if found.changes:
        lines += ["clauses:", *(line for change in found.changes for line in change_lines(change)), ""]
    if found.facts:
        lines += ["on the table:", *(f"  {fact}" for fact in found.facts[:MOST_FACTS])]
        if len(found.facts) > MOST_FACTS:
            lines.append(f"  and {len(found.facts) - MOST_FACTS} more")
        lines.append("")
    witness = found.witness
    if witness is not None:
        lines += ["at the end of the game below they differ (first / second):"]
        lines += [*(f"  {each}" for each in witness.words[:MOST_FACTS]), ""]
        if witness.record:
            lines += ["as a record:", *(f"  {each}" for each in witness.record.splitlines()), ""]
        if witness.test:
            lines += ["as a test that the first passes and the second fails:", witness.test.rstrip("\n"), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _headline(found: Difference) -> str:
    if found.status == DIFFER:
        return "they play differently"
    assert found.status == OPEN
    return (
        f"not proved to be one in play; {found.games} games, all short games and the tests of both tell "
        "them not apart"
    )


def change_lines(change: Change) -> list[str]:
    """One change: what it is and where, and what was written before and after."""
    clause = change.left or change.right
    assert clause is not None
    inside = f" in {clause.path}" if clause.path else ""
    places = " -> ".join(place(each) for each in (change.left, change.right) if each is not None)
    lines = [f"  {SIGNS[change.what]} {change.what}: {clause.title}{inside} ({places})"]
    if change.what == "order":
        return [*lines, f"      {change.words}"]
    if change.what == "moved" and change.right is not None:
        return [*lines, f"      now in {change.right.path or 'the pin itself'}"]
    before, after = shown(change)
    return [*lines, *(f"      - {text}" for text in before), *(f"      + {text}" for text in after)]


def shown(change: Change) -> tuple[list[str], list[str]]:
    """What was written and what is; of two long texts the part where they differ."""
    texts = [each.shown() if each is not None else "" for each in (change.left, change.right)]
    if max(map(len, texts)) > LONGEST:
        first = next((at for at, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), 0)
        start = max(first - LONGEST // 3, 0)
        texts = [_cut(text, start) for text in texts]
    return [texts[0]] if texts[0] else [], [texts[1]] if texts[1] else []


def _cut(text: str, start: int) -> str:
    part = text[start : start + LONGEST]
    return ("... " if start else "") + part + (" ..." if start + LONGEST < len(text) else "")


def place(clause: Clause) -> str:
    return f"{clause.span.source.name}:{clause.span.line}"


def encode_difference(found: Difference, names: tuple[str, str]) -> str:
    """The difference as a JSON text: the same versions give the same bytes."""
    witness = found.witness
    data = {
        "format": "ssp-diff",
        "version": 1,
        "left": names[0],
        "right": names[1],
        "status": found.status,
        "games": found.games,
        "changes": [_change(change) for change in found.changes],
        "facts": list(found.facts),
        "witness": None
        if witness is None
        else {"record": witness.record, "test": witness.test, "words": list(witness.words)},
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _change(change: Change) -> dict[str, Any]:
    clause = change.left or change.right
    assert clause is not None
    return {
        "what": change.what,
        "clause": clause.title,
        "in": clause.path,
        "left": _clause(change.left),
        "right": _clause(change.right),
        "words": change.words,
    }


def _clause(clause: Clause | None) -> dict[str, Any] | None:
    if clause is None:
        return None
    span = clause.span
    return {"file": span.source.name, "line": span.line, "column": span.column, "text": clause.shown()}
