"""Wrong pins: each mistake is found on the line marked with its code, and other lines stay silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sspdsl.pipeline import compile_source
from sspdsl.source import Source

BAD = sorted((Path(__file__).parent / "bad").glob("*.ssp"))
MARK = re.compile(r"# (error|warning): (SSP\d{3})$")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_are_found_where_they_are_marked(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    marked = {
        (number, *mark.groups())
        for number, line in enumerate(text.splitlines(), 1)
        if (mark := MARK.search(line)) is not None
    }
    done = compile_source(Source(path.name, text))
    assert {(d.span.line, d.severity, d.code) for d in done.diagnostics} == marked
