"""What all sections share: the table, its names, and what comes from a standard library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sspdsl.ir.model import Place, Program, RuleDef
from sspdsl.words.conditions import holds
from sspdsl.words.effects import body_nodes, led, only_notes, says_nothing
from sspdsl.words.english import plain_name
from sspdsl.words.events import opening, scope_of, scope_of_action
from sspdsl.words.idioms import off
from sspdsl.words.kinds import Kinds
from sspdsl.words.markdown import Node, escaped
from sspdsl.words.names import Names
from sspdsl.words.scope import Scope

STANDARD = "std."


class Book:
    """A program with its names and the scope that every rule starts from."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = Names(program)
        self.kinds = Kinds(program)
        self.scope = Scope(self.names, self.kinds)

    def library(self, place: Place | None) -> str:
        """The standard library that says something, or "" for the table itself."""
        return place.file if place is not None and place.file.startswith(STANDARD) else ""

    def libraries(self) -> list[str]:
        """The standard libraries in use, the one of all tables first."""
        program = self.program
        rows: list[Sequence[object]] = [
            program.cells, program.modifiers, program.rules, program.actions, program.abilities,
        ]  # fmt: skip
        found = {self.library(getattr(each, "place", None)) for row in rows for each in row} - {""}
        return sorted(found, key=lambda name: (name != "std.pinball", name))

    # ------------------------------------------------------------ what several sections say

    def rules(self, library: str) -> list[RuleDef]:
        """The rules of a library, or of the table, those alike made one; none that note an achievement."""
        merged: dict[object, RuleDef] = {}
        for rule in self.program.rules:
            if (
                self.library(rule.place) != library
                or off(rule.guard)
                or not self._says(rule)
                or only_notes(rule.body, self.scope)
            ):
                continue
            key = (rule.event.kind, rule.name, rule.before, rule.guard, rule.body, rule.place)
            old = merged.get(key)
            if old is None or rule.event.kind == "action":
                merged[key if old is None else (*key, rule.event.subjects)] = rule
            else:
                subjects = tuple(dict.fromkeys((*old.event.subjects, *rule.event.subjects)))
                merged[key] = replace(old, event=replace(old.event, subjects=subjects))
        return list(merged.values())

    def _says(self, rule: RuleDef) -> bool:
        return bool(body_nodes(rule.body, scope_of(rule.event, self.scope)))

    def rule(self, rule: RuleDef, brings: bool = False) -> Node:
        """One rule: when, if, what. With `brings` it stands below what it is about."""
        scope = scope_of(rule.event, self.scope)
        lead = opening(rule.event, self.scope, rule.before)
        if brings:
            lead = "before it counts" if rule.before else "brings"
        if rule.guard is not None:
            lead += f", if {holds(rule.guard, scope)}"
        return led(lead, rule.body, scope)

    def actions(self, library: str) -> list[Node]:
        """The named procedures of a library or the table, and what stands in place of them."""
        out = []
        for number, action in enumerate(self.program.actions):
            scope = scope_of_action(number, self.scope)
            name = escaped(plain_name(action.name))
            hidden = says_nothing(number, self.scope) or action.name in ("balls_move",)
            if self.library(action.place) == library and action.body and not hidden:
                given = ", ".join(scope.named(slot).text for slot in range(action.params))
                out.append(led(f"***{name}***{f' ({given})' if given else ''}", action.body, scope))
            for instead in action.instead:
                if self.library(instead.place) != library:
                    continue
                guard = "" if instead.guard is None else f", if {holds(instead.guard, scope)}"
                out.append(led(f"in place of ***{name}***{guard}", instead.body, scope))
        return out
