"""Text that is safe to put on a terminal: the unseen is shown by its number, and columns are counted."""

from __future__ import annotations

import unicodedata

TAB = 4


def shown(text: str) -> str:
    """The text in one line, with nothing in it that a terminal obeys."""
    return text if text.isascii() and text.isprintable() else "".join(map(shown_sign, text))


def shown_sign(sign: str) -> str:
    """A sign, or a stand-in where it is unseen: `␛` for Escape, `<U+FEFF>` for a byte order mark."""
    code = ord(sign)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return f"<U+{code:04X}>"
    return sign


def sign_width(sign: str) -> int:
    """The columns a shown sign takes: 2 for wide ones, 0 for accents that join the letter before."""
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def laid_out(text: str) -> tuple[list[str], list[int]]:
    """Each sign as it is shown, and the column it starts at; one more column than signs."""
    signs: list[str] = []
    columns = [0]
    for sign in text:
        at = columns[-1]
        piece = " " * (TAB - at % TAB) if sign == "\t" else shown_sign(sign)
        signs.append(piece)
        columns.append(at + sum(map(sign_width, piece)))
    return signs, columns
