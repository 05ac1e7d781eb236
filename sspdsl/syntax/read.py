"""Bytes to a Source: UTF-8, without the byte order mark some editors write first."""

from __future__ import annotations

from pathlib import Path

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Source, Span

MOST_BYTES = 2_000_000
UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_source(given: Path | str | bytes, name: str = "") -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a file, or of bytes shown under a name. Raises OSError."""
    if isinstance(given, bytes):
        data, name = given, name or "<text>"
    else:
        name = name or str(given)
        with open(given, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        problem = Diagnostic("SSP106", "error", f"the file is larger than {MOST_BYTES:,} bytes", _top(name))
        return None, (problem,)
    if data.startswith(UTF16):
        return None, (_not_utf8(name, b"", "the file begins with the mark of UTF-16"),)
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return Source(name, data.decode("utf-8")), ()
    except UnicodeDecodeError as error:
        label = f"the byte 0x{data[error.start]:02X} cannot stand here in UTF-8"
        return None, (_not_utf8(name, data[: error.start], label),)


def _not_utf8(name: str, before: bytes, label: str) -> Diagnostic:
    """The place is shown in what could be read: the good text, and U+FFFD for the bad byte."""
    good = before.decode("utf-8") if before else ""
    span = Span(Source(name, good + "\ufffd"), len(good), len(good) + 1)
    return Diagnostic("SSP105", "error", "the file is not UTF-8 text", span, label, help="save it as UTF-8")


def _top(name: str) -> Span:
    return Span(Source(name, ""), 0, 0)
