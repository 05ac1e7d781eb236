"""What is read from a program before anything has a place."""

from __future__ import annotations

from dataclasses import replace

from sspdsl.draw.clusters import clusters, is_cluster
from sspdsl.draw.layout import content_width, plan
from sspdsl.draw.nets import build_nets, entered_from_above
from sspdsl.draw.paint import Keys
from sspdsl.draw.routes import Net
from sspdsl.draw.spots import Style
from sspdsl.draw.table import Table, read_table
from sspdsl.draw.values import in_words
from sspdsl.ir.model import CellDef, Program
from tests.support.boards import Board, carniball
from tests.support.odd_boards import hard_shapes, turning


def number(program: Program, feature: str) -> int:
    return next(i for i, f in enumerate(program.features) if f.name == feature)


def nets_of(table: Table) -> list[Net]:
    arranged = plan(table, Style(), content_width(table), entered_from_above(table))
    return build_nets(table, arranged, Keys())[0]


def test_two_ways_back_and_forth_are_one_link() -> None:
    b = Board()
    b.zone("z", "Z")
    one, two = b.feature("one", [[1]]), b.feature("two", [[2]])
    b.arrows(one, two, one)
    links = read_table(b.program()).links
    assert [(x.source, x.target, x.both) for x in links] == [(0, 1, True)]


def test_a_way_back_under_a_condition_is_a_link_of_its_own() -> None:
    links = read_table(carniball()).links
    assert len([x for x in links if x.gated]) == 3
    assert {x.words for x in links if x.gated} == {"Bumpers x2"}


def test_an_inlane_carries_the_ball_to_its_flipper() -> None:
    program = carniball()
    table = read_table(program)
    carried = {
        (table.feature(x.source).name, table.feature(x.target).name)
        for x in table.links
        if x.name == "carried"
    }
    assert carried == {("left_inlane", "red_flipper"), ("right_inlane", "yellow_flipper")}


def test_shots_that_a_condition_widens_are_words() -> None:
    table = read_table(carniball())
    assert [s.words for s in table.shots] == [("every colour while Flipper Pass",)] * 2
    assert all(not words for s in table.shots for _, words in s.targets)


def test_a_ring_of_steps_goes_from_box_to_box() -> None:
    program = hard_shapes()
    wheel = number(program, "wheel")
    assert read_table(program).steps == {wheel: program.features[wheel].boxes}


def test_roofs_stand_only_below_a_place_that_balls_fall_from() -> None:
    program = carniball()
    assert read_table(program).roofs == {number(program, "feat")}


def test_falls_of_a_table_that_turns_go_both_ways_under_their_conditions() -> None:
    assert read_table(turning()).falls == ((0, False, ("right side up",)), (0, True, ("upside down",)))


def test_bumpers_and_boxes_that_lines_join_are_one_shape() -> None:
    program = hard_shapes()
    table = read_table(program)
    zone = next(z for z in table.zones if z.name == "z3")
    first = clusters(table, zone.features)[0]
    assert [program.features[i].name for i in first] == ["star_bumper", "civil", "beacon"]
    assert is_cluster(table, first)


def test_an_arrow_between_two_banks_does_not_make_one_shape() -> None:
    b = Board()
    z = b.zone("z", "Z")
    b.arrows(b.feature("one", [[1]]), b.feature("two", [[2]]))
    table = read_table(b.program())
    assert clusters(table, b.zones[z].features) == ((0,), (1,))


def test_boxes_that_all_lead_to_each_other_stay_a_row() -> None:
    b = Board()
    b.zone("z", "Z")
    f = b.feature("ships", [[n] for n in range(1, 7)], apart=True)
    for box in b.features[f].boxes:
        b.way("arrow", [b.boxes[box].position], [x for x in b.features[f].boxes if x != box])
    table = read_table(b.program())
    assert not is_cluster(table, (f,))
    assert [(n.source.spot, [e.spot for e in n.targets]) for n in nets_of(table)] == [(0, [0])]


def test_many_targets_of_one_place_share_a_route() -> None:
    b = Board()
    b.zone("a", "A")
    start = b.feature("start")
    b.zone("b", "B")
    targets = [b.feature(f"t{i}", [[1], [2]]) for i in range(3)]
    b.feature("other", [[1]])
    for t in targets:
        b.arrows(start, t)
    nets = nets_of(read_table(b.program()))
    assert [len(n.targets) for n in nets] == [3]


def test_an_arrow_to_all_of_a_zone_ends_at_its_edge() -> None:
    b = Board()
    b.zone("a", "A")
    start = b.feature("start")
    b.zone("b", "B")
    for i in range(3):
        b.arrows(start, b.feature(f"t{i}", [[1], [2]]))
    (net,) = nets_of(read_table(b.program()))
    assert len(net.targets) == 1
    assert net.targets[0].span is not None


def test_conditions_use_titles() -> None:
    cell = CellDef(
        "bumpers_x2",
        "Bumpers x2",
        "indicator",
        "",
        False,
        0,
        1,
        0,
        1,
        0,
        (),
        "dashed",
        None,
        False,
        False,
        None,
    )
    program = replace(carniball(), cells=(cell,))
    assert in_words(program, "bumpers_x2 and not upside_down") == "Bumpers x2 and not upside down"
