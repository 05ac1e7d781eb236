"""Verdicts as text for people and as JSON (`grammar/verify.schema.json`)."""

from __future__ import annotations

import json

from sspdsl.verify.verdict import BOUNDED, NOT_YET, REFUTED, TITLES, Item, Verdict

MOST_ITEMS = 20


def render_verdicts(verdicts: tuple[Verdict, ...], full: bool = False) -> str:
    """One block a property: its status, why, and what is wrong or open; with `full` every item."""
    lines: list[str] = []
    for verdict in verdicts:
        lines.append(f"{verdict.property:<4} {verdict.status:<14} {TITLES[verdict.property]}")
        if verdict.status != NOT_YET:
            lines.append(f"     {verdict.words}")
        shown = [item for item in verdict.items if full or item.status in (REFUTED, BOUNDED)]
        for item in shown if full else shown[:MOST_ITEMS]:
            lines.append(f"     - {item.name}: {item.status}: {item.words}")
        if not full and len(shown) > MOST_ITEMS:
            lines.append(f"     - and {len(shown) - MOST_ITEMS} more")
        if verdict.status == REFUTED:
            lines += record_lines(shown)
    return "\n".join([*lines, ""])


def record_lines(items: list[Item]) -> list[str]:
    """The first record that shows a fault, to be replayed."""
    for item in items:
        if item.status == REFUTED and item.record is not None:
            return [f"     record for {item.name}:", *("       " + line for line in item.record.splitlines())]
    return []


def encode_verdicts(pin: str, verdicts: tuple[Verdict, ...], program: str = "", verifier: str = "") -> str:
    """The verdicts as a JSON text: the same verdicts give the same bytes.

    `program` and `verifier` say of which table (`ir.digest`) and by which `edition` of this package.
    """
    data = {
        "format": "ssp-verify",
        "version": 1,
        "pin": pin,
        "program": program,
        "verifier": verifier,
        "verdicts": [
            {
                "property": verdict.property,
                "title": TITLES[verdict.property],
                "status": verdict.status,
                "words": verdict.words,
                "evidence": verdict.evidence,
                "certificate": f"certificate {number}" if verdict.certificate is not None else None,
                "items": [
                    {"name": item.name, "status": item.status, "words": item.words, "record": item.record}
                    for item in verdict.items
                ],
            }
            for number, verdict in enumerate(verdicts)
        ],
    }
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    for number, verdict in enumerate(verdicts):
        if verdict.certificate is not None:
            # Certificates are long: one line each, read by `ssp recheck` and not by people.
            line = json.dumps(verdict.certificate, ensure_ascii=False, separators=(",", ":"))
            text = text.replace(f'"certificate": "certificate {number}"', f'"certificate": {line}', 1)
    return text
