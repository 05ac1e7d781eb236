"""A short digest of a table: equal for texts that differ only in layout, comments, notes and tests."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from sspdsl.ir.encode import plain
from sspdsl.ir.model import Program

LENGTH = 16


def program_digest(program: Program, tests: bool = False) -> str:
    """16 hexadecimal digits. `tests`: the test blocks of the pin count, too.

    Places in the text, citations and assumptions never count.
    """
    data = _bare(plain(program))
    data.pop("notes")
    if not tests:
        data.pop("tests")
    return text_digest(json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")))


def text_digest(text: str) -> str:
    """16 hexadecimal digits that tell this text from others."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def _bare(value: Any) -> Any:
    """The value without places in the text."""
    if isinstance(value, dict):
        return {name: _bare(each) for name, each in value.items() if name not in ("place", "cites")}
    if isinstance(value, list):
        return [_bare(each) for each in value]
    return value
