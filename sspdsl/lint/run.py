"""Runs the rules that are chosen over a file, and leaves out what its text silences."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.check.model import Model
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.registry import RULES, Rule
from sspdsl.lint.silence import BARE, IDLE, apply_silences
from sspdsl.lint.text import text_of
from sspdsl.source import Source
from sspdsl.syntax.parse import parse


@dataclass(frozen=True, slots=True)
class Choice:
    """Which codes are asked: those of `select` (none named: the usual ones) but those of `ignore`."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str, usual: bool = True) -> bool:
        """Whether a rule is asked."""
        return (code in self.select if self.select else usual) and code not in self.ignore


def lint_source(
    source: Source, model: Model | None = None, choice: Choice = Choice()
) -> tuple[Diagnostic, ...]:
    """What the rules find in a file without errors, in the order of its text. A library has no model."""
    tree = model.tree if model is not None else parse(source)[0]
    if tree is None:
        return ()
    text = text_of(source, tree, model)
    chosen: list[Rule] = [rule for rule in RULES.values() if choice.takes(rule.code, rule.usual)]
    found = [each for rule in chosen for each in rule.find(text)]
    asked = {rule.code for rule in chosen} | {code for code in (BARE, IDLE) if choice.takes(code)}
    kept = apply_silences(source, found, asked, known={rule.code for rule in RULES.values()})
    return tuple(sorted(kept, key=lambda each: (each.span.start, each.code)))
