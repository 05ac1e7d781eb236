"""What stands in place of what: options, clauses, attributes, replacements, the strongest first."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.check.audit import Standing, audit_source
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.pins import PINS

PIN = """\
library my.rules {
  option bonus is 1
  action pay { score bonus }                                    cite CORE-SET-01
  rule paid when bells complete { do pay }
  kind gong is bumper {
    worth 2
    rule rings when complete { score 3 }
  }
}
pin bay "Bay" {
  book four_cade
  option rounds is 2                                            cite CORE-ROUND-08
  use my.rules { bonus is 2 }
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4, 5/6] worth 1 {
      double                                                    cite CORE-LINE-03
      kept
    }
    gong big white [1, 2] dashed
    arrows start -> bells
  }
  CLAUSES
  use std.flipper_zone
}
"""


def found(clauses: str = "") -> dict[str, tuple[Standing, ...]]:
    things, diagnostics = audit_source(Source("bay.ssp", PIN.replace("CLAUSES", clauses)))
    assert [each for each in diagnostics if each.severity == "error"] == []
    assert things is not None
    return {thing.name: thing.entries for thing in things}


def chain(standing: Standing) -> list[tuple[str, str, int]]:
    return [(each[0].words, each[0].by, each[0].line) for each in (standing.pieces, *standing.over)]


def test_the_last_value_of_an_option_counts() -> None:
    things = found()
    (rounds,) = things["option rounds"]
    assert [(by, words) for words, by, _ in chain(rounds)] == [
        ("the pin", "option rounds is 2"),
        ("book four_cade", "option rounds is 3"),
        ("std.pinball", "option rounds is 3"),
    ]
    assert rounds.pieces[0].cites == ("CORE-ROUND-08",)
    (bonus,) = things["option bonus"]
    assert chain(bonus) == [("bonus is 2", "the pin", 13), ("option bonus is 1", "a library", 2)]


def test_attributes_of_a_feature_over_those_of_its_kind() -> None:
    things = found()
    line, erasing = sorted(things["targets bells"], key=lambda entry: entry.part, reverse=True)
    assert chain(line)[0] == ("double", "the pin", 17)
    assert line.pieces[0].cites == ("CORE-LINE-03",)
    assert chain(erasing)[0] == ("kept", "the pin", 18)
    assert chain(erasing)[1][:2] == ("erases", "std.pinball")
    (big,) = things["gong big"]
    assert [words for words, _, _ in chain(big)] == ["dashed", "solid"]


@pytest.mark.parametrize(
    ("clause", "name"),
    [
        ("override action pay { score 9 }", "action pay"),
        ("override rule paid when bells complete { score 9 }", "rule paid"),
        ("override turn { step none_of_it { end game } }", "turn"),
        ("override way shot from flipper to b where zone of b is zone of here", "way shot"),
    ],
)
def test_a_clause_over_one_of_the_library(clause: str, name: str) -> None:
    (standing,) = found(clause)[name]
    assert standing.pieces[0].by == "the pin"
    assert standing.pieces[0].line == 23
    assert standing.over[0][0].words.startswith(name)


def test_a_clause_over_one_that_is_over_a_third_is_one_chain() -> None:
    wheel = 'use std.next_spinner\n  zone side "Side" { spinner wheel red [1, 2, 3, 4, 5, 6] }\n  '
    (standing,) = found(wheel + "override rule spin when passed { score 1 }")["rule spin"]
    assert [by for _, by, _ in chain(standing)] == ["the pin", "std.next_spinner", "std.spinner"]


def test_an_override_of_a_kind_replaces_only_what_it_names() -> None:
    entries = {entry.part: entry for entry in found("override kind gong { worth 5 }")["kind gong"]}
    assert [words for words, _, _ in chain(entries["worth"])] == ["worth 5", "worth 2"]
    assert set(entries) == {"worth"}
    rules = found("override kind gong { rule rings when complete { score 4 } }")["kind gong"]
    assert [entry.part for entry in rules] == ["rule complete"]


def test_a_replacement_counts_while_its_condition_holds() -> None:
    things = found("mode hot while round is 2 { instead of pay { score 3 } }")
    (standing,) = things["action pay"]
    assert standing.some
    assert [by for _, by, _ in chain(standing)] == ["the pin", "a library"]
    assert not found("instead of pay { score 3 }")["action pay"][0].some


def test_overrides_of_a_kind_that_say_different_things_stand_together() -> None:
    text = PIN.replace("CLAUSES", "use std.flipper_pass\n  use std.readings.flippers_are_solid")
    assert compile_source(Source("bay.ssp", text)).ok
    entries = found("use std.flipper_pass\n  use std.readings.flippers_are_solid")["kind flipper"]
    assert {entry.part: entry.pieces[0].by for entry in entries} == {
        "hits": "std.flipper_pass",
        "line": "reading flippers_are_solid",
    }
    twice = PIN.replace(
        "CLAUSES", "override kind gong { worth 3 }\n  override kind gong { dashed\n worth 4 }"
    )
    assert [each.code for each in compile_source(Source("bay.ssp", twice)).diagnostics] == ["SSP206"]


def test_a_text_without_a_pin_has_no_answer() -> None:
    things, _ = audit_source(Source("x.ssp", "library a.b { }\n"))
    assert things is None


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_every_override_of_a_pin_is_told(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    things, _ = audit_source(Source(path.name, text))
    assert things is not None
    told = {(piece.file, piece.line) for thing in things for entry in thing.entries for piece in entry.pieces}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:1] == ["override"] and words[1] not in ("kind",):
            assert (path.name, number) in told, line
