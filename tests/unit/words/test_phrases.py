"""Every kind of term has a phrase, and idioms are found where they are meant."""

from __future__ import annotations

from typing import get_args

import pytest

from sspdsl.ir import terms as t
from sspdsl.ir.model import EventPattern
from sspdsl.ir.walk import EFFECTS as KINDS_OF_EFFECT
from sspdsl.ir.walk import EXPRESSIONS, TERMS, terms_in
from sspdsl.words import rules_text
from sspdsl.words.conditions import holds
from sspdsl.words.domains import DOMAINS, one, several
from sspdsl.words.effects import EFFECTS, body_nodes
from sspdsl.words.events import EVENTS, opening
from sspdsl.words.markdown import Node, bullets
from sspdsl.words.parts.book import Book
from sspdsl.words.values import VALUES, value
from tests.support.everything import everything
from tests.support.pins import PINS, compiled

CARNIBALL = next(path for path in PINS if path.stem == "carniball")


def test_every_kind_of_term_has_a_phrase() -> None:
    assert set(VALUES) == set(EXPRESSIONS)
    assert set(EFFECTS) == {*KINDS_OF_EFFECT, t.Branch}
    assert set(DOMAINS) == set(get_args(t.Domain))
    said = {*VALUES, *EFFECTS, *DOMAINS, t.Binder}  # A binder is said by `one` and `several`.
    assert set(TERMS) - said == set()


def test_every_kind_of_event_has_a_phrase() -> None:
    book = Book(everything())
    kinds = {"hit", "filled", "complete", "passed", "changed", "lost", "action"}
    assert set(EVENTS) == kinds
    for kind in kinds:
        said = opening(EventPattern(kind, (0,)), book.scope)
        assert said.startswith("when ")
        assert len(said.split()) > 2


def test_each_term_of_a_table_with_all_of_them_is_said() -> None:
    program = everything()
    book = Book(program)
    assert rules_text(program, "all").startswith("# ")
    seen = set()
    bodies = [each.body for rows in (program.rules, program.actions, program.steps) for each in rows]
    for term in terms_in(*bodies, *(way.guard for way in program.ways)):
        seen.add(type(term))
        if isinstance(term, EXPRESSIONS):
            assert value(term, book.scope)  # type: ignore[arg-type]
            assert holds(term, book.scope)  # type: ignore[arg-type]
            assert holds(term, book.scope, no=True) != holds(term, book.scope)  # type: ignore[arg-type]
        elif isinstance(term, KINDS_OF_EFFECT):
            body_nodes((term,), book.scope)  # type: ignore[arg-type]
        elif isinstance(term, t.Binder):
            assert one(term, book.scope)
            assert several(term, book.scope)
    assert {t.If, t.Choose, t.Count, t.Reaches, t.Member} <= seen


@pytest.mark.parametrize(
    ("cell", "term", "yes", "no"),
    [
        ("multiball", lambda c: t.Cell(c), "*Multiball* is marked", "*Multiball* is not marked"),
        ("nudges", lambda c: t.Op("<", (t.Cell(c), t.Num(4))),
         "*Nudge boxes* is less than 4", "*Nudge boxes* is at least 4"),
        ("skill_shot", lambda c: t.Cell(c, t.Num(3)),
         "3 is marked in *Skill Shots*", "3 is not marked in *Skill Shots*"),
        ("at", lambda c: t.Op("is", (_balls(c), t.Num(0))), "no ball is in play", "a ball is in play"),
        ("at", lambda c: t.Op("<", (_balls(c), t.Num(2))),
         "fewer than two balls are in play", "two balls are in play"),
        ("raw", lambda c: t.Op("is", (t.Cell(c, t.Num(0)), t.Cell(c, t.Num(1)))),
         "the dice show doubles", "the dice show no doubles"),
        ("die_used", lambda c: t.Cell(c, t.Num(1)),
         "the second die has been used", "the second die has not been used"),
    ],
)  # fmt: skip
def test_conditions_and_their_opposites(cell: str, term: object, yes: str, no: str) -> None:
    book = Book(compiled(CARNIBALL))
    number = next(n for n, each in enumerate(book.program.cells) if each.name == cell)
    condition = term(number)  # type: ignore[operator]
    assert holds(condition, book.scope) == yes
    assert holds(condition, book.scope, no=True) == no
    assert holds(t.Op("not", (condition,)), book.scope) == no


def _balls(at: int) -> t.Expr:
    return t.Op("+", tuple(t.Op(">", (t.Cell(at, t.Num(n)), t.Num(0))) for n in range(2)))


def test_boxes_are_named_by_what_they_make_up() -> None:
    book = Book(compiled(CARNIBALL))
    names, program = book.names, book.program
    by_name = {feature.name: feature.boxes for feature in program.features}
    every = tuple(range(len(program.boxes)))
    assert names.boxes(every) == "the whole table"
    assert names.boxes(by_name["duckies"]) == "Duckies"
    assert names.boxes(by_name["b12"] + by_name["b34"] + by_name["b56"]) == "Bumpers"
    assert names.boxes(by_name["b12"][:1]) == "box 1 of bumper 1/2"
    assert names.groups.one_of(by_name["left_outlane"] + by_name["right_outlane"]) == "an outlane"
    less = tuple(box for box in every if box not in by_name["duckies"])
    assert names.groups.one_of(less) == "any box but those of Duckies"


def test_one_sentence_never_hides_what_a_condition_belongs_to() -> None:
    book = Book(compiled(CARNIBALL))
    multiball = next(n for n, each in enumerate(book.program.cells) if each.name == "multiball")
    flipper_pass = next(n for n, each in enumerate(book.program.cells) if each.name == "flipper_pass")
    inner = t.If(t.Cell(flipper_pass), (t.Score(t.Num(1)),), (t.Score(t.Num(2)),))
    outer = t.If(t.Cell(multiball), (inner,))
    lines = list(bullets(body_nodes((outer,), book.scope)))
    assert lines == [
        "- If *Multiball* is marked:",
        "  - If *Flipper Pass* is marked, score 1 star; otherwise score 2 stars.",
    ]
    either = t.If(t.Cell(multiball), (inner,), (t.Score(t.Num(3)),))
    assert [line.strip()[:12] for line in bullets(body_nodes((either,), book.scope))] == [
        "- The first ", "- If *Multib", "- If *Flippe", "- Otherwise,",
    ]  # fmt: skip


def test_a_leaf_ends_with_a_full_stop_and_a_head_with_a_colon() -> None:
    assert list(bullets([Node("*x* one", (Node("two"),))])) == ["- *X* one:", "  - Two."]
