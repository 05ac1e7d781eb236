"""Strings of a pin as Python: literals and comments that cannot be broken out of, whatever is in them."""

from __future__ import annotations

from sspdsl.ir.model import Place


def string_literal(text: str) -> str:
    """A Python string literal in double quotes, in ASCII, that stands for this text."""
    return '"' + "".join(map(_letter, text)) + '"'


def comment_text(text: str) -> str:
    """The text as it may stand in a comment: on one line, in plain letters."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text)


def place_text(place: Place | None) -> str:
    """`carniball.ssp:12`, or what the compiler made."""
    return comment_text(f"{place.file}:{place.line}") if place else "made by the compiler"


def mask_literal(number: int) -> str:
    """A mask in base 16; small ones as they are."""
    return str(number) if -10 < number < 10 else f"-0x{-number:X}" if number < 0 else f"0x{number:X}"


def tuple_literal(items: list[str]) -> str:
    """A tuple of these."""
    return f"({items[0]},)" if len(items) == 1 else "(" + ", ".join(items) + ")"


def data_literal(value: object) -> str:
    """Plain data (None, numbers, strings, lists, tuples, dicts) as Python."""
    match value:
        case str():
            return string_literal(value)
        case dict():
            return "{" + ", ".join(f"{data_literal(k)}: {data_literal(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(data_literal, value)) + "]"
        case tuple():
            return tuple_literal(list(map(data_literal, value)))
        case None | bool() | int():
            return repr(value)
    raise TypeError(f"no plain data: {value!r}")


def _letter(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if " " <= letter <= "~":
        return letter
    if letter == "\n":
        return "\\n"
    code = ord(letter)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
