"""The terminal: colour, exit codes, what goes to which stream, progress. Every command speaks through it.

Results go to standard output, everything said about the work to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO, TypeVar

import click

CLEAN = 0
FINDINGS = 1
FAILED = 2
INTERRUPTED = 130
READER_GONE = 141  # What a shell reports for a program ended by SIGPIPE.

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(slots=True)
class Settings:
    """What the options common to all commands say."""

    color: str = "auto"
    debug: bool = False


class Failure(click.ClickException):
    """The command cannot be carried out; no fault of a pin's text. Shown as one line, exit code 2."""

    exit_code = FAILED

    def __init__(self, message: str, help: str = "", code: str = "") -> None:
        super().__init__(message)
        self.help = help
        self.code = code


class NotCompiled(Exception):  # noqa: N818 (a way out, not an error)
    """A pin has errors, which were shown; the command ends with exit code 1."""


def common_options(command: F) -> F:
    """Adds `--color` and `--debug`, which every command takes."""
    command = click.option(
        "--debug",
        is_flag=True,
        expose_value=False,
        callback=_set_debug,
        help="Show a traceback of our own faults.",
    )(command)
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        callback=_set_color,
        help="Colour; otherwise NO_COLOR and FORCE_COLOR count, then whether this is a terminal.",
    )(command)


def _set_debug(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        context.ensure_object(Settings).debug = True


def _set_color(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value:
        context.ensure_object(Settings).color = value


def uses_color(settings: Settings, stream: TextIO) -> bool:
    """Whether to write colours to a stream: the option, then NO_COLOR, then FORCE_COLOR, then a terminal."""
    if settings.color != "auto":
        return settings.color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def here() -> Settings:
    """The settings of the command that runs."""
    return click.get_current_context().ensure_object(Settings)


def out(text: str = "") -> None:
    """Write a line of the result."""
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    """Write a line about the work."""
    clear_progress()
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


def paint(text: str, style: str, stream: TextIO) -> str:
    """The text in a style (`bold`, `red`, `green`, `yellow`, `cyan`, `dim`), if the stream takes colour."""
    codes = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
    return f"\x1b[{codes[style]}m{text}\x1b[0m" if uses_color(here(), stream) else text


def progress(text: str) -> None:
    """Show what is being done, on a terminal only; the next line replaces it."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        sys.stderr.write(f"\r\x1b[K{text[:100]}")
        sys.stderr.flush()


def clear_progress() -> None:
    progress("")


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 error`, `2 errors`; `many` is the plural where it is not formed with an s."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"
