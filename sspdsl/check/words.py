"""Words that the language gives: `ball`, `here`, `dice`. See docs/language.md, "Words given"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sspdsl.check import problems
from sspdsl.check.values import NOTHING, UNKNOWN, Scope, Val, flag
from sspdsl.ir.terms import (
    Cell,
    Expr,
    Me,
    Num,
    Op,
    Pick,
)
from sspdsl.source import Span

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions


class Words:
    """The given words, in terms of the cells the compiler makes."""

    given_names = (
        "this",
        "box",
        "face",
        "ball",
        "balls",
        "here",
        "origin",
        "way",
        "chosen",
        "other",
        "dice",
        "sum",
        "difference",
        "doubles",
        "natural",
        "score",
        "last_roll",
        "players",
        "opponents",
        "me",
        "none",
        "last_stars",
        "yes",
        "no",
        "boxes",
        "finished",
        "ball1",
        "ball2",
        "move",
    )
    property_names = (
        "value",
        "filled",
        "empty",
        "next",
        "zone",
        "board",
        "colour",
        "faces",
        "feature",
        "beside",
        "neighbours",
        "completions",
        "number",
        "kind",
        "size",
        "natural",
        "playing",
        "balls",
        "place",
        "round",
        "raw",
        "used",
        "boxes",
        "features",
        "awards",
        "origin",
        "left",
        "right",
        "face",
        "worth",
        "hits",
        "waiting",
        "earned",
        "taken",
    )

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model

    def given(self, word: str, span: Span, scope: Scope) -> Val | None:
        """A word that needs no declaration; None if it is not one."""
        if word in scope.names:
            return scope.names[word]
        match word:
            case "ball":
                return Val("ball", self.x.cells.mover())
            case "ball1" | "ball2":
                return Val("ball", Num(int(word[-1]) - 1))
            case "balls":
                return Val("number", self.x.cells.balls_in_play(), listing="balls")
            case "here":
                return Val("position", self.x.cells.ball_position(self.x.cells.mover()))
            case "origin":
                return Val("position", Op("-", (Cell(self.x.cells.role("origin")), Num(1))))
            case "way":
                return Val("way", Op("-", (Cell(self.x.cells.role("way")), Num(1))))
            case "chosen":
                return Val("die", self.x.cells.chosen())
            case "other":
                return Val("die", Pick(Op("is", (self.x.cells.chosen(), Num(0))), Num(1), Num(0)))
            case "sum":
                return Val("number", Op("+", (self.x.cells.raw(0), self.x.cells.raw(1))))
            case "difference":
                return Val("number", Op("size", (Op("-", (self.x.cells.raw(0), self.x.cells.raw(1))),)))
            case "doubles":
                return flag(Op("is", (self.x.cells.raw(0), self.x.cells.raw(1))))
            case "natural":
                return flag(self.x.cells.is_natural(self.x.cells.chosen()))
            case "score" | "last_roll":
                return Val("number", Cell(self.x.cells.role(word)), cell=self.x.cells.role(word), text=word)
            case "last_stars":
                return Val("number", Cell(self.x.cells.role("last_stars")))
            case "me":
                return Val("player", Me())
            case "none":
                return Val("row", NOTHING, domain=None, text="none")
            case "yes" | "no":
                return flag(Num(int(word == "yes")))
            case "finished":
                return flag(Cell(self.x.cells.role("finished")))
            case "boxes":
                return Val("places", things=tuple(("box", b) for b in range(len(self.model.boxes))))
            case "dice" | "players" | "opponents":
                return Val("domain", listing=word, text=word)
            case "face":
                return Val("number", self.face_used(scope))
            case "box" | "this":
                self.x.report(problems.no_context(word, "in a rule about a box, feature or set", span))
                return UNKNOWN
        return None

    def face_used(self, scope: Scope) -> Expr:
        box = scope.names.get("box")
        if box is None or "by_hit" in scope.names:
            return self.x.cells.die_value(self.x.cells.chosen())
        return self.x.cells.face_of(box.expr)
