"""What nothing sets off is told apart from what was only not met."""

from __future__ import annotations

from sspdsl.interpret.coverage import Coverage
from sspdsl.ir import terms as t
from sspdsl.ir.model import InsteadDef
from tests.support.games import core
from tests.support.tables import HERE, Builder, num, op, values


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
        "rule after_idle: score 3": "what it stands in cannot come into play",
        "action inner: score 2": "what it stands in cannot come into play",
        "action idle: do inner": "what it stands in cannot come into play",
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
        "action old: score 1": "what it stands in cannot come into play",
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
        "ability buy: score 1": "what it stands in cannot come into play",
    }
