"""From what a command was given to compiled tables, with the messages shown on the way."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from sspdsl.check.load import UnreadableLibrary
from sspdsl.cli.inputs import Given, read_inputs, read_one
from sspdsl.cli.shell import FINDINGS, NotCompiled, here, note, out, uses_color
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.diagnostics.printable import shown
from sspdsl.diagnostics.text import render_text, summary
from sspdsl.ir.model import NoteDef, Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.syntax.read import read_source


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of a text: its table, if it has one and no error stands in the way, and the messages."""

    given: Given
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[NoteDef, ...] = ()

    @property
    def broken(self) -> bool:
        return any(each.severity == "error" for each in self.diagnostics)


def compile_given(given: Given, lower: bool = True) -> Compiled:
    """Compile one text; without `lower` only to see what is wrong with it."""
    with collector_off():
        source, problems = read_source(given.data, given.name)
        if source is None:
            return Compiled(given, None, problems)
        result = compile_source(source, libraries_beside(given), lower)
        return Compiled(given, result.program, (*problems, *result.diagnostics), result.notes)


def libraries_beside(given: Given) -> Callable[[str], Source | None]:
    """Finds a library that a pin uses: `use harbour.lights` means `harbour/lights.ssp` beside the pin."""
    folder = given.path.parent if given.path is not None else Path()

    def find(name: str) -> Source | None:
        path = folder.joinpath(*name.split(".")).with_suffix(".ssp")
        try:
            if not path.exists() and not path.is_symlink():
                return None
            if path.exists() and not path.is_file():
                raise UnreadableLibrary("it is no file")
            source, found = read_source(path, shown(str(path)))
        except OSError as error:
            raise UnreadableLibrary((error.strerror or str(error)).lower()) from None
        except ValueError:
            return None
        if source is None:
            raise UnreadableLibrary("", found)
        return source

    return find


def compile_all(arguments: tuple[str, ...], lower: bool = True) -> list[Compiled]:
    """Compile everything the arguments name."""
    return [compile_given(given, lower) for given in read_inputs(arguments)]


def compile_pins(arguments: tuple[str, ...]) -> tuple[list[tuple[Given, Program]], int]:
    """The tables of all that compiles, and the exit code for what does not; its messages are shown."""
    pins = []
    code = 0
    for each in compile_all(arguments):
        if each.broken:
            show(each.diagnostics, sys.stderr)
            code = FINDINGS
        elif each.program is not None:
            pins.append((each.given, each.program))
    return pins, code


def compile_one(argument: str) -> Program:
    """The table of the one pin that is meant. Raises `NotCompiled` after showing its errors."""
    result = compile_given(read_one(argument))
    if result.program is None or result.broken:
        show(result.diagnostics, sys.stderr)
        if not result.broken:
            note(f"{result.given.name} declares no table")
        raise NotCompiled
    return result.program


def show(diagnostics: Sequence[Diagnostic], stream: TextIO) -> None:
    """Write messages for people."""
    if not diagnostics:
        return
    text = render_text(diagnostics, colour=uses_color(here(), stream), width=_width(stream))
    text = text.rstrip("\n") + "\n\n" + summary(diagnostics)
    if stream is sys.stdout:
        out(text)
    else:
        note(text)


def _width(stream: TextIO) -> int | None:
    """The columns of a terminal, or None. (`shutil` would do, at the price of a slower start.)"""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 9:
        return int(columns)
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or None
    return None


@contextlib.contextmanager
def collector_off() -> Iterator[None]:
    """Without the cyclic garbage collector, whose passes over a growing tree make linear work look worse."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
