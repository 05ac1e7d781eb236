"""What an option switches off is no part of the compiled table, so that nobody has to prove it can happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.ir.model import Program
from sspdsl.ir.terms import If
from sspdsl.ir.walk import effects_in
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.pins import compiled

PATH = Path(__file__).parent / "clauses" / "options.ssp"

CIRCLE = """
library there { zone far { use back_again } }
library back_again { zone near { use there } }
pin circle "Circle" { zone top { use there } }
"""


def rules(program: Program) -> set[str]:
    return {rule.name for rule in program.rules}


def test_switched_off() -> None:
    program = compiled(PATH)
    arrows = [way for way in program.ways if way.name == "arrow"]
    assert [way.guard for way in arrows] == [None] * 3
    assert not any(rule.event.kind == "complete" for rule in program.rules)
    even = next(rule for rule in program.rules if rule.name == "even")
    assert not any(isinstance(effect, If) for effect in effects_in(even.body))


def test_switched_on() -> None:
    text = PATH.read_text(encoding="utf-8").replace(" is no\n", " is yes\n")
    program = compile_source(Source("options.ssp", text)).program
    assert program is not None
    assert len([way for way in program.ways if way.name == "arrow"]) == 4
    assert any(rule.event.kind == "complete" for rule in program.rules)


def test_libraries_that_use_each_other_in_their_zones() -> None:
    found = compile_source(Source("circle.ssp", CIRCLE)).diagnostics
    assert [d.message for d in found if d.code == "SSP208"] == ["libraries use each other in a circle"]


@pytest.mark.parametrize("place", ["board b { use {} }", "zone b { use {} }"])
def test_a_library_of_the_file_is_found_inside_a_board_or_zone(place: str) -> None:
    inside = (
        "zone far { start_arrow start targets t white [1] }"
        if "board" in place
        else "start_arrow start targets t white [1]"
    )
    text = f"library own {{ {inside} }}\n" + 'pin p "P" { ' + place.replace("{}", "own") + " }\n"
    done = compile_source(Source("p.ssp", text.replace(" targets", "\ntargets")))
    assert [d.message for d in done.diagnostics if d.severity == "error"] == []
