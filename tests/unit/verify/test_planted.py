"""The catalogue of planted faults: each is refuted by its property, with a game where a game can show it.

What can never happen (V1, V3, V10) and what the lines belie (V8) has a reason in place of a record;
a fault of V8 comes with a test block that holds on the faulty table. A game without end (V4, V5) is
played on from its record by the independent checker.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from sspdsl.agree import Sides, agree
from sspdsl.cli.recheck import Player
from sspdsl.compare.apart import load_module
from sspdsl.interpret import Interpreter, TableError
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.invariants import check_program
from sspdsl.ir.model import Program
from sspdsl.recheck import recheck
from sspdsl.record import Record, parse_record
from sspdsl.record.replay import take_step
from sspdsl.scenario import run_tests
from sspdsl.verify import Budget, Verdict, encode_verdicts, verify_program
from sspdsl.verify.verdict import PROVED, REFUTED
from tests.support.planted import Fault, catalogue, compiled, edited, faulty

FAULTS = catalogue()
ENDLESS = ("V4", "V5")
PLAYED = ("V2", "V4", "V5", "V6", "V7", "V9")
"""Refuted by a game."""
TURNS = {"V2": 500, "V9": 400, "V6": 150, "V7": 150}
GAMES = 60


def label(fault: Fault) -> str:
    return f"{fault.property}-{fault.name.replace(' ', '-')}"


def verdict_of(program: Program, property: str) -> Verdict:
    found = verify_program(program, Budget(turns=TURNS.get(property, 60)))
    return next(verdict for verdict in found if verdict.property == property)


def test_there_are_a_hundred_and_at_least_eight_a_property() -> None:
    count = Counter(fault.property for fault in FAULTS)
    assert len(FAULTS) >= 100
    assert min(count[f"V{number}"] for number in range(1, 12)) >= 8
    assert len({(fault.property, fault.name) for fault in FAULTS}) == len(FAULTS)


@cache
def good(base: str) -> dict[str, Verdict]:
    return {verdict.property: verdict for verdict in verify_program(compiled(edited(base)))}


@pytest.mark.parametrize("base", sorted({fault.base for fault in FAULTS}))
def test_without_a_fault_nothing_is_refuted(base: str) -> None:
    statuses = {name: verdict.status for name, verdict in good(base).items() if name != "V11"}
    assert statuses == dict.fromkeys(statuses, PROVED)


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.property != "V11"], ids=label)
def test_a_planted_fault_is_refuted(fault: Fault) -> None:
    program = faulty(fault)
    assert check_program(program) == []
    verdict = verdict_of(program, fault.property)
    assert verdict.status == REFUTED, verdict.words
    if fault.part or fault.says:
        refuted = [(item.name, item.words) for item in verdict.items if item.status == REFUTED]
        assert any(fault.part in name and fault.says in words for name, words in refuted), refuted
    if fault.property in PLAYED:
        assert verdict.evidence is not None
        if fault.property in ENDLESS:
            report = encode_verdicts(program.name, (verdict,))
            outcomes = {each.property: each for each in recheck(program, report, Player(program))}
            assert outcomes[fault.property].holds, outcomes[fault.property].words
        else:
            fails_at_its_end(program, parse_record(verdict.evidence))
    if fault.shows:
        (result,) = run_tests(program)
        assert result.passed, result.failures


def fails_at_its_end(program: Program, record: Record) -> None:
    """The last step of the record is an error of the table, and no step before."""
    engine = Interpreter(program)
    state = engine.new_game(record.players)
    for step in record.steps[:-1]:
        state = take_step(engine, state, step)
    with pytest.raises(TableError):
        engine.decision(take_step(engine, state, record.steps[-1]))


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.property == "V11"], ids=label)
def test_a_module_of_another_table_is_found_out(fault: Fault) -> None:
    program = compiled(edited(fault.base))
    module = load_module(compiled(edited(fault.base, fault.module)))
    found = agree(Sides(program, module), Coverage(program), GAMES)
    assert found.difference is not None
    assert found.record is not None
    engine = Interpreter(program)
    state = engine.new_game(parse_record(found.record).players)
    for step in parse_record(found.record).steps:
        state = take_step(engine, state, step)


def test_a_module_of_the_same_table_is_not() -> None:
    program = compiled(edited("bay.ssp"))
    found = agree(Sides(program, load_module(program)), Coverage(program), 20)
    assert (found.difference, found.games) == (None, 20)
