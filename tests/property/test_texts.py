"""Whatever the text: an answer, places inside it, and a formatter that changes nothing but the looks."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sspdsl.diagnostics.text import render_text
from sspdsl.format import format_source
from sspdsl.source import Source
from sspdsl.syntax.lex import Lexeme, lex
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tables import tables
from sspdsl.syntax.tree import Node, Part, Token

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("pins/*.ssp"), *ROOT.glob("grammar/std/*.ssp")])
]
PIECES = [[p for p in lex(Source("t", text), tables()).lexemes if p.kind != "_NL"] for text in TEXTS]
WORDS = [
    *tables().keywords,
    *tables().signs,
    "a",
    "b.c",
    "12",
    '"text"',
    "CORE-A-1",
    "§",
    "\n",
    "# note\n",
    "\t",
    "A",
]
SOME = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def shape(part: Part) -> object:
    if part is None or isinstance(part, Token):
        return part and part.text
    return (part.kind, *map(shape, part.parts))


def check(text: str) -> None:
    source = Source("t", text)
    tree, problems = parse(source)
    assert tree is not None or problems
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
    assert list(problems) == sorted(problems, key=lambda problem: problem.span.start)
    render_text(problems)
    result, refused = format_source(source)
    assert (result is None) == bool(problems)
    assert refused == problems
    if result is not None:
        assert format_source(Source("t", result))[0] == result
        assert shape(parse(Source("t", result))[0]) == shape(tree)


@SOME
@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@SOME
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_of_the_language(words: list[str]) -> None:
    check('pin p "P" {\n' + " ".join(words) + "\n}\n")


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, Lexeme]:
    number = draw(st.integers(0, len(TEXTS) - 1))
    text, piece = TEXTS[number], draw(st.sampled_from(PIECES[number]))
    word = draw(st.sampled_from(["", "\n", *WORDS]))
    return text[: piece.start] + word + text[piece.end :], piece


@SOME
@given(changed())
def test_a_changed_pin(case: tuple[str, Lexeme]) -> None:
    check(case[0])


@SOME
@given(st.data())
def test_a_word_left_out_is_one_message_near_it(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(TEXTS) - 1))
    text, piece = TEXTS[number], data.draw(st.sampled_from(PIECES[number]))
    source = Source("t", text[: piece.start] + text[piece.end :])
    _, problems = parse(source)
    assert len(problems) <= 2
    for problem in problems[:1]:
        assert abs(problem.span.line - source.line_column(piece.start)[0]) <= 2


@SOME
@given(st.data())
def test_a_cut_off_pin(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    check(text[: data.draw(st.integers(0, len(text)))])


@SOME
@given(st.data())
def test_blanks_do_not_matter(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(TEXTS) - 1))
    text, piece = TEXTS[number], data.draw(st.sampled_from(PIECES[number]))
    blank = data.draw(st.sampled_from([" ", "\t", "   \t "]))
    tree, problems = parse(Source("t", text[: piece.start] + blank + text[piece.start :]))
    assert problems == ()
    assert isinstance(tree, Node)
    assert shape(tree) == shape(parse(Source("t", text))[0])
