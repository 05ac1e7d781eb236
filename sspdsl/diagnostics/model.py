"""What a diagnostic is. Wording lives beside the check that finds it, looks in `text`, `json`, `sarif`."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.source import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A span and why it is shown."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the span by the text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend the problem. `safety` is `safe` (keeps the meaning), `unsafe`, or `display`."""

    words: str
    edits: tuple[Edit, ...]
    safety: str = "display"


@dataclass(frozen=True, slots=True)
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
