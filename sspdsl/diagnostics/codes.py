"""Every code a message can have, a row each. A code is never reused; only 6xx can be switched off."""

from __future__ import annotations

CODES: dict[str, str] = {
    # 1xx: how it is written
    "SSP101": "a sign that means nothing",
    "SSP102": "a word that cannot be a name",
    "SSP103": "a text without its end",
    "SSP104": "a number that is too long",
    "SSP105": "a file that is not UTF-8",
    "SSP106": "a file that is too large",
    "SSP107": "too deep, block in block",
    "SSP108": "a brace too many or too few",
    "SSP109": "a bracket that is not closed",
    "SSP110": "a word that cannot stand here",
    "SSP111": "something is missing",
    "SSP112": "a line that is no clause of its block",
    "SSP113": "a misspelt keyword",
    "SSP114": "a file that declares nothing",
    # 5xx: how it plays
    "SSP501": "a table that goes wrong in play",
    # 7xx: test blocks
    "SSP701": "what a test says is then so, is not",
    "SSP702": "an option that a test expects is not offered",
    "SSP703": "an option that a test rules out is offered",
    "SSP704": "a test plays what is not offered",
    "SSP705": "a test plays what could be several options",
    "SSP706": "a step of a test at the wrong moment",
    "SSP707": "a roll or draw that cannot come up",
    "SSP708": "a situation laid out in mid-turn",
    "SSP709": "a test that goes on after the game is over",
    "SSP710": "a table that breaks while a test runs",
    "SSP711": "a situation that cannot be",
    # 8xx: what is read and written
    "SSP801": "a file where a folder belongs, or the other way round",
    "SSP802": "a place that cannot be written to",
    "SSP803": "an output folder that is a link out of the project",
    "SSP804": "another build that holds the output folder",
    "SSP805": "a name that no output file can have",
    "SSP806": "a file that is there already",
    "SSP807": "output that nobody takes",
    "SSP808": "a file that cannot be read",
    # 9xx: our own faults
    "SSP900": "a fault of the tool itself",
}


def title(code: str) -> str:
    """What a code is about, in a few words; raises KeyError for a code that has no row."""
    return CODES[code]
