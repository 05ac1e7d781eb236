"""Conditions that are decided before the game: by constants, and by the things that a rule speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sspdsl.interpret.lookup import look_up
from sspdsl.interpret.meaning import meaning
from sspdsl.interpret.run import Env, Run
from sspdsl.interpret.state import Decision, Table, first_state
from sspdsl.ir import terms as t
from sspdsl.ir.model import Program, RuleDef
from sspdsl.ir.terms import Binder, Body, Expr
from sspdsl.ir.walk import FIELDS, terms_in

CONSTANT = (t.Num, t.Var, t.Fact, t.Op, t.Pick, t.Member)
"""What has the same value in every state, as far as its variables are known."""
OF_ITS_SUBJECT = ("hit", "filled", "complete", "passed", "changed")
"""Events whose subject is variable 0 of a rule."""


class Constants:
    """Decides conditions of a program in any of these situations: values of variables."""

    def __init__(self, program: Program) -> None:
        table = Table.thaw(first_state(program, 1))
        self.run = Run(program, look_up(program), table, _nobody, lambda kind, what: None)

    def decided(self, cond: Expr | None, situations: Sequence[Env]) -> bool | None:
        """Whether a condition holds in all of them, or in none; None if neither is known."""
        if cond is None:
            return True
        found = {self.constant(cond, known) for known in situations}
        truths = {None if value is None else value != 0 for value in found}
        return truths.pop() if len(truths) == 1 else None

    def constant(self, term: Expr, known: Env) -> int | None:
        """The value of an expression that no state changes, or None."""
        if isinstance(term, t.Op) and term.op in ("and", "or"):
            parts = [self.constant(arg, known) for arg in term.args]
            settles = [part for part in parts if part is not None and (part == 0) == (term.op == "and")]
            if settles:
                return int(term.op == "or")
            return None if None in parts else int(term.op == "and")
        for part in terms_in(term):
            if not isinstance(part, CONSTANT) or (isinstance(part, t.Var) and part.slot not in known):
                return None
        return meaning(term)(self.run, dict(known))

    def running(self, body: Body, situations: Sequence[Env]) -> Iterator[object]:
        """Every term of a body but those behind conditions that never hold in these situations."""
        stack: list[object] = [body]
        while stack:
            term = stack.pop()
            if isinstance(term, tuple):
                stack.extend(term)
                continue
            if isinstance(term, t.Branch) and self.decided(term.guard, situations) is False:
                continue
            names = FIELDS.get(type(term))
            if names is None:
                continue
            yield term
            if isinstance(term, t.If):
                truth = self.decided(term.cond, situations)
                names = {True: ("cond", "then"), False: ("cond", "other"), None: names}[truth]
            stack.extend(getattr(term, name) for name in names)


def situations_of(rule: RuleDef) -> list[Env]:
    """What is known of the variables of a rule when it runs: its subject, unless it binds that anew."""
    bound = {term.slot for term in terms_in(rule.guard, rule.body) if isinstance(term, (Binder, t.Let))}
    if rule.event.kind in OF_ITS_SUBJECT and 0 not in bound:
        return [{0: subject} for subject in rule.event.subjects]
    return [{}]


def _nobody(decision: Decision) -> str:
    raise AssertionError("nothing is decided before the game")
