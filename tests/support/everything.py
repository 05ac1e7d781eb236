"""A table in which every kind of term stands at least once. It need not be fun to play."""

from __future__ import annotations

from sspdsl.ir import terms as t
from sspdsl.ir.model import HitsDef, InsteadDef, NoteDef, Program, TestStep
from tests.support.tables import HERE, SLOTS, Builder, num, op, values


def everything() -> Program:
    table = Builder(balls=2)
    crew = table.words("crew", "kirk", "spock")
    worth = table.fact("worth", 1, 0, 1, 2)
    officer = table.cell("officer", high=2, words=crew, or_none=True, form="slot")
    coins = table.cell("coins", high=50, size=3, index_low=1, form="counter")
    pool = table.cell("pool", high=1000, shared=True)
    done = table.cell("done", high=9, role="completions", hidden=True)
    table.feature("start")
    lane = table.feature(
        "lane", (1, 2), (3,), (4, 5, 6), sequence=True, stars=t.Fact(worth, t.Var(0)),
        slots=(t.Cell(officer),), open=op("is_not", t.Var(1), 7),
    )  # fmt: skip
    lane_position = 1
    exit_ = table.feature("exit", (6,), line="never", drains=True)
    table.change("features", 1, hits=(HitsDef(("white",), t.Cell(officer), "officer"),), beside=(2,))
    lane_set = table.group("lane_set", *lane, cells=((coins, 2),), completions=done, feature=1)
    shop = table.window("shop")
    table.way((0, lane_position), lane, guard=op("<=", t.Cell(coins, num(1)), 50), both=True, words="rich")
    table.way((0, lane_position), exit_, "slide", through=(1,), steps=None)
    table.way((0,), lane[:1], "arrow", steps=3)
    table.ban((0,), exit_, "slide", guard=t.Cell(coins, num(3)))
    table.change("boards", 0, turned=t.Cell(officer), words="officer")
    table.modifier(2, all=True, boxes=(lane[0],), guard=t.Cell(officer), uses=(officer,))
    table.modifier(3, boxes=(lane[1],), awards=(lane_set,))

    everyone = t.Binder(0, t.Span(num(0), op("-", t.Players(), 1)), op("is_not", t.Var(0), t.Me()), "player")
    branch = t.Branch("rich", "Rich", op("<", t.Cell(coins, num(1)), 9), (
        t.Assign(coins, num(1), None, op("+", t.Cell(coins, num(1)), 1)),
    ))  # fmt: skip
    ends = table.action(
        "round_ends", t.If(t.Filled(num(lane[0])), (t.EraseBoxes(tuple(lane)),), (t.Reset(coins),))
    )
    gift = table.action(
        "gift", t.Assign(pool, None, None, op("min", op("+", t.Cell(pool), t.Var(0)), 1000)), params=1,
        instead=(InsteadDef(op(">", t.Var(0), 9), (t.Score(num(1)),), SLOTS, HERE),),
    )  # fmt: skip
    table.rule("complete", lane_set, name="full", body=(
        t.OneOf((branch, t.Branch("poor", "", None, (t.Score(num(2), None, lane_set),))), True, "a bonus"),
        t.Choose((values(0, 1, kind=f"word:{crew}"), values(*lane, slot=6, kind="box")), (
            t.Assign(officer, None, None, op("+", t.Var(5), 1)),
        ), False, None, None, "an officer"),
        t.Choose((values(1, 2, 3, where=op("is", t.Cell(coins, t.Var(5)), 0)),), (
            t.Assign(coins, t.Var(5), None, num(3)),
        ), True, num(1), num(2), "purses"),
    ))  # fmt: skip
    table.rule("hit", *exit_, body=(t.LoseBall(op("-", t.Cell(table.find("mover")), 1)),))
    table.rule("passed", 1, body=(t.Score(t.CountFilled(tuple(lane)), num(lane[1])),))
    table.rule("changed", officer, body=(t.Let(2, num(2)), t.Repeat(t.Var(2), (t.Do(gift, (num(1),)),))))
    table.rule("lost", before=True, body=(
        t.Draw(values(0, 1, 2), (t.Assign(pool, None, None, op("mod", op("+", t.Cell(pool), t.Var(5)), 7)),)),
        t.RollCell(officer, None, None),
    ))  # fmt: skip
    table.rule(
        "action", ends, guard=t.Opened(num(lane[0])), body=(t.Each(everyone, (t.Score(num(1)),), True),)
    )
    table.rule("filled", lane[2], guard=t.Shows(t.Var(0), num(5)), body=(
        t.Mark(t.First(values(*lane, slot=1, where=op("not", t.Filled(t.Var(1))), kind="box"))),
        t.EraseBox(num(lane[0])), t.Fill(num(-1)), t.Hit(num(-1)), t.Settle((lane_set,)),
        t.Score(t.Pick(t.Member(t.Me(), (0, 1)), num(1), num(2))),
    ))  # fmt: skip
    table.lifetime("action", ends, cells=(officer,), boxes=tuple(lane))
    value = table.find("value")
    table.ability(
        "nudge", t.Assign(value, t.Var(0), None, t.Var(1)),
        t.Assign(coins, num(2), None, op("+", t.Cell(coins, num(2)), 1)),
        params=(values(0, 1, slot=0, kind="die"), values(1, 2, 3, 4, 5, 6, slot=1)), keeping=True,
        guard=op("<", t.Cell(coins, num(2)), 4),
    )  # fmt: skip
    table.ability(
        "buy", t.Assign(coins, num(1), None, op("-", t.Cell(coins, num(1)), 1)), t.Fill(num(lane[0])),
        window=shop, guard=t.Cell(coins, num(1)),
    )  # fmt: skip
    table.achievement("rich")
    table.action("game_starts", t.PutBall(num(0)))
    table.step("roll", t.RollDice(), shared=True)
    table.step("move", t.PlayBalls())
    table.step("shop", t.Offer(shop), t.RepeatUntil(num(1), ()))
    no_ball = op("is", t.Count(values(0, 1, where=t.Cell(table.find("at"), t.Var(5)))), 0)
    second = t.MoveBall(num(1), t.Pick(no_ball, num(0), num(1)))
    table.step(
        "finish",
        second,
        t.If(t.Reaches(num(lane[0]), num(0), "fall"), ()),
        t.If(no_ball, (t.Do(ends), t.End("game"))),
        t.End("step"),
    )
    steps = (
        TestStep("given", 0, ("coins is 2",), (), (), (t.Assign(coins, num(1), None, num(2)),), SLOTS, HERE),
        TestStep("roll", 0, (), (1, 6), (), (), 0, HERE),
        TestStep("may", 1, ("1 to lane",), (), (), (), 0, HERE),
    )
    table.test("A test", *steps)
    notes = (NoteDef("coins", ("AMB-CORE-11",), 'a guess \u2605 "quoted"', "pin", HERE),)
    return table.program(notes=notes, records=((7, "bronze"),), options=(("rounds", 3),))
