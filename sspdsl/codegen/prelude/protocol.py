"""The protocol that all modules share."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from sspdsl.codegen.prelude.engine import _OVER_AT, _as_number, _go
from sspdsl.codegen.prelude.numbers import (
    RuleError,
)
from sspdsl.codegen.prelude.playout import _play_out
from sspdsl.codegen.prelude.run import (
    Decision,
    IllegalMove,
    State,
    _first_state,
    _Run,
)
from sspdsl.codegen.prelude.steps import apply, decision, roll
from sspdsl.codegen.prelude.tables import (
    _ACHIEVEMENTS,
    _AT,
    _FINISHED,
    _FIRST_MORE_EACH,
    _FIRST_MORE_SHARED,
    _MARKABLE,
    _NAMES,
    _PLAYERS,
    _POSITIONS,
    _RANGES,
    _RAW,
    _VALUE,
    _VIEW,
    GRAPH,
    PIN,
    _standing,
)

# --- copied from here
__all__ = [
    "GRAPH",
    "PIN",
    "Decision",
    "IllegalMove",
    "RuleError",
    "State",
    "achievements",
    "apply",
    "decision",
    "from_json",
    "new_game",
    "playout",
    "roll",
    "scores",
    "to_json",
    "view",
    "winners",
]


def new_game(players: int = 1) -> State:
    """The state before the first decision, of a game of this many players."""
    if type(players) is not int or not 1 <= players <= _PLAYERS:
        raise ValueError(f"this table is for 1 to {_PLAYERS} players")
    return _new_game(players)


@cache
def _new_game(players: int) -> State:
    return _go(_Run(_first_state(players, 0)), 0)[0]


def playout(state: State, seed: int) -> State:
    """Play to the end, every option of every decision equally likely; the same seed gives the same game."""
    return _play_out(_Run(state), state.at, Random(seed))


def scores(state: State) -> tuple[int, ...]:
    """The stars of each player."""
    return tuple(s for _, _, s in _now(state).blocks)


def winners(state: State) -> tuple[int, ...]:
    """The players who are first, from 0: several if they are equal in everything that counts."""
    x = _now(state)
    standings = []
    for player in range(x.n):
        x.me = player
        standings.append(_standing(x, *x.blocks[player]))
    return tuple(player for player in range(x.n) if standings[player] == max(standings))


def achievements(state: State, player: int = 0) -> tuple[str, ...]:
    """The names of what this player has achieved."""
    _, cells, _ = _block(_now(state), player)
    return tuple(name for name, shift in _ACHIEVEMENTS if cells >> shift & 1)


def view(state: State, player: int = 0) -> dict[str, Any]:
    """What can be seen of a player's sheet now, by the names of the pin."""
    x = _now(state)
    filled, cells, score = _block(x, player)
    x.me = player
    raw = [(x.shared >> shift & mask) + low for shift, mask, low in _RAW]
    rolled = bool(raw and raw[0])
    shown: dict[str, Any] = {}
    for name, where, shift, width, size, low, members, words in _VIEW:
        values: list[Any] = []
        for member in range(size):
            if where < 2:
                source = x.shared if where else cells
                value = (source >> shift + width * member & (1 << width) - 1) + low
            elif where == 2:
                value = score
            elif where == 3:
                value = x.rolls
            else:
                value = (
                    x.tally(shift, member, size) if where == 4 else x.tally_of(player, shift, member, size)
                )
            values.append(words[value] if words else value)
        shown[name] = dict(zip(members, values, strict=True)) if members else values[0]
    return {
        "score": score,
        "finished": bool(cells & _FINISHED),
        "balls": [
            _POSITIONS[(cells >> shift & mask) - 1] if cells >> shift & mask else None
            for shift, mask, _ in _AT
        ],
        "filled": [name for box, name in enumerate(_NAMES) if filled >> box & 1],
        "cells": shown,
        "dice": raw if rolled else [],
        "values": [(cells >> shift & mask) + low for shift, mask, low in _VALUE] if rolled else [],
        "achievements": [name for name, shift in _ACHIEVEMENTS if cells >> shift & 1],
    }


def to_json(state: State) -> str:
    """A state as text. Packed numbers are written in base 16, so that every reader gets them whole."""
    saved = {
        "pin": PIN["name"],
        "at": state.at,
        "player": state.player,
        "players": [[f"{f:x}", f"{c:x}", s] for f, c, s in _Run(state).blocks],
        "shared": f"{state.shared:x}",
        "rolls": state.rolls,
        "more": list(state.more),
        "log": list(state.log),
    }
    return json.dumps(saved, separators=(",", ":"))


def from_json(text: str) -> State:
    """The state that `to_json` wrote; ValueError for any text that is not a state of this table."""
    try:
        state = _read_state(json.loads(text))
        found = _go(_Run(state), state.at)[0]
    except (IndexError, KeyError, TypeError, AttributeError, RecursionError, RuleError) as error:
        raise ValueError("this is not a state of this table") from error
    if found != state:
        raise ValueError("this is not a state: nothing waits there")
    return state


def _read_state(saved: dict[str, Any]) -> State:
    """A state whose every number is in its range."""
    keys = {"pin", "at", "player", "players", "shared", "rolls", "more", "log"}
    if type(saved) is not dict or set(saved) != keys or saved["pin"] != PIN["name"]:
        raise ValueError("this is not a state of this table")
    blocks = []
    for filled, cells, score in saved["players"]:
        block = (_packed(filled), _packed(cells), _as_number(score, -(10**18), None))
        if block[0] & ~_MARKABLE:
            raise ValueError("this is not a state: a box is filled that is none")
        _check_cells(block[1], 0)
        blocks.append(block)
    players = _as_number(len(blocks), 1, _PLAYERS)
    player = _as_number(saved["player"], 0, players - 1)
    me = blocks.pop(player)
    shared = _packed(saved["shared"])
    _check_cells(shared, 1)
    more = tuple(_as_number(number, -(10**18), None) for number in saved["more"])
    if len(more) != len(_FIRST_MORE_SHARED) + players * len(_FIRST_MORE_EACH):
        raise ValueError("this is not a state: tallies are missing")
    log = tuple(_as_number(number, 0, None) for number in saved["log"])
    at, rolls = _as_number(saved["at"], 0, _OVER_AT), _as_number(saved["rolls"], 0, None)
    return State(at, player, *me, shared, rolls, more, tuple(blocks), log)


def _packed(text: str) -> int:
    """A packed number, written as `to_json` writes it."""
    number = int(text, 16)
    if number < 0 or f"{number:x}" != text:
        raise ValueError("this is not a state: a number is not written plainly")
    return number


def _check_cells(number: int, where: int) -> None:
    """Every field of packed cells lies in its range, and nothing else is set."""
    for owner, shift, width, size, span in _RANGES:
        if owner == where:
            for member in range(size):
                if number >> shift + width * member & (1 << width) - 1 > span:
                    raise ValueError("this is not a state: a cell is out of its range")
                number &= ~((1 << width) - 1 << shift + width * member)
    if number:
        raise ValueError("this is not a state: there is no such cell")


def _now(state: State) -> _Run:
    """The run as it stands at the decision: effects so far, within the item that waits, are done."""
    x = _Run(state)
    if state.at != _OVER_AT:
        _go(x, state.at)
        x.me = state.player
    return x


def _block(x: _Run, player: int) -> tuple[int, int, int]:
    """What a player has."""
    if type(player) is not int or not 0 <= player < x.n:
        raise ValueError(f"there is no player {player}")
    return x.blocks[player]
