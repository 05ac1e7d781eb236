"""What all tests share: golden files, rewritten with `--update-golden`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the expected texts anew; then read the diff"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """`golden(path, text)`: the file holds this text, or, with `--update-golden`, does from now on."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.is_file(), f"{path.name} is missing; run pytest with --update-golden"
        assert path.read_bytes().decode("utf-8") == text

    return check


@pytest.fixture(scope="session")
def ssp_files() -> tuple[Path, ...]:
    """The pins and libraries of the project."""
    return tuple(sorted([*ROOT.glob("pins/*.ssp"), *ROOT.glob("grammar/std/*.ssp")]))
