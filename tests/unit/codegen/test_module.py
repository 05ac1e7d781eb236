"""What a generated module is: clean Python that stands alone, with the protocol of all modules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sspdsl.codegen import emit_module
from sspdsl.ir import terms as t
from sspdsl.ir.model import PositionDef
from tests.support.modules import load
from tests.support.pins import PINS, ROOT, compiled
from tests.support.tables import Builder, num

CARNIBALL = ROOT / "pins" / "carniball.ssp"
NASTY = (
    'a"b',
    "a'b",
    'a"""b',
    "a\\",
    "a\nimport os",
    "None",
    "class",
    "\u2028x",
    "\U0001f3b2",
    "{x}",
    "\x00",
    "# \r b",
)


@pytest.fixture(scope="module")
def carniball() -> Any:
    return load(compiled(CARNIBALL))


def table(**fields: Any) -> Any:
    """Start -> top [1 2 3 4 5 6], and no way on."""
    builder = Builder()
    builder.feature("start")
    builder.way((0,), builder.feature("top", (1, 2), (3, 4), (5, 6)))
    builder.start_ball()
    builder.plain_turn()
    return builder.program(**fields)


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_it_is_clean_python(path: Path, tmp_path: Path) -> None:
    module = tmp_path / f"{path.stem}.py"
    module.write_text(emit_module(compiled(path)), encoding="utf-8")
    settings = ["--config", str(ROOT / "pyproject.toml")]
    for command in (
        # The style rules that the project's settings spare generated files.
        ["ruff", "check", *settings, "--extend-ignore", "RUF,SIM"],
        ["ruff", "format", "--check", *settings],
        ["mypy", "--strict"],
    ):
        run = subprocess.run(
            [sys.executable, "-m", *command, str(module)], capture_output=True, text=True, cwd=tmp_path
        )
        assert run.returncode == 0, run.stdout + run.stderr


def test_it_needs_the_standard_library_only(tmp_path: Path) -> None:
    (tmp_path / "carniball.py").write_text(emit_module(compiled(CARNIBALL)), encoding="utf-8")
    code = "import carniball as m; s = m.playout(m.new_game(2), 5); print(m.decision(s).kind, *m.winners(s))"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
    )
    assert run.stdout.startswith("over "), run.stderr


def test_it_is_the_same_every_time() -> None:
    assert emit_module(compiled(CARNIBALL)) == emit_module(compiled(CARNIBALL))


def test_each_rule_says_where_it_came_from() -> None:
    text = emit_module(compiled(CARNIBALL))
    lines = CARNIBALL.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines, 1) if "rule streak_grows" in line)
    assert f"# rule streak_grows: carniball.ssp:{number}" in text


@pytest.mark.parametrize("name", NASTY)
def test_no_name_becomes_code(name: str) -> None:
    builder = Builder()
    builder.words(name, name)
    builder.cell(name, high=3)
    builder.fact(name, 0, 1)
    builder.feature(name, (1,))
    builder.group(name, 0)
    builder.way((0,), [0], name)
    builder.action(name, t.OneOf((t.Branch(name, name, None, ()),), True, name))
    builder.ability(name, t.Do(0))
    builder.achievement(name)
    builder.plain_turn()
    module = load(builder.program(name=name, title=name, book=name, positions=(PositionDef(name, 0, None),)))
    assert module.PIN["title"] == name
    assert module.GRAPH["positions"] == [name]
    assert name in module.view(module.new_game(), 0)["cells"]


def test_an_illegal_option_changes_nothing(carniball: Any) -> None:
    start = carniball.new_game()
    state = carniball.roll(start, 1, 4)
    for game, option in (
        (start, "7 1"),
        (start, "1 to ferris.1/2"),
        (state, "1 4"),
        (state, "lose ball"),
        (state, ""),
    ):
        before = tuple(game)
        with pytest.raises(carniball.IllegalMove):
            carniball.apply(game, option)
        assert tuple(game) == before
    for faces in ((1,), (0, 1), (1, 7), ()):
        with pytest.raises(carniball.IllegalMove):
            carniball.roll(start, *faces)
    with pytest.raises(carniball.IllegalMove):
        carniball.roll(state, 1, 1)
    over = carniball.playout(start, 1)
    with pytest.raises(carniball.IllegalMove):
        carniball.apply(over, "1 1")


def test_states_are_hashable_and_equal_by_value(carniball: Any) -> None:
    one = carniball.apply(carniball.roll(carniball.new_game(), 1, 4), "1 to ferris.1/2")
    two = carniball.apply(carniball.roll(carniball.new_game(), 1, 4), "1 to ferris.1/2")
    assert one == two
    assert len({one, two}) == 1


def test_the_decision_about_a_roll_says_what_is_rolled(carniball: Any) -> None:
    decision = carniball.decision(carniball.new_game())
    assert decision.kind == "roll"
    assert decision.dice == ((1, 2, 3, 4, 5, 6),) * 2
    assert decision.options[6] == "2 1"


@pytest.mark.parametrize("players", [0, 5, -1, True, "1"])
def test_the_number_of_players_is_checked(carniball: Any, players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        carniball.new_game(players)


@pytest.mark.parametrize(
    "change",
    [
        {"pin": "other"}, {"at": 99}, {"at": -1}, {"at": True}, {"player": 1}, {"rolls": -1}, {"rolls": "1"},
        {"shared": "-1"}, {"shared": "0x1"}, {"shared": "ffffffffff"}, {"shared": 1}, {"more": [1, 2, 3]},
        {"log": [0]}, {"log": [99]}, {"log": "0"}, {"players": []}, {"players": [["0", "0"]]}, {"players": 3},
        {"players": [["ffffffffffffffff", "0", 0]]}, {"players": [["0", "f" * 99, 0]]}, {"extra": 1},
    ],
)  # fmt: skip
def test_what_is_not_a_state_is_refused(carniball: Any, change: dict[str, Any]) -> None:
    saved = json.loads(carniball.to_json(carniball.roll(carniball.new_game(), 1, 4)))
    with pytest.raises(ValueError, match=r".+"):
        carniball.from_json(json.dumps(saved | change))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "[" * 5000, "1e999", '{"pin":"carniball"}', "NaN"])
def test_what_is_no_saved_text_is_refused(carniball: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        carniball.from_json(text)


def test_a_table_that_is_wrong_says_so() -> None:
    program = table()
    module = load(program)
    state = module.apply(module.roll(module.new_game(), 1, 1), "1 to top.1/2")
    assert module.decision(module.roll(state, 1, 1)).options == ("lose ball",)
    builder = Builder(balls=0, dice=0)
    low = builder.cell("few", high=2)
    builder.step(
        "up",
        t.Choose(
            (t.Binder(0, t.Values((1, 9)), None, "number"),),
            (t.Assign(low, None, None, t.Var(0)),),
            False,
            None,
            None,
            "how many",
        ),
    )
    builder.step("end", t.End("game"))
    wrong = load(builder.program())
    assert wrong.decision(wrong.apply(wrong.new_game(), "1")).kind == "over"
    with pytest.raises(wrong.RuleError):
        wrong.apply(wrong.new_game(), "9")


def test_an_endless_loop_is_stopped() -> None:
    builder = Builder(balls=0, dice=0)
    builder.step("loop", t.RepeatUntil(num(0), ()))
    with pytest.raises(RuntimeError, match="end"):
        load(builder.program()).new_game()
