"""The move graph: whole, linear, the same bytes each time, and as its schema says."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from sspdsl.graph import build_graph, edges, edges_from, encode_graph
from sspdsl.graph.walk import count_edges
from sspdsl.ir import terms as t
from sspdsl.ir.terms import Cell, Num
from tests.support.tables import op
from tests.unit.verify.small import Small, finish, good

SCHEMA = json.loads(Path("grammar/graph.schema.json").read_text(encoding="utf-8"))


def table_with_bonus() -> Small:
    table = good()
    flag = table.cell("x2", form="indicator", line="dashed")
    table.lifetime("action", table.named("round_ends"), cells=(flag,))
    taken = table.cell("taken_x2", role="taken", line="double")
    entries = (
        t.Branch(
            "bumpers_x2", "Bumpers x2", op("not", Cell(taken)), (table.put(taken, 1), table.put(flag, 1))
        ),
        t.Branch("two_stars", "2 stars", None, (t.Score(Num(2)),)),
    )
    table.on("complete", [0], t.OneOf(entries, False, "Duckies bonuses"))
    table.modifier(2, boxes=(1, 2), guard=Cell(flag), words="while x2")
    table.arrow(2, 1, op("and", Cell(flag), op("<", Cell(taken), 2)))
    return table


def test_says_all_that_is_needed_to_redraw() -> None:
    graph = build_graph(finish(table_with_bonus()))
    assert [zone.name for zone in graph.zones] == ["top", "middle", "flippers"]
    assert [box.name for box in graph.boxes[:4]] == ["start.", "cars.1/2", "cars.3/4", "cars.5/6"]
    assert graph.sets[0].pays == (0,)
    entries = graph.bonuses[0].entries
    assert [(entry.name, entry.once) for entry in entries] == [("bumpers_x2", True), ("two_stars", False)]
    assert graph.bonuses[0].owner == "cars complete"
    guarded = [way for way in graph.ways if way.guarded]
    assert [way.words for way in guarded] == ["x2 and taken_x2 is less than 2"]
    assert graph.modifiers[0].words == "while x2"


def test_is_as_its_schema_says_and_the_same_each_time() -> None:
    program = finish(table_with_bonus())
    text = encode_graph(build_graph(program))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert text == encode_graph(build_graph(program))


def test_edges_unfold_blocks() -> None:
    graph = build_graph(finish(good()))
    every = list(edges(graph))
    assert len(every) == count_edges(graph) == len(set(every))
    assert list(edges_from(graph, 0)) == [edge for edge in every if edge.source == 0]
    assert {
        graph.boxes[edge.box].name for edge in edges_from(graph, 0) if graph.ways[edge.way].name == "arrow"
    } == {
        "cars.1/2",
        "cars.3/4",
        "cars.5/6",
    }


def test_a_ban_is_named_by_the_blocks_it_touches() -> None:
    table = good()
    table.ban((0,), [1], "arrow", guard=Cell(table.find("moved")))
    graph = build_graph(finish(table))
    assert [way.name for way in graph.ways if way.bans] == ["arrow"]
    assert graph.bans[0].words == "moved"


def test_ten_thousand_boxes_stay_linear() -> None:
    def size(boxes: int) -> int:
        table = Small()
        table.zone("top")
        table.start()
        table.zone("field")
        for part in range(boxes // 100):
            table.place(f"field{part}", *[(1,)] * 100)
        return len(encode_graph(build_graph(finish(table))))

    small, large = size(1_000), size(10_000)
    assert large < 11 * small
