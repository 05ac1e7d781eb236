"""What is installed from a wheel works far from the checkout: code, grammar, library, pages and rule IDs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder laid out as the wheel is, by what pyproject.toml says goes where."""
    site = tmp_path_factory.mktemp("site")
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in wheel["packages"]:
        shutil.copytree(ROOT / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    for source, target in wheel["force-include"].items():
        shutil.copytree(ROOT / source, site / target)
    return site


@pytest.mark.parametrize(
    "arguments",
    [
        "check bay.ssp",
        "lint bay.ssp",
        "build bay.ssp",
        "explain SSP201",
        "trace bay.ssp",
        "draw graph bay.ssp -o a.svg",
    ],
)
def test_an_installed_command_works_elsewhere(site: Path, tmp_path: Path, arguments: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(site)}
    for each in ("new bay", arguments):
        run = subprocess.run(
            [sys.executable, "-m", "sspdsl", *each.split()],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        assert str(ROOT) not in run.stdout
    if arguments.startswith("trace"):
        assert "tilt test on the roll after a nudge" in run.stdout


def test_the_command_is_there() -> None:
    assert PROJECT["project"]["scripts"] == {"ssp": "sspdsl.cli.main:main"}


def test_the_core_dependencies_are_few() -> None:
    names = {each.split(">")[0] for each in PROJECT["project"]["dependencies"]}
    assert names == {"click", "graphviz", "jsonschema", "lark", "networkx"}
