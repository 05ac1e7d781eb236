"""Which clauses of a table came into play, over any number of games."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir.model import Program
from sspdsl.ir.pretty_terms import Namer, body_lines
from sspdsl.ir.terms import Branch, Effect
from sspdsl.ir.walk import EFFECTS, bodies_of, terms_in

TABLES = {
    "rule": "rules", "action": "actions", "ability": "abilities", "modifier": "modifiers", "way": "ways",
    "step": "steps", "lifetime": "lifetimes",
}  # fmt: skip


class Coverage:
    """Give `note` to an `Interpreter` as its `fired`; then ask what is `missing`.

    An effect object that stands in two bodies counts as one. The body of an action that an
    `instead` without a condition replaces, and ways without targets, are still listed: they are dead.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._seen: set[object] = set()
        # Terms are told apart by identity: equal effects stand in different places.
        self._names = dict(_all_names(program))

    def note(self, kind: str, what: object) -> None:
        """Something came into play."""
        self._seen.add((kind, id(what)) if kind in ("effect", "branch") else (kind, what))

    @property
    def total(self) -> int:
        return len(self._names)

    def missing(self) -> tuple[str, ...]:
        """What never came into play, by name, in the order of the program."""
        return tuple(name for key, name in self._names.items() if key not in self._seen)


def _all_names(program: Program) -> Iterator[tuple[object, str]]:
    for kind, table in TABLES.items():
        for number, row in enumerate(getattr(program, table)):
            name = getattr(row, "name", "")
            where = f" ({row.place.file}:{row.place.line})" if getattr(row, "place", None) else ""
            yield (kind, number), f"{kind} {name or number}{where}"
    for action, definition in enumerate(program.actions):
        for number in range(len(definition.instead)):
            yield ("instead", (action, number)), f"instead of {definition.name} #{number + 1}"
    namer = Namer(program)
    for owner, body in bodies_of(program):
        for term in terms_in(body):
            if isinstance(term, Branch):
                yield ("branch", id(term)), f"{owner}: option {term.name}"
            elif isinstance(term, EFFECTS):
                effect: Effect = term  # type: ignore[assignment]
                yield ("effect", id(term)), f"{owner}: {next(iter(body_lines((effect,), namer)))}"
