"""What a folder says about lint: `[lint]` in an `ssp.toml`, or `[tool.sspdsl.lint]` in a `pyproject.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sspdsl.cli.inputs import Given
from sspdsl.cli.shell import Failure
from sspdsl.diagnostics.printable import shown
from sspdsl.lint.registry import RULES
from sspdsl.lint.run import Choice
from sspdsl.lint.silence import BARE, IDLE

LARGEST = 200_000
FILES = (("ssp.toml", ("lint",)), ("pyproject.toml", ("tool", "sspdsl", "lint")))
KEYS = {"select", "ignore"}
KNOWN = frozenset({BARE, IDLE} | {rule.code for rule in RULES.values()})


def settings_for(given: Given, read: dict[Path, Choice | None]) -> Choice:
    """Of the folder of a file and those above it, the nearest that says anything. Raises `Failure`.

    `read` keeps what a folder says, for the next file.
    """
    folder = (given.path.parent if given.path is not None else Path()).absolute()
    for each in (folder, *folder.parents):
        if each not in read:
            read[each] = _in_folder(each)
        if (found := read[each]) is not None:
            return found
    return Choice()


def codes_of(value: object, where: str) -> tuple[str, ...]:
    """A list of codes, or of names of rules."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Failure(f"{where} is no list of codes", 'write for example `["SSP650"]`')
    return tuple(code_of(each, where) for each in value)


def code_of(word: str, where: str) -> str:
    """The code of a rule, by itself or by the rule's name."""
    if word in RULES:
        return RULES[word].code
    if word.upper() in KNOWN:
        return word.upper()
    message = f"{where} names `{shown(word[:40])}`, which is no lint rule"
    raise Failure(message, "`ssp lint --rules` lists them")


def _in_folder(folder: Path) -> Choice | None:
    for name, path in FILES:
        file = folder / name
        if not file.is_file():
            continue
        table = _table(file, path)
        if table is None:
            continue
        where = f"`{shown(str(file))}`"
        odd = sorted(set(table) - KEYS)
        if odd:
            raise Failure(f"{where} says `{shown(odd[0][:40])}` of lint", "it can say `select` and `ignore`")
        select, ignore = (codes_of(table.get(key, []), f"`{key}` in {where}") for key in ("select", "ignore"))
        return Choice(select, ignore)
    return None


def _table(file: Path, path: tuple[str, ...]) -> Mapping[str, Any] | None:
    where = f"`{shown(str(file))}`"
    try:
        with open(file, "rb") as stream:
            data = stream.read(LARGEST + 1)
        text = data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"cannot read {where}", code="SSP808") from error
    if len(data) > LARGEST:
        raise Failure(f"{where} is larger than {LARGEST:,} bytes", code="SSP106")
    if not re.search(r"\blint\b", text):
        # Most files say nothing of lint, and reading TOML has its price.
        return None
    import tomllib

    try:
        found: Any = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Failure(f"{where} is no TOML: {shown(str(error)[:100])}") from error
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    if found is not None and not isinstance(found, dict):
        raise Failure(f"{where} has no table `{'.'.join(path)}`", f"write a line `[{'.'.join(path)}]`")
    return found
