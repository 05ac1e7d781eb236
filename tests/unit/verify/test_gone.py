"""V5 of a deck: what nothing brings back runs out, and what is brought back does not."""

from __future__ import annotations

import json

import pytest

from sspdsl.cli.recheck import Player
from sspdsl.recheck import recheck
from sspdsl.verify.endless import verify_endless
from sspdsl.verify.reach import reach
from sspdsl.verify.report import encode_verdicts
from tests.support.endless import FOLDER, compiled


@pytest.mark.parametrize(("name", "status"), [("deck", "proved"), ("shuffled", "bounded")])
def test_a_deck_runs_out_unless_cards_come_back(name: str, status: str) -> None:
    program = compiled(FOLDER / "cascades" / f"{name}.ssp")
    found = verify_endless(program, reach(program), played=2000)
    assert found[1].status == status
    report = json.loads(encode_verdicts(program.name, found))
    said = {o.property: o for o in recheck(program, json.dumps(report), Player(program))}
    assert said["V5"].holds, said["V5"].words
