"""DOT text: every label is shown as it is, every node is there, an engine can draw it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from sspdsl.draw.dot import EngineMissing, emit_dot, find_engine, render_dot
from sspdsl.ir.model import Program
from tests.support.boards import Board, carniball
from tests.support.odd_boards import ODD
from tests.support.pictures import SVG

LABELS = (
    "\\",
    "a\\",
    '\\"',
    '\\\\" shape=box] x [',
    "\\N \\G \\l",
    "<b>x</b>",
    "&amp;",
    "node",
    "a:b",
    "x" * 300,
)
needs_engine = pytest.mark.skipif(find_engine() is None, reason="no Graphviz engine here")


def parts(svg: str, kind: str) -> list[ET.Element]:
    return [g for g in ET.fromstring(svg).iter(f"{SVG}g") if g.get("class") == kind]


def shown(g: ET.Element) -> list[str]:
    return [(t.text or "").replace("\u00a0", " ") for t in g.iter(f"{SVG}text")]


def labelled(*labels: str) -> Program:
    b = Board()
    b.zone("node", labels[0])
    made = [b.feature(f"graph{i}", (), label) for i, label in enumerate(labels)]
    b.arrows(*made)
    return b.program()


def test_zones_are_clusters_and_positions_nodes() -> None:
    program = carniball()
    dot = emit_dot(program)
    assert len(re.findall(r"subgraph cluster_zone_\d+ ", dot)) == len(program.zones)
    assert len(re.findall(r"^\t+p\d+ \[", dot, re.M)) == len(program.positions)
    assert "newrank=true" in dot


def test_the_condition_of_an_arrow_is_its_label() -> None:
    assert emit_dot(carniball()).count('label="Bumpers x2"') == 3


@needs_engine
@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_shown_character_for_character(label: str) -> None:
    svg = render_dot(emit_dot(labelled(label, "other")))
    nodes = parts(svg, "node")
    assert len(nodes) == 2
    assert [label] in [shown(g) for g in nodes]
    assert [label] in [shown(g) for g in parts(svg, "cluster")]


@needs_engine
def test_two_lines_are_two_lines() -> None:
    nodes = parts(render_dot(emit_dot(labelled("one\ntwo", ""))), "node")
    assert ["one", "two"] in [shown(g) for g in nodes]


@needs_engine
@pytest.mark.parametrize("name", ["hostile", "no zones", "no places", "turning", "hard shapes"])
def test_an_engine_draws_odd_tables(name: str) -> None:
    program = ODD[name]()
    nodes = parts(render_dot(emit_dot(program)), "node")
    lost = any(b.drains for b in program.boxes)
    assert len(nodes) == len(program.positions) + lost


def test_no_engine_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sspdsl.draw.dot.find_engine", lambda: None)
    with pytest.raises(EngineMissing):
        render_dot("digraph {}")


@needs_engine
def test_broken_text_is_an_error_with_words() -> None:
    with pytest.raises(RuntimeError):
        render_dot("digraph { a -> ")


def test_the_same_bytes_twice() -> None:
    assert emit_dot(carniball()) == emit_dot(carniball())
