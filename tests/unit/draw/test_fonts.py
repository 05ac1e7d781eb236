"""The bundled fonts: measured as they are, with their licences, and found by the renderer."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest

from sspdsl.draw import fonts
from sspdsl.draw.canvas import Canvas, text_width
from sspdsl.draw.move_graph import draw_graph
from sspdsl.draw.render import to_png
from tests.support.boards import carniball


def test_the_table_of_widths_is_that_of_the_fonts() -> None:
    assert json.loads((fonts.FOLDER / "metrics.json").read_text("utf-8")) == fonts.metrics()


def test_known_widths() -> None:
    assert text_width("0123456789", 1) == pytest.approx(5.56, abs=0.01)
    assert text_width("i", 10) < text_width("W", 10)


def test_each_font_has_its_licence() -> None:
    for file in fonts.font_files():
        assert Path(file).is_file()
    assert "SIL Open Font License" in (fonts.FOLDER / "LICENSE-LiberationSans.txt").read_text("utf-8")
    assert "Bitstream" in (fonts.FOLDER / "LICENSE-DejaVuSans.txt").read_text("utf-8")


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the raw scan lines, filtered as they are."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return width, height, zlib.decompress(data)


def test_text_is_really_there() -> None:
    """Without fonts all text would vanish with no error."""
    pytest.importorskip("resvg_py")

    def picture(*texts: str) -> bytes:
        c = Canvas("t", "d")
        c.w, c.h = 60, 10
        for text in texts:
            c.text(2, 5, text, 4, bold=text.isupper())
        return pixels(to_png(c.svg()))[2]

    blank = picture()
    for text in ("Ferris Wheel", "BUMPERS", "Привет", "\u2605 \u2685"):
        assert picture(text) != blank


def test_a_png_has_the_size_of_its_drawing() -> None:
    pytest.importorskip("resvg_py")
    width, height, _ = pixels(to_png(draw_graph(carniball()), 2))
    assert width == pytest.approx(2 * 217, abs=40)
    assert height > width
