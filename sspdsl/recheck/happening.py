"""Things that happen (V3, V10): each is heard of while its game is played again, and none is left out.

What a thing is called is not believed either: that a condition reads a flag, that a rule is one of the
standard library, is looked up in the IR anew.
"""

from __future__ import annotations

from typing import Any

from sspdsl.ir.model import Place, Program
from sspdsl.ir.terms import Cell, Num
from sspdsl.ir.walk import FIELDS, terms_in
from sspdsl.recheck.needed import needed_of
from sspdsl.recheck.replay import Engine, play_game
from sspdsl.recheck.shape import fields, items, need, text, whole
from sspdsl.recheck.sites import Key, Table, of_library, what_of


def check_happening(program: Program, name: str, status: str, data: dict[str, Any], engine: Engine) -> str:
    """Says in words what was checked; raises `Refused` with the first thing that is not so."""
    parts = fields(data, ("kind", "games", "claims", "excused"), "the certificate")
    table = Table(engine.program)
    need(engine.program == program, "the games are played on another table")
    heard = [play(table, engine, text(game, "a game")) for game in items(parts["games"], "the games")]
    done: set[tuple[str, Key]] = set()
    for claim in items(parts["claims"], "the claims"):
        done.add(check_claim(table, heard, claim))
    for excuse in items(parts["excused"], "the excused"):
        done |= check_excuse(table, excuse)
    if status == "proved":
        for what, marks in needed_of(table, name):
            need(any((what, key) in done for key in marks), f"nothing shows {shown(marks[0])} {what}")
    count = len(parts["claims"])
    return f"{count} things happen in {len(heard)} games"


def shown(key: Key) -> str:
    return " ".join(map(str, key))


# ---------------------------------------------------------------- games


def play(table: Table, engine: Engine, game: str) -> dict[Key, int]:
    """After how many lines of this game each thing was heard of first."""
    heard: dict[Key, int] = {}
    play_game(
        table.program, engine, game, table.program.max_players, lambda line: hear(table, engine, heard, line)
    )
    return heard


def hear(table: Table, engine: Engine, heard: dict[Key, int], number: int) -> None:
    for kind, what, truth in engine.heard():
        key = table.key(kind, what)
        if key is not None:
            heard.setdefault(key if truth is None else (*key, int(truth)), number)


# ---------------------------------------------------------------- claims


def check_claim(table: Table, heard: list[dict[Key, int]], claim: Any) -> tuple[str, Key]:
    parts = fields(claim, ("name", "what", "cell", "happens", "game", "lines"), "a claim")
    name, what, key = (
        text(parts["name"], "a claim"),
        text(parts["what"], "a claim"),
        read_key(parts["happens"]),
    )
    cell = parts["cell"]
    if what in ("set", "read"):
        cell = whole(cell, name)
        need(0 <= cell < len(table.program.cells), f"{name}: there is no such cell")
    if key == ("always",):
        need(what == "read" and reads(always_read(table.program), cell), f"{name}: not read in every game")
        return what, ("cell", cell)
    game, lines = whole(parts["game"], name), whole(parts["lines"], name)
    need(0 <= game < len(heard), f"{name}: there is no game {game}")
    need(heard[game].get(key, lines + 1) <= lines, f"{name}: {shown(key)} does not happen in game {game}")
    if what == "read":
        need(reads(read_by(table, key), cell), f"{name}: what happens does not read it")
        return what, ("cell", cell)
    if what == "set":
        need(key[:2] == ("wrote", cell), f"{name}: another cell is set")
    return what_of(key), key


def check_excuse(table: Table, excuse: Any) -> set[tuple[str, Key]]:
    """What the standard library has for other tables may be missing."""
    parts = fields(excuse, ("name", "what", "cell", "keys"), "an excuse")
    name, what = text(parts["name"], "an excuse"), text(parts["what"], "an excuse")
    out: set[tuple[str, Key]] = set()
    if what in ("set", "read"):
        cell = whole(parts["cell"], name)
        need(0 <= cell < len(table.program.cells), f"{name}: there is no such cell")
        need(of_library(table.program.cells[cell].place), f"{name}: it is not of the standard library")
        out.add(("read", ("cell", cell)))
    for each in items(parts["keys"], name):
        key = read_key(each)
        if key[0] == "wrote":
            need(what == "set" and key[1] == parts["cell"], f"{name}: another cell")
            out.add(("set", key))
        elif what != "read":
            need(of_library(place_of(table, key)), f"{name}: it is not of the standard library")
            out.add((what_of(key), key))
    return out


def read_key(value: Any) -> Key:
    parts = items(value, "what happens")
    need(bool(parts) and all(type(part) in (str, int) for part in parts), "what happens is no list of names")
    return tuple(parts)


def place_of(table: Table, key: Key) -> Place | None:
    kind, number = key[0], key[1] if len(key) > 1 else -1
    if kind == "set" and type(number) is int and 0 <= number < len(table.program.sets):
        return table.program.sets[number].place
    if kind in ("branch", "guard", "effect"):
        return table.places.get(key[1:4])
    return table.places.get((*key, 0) if len(key) == 2 else key)


# ---------------------------------------------------------------- reading


def reads(terms: object, cell: int) -> bool:
    return any(isinstance(term, Cell) and term.cell == cell for term in terms_in(terms))


def always_read(program: Program) -> tuple[object, ...]:
    """Who wins, achievements, the worth and the faces of boxes are read whenever anybody looks."""
    earned = tuple(Cell(achievement.cell) for achievement in program.achievements)
    return (*program.wins, *earned, *((box.stars, box.slots) for box in program.boxes))


def read_by(table: Table, key: Key) -> object:
    """The terms that are read when this happens."""
    kind, number = key[0], key[1] if len(key) > 1 else -1
    if kind == "guard":
        return table.terms.get(key[:-1])
    if kind == "effect":
        term = table.terms.get(key)
        if term is None:
            return None
        inner = ("body", "then", "other", "branches", *(("cell",) if type(term).__name__ == "Assign" else ()))
        own = (getattr(term, name) for name in FIELDS[type(term)] if name not in inner)
        return tuple(part for part in own if not isinstance(part, int | str | bool))
    if not isinstance(number, int):
        return None
    if kind == "ability":
        return table.program.abilities[number].params
    if kind == "modifier":
        return table.program.modifiers[number].factor
    if kind == "set":
        return tuple(Cell(cell, Num(at)) for cell, at in table.program.sets[number].cells)
    return None
