"""What a diagnostic is. Wording lives beside the check that finds it, looks in `text`, `json`, `sarif`."""

from __future__ import annotations

from sspdsl.plain import plain
from sspdsl.source import Span


@plain
class Label:
    """A span and why it is shown."""

    span: Span
    text: str


@plain
class Edit:
    """Replace the span by the text."""

    span: Span
    text: str


@plain
class Fix:
    """Edits that mend the problem. `safety` is `safe` (keeps the meaning), `unsafe`, or `display`."""

    words: str
    edits: tuple[Edit, ...]
    safety: str = "display"


@plain
class Diagnostic:
    """One mistake, one message.

    `code` is stable (`SSP203`); `severity` is `error` or `warning`; `message` stands alone, lower
    case, without a full stop, names in backticks; `label` says why here; `notes` give facts; only
    `help` says what to do.
    """

    code: str
    severity: str
    message: str
    span: Span
    label: str = ""
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fix: Fix | None = None
