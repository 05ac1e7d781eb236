"""The LALR tables: built by Lark from `grammar/ssp.lark`, kept as plain JSON beside this file.

Building takes about 0.3 s, a third of what an author should wait for everything. A cache in the
user's folder would be slow the first time, must be guarded against other users, and can be stale
or corrupt; so the tables are data, generated and committed (`python -m sspdsl.syntax.tables`), and
a test says when they are out of date. JSON can run no code. With the tables at hand neither Lark
nor its grammar is loaded; where the grammar was changed and the tables were not, they are built
anew in memory.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sspdsl.resources import grammar_text

FILE = "tables.json"


@dataclass(frozen=True, slots=True)
class Rule:
    """How one alternative of the grammar makes a node."""

    origin: str  # The nonterminal that a reduction goes to.
    size: int  # How many symbols it takes.
    kind: str  # The node's name; "" where the parts go straight into the parent.
    single: bool  # A single part stands for the node.
    parts: tuple[tuple[int, bool, int], ...]  # Which symbol; whether it is a list; the Nones before it.
    nones: int  # The Nones at the end.
    passes_on: bool = False  # Its one symbol is its one part and stands for the node.


@dataclass(frozen=True, slots=True)
class Tables:
    """`states[s][symbol]` is a state to go to, or -1-r to reduce by rule r."""

    keywords: dict[str, str]  # Word to terminal.
    names: frozenset[str]  # The terminals of keywords, which can be names too.
    signs: dict[str, str]  # Sign to terminal.
    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    start: int
    end: int


@cache
def tables() -> Tables:
    """The tables of the grammar that is installed."""
    stored = _stored()
    if stored is None or stored["grammar"] != fingerprint():
        stored = build()
    rows = stored["rows"]
    return Tables(
        stored["keywords"],
        frozenset(stored["keywords"].values()),
        stored["signs"],
        tuple(
            Rule(
                origin,
                size,
                kind,
                single,
                tuple(map(tuple, parts)),
                nones,
                bool(kind) and single and size == 1 and [*map(tuple, parts)] == [(0, False, 0)] and not nones,
            )
            for origin, size, kind, single, parts, nones in stored["rules"]
        ),
        tuple({**rows[shared], **own} for shared, own in stored["states"]),
        stored["start"],
        stored["end"],
    )


def fingerprint() -> str:
    """A checksum of the grammar's text, whatever its line ends. (`hashlib` takes long to load.)"""
    text = "\n".join(grammar_text("ssp.lark").splitlines())
    return f"{len(text)}-{zlib.crc32(text.encode()):08x}"


def build() -> dict[str, Any]:
    """The tables as plain data, from the grammar, by Lark."""
    from lark import Lark
    from lark.parsers.lalr_analysis import IntParseTable, Shift

    lark = Lark(grammar_text("ssp.lark"), parser="lalr", lexer="basic", maybe_placeholders=True)
    table = lark.parser.parser._parse_table  # Lark has no public way to them.
    assert isinstance(table, IntParseTable)
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    # Lark numbers its states anew each time; here they are in the order they are met from the start.
    start = table.start_states["start"]
    order = [start]
    place = {start: 0}
    for state in order:
        for _, (action, target) in sorted(table.states[state].items()):
            if action is Shift and target not in place:
                place[target] = len(order)
                order.append(target)
    rows: list[dict[str, int]] = []
    states: list[tuple[int, dict[str, int]]] = []
    for state in order:
        reduces: dict[str, int] = {}
        shifts: dict[str, int] = {}
        for symbol, (action, target) in sorted(table.states[state].items()):
            if action is Shift:
                shifts[symbol] = place[target]
            else:
                reduces[symbol] = -1 - numbers[target]
        if reduces not in rows:
            rows.append(reduces)
        states.append((rows.index(reduces), shifts))
    literals = {t.pattern.value: t.name for t in lark.terminals if t.pattern.type == "str"}
    return {
        "grammar": fingerprint(),
        "keywords": {word: name for word, name in sorted(literals.items()) if word.isalpha()},
        "signs": {sign: name for sign, name in sorted(literals.items()) if not sign.isalpha()},
        "rules": [_recipe(rule) for rule in lark.rules],
        "rows": rows,
        "states": states,
        "start": place[start],
        "end": place[table.end_states["start"]],
    }


def _recipe(rule: Any) -> list[Any]:
    """Which symbols of a rule become parts: Lark's own reading of `_name`, `?name`, `!name`, `[...]`."""
    options, symbols = rule.options, rule.expansion
    gaps = "".join(str(int(empty)) for empty in options.empty_indices or [False] * len(symbols)).split("0")
    parts, nones = [], 0
    for index, symbol in enumerate(symbols):
        nones += len(gaps[index])
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            parts.append([index, not symbol.is_term and symbol.name.startswith("_"), nones])
            nones = 0
    nones += len(gaps[len(symbols)])
    origin = str(rule.origin.name)
    kind = "" if origin.startswith("_") else str(rule.alias or origin)
    return [origin, len(symbols), kind, bool(options.expand1 and not rule.alias), parts, nones]


def _stored() -> dict[str, Any] | None:
    try:
        stored = json.loads((Path(__file__).parent / FILE).read_bytes())
    except (OSError, ValueError):
        return None
    return stored if isinstance(stored, dict) else None


def written(data: dict[str, Any]) -> str:
    """The JSON text of tables, a state and a rule on a line each."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list):
            body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in value)
            lines.append(f'"{key}":[\n{body}\n]')
        else:
            lines.append(f'"{key}":{json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    (Path(__file__).parent / FILE).write_text(written(build()), encoding="utf-8", newline="\n")
