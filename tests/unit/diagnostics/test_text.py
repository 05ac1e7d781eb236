"""How messages look on a terminal."""

from __future__ import annotations

import re

import pytest

from sspdsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from sspdsl.diagnostics.text import MOST_OF_A_CODE, render_text, summary
from sspdsl.source import Source, Span

TEXT = 'pin p "P" {\n  set bumpers = a\n  zone b {\n    stars from bumprs\n  }\n}\n'
SOURCE = Source("pins/p.ssp", TEXT)


def span(words: str, source: Source = SOURCE) -> Span:
    start = source.text.index(words)
    return Span(source, start, start + len(words))


def problem(at: Span, label: str = "here", **more: object) -> Diagnostic:
    return Diagnostic("SSP201", "error", "it is wrong", at, label, **more)  # type: ignore[arg-type]


def test_the_whole_message() -> None:
    fix = Fix("write `bumpers`", (Edit(span("bumprs"), "bumpers"),), "safe")
    found = Diagnostic(
        "SSP201",
        "error",
        "unknown set `bumprs`",
        span("bumprs"),
        "no set has this name",
        (Label(span("bumpers"), "`bumpers` is declared here"),),
        ("sets are declared with `set`",),
        fix.words,
        fix,
    )
    assert render_text([found]) == (
        "error[SSP201]: unknown set `bumprs`\n"
        " --> pins/p.ssp:4:16\n"
        "  |\n"
        "2 |   set bumpers = a\n"
        "  |       ------- `bumpers` is declared here\n"
        "...\n"
        "4 |     stars from bumprs\n"
        "  |                ^^^^^^ no set has this name\n"
        "  |\n"
        "  = note: sets are declared with `set`\n"
        "  = help: write `bumpers` (safe fix)\n"
    )


def test_a_place_in_another_file() -> None:
    other = Source("std/other.ssp", "one\ntwo\n")
    text = render_text([problem(span("zone b"), related=(Label(span("two", other), "and here"),))])
    assert " ::: std/other.ssp:2:1\n  |\n2 | two\n  | --- and here\n" in text


def test_several_lines_show_the_first_and_the_last() -> None:
    start = TEXT.index("zone b")
    text = render_text([problem(Span(SOURCE, start, TEXT.index("  }") + 3), "this zone")])
    assert text.endswith("3 |   zone b {\n  |   ^^^^^^^^\n...\n5 |   }\n  |   ^ this zone\n")


@pytest.mark.parametrize(
    ("line", "words", "shown", "under"),
    [
        ("\ta\tbad", "bad", "    a   bad", "        ^^^"),
        ("漢字 bad", "bad", "漢字 bad", "     ^^^"),
        ("Ａ bad", "bad", "Ａ bad", "   ^^^"),
        ("e\u0301e\u0301 bad", "bad", "e\u0301e\u0301 bad", "   ^^^"),
        ("\x1b[2J bad", "bad", "␛[2J bad", "     ^^^"),
        ("a\u202eb bad", "bad", "a<U+202E>b bad", "           ^^^"),
        ("\ufeffbad", "\ufeff", "<U+FEFF>bad", "^^^^^^^^"),
        ("漢字", "字", "漢字", "  ^^"),
        ("\x85\x9b bad", "bad", "<U+0085><U+009B> bad", "                 ^^^"),
    ],
)
def test_columns_are_those_of_the_screen(line: str, words: str, shown: str, under: str) -> None:
    source = Source("t", line)
    rows = render_text([problem(span(words, source), "")]).splitlines()
    assert rows[3:5] == [f"1 | {shown}", f"  | {under}"]


def test_nothing_a_terminal_obeys_is_printed() -> None:
    hostile = "\x1b]0;x\x07\x00\x7f\r\u2028\u202e"
    source = Source(f"a{hostile}b", f"a{hostile}b")
    related = (Label(Span(source, 1, 2), hostile),)
    found = problem(Span(source, 0, 1), hostile, related=related, notes=(hostile,), help=hostile)
    text = render_text([found])
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", text)


def test_a_long_line_is_cut_around_the_place() -> None:
    source = Source("t", "x " * 300_000 + "BAD " + "y " * 300_000)
    rows = render_text([problem(span("BAD", source))], width=80).splitlines()
    assert all(len(row) <= 80 for row in rows)
    assert rows[3].startswith("1 | ...")
    assert rows[3].endswith("...")
    start = rows[3].index("BAD")
    assert rows[4][start : start + 8] == "^^^ here"


def test_a_place_behind_the_end_of_a_line() -> None:
    source = Source("t", "ab\n")
    rows = render_text([problem(Span(source, 2, 2))]).splitlines()
    assert rows[3:] == ["1 | ab", "  |   ^ here"]


def test_an_empty_text() -> None:
    assert "t:1:1" in render_text([problem(Span(Source("t", ""), 0, 0))])


def test_colour_only_when_asked() -> None:
    found = [problem(span("zone b"))]
    coloured = render_text(found, colour=True)
    assert "\x1b[1;31merror[SSP201]\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render_text(found)


def test_many_of_a_kind_are_counted() -> None:
    many = [problem(span("zone b"))] * 500
    other = Diagnostic("SSP301", "warning", "another", span("stars"))
    text = render_text([*many, other])
    assert text.count("it is wrong") == MOST_OF_A_CODE
    assert f"error[SSP201]: and {500 - MOST_OF_A_CODE} more of this kind, 500 in all\n" in text
    assert "warning[SSP301]: another" in text
    assert summary([*many, other]) == "500 errors, 1 warning"
    assert summary([]) == ""
