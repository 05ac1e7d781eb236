"""The text of a game: a header, then a line for each decision and chance result.

    ssp-record 1 carniball players 2
    roll> 3 5
    1> 5 to ferris.5/6
    2> 3 to ferris.3/4
    draw> raiders

With one player their lines begin with `>` alone. Lines that start with `#` and empty lines say nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

HEADER = re.compile(r"ssp-record (?P<version>\d{1,9}) (?P<pin>[a-z][a-z0-9_]*) players (?P<players>\d{1,9})")
LINE = re.compile(r"(?P<who>roll|draw|\d{0,9})> ?(?P<text>.*)")
VERSION = 1


class RecordError(ValueError):
    """A text that is no record. `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class Step:
    """A decision made: `kind` is `roll`, `draw` or `choose`, `player` counts from 0 (of a choice).

    `line` is where it stands in the text it was read from, or 0.
    """

    kind: str
    player: int
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or its beginning: the name of the table, the number of players, what was decided."""

    pin: str
    players: int
    steps: tuple[Step, ...]


def render_record(record: Record) -> str:
    """The record as text; `parse_record` reads it back."""
    lines = [f"ssp-record {VERSION} {record.pin} players {record.players}"]
    for step in record.steps:
        who = step.kind if step.kind != "choose" else str(step.player + 1) if record.players > 1 else ""
        lines.append(f"{who}> {step.text}")
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """Read a record. Raises `RecordError` at the first line that is none of one."""
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise RecordError(1, "the text is empty: a record begins `ssp-record 1 PIN players N`")
    number, head = lines[0]
    header = HEADER.fullmatch(head)
    if header is None:
        raise RecordError(number, "a record begins `ssp-record 1 PIN players N`")
    if int(header["version"]) != VERSION:
        raise RecordError(number, f"version {header['version']} of records is not known here")
    players = int(header["players"])
    if players < 1:
        raise RecordError(number, "a game has at least one player")
    steps = tuple(_step(number, line, players) for number, line in lines[1:])
    return Record(header["pin"], players, steps)


def _step(number: int, line: str, players: int) -> Step:
    match = LINE.fullmatch(line)
    if match is None or not match["text"]:
        raise RecordError(number, "expected `roll> FACES`, `draw> MEMBER`, or `> OPTION`")
    who, text = match["who"], " ".join(match["text"].split())
    if who in ("roll", "draw"):
        return Step(who, 0, text, number)
    if not who and players > 1:
        raise RecordError(number, f"which of the {players} players did this? Write `1> {text}`")
    player = int(who or "1") - 1
    if not 0 <= player < players:
        raise RecordError(number, f"there is no player {who}: the header says players {players}")
    return Step("choose", player, text, number)
