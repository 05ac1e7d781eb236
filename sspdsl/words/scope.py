"""What local variables are called where a rule speaks of them: `that number`, `the box`, `the other die`."""

from __future__ import annotations

from sspdsl.ir import terms as t
from sspdsl.plain import plain
from sspdsl.words.english import plain_name
from sspdsl.words.kinds import Kinds
from sspdsl.words.markdown import escaped
from sspdsl.words.names import Names

MARKS = ("that", "the other", "the third", "the fourth", "the fifth", "the sixth")


@plain
class Named:
    """A variable: what it stands for (a kind of binder, or `value`) and what it is called."""

    kind: str
    text: str


@plain
class Scope:
    """The names of a program, and the variables that can be spoken of here."""

    names: Names
    kinds: Kinds
    variables: tuple[tuple[int, Named], ...] = ()
    whose: str = ""  # Whose sheet is meant if not the reader's: `their`.

    def named(self, slot: int) -> Named:
        for known, named in reversed(self.variables):
            if known == slot:
                return named
        return Named("value", "the number given")

    def with_named(self, slot: int, kind: str, text: str) -> Scope:
        return Scope(self.names, self.kinds, (*self.variables, (slot, Named(kind, text))), self.whose)

    def with_binder(self, binder: t.Binder) -> Scope:
        """The variable of a binder, under a name that no other variable here has."""
        return self.with_new(binder.slot, binder.kind, self.noun(binder.kind))

    def with_new(self, slot: int, kind: str, noun: str) -> Scope:
        taken = {named.text for known, named in self.variables if known != slot}
        for mark in MARKS:
            if f"{mark} {noun}" not in taken:
                return self.with_named(slot, kind, f"{mark} {noun}")
        return self.with_named(slot, kind, f"the {noun} no. {len(self.variables) + 1}")

    def theirs(self, whose: str) -> Scope:
        return Scope(self.names, self.kinds, self.variables, whose)

    def noun(self, kind: str) -> str:
        """What a member of this kind of thing is called."""
        if kind.startswith("word:"):
            return self.names.domain(int(kind[5:]))
        return {"position": "place", "value": "number"}.get(kind, escaped(plain_name(kind)))
