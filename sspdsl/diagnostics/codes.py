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
    # 2xx: names
    "SSP201": "an unknown name",
    "SSP202": "a name declared twice",
    "SSP203": "a name that could be several things",
    "SSP204": "a name of something else",
    "SSP205": "nothing to override",
    "SSP206": "an override twice",
    "SSP207": "an unknown library",
    "SSP208": "libraries that use each other in a circle",
    "SSP209": "an unknown option",
    "SSP210": "an event that cannot happen",
    "SSP211": "a file without a pin",
    "SSP212": "two pins in one file",
    "SSP213": "an unknown book",
    "SSP214": "an unknown colour",
    "SSP215": "a name that hides a word of the language",
    # 3xx: types, ranges, lifetimes
    "SSP301": "one thing where another is needed",
    "SSP302": "one of several, but which",
    "SSP303": "`of` after a single thing",
    "SSP304": "a number that changes",
    "SSP305": "an empty or too large range",
    "SSP306": "a number outside the range",
    "SSP307": "too many or too few",
    "SSP308": "a thing defined by itself",
    "SSP309": "a word without meaning here",
    "SSP310": "a thing that cannot be changed",
    "SSP311": "a face that no box can show",
    "SSP312": "a lifetime that a box cannot have",
    "SSP313": "actions that do each other in a circle",
    "SSP314": "`until used` that nothing uses up",
    "SSP315": "a limit to each die of an ability without a die",
    # 4xx: how the table is put together
    "SSP401": "a zone without a feature",
    "SSP402": "a set of one box",
    "SSP403": "a box twice in a set",
    "SSP404": "no place to start",
    "SSP405": "a feature outside of a zone",
    "SSP406": "a set that contains itself",
    "SSP407": "too many things",
    "SSP408": "a feature without boxes",
    "SSP409": "an arrow to nowhere",
    "SSP410": "a clause in the wrong block",
    "SSP411": "an attribute without a feature",
    "SSP412": "a bonus list without an entry",
    # 5xx: how it plays
    "SSP501": "a table that goes wrong in play",
    "SSP502": "two clauses that answer one situation",
    # 6xx: legal, but likely not meant
    "SSP601": "a name that is never used",
    "SSP602": "a pin without tests",
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
    "SSP809": "a file that is no record of this pin",
    # 9xx: our own faults
    "SSP900": "a fault of the tool itself",
}


def title(code: str) -> str:
    """What a code is about, in a few words; raises KeyError for a code that has no row."""
    return CODES[code]
