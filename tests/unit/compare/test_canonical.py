"""The order of declarations: without meaning where it has none, heard where it has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sspdsl.compare.apart import numbered
from sspdsl.compare.canonical import Version, forms_equal, in_order
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from tests.support.pins import PINS

TEXT = """\
pin bay "Bay" {
  zone top "Top" {
    start_arrow start
    targets bells "Bells" yellow [1/2, 3/4] worth 1
    targets drums "Drums" red [5, 6]
    arrows start -> bells
  }
  indicator lit double
  counter coins 0..5 starts 1
  action pay with n { score n }
  stars from bells times 2 while lit
  stars from drums times 3 while lit
  rule one when bells complete { do pay with 1 }
  rule two when bells complete { mark lit }
  rule three when drums complete { add 1 to coins }
  ability wish "Wish" during acting with d in dice where value of d is not 6 once a game { change d to 6 }
  ability hope "Hope" during acting with d in dice where value of d is not 1 once a game { change d to 1 }
  achievement first "First" when bells complete
  achievement second "Second" when bells complete
  bonuses gifts "Gifts" {
    once more "More" { score 1 }
    always none_left "None" { score 2 }
  }
  rule gift when drums complete { choose one of gifts }
  use std.flipper_zone
}
"""
BELLS = '    targets bells "Bells" yellow [1/2, 3/4] worth 1\n'
DRUMS = '    targets drums "Drums" red [5, 6]\n'

WISH, HOPE = (line for line in TEXT.splitlines(keepends=True) if "ability" in line)
ONE, TWO = (line for line in TEXT.splitlines(keepends=True) if "when bells complete {" in line)


def version(text: str) -> Version:
    source = Source("bay.ssp", text)
    program = compile_source(source).program
    assert program is not None, compile_source(source).diagnostics
    return Version(source, None, program)


def swapped(text: str, one: str, other: str) -> str:
    assert one in text
    assert other in text
    return text.replace(one, "\0").replace(other, one).replace("\0", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BELLS, DRUMS),
        ("  indicator lit double\n", "  counter coins 0..5 starts 1\n"),
        ("stars from bells times 2 while lit", "stars from drums times 3 while lit"),
        ("rule two when bells complete { mark lit }", "rule three when drums complete { add 1 to coins }"),
        ('achievement first "First"', 'achievement second "Second"'),
        ('once more "More" { score 1 }', 'always none_left "None" { score 2 }'),
        (WISH, HOPE),
        ("  action pay with n { score n }\n", "  stars from drums times 3 while lit\n"),
    ],
)  # fmt: skip
def test_an_order_without_meaning_is_not_heard(one: str, other: str) -> None:
    assert forms_equal(version(TEXT), version(swapped(TEXT, one, other)))


def test_nor_are_layout_and_comments() -> None:
    text = (
        TEXT.replace("\n  ", "\n\n      ").replace("double\n", "double  # a lamp\n").replace('"Bells"', '"B"')
    )
    assert forms_equal(version(TEXT), version(text))


def test_rules_on_one_event_run_in_the_order_of_the_text() -> None:
    other = swapped(TEXT, ONE, TWO)
    assert not forms_equal(version(TEXT), version(other))


def test_zones_stand_in_their_order() -> None:
    more = TEXT.replace("  indicator", '  zone low "Low" { bumper hub white [1, 2] }\n  indicator', 1)
    turned = more.replace('  zone low "Low" { bumper hub white [1, 2] }\n', "").replace(
        '  zone top "Top"', '  zone low "Low" { bumper hub white [1, 2] }\n  zone top "Top"'
    )
    assert not forms_equal(version(more), version(turned))


@pytest.mark.parametrize(
    "effect",
    [
        "let x be (first b in boxes of top where b is empty)\n fill x",
        "for each b in boxes of top where b is empty { fill b }",
        "let x be (first b in boxes of top where b is empty)\n score worth of x",
    ],
)
def test_features_that_are_gone_through_in_order_stay_in_it(effect: str) -> None:
    text = TEXT.replace("mark lit }", f"mark lit\n {effect}\n }}")
    assert not forms_equal(version(text), version(swapped(text, BELLS, DRUMS)))


def test_a_lifetime_of_an_implied_indicator_is_that_of_the_first_list() -> None:
    lists = '  bonuses zebra "Z" { once glow "Glow" dashed }\n  bonuses ape "A" { once glow "Glow" }\n'
    text = TEXT.replace("  use std.flip", lists + "  use std.flip")
    one, other = lists.splitlines(keepends=True)
    assert not forms_equal(version(text), version(swapped(text, one, other)))


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_every_pin_can_be_put_in_order(path: Path) -> None:
    given = version(path.read_text(encoding="utf-8"))
    assert in_order(given, False) is not None


def test_a_slot_of_places_tells_nothing_where_places_have_other_numbers() -> None:
    slot = "  slot target holds box or none\n  indicator lit"
    text = TEXT.replace("  indicator lit", slot).replace("{ mark lit }", "{ change target to box }")
    other = swapped(text, BELLS, DRUMS)
    assert forms_equal(version(text), version(other))
    left, right = version(text).program, version(other).program
    assert numbered(left, right) == {"target"}
    assert numbered(left, left) == frozenset()
