"""Imports go one way: `docs/architecture.md` says which, and this says it in a form that can fail."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "sspdsl"

# Each package, and what it may import of the project besides itself.
BASE = {"source", "resources", "plain"}
FRONT = BASE | {"diagnostics"}
BACK = BASE | {"ir"}
ANY = {"*"}
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": set(),
    "__main__": {"cli"},
    "plain": set(),
    "source": {"plain"},
    "resources": set(),
    "output": set(),
    "diagnostics": BASE,
    "ir": BASE,
    "graph": BACK,
    "interpret": BACK | {"record"},
    "record": BACK,
    "verify": BACK | {"graph", "interpret", "record"},
    "recheck": {"plain", "ir"},
    "codegen": BACK | {"graph"},
    "draw": BACK | {"graph", "interpret", "record"},
    "words": BACK,
    "syntax": FRONT,
    "format": FRONT | {"syntax"},
    "lint": FRONT | {"syntax", "check"},
    "check": FRONT | {"syntax", "ir"},
    "lower": FRONT | {"syntax", "check", "ir"},
    "pipeline": FRONT | {"syntax", "check", "lower", "lint", "ir"},
    "scenario": FRONT | BACK | {"interpret", "record"},
    "agree": BACK | {"interpret", "codegen", "record", "scenario"},
    "compare": FRONT
    | BACK
    | {"syntax", "check", "pipeline", "scenario", "interpret", "codegen", "record", "graph"},
    "mutate": FRONT
    | BACK
    | {"syntax", "check", "pipeline", "scenario", "interpret", "codegen", "record", "compare"},
    "cli": ANY,
}
FILES = sorted(PACKAGE.rglob("*.py"))


def package_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    """Packages of the project that a file imports anywhere in it; "" is the project itself."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the import out in full"
            names = [f"{node.module}.{each.name}" for each in node.names]
        for name in names:
            top, _, rest = name.partition(".")
            if top == "sspdsl":
                found.add(rest.split(".")[0])
    return found - {"", "__version__"}


def test_every_package_has_a_place() -> None:
    assert {package_of(path) for path in FILES} <= set(MAY_IMPORT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    package = package_of(path)
    allowed = MAY_IMPORT.get(package, set())
    if "*" not in allowed:
        assert imports_of(path) - {package} <= allowed


def loaded_by(code: str) -> set[str]:
    """The top-level modules in memory after running code in a new process."""
    show = "; import sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code + show], capture_output=True, text=True, cwd=ROOT, check=True
    )
    return {name.split(".")[0] for name in run.stdout.splitlines()[-1].split()}


HEAVY = {
    "jsonschema",
    "graphviz",
    "resvg_py",
    "networkx",
    "hypothesis",
    "pytest",
    "attr",
    "rpds",
    "referencing",
}


def test_importing_the_project_is_light() -> None:
    assert not loaded_by("import sspdsl, sspdsl.cli.main") & (HEAVY | {"lark"})


def test_checking_a_pin_is_light() -> None:
    code = "from sspdsl.cli.main import main; assert main(['check', 'pins/carniball.ssp']) == 0"
    assert not loaded_by(code) & HEAVY
