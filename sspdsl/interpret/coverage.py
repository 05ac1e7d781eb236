"""Which clauses of a table came into play, over any number of games."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.interpret.never import never
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

    An effect object that stands in two bodies counts as one, and so do the ways that a line of the
    text brings. What cannot come into play, since nothing sets it off, does not count; `never` lists it.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._seen: set[object] = set()
        # Terms are told apart by identity: equal effects stand in different places.
        self._clauses = _clauses_of_ways(program)
        names = dict(_all_names(program, self._clauses))
        dead = dict(never(program))
        for way, clause in self._clauses.items():
            if ("way", way) not in dead:
                dead.pop(("way", clause), None)
        dead = {key: why for key, why in dead.items() if key in names}
        self._never = tuple((names[key], why) for key, why in dead.items())
        self._names = {key: name for key, name in names.items() if key not in dead}

    def note(self, kind: str, what: object) -> None:
        """Something came into play."""
        if kind in ("effect", "branch"):
            self._seen.add((kind, id(what)))
        else:
            self._seen.add((kind, self._clauses[what] if kind == "way" else what))  # type: ignore[index]

    @property
    def total(self) -> int:
        return len(self._names)

    def reached(self) -> frozenset[int]:
        """What came into play, by its number among all that is listed."""
        return frozenset(number for number, key in enumerate(self._names) if key in self._seen)

    def add(self, reached: frozenset[int]) -> None:
        """Note what another coverage of this program says is `reached`."""
        self._seen.update(key for number, key in enumerate(self._names) if number in reached)

    def never(self) -> tuple[tuple[str, str], ...]:
        """What cannot come into play, by name, and why not."""
        return self._never

    def missing(self) -> tuple[str, ...]:
        """What never came into play, by name, in the order of the program."""
        return tuple(name for key, name in self._names.items() if key not in self._seen)


def _clauses_of_ways(program: Program) -> dict[int, int]:
    """For each way the first one of its name from the same place of the text."""
    first: dict[object, int] = {}
    return {
        number: first.setdefault((way.name, way.place) if way.place else number, number)
        for number, way in enumerate(program.ways)
    }


def _all_names(program: Program, clauses: dict[int, int]) -> Iterator[tuple[object, str]]:
    for kind, table in TABLES.items():
        for number, row in enumerate(getattr(program, table)):
            if kind == "way" and clauses[number] != number:
                continue
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
