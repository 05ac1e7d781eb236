from __future__ import annotations

from sspdsl.ir.pretty import pretty
from tests.support.everything import everything


def test_every_term_has_a_text_with_names_in_it() -> None:
    text = pretty(everything())
    for line in (
        'pin toy "Toy"',
        "  players 1..4, balls 2, dice 2",
        "words crew: kirk, spock",
        "board table turns over while officer",
        "slot officer 0..2 first 0 solid",
        "counter coins[1..3] 0..50 first 0 solid",
        "    box lane.1/2 [1/2/officer] white solid worth worth[$0] open while ($1 is not 7)",
        "set lane_set = lane.1/2, lane.3, lane.4/5/6, coins[2] erases",
        "way slide: start, lane -> exit.6 through lane",
        "way arrow: start -> lane.1/2 in 3 steps",
        "no slide: start -> exit.6 while coins[3]",
        "modifier modifier0: all stars but [lane.1/2] times 2 while officer until used ['officer']",
        "rule full: when complete lane_set",
        "  may choose one",
        "    rich if (coins[1] < 9)",
        "      coins[1] := (coins[1] + 1)",
        "  may choose 1..2 $5 in number [1, 2, 3] where (coins[$5] is 0)",
        "until action round_ends: officer, lane.1/2, lane.3, lane.4/5/6",
        "instead of gift if ($0 > 9)",
        "  for each $0 in 0..(players - 1) where ($0 is not me) as player",
        "shared step roll",
        "  roll dice",
        "  given coins is 2",
        "  player 1: may 1 to lane",
    ):
        assert line in text.splitlines(), line
