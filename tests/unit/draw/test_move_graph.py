"""The move graph of usual and odd tables: nothing overlaps, everything is there once."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from sspdsl.draw.move_graph import draw_graph, graph_canvas
from sspdsl.ir.model import Program
from tests.support.boards import Board, carniball
from tests.support.odd_boards import HOSTILE, ODD, hostile, huge, turning
from tests.support.pictures import SVG, box_problems, problems, svg_problems

TABLES = {"carniball": carniball, **ODD}


@pytest.fixture(params=sorted(TABLES), scope="module")
def program(request: pytest.FixtureRequest) -> Program:
    return TABLES[request.param]()


def test_nothing_overlaps(program: Program) -> None:
    assert problems(graph_canvas(program)) == []


def test_the_text_is_sound_svg(program: Program) -> None:
    assert svg_problems(draw_graph(program)) == []


def test_each_box_is_drawn_once_with_its_pips_and_outline(program: Program) -> None:
    if program.boxes:
        assert box_problems(program, draw_graph(program)) == []


def test_the_same_bytes_twice(program: Program) -> None:
    assert draw_graph(program) == draw_graph(program)


def test_every_thing_has_an_id_and_its_name() -> None:
    program = carniball()
    root = ET.fromstring(draw_graph(program))
    names = {e.get("id"): e.get("data-name") for e in root.iter(f"{SVG}g")}
    assert {f"box-{i}": b.name for i, b in enumerate(program.boxes)}.items() <= names.items()
    assert {f"zone-{i}": z.name for i, z in enumerate(program.zones)}.items() <= names.items()
    shown = " ".join(
        v or "" for k, v in names.items() if k and k.split("-")[0] in ("feature", "shape")
    ).split()
    assert sorted(shown) == sorted(f.name for f in program.features)


def texts(svg: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(svg).iter(f"{SVG}text")]


def ids(svg: str) -> set[str]:
    return {e.get("id", "") for e in ET.fromstring(svg).iter()}


def test_a_condition_stands_in_words() -> None:
    shown = texts(draw_graph(carniball()))
    assert "Bumpers x2" in shown
    assert "every colour while Flipper Pass" in shown


def test_a_rail_reaches_what_the_flipper_always_hits_and_no_more() -> None:
    program = carniball()
    f = {x.name: i for i, x in enumerate(program.features)}
    found = {i for i in ids(draw_graph(program)) if i.startswith("shot-")}
    red, yellow = f["red_flipper"], f["yellow_flipper"]
    want = {
        (red, "b12"),
        (red, "feat"),
        (red, "balloons"),
        (yellow, "ferris"),
        (yellow, "b12"),
        (yellow, "duckies"),
    }
    assert found == {f"shot-{flipper}-{f[name]}" for flipper, name in want}


def test_a_roof_stands_over_what_no_ball_falls_into() -> None:
    assert texts(draw_graph(carniball())).count("no ball falls in") == 1


def test_the_legend_explains_what_occurs_and_nothing_else() -> None:
    shown = texts(draw_graph(carniball()))
    assert "erased at the end of the round" in shown
    assert "never erased" not in shown
    assert "a line joins boxes both ways" not in shown
    assert "never erased" in texts(draw_graph(ODD["hard shapes"]()))


def test_a_table_that_turns_falls_both_ways() -> None:
    falls = {i for i in ids(draw_graph(turning())) if i.startswith("fall-")}
    assert falls == {"fall-0", "fall-1"}


def test_hostile_names_stay_text() -> None:
    svg = draw_graph(hostile())
    assert "<script" not in svg
    assert "<!DOCTYPE" not in svg
    assert all(c.isprintable() or c == "\n" for c in svg)
    whole = [e.text or "" for e in ET.fromstring(svg).iter(f"{SVG}title")]
    assert any(HOSTILE[7] in title for title in whole), "a name that fits is whole in its title"
    assert any("duck" * 75 in title for title in whole), "a name that is cut is whole in its title"


def test_shapes_come_from_the_table_and_not_from_names() -> None:
    program = carniball()
    renamed = replace(
        program,
        name="other",
        features=tuple(replace(f, name=f"thing{i}") for i, f in enumerate(program.features)),
    )

    def places(p: Program) -> list[tuple[float, float]]:
        return [(m.x, m.y) for m in graph_canvas(p).marks if m.kind == "box"]

    assert places(program) == places(renamed)


def test_a_longer_feature_moves_no_neighbour_sideways() -> None:
    b = Board()
    b.zone("a", "A")
    b.feature("one", [[1], [2]], "One", colour="yellow")
    b.feature("two", [[1], [2]], "Two", colour="red")
    b.flipper_zone()
    program = b.program()
    more = Board()
    more.zone("a", "A")
    more.feature("one", [[1], [2], [3]], "One", colour="yellow")
    more.feature("two", [[1], [2]], "Two", colour="red")
    more.flipper_zone()

    def first(p: Program, name: str) -> float:
        box = next(i for i, x in enumerate(p.boxes) if x.name == name)
        return next(m.x for m in graph_canvas(p).marks if m.id == f"box-{box}")

    for name in ("one.1", "two.1", "red_flipper.1", "right_outlane.1"):
        assert first(program, name) == first(more.program(), name)


def test_a_huge_table_is_wide_and_not_a_ribbon() -> None:
    c = graph_canvas(huge())
    assert 0.5 < c.w / c.h < 2


def test_more_faces_make_a_wider_box_of_the_same_height() -> None:
    b = Board()
    b.zone("a", "A")
    b.feature("one", [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5, 6]])
    boxes = [m for m in graph_canvas(b.program()).marks if m.kind == "box"]
    assert boxes[0].w == boxes[0].h < boxes[1].w < boxes[2].w
    assert boxes[3].w < boxes[2].w, "from four faces on they stand in two rows"
    assert len({m.h for m in boxes}) == 1
