"""What nothing sets off is told apart from what was only not met."""

from __future__ import annotations

from sspdsl.interpret.coverage import Coverage
from sspdsl.ir import terms as t
from sspdsl.ir.model import InsteadDef
from tests.support.games import core
from tests.support.tables import HERE, Builder, num, op, values

INSIDE = "what it stands in cannot come into play, or its condition never holds"


def never(table: Builder) -> dict[str, str]:
    return {name.partition(" (")[0]: why for name, why in Coverage(table.program()).never()}


def test_actions_that_nothing_does_and_what_hangs_on_them() -> None:
    table = core()
    inner = table.action("inner", t.Score(num(2)))
    idle = table.action("idle", t.Do(inner))
    table.rule("action", idle, body=(t.Score(num(3)),), name="after_idle")
    table.lifetime("action", inner)
    table.step("end", t.End("game"))
    assert never(table) == {
        "action inner": "nothing does this action",
        "action idle": "nothing does this action",
        "rule after_idle": "nothing raises its event",
        "lifetime 0": "nothing raises its event",
        "rule after_idle: score 3": INSIDE,
        "action inner: score 2": INSIDE,
        "action idle: do inner": INSIDE,
    }


def test_what_may_be_done_is_not_among_them() -> None:
    table = core()
    used = table.action("used", t.Score(num(2)))
    table.rule("action", used, body=(t.Score(num(3)),), guard=op("<", t.Players(), num(1)), name="after_used")
    table.lifetime("action", used)
    table.step("end", t.If(op("<", t.Players(), num(1)), (t.Do(used),)), t.End("game"))
    assert never(table) == {}


def test_a_body_that_another_always_replaces() -> None:
    table = core()
    twice = InsteadDef(op("is", t.Players(), 2), (), 0, HERE), InsteadDef(None, (t.Score(num(2)),), 0, HERE)
    action = table.action("old", t.Score(num(1)), instead=twice)
    table.step("end", t.Do(action), t.End("game"))
    assert never(table) == {
        "action old": "another body always takes its place",
        "action old: score 1": INSIDE,
    }


def test_what_lasts_until_an_event_that_always_leaves_the_step() -> None:
    table = core()
    over, left = table.action("over"), table.action("left")
    table.rule("action", over, body=(t.End("game"),))
    table.rule("action", left, body=(t.End("game"),), guard=op("<", t.Players(), num(2)))
    table.lifetime("action", over)
    table.lifetime("action", over, left)
    table.step("end", t.Do(left), t.Do(over))
    assert never(table) == {"lifetime 0": "the step is always left before"}


def test_abilities_of_a_window_that_is_never_opened() -> None:
    table = core()
    shop, open_shop = table.window("shop"), table.window("open_shop")
    table.ability("buy", t.Score(num(1)), window=shop)
    table.ability("sell", t.Score(num(2)), window=open_shop)
    table.step("shop", t.Offer(open_shop), t.Choose((values(1),), (), False, None, None, ""), t.End("game"))
    assert never(table) == {
        "ability buy": "nothing opens its window",
        "ability buy: score 1": INSIDE,
    }


def test_conditions_that_the_subjects_of_a_rule_decide() -> None:
    table = core()
    cells = [table.cell(name, high=9) for name in ("one", "two", "three")]
    colour = table.fact("colour", cells[0], 3, 4, 4)
    green, red = op("is", t.Fact(colour, t.Var(0)), 3), op("is", t.Fact(colour, t.Var(0)), 5)
    never_red = t.If(op("and", red, t.Cell(cells[0])), (t.Score(num(1)),), (t.Score(num(2)),))
    sometimes = t.If(green, (t.Score(num(3)),), (t.Score(num(4)),))
    table.rule("changed", *cells, body=(never_red, sometimes), name="listens")
    table.rule(
        "changed", cells[1], body=(t.If(green, (t.Score(num(5)),), (t.Score(num(6)),)),), name="second"
    )
    table.rule("changed", *cells, body=(t.Score(num(7)),), guard=red, name="never")
    writes = [t.Assign(cell, None, None, num(1)) for cell in cells]
    table.step("end", *writes, t.End("game"))
    assert never(table) == {
        "rule listens: score 1": INSIDE,
        "rule second: score 5": INSIDE,
        "rule never": "its condition never holds",
        "rule never: score 7": INSIDE,
    }


def test_conditions_that_a_reading_of_the_rules_decides() -> None:
    table = core()
    lit = table.cell("lit")
    table.modifier(2, guard=op("and", t.Cell(lit), num(0)))
    table.modifier(3, guard=op("or", t.Cell(lit), num(0)))
    table.step("end", t.Assign(lit, None, None, num(1)), t.Score(num(1)), t.End("game"))
    assert never(table) == {"modifier modifier0": "its condition never holds"}
