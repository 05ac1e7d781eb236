"""Short texts that stand for endless work: each is refused in a moment, with one message."""

from __future__ import annotations

import time

import pytest

from sspdsl.cli.new import new_pin
from sspdsl.pipeline import compile_source
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
            *(f"mode m{n} while m{n - 1} and m{n - 1} {{ when b12 hit {{ score 1 }} }}" for n in range(1, 40)),
        ],
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_work_is_refused_with_one_message(name: str) -> None:
    code, clauses = ENDLESS[name]
    begun = time.process_time()
    result = compile_source(Source("pin.ssp", with_clauses(*clauses)))
    assert [each.code for each in result.diagnostics if each.severity == "error"] == [code]
    assert time.process_time() - begun < BOUND


def test_a_chain_of_a_fair_length_is_fine() -> None:
    text = with_clauses(*chain(25, "@ + 1"), USE.format("d24"))
    assert compile_source(Source("pin.ssp", text)).diagnostics == ()
