"""What running the test blocks of a pin gives: data, for the terminal and other tools to show."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.ir.model import Place


@dataclass(frozen=True, slots=True)
class Failure:
    """A step of a test that failed. `step` counts from 0; `offered` are the options there were instead.

    `code` is one of SSP701 to SSP711 (docs/codes).
    """

    code: str
    step: int
    message: str
    place: Place
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """A test block, and what failed in it. `steps_run` counts the steps that were reached."""

    title: str
    cites: tuple[str, ...]
    place: Place
    steps_run: int
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        return not self.failures
