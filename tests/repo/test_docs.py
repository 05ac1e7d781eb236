"""What the docs promise is there: commands, links, paths, a page for each message, a title for each rule."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sspdsl.cli.main import COMMANDS
from sspdsl.cli.rulebooks import rule_titles
from sspdsl.diagnostics.codes import CODES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CODE = re.compile(r"\bSSP\d{3}\b")


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```[^\n]*\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def readme_commands() -> list[str]:
    lines = blocks(ROOT / "README.md")[0].splitlines()
    return [bare for line in lines if (bare := line.split("#")[0].strip())]


def test_the_readme_begins_with_two_commands() -> None:
    assert readme_commands() == ["make pins", "make test"]


def test_both_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {"pins", "test"} <= set(targets)


def test_ci_runs_the_second_and_nothing_else() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]


def links() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not re.match(r"[a-z]+:", target):
                yield page, target


@pytest.mark.parametrize(
    ("page", "target"), list(links()), ids=lambda each: str(each).removeprefix(f"{ROOT}/")
)
def test_links_lead_somewhere(page: Path, target: str) -> None:
    path, _, part = target.partition("#")
    file = page if not path else (page.parent / path).resolve()
    assert file.is_relative_to(ROOT)
    assert file.exists()
    if part:
        headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert part in {re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "codes").glob("SSP*.md")}
    assert pages == set(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_of_a_code_names_it_and_says_what_is_right(code: str) -> None:
    text = (ROOT / "docs" / "codes" / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}")
    assert len(text.splitlines()) > 3


def test_every_code_the_sources_write_has_a_row() -> None:
    used = {
        code
        for path in (ROOT / "sspdsl").rglob("*.py")
        for code in CODE.findall(path.read_text(encoding="utf-8"))
    }
    assert used <= set(CODES)


def test_the_readme_lists_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`{name}`" not in text] == []


def test_every_command_the_docs_use_exists() -> None:
    used = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        used |= set(re.findall(r"`ssp ([a-z]+)", text))
        used |= {
            name for block in blocks(page) for name in re.findall(r"^\$? ?ssp ([a-z]+)", block, re.MULTILINE)
        }
    assert used <= set(COMMANDS)


def test_rule_ids_are_in_order_and_once() -> None:
    ids = [
        line.split("\t")[0]
        for path in (ROOT / "docs" / "rules").glob("*.tsv")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+", each) for each in ids)


def test_titles_of_rules_are_short_and_there_for_the_first_pins() -> None:
    for rule, title in rule_titles().items():
        assert len(title.split()) <= 10
        if re.match(r"(EX-|AMB-)?(CORE|CADE|CARNIBALL|ACADEMY)-", rule):
            assert title, rule


def test_the_change_log_speaks_of_this_version() -> None:
    from sspdsl import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_no_path_of_one_machine_is_committed() -> None:
    found = subprocess.run(
        [
            "git",
            "grep",
            "-nIE",
            r"(^|[^.a-zA-Z0-9_])/(home|root|Users)/[a-z]",
            "--",
            ".",
            ":!tests/repo/test_docs.py",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
