"""Two versions of a pin: are they one in play, what tells them apart, and what was changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sspdsl.check.load import FindLibrary
from sspdsl.compare.apart import Apart, Games, Player, load_module, numbered
from sspdsl.compare.blocks import steps_of, tests_in, with_only
from sspdsl.compare.canonical import Version, forms_equal
from sspdsl.compare.clauses import Change, changes_between
from sspdsl.compare.facts import facts_between
from sspdsl.compare.moves import situations
from sspdsl.compare.short import short_game, shorter
from sspdsl.compare.taken import Taken
from sspdsl.compare.witness import block, record_of, test_of
from sspdsl.compare.words import difference_words
from sspdsl.interpret import Interpreter
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.record.engine import ModuleEngine
from sspdsl.scenario import run_test
from sspdsl.source import Source
from sspdsl.syntax.parse import parse

SAME = "same"
DIFFER = "differ"
OPEN = "open"
WHOLE_GAMES = 48
MOST_SITUATIONS = 12
TITLE = "What tells them apart"


@dataclass(frozen=True, slots=True)
class Witness:
    """A game that tells the two apart. `record` replays on both and begins at the start, `test` holds on the
    first and fails on the second; either may be "". `words`: how they differ at its end."""

    record: str
    test: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """`status`: `same` is proved, `differ` has a witness, `open` is neither."""

    status: str
    games: int
    witness: Witness | None = None
    changes: tuple[Change, ...] = ()
    facts: tuple[str, ...] = ()


def compare_versions(
    left: Version, right: Version, games: int = WHOLE_GAMES, tell: Callable[[str], None] | None = None
) -> Difference:
    """What two versions differ in. So many whole games are played at most in search of a witness."""
    if forms_equal(left, right):
        return Difference(SAME, 0)
    witness = find_witness(left, right, games, tell)
    return Difference(
        OPEN if witness is None else DIFFER,
        games,
        witness,
        changes_between(_texts(left), _texts(right)),
        facts_between(left.program, right.program),
    )


def _texts(version: Version) -> list[Source]:
    return version.find.texts(version.source) if isinstance(version.find, Taken) else [version.source]


def find_witness(
    left: Version, right: Version, games: int, tell: Callable[[str], None] | None = None
) -> Witness | None:
    """The shortest of the games found; None if none was."""
    say = tell or (lambda words: None)
    engines = _modules(left.program), _modules(right.program)
    blind = numbered(left.program, right.program)
    if None not in engines:
        say("trying all games of a turn or two")
        for players in (1, 2):
            apart = short_game(*engines, players, blind)
            if apart is not None:
                return _witness(left, right, apart, ())
    say("laying balls where a move is another")
    for lines in islice(situations(left.program, right.program), MOST_SITUATIONS):
        test = block(TITLE, lines)
        if _tells(left, right, test):
            sides = "first", "second"
            only, where = (
                lines[-1].replace("may not ", "").replace("may ", ""),
                lines[0].removeprefix("given "),
            )
            side = sides["may not" in lines[-1]]
            return Witness("", test, (f"offered by only the {side}, with {where}: {only}",))
    blocks = common_tests(left, right)
    # A game within a test that cannot be written down as one is no witness: then whole games are played.
    for used in (blocks, []) if blocks else ([],):
        say("playing games, and on from the tests of both" if used else "playing whole games")
        one, other = _with_tests(left, used), _with_tests(right, used)
        apart = Player(one, Games(whole=games)).tell_apart(other)
        if apart is None:
            continue
        if apart.test is None and None not in engines:
            apart = shorter(*engines, apart, blind)
        found = _witness(left, right, apart, used)
        if found.record or found.test:
            return found
    return None


def _witness(left: Version, right: Version, apart: Apart, blocks: Sequence[str]) -> Witness:
    """A game written down: as a record, if it begins at the start, and as a test."""
    lines: tuple[str, ...] = ()
    if apart.test is not None:
        tree, _ = parse(Source("test", f'pin t "T" {{\n{blocks[apart.test]}\n}}'))
        assert tree is not None
        lines = steps_of(tests_in(tree)[0])
    test = test_of(left.program, apart, TITLE, lines, lambda block: _tells(left, right, block))
    return Witness(record_of(left.program, apart), test, tuple(difference_words(apart.left, apart.right)))


def _modules(program: Program) -> Any:
    try:
        return ModuleEngine(load_module(program))
    except ValueError:
        return None


def common_tests(left: Version, right: Version) -> list[str]:
    """The test blocks of both that each of the two can read, each once."""
    blocks: list[str] = []
    for version in (left, right):
        tree, _ = parse(version.source)
        assert tree is not None
        blocks += [test.span.text for test in tests_in(tree)]
    blocks = list(dict.fromkeys(blocks))
    for version in (left, right):
        blocks = _readable(version.source, version.find, blocks)
    return blocks


def without_broken_tests(source: Source, find: FindLibrary | None) -> Source | None:
    """The text with those of its tests alone that compile; None if it has other errors."""
    tree, problems = parse(source)
    if tree is None or problems or not any(node.kind in ("pin", "game") for node in tree.nodes()):
        return None
    blocks = _readable(source, find, [test.span.text for test in tests_in(tree)])
    made = with_only(source, blocks)
    wrong = any(each.severity == "error" for each in compile_source(made, find, lower=False).diagnostics)
    return None if wrong else made


def _readable(source: Source, find: FindLibrary | None, blocks: list[str]) -> list[str]:
    """Those of these tests with which the text compiles."""
    for _ in range(2):
        made = with_only(source, blocks)
        diagnostics = compile_source(made, find, lower=False).diagnostics
        wrong = [each.span.start for each in diagnostics if each.severity == "error"]
        if not wrong:
            return blocks
        tree, _ = parse(made)
        tests = tests_in(tree) if tree is not None else []
        blocks = [
            test.span.text for test in tests if not any(test.span.start <= at < test.span.end for at in wrong)
        ]
    return []


def _with_tests(version: Version, blocks: Sequence[str]) -> Program:
    program = compile_source(with_only(version.source, blocks), version.find).program
    return program or version.program


def _tells(left: Version, right: Version, block: str) -> bool:
    """Whether a test block holds on the first and fails on the second."""
    results = []
    for version in (left, right):
        program = compile_source(with_only(version.source, (block,)), version.find).program
        results.append(program is not None and run_test(Interpreter(program), program.tests[0]).passed)
    return results == [True, False]
