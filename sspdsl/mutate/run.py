"""All mutants of a pin, each compiled, tested, and compared with the pin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from sspdsl.check.load import FindLibrary
from sspdsl.compare.apart import Games, Player
from sspdsl.compare.blocks import steps_of, tests_in, with_only
from sspdsl.compare.form import play_form
from sspdsl.compare.witness import record_of, test_of
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.interpret import Interpreter
from sspdsl.ir.model import Program
from sspdsl.mutate.faults import faults_of
from sspdsl.mutate.mutant import Mutant
from sspdsl.mutate.verdict import EQUIVALENT, KILLED, REJECTED, SURVIVED, Outcome, Report
from sspdsl.pipeline import compile_source
from sspdsl.scenario import run_test
from sspdsl.source import Source
from sspdsl.syntax.parse import parse

Progress = Callable[[int, int, int], None]
"""Told how many are done, of how many, and how many survived so far."""
Statuses = Callable[[Program], tuple[tuple[str, str], ...]]
"""Names of properties with their status: a mutant is killed by the first that is another."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`sample`: so many mutants, drawn with the seed. `libraries`: those in the text are mutated, too."""

    sample: int | None = None
    seed: int = 1
    libraries: bool = False
    search: bool = True
    games: Games = field(default_factory=Games)
    statuses: Statuses | None = None


class Refused(Exception):  # noqa: N818 (no fault of ours)
    """The pin itself has errors, or a test of it fails: then no mutant says anything."""


def mutate_source(
    source: Source,
    find: FindLibrary | None = None,
    plan: Plan | None = None,
    progress: Progress | None = None,
) -> Report:
    """Plant every single fault in a pin and say what became of it. Raises `Refused`."""
    plan = plan or Plan()
    judge = _Judge(source, find, plan)
    mutants = faults_of(judge.tree, plan.libraries)
    chosen = mutants
    if plan.sample is not None and plan.sample < len(mutants):
        chosen = tuple(
            mutants[at] for at in sorted(Random(plan.seed).sample(range(len(mutants)), plan.sample))
        )
    outcomes: list[Outcome] = []
    survived = 0
    for mutant in chosen:
        if progress is not None:
            progress(len(outcomes), len(chosen), survived)
        outcomes.append(judge.outcome(mutant))
        survived += outcomes[-1].status == SURVIVED
    return Report(judge.program.name, judge.program.title, len(mutants), tuple(outcomes))


class _Judge:
    """A pin, and what is worked out about it once."""

    def __init__(self, source: Source, find: FindLibrary | None, plan: Plan) -> None:
        self.source, self.find, self.plan = source, find, plan
        tree, _ = parse(source)
        program = compile_source(source, find).program
        if tree is None or program is None:
            raise Refused("the pin has errors: see `ssp check`")
        self.tree, self.program = tree, program
        engine = Interpreter(program)
        for test in program.tests:
            if not run_test(engine, test).passed:
                raise Refused(f"the test `{test.title}` fails on the pin itself: see `ssp test`")
        self.tests = tests_in(tree)
        self.form = play_form(program)
        self.player: Player | None = None
        self.kills: Counter[int] = Counter()
        self.statuses = plan.statuses(program) if plan.statuses is not None else ()

    def outcome(self, mutant: Mutant) -> Outcome:
        text = mutant.apply(self.source)
        compiled = compile_source(text, self.find)
        if compiled.program is None:
            return self._refused(mutant, compiled.diagnostics)
        program = compiled.program
        failed = self._failed(program)
        if failed:
            return Outcome(mutant, KILLED, f"test: {failed}")
        if play_form(program) == self.form:
            return Outcome(mutant, EQUIVALENT, "the same table in play")
        if self.plan.statuses is not None:
            changed = [
                name for name, status in self.plan.statuses(program) if (name, status) not in self.statuses
            ]
            if changed:
                return Outcome(mutant, KILLED, f"verify: {changed[0]}")
        return self._survivor(mutant, program)

    def _refused(self, mutant: Mutant, diagnostics: tuple[Diagnostic, ...]) -> Outcome:
        """An error in a test alone is that test's merit."""
        errors = [each for each in diagnostics if each.severity == "error"]
        grown = len(mutant.text) - (mutant.end - mutant.start)
        for error in errors:
            at = error.span.start - (grown if error.span.start >= mutant.end + min(grown, 0) else 0)
            if not any(test.span.start <= at < test.span.end for test in self.tests):
                return Outcome(mutant, REJECTED, f"{error.code}: {error.message}")
        first = errors[0]
        return Outcome(mutant, KILLED, f"test: {first.message}")

    def _failed(self, program: Program) -> str:
        """The title of a test that fails, or ""; those that killed most are run first."""
        engine = Interpreter(program)
        order = sorted(range(len(program.tests)), key=lambda at: (-self.kills[at], at))
        for at in order:
            if not run_test(engine, program.tests[at]).passed:
                self.kills[at] += 1
                return program.tests[at].title
        return ""

    def _survivor(self, mutant: Mutant, program: Program) -> Outcome:
        if not self.plan.search:
            return Outcome(mutant, SURVIVED)
        if self.player is None:
            self.player = Player(self.program, self.plan.games)
        apart = self.player.tell_apart(program)
        if apart is None:
            return Outcome(mutant, SURVIVED)
        lines: tuple[str, ...] = ()
        if apart.test is not None:
            lines = steps_of(self.tests[apart.test])
        line = mutant.place(self.source)[0]
        title = f"Line {line}: {mutant.fault}"
        test = test_of(self.program, apart, title, lines, lambda block: self._tells(mutant, block))
        return Outcome(mutant, SURVIVED, "", record_of(self.program, apart), test, True)

    def _tells(self, mutant: Mutant, block: str) -> bool:
        """Whether a test block holds on the pin and fails on the mutant."""
        results = []
        for source in (self.source, mutant.apply(self.source)):
            program = compile_source(with_only(source, (block,)), self.find).program
            results.append(program is not None and run_test(Interpreter(program), program.tests[0]).passed)
        return results == [True, False]
