"""Finds and reads what a command is given: files, folders (all pins in them), or `-` for standard input."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from sspdsl.cli.shell import Failure
from sspdsl.diagnostics.printable import shown
from sspdsl.syntax.read import MOST_BYTES

LARGEST = MOST_BYTES + 1  # One more than a pin may have, so that the reader can tell.
LARGEST_WRITTEN = 64_000_000
STDIN = "standard input"


@dataclass(frozen=True, slots=True)
class Given:
    """A text that was given: the name to show, its bytes, and its file, if it has one."""

    name: str
    data: bytes
    path: Path | None


def read_inputs(arguments: tuple[str, ...]) -> list[Given]:
    """Everything the arguments name, in order; without arguments, the folder `pins`, else the current one.

    Raises `Failure` (exit code 2) for what is not there or cannot be read.
    """
    if not arguments:
        arguments = ("pins",) if Path("pins").is_dir() else (".",)
    found: dict[str, Given] = {}
    for argument in arguments:
        if not argument:
            raise Failure("a name of a file is empty", "leave it out, or name a file or folder", "SSP808")
        if argument == "-":
            found.setdefault("-", _read_stdin())
        else:
            for path in _files(Path(argument)):
                found.setdefault(os.path.realpath(path), _read(path))
    return list(found.values())


def read_one(argument: str) -> Given:
    """The one file that is meant; a folder must hold exactly one pin."""
    found = read_inputs((argument,))
    if len(found) > 1:
        message = f"`{shown(argument)}` holds {len(found)} pins, and this command takes one"
        raise Failure(message, f"name one of them: {', '.join(each.name for each in found[:5])}")
    return found[0]


def read_record(argument: str) -> Given:
    """The record that is meant, whole."""
    given = read_one(argument)
    if len(given.data) > MOST_BYTES:
        raise Failure(f"{given.name} is larger than {MOST_BYTES:,} bytes", code="SSP106")
    return given


def output_folder(argument: str) -> Path:
    """The folder that `--out` names."""
    if not argument:
        raise Failure("the name of the output folder is empty", "name a folder with `--out`")
    return Path(argument)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(folder) / name for name in names if name.endswith(".ssp")]
    if not found:
        raise Failure(
            f"no pins in the folder `{shown(str(path))}`", "a pin is a file whose name ends in .ssp"
        )
    return sorted(found)


def _read(path: Path) -> Given:
    try:
        with open(path, "rb") as file:
            return Given(shown(str(path)), file.read(LARGEST), path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Failure(f"cannot read `{shown(str(path))}`: {reason}", code="SSP808") from error
    except ValueError as error:  # A name with a zero character.
        raise Failure(f"cannot read `{shown(str(path))}`: no such name", code="SSP808") from error


def read_written(path: Path) -> str:
    """What a command has written into a folder before.

    Raises OSError for what is no plain file or is too large, UnicodeDecodeError for what is no text.
    """
    # A pipe without a writer would be waited for, and a device may have no end.
    if not path.is_file():
        raise OSError("it is no file")
    if path.stat().st_size > LARGEST_WRITTEN:
        raise OSError("it is too large")
    return path.read_text(encoding="utf-8")


def _read_stdin() -> Given:
    if sys.stdin is None:
        raise Failure("cannot read standard input: it is closed", code="SSP808")
    return Given(STDIN, sys.stdin.buffer.read(LARGEST), None)
