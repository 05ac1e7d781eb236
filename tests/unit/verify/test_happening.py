"""V3 and V10: planted faults, one a table, are refuted with the reason; the table without them is proved."""

from __future__ import annotations

from functools import cache

import pytest

from sspdsl.interpret.state import first_state
from sspdsl.ir.encode import from_json, to_json
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.verify import Budget, Item, Verdict, verify_program
from sspdsl.verify.happening import games_of
from sspdsl.verify.sites import sites_of
from sspdsl.verify.verdict import BOUNDED, NOT_APPLICABLE, PROVED, REFUTED
from sspdsl.verify.watch import Watch

PIN = """pin lantern_bay "Lantern Bay" {
  option rounds is 2 // option
  option lamps_count_twice is no
  zone top "Top" {
    start_arrow start "Start"
    targets cars "Cars" yellow [1/2, 3/4, 5/6] worth 1
    arrows start -> cars
  }
  zone drops "Drops" {
    targets bells "Bells" yellow [1/2, 3/4, 5/6] worth 1 { when complete { choose one of gifts } }
    targets horns "Horns" red [1/2, 3/4, 5/6]
    // zone
  }
  use std.flipper_zone
  bonuses gifts "Gifts" {
    once lamp "Lamp"
    always two_stars "2 stars" { score 2 }
    // list
  }
  stars from cars times 2 while lamp
  counter toots "Toots" 0..5 double
  rule count_toots when horns hit if toots less than 5 { add 1 to toots }
  rule loud when horns complete if toots at least 4 { do ring }
  action ring { if lamp or lamps_count_twice { score 3 } else { score 1 } }
  // top
}
"""


def with_lines(**lines: str) -> Program:
    text = PIN
    text = text.replace("option rounds is 2 // option", lines.pop("option", "option rounds is 2"))
    for name, line in lines.items():
        text = text.replace(f"// {name}", line)
    text = "\n".join(line for line in text.splitlines() if "//" not in line)
    result = compile_source(Source("lantern_bay.ssp", text))
    assert result.program is not None, result.diagnostics
    return result.program


@cache
def verdicts(**lines: str) -> dict[str, Verdict]:
    found = verify_program(with_lines(**lines), Budget(turns=1_500))
    return {verdict.property: verdict for verdict in found}


def items(verdict: Verdict, status: str) -> list[Item]:
    return [item for item in verdict.items if item.status == status]


# ---------------------------------------------------------------- nothing wrong


@pytest.mark.parametrize("name", ["V3", "V10"])
def test_the_table_itself_is_proved(name: str) -> None:
    verdict = verdicts()[name]
    assert verdict.status == PROVED, verdict.words
    assert {item.status for item in verdict.items} <= {PROVED, NOT_APPLICABLE}
    assert verdict.certificate is not None
    assert verdict.certificate["games"]


def test_every_part_of_the_table_is_asked_for() -> None:
    names = " | ".join(f"{item.name}: {item.words}" for item in verdicts()["V3"].items)
    for part in (
        "set cars",
        "set bells",
        "entry Lamp of Gifts",
        "entry 2 stars",
        "flag lamp",
        "counter toots",
    ):
        assert part in names
    assert "rule count_toots" in names
    assert "rule inlane_to_flipper (std.pinball" in names
    assert "action ring" in names
    asked = [item.name for item in verdicts()["V10"].items]
    assert any("`toots is at least 4` in rule loud (lantern_bay.ssp" in name for name in asked)
    assert any("not taken gifts.lamp" in name for name in asked)


# ---------------------------------------------------------------- V3

FAULTS_OF_V3 = {
    "a set with a box that no die fills": (
        {"zone": 'targets vault "Vault" yellow [1/2, none]'},
        "set vault", "its box vault.none is never filled",
    ),
    "a set with a flag that nothing sets": (
        {"top": 'indicator key "Key"\n  set chest = cars + key\n  when chest complete { score 9 }'},
        "set chest", "its flag key is never set",
    ),
    "an entry whose condition cannot be": (
        {"list": 'always gold "Gold" if toots more than 5 { score 9 }'},
        "entry Gold of Gifts", "`toots` is always one of 0..5",
    ),
    "an entry of a list that nobody offers": (
        {"top": 'bonuses extras "Extras" { always gold "Gold" { score 9 } }\n'
                "  action grand { choose one of extras }"},
        "entry Gold of Extras", "nothing that runs does `grand`",
    ),
    "a flag that is set and never read": (
        {"top": 'indicator bell "Bell"\n  rule note when cars complete { mark bell }'},
        "flag bell", "no rule, condition or worth reads it",
    ),
    "a flag that is read and never set": (
        {"top": 'indicator bell "Bell"\n  stars from horns times 2 while bell'},
        "flag bell", "another value than its first",
    ),
    "a counter that only itself reads": (
        {"top": 'counter laps "Laps" 0..2000\n  rule note when cars complete { add 1 to laps }'},
        "counter laps", "no rule, condition or worth reads it",
    ),
    "a rule on a flag that never changes": (
        {"top": 'indicator bell "Bell"\n  rule note when bell changed if bell { score 1 }'},
        "rule note", "`bell changed` never occurs",
    ),
    "a rule whose condition never holds": (
        {"top": "rule note when cars complete if toots is 7 { score 1 }"},
        "rule note", "`toots is 7` never holds: `toots` is always one of 0..5",
    ),
    "a rule on an action that nobody does": (
        {"top": "action feast { score 1 }\n  rule note when feast { score 1 }"},
        "rule note", "never occurs",
    ),
    "an ability that is never open": (
        {"top": 'ability lift "Lift" during acting with d in dice if toots more than 5 { change d to 6 }'},
        "ability lift", "never holds",
    ),
    "a modifier that never applies": (
        {"top": "stars from horns times 2 while toots less than 0"},
        "modifier while toots", "never holds",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS_OF_V3)
def test_what_never_comes_into_play_is_refuted(fault: str) -> None:
    lines, name, why = FAULTS_OF_V3[fault]
    verdict = verdicts(**lines)["V3"]
    assert verdict.status == REFUTED, verdict.words
    refuted = items(verdict, REFUTED)
    assert any(item.name.startswith(name) and why in item.words for item in refuted), refuted
    assert any("(lantern_bay.ssp:" in item.name for item in refuted)


def test_members_of_a_flag_that_no_game_sets_are_named() -> None:
    lines = {
        "top": 'indicator bell "Bell" per 1..3\n'
        "  rule note when cars complete if not bell of 1 { mark bell of 1 }\n"
        "  rule more when horns complete if not bell of 2 and not bell of 3 { mark bell of 2 }"
    }
    verdict = verdicts(**lines)["V3"]
    (item,) = [i for i in verdict.items if i.name.startswith("flag bell") and i.words.startswith("set")]
    assert item.status == PROVED
    assert item.words == "set; not seen for 3"


# ---------------------------------------------------------------- V10

FAULTS_OF_V10 = {
    "always true": (
        {"top": "rule note when cars complete if toots at most 5 { score 1 }"},
        "`toots is at most 5` in rule note", "never false",
    ),
    "never true": (
        {"top": "rule note when cars complete if toots more than 5 { score 1 }"},
        "`toots is more than 5` in rule note", "never true",
    ),
    "always true inside a body": (
        {"top": "rule note when cars complete if toots more than 2 { if toots more than 1 { score 1 } }"},
        "`toots is more than 1` in rule note", "never false",
    ),
    "never true inside a body": (
        {"top": "rule note when cars complete "
                "{ if toots more than 2 { score 1 } else { if toots is 4 { score 2 } } }"},
        "`toots is 4` in rule note", "never true",
    ),
    "never asked": (
        {"top": 'indicator bell "Bell"\n  rule note when bell changed if bell { score 1 }'},
        "`bell` in rule note", "never asked",
    ),
    "a part of a list that is always open": (
        {"list": 'always gold "Gold" if toots less than 6 { score 9 }'},
        "`toots is less than 6` in the rule on bells complete", "never false",
    ),
    "an arrow that is never there": (
        {"top": "arrows red_flipper -> bells while toots more than 5"},
        "`toots is more than 5` in arrow from red_flipper", "never true",
    ),
    "a modifier that always applies": (
        {"top": "stars from horns times 2 while toots at least 0"},
        "`toots is at least 0` in modifier", "never false",
    ),
    "an exception that a wider one shadows": (
        {"top": "instead of ring if toots more than 4 { score 8 }\n"
            "  instead of ring if toots more than 3 { score 9 }"
        },
        "instead of ring", "shadowed",
    ),
    "a body that an exception always shadows": (
        {"top": "instead of ring { score 9 }"},
        "action ring", "shadowed: the `instead of`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS_OF_V10)
def test_a_condition_that_decides_nothing_is_refuted(fault: str) -> None:
    lines, name, why = FAULTS_OF_V10[fault]
    verdict = verdicts(**lines)["V10"]
    assert verdict.status == REFUTED, verdict.words
    assert any(name in item.name and why in item.words for item in items(verdict, REFUTED)), verdict.items


# ---------------------------------------------------------------- what counts against nobody


def test_what_rests_on_options_is_a_setting() -> None:
    found = verdicts(top="stars from horns times 2 while lamps_count_twice")
    assert "1 more rest on options alone, and are settings" in found["V10"].words
    for name in ("V3", "V10"):
        assert found[name].status == PROVED
        assert not any("lamps_count_twice" in item.name for item in found[name].items)


def test_a_game_of_one_round_has_a_round_counter_that_never_changes() -> None:
    program = with_lines(option="option rounds is 1")
    found = {verdict.property: verdict for verdict in verify_program(program, Budget(turns=300))}
    for name in ("V3", "V10"):
        assert not items(found[name], REFUTED)
        assert not any("round is" in item.name or "counter round" in item.name for item in found[name].items)


def test_what_the_library_has_for_other_tables_is_not_applicable() -> None:
    found = verdicts(
        top="use std.multiball\n  rule more when cars complete if balls less than 2 { do start_multiball }"
    )
    spare = items(found["V10"], NOT_APPLICABLE)
    assert any("start_multiball (std.multiball" in item.name for item in spare)
    assert not items(found["V10"], REFUTED)
    assert any(item.name.startswith("flag multiball") for item in items(found["V3"], NOT_APPLICABLE))


def test_what_is_out_of_reach_is_bounded_and_named_with_the_test_that_shows_it() -> None:
    far = """counter stones "Stones" 0..200 double
  rule stone when cars complete if stones less than 200 { add 1 to stones }
  rule wall when cars complete if stones is 200 { score 99 }
  test "The wall" {
    given stones is 199, cars.1 is filled, cars.3 is filled, ball at start
    roll 5 5
    play 5 to cars
  }"""
    verdict = verdicts(top=far)["V3"]
    assert verdict.status == BOUNDED
    (item,) = items(verdict, BOUNDED)
    assert item.name.startswith("rule wall (lantern_bay.ssp:")
    assert item.words == "run only from the situation that test `The wall` lays out"
    assert "turns with" in verdict.words


# ---------------------------------------------------------------- how it is noted


def test_a_table_only_looked_at_is_not_noted() -> None:
    program = from_json(to_json(with_lines()))
    sites = sites_of(program)
    watch = Watch(program, sites)
    watch.on = False
    watch.fired("rule", 3)
    watch.asked(sites.guards[0][1], True)
    assert not watch.first
    watch.on = True
    watch.asked(sites.guards[0][1], True)
    assert list(watch.first) == [("guard", *sites.guards[0][0].key, 1)]


def test_a_turn_that_ends_in_an_error_shows_nothing() -> None:
    program = from_json(to_json(with_lines()))
    watch = Watch(program, sites_of(program))
    watch.fired("rule", 3)
    watch.rested(first_state(program, 1), [])
    watch.fired("rule", 4)
    watch.failed()
    assert list(watch.first) == [("rule", 3)]
    assert len(watch.rests[1]) == 1


def test_no_two_sites_share_a_term() -> None:
    program = from_json(to_json(with_lines()))
    sites = sites_of(program)
    assert len({id(guard) for _, guard in sites.guards}) == len(sites.guards)
    assert len({site.key for site, _ in sites.guards}) == len(sites.guards)


def test_a_record_that_begins_another_needs_no_game_of_its_own() -> None:
    short, long, other = "head\na\n", "head\na\nb\nc\n", "head\nab\n"
    games = games_of([short, long, other, short])
    assert sorted(games.texts) == [long, other]
    assert games.texts[games.at[short][0]] == long
    assert games.at[short][1] == 1
    assert games.at[long][1] == 3
