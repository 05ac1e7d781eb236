"""Colours, pips and canvas text: readable in grey, for every string."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sspdsl.draw import marks as m
from sspdsl.draw.canvas import Canvas, plain, shorten, text_width, wrap
from tests.support.pictures import contrast, luminance, pairs


@pytest.mark.parametrize("name", [*m.COLOURS, "unheard of", ""])
def test_pips_and_letters_stand_out(name: str) -> None:
    colour = m.colour_of(name)
    assert contrast(m.INK, colour.tint) >= 7
    assert contrast(colour.strong, colour.on) >= 4.5


def test_the_usual_colours_differ_in_grey() -> None:
    light = {k: 116 * luminance(v.tint) ** (1 / 3) - 16 for k, v in m.COLOURS.items()}
    for a, b in pairs(("red", "yellow", "white")):
        assert abs(light[a] - light[b]) >= 7


def test_notes_and_dice_stand_out_in_grey() -> None:
    assert contrast(m.FAINT, m.BAND) >= 4.5
    assert contrast(m.DIES[0].strong, m.DIES[1].strong) >= 3


def test_letters_of_colours_are_unique() -> None:
    letters = [c.letter for c in m.COLOURS.values()]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_its_number_of_pips(value: int) -> None:
    c = Canvas("t", "d")
    m.face(c, 0, 0, 7, value)
    assert len(c.parts) == value == len(set(c.parts))


def test_a_face_no_die_shows_is_a_number() -> None:
    c = Canvas("t", "d")
    m.face(c, 0, 0, 7, 1000000007, "", 6)
    assert [k.kind for k in c.marks] == ["number"]
    assert c.marks[0].w <= 6.1


@given(st.text())
def test_any_string_is_sound_xml_and_shows_no_control_character(text: str) -> None:
    c = Canvas(text, text)
    with c.group("a-1", text, text, text):
        c.text(0, 0, text, 3)
    svg = c.svg()
    root = ET.fromstring(svg)
    assert (root[0].text or "") == plain(text)
    assert all(k.isprintable() or k == "\n" for k in svg)


@given(st.text(), st.floats(5, 80))
def test_a_cut_text_fits(text: str, width: float) -> None:
    assert text_width(shorten(text, 3, width), 3) <= width + 1e-6
    lines = wrap(text, 3, width, most=3)
    assert len(lines) <= 3
    assert all(text_width(line, 3) <= width + 1e-6 for line in lines)


def test_a_text_that_fits_is_whole() -> None:
    assert shorten("Ferris Wheel", 3, 60) == "Ferris Wheel"
    assert shorten("Ferris Wheel", 3, 10).endswith("\u2026")
