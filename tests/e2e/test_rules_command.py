"""`ssp rules` as it is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
CARNIBALL = str(ROOT / "pins" / "carniball.ssp")
LAMP = ROOT / "tests" / "golden" / "rules" / "lamp.ssp"


def test_rules_to_standard_output_and_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", CARNIBALL]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# Carniball\n")
    assert "**Duckies**" in said
    target = tmp_path / "rules.md"
    assert main(["rules", CARNIBALL, "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == said


def test_how_many_examples(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = []
    for which in ("none", "cited", "all"):
        assert main(["rules", CARNIBALL, "--examples", which]) == 0
        sizes.append(capsys.readouterr().out.count("\n### "))
    assert sizes[0] < sizes[1] < sizes[2]


def test_pictures_stand_beside_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pin = tmp_path / "lamp.ssp"
    pin.write_bytes(LAMP.read_bytes())
    target = tmp_path / "the lamp.md"
    assert main(["rules", str(pin), "-o", str(target), "--pictures"]) == 0
    assert "(the%20lamp_example_1.svg)" in target.read_text(encoding="utf-8")
    assert (tmp_path / "the lamp_example_1.svg").read_text(encoding="utf-8").startswith("<")
    assert "with 1 picture" in capsys.readouterr().err
    assert main(["rules", str(pin), "--pictures"]) == 2


def test_a_pin_with_mistakes_and_a_file_that_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.ssp"
    broken.write_text('pin broken "Broken" {')
    assert main(["rules", str(broken)]) == 1
    assert main(["rules", CARNIBALL, "-o", str(tmp_path / "none" / "x.md")]) in (0, 2)
    assert main(["rules", CARNIBALL, "-o", ""]) == 2
    capsys.readouterr()
