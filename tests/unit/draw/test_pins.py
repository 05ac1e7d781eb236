"""Every pin of the repository gives pictures in which nothing overlaps."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sspdsl.draw.dot import emit_dot
from sspdsl.draw.move_graph import graph_canvas
from sspdsl.draw.reach import reach_canvas
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.pictures import box_problems, problems, svg_problems

PINS = sorted((Path(__file__).parents[3] / "pins").glob("*.ssp"))


@cache
def compiled(path: Path) -> Program:
    program = compile_source(Source(path.name, path.read_text("utf-8"))).program
    assert program is not None
    return program


@pytest.mark.parametrize("path", PINS, ids=lambda p: p.stem)
def test_the_move_graph_of_a_pin(path: Path) -> None:
    program = compiled(path)
    c = graph_canvas(program)
    assert problems(c) == []
    assert svg_problems(c.svg()) == []
    assert not program.boxes or box_problems(program, c.svg()) == []


@pytest.mark.parametrize("path", PINS, ids=lambda p: p.stem)
def test_reach_from_some_places_of_a_pin(path: Path) -> None:
    program = compiled(path)
    for at in range(0, len(program.positions), 7):
        moves = [{b: "" for b, box in enumerate(program.boxes) if v in box.faces} for v in (2, 5)]
        c = reach_canvas(program, at, (2, 5), moves, range(0, len(program.boxes), 4))
        assert problems(c) == []
        assert box_problems(program, c.svg()) == []


@pytest.mark.parametrize("path", PINS, ids=lambda p: p.stem)
def test_the_dot_text_of_a_pin_has_a_node_for_each_position(path: Path) -> None:
    program = compiled(path)
    lines = [line.strip() for line in emit_dot(program).splitlines()]
    assert sum(1 for line in lines if line.startswith("p") and " -> " not in line) == len(program.positions)
