"""Worked examples: tests of the table, told as play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program, TestDef, TestStep
from sspdsl.words.conditions import holds
from sspdsl.words.effects import body_nodes
from sspdsl.words.english import in_words, listed, plain_name
from sspdsl.words.lists import titles_of_branches
from sspdsl.words.markdown import Node, bullets, escaped
from sspdsl.words.parts.book import Book
from sspdsl.words.values import value

MOVE = re.compile(r"(\d) to ([^ ]+)((?: through [^ ]+)*)(?: from ([^ ]+))?$")
LOSS = re.compile(r"lose ball(?: at ([^ ]+))?(?: with (\d))?$")
FEW = 8  # Examples of a table whose tests cite no example of a rulebook.


def told(program: Program, which: str) -> list[int]:
    """The numbers of the tests to tell: all, none, or those that cite an example, else the first few."""
    tests = program.tests
    if which == "cited":
        cited = [n for n, test in enumerate(tests) if any(rule.startswith("EX-") for rule in test.cites)]
        return cited or list(range(len(tests)))[:FEW]
    return list(range(len(tests))) if which == "all" else []


def examples(book: Book, which: str, pictures: Mapping[int, str]) -> Iterator[str]:
    """The tests that are told, each with the picture that is linked to its number, if one is."""
    numbers = told(book.program, which)
    if not numbers:
        return
    teller = Teller(book)
    yield "## Examples"
    yield ""
    for number in numbers:
        test = book.program.tests[number]
        yield f"### {escaped(test.title)}"
        yield ""
        yield from bullets(teller.lines(test))
        yield ""
        if number in pictures:
            yield f"![Where the ball can go with the first roll]({pictures[number]})"
            yield ""


class Teller:
    """Says steps of tests; options by the titles of what they choose."""

    def __init__(self, book: Book) -> None:
        self.book = book
        program = book.program
        self.titles = titles_of_branches(program)
        self.titles.update({each.name: each.title or plain_name(each.name) for each in program.abilities})
        for domain in program.domains:
            for word in domain.words:
                if word.title:
                    self.titles.setdefault(word.name, word.title or plain_name(word.name))

    def lines(self, test: TestDef) -> Iterator[Node]:
        """The steps, those of one verb in a row together."""
        if test.players > 1:
            yield Node(f"{in_words(test.players)} players play")
        at = 0
        while at < len(test.steps):
            row = [test.steps[at]]
            while at + 1 < len(test.steps) and _goes_on(row[0], test.steps[at + 1]):
                at += 1
                row.append(test.steps[at])
            at += 1
            text = self.said(row)
            if text:
                yield Node(text)

    def said(self, steps: list[TestStep]) -> str:
        """What steps of one verb say."""
        step = steps[0]
        lead = f"player {step.player}: " if step.player else ""
        match step.verb:
            case "given":
                things = [*self._given(step), *(self._holds(term) for term in step.terms)]
                return f"{lead}given: {'; '.join(things)}" if things else ""
            case "roll":
                if step.faces:
                    return f"the dice show {listed(map(str, step.faces))}"
                return f"roll: {listed(map(self._word, step.texts))}"
            case "draw":
                return f"drawn: {listed(map(self._word, step.texts))}"
            case "then":
                return f"{lead}now {'; '.join(map(self._holds, step.terms))}"
        who = f"player {step.player}" if step.player else "you"
        verb = {"may": "may", "may_not": "may not", "play": "choose" + ("s" if step.player else "")}[
            step.verb
        ]
        return f"{who} {verb} {self._options([text for each in steps for text in each.texts], step.verb)}"

    def _holds(self, term: t.Expr) -> str:
        return holds(term, self.book.scope)

    def _given(self, step: TestStep) -> Iterator[str]:
        """What a test sets up: balls, filled boxes, the rest as effects."""
        book, scope = self.book, self.book.scope
        filled: list[int] = []
        rest: list[t.Effect] = []
        for effect in step.effects:
            match effect:
                case t.PutBall(position):
                    yield f"a ball is at {value(position, scope, 'position')}"
                case t.Mark(t.Num(box)) | t.Fill(t.Num(box)):
                    filled.append(box)
                case t.EraseBox(t.Num(box)) if box in filled:
                    filled.remove(box)
                case t.EraseBoxes(boxes) if set(boxes) <= set(filled):
                    filled = [box for box in filled if box not in boxes]
                case t.Assign(cell, _, _, t.Num(0)) if book.program.cells[cell].role == "at":
                    pass
                case _:
                    rest.append(effect)
        if filled:
            yield f"filled: {book.names.boxes(tuple(filled))}"
        for effect in rest:
            match effect:
                case t.Assign(cell, index, player, amount):
                    yield self._holds(t.Op("is", (t.Cell(cell, index, player), amount)))
                case t.EraseBox(t.Num(box)):
                    yield f"{book.names.box(box)} is empty"
                case _:
                    yield from (node.text for node in body_nodes((effect,), scope))

    def _options(self, texts: list[str], verb: str) -> str:
        """Moves by die, then what else can be chosen."""
        moves: dict[str, list[str]] = {}
        others = []
        for text in texts:
            move, loss = MOVE.match(text), LOSS.match(text)
            if move is not None:
                die, label, passed, position = move.groups()
                target = self._box(label)
                target += "".join(f" through {self._box(each)}" for each in passed.split(" through ") if each)
                target += f" from {self._place(position)}" if position else ""
                moves.setdefault(die, []).append(target)
            elif loss is not None:
                position, die = loss.groups()
                where = f" at {self._place(position)}" if position else ""
                others.append(f"to lose the ball{where}{f' with the {die}' if die else ''}")
            elif text == "pass":
                others.append("to pass")
            else:
                word = self._word(text)
                others.append(word if "*" in word else f"*{word}*")
        parts = [f"{listed(targets, 'or')} with the {die}" for die, targets in moves.items()]
        if not parts:
            return ("" if verb == "play" else "choose ") + listed(others, "or")
        verb_of_move = "to hit " if verb == "play" else "hit "
        text = verb_of_move + "; ".join(parts)
        return text + (f"; or choose {listed(others, 'or')}" if others else "")

    def _word(self, text: str) -> str:
        """An option by its title: an ability with what is chosen for it, an entry of a list, a word."""
        first, _, rest = text.partition(" ")
        if text in self.titles:
            return escaped(self.titles[text])
        if first in self.titles:
            given = [self.titles.get(each) or plain_name(each) for each in rest.split(" ")]
            return f"{escaped(self.titles[first])}: {listed(map(escaped, given))}"
        return self._box(text).strip("*")

    def _box(self, label: str) -> str:
        program, names = self.book.program, self.book.names
        for number, feature in enumerate(program.features):
            if feature.name == label:
                return names.feature(number)
        for number, position in enumerate(program.positions):
            if position.name == label:
                return names.position(number)
        for number, box in enumerate(program.boxes):
            if label in (box.label, box.name):
                return names.box(number)
        feature_name, _, face = label.rpartition(".")
        for number, feature in enumerate(program.features):
            if feature.name == feature_name:
                return f"{escaped(face)} of {names.feature(number)}"
        return f"*{escaped(plain_name(label))}*"

    def _place(self, name: str) -> str:
        for number, position in enumerate(self.book.program.positions):
            if position.name == name:
                return self.book.names.position(number)
        return escaped(name)


def _goes_on(one: TestStep, other: TestStep) -> bool:
    return one.verb in ("may", "may_not") and (one.verb, one.player) == (other.verb, other.player)
