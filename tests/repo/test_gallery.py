"""The gallery has a small picture of every pin, of the shape that the pin is drawn in."""

from __future__ import annotations

import re
import struct
from functools import cache
from pathlib import Path

import pytest

from sspdsl.draw.move_graph import graph_canvas
from sspdsl.draw.render import PX_PER_MM
from sspdsl.pipeline import compile_source
from sspdsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
PINS = sorted((ROOT / "pins").glob("*.ssp"))
LARGEST = 150_000  # Bytes.


def png_size(path: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return width, height


@cache
def drawn_size(path: Path) -> tuple[float, float]:
    program = compile_source(Source(path.name, path.read_text("utf-8"))).program
    assert program is not None
    c = graph_canvas(program)
    return c.w, c.h


def test_every_pin_is_in_the_gallery_once() -> None:
    text = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    assert re.findall(r"\(images/gallery/(\w+)\.png\)", text) == [p.stem for p in PINS]
    assert sorted(p.stem for p in (ROOT / "docs/images/gallery").iterdir()) == [p.stem for p in PINS]


@pytest.mark.parametrize("pin", PINS, ids=lambda p: p.stem)
def test_a_picture_is_small_and_has_the_shape_of_the_drawing(pin: Path) -> None:
    """If not: draw it anew, `ssp draw graph pins/NAME.ssp`, and make it smaller."""
    picture = ROOT / "docs" / "images" / "gallery" / f"{pin.stem}.png"
    assert picture.stat().st_size <= LARGEST
    (w, h), (wide, tall) = png_size(picture), drawn_size(pin)
    assert w / h == pytest.approx(wide / tall, rel=0.02)


def test_the_picture_of_the_readme_is_as_large_as_the_command_draws_it() -> None:
    wide, tall = drawn_size(ROOT / "pins" / "carniball.ssp")
    w, h = png_size(ROOT / "docs" / "images" / "carniball.png")
    assert (w, h) == pytest.approx((wide * PX_PER_MM, tall * PX_PER_MM), abs=2)
