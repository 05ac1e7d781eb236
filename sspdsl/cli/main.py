"""The command `ssp`: finds the command asked for, runs it, and turns what happens into an exit code.

Commands are imported when they are run, so that `ssp check` does not wait for what `ssp draw` needs.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

import sspdsl
from sspdsl.cli.shell import (
    CLEAN,
    FAILED,
    FINDINGS,
    INTERRUPTED,
    READER_GONE,
    NotCompiled,
    Settings,
    common_options,
)
from sspdsl.diagnostics.printable import shown
from sspdsl.output import OutputError

COMMANDS = {
    "new": "Write a small pin to start from.",
    "check": "Say everything that is wrong with a pin.",
    "lint": "Point out what is legal but likely not meant.",
    "fmt": "Lay out pins in the one usual way.",
    "test": "Run the tests written in pins.",
    "build": "Write the rules module, graph and pictures of pins.",
    "verify": "Prove what can be proved about a pin.",
    "recheck": "Check again what verify has proved.",
    "mutate": "Plant faults in a pin and see which its tests notice.",
    "graph": "Print the move graph.",
    "draw": "Draw the table, or where a ball can go.",
    "play": "Play a pin in the terminal.",
    "replay": "Play a saved game again and show its end.",
    "diff": "Say what changed in play between two versions of a pin.",
    "explain": "Explain a message code, or sum up a pin.",
    "rules": "Write a pin's rules in words.",
    "trace": "Show which lines and tests stand for which rule.",
}
LONGEST = 2_000  # Signs of a message that are shown.
EPILOG = (
    "Exit codes: 0 clean, 1 findings, 2 the command could not be carried out, "
    "130 interrupted, 141 the reader of the output went away."
)


class LazyGroup(click.Group):
    """A group whose commands are modules of this package, imported when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"sspdsl.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
)
@click.version_option(sspdsl.__version__, prog_name="ssp", message="%(prog)s %(version)s")
@common_options
def ssp() -> None:
    """Check, build, draw, verify and play roll-and-write pinball tables."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ssp` with these arguments (default: the process's) and return its exit code."""
    if sys.stderr is None:  # type: ignore[redundant-expr, unused-ignore]
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:  # type: ignore[redundant-expr, unused-ignore]
        return _say("standard output is closed", code="SSP807")
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    settings = Settings()
    try:
        code = _run(settings, arguments)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = READER_GONE
        _drop(sys.stdout, sys.stderr)
    except OSError as error:
        # The commands turn faults of files into their own errors; what is left is the result's own stream.
        _drop(sys.stdout)
        code = _say(f"cannot write the output: {(error.strerror or str(error)).lower()}", code="SSP807")
    return code


def _run(settings: Settings, arguments: Sequence[str] | None) -> int:
    try:
        code = ssp.main(arguments, prog_name="ssp", standalone_mode=False, obj=settings)
        return code if isinstance(code, int) else CLEAN
    except (OutputError, click.ClickException) as problem:
        sys.stdout.flush()
        return _report(problem)
    except NotCompiled:
        return FINDINGS
    except SystemExit as stop:  # Click ends so when it meets a closed pipe.
        raise BrokenPipeError from stop
    except (click.Abort, KeyboardInterrupt):
        sys.stderr.write("\n")
        return INTERRUPTED
    except OSError as error:
        if error.filename is None:
            if isinstance(error, FileNotFoundError):
                return _say("the current folder is no longer there", "SSP808", "change to one that is")
            raise
        return _say(
            f"{(error.strerror or str(error)).lower()}: `{shown(str(error.filename))}`", code="SSP808"
        )
    except Exception as fault:
        if settings.debug:
            raise
        return _internal(fault)


def _report(problem: OutputError | click.ClickException) -> int:
    if isinstance(problem, OutputError):
        return _say(problem.message, code=problem.code, help=problem.help)
    help = getattr(problem, "help", "")
    if isinstance(problem, click.UsageError) and problem.ctx is not None and not help:
        help = f"see `{problem.ctx.command_path} --help`"
    return _say(problem.format_message(), code=getattr(problem, "code", ""), help=help)


def _internal(fault: Exception) -> int:
    what = " ".join(f"{type(fault).__name__}: {fault}".split())[:160]
    sys.stderr.write(
        f"internal error[SSP900]: {what}; the fault is in ssp {sspdsl.__version__}, not in your pin; please"
        " report it with the pin and what `--debug` shows\n"
    )
    return FAILED


def _say(message: str, code: str = "", help: str = "") -> int:
    message = "\n".join(map(shown, message[:LONGEST].splitlines()))
    with contextlib.suppress(OSError, ValueError):  # Then there is nobody to be told.
        sys.stderr.write(f"error{f'[{code}]' if code else ''}: {message}\n")
        if help:
            sys.stderr.write(f"  = help: {help}\n")
        sys.stderr.flush()
    return FAILED


def _drop(*streams: TextIO) -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not complain when it ends."""
    for stream in streams:
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
