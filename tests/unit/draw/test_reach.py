"""Reach diagrams: what the caller says can be filled is marked, and nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Collection

import pytest

from sspdsl.draw.reach import draw_reach, entries, reach_canvas
from sspdsl.ir.model import Program
from tests.support.boards import carniball
from tests.support.odd_boards import ODD
from tests.support.pictures import SVG, box_problems, drawn_boxes, problems, svg_problems

TABLES = {"carniball": carniball, **{k: v for k, v in ODD.items() if k != "no places"}}
CROSSED = ("feat.1", "feat.2", "b34.1", "b56.1", "b56.2", "balloons.4", "red_flipper.2", "ferris.1")


def position(program: Program, name: str) -> int:
    return next(i for i, p in enumerate(program.positions) if p.name == name)


def simple_moves(program: Program, at: int, face: int, filled: Collection[int] = ()) -> dict[int, str]:
    """What the ways without a condition allow: no modifiers, no sequence."""
    found: dict[int, str] = {}
    for way in program.ways:
        if at in way.sources and way.guard is None:
            for b in way.targets:
                if b not in filled and face in program.boxes[b].faces:
                    found.setdefault(b, "falls back" if way.name == "fall_back" else "")
    return found


@pytest.mark.parametrize("name", sorted(TABLES))
@pytest.mark.parametrize("roll", [(1, 4), (3, 3)])
def test_nothing_overlaps_wherever_the_ball_is(name: str, roll: tuple[int, int]) -> None:
    program = TABLES[name]()
    for at in {0, len(program.positions) // 2, len(program.positions) - 1}:
        moves = [simple_moves(program, at, v) for v in roll]
        c = reach_canvas(program, at, roll, moves, filled=range(0, len(program.boxes), 5))
        assert problems(c) == []
        assert svg_problems(c.svg()) == []
        assert box_problems(program, c.svg()) == []


def test_boxes_out_of_reach_are_faded_and_the_others_are_not() -> None:
    program = carniball()
    start = position(program, "start")
    moves = [simple_moves(program, start, v) for v in (1, 4)]
    drawn = drawn_boxes(draw_reach(program, start, (1, 4), moves))
    bright = {program.boxes[i].name for i, g in drawn.items() if g.get("opacity") is None}
    # EX-CARNIBALL-START-1.
    ones = "ferris.1 b12.1 b12.3 duckies.1 balloons.1 left_outlane.1 yellow_flipper.1"
    fours = "ferris.2 b34.2 b34.4 duckies.2 balloons.3 red_flipper.2 yellow_flipper.3"
    assert bright == set(f"{ones} {fours}".split())


def test_filled_boxes_are_crossed() -> None:
    program = carniball()
    filled = {i for i, b in enumerate(program.boxes) if b.name in CROSSED}
    drawn = drawn_boxes(draw_reach(program, 0, (1, 4), [{}, {}], filled))
    crossed = {i for i, g in drawn.items() if any(e.get("stroke-linecap") == "round" for e in g)}
    assert crossed == filled


def test_the_list_says_the_same_as_the_picture() -> None:
    program = carniball()
    at = position(program, "red_flipper")
    moves = [simple_moves(program, at, 3), simple_moves(program, at, 5)]
    assert "falls back: Red Flipper 3" in entries(program, moves[0])
    assert entries(program, {}) == ["nothing"]
    svg = draw_reach(program, at, (3, 5), moves)
    shown = [e.text for e in ET.fromstring(svg).iter(f"{SVG}text")]
    for rows in (entries(program, reached) for reached in moves):
        assert set(rows) <= set(shown)
    described = ET.fromstring(svg).find(f"{SVG}desc")
    assert described is not None
    assert "with the 3: Bumper 3/4, 2 boxes" in (described.text or "")


def test_reasons_are_given_where_the_table_has_one() -> None:
    program = carniball()
    at = position(program, "red_flipper")
    moves = [simple_moves(program, at, 3), simple_moves(program, at, 5)]
    feat = next(i for i, b in enumerate(program.boxes) if b.name == "feat.5")
    moves[1].pop(feat)
    shown = " ".join(
        e.text or "" for e in ET.fromstring(draw_reach(program, at, (3, 5), moves)).iter(f"{SVG}text")
    )
    assert "Ferris Wheel Cars (yellow faces)" in shown
    assert "Feat of Strength (its 5 is not next)" in shown


def test_both_dice_on_one_box_make_two_halos_and_two_flags() -> None:
    program = carniball()
    c = reach_canvas(program, 0, (3, 3), [{0: ""}, {0: ""}])
    assert [m.id for m in c.marks if m.kind == "letter" and m.id in "AB"].count("A") == 3
    assert problems(c) == []


def test_the_same_bytes_twice() -> None:
    program = carniball()
    assert draw_reach(program, 0, (1, 4), [{0: ""}, {1: ""}]) == draw_reach(
        program, 0, (1, 4), [{0: ""}, {1: ""}]
    )
