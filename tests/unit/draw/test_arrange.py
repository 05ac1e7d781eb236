"""Places of nodes that links join: the telling layout where it works, and never a link over a third node."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from sspdsl.draw.arrange import Edge, Places, Size, candidates

BOX: Size = (3.5, 3.5)


def chosen(sizes: list[Size], edges: list[Edge], owners: list[int] | None = None) -> Places:
    return next(p for p in candidates(sizes, edges, owners or [-1] * len(sizes), 8) if p.clear)


def test_three_in_a_circle_start_at_the_top_left_and_go_clockwise() -> None:
    a, b, c = chosen([BOX] * 3, [(0, 1), (1, 2), (2, 0)]).at
    assert a[0] < b[0]
    assert a[1] == b[1] < c[1]


def test_a_path_is_a_row() -> None:
    places = chosen([BOX] * 5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    assert places.shape == "row"
    assert [x for x, _ in places.at] == sorted(x for x, _ in places.at)


def test_a_hub_stands_in_the_middle_of_its_circle() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 0), (4, 1), (4, 2), (4, 3)]
    places = chosen([(11.0, 11.0)] * 4 + [(14.0, 14.0)], edges)
    distances = {round(math.dist(places.at[4], p), 1) for p in places.at[:4]}
    assert places.shape == "circle"
    assert len(distances) == 1


def test_rows_of_owners_are_rows() -> None:
    edges = [(0, 2), (0, 3), (1, 3), (1, 4), (2, 5), (3, 5)]
    places = chosen([BOX] * 6, edges, [0, 0, 1, 1, 1, 2])
    assert places.shape == "rows"
    assert places.at[0][1] == places.at[1][1] < places.at[2][1] < places.at[5][1]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.data())
def test_links_never_run_over_a_third_node(n: int, data: st.DataObject) -> None:
    node = st.integers(0, n - 1)
    edges = data.draw(st.lists(st.tuples(node, node), min_size=1, max_size=24))
    sizes = data.draw(st.lists(st.tuples(st.floats(2, 15), st.floats(2, 15)), min_size=n, max_size=n))
    places = chosen(sizes, edges)
    assert len(places.at) == n
    for i in range(n):
        for j in range(i):
            dx, dy = abs(places.at[i][0] - places.at[j][0]), abs(places.at[i][1] - places.at[j][1])
            assert dx >= sizes[i][0] + sizes[j][0] or dy >= sizes[i][1] + sizes[j][1]
    for a, b in edges:
        for k in set(range(n)) - {a, b}:
            (x1, y1), (x2, y2), (x, y) = places.at[a], places.at[b], places.at[k]
            for step in range(41) if a != b else ():
                t = step / 40
                inside = (
                    abs(x1 + (x2 - x1) * t - x) < sizes[k][0] and abs(y1 + (y2 - y1) * t - y) < sizes[k][1]
                )
                assert not inside


def test_many_nodes_around_two_do_not_touch() -> None:
    edges = [(0, k) for k in range(2, 32)] + [(1, k) for k in range(2, 32)]
    places = chosen([BOX] * 32, edges)
    for i, (x, y) in enumerate(places.at):
        assert all(abs(x - u) >= 7 or abs(y - v) >= 7 for u, v in places.at[:i])


def test_a_node_that_nothing_joins_stands_apart() -> None:
    sizes = [(3.5, 3.5), (12, 3.5), (12, 3.5), (3.5, 3.5)]
    places = next(p for p in candidates(sizes, [(2, 3), (1, 2)], [-1] * 4, 6) if p.clear)
    for i, (x, y) in enumerate(places.at):
        for j, (u, v) in enumerate(places.at[:i]):
            assert abs(x - u) >= sizes[i][0] + sizes[j][0] or abs(y - v) >= sizes[i][1] + sizes[j][1]
