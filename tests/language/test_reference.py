"""Every example of the language reference compiles, and the tests in it hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sspdsl.pipeline import compile_source
from sspdsl.scenario import run_tests
from sspdsl.source import Source

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
FENCE = re.compile(r"^```sspdsl\n(.*?)^```", re.MULTILINE | re.DOTALL)

PIN = """pin example "Example" {{
  zone top "Top" {{
    start_arrow start
    targets bells "Bells" white [1/2, 3/4, 5/6] worth 1
    arrows start -> bells
  }}
  {pin}
  zone middle "Middle" {{
    targets lamps "Lamps" yellow [1/2, 3/4, 5/6]
    {zone}
  }}
  use std.flipper_zone
  {action}
}}
"""

ACTION = """
  zone lower {{ targets feat red [1, 2, 3] {{ must be hit in sequence }} }}
  rule example_runs when bells complete {{ do example }}
  action example {{
    {body}
  }}
"""


def whole(example: str) -> str:
    """A complete text from an example: its first line says what it is a part of."""
    first, _, rest = example.partition("\n")
    part = {"# in a pin": "pin", "# in a zone": "zone", "# in an action": "action"}.get(first)
    if part is None:
        return example
    parts = {"pin": "", "zone": "", "action": ""}
    parts[part] = ACTION.format(body=rest) if part == "action" else rest
    return PIN.format(**parts)


EXAMPLES = [whole(example) for example in FENCE.findall(PAGE.read_text(encoding="utf-8"))]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 15


@pytest.mark.parametrize("example", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_an_example_compiles_and_its_tests_hold(example: str) -> None:
    done = compile_source(Source("example.ssp", example))
    assert done.program is not None, [(d.message, d.span.line, example) for d in done.diagnostics]
    assert [result for result in run_tests(done.program) if not result.passed] == []
