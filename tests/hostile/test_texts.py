"""Texts that mean harm: each gets an answer, soon, and no traceback."""

from __future__ import annotations

import time

import pytest

from sspdsl.diagnostics.json import render_json
from sspdsl.diagnostics.text import render_text
from sspdsl.format import format_source
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.read import read_source

BOUND = 20.0  # Seconds; two on a quiet machine, where each takes one at most.
MIN = 'pin p "P" {\n  difficulty easy\n  zone a "A" {\n    targets b white [1]\n  }\n}\n'


def pin(clause: str) -> str:
    return f'pin p "P" {{\n  {clause}\n}}\n'


HARMFUL = {
    "braces": "pin p 'P' {\n" + "zone a {" * 20_000,
    "parentheses": pin("define a as " + "(" * 20_000 + "b" + ")" * 20_000),
    "brackets": "[" * 20_000,
    "closing": "}" * 20_000,
    "digits": pin("rule r when x hit { score " + "9" * 5_000 + " }"),
    "sum": pin("define a as " + "1 + " * 20_000 + "1"),
    "negations": pin("define a as " + "not " * 20_000 + "b"),
    "of": pin("define a as " + "b of " * 20_000 + "b"),
    "else": pin("rule r when x hit { if a { }" + " else if a { }" * 5_000 + " }"),
    "one word": "a" * 1_000_000,
    "one text": '"' + "a" * 1_000_000,
    "one comment": "#" + "a" * 1_000_000,
    "clauses on one line": 'pin p "P" { ' + "book a " * 20_000,
    "strays": "§ " * 100_000,
    "stray lines": "§\n" * 20_000,
    "one mistake in each line": pin("\n".join(["arrows b ->"] * 5_000)),
    "blocks left open": pin("\n".join([" zone a {\n  b c"] * 5_000)),
    "blocks not opened": pin("\n".join([" zone a\n  b c\n }"] * 5_000)),
    "broken heads": pin("\n".join(["zone 1 {\n b c\n}"] * 5_000)),
    "quotes": '"' * 10_000,
    "backslashes": '"' + "\\" * 10_001,
    "blanks in a text": '"' + " " * 300_000 + "x",
    "nul": "\0" * 10_000,
    "unseen": "\ufeff\u202e\x1b[2J" * 1_000,
    "surrogate": pin('book b # \ud800 "'),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_an_answer_soon(name: str) -> None:
    text = HARMFUL[name]
    start = time.perf_counter()
    source = Source(name, text)
    _, problems = parse(source)
    assert problems
    assert len(render_text(problems)) < 20_000
    render_json(problems[:100])
    assert format_source(source)[0] is None
    assert time.perf_counter() - start < BOUND


def test_a_long_line_without_a_mistake() -> None:
    start = time.perf_counter()
    text = pin("arrows a " + "-> b " * 50_000)
    tree, problems = parse(Source("t", text))
    assert tree is not None
    assert problems == ()
    assert time.perf_counter() - start < BOUND


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("tail", [b"", b"  ", b"# the last", b"\n\n"])
def test_marks_line_ends_and_the_end_of_the_file(mark: bytes, end: bytes, tail: bytes) -> None:
    data = mark + MIN.encode().rstrip().replace(b"\n", end) + end + tail
    source, problems = read_source(data, "t")
    assert source is not None
    assert parse(source)[1] == problems == ()
    once, _ = format_source(source)
    assert once is not None
    assert once.startswith(MIN)
    assert once.endswith("\n")
    assert not once.endswith("\n\n")
    assert ("# the last" in once) == (tail == b"# the last")
    assert format_source(Source("t", once))[0] == once


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_places_do_not_depend_on_line_ends_or_marks(end: str, mark: bytes) -> None:
    lines = ['pin p "P" {', *["  difficulty easy"] * 17, "  book a # a comment", "  worth", "}"]
    source, _ = read_source(mark + end.join(lines).encode(), "t")
    assert source is not None
    (problem,) = parse(source)[1]
    assert (problem.span.line, problem.span.column) == (20, 3)
    first, _ = read_source(mark + b"worth", "t")
    assert first is not None
    (problem,) = parse(first)[1]
    assert (problem.span.line, problem.span.column) == (1, 1)


@pytest.mark.parametrize(("sign", "name"), [("\ufeff", "U+FEFF"), ("\x1a", "U+001A"), ("\0", "U+0000")])
def test_an_unseen_sign_is_named(sign: str, name: str) -> None:
    for place in (0, MIN.index("difficulty"), len(MIN)):
        source = Source("t", MIN[:place] + sign + MIN[place:])
        (problem,) = parse(source)[1]
        assert name in problem.message
        assert problem.span.start == place


@pytest.mark.parametrize("word", ["True", "None", "__init__", "CamelCase", "ünder", "X"])
def test_words_that_cannot_be_names_are_refused_where_they_are_defined(word: str) -> None:
    (problem,) = parse(Source("t", pin(f"zone {word} {{ }}")))[1]
    assert (problem.code, problem.span.text) == ("SSP102", word)
