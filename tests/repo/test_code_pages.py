"""The page of a message shows it: what stands under Wrong gives the message, what stands under Right none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sspdsl.diagnostics.codes import CODES
from sspdsl.pipeline import compile_source
from sspdsl.source import Source

PAGES = Path(__file__).resolve().parents[2] / "docs" / "codes"
EXAMPLE = re.compile(r"\*\*(Wrong|Right)\*\*\n\n```\n(.*?)```", re.DOTALL)

# Those of syntax are tested beside their golden texts.
# Pages whose examples are fragments: the message needs another kind of file, or a very large one.
FRAGMENTS = {"SSP203", "SSP211", "SSP407", "SSP408"}
WITHOUT_EXAMPLES = {"SSP105", "SSP106", "SSP107"}
SHOWN = [code for code in sorted(CODES) if code[3] in "234" and code not in FRAGMENTS] + ["SSP502"]


def codes_of(text: str) -> set[str]:
    return {each.code for each in compile_source(Source("pin.ssp", text)).diagnostics}


@pytest.mark.parametrize("code", SHOWN)
def test_the_examples_of_a_page_are_true(code: str) -> None:
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    examples = dict(EXAMPLE.findall(page))
    assert code in codes_of(examples["Wrong"])
    assert codes_of(examples["Right"]) == set()


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_has_all_its_parts(code: str) -> None:
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {code}: ")
    parts = ("**Why.**",) if code in WITHOUT_EXAMPLES else ("**Why.**", "**Wrong**", "**Right**")
    assert [part for part in parts if part not in page] == []
