"""After a mistake: what is kept, what is left out, and how much is said."""

from __future__ import annotations

import pytest

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node, Token


def read(text: str) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """The names of the clauses of the pin that are left, and the problems."""
    tree, problems = parse(Source("t.ssp", text))
    assert tree is not None
    names: list[str] = []
    for file in tree.nodes():
        decls = file.parts[-1]
        assert isinstance(decls, Node)
        for clause in decls.nodes():
            names.append(next((part.text for part in clause.parts if isinstance(part, Token)), clause.kind))
    return names, problems


def pin(*lines: str) -> str:
    return 'pin p "P" {\n' + "".join(f"  {line}\n" for line in lines) + "}\n"


def places(problems: tuple[Diagnostic, ...]) -> list[tuple[str, int]]:
    return [(problem.code, problem.span.line) for problem in problems]


def test_only_the_clause_with_the_mistake_is_left_out() -> None:
    names, problems = read(pin("zone a { }", "zone 2 b", "zone c { }"))
    assert names == ["a", "c"]
    assert places(problems) == [("SSP111", 3)]


def test_a_block_under_a_broken_head_is_read_and_left_out() -> None:
    names, problems = read(pin('zone "A" a {', "  worth", "}", "zone c { }"))
    assert names == ["c"]
    assert places(problems) == [("SSP111", 2), ("SSP111", 3)]


def test_a_misspelt_keyword_is_mended() -> None:
    names, problems = read(pin('achievment a "A" when b hit', "rule c wehn d hit { scoer 1 }"))
    assert names == ["a", "c"]
    assert [(problem.code, problem.fix and problem.fix.edits[0].text) for problem in problems] == [
        ("SSP113", "achievement"),
        ("SSP113", "when"),
    ]


def test_a_clause_behind_another_is_kept() -> None:
    names, problems = read(pin("difficulty easy zone a { }"))
    assert names == ["easy", "a"]
    assert places(problems) == [("SSP110", 2)]


def test_an_open_list_does_not_swallow_the_next_line() -> None:
    names, problems = read(pin("targets a white [1, 2", "zone b { }"))
    assert names == ["b"]
    assert places(problems) == [("SSP109", 2)]


def test_one_message_for_a_line_that_goes_on_in_the_next() -> None:
    names, problems = read(pin("targets a white [1, 2 §", "zone b { }"))
    assert names == ["b"]
    assert places(problems) == [("SSP101", 2)]


def test_a_bad_list_of_several_lines_is_one_mistake() -> None:
    names, problems = read(pin("targets a white [1,", "  2 2,", "  3]", "zone b { }"))
    assert names == ["b"]
    assert places(problems) == [("SSP110", 3)]


@pytest.mark.parametrize("sign", ["§", "€€€", "\x1a", "\ufeff", "😀", "\\", "'", ";", "^"])
def test_a_stray_sign_is_one_mistake_and_is_passed_over(sign: str) -> None:
    names, problems = read(pin("difficulty easy", f"book {sign} four_cade", "zone b { }"))
    assert names == ["easy", "four_cade", "b"]
    assert places(problems) == [("SSP101", 3)]


def test_five_mistakes_in_five_zones_are_five_messages() -> None:
    bad = ("worth", "arrows a ->", "set = b", "bumper b [1 2]", "rule r when b hit { score }")
    names, problems = read(pin(*(f"zone z{n} {{\n  {line}\n }}" for n, line in enumerate(bad))))
    assert names == ["z0", "z1", "z2", "z3", "z4"]
    assert [line for _, line in places(problems)] == [3, 6, 9, 12, 15]


def test_all_copies_of_a_mistake_are_counted() -> None:
    _, problems = read(pin(*["targets a white [1] worth"] * 500))
    assert len(problems) == 500


def test_a_file_that_says_nothing() -> None:
    for text in ("", "\n\n", "# only this"):
        tree, problems = parse(Source("t.ssp", text))
        assert tree is not None
        assert [problem.code for problem in problems] == ["SSP114"]
