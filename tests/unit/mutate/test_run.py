"""A small pin of which it is known what its tests notice and what they miss."""

from __future__ import annotations

import pytest

from sspdsl.interpret import Interpreter
from sspdsl.mutate import Outcome, Plan, Refused, Report, mutate_source
from sspdsl.mutate.report import encode_reports, render_report
from sspdsl.mutate.table import Row, counts_of, render_table
from sspdsl.pipeline import compile_source
from sspdsl.record import replay
from sspdsl.scenario import run_tests
from sspdsl.source import Source

PIN = """\
pin bay "Bay" {
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4, 5/6] worth 1 {
      when complete { score 5 }
    }
    arrows start -> bells
  }
  indicator lit double
  rule light when bells.5 hit { mark lit }
  use std.flipper_zone
TESTS}
"""
TEST = """\
  test "The bells" {
    given bells.1 is filled, bells.3 is filled
    roll 5 2
    play 5 to bells
    then score is 6
  }
"""
SOURCE = Source("bay.ssp", PIN.replace("TESTS", TEST))


@pytest.fixture(scope="module")
def report() -> Report:
    return mutate_source(SOURCE)


def by_change(report: Report, fault: str, after: str) -> Outcome:
    found = [
        outcome
        for outcome in report.outcomes
        if outcome.mutant.fault == fault and any(after in line for line in outcome.mutant.change(SOURCE)[1])
    ]
    assert len(found) == 1, (fault, after, found)
    return found[0]


@pytest.mark.parametrize(
    ("fault", "after", "status"),
    [
        ("worth +1", "worth 2", "killed"),
        ("score +1", "score 6", "killed"),
        ("effect dropped", "when complete {  }", "killed"),
        ("face changed", "[1/2, 3/4, 5/1]", "survived"),
        ("face changed", "[1/2, 3/4, 6/6]", "rejected"),
        ("effect dropped", "bells.5 hit {  }", "survived"),
        ("when -> before", "before complete", "equivalent"),
        ("-> to <->", "start <-> bells", "equivalent"),
        ("mark -> fill", "fill lit", "equivalent"),
    ],
)
def test_what_becomes_of_a_fault(report: Report, fault: str, after: str, status: str) -> None:
    assert by_change(report, fault, after).status == status


def test_a_pin_that_no_longer_compiles_is_rejected(report: Report) -> None:
    outcome = by_change(report, "face changed", "[1/2, 3/4, 6/6]")
    assert outcome.status == "rejected"
    assert outcome.by.startswith("SSP2")


def test_a_test_that_no_longer_compiles_has_killed(report: Report) -> None:
    outcome = by_change(report, "face changed", "[1/2, 4/4, 5/6]")
    assert outcome.status == "killed"
    assert outcome.by.startswith("test: ")


def test_a_survivor_comes_with_a_test_that_kills_it(report: Report) -> None:
    survivors = [each for each in report.outcomes if each.status == "survived" and each.test]
    assert len(survivors) >= 3
    for outcome in survivors:
        good = PIN.replace("TESTS", TEST + outcome.test)
        program = compile_source(Source("bay.ssp", good)).program
        assert program is not None
        assert all(result.passed for result in run_tests(program))
        bad = compile_source(outcome.mutant.apply(Source("bay.ssp", good))).program
        assert bad is None or not all(result.passed for result in run_tests(bad))


def test_a_record_replays_on_the_pin(report: Report) -> None:
    records = [each.record for each in report.outcomes if each.record]
    assert records
    program = compile_source(SOURCE).program
    assert program is not None
    for record in records:
        replay(Interpreter(program), record)


def test_the_percentage_leaves_out_what_cannot_be_killed(report: Report) -> None:
    killed, survived = report.count("killed"), report.count("survived")
    assert min(killed, survived, report.count("equivalent"), report.count("rejected")) > 0
    assert report.percent == pytest.approx(100 * killed / (killed + survived))
    assert sum(map(report.count, ("killed", "survived", "equivalent", "rejected"))) == report.of


def test_equal_runs_say_equal_things(report: Report) -> None:
    assert mutate_source(SOURCE) == report


def test_a_sample_is_a_part_and_the_same_each_time() -> None:
    plan = Plan(sample=7, search=False)
    first = mutate_source(SOURCE, plan=plan)
    assert len(first.outcomes) == 7 < first.of
    assert mutate_source(SOURCE, plan=plan) == first


def test_what_verify_sees_kills_a_survivor() -> None:
    plan = Plan(search=False, statuses=lambda program: (("V0", str(program.boxes[2].faces)),))
    outcome = by_change(mutate_source(SOURCE, plan=plan), "face changed", "[1/2, 3/4, 5/1]")
    assert (outcome.status, outcome.by) == ("killed", "verify: V0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PIN.replace("TESTS", TEST.replace("score is 6", "score is 7")), "The bells"),
        (PIN.replace("TESTS", "  nonsense\n"), "ssp check"),
    ],
)
def test_a_pin_that_is_wrong_itself_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        mutate_source(Source("bay.ssp", text))


def test_a_pin_without_tests_lets_all_survive() -> None:
    found = mutate_source(Source("bay.ssp", PIN.replace("TESTS", "")), plan=Plan(sample=12))
    assert found.count("killed") == 0
    assert any(each.test for each in found.outcomes)


def test_the_report_shows_the_change(report: Report) -> None:
    text = render_report(report, SOURCE)
    assert "bay.ssp:10:33: survived: effect dropped" in text
    assert "  + rule light when bells.5 hit {  }" in text
    assert "a test that kills it:" in text
    assert f"{report.count('killed')} killed" in text
    counts = counts_of(report, SOURCE, "0123456789abcdef")
    assert counts["killed"] == report.count("killed")
    assert len(counts["survivors"]) == report.count("survived")
    table = render_table([Row("bay", counts), Row("cove", None), Row("bay", counts, old=True)]).splitlines()
    assert table[2].startswith(f"| bay | {report.of} | ")
    assert table[2].endswith(" | `01234567` |")
    assert table[3].endswith(" | ? | not counted |")
    assert table[4].endswith(" | `01234567` \\* |")
    assert '"format": "ssp-mutate"' in encode_reports([(report, SOURCE)])


def test_a_mutant_whose_cells_are_numbered_otherwise_is_compared_all_the_same() -> None:
    """A bonus dropped takes its cell along, so that those behind it have other numbers."""
    bonuses = (
        '  bonuses gifts "Gifts" {\n    once extra "Extra" dashed\n    always more "More" { score 1 }\n  }\n'
    )
    test = TEST.replace("score is 6", "score is 6, lit")
    text = PIN.replace("  indicator lit", bonuses + "  indicator lit").replace("TESTS", test)
    found = mutate_source(Source("bay.ssp", text))
    dropped = [each for each in found.outcomes if each.mutant.fault == "bonus dropped"]
    assert [each.status for each in dropped] == ["survived", "equivalent"]
    assert dropped[0].apart
