"""A table that turns over is drawn both ways up; boards stand side by side."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from sspdsl.draw.boards import apart
from sspdsl.draw.facing import facings, known
from sspdsl.draw.move_graph import draw_graph, graph_canvas
from sspdsl.draw.table import read_table
from sspdsl.ir import terms as t
from sspdsl.ir.model import BanDef, CellDef, Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.boards import Board, carniball
from tests.support.pictures import SVG, drawn_boxes, problems, svg_problems
from tests.support.tables import num, op

PINS = Path(__file__).parents[3] / "pins"
OVER = t.Cell(0)


def pin(name: str) -> Program:
    program = compile_source(Source(name, (PINS / f"{name}.ssp").read_text("utf-8"))).program
    assert program is not None
    return program


def turning() -> Program:
    base = carniball()
    cell = CellDef("over", "", "indicator", "", False, 0, 1, 0, 1, 0, (), "double", None, False, False, None)
    boards = (replace(base.boards[0], turned=OVER, words="over"),)
    return replace(base, boards=boards, cells=(cell,))


@pytest.mark.parametrize(
    ("expr", "holds", "found"),
    [
        (OVER, True, num(1)),
        (op("not", OVER), True, num(0)),
        (op("and", OVER, t.Cell(3)), True, t.Cell(3)),
        (op("and", OVER, t.Cell(3)), False, num(0)),
        (op("or", OVER, t.Cell(3)), False, t.Cell(3)),
        (op("or", OVER, t.Cell(3)), True, num(1)),
        (op("is", OVER, 1), False, num(0)),
        (op("is_not", OVER, 1), False, num(1)),
        (op("<", t.Cell(3), 2), True, op("<", t.Cell(3), 2)),
    ],
)
def test_what_is_known_of_a_condition(expr: t.Expr, holds: bool, found: t.Expr) -> None:
    assert known(expr, OVER, holds) == found


def test_a_table_that_does_not_turn_has_one_face() -> None:
    program = carniball()
    (face,) = facings(program)
    assert face.program is program
    assert face.words == ""


def test_zones_and_features_of_the_other_face_are_in_the_opposite_order() -> None:
    program = turning()
    upright, turned = facings(program)
    assert (upright.words, turned.words) == ("while not over", "while over")
    assert turned.program.boards[0].zones == program.boards[0].zones[::-1]
    assert turned.program.zones[1].features == program.zones[1].features[::-1]
    assert upright.program.zones == program.zones


def test_ways_of_the_other_face_are_gone_and_conditions_decided() -> None:
    base = turning()
    guards = (OVER, op("not", OVER), op("and", OVER, t.Cell(3)), *(None for _ in base.ways[3:]))
    ways = tuple(replace(w, guard=g, words="said") for w, g in zip(base.ways, guards, strict=True))
    upright, turned = facings(replace(base, ways=ways))
    assert [w.guard for w in upright.program.ways[:1]] == [None]
    assert len(upright.program.ways) == len(ways) - 2
    assert [w.guard for w in turned.program.ways[:2]] == [None, t.Cell(3)]
    assert [w.words for w in turned.program.ways[:2]] == ["", ""]


def test_a_ban_that_holds_on_one_face_takes_its_ways() -> None:
    base = turning()
    way = base.ways[0]
    ban = BanDef((way.name,), way.sources, way.targets, OVER, None)
    upright, turned = facings(replace(base, bans=(ban,)))
    assert way in upright.program.ways
    assert way not in turned.program.ways


def test_both_faces_are_drawn_each_with_all_boxes() -> None:
    program = turning()
    svg = draw_graph(program)
    assert problems(graph_canvas(program)) == []
    assert svg_problems(svg) == []
    assert sorted(drawn_boxes(svg)) == list(range(len(program.boxes)))
    twins = re.findall(r'id="turned-0-box-(\d+)"', svg)
    assert sorted(map(int, twins)) == list(range(len(program.boxes)))
    words = [e.text for e in ET.fromstring(svg).iter(f"{SVG}text")]
    assert "The table while not over" in words
    assert "The table while over" in words


def test_no_condition_is_left_in_the_picture_of_lower_decks() -> None:
    svg = draw_graph(pin("lower_decks"))
    assert 'class="arrow gated"' not in svg
    assert "stroke-dasharray" in svg  # Boxes of the flipper zones.


# ---------------------------------------------------------------- boards


def several(n: int) -> Program:
    b = Board("tower", "Tower")
    last = None
    for k in range(n):
        b.board(f"level{k}", f"Level {k}")
        b.zone(f"top{k}", "Targets")
        if not k:
            b.feature("start", title="Start")
        first = b.feature(f"bank{k}", [[1, 2], [3, 4], [5, 6]], f"BANK {k}")
        for i in range(6):
            b.zone(f"more{k}{i}", "More")
            b.feature(f"row{k}{i}", [[1], [2], [3]], f"ROW {k}{i}")
        if last is not None:
            b.arrows(last, first, words="the key is won")
        last = first
    return b.program()


def test_what_leads_to_another_board_ends_at_a_place_that_names_it() -> None:
    program = several(2)
    (_, first), (_, second) = apart(read_table(program))
    title = {f: first.program.features[f].title for f in (*first.gates, *second.gates)}
    assert [title[f] for f in first.gates] == ["to Level 1"]
    assert [title[f] for f in second.gates] == ["from Level 0"]
    at = first.program.positions
    assert [at[x.target].feature for x in first.links if x.words] == list(first.gates)
    assert [at[x.source].feature for x in second.links if x.words] == list(second.gates)


def test_narrow_boards_stand_side_by_side_and_nothing_is_lost() -> None:
    program = several(4)
    c = graph_canvas(program)
    svg = c.svg()
    assert problems(c) == []
    assert svg_problems(svg) == []
    assert sorted(drawn_boxes(svg)) == list(range(len(program.boxes)))
    assert 0.4 < c.w / c.h < 2.5
    words = [e.text for e in ET.fromstring(svg).iter(f"{SVG}text")]
    assert [words.count(f"Level {k}") for k in range(4)] == [1, 1, 1, 1]


def test_one_board_is_not_taken_apart() -> None:
    assert apart(read_table(carniball())) == []
