"""Each lint rule finds its bad case, and nothing in the good one; its page shows the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sspdsl.check.table import check_source
from sspdsl.cli.fixes import apply_fixes
from sspdsl.diagnostics.codes import CODES
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.format.printer import format_source
from sspdsl.lint.registry import RULES
from sspdsl.lint.run import Choice, lint_source
from sspdsl.lint.silence import BARE, IDLE
from sspdsl.source import Source

CASES = Path(__file__).resolve().parent
ROOT = CASES.parents[1]
PINS = sorted((ROOT / "pins").glob("*.ssp"))
STD = sorted((ROOT / "grammar" / "std").rglob("*.ssp"))
CODE_OF = {name: rule.code for name, rule in RULES.items()} | {
    "silence-without-reason": BARE,
    "idle-silence": IDLE,
}
FIXED = sorted(path.parent.name for path in CASES.glob("*/fixed.ssp"))
EXAMPLE = re.compile(r"\*\*(Wrong|Right)\*\*\n\n```\n(.*?)```", re.DOTALL)


def lint(text: str, choice: Choice = Choice(), name: str = "pin.ssp") -> tuple[Diagnostic, ...]:  # noqa: B008
    source = Source(name, text)
    model, problems = check_source(source)
    assert problems == ()
    return lint_source(source, model, choice)


def read(rule: str, which: str) -> str:
    return (CASES / rule / f"{which}.ssp").read_text(encoding="utf-8")


def with_rule(code: str) -> Choice:
    """What is asked usually, and this rule, usual or not."""
    return Choice(select=(*(r.code for r in RULES.values() if r.usual), BARE, IDLE, code))


def test_every_rule_has_its_cases_and_every_case_its_rule() -> None:
    folders = {path.name for path in CASES.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(CODE_OF)


def test_every_code_of_lint_is_one_rule() -> None:
    assert sorted(CODE_OF.values()) == sorted(code for code in CODES if code[3] == "6")


@pytest.mark.parametrize("rule", CODE_OF)
def test_the_bad_is_found_and_nothing_in_the_good(rule: str) -> None:
    code = CODE_OF[rule]
    found = lint(read(rule, "bad"), with_rule(code))
    assert [each.code for each in found] == [code]
    assert found[0].severity == "warning"
    assert found[0].message[0] in '`"' or found[0].message[0].islower()
    assert not found[0].message.endswith(".")
    assert lint(read(rule, "bad"), Choice(ignore=(code,))) == ()
    assert lint(read(rule, "good"), with_rule(code)) == ()


@pytest.mark.parametrize("rule", FIXED)
def test_the_fixed_is_clean_and_where_a_fix_is_safe_it_makes_it(rule: str) -> None:
    bad, fixed = read(rule, "bad"), read(rule, "fixed")
    assert lint(fixed) == ()
    found = lint(bad)
    if found[0].fix is not None:
        assert apply_fixes(bad.encode(), found) == (fixed.encode(), 1)


def test_what_has_a_fix_has_a_case_that_shows_it() -> None:
    assert len(FIXED) > 10
    assert {rule for rule in CODE_OF if any(each.fix for each in lint(read(rule, "bad")))} <= set(FIXED)


@pytest.mark.parametrize("rule", CODE_OF)
def test_the_page_of_a_rule_is_true(rule: str) -> None:
    code = CODE_OF[rule]
    page = (ROOT / "docs" / "codes" / f"{code}.md").read_text(encoding="utf-8")
    examples = dict(EXAMPLE.findall(page))
    assert [each.code for each in lint(examples["Wrong"], with_rule(code))] == [code]
    assert lint(examples["Right"], with_rule(code)) == ()
    assert "**When to ignore it.**" in page
    assert rule in page or rule not in RULES


@pytest.mark.parametrize("rule", CODE_OF)
def test_the_examples_are_laid_out(rule: str) -> None:
    for which in ("bad", "good"):
        text = read(rule, which)
        assert format_source(Source("pin.ssp", text))[0] == text


@pytest.mark.parametrize("rule", sorted(set(RULES) - {"untested-pin"}))
def test_a_comment_with_a_reason_silences(rule: str) -> None:
    code = CODE_OF[rule]
    text = read(rule, "bad")
    line = lint(text, with_rule(code))[0].span.line
    lines = text.splitlines()
    above = [*lines[: line - 1], f"# lint: ignore {code} because it is meant", *lines[line - 1 :]]
    assert lint("\n".join(above) + "\n", with_rule(code)) == ()


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        ("# lint: ignore SSP618 because it is still to be balanced", []),
        ("# lint: ignore SSP618, SSP619 because why not", [IDLE]),
        ("# lint: ignore SSP618", [BARE, "SSP618"]),
        ("# lint: ignore because of the wheel", [BARE, "SSP618"]),
        ("# lint: ignore SSP619 because it is another", [IDLE, "SSP618"]),
        ("# the lint: of the pocket", ["SSP618"]),
    ],
)
def test_a_silence_says_what_and_why(comment: str, codes: list[str]) -> None:
    text = read("empty-reward", "bad").replace("{ score 0 }", f"{{ score 0 }}  {comment}")
    assert sorted(each.code for each in lint(text)) == sorted(codes)


def test_a_title_is_no_comment() -> None:
    text = read("empty-reward", "good").replace('"A roll"', '"A # lint: ignore"')
    assert lint(text) == ()


@pytest.mark.parametrize("path", [*PINS, *STD], ids=lambda path: path.stem)
def test_the_pins_of_the_books_and_the_libraries_have_nothing_to_point_out(path: Path) -> None:
    found = lint(path.read_text(encoding="utf-8"), name=path.name)
    assert [(each.code, each.span.line, each.message) for each in found] == []


@pytest.mark.parametrize(
    "text",
    [
        'zone low "Low" {\n    bumper gong "Gong" white [1, 2]\n    lines gong - bells\n'
        "    lines bells.1 - gong\n    lines gong.1 - bells\n  }",
        'zone low "Low" {\n    bumper b12 white [1, 2]\n    bumper b34 white [3]\n    group all = b12 + b34\n'
        "    arrows all -> all\n    arrows b12.1 -> b12.2\n  }",
        'zone low "Low" {\n    targets jets "Jets" white [4, 5] worth 1 {\n      reached only by hop\n    }\n'
        "    arrows hop: start -> jets\n  }",
        "rule ring when bells hit { score 1 + 2 times 3 }",
        "rule ring when bells hit if value of chosen at least 3 or value of chosen less than 2 { score 1 }",
        "rule ring when bells hit if value of chosen is 1 or value of chosen is 2 { score 1 }",
        "rule ring when bells hit { if doubles { score 1 } else if sum is 7 { score 2 } }",
        "action quiet { }\n  rule ring when bells hit { do quiet }",
        'counter laps "Laps" 0..3\n  rule ring when bells hit { add 1 to laps }\n  define far as laps is 3\n'
        "  rule end when turn ends if far { score 1 }",
        'counter laps "Laps" 0..3\n  rule ring when bells hit {\n    change laps to 2\n'
        "    change laps to laps + 1\n    score laps\n  }",
        'counter laps "Laps" per dice 0..3\n  rule ring when bells hit {\n    change laps of chosen to 2\n'
        "    change laps of other to 1\n    score laps of chosen\n  }",
    ],
)
def test_what_is_near_a_rule_is_not_pointed_out(text: str) -> None:
    pin = read("empty-reward", "good").replace("rule ring when bells hit { score 1 }", text)
    assert text in pin
    source = Source("pin.ssp", pin)
    model, problems = check_source(source)
    assert [each.message for each in problems] == []
    assert [each.message for each in lint_source(source, model)] == []
