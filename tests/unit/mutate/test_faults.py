"""Which faults a clause has, each as the text it becomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.mutate.faults import faults_of
from sspdsl.source import Source
from sspdsl.syntax.parse import parse

PINS = sorted((Path(__file__).resolve().parents[3] / "pins").glob("*.ssp"))


def texts(clause: str) -> set[str]:
    """What the clause becomes, alone in a pin, by each of its faults; blanks do not count."""
    before, after = 'pin x "X" {\n', "\n}\n"
    source = Source("x.ssp", before + clause + after)
    tree, problems = parse(source)
    assert tree is not None
    assert not problems
    found = set()
    for mutant in faults_of(tree):
        text = mutant.apply(source).text
        assert text.startswith(before)
        assert text.endswith(after)
        found.add(" ".join(text[len(before) : -len(after)].split()))
    return found


def test_faces_colours_and_worth() -> None:
    assert texts('targets a "A" yellow [1/2, 6] worth 1') == {
        'targets a "A" white [1/2, 6] worth 1',
        'targets a "A" yellow [2/2, 6] worth 1',
        'targets a "A" yellow [1/3, 6] worth 1',
        'targets a "A" yellow [2, 6] worth 1',
        'targets a "A" yellow [1, 6] worth 1',
        'targets a "A" yellow [1/2, 1] worth 1',
        'targets a "A" yellow [1/2, 6] worth 2',
    }


def test_arrows_are_dropped_turned_and_made_to_go_both_ways() -> None:
    assert texts("arrows a -> b -> c while d") == {
        "arrows b -> c while d",
        "arrows a -> b while d",
        "arrows c -> b -> a while d",
        "arrows a <-> b -> c while d",
        "arrows a -> b <-> c while d",
        "arrows a -> b -> c while not (d)",
        "arrows a -> b -> c",
    }


def test_an_arrow_in_the_middle_leaves_two_clauses() -> None:
    assert "lines n: a - b while x lines n: c - d while x" in texts("lines n: a - b - c - d while x")


def test_what_is_dropped_takes_along_where_it_comes_from() -> None:
    assert "" in texts("arrows a -> b cite A-B-01")


def test_lifetimes_and_bounds() -> None:
    assert texts("counter c 1..5 starts 2 dashed") == {
        "counter c 2..5 starts 2 dashed",
        "counter c 0..5 starts 2 dashed",
        "counter c 1..6 starts 2 dashed",
        "counter c 1..4 starts 2 dashed",
        "counter c 1..5 starts 3 dashed",
        "counter c 1..5 dashed",
        "counter c 1..5 starts 2 double",
    }
    assert texts("indicator lit") == {"indicator lit dashed"}


def test_conditions() -> None:
    assert texts("define d as a and (b or not c)") == {
        "define d as (a or (b or not c))",
        "define d as (b or not c)",
        "define d as (a)",
        "define d as a and ((b and not c))",
        "define d as a and ((not c))",
        "define d as a and ((b))",
        "define d as a and (b or (c))",
    }
    assert texts("define d as n less than 2") == {
        "define d as n at most 2",
        "define d as n less than 1",
    }
    assert texts("define d as (a + b) is c") == {"define d as (a + b) is not c", "define d as (a - b) is c"}


def test_rules() -> None:
    assert texts("rule r when a + b hit if c { score 1 }") == {
        "",
        "rule r before a + b hit if c { score 1 }",
        "rule r when a + b filled if c { score 1 }",
        "rule r when b hit if c { score 1 }",
        "rule r when a hit if c { score 1 }",
        "rule r when a + b hit { score 1 }",
        "rule r when a + b hit if not (c) { score 1 }",
        "rule r when a + b hit if c { score 2 }",
        "rule r when a + b hit if c { }",
    }


def test_multipliers() -> None:
    assert texts("stars from a + awards of b times 2 except c while d") == {
        "",
        "stars times 2 except c while d",
        "stars from a times 2 except c while d",
        "stars from awards of b times 2 except c while d",
        "stars from a + b times 2 except c while d",
        "stars from a + awards of b times 3 except c while d",
        "stars from a + awards of b times 2 while d",
        "stars from a + awards of b times 2 except c",
        "stars from a + awards of b times 2 except c while not (d)",
    }


def test_bans_and_overrides() -> None:
    assert texts("no fall from a to b while c") == {
        "",
        "no fall to b while c",
        "no fall from a while c",
        "no fall from a to b",
        "no fall from a to b while not (c)",
    }
    assert texts("override option o is yes") == {"", "override option o is no"}


def test_effects() -> None:
    assert texts("action a { if b { mark c } else { may end round } }") == {
        "",
        "action a { }",
        "action a { mark c }",
        "action a { if not (b) { mark c } else { may end round } }",
        "action a { if b { mark c } }",
        "action a { if b { } else { may end round } }",
        "action a { if b { fill c } else { may end round } }",
        "action a { if b { erase c } else { may end round } }",
        "action a { if b { mark c } else { } }",
        "action a { if b { mark c } else { end round } }",
        "action a { if b { mark c } else { may end step } }",
    }


def test_abilities_and_bonus_lists() -> None:
    found = texts("ability a during w with d in dice where d once a turn keeping ball if c { add 1 to x }")
    assert "ability a during w with d in dice once a turn keeping ball if c { add 1 to x }" in found
    assert "ability a during w with d in dice where d keeping ball if c { add 1 to x }" in found
    assert "ability a during w with d in dice where d once a turn if c { add 1 to x }" in found
    assert "ability a during w with d in dice where d once a turn keeping ball { add 1 to x }" in found
    assert (
        "ability a during w with d in dice where d once a turn keeping ball if c { take 1 from x }" in found
    )
    assert "bonuses b { always x dashed }" in texts("bonuses b { once x dashed }")
    assert "bonuses b { once x double }" in texts("bonuses b { once x dashed }")


@pytest.mark.parametrize(
    "clause",
    ['test "T" { roll 1 2\n then score is 3 }', 'excuse A-B-01 "7"', 'record 80 "ADA"', "difficulty easy"],
)
def test_what_says_nothing_about_play_is_left_alone(clause: str) -> None:
    assert texts(clause) == set()


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_every_fault_of_every_pin_can_be_read(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    tree, _ = parse(source)
    assert tree is not None
    mutants = faults_of(tree)
    assert len(mutants) > 100
    for mutant in mutants[:: max(len(mutants) // 40, 1)]:
        _, problems = parse(mutant.apply(source))
        assert problems == (), mutant
        assert mutant.change(source)[0] != mutant.change(source)[1]
