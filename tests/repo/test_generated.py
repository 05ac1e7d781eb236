"""`generated/` is what `make pins` would write: nothing by hand, nothing old, nothing that no pin made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sspdsl.cli.artifacts import build_files
from sspdsl.cli.compiled import compile_given
from sspdsl.cli.inputs import Given

ROOT = Path(__file__).resolve().parents[2]
PINS = sorted((ROOT / "pins").glob("*.ssp"))
GENERATED = ROOT / "generated"


def files_of(pin: Path) -> dict[str, bytes]:
    result = compile_given(Given(pin.name, pin.read_bytes(), pin))
    assert result.program is not None, result.diagnostics
    return build_files(result.program)


def test_there_are_pins() -> None:
    assert PINS


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.stem)
def test_every_file_of_a_pin_is_up_to_date(pin: Path) -> None:
    for name, data in files_of(pin).items():
        assert (GENERATED / name).is_file(), f"{name} is missing: run `make pins`"
        assert (GENERATED / name).read_bytes() == data, f"{name} is old: run `make pins`"


def test_every_file_comes_from_a_pin() -> None:
    stems = {pin.stem for pin in PINS}
    strays = [
        name
        for name in os.listdir(GENERATED)
        if name.split(".")[0] not in stems and name not in ("__pycache__", ".gitignore", ".gitattributes")
    ]
    assert strays == []


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.stem)
def test_a_pin_is_called_as_its_file(pin: Path) -> None:
    assert all(name.split(".")[0] == pin.stem for name in files_of(pin))
