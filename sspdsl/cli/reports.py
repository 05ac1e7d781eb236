"""Reports that were written before: which are there, of which table, by which edition of the verifier."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sspdsl.cli.inputs import read_written
from sspdsl.cli.shell import Failure
from sspdsl.diagnostics.printable import shown
from sspdsl.ir.digest import program_digest, text_digest
from sspdsl.ir.model import Program
from sspdsl.verify.edition import edition
from sspdsl.verify.table import Row

BEGIN = "<!-- begin of the table -->\n"
END = "<!-- end of the table -->\n"


def report_of(program: Program, folder: Path) -> Mapping[str, Any] | None:
    """What `ssp verify --out` wrote of this table, by whatever edition; None if there is nothing."""
    return _read(folder / f"{program.name}.verify.json", "ssp-verify", program)


def current_report(program: Program, folder: Path) -> Mapping[str, Any] | None:
    """What this edition of the verifier wrote of this table; None if there is nothing."""
    report = report_of(program, folder)
    return report if report is not None and report.get("verifier") == edition() else None


def games_of(program: Program, folder: Path) -> Mapping[str, Any] | None:
    """What was played for V11 of this table; None if there is nothing."""
    return _read(folder / f"{program.name}.agree.json", "ssp-agree", program)


def row_of(program: Program, report: Mapping[str, Any] | None, folder: Path | None) -> Row:
    """A row of the table. What was played for V11 is looked for in the folder, if there is one."""
    from sspdsl.codegen import emit_module

    games = games_of(program, folder) if folder is not None else None
    return Row(
        program.name,
        program.title,
        report,
        games,
        report is not None and report.get("verifier") != edition(),
        games is not None and games.get("module") != text_digest(emit_module(program)),
    )


def _read(path: Path, form: str, program: Program) -> Mapping[str, Any] | None:
    try:
        data = json.loads(read_written(path))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("format") != form or data.get("version") != 1:
        return None
    return data if data.get("program") == program_digest(program) else None


def put_into(path: Path, table: str) -> None:
    """Put a table into a page, between its two marks. Raises `Failure` if they are not there."""
    from sspdsl.output import write_file

    try:
        text = read_written(path)
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"cannot read `{shown(str(path))}`", code="SSP808") from error
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise Failure(
            f"`{shown(str(path))}` has no place for a table",
            f"mark it with the lines `{BEGIN.strip()}` and `{END.strip()}`",
        )
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    write_file(path, f"{before}{BEGIN}\n{table}\n{END}{after}".encode())


def table_in(text: str) -> str:
    """The table that stands in a page, as `put_into` put it there."""
    return text.partition(BEGIN)[2].partition(END)[0][1:-1]
