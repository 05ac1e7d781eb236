"""`ssp recheck`: checks again what `ssp verify` wrote down, with code that shares nothing with it."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import click

from sspdsl.cli.compiled import compile_pins
from sspdsl.cli.inputs import read_written
from sspdsl.cli.shell import CLEAN, FINDINGS, common_options, note, out
from sspdsl.diagnostics.printable import shown
from sspdsl.ir.model import Program


@click.command("recheck")
@click.argument("pins", nargs=-1)
@click.option("--in", "folder", default="generated", show_default=True, help="The folder with the reports.")
@common_options
def command(pins: tuple[str, ...], folder: str) -> int:
    """Check again the proofs and games in FOLDER/<pin>.verify.json, as `ssp verify --out` writes them.

    Exit code 1 if a certificate does not hold, or there is none for what is claimed.
    """
    from sspdsl.recheck import recheck

    found, code = compile_pins(pins)
    for _, program in found:
        path = Path(folder) / f"{program.name}.verify.json"
        try:
            report = read_written(path)
        except (OSError, UnicodeDecodeError):
            note(f"{shown(str(path))} cannot be read; `ssp verify --out {shown(folder)}` writes it")
            code = FINDINGS
            continue
        for outcome in recheck(program, report, Player(program)):
            said = "holds" if outcome.holds else "does not hold"
            out(f"{program.name}: {outcome.property} {said}: {outcome.words}")
            if not outcome.holds:
                code = FINDINGS
    return code or CLEAN


class Player:
    """The reference interpreter, as the checker asks for it."""

    def __init__(self, program: Program) -> None:
        from sspdsl.interpret.engine import Interpreter
        from sspdsl.ir.encode import from_json, to_json

        # The checker tells terms apart by identity: this copy shares none.
        self.program = from_json(to_json(program))
        names = [action.name for action in program.actions]
        self.ending = names.index("round_ends") if "round_ends" in names else -1
        self.tallies = {n for n, cell in enumerate(program.cells) if cell.form == "tally"}
        self.ended = False
        self.told: list[tuple[str, object, bool | None]] = []
        self.engine = Interpreter(self.program, self.hear, self.hear_condition)

    def hear_condition(self, condition: object, truth: bool) -> None:
        self.told.append(("guard", condition, truth))

    def hear(self, kind: str, what: object) -> None:
        self.told.append((kind, what, None))
        number = what[0] if isinstance(what, tuple) else what
        if kind in ("action", "instead") and number == self.ending:
            self.ended = True

    def heard(self) -> list[tuple[str, object, bool | None]]:
        return self.told

    def new_game(self, players: int = 1) -> Any:
        self.told = []
        return self.engine.new_game(players)

    def options(self, state: Any) -> tuple[str, tuple[str, ...]]:
        decision = self.engine.decision(state)
        return decision.kind, decision.options

    def apply(self, state: Any, option: str) -> Any:
        self.ended, self.told = False, []
        return self.engine.apply(state, option)

    def ended_round(self) -> bool:
        return self.ended

    def key(self, state: Any) -> Hashable:
        """All but stars and other tallies, which grow without bound."""
        own = tuple(tuple(c for n, c in enumerate(cells) if n not in self.tallies) for cells in state.own)
        shared = tuple(c for n, c in enumerate(state.shared) if n not in self.tallies)
        return own, shared, state.filled, state.log
