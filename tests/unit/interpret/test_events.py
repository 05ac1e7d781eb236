"""The order in which things happen when a box is filled, stars are scored and balls are lost."""

from __future__ import annotations

from typing import Any

from sspdsl.interpret import Interpreter, State
from sspdsl.ir import terms as t
from tests.support.games import core, once, play
from tests.support.tables import Builder, num, op, values


def say(text: str) -> t.Effect:
    """A choice with a single option: the order of these is the order of events."""
    branch = t.Branch(text, "", None, ())
    return t.OneOf((branch,), False, "said")


def heard(engine: Interpreter, state: State) -> list[str]:
    """Everything said until the game is over."""
    texts = []
    while engine.decision(state).kind == "choose":
        (text,) = engine.decision(state).options
        texts.append(text)
        state = engine.apply(state, text)
    return texts


def test_a_fill_marks_scores_runs_rules_then_sets_the_smallest_first_then_erases() -> None:
    """AMB-CORE-11."""
    table = core()
    a, b = table.feature("a", (1,), (2,), stars=num(3))
    (c,) = table.feature("c", (3,))
    table.group("all", a, b, c)
    small = table.group("small", a, b)
    table.group("never", a, b, c, table.feature("d", (4,))[0])

    def if_(cond: t.Expr, yes: str, no: str) -> t.Effect:
        return t.If(cond, (say(yes),), (say(no),))

    table.rule("complete", 0, body=(say("all"),))
    table.rule("complete", small, body=(if_(t.Filled(num(a)), "small-still-filled", "small-erased"),))
    table.rule("complete", small, body=(say("before-small"),), before=True)
    table.rule("filled", b, body=(if_(t.Filled(t.Var(0)), "marked", "unmarked"),))
    table.rule("filled", b, body=(if_(op("is", t.Cell(0), 3), "scored", "unscored"),))
    table.rule("filled", b, body=(if_(t.Filled(t.Var(0)), "already-marked", "before-marked"),), before=True)
    table.rule("hit", b, body=(say("hit"),))
    marks = (t.Mark(num(a)), t.Mark(num(c)))
    engine, state = once(table, *marks, t.Fill(num(b)))
    # `small` is declared later but smaller; it erases its boxes, so `all` is not complete any more.
    assert heard(engine, state) == [
        "before-marked", "marked", "scored", "before-small", "small-still-filled",
    ]  # fmt: skip


def test_sets_of_equal_size_go_in_order_of_declaration_and_kept_ones_stay() -> None:
    table = core()
    a, b = table.feature("a", (1,), (2,))
    first = table.group("first", a, b, erases=False)
    second = table.group("second", b, a)
    for number, text in ((second, "second"), (first, "first")):
        table.rule("complete", number, body=(say(text),))
    engine, state = once(table, t.Mark(num(a)), t.Fill(num(b)))
    assert heard(engine, state) == ["first", "second"]
    assert engine.view(play(engine, state, "first", "second"))["filled"] == []


def test_a_hit_is_also_a_fill_and_its_lifetimes_end_first() -> None:
    table = core()
    (a,) = table.feature("a", (1,))
    single = table.group("single", a, erases=False)
    n = table.cell("n", high=9)
    one = table.cell("one")
    for kind, text in (("filled", "filled"), ("hit", "hit")):
        table.rule(kind, a, body=(say(text),))
        table.rule(kind, a, body=(say(f"before {text}"),), before=True)
    table.rule("complete", single, body=(say("complete"), t.Assign(one, None, None, num(1))))
    table.lifetime("filled", a, cells=(n,), guard=op("is", t.Cell(one), 0))
    table.lifetime("hit", a, cells=(one,))
    engine, state = once(table, t.Assign(n, None, None, num(7)), t.Hit(num(a)))
    said = heard(engine, state)
    assert said == ["before hit", "before filled", "hit", "filled", "complete"]
    # `one` was reset by the lifetime of `hit`, so that of `filled` found it so and reset `n`.
    assert engine.view(play(engine, state, *said))["cells"] == {"n": 0, "one": 0}


def test_erasing_a_set_keeps_dashed_and_double_boxes_and_resets_its_cells() -> None:
    table = core()
    solid = table.feature("solid", (1,))[0]
    dashed = table.feature("dashed", (1,), line="dashed")[0]
    double = table.feature("double", (1,), line="double")[0]
    letters = table.cell("letters", size=2)
    kept = table.cell("kept", line="double")
    count = table.cell("count", high=9, role="completions")
    boxes = (solid, dashed, double)
    table.group("set", *boxes, cells=((letters, 1), (kept, 0)), completions=count)
    light = (t.Assign(letters, num(0), None, num(1)), t.Assign(letters, num(1), None, num(1)))
    fills = (t.Fill(num(solid)), t.Fill(num(dashed)), t.Fill(num(double)))
    engine, state = once(
        table, *fills, *light, t.Fill(num(double)), t.Assign(kept, None, None, num(1)), fills[2]
    )
    assert engine.view(state)["filled"] == ["dashed.1", "double.1"]
    assert engine.view(state)["cells"] == {"letters": {"0": 1, "1": 0}, "kept": 1, "count": 1}


def test_fills_made_by_rewards_run_the_same_list_inside() -> None:
    table = core()
    a = table.feature("a", (1,), (2,), stars=num(1))
    b = table.feature("b", (1,), (2,), stars=num(10))
    set_a, set_b = table.group("sa", *a), table.group("sb", *b)
    table.rule("complete", set_a, body=(say("a complete"), t.Fill(num(b[1])), say("a done")))
    table.rule("complete", set_b, body=(say("b complete"), t.Score(num(100))))
    engine, state = once(table, t.Mark(num(a[0])), t.Mark(num(b[0])), t.Fill(num(a[1])))
    said = heard(engine, state)
    assert said == ["a complete", "b complete", "a done"]
    over = play(engine, state, *said)
    assert engine.scores(over) == (111,)
    assert engine.view(over)["filled"] == []


def test_a_set_completed_inside_by_the_same_fill_is_looked_at_again() -> None:
    """A box filled twice marks nothing new but does the rest; a set erased by then is not complete."""
    table = core()
    a = table.feature("a", (1,), stars=num(1))
    group = table.group("sa", *a)
    table.rule("filled", *a, body=(t.If(op("is", t.Cell(0), 1), (t.Fill(t.Var(0)),)),))
    table.rule("complete", group, body=(say("complete"),))
    engine, state = once(table, t.Fill(num(a[0])))
    assert heard(engine, state) == ["complete"]
    assert engine.scores(play(engine, state, "complete")) == (2,)


def test_settle_pays_the_sets_that_are_complete_the_smallest_first() -> None:
    table = core()
    lit = table.cell("lit", size=3)
    large = table.group("large", cells=((lit, 0), (lit, 1)), erases=False)
    small = table.group("small", cells=((lit, 0),))
    other = table.group("other", cells=((lit, 2),))
    for number, text in ((large, "large"), (small, "small"), (other, "other")):
        table.rule("complete", number, body=(t.If(op("is", t.Var(1), -1), (say(text),)),))
    light = [t.Assign(lit, num(i), None, num(1)) for i in (0, 1)]
    engine, state = once(table, *light, t.Settle((large, small, other)), t.Settle((other,)))
    # The small set erases its indicator, so that the large one is not complete when its turn comes.
    assert heard(engine, state) == ["small"]


# ---------------------------------------------------------------- stars


def test_modifiers_multiply_by_source() -> None:
    table = core()
    a, b = (table.feature(name, (1,), stars=num(1))[0] for name in "ab")
    group = table.group("set", a)
    award = table.group("other", b, erases=False)
    table.modifier(2, boxes=(a,))
    table.modifier(3, awards=(group,))
    table.modifier(5, all=True, boxes=(b,), awards=(award,))
    table.modifier(7, all=True, guard=num(0))
    sources: tuple[tuple[dict[str, Any], int], ...] = (
        ({"box": num(a)}, 10), ({"box": num(b)}, 1), ({"award": group}, 15), ({"award": award}, 1), ({}, 5),
        ({"box": num(-1)}, 5),
    )  # fmt: skip
    for source, expected in sources:
        other = core()
        for name in ("features", "boxes", "positions", "sets", "modifiers"):
            other.parts[name] = list(table.parts[name])
        engine, state = once(other, t.Score(num(1), **source))
        assert engine.scores(state) == (expected,), source


def test_until_used_modifiers_are_used_up_by_stars_that_are_not_zero() -> None:
    table = core()
    lit = table.cell("lit")
    (a,) = table.feature("a", (1,))
    table.modifier(3, boxes=(a,), guard=t.Cell(lit), uses=(lit,))
    light = t.Assign(lit, None, None, num(1))
    from_a = [t.Score(num(n), num(a)) for n in (0, 2, 2)]
    engine, state = once(table, light, t.Score(num(1)), *from_a[:1], say("still lit"), *from_a[1:])
    assert engine.view(state)["cells"]["lit"] == 1
    over = engine.apply(state, "still lit")
    assert engine.view(over)["cells"]["lit"] == 0
    assert engine.scores(over) == (1 + 6 + 2,)


# ---------------------------------------------------------------- balls


def test_losing_a_ball_runs_before_rules_with_the_ball_in_play() -> None:
    table = Builder(balls=2)
    table.feature("start")
    at = table.find("at")
    table.rule("lost", body=(t.If(t.Cell(at, t.Var(0)), (say("in play"),), (say("gone"),)),))
    table.rule("lost", body=(t.If(t.Cell(at, t.Var(0)), (say("before"),)),), before=True)
    lose = (t.LoseBall(num(1)), t.LoseBall(num(-1)), t.LoseBall(num(0)))
    engine, state = once(table, t.PutBall(num(0)), *lose)
    assert heard(engine, state) == ["before", "gone"]


def test_balls_put_and_moved() -> None:
    table = Builder(balls=2)
    table.feature("start")
    table.feature("lane")
    engine, state = once(
        table,
        t.MoveBall(num(0), num(1)),
        say("none in play"),
        *[t.PutBall(num(0))] * 3,
        t.MoveBall(num(1), num(1)),
        say("both"),
        t.LoseBall(num(0)),
        t.PutBall(num(1)),
        say("put again"),
    )
    assert engine.view(state)["balls"] == [None, None]
    state = engine.apply(state, "none in play")
    assert engine.view(state)["balls"] == ["start", "lane"]
    state = engine.apply(state, "both")
    assert engine.view(state)["balls"] == ["lane", "lane"]
    assert engine.view(engine.apply(state, "put again"))["balls"] == [None, None]


def test_rules_with_a_guard_that_fails_are_silent() -> None:
    table = core()
    (a,) = table.feature("a", (1,))
    table.rule("filled", a, body=(say("silent"),), guard=num(0))
    engine, state = once(table, t.Fill(num(a)), t.Choose((values(1),), (), False, None, None, ""))
    assert engine.decision(state).options == ("1",)
