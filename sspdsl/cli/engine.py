"""A table that goes wrong in play is a message for its author, not a fault of ours."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sspdsl.cli.shell import NotCompiled, note
from sspdsl.interpret.state import TableError


@contextlib.contextmanager
def faults_of_the_table() -> Iterator[None]:
    """Show a `TableError` with its place; the command ends with exit code 1."""
    try:
        yield
    except TableError as fault:
        note(f"error[SSP501]: the table goes wrong in play: {fault.message}")
        if fault.place is not None:
            note(f"  --> {fault.place.file}:{fault.place.line}:{fault.place.column}")
        raise NotCompiled from fault
