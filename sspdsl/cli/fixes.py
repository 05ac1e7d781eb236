"""Applies the safe fixes of messages to a text."""

from __future__ import annotations

from collections.abc import Sequence

from sspdsl.diagnostics.model import Diagnostic, Edit

BOM = b"\xef\xbb\xbf"


def apply_fixes(data: bytes, diagnostics: Sequence[Diagnostic]) -> tuple[bytes, int]:
    """The text with every safe fix applied that touches no other one, and how many those are.

    A byte order mark and line ends stay as they are.
    """
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        return data, 0
    taken: list[Edit] = []
    count = 0
    for each in diagnostics:
        fix = each.fix
        if fix is None or fix.safety != "safe" or any(edit.span.source.text != text for edit in fix.edits):
            continue
        if any(_touch(edit, other) for edit in fix.edits for other in taken):
            continue
        taken += fix.edits
        count += 1
    for edit in sorted(taken, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    mark = BOM if data.startswith(BOM) else b""
    return mark + text.encode("utf-8"), count


def _touch(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end
