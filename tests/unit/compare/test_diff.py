"""Two versions of a pin: proved one, told apart by a game, or neither."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from sspdsl.compare.canonical import Version
from sspdsl.compare.diff import DIFFER, OPEN, SAME, Difference, compare_versions, without_broken_tests
from sspdsl.compare.facts import facts_between
from sspdsl.compare.report import encode_difference, render_difference
from sspdsl.interpret import Interpreter
from sspdsl.pipeline import compile_source
from sspdsl.record import replay
from sspdsl.scenario import run_tests
from sspdsl.source import Source

TEXT = """\
pin bay "Bay" {
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4, 5/6] worth 1 {
      when complete { mark lit }
    }
    targets drums "Drums" red [5, 6]
    arrows start -> bells
  }
  indicator lit "Lit" double
  stars from bells times 2 while lit
  rule drummed when drums complete if completions of bells more than 2 { score 7 }
  use std.flipper_zone
  test "Drummed" {
    given ball at red_flipper, completions of bells is 3, drums.5 is filled
    roll 6 1
    play 6 to drums
    then score is 7
  }
}
"""


def version(text: str) -> Version:
    source = Source("bay.ssp", text)
    program = compile_source(source).program
    assert program is not None, compile_source(source).diagnostics
    return Version(source, None, program)


def compared(*edits: tuple[str, str], games: int = 12) -> tuple[Difference, Version, Version]:
    text = TEXT
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    one, other = version(TEXT), version(text)
    return compare_versions(one, other, games), one, other


def test_equal_in_play_says_nothing() -> None:
    found, *_ = compared(('"Bells"', '"B"'), ("  indicator", "  # here\n\n  indicator"))
    assert found == Difference(SAME, 0)
    assert render_difference(found, ("a", "b")) == ""


@pytest.mark.parametrize(
    ("edit", "most"),
    [
        (("[5, 6]", "[5, 3]"), 6),
        (("worth 1", "worth 2"), 2),
        (("arrows start -> bells", "arrows start -> bells\n    no fall from start to flippers"), 1),
        (("times 2", "times 3"), 16),
    ],
)
def test_a_difference_is_shown_by_a_short_game(edit: tuple[str, str], most: int) -> None:
    found, one, other = compared(edit)
    assert found.status == DIFFER
    assert found.witness is not None
    assert found.witness.words
    assert len(found.witness.record.splitlines()) - 1 <= most
    views = []
    for each in (one, other):
        engine = Interpreter(each.program)
        state = replay(engine, found.witness.record)
        decision = engine.decision(state)
        views.append((sorted(decision.options), engine.view(state, 0)))
    assert views[0] != views[1]


def test_a_rare_difference_is_found_by_way_of_a_test() -> None:
    found, *_ = compared(("score 7", "score 8"))
    assert found.status == DIFFER
    assert found.witness is not None
    assert "score: 7 / 8" in found.witness.words
    for old, new, passed in (("", "", True), ("score 7", "score 8", False)):
        text = TEXT.replace(old, new) if old else TEXT
        alone = text[: text.index("  test")] + found.witness.test + "}\n"
        program = compile_source(Source("bay.ssp", alone)).program
        assert program is not None
        assert [result.passed for result in run_tests(program)] == [passed]


def test_a_move_that_no_short_game_comes_to_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sspdsl.compare.diff.short_game", lambda *_: None)
    edit = ("[5, 6]", "[5, 6, 3]")
    far = "reached only from red_flipper"
    text = TEXT.replace("red [5, 6]\n", f"red [5, 6] {{ {far} }}\n")
    found = compare_versions(version(text), version(text.replace(*edit)), 2)
    assert found.witness is not None
    assert found.witness.test.splitlines()[1:-1] == [
        "    given ball at red_flipper",
        "    roll 3 3",
        "    may not 3 to drums.3",
    ]
    assert found.witness.words == ("offered by only the second, with ball at red_flipper: 3 to drums.3",)
    turned = compare_versions(version(text.replace(*edit)), version(text), 2)
    assert turned.witness is not None
    assert "    may 3 to drums.3" in turned.witness.test


def test_what_is_neither_proved_nor_shown_is_said_to_be_open() -> None:
    found, *_ = compared(("while lit", "while (lit and round at least 1)"), games=3)
    assert (found.status, found.witness) == (OPEN, None)
    text = render_difference(found, ("a.ssp", "b.ssp"))
    assert "not proved to be one in play; 3 games" in text
    assert "~ changed: modifier (bay.ssp:11 -> bay.ssp:11)" in text


def test_changes_on_the_table_are_in_its_words() -> None:
    text = TEXT.replace("[5, 6]", "[5, 6 white worth 2]").replace("lit double", "lit dashed")
    text = text.replace('    targets drums "', '    targets gongs "Gongs" white [1]\n    targets drums "')
    text = text.replace('lit "Lit" double', 'lit "Lit" dashed')
    facts = facts_between(version(TEXT).program, version(text).program)
    assert "box drums.6: colour red -> white" in facts
    assert "box drums.6: worth none -> 2" in facts
    assert "cell lit: line double -> dashed" in facts
    assert any(fact.startswith("box gongs.1 is new: shows 1, colour white") for fact in facts)
    assert any(fact.startswith("way shot: 3 more: ") for fact in facts)


def test_json_is_as_the_schema_says() -> None:
    schema = json.loads(Path("grammar/diff.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for edit in (("worth 1", "worth 2"), ("Bells", "B"), ("while lit", "while (lit and round at least 1)")):
        found, *_ = compared(edit, games=2)
        data = json.loads(encode_difference(found, ("a", "b")))
        jsonschema.Draft202012Validator(schema).validate(data)
        assert data["status"] == found.status


def test_tests_that_are_out_of_date_are_left_out() -> None:
    text = TEXT.replace("drums.5 is filled", "nothing.5 is filled")
    made = without_broken_tests(Source("bay.ssp", text), None)
    assert made is not None
    program = compile_source(made).program
    assert program is not None
    assert program.tests == ()
    assert without_broken_tests(Source("bay.ssp", TEXT.replace("mark lit", "mark nothing")), None) is None


def test_libraries_of_ones_own_are_compared_too() -> None:
    from sspdsl.compare.taken import Taken

    text = TEXT.replace("  use std.flipper_zone", "  use my.lights\n  use std.flipper_zone")

    def version(stars: int) -> Version:
        words = f"library my.lights {{ rule glow when bells hit {{ score {stars} }} }}\n"
        library = Source("lights.ssp", words)
        find = Taken(lambda name: library if name == "my.lights" else None)
        program = compile_source(Source("bay.ssp", text), find).program
        assert program is not None
        return Version(Source("bay.ssp", text), find, program)

    found = compare_versions(version(1), version(2), games=2)
    assert found.status == DIFFER
    (change,) = found.changes
    assert change.left is not None
    assert (change.what, change.left.span.source.name) == ("changed", "lights.ssp")
