"""Runs the test blocks of a pin on the reference interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from sspdsl.interpret import Interpreter, State, TableError
from sspdsl.ir.model import Place, Program, TestDef, TestStep
from sspdsl.ir.terms import Expr, Op
from sspdsl.scenario.match import matching, meant
from sspdsl.scenario.result import Failure, ScenarioResult

COMPARISONS = {"is": "is", "is_not": "is not", "<": "below", "<=": "at most", ">": "above", ">=": "at least"}


class Stop(Exception):  # noqa: N818 (a way out, not an error)
    """After this failure the rest of the test has no meaning."""


def run_tests(program: Program, engine: Interpreter | None = None) -> tuple[ScenarioResult, ...]:
    """Run every test block in order. An engine given (of this program) may be one that traces."""
    return tuple(run_test(engine or Interpreter(program), test) for test in program.tests)


def run_test(engine: Interpreter, test: TestDef) -> ScenarioResult:
    """Run one test block on a new game. A failed expectation does not end it; a failed deed does."""
    run = _Running(engine)
    reached = 0
    try:
        players = max([test.players, *(step.player for step in test.steps)])
        run.go(test.place, partial(engine.new_game, players))
        for reached, step in enumerate(test.steps, 1):
            run.number = reached - 1
            VERBS[step.verb](run, step)
    except Stop:
        pass
    return ScenarioResult(test.title, test.cites, test.place, reached, tuple(run.failures))


def states_of_test(engine: Interpreter, test: TestDef) -> Iterator[State]:
    """The states that a test block goes through: at its start, and after each step, as far as it gets."""
    run = _Running(engine)
    try:
        players = max([test.players, *(step.player for step in test.steps)])
        run.go(test.place, partial(engine.new_game, players))
        yield run.state
        for step in test.steps:
            VERBS[step.verb](run, step)
            yield run.state
    except Stop:
        return


@dataclass(slots=True)
class _Running:
    """A test as it runs; `number` is the step that runs."""

    engine: Interpreter
    current: State | None = None
    number: int = 0
    failures: list[Failure] = field(default_factory=list)

    @property
    def state(self) -> State:
        assert self.current is not None
        return self.current

    def fail(self, code: str, place: Place, message: str, offered: tuple[str, ...] = ()) -> None:
        self.failures.append(Failure(code, self.number, message, place, offered))

    def stop(self, code: str, place: Place, message: str, offered: tuple[str, ...] = ()) -> Stop:
        self.fail(code, place, message, offered)
        return Stop()

    def go(self, place: Place, deed: Callable[[], State]) -> None:
        """Go on to the state that a deed leads to; one that breaks the table ends the test."""
        try:
            self.current = deed()
        except TableError as error:
            raise self.stop("SSP710", place, f"the table breaks: {error}") from None
        except ValueError as error:
            raise self.stop("SSP711", place, str(error)) from None

    def options(self, step: TestStep) -> tuple[str, ...]:
        """What the player of the step may choose now; anything else ends the test."""
        decision = self.engine.decision(self.state)
        if decision.kind == "over":
            raise self.stop("SSP709", step.place, "the game is over")
        if decision.kind != "choose":
            raise self.stop("SSP706", step.place, f"a {decision.kind} comes next, no choice")
        if step.player and step.player - 1 != decision.player:
            message = f"player {decision.player + 1} is to choose, not player {step.player}"
            raise self.stop("SSP706", step.place, message, decision.options)
        return decision.options

    def player(self, step: TestStep) -> int:
        """Whose table a step speaks of: its player, or the one who is to choose."""
        if step.player:
            return step.player - 1
        decision = self.engine.decision(self.state)
        return decision.player if decision.kind == "choose" else 0


# ---------------------------------------------------------------- verbs


def _given(run: _Running, step: TestStep) -> None:
    state = run.state
    if state.log or not state.started:
        raise run.stop(
            "SSP708", step.place, "a situation can be laid out before the first roll of a turn only"
        )
    player = max(step.player - 1, 0)
    run.go(step.place, partial(run.engine.arrange, state, step.effects, player))
    for term, text in zip(step.terms, step.texts, strict=False):
        if not run.engine.evaluate(run.state, term, player):
            run.fail("SSP711", step.place, f"`{text}` cannot be laid out{_sides(run, term, player)}")


def _roll(run: _Running, step: TestStep) -> None:
    _chance(run, step, "roll", " ".join(map(str, step.faces)))


def _draw(run: _Running, step: TestStep) -> None:
    for text in step.texts:
        _chance(run, step, "draw", text)


def _chance(run: _Running, step: TestStep, kind: str, text: str) -> None:
    decision = run.engine.decision(run.state)
    if decision.kind == "over":
        raise run.stop("SSP709", step.place, f"no {kind}: the game is over")
    if decision.kind == "choose":
        message = f"no {kind} yet: player {decision.player + 1} is to choose ({decision.about})"
        raise run.stop("SSP706", step.place, message, decision.options)
    if decision.kind != kind and not (decision.kind == "roll" and text in decision.options):
        raise run.stop("SSP706", step.place, f"no {kind} comes next, but a {decision.kind}", decision.options)
    if text not in decision.options:
        raise run.stop("SSP707", step.place, f"`{text}` cannot come up", decision.options)
    run.go(step.place, partial(run.engine.apply, run.state, text))


def _may(run: _Running, step: TestStep) -> None:
    options = run.options(step)
    for text in step.texts:
        if not matching(text, options):
            run.fail("SSP702", step.place, f"`{text}` is not offered", options)


def _may_not(run: _Running, step: TestStep) -> None:
    options = run.options(step)
    for text in step.texts:
        found = matching(text, options)
        if found:
            run.fail("SSP703", step.place, f"`{text}` is offered: {_listed(found)}", found)


def _play(run: _Running, step: TestStep) -> None:
    for text in step.texts:
        options = run.options(step)
        found = meant(text, options)
        if not found:
            raise run.stop("SSP704", step.place, f"`{text}` is not offered", options)
        if len(found) > 1:
            raise run.stop("SSP705", step.place, f"`{text}` could be any of {_listed(found)}", found)
        run.go(step.place, partial(run.engine.apply, run.state, found[0]))


def _then(run: _Running, step: TestStep) -> None:
    player = run.player(step)
    for term, text in zip(step.terms, step.texts, strict=True):
        if not run.engine.evaluate(run.state, term, player):
            run.fail("SSP701", step.place, f"`{text}` is not so{_sides(run, term, player)}")


VERBS: dict[str, Callable[[_Running, TestStep], None]] = {
    "given": _given,
    "roll": _roll,
    "draw": _draw,
    "may": _may,
    "may_not": _may_not,
    "play": _play,
    "then": _then,
}


def _sides(run: _Running, term: Expr, player: int) -> str:
    """What both sides of a comparison are, for a message."""
    if not isinstance(term, Op) or term.op not in COMPARISONS:
        return ""
    left, right = (run.engine.evaluate(run.state, arg, player) for arg in term.args)
    return f": the left side is {left}, the right side {right}"


def _listed(options: tuple[str, ...]) -> str:
    return ", ".join(f"`{option}`" for option in options)
