"""How two looks at one moment of a game differ, in words."""

from __future__ import annotations

from typing import Any

from sspdsl.compare.apart import Look


def difference_words(left: Look, right: Look) -> list[str]:
    """How two looks at one moment differ, the first of them first."""
    if left.broken or right.broken:
        return [f"the table: {left.broken or 'plays on'} / {right.broken or 'plays on'}"]
    if (left.kind, left.player) != (right.kind, right.player):
        return [f"what comes next: {_next(left)} / {_next(right)}"]
    out = []
    for words, one, other in (("only the first", left, right), ("only the second", right, left)):
        only = [option for option in one.options if option not in other.options]
        if only:
            out.append(f"offered by {words}: {', '.join(only)}")
    for player, (a, b) in enumerate(zip(left.views, right.views, strict=True), 1):
        whose = f"player {player}: " if len(left.views) > 1 else ""
        out += [f"{whose}{line}" for line in _view_words(a, b)]
    if not out and left.leading != right.leading:
        out.append(f"who leads: {left.leading} / {right.leading}")
    return out


def _next(look: Look) -> str:
    return {"choose": f"player {look.player + 1} chooses", "over": "the game is over"}.get(
        look.kind, look.kind
    )


def _view_words(a: dict[str, Any], b: dict[str, Any]) -> list[str]:
    out = []
    for key in dict.fromkeys([*a, *b]):
        old, new = a.get(key), b.get(key)
        if old == new:
            continue
        if key in ("filled", "achievements"):
            for words, one, other in (("first", old, new), ("second", new, old)):
                only = sorted(set(one or ()) - set(other or ()))
                if only:
                    out.append(f"{key} in the {words} alone: {', '.join(only)}")
        elif key == "cells":
            for cell in dict.fromkeys([*(old or {}), *(new or {})]):
                one, other = (old or {}).get(cell, "not there"), (new or {}).get(cell, "not there")
                if one != other:
                    out.append(f"{cell}: {one} / {other}")
        else:
            out.append(f"{key}: {old} / {new}")
    return out
