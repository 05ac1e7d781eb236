"""Each invariant is broken once, and must be named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sspdsl.ir import terms as t
from sspdsl.ir.invariants import check_program
from sspdsl.ir.model import EventPattern
from tests.support.everything import everything
from tests.support.tables import Builder, num, op, values

Break = Callable[[Builder], object]


def table() -> Builder:
    builder = Builder()
    builder.feature("start")
    boxes = builder.feature("lane", (1,), (2,))
    builder.group("pair", *boxes)
    builder.way((0,), boxes)
    builder.cell("coins", size=3, index_low=1, high=5)
    builder.words("crew", "kirk")
    builder.start_ball()
    builder.plain_turn()
    return builder


def in_step(*body: t.Effect) -> Break:
    return lambda b: b.step("more", *body)


BREAKS: list[tuple[Break, str]] = [
    (lambda b: b.feature("start"), "features of table: the name `start` stands there 2 times"),
    (lambda b: b.feature(""), "features of table: a name is empty"),
    (lambda b: b.cell("coins"), "cells: the name `coins` stands there 2 times"),
    (lambda b: b.cell("x", high=3, first=4), "cell x: first value 4 outside 0..3"),
    (lambda b: b.cell("x", form="thing"), "cell x: form `thing`"),
    (lambda b: b.cell("x", line="wavy"), "cell x: line `wavy`"),
    (lambda b: b.cell("x", role="boss"), "cell x: role `boss`"),
    (lambda b: b.cell("x", size=0), "cell x: no members"),
    (lambda b: b.cell("x", size=2, members=("a",)), "cell x: 1 names for 2 members"),
    (lambda b: b.cell("x", size=2, members=()), "cell x: members without names"),
    (lambda b: b.cell("x", words=3), "cell x: words of domain 3"),
    (lambda b: b.cell("x", words=0, high=1), "cell x: range 0..1 goes beyond its words"),
    (lambda b: b.cell("score2", role="score", hidden=True), "cells: 2 cells have the role `score`"),
    (lambda b: b.change("cells", b.find("moved"), role=""), "cells: none has the role `moved`"),
    (
        lambda b: b.change("cells", b.find("raw"), shared=False),
        "cell raw: the role `raw` is for a shared cell",
    ),
    (
        lambda b: b.change("cells", b.find("at"), size=2, members=("a", "b")),
        "cell at: one member for each ball, not 2",
    ),
    (
        lambda b: b.change("cells", b.find("kept"), size=1, members=()),
        "cell kept: one member for each die, not 1",
    ),
    (lambda b: b.change("boards", 0, zones=(4,)), "board table: there is no zones[4]"),
    (lambda b: b.change("boards", 0, turned=t.Cell(99)), "Cell: there is no cells[99]"),
    (lambda b: b.change("boards", 0, turned=t.Var(0)), "board table: variable 0 is never bound"),
    (lambda b: b.change("features", 1, zone=1), "feature lane: there is no zones[1]"),
    (lambda b: b.change("features", 1, beside=(9,)), "feature lane: there is no features[9]"),
    (lambda b: b.change("features", 1, boxes=(0, 7)), "feature lane: there is no boxes[7]"),
    (lambda b: b.change("boxes", 1, feature=0), "feature lane: box 1 says it is elsewhere"),
    (lambda b: b.change("boxes", 1, feature=0), "box lane.2: its feature does not know it"),
    (lambda b: b.change("boxes", 1, position=5), "box lane.2: there is no positions[5]"),
    (lambda b: b.change("boxes", 1, line="wavy"), "box lane.2: line `wavy`"),
    (lambda b: b.change("sets", 0, boxes=(0, 5)), "set pair: there is no boxes[5]"),
    (lambda b: b.change("sets", 0, boxes=()), "set pair: no members"),
    (lambda b: b.group("x", 0, cells=((99, 0),)), "set x: there is no cells[99]"),
    (lambda b: b.group("x", 0, cells=((len(b.parts["cells"]) - 1, 4),)), "set x: no member 4 of coins"),
    (lambda b: b.group("x", 0, completions=99), "set x: there is no cells[99]"),
    (lambda b: b.change("positions", 0, box=9), "position start: there is no boxes[9]"),
    (lambda b: b.change("ways", 0, sources=(9,)), "way or ban 0: there is no positions[9]"),
    (lambda b: b.change("ways", 0, name="rail"), "way rail: not in the list of way names"),
    (lambda b: b.change("ways", 0, through=(9,)), "way fall: there is no features[9]"),
    (lambda b: b.ban((0,), [0], "rail"), "ban: no way is called `rail`"),
    (lambda b: b.ban((0,), [9]), "way or ban 1: there is no boxes[9]"),
    (lambda b: b.modifier(2, boxes=(9,)), "modifier modifier0: there is no boxes[9]"),
    (lambda b: b.modifier(2, awards=(9,)), "modifier modifier0: there is no sets[9]"),
    (lambda b: b.modifier(2, uses=(99,)), "modifier modifier0: there is no cells[99]"),
    (lambda b: b.rule("hit", 9, body=()), "rule 1: there is no boxes[9]"),
    (lambda b: b.rule("hit", body=()), "rule 1: `hit` of nothing"),
    (lambda b: b.rule("lost", 1, body=()), "rule 1: `lost` has no subjects"),
    (lambda b: b.rule("boom", body=()), "rule 1: no event is called `boom`"),
    (lambda b: b.lifetime("complete", 3), "lifetime 0: there is no sets[3]"),
    (lambda b: b.lifetime("lost", cells=(99,)), "lifetime 0: there is no cells[99]"),
    (lambda b: b.ability("x", window=4), "ability x: there is no windows[4]"),
    (lambda b: b.change("windows", 0, name="other"), "windows: a table with balls has a window `acting`"),
    (in_step(t.Assign(99, None, None, num(1))), "Assign: there is no cells[99]"),
    (in_step(t.Score(t.Cell(99))), "Cell: there is no cells[99]"),
    (in_step(t.Reset(99)), "Reset: there is no cells[99]"),
    (in_step(t.Score(t.Cell(14))), "Cell: `coins` without saying which member"),
    (in_step(t.Score(t.Fact(1, num(1)))), "Fact: there is no facts[1]"),
    (in_step(t.Score(op("plus", 1, 2))), "Op `plus` of 2"),
    (in_step(t.Score(op("is", 1))), "Op `is` of 1"),
    (in_step(t.Score(op("+"))), "Op `+` of 0"),
    (in_step(t.EraseBoxes((7,))), "EraseBoxes: there is no boxes[7]"),
    (in_step(t.Score(num(1), None, 4)), "Score: there is no sets[4]"),
    (in_step(t.Settle((4,))), "Settle: there is no sets[4]"),
    (in_step(t.Score(t.Reaches(num(0), num(0), "rail"))), "Reaches by `rail`, a way that is not there"),
    (in_step(t.Do(4)), "Do: there is no actions[4]"),
    (in_step(t.Do(0, (num(1),))), "Do `game_starts` with 1 values"),
    (in_step(t.Offer(3)), "Offer: there is no windows[3]"),
    (in_step(t.End("world")), "End `world`"),
    (in_step(t.Draw(values(1, kind="thing"), ())), "Binder of kind `thing`"),
    (in_step(t.Draw(values(1, kind="word:4"), ())), "Binder of kind `word:4`"),
    (in_step(t.Score(t.Var(3))), "step more: variable 3 is never bound"),
    (in_step(t.Let(12, num(1))), "step more: variable 12 of only 12"),
    (lambda b: b.rule("hit", 0, body=(t.Score(t.Var(1)),)), "rule 1: variable 1 is never bound"),
    (lambda b: b.change("boxes", 0, stars=t.Var(1)), "stars of lane.1: variable 1 is never bound"),
    (lambda b: b.change("boxes", 0, open=t.Var(2)), "open of lane.1: variable 2 is never bound"),
    (lambda b: b.change("ways", 0, guard=t.Var(1)), "guard of a way or ban: variable 1 is never bound"),
    (lambda b: b.parts["steps"].clear(), "steps: a turn has a step"),
    (lambda b: setattr(b, "max_players", 0), "no player can play"),
]  # fmt: skip


def test_the_table_itself_is_sound() -> None:
    assert check_program(table().program()) == []


@pytest.mark.parametrize(("breaks", "problem"), BREAKS, ids=[problem for _, problem in BREAKS])
def test_what_is_broken_is_named(breaks: Break, problem: str) -> None:
    builder = table()
    breaks(builder)
    steps = {"steps": ()} if not builder.parts["steps"] else {}
    assert problem in check_program(builder.program(**steps))


def test_achievements_and_facts_point_at_something() -> None:
    program = everything()
    broken = replace(program.achievements[0], cell=999)
    assert check_program(replace(program, achievements=(broken,)))
    rule = replace(program.rules[0], event=EventPattern("complete", (77,)))
    assert "rule full: there is no sets[77]" in check_program(replace(program, rules=(rule,)))
