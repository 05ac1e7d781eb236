"""`sspdsl.recheck` on V3 and V10: what was played holds, and every kind of tampering is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from sspdsl.cli.recheck import Player
from sspdsl.recheck import recheck
from sspdsl.recheck.replay import play_record
from sspdsl.recheck.shape import Refused
from sspdsl.verify import Budget, encode_verdicts, verify_program
from tests.unit.verify.test_happening import with_lines

Data = dict[str, Any]
PROGRAM = with_lines(
    top="use std.multiball\n  rule more when cars complete if balls less than 2 { do start_multiball }"
)
"""It has what is excused: a library's condition that is always true here, and a flag that nobody reads."""


@cache
def found() -> str:
    return encode_verdicts(PROGRAM.name, verify_program(PROGRAM, Budget(turns=1_500)))


def outcomes(data: Data) -> dict[str, tuple[bool, str]]:
    said = recheck(PROGRAM, json.dumps(data), Player(PROGRAM))
    return {outcome.property: (outcome.holds, outcome.words) for outcome in said}


def verdict(data: Data, name: str) -> Data:
    made: Data = next(v for v in data["verdicts"] if v["property"] == name)
    return made


def claims(data: Data, name: str, what: str) -> list[Data]:
    return [claim for claim in verdict(data, name)["certificate"]["claims"] if claim["what"] == what]


@pytest.mark.parametrize("name", ["V3", "V10"])
def test_what_was_played_holds(name: str) -> None:
    data = json.loads(found())
    assert verdict(data, name)["status"] == "proved", verdict(data, name)["words"]
    assert verdict(data, name)["certificate"]["excused"]
    holds, words = outcomes(data)[name]
    assert holds, words


# ---------------------------------------------------------------- tampering


def other_set(data: Data) -> None:
    claims(data, "V3", "completed")[0]["happens"] = ["set", 99]


def other_entry(data: Data) -> None:
    claim = claims(data, "V3", "taken")[0]
    claim["happens"][-1] += 1


def too_early(data: Data) -> None:
    for claim in claims(data, "V3", "completed"):
        claim["lines"] = 0


def other_game(data: Data) -> None:
    claims(data, "V3", "run")[0]["game"] = 999


def negative_game(data: Data) -> None:
    claims(data, "V3", "run")[0]["game"] = -1


def no_claim(data: Data) -> None:
    part = verdict(data, "V3")["certificate"]["claims"]
    part.remove(claims(data, "V3", "taken")[0])


def no_claims(data: Data) -> None:
    verdict(data, "V3")["certificate"]["claims"] = []


def one_claim_for_all(data: Data) -> None:
    part = verdict(data, "V3")["certificate"]
    part["claims"] = [copy.deepcopy(claims(data, "V3", "completed")[0]) for _ in part["claims"]]


def set_another_flag(data: Data) -> None:
    first, second = claims(data, "V3", "set")[:2]
    second["happens"], second["game"], second["lines"] = first["happens"], first["game"], first["lines"]


def read_by_nobody(data: Data) -> None:
    shown = next(c for c in claims(data, "V3", "read") if c["game"] is not None)
    run = claims(data, "V3", "completed")[0]
    shown["happens"], shown["game"], shown["lines"] = run["happens"], run["game"], run["lines"]


def always_read(data: Data) -> None:
    shown = next(c for c in claims(data, "V3", "read") if c["game"] is not None)
    shown["happens"], shown["game"], shown["lines"] = ["always"], None, 0


def no_such_cell(data: Data) -> None:
    claims(data, "V3", "read")[0]["cell"] = 1_000


def game_of_another_table(data: Data) -> None:
    games = verdict(data, "V3")["certificate"]["games"]
    games[0] = games[0].replace("lantern_bay", "away_team")


def game_for_nobody(data: Data) -> None:
    games = verdict(data, "V3")["certificate"]["games"]
    games[0] = games[0].replace("players 1", "players 0")


def unplayable_line(data: Data) -> None:
    verdict(data, "V3")["certificate"]["games"][0] += "roll> 7 7\n"


def cut_games(data: Data) -> None:
    part = verdict(data, "V3")["certificate"]
    part["games"] = ["\n".join(game.splitlines()[:2]) + "\n" for game in part["games"]]


def excuse_of_the_pin(data: Data) -> None:
    part = verdict(data, "V3")["certificate"]
    claim = claims(data, "V3", "run")[-1]
    part["claims"].remove(claim)
    part["excused"].append({"name": claim["name"], "what": "run", "cell": None, "keys": [claim["happens"]]})


def excused_flag_of_the_pin(data: Data) -> None:
    part = verdict(data, "V3")["certificate"]
    claim = next(c for c in claims(data, "V3", "set") if "lamp" in c["name"])
    part["claims"].remove(claim)
    part["excused"].append(
        {"name": claim["name"], "what": "set", "cell": claim["cell"], "keys": [claim["happens"]]}
    )


def borrowed_excuse(data: Data) -> None:
    """A cell of the library stands for a cell of the pin."""
    part = verdict(data, "V3")["certificate"]
    claim = next(c for c in claims(data, "V3", "set") if "lamp" in c["name"])
    part["claims"].remove(claim)
    cell = next(n for n, made in enumerate(PROGRAM.cells) if made.name == "multiball")
    part["excused"].append({"name": "flag", "what": "set", "cell": cell, "keys": [claim["happens"]]})


def no_certificate(data: Data) -> None:
    verdict(data, "V3")["certificate"] = None


def other_kind(data: Data) -> None:
    verdict(data, "V3")["certificate"]["kind"] = "ranking"


def another_field(data: Data) -> None:
    verdict(data, "V3")["certificate"]["trust"] = True


def status(data: Data) -> None:
    verdict(data, "V3")["status"] = "surely"


FIRST: list[Callable[[Data], None]] = [
    other_set, other_entry, too_early, other_game, negative_game, no_claim, no_claims, one_claim_for_all,
    set_another_flag, read_by_nobody, always_read, no_such_cell, game_of_another_table, game_for_nobody,
    unplayable_line, cut_games, excuse_of_the_pin, excused_flag_of_the_pin, borrowed_excuse, no_certificate,
    other_kind, another_field, status,
]  # fmt: skip


def other_truth(data: Data) -> None:
    """What is shown true stands for false, too."""
    for yes, no in zip(claims(data, "V10", "true"), claims(data, "V10", "false"), strict=False):
        no.update(happens=yes["happens"], game=yes["game"], lines=yes["lines"])


def said_otherwise(data: Data) -> None:
    claims(data, "V10", "true")[0]["happens"][-1] = 2


def other_condition(data: Data) -> None:
    claims(data, "V10", "false")[0]["happens"][2] += 1_000


def no_condition(data: Data) -> None:
    part = verdict(data, "V10")["certificate"]
    part["claims"].remove(claims(data, "V10", "false")[-1])


def no_excuse(data: Data) -> None:
    verdict(data, "V10")["certificate"]["excused"] = []


def excused_condition(data: Data) -> None:
    part = verdict(data, "V10")["certificate"]
    claim = next(c for c in claims(data, "V10", "false") if "(lantern_bay" in c["name"])
    part["claims"].remove(claim)
    part["excused"].append({"name": "", "what": "false", "cell": None, "keys": [claim["happens"]]})


CONDITIONS: list[Callable[[Data], None]] = [
    other_truth, said_otherwise, other_condition, no_condition, no_excuse, excused_condition
]  # fmt: skip


@pytest.mark.parametrize("tamper", [*FIRST, *CONDITIONS], ids=lambda f: f.__name__)
def test_tampering_is_refused(tamper: Callable[[Data], None]) -> None:
    data = json.loads(found())
    tamper(data)
    assert json.dumps(data) != json.dumps(json.loads(found()))
    holds, words = outcomes(data)["V3" if tamper in FIRST else "V10"]
    assert not holds, words


def test_what_is_only_bounded_may_leave_things_out_but_not_make_them_up() -> None:
    data = json.loads(found())
    verdict(data, "V3")["status"] = "bounded"
    no_claim(data)
    assert outcomes(data)["V3"][0]
    other_set(data)
    assert not outcomes(data)["V3"][0]


def test_a_game_of_two_is_played_by_two() -> None:
    engine = Player(PROGRAM)
    state, lines = engine.new_game(2), ["ssp-record 1 lantern_bay players 2"]
    for _ in range(6):
        decision = engine.engine.decision(state)
        who = decision.player + 1 if decision.kind == "choose" else decision.kind
        lines.append(f"{who}> {decision.options[0]}")
        state = engine.apply(state, decision.options[0])
    record = "\n".join(lines) + "\n"
    assert any(line.startswith("2> ") for line in lines)
    assert play_record(PROGRAM, engine, record, most=2) == state
    for other, most in ((record, 1), (record.replace("2> ", "3> "), 2), (record.replace("2> ", "roll> "), 2)):
        with pytest.raises(Refused):
            play_record(PROGRAM, engine, other, most=most)
