"""Short texts that stand for endless work: each is refused in a moment, with one message."""

from __future__ import annotations

import time

import pytest

from sspdsl.cli.artifacts import build_files
from sspdsl.cli.new import new_pin
from sspdsl.pipeline import compile_source
from sspdsl.scenario.run import run_tests
from sspdsl.source import Source

PIN = new_pin("bay")
BOUND = 10.0  # Seconds; each takes a fraction of one on a quiet machine.


def with_clauses(*clauses: str) -> str:
    """The pin with more clauses, before its bonus list."""
    at = PIN.index("  bonuses piers_bonus")
    return PIN[:at] + "\n".join(clauses) + "\n" + PIN[at:]


def chain(count: int, body: str, first: str = "sum") -> list[str]:
    """Definitions of which each needs the one before: `body` has `@` for that."""
    later = [f"define d{n} as {body.replace('@', f'd{n - 1}')}" for n in range(1, count)]
    return [f"define d0 as {first}", *later]


RULE = "rule r when b34 hit {{ {} }}"
USE = "rule r when b34 hit {{ score {} }}"
ENDLESS = {
    "a long chain": ("SSP107", [*chain(1000, "@ + 1"), USE.format("d999")]),
    "a long chain, last first": ("SSP107", [*reversed(chain(1000, "@ + 1")), USE.format("d999")]),
    "each twice the one before": ("SSP107", [*chain(1000, "@ + @"), USE.format("d999")]),
    "each twice, of conditions": ("SSP107", chain(1000, "@ and @", "doubles")),
    "each twice, of constants": ("SSP107", [*chain(60, "@ times @", "9"), USE.format("d59")]),
    "brackets in each": ("SSP107", chain(25, "(1 + " * 40 + "@" + ")" * 40)),
    "a long sum in each": ("SSP107", chain(25, "@" + " + score" * 140)),
    "of and of and of": ("SSP107", ["define f of x as x + x", USE.format("f of " * 40 + "sum")]),
    "a definition of itself": ("SSP308", ["define f of x as f of x", USE.format("f of 1")]),
    "a mode of itself": ("SSP308", ["mode a while a { rule r when b12 hit { score 1 } }"]),
    "modes of each other": (
        "SSP308",
        ["mode a while b { rule r when b12 hit { score 1 } }", "mode b while a { }"],
    ),
    "a chain of modes": (
        "SSP107",
        [
            "mode m0 while doubles { }",
            *(
                f"mode m{n} while m{n - 1} and m{n - 1} {{ when b12 hit {{ score 1 }} }}"
                for n in range(1, 40)
            ),
        ],
    ),
    "a choice of a million": ("SSP407", [RULE.format("choose n in 0..999999 { score n }")]),
    "a choice of a thousand and a thousand": (
        "SSP407",
        [RULE.format("choose n in 0..999, m in 0..999 { score n }")],
    ),
    "a draw of a million": ("SSP407", [RULE.format("draw n in 0..999999 { score n }")]),
    "a roll of a million": ("SSP407", ["counter c 0..999999", RULE.format("roll c")]),
    "an ability with a million options": (
        "SSP407",
        ["ability free during acting with a in 0..99, b in 0..99, c in 0..99 { score a + b + c }"],
    ),
    "a loop of a million": ("SSP407", [RULE.format("for each n in 0..999999 { score n }")]),
    "loops in loops": ("SSP407", [RULE.format("repeat 9999 { " * 20 + "score 1" + " }" * 20)]),
    "lists in lists": (
        "SSP407",
        [f"rule r when b34 hit if {''.join(f'some x{n} in boxes where ' for n in range(20))} doubles {{ }}"],
    ),
}
ENDLESS_IN_PLAY = {
    "squares": "let n0 be 9\n" + "\n".join(f"let n{n} be n{n - 1} times n{n - 1}" for n in range(1, 60)),
    "a score of a thousand digits": "score 9\nrepeat 20000 { add score to score }",
    "a long list": "change score to 999999999\nfor each n in 1..score { score n }",
    "a long choice": "change score to 999999\nchoose n in 1..score { score n }",
    "a long draw": "change score to 999999\ndraw n in 1..score { score n }",
    "a long loop": "change score to 999999999\nrepeat score { if doubles { score 1 } }",
    "a loop for ever": "repeat until 1 is 2 { }",
    "two choices at once": "change score to 9999\nchoose n in 1..score, m in 1..score { score n }",
    "a count in a count": (
        "change score to 9999\nif some n in 1..score where some m in 1..score where m is 0 { score 1 }"
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_work_is_refused_with_one_message(name: str) -> None:
    code, clauses = ENDLESS[name]
    begun = time.process_time()
    result = compile_source(Source("pin.ssp", with_clauses(*clauses)))
    assert [each.code for each in result.diagnostics if each.severity == "error"] == [code]
    assert time.process_time() - begun < BOUND


def test_many_rules_of_a_kind_with_many_features() -> None:
    rules = "\n".join(f"      rule k{n} when hit {{ score {n} }}" for n in range(500))
    features = "\n".join(f"    gong g{n} white [1, 2]" for n in range(500))
    kind = f"    kind gong is bumper {{\n{rules}\n    }}\n{features}\n    targets piers"
    begun = time.process_time()
    found = compile_source(Source("pin.ssp", PIN.replace("    targets piers", kind, 1))).diagnostics
    assert [each.code for each in found] == ["SSP407"]
    assert time.process_time() - begun < BOUND


def test_a_chain_of_a_fair_length_is_fine() -> None:
    text = with_clauses(*chain(25, "@ + 1"), USE.format("d24"))
    assert compile_source(Source("pin.ssp", text)).diagnostics == ()


@pytest.mark.parametrize("name", ENDLESS_IN_PLAY)
def test_what_is_endless_in_play_is_an_error_of_the_table(name: str) -> None:
    begun = time.process_time()
    program = compile_source(Source("pin.ssp", with_clauses(RULE.format(ENDLESS_IN_PLAY[name])))).program
    assert program is not None
    (result,) = run_tests(program)
    assert [each.code for each in result.failures] == ["SSP710"]
    assert len(result.failures[0].message) < 200
    assert time.process_time() - begun < BOUND


def test_a_table_of_many_boxes_is_built_in_time_that_grows_with_it() -> None:
    boxes = ", ".join(str(number % 6 + 1) for number in range(5_000))
    text = PIN.replace("    targets piers", f"    targets tiles red [{boxes}]\n    targets piers", 1)
    begun = time.process_time()
    program = compile_source(Source("pin.ssp", text)).program
    assert program is not None
    assert max(map(len, build_files(program).values())) < 5_000_000
    assert time.process_time() - begun < BOUND
