"""Two clauses for one situation: shown by a game, proved never to meet, or open."""

from __future__ import annotations

import pytest

from sspdsl.interpret import Interpreter
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.record import replay
from sspdsl.source import Source
from sspdsl.verify import Budget, verify_program
from sspdsl.verify.clashes import MOST, Clash, find_clashes
from sspdsl.verify.verdict import BOUNDED, PROVED, REFUTED
from tests.support.planted import compiled, edited

TURNS = 2_500


def table(*clauses: str) -> Program:
    return compiled(edited("bay.ssp", (("  counter coins", "\n".join([*clauses, "  counter coins"])),)))


def the_clash(program: Program) -> Clash:
    return the_clash_within(TURNS, program)


def the_clash_within(turns: int, program: Program) -> Clash:
    (clash,) = find_clashes(program, turns)
    return clash


LEAVE = "only move from left to flippers while lit"
INSTEAD_LIT = "  instead of turn_ends if lit { score 1 }"
INSTEAD_COINS = "  instead of turn_ends if coins more than 0 { score 2 }"


def test_two_replacements_that_hold_at_once_are_shown_by_a_game() -> None:
    program = table(INSTEAD_LIT, INSTEAD_COINS)
    clash = the_clash(program)
    assert clash.status == REFUTED
    assert clash.contest.name == "instead of turn_ends (bay.ssp:22) and instead of turn_ends (bay.ssp:21)"
    assert "SSP502" in clash.words
    assert clash.record is not None
    engine = Interpreter(program)
    game = clash.record.rpartition("\n> ")[0] + "\n"
    # The turn that the last line ends is the one in question: it may be that line that makes both hold.
    seen = [engine.view(replay(engine, text), 0)["cells"] for text in (game, clash.record)]
    assert any(cells["lit"] for cells in seen)
    assert any(cells["coins"] for cells in seen)


def test_conditions_that_exclude_each_other_are_proved_to() -> None:
    clash = the_clash(table(INSTEAD_LIT, "  instead of turn_ends if not lit { score 2 }"))
    assert clash.status == PROVED
    assert clash.words.startswith("never both at once: ")
    modes = (
        "  mode one while gear is 1 { instead of turn_ends { score 1 } }",
        "  mode two while gear is 2 { instead of turn_ends { score 2 } }",
    )
    assert the_clash(table(*modes)).status == PROVED


def test_one_replacement_or_one_of_each_layer_is_no_contest() -> None:
    assert find_clashes(table(INSTEAD_LIT), TURNS) == ()
    library = "library my.ends { instead of turn_ends { score 3 } }\n"
    text = library + edited(
        "bay.ssp", (("  counter coins", f"  use my.ends\n{INSTEAD_LIT}\n  counter coins"),)
    )
    assert find_clashes(compiled(text), TURNS) == ()


@pytest.mark.parametrize(
    ("clauses", "status"),
    [
        ((LEAVE, "only move from left to red_flipper + right while lit"), None),
        ((LEAVE, "only move from left to right while lit"), REFUTED),
        ((LEAVE, "no move from left to flippers"), REFUTED),
        ((LEAVE, "no move from left to flippers while not lit"), PROVED),
        ((LEAVE, "no move from left to inlane while lit"), None),
        ((LEAVE, "no move from start to flippers while lit"), None),
        (("no move from left to flippers while lit", "no move from left to right while lit"), None),
        (("only fall from left to flippers while lit", "no arrow from left to flippers while lit"), None),
    ],
)  # fmt: skip
def test_duties(clauses: tuple[str, str], status: str | None) -> None:
    found = find_clashes(table(*(f"  {clause}" for clause in clauses)), TURNS)
    assert [clash.status for clash in found] == ([status] if status else [])
    if status == REFUTED:
        engine = Interpreter(table(*(f"  {clause}" for clause in clauses)))
        assert found[0].record is not None
        replay(engine, found[0].record)


def test_what_only_a_test_lays_out_is_open_and_named() -> None:
    rare = "  instead of turn_ends if coins is 5 and gear is 3 { score 1 }"
    test = '  test "Both" {\n    given coins is 5, gear is 3, lit\n    roll 1 1\n    play 1 to bells\n  }'
    assert "test" not in the_clash_within(20, table(rare, INSTEAD_LIT)).words
    clash = the_clash_within(20, table(rare, INSTEAD_LIT, test))
    assert clash.status == BOUNDED
    assert "test `Both` lays out" in clash.words


def test_verify_tells_of_it_under_v10() -> None:
    program = table(INSTEAD_LIT, INSTEAD_COINS)
    verdict = next(v for v in verify_program(program, Budget(turns=2_000)) if v.property == "V10")
    assert verdict.status == REFUTED
    assert any(item.record and item.name.startswith("instead of turn_ends") for item in verdict.items)


def test_too_many_pairs_are_not_passed_over_in_silence() -> None:
    lines = [f"  instead of turn_ends if coins is {n} {{ score {n} }}" for n in range(5)]
    lines += [f"  instead of game_ends if coins is {n} {{ score {n} }}" for n in range(5)]
    lines += [f"  instead of round_ends if coins is {n} {{ score {n} }}" for n in range(8)]
    found = find_clashes(table(*lines), 60)
    assert len(found) == MOST + 1
    assert {clash.status for clash in found[:-1]} == {PROVED}
    assert found[-1].status == BOUNDED
    assert found[-1].words.startswith(f"more than {MOST} pairs")


def test_check_tells_of_those_that_are_alike() -> None:
    text = edited("bay.ssp", (("  counter coins", f"{INSTEAD_LIT}\n{INSTEAD_LIT}\n  counter coins"),))
    (problem,) = compile_source(Source("bay.ssp", text)).diagnostics
    assert (problem.code, problem.severity) == ("SSP502", "error")
    assert problem.related
