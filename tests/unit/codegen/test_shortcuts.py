"""Where generated code takes a shorter way than the words of the table, it plays as the interpreter does."""

from __future__ import annotations

import pytest

from sspdsl.codegen import emit_module
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.modules import check_agreement, check_playouts, load

TWO_TARGETS = """
  zone z0 {
    start_arrow start
    targets low red [1/2, 3, 4/5, 6] dashed
    targets high yellow [1/2, 3/4, 5/6] dashed
  }
  use std.flipper_zone
  arrows start -> low + high
"""
TABLES = {
    "masked bits counted as balls": TWO_TARGETS
    + """
  use std.multiball
  no move to high while (balls is 1) and balls at least 1
""",
    "boxes opened by what all share": TWO_TARGETS.replace(
        "targets high yellow [1/2, 3/4, 5/6] dashed",
        "targets high yellow [1/2, 3/4, 5/6] dashed {\n open while sum at least 7\n }",
    ),
    "a counter that stops at its greatest value": TWO_TARGETS
    + """
  counter streak 0..3 double
  rule grows when low hit { add 1 to streak }
  rule pays when turn ends { score streak }
""",
    "a short action with a parameter": TWO_TARGETS
    + """
  counter kept 0..4 double
  action keep with n { change kept to n }
  rule three when low hit { do keep with 3 }
  rule one when high hit { do keep with 1 }
  rule pays when turn ends { score kept }
""",
    "a set with nothing to pay": TWO_TARGETS + "  set both = low + high kept\n",
    "a change that sets itself off": TWO_TARGETS
    + """
  counter count0 0..2 until turn ends
  rule again before count0 changed { add 1 to count0 }
  ability turn_die during acting with d in dice where not used of d and value of d less than 6 keeping ball {
    add 1 to count0
    change d to value of d + 1
  }
""",
}


def program_of(body: str) -> Program:
    uses = [line for line in body.splitlines() if line.strip().startswith("use ")]
    rest = [line for line in body.splitlines() if line not in uses]
    lines = ['pin short "Short" {', *[u for u in uses if "flipper_zone" not in u], *rest]
    lines += [u for u in uses if "flipper_zone" in u]
    compiled = compile_source(Source("short.ssp", "\n".join([*lines, "}"]) + "\n"))
    assert compiled.program is not None, [d.message for d in compiled.diagnostics]
    return compiled.program


@pytest.mark.parametrize("body", TABLES.values(), ids=TABLES)
def test_it_plays_as_the_interpreter_does(body: str) -> None:
    program = program_of(body)
    module = load(program)
    for players in (1, 2):
        for seed in range(3):
            check_agreement(program, module, players, seed, steps=40)
            check_playouts(program, module, players, seed, most=400)


def test_a_condition_counted_is_0_or_1() -> None:
    assert "int(bool(c & " in emit_module(program_of(TABLES["masked bits counted as balls"]))


def test_a_counter_grows_by_one_addition() -> None:
    text = emit_module(program_of(TABLES["a counter that stops at its greatest value"]))
    assert "min((" not in text.split("def _hit_0")[1].split("def ")[0]


def test_clearing_twice_is_clearing_once() -> None:
    out = Writer()
    with out.block("if a:"):
        out.clear("c", 0xF0)
    out.clear("c", 0xFC)
    out.clear("c", 0x3F)
    out.clear("f", 0x3)
    assert out.text() == "if a:\n    c &= 0xF0\nc &= 0x3C\nf &= 0x3\n"


TWO_FLIPPERS = """
pin two_flippers "Two flippers" {
  override rule first_ball when game starts {
    put ball at red_flipper
    put ball at yellow_flipper
  }
  zone top {
    start_arrow start
    targets bells red [1, 2, 3, 4, 5, 6]
    targets drums yellow [1, 2, 3, 4, 5, 6]
    arrows start -> bells
  }
  use std.flipper_zone
  use std.flipper_pass
  when turn ends {
    if flipper_pass { erase flipper_pass } else { mark flipper_pass }
    erase bells + drums + flippers
    if balls is 2 {
      move ball1 to red_flipper
      move ball2 to yellow_flipper
    }
  }
}
"""


def test_a_guard_that_changes_what_each_of_two_balls_reaches_but_not_what_both_reach() -> None:
    """With and without the pass the two flippers reach the same boxes together, and others each."""
    program = compile_source(Source("two_flippers.ssp", TWO_FLIPPERS)).program
    assert program is not None
    module = load(program)
    for seed in range(8):
        check_agreement(program, module, 1, seed, steps=120)


SAME_PLACE = """
pin same_place "Same place" {
  override rule first_ball when game starts {
    put ball at red_flipper
    put ball at red_flipper
  }
  zone top {
    start_arrow start
    targets gate white [6] never filled
    targets bells red [6] kept
    arrows start -> gate
  }
  use std.flipper_zone
  arrows red_flipper -> bells through gate
  no move from red_flipper to left_outlane + left_inlane + yellow_flipper
}
"""


def test_of_two_balls_at_one_place_that_are_lost_alike_the_first_is_lost() -> None:
    """Where moves pass something all options are listed, and of equal texts the first counts."""
    program = compile_source(Source("same_place.ssp", SAME_PLACE)).program
    assert program is not None
    module = load(program)
    state = module.roll(module.new_game(), 1, 2)
    assert module.decision(state).options == (
        "lose ball at red_flipper with 1",
        "lose ball at red_flipper with 2",
    )
    for option in module.decision(state).options:
        assert module.view(module.apply(state, option))["balls"] == [None, "red_flipper"]
    for seed in range(4):
        check_agreement(program, module, 1, seed, steps=20)
