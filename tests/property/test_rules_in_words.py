"""The rules of a random pin, in words, leave nothing out that has a name."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program
from sspdsl.ir.walk import bodies_of, terms_in
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.words import rules_text
from sspdsl.words.english import plain_name
from sspdsl.words.markdown import escaped
from tests.support.pins import PINS, compiled
from tests.support.random_pins import pins

FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def program_of(text: str) -> Program:
    made = compile_source(Source("random.ssp", text))
    assert made.program is not None, text
    return made.program


def titles(program: Program) -> list[str]:
    """The titles of features, sets, lists of bonuses and their entries, abilities and achievements."""
    rows = (program.zones, program.features, program.abilities, program.achievements)
    found = [each.title or plain_name(each.name) for row in rows for each in row]
    found += [each.title or plain_name(each.name) for each in program.sets if each.feature is None]
    terms = terms_in(*(body for _, body in bodies_of(program)))
    for term in terms:
        if isinstance(term, t.OneOf) and len(term.branches) > 1:
            found += [branch.title for branch in term.branches if branch.title]
    return found


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.stem)
def test_everything_with_a_title_is_there_in_a_pin(pin: Path) -> None:
    everything_is_there(compiled(pin))


@FEW
@given(pins())
def test_everything_with_a_title_is_there(text: str) -> None:
    everything_is_there(program_of(text))


def everything_is_there(program: Program) -> None:
    text = rules_text(program)
    columns = 0
    for line in text.splitlines():
        cells = line.replace("\\|", "").count("|")
        assert cells == 0 or columns in (0, cells), line  # A table that a reader of Markdown takes for one.
        columns = cells
    said = text.casefold()
    for title in titles(program):
        assert escaped(title).casefold() in said, title
    for box in program.boxes:
        faces = "/".join(map(str, box.faces))
        if faces and faces != "1/2/3/4/5/6":
            assert faces in said


@FEW
@given(pins())
def test_the_same_table_gives_the_same_text(text: str) -> None:
    assert rules_text(program_of(text), "all") == rules_text(program_of(text), "all")
