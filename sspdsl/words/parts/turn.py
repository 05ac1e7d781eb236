"""Setup, the turn, the end of the game, achievements, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.ir import terms as t
from sspdsl.words.conditions import holds
from sspdsl.words.effects import led, says_nothing
from sspdsl.words.english import count, listed, plain_name
from sspdsl.words.events import opening, scope_of
from sspdsl.words.markdown import Node, bullets, capital, escaped, table
from sspdsl.words.parts.book import Book
from sspdsl.words.values import value


def heading(book: Book) -> Iterator[str]:
    program = book.program
    yield f"# {escaped(program.title or plain_name(program.name))}"
    yield ""
    kind = "table" if program.balls else "game"
    book_name = f" of the book *{escaped(plain_name(program.book))}*" if program.book else ""
    hard = f" Difficulty: {escaped(program.difficulty)}." if program.difficulty else ""
    yield f"A {kind}{book_name}.{hard} These rules are written from what the {kind} does, not from comments."
    yield ""


def setup(book: Book) -> Iterator[str]:
    """Players, dice, balls, the sheet."""
    program = book.program
    yield "## Setup"
    yield ""
    nodes = [Node(f"1 to {program.max_players} players; each has a sheet of their own, with nothing marked")]
    if program.balls:
        nodes.append(Node(f"{program.dice} dice, rolled once a turn for all players"))
        nodes.append(Node(f"each player has {count(program.balls, 'ball')}; rules below put them into play"))
    if program.boxes:
        nodes.append(
            Node(
                f"a sheet has {count(len(program.zones), 'zone')} with {count(len(program.boxes), 'box')}"
                f" in {count(len(program.features), 'feature')}"
            )
        )
    yield from bullets(nodes)
    yield ""
    if program.options:
        yield "Values and readings that were settled on (for a question, 1 is yes and 0 is no):"
        yield ""
        yield from table(
            ("Value", "Is"),
            ((escaped(plain_name(name)), str(number)) for name, number in program.options),
        )


def turn(book: Book) -> Iterator[str]:
    """The steps in order."""
    yield "## A turn"
    yield ""
    number = 0
    for step in book.program.steps:
        who = "once, for all players" if step.shared else "each player"
        title = escaped(plain_name(step.name).capitalize())
        node = led(f"**{title}** ({who})", step.body, book.scope)
        if node.text.endswith("nothing happens"):
            continue
        number += 1
        lines = list(bullets([node]))
        yield f"{number}. {lines[0][2:]}"
        yield from ("  " + line for line in lines[1:])
    yield ""
    yield "Turns are played until the game is over for every player."
    yield ""


def winning(book: Book) -> Iterator[str]:
    program = book.program
    yield "## Who wins"
    yield ""
    wins = [_win(term, book) for term in program.wins]
    if wins:
        yield (
            capital(f"{'; if players are level, '.join(wins)}.") + " Players level in all of it win together."
        )
    else:
        yield "The game says nothing about who wins."
    yield ""
    if program.records:
        yield (
            "Records to beat: " + listed(f"{score} ({escaped(who)})" for score, who in program.records) + "."
        )
        yield ""


def _win(term: t.Expr, book: Book) -> str:
    text = value(term, book.scope)
    match term:
        case t.Op("-", (t.Num(0), inner)):
            if book.program.cells[inner.cell].role == "last_roll" if isinstance(inner, t.Cell) else False:
                return "the player whose game ended with the earlier roll wins"
            return f"the player with the smallest value wins: {value(inner, book.scope)}"
    if text == "your score":
        return "the player with the most stars wins"
    return f"the player with the greatest value wins: {text}"


def achievements(book: Book) -> Iterator[str]:
    """Each with the rules that note it."""
    program = book.program
    if not program.achievements:
        return
    yield "## Achievements"
    yield ""
    nodes = []
    for each in program.achievements:
        ways = []
        for rule in program.rules:
            noted = any(isinstance(effect, t.Assign) and effect.cell == each.cell for effect in rule.body)
            if not noted:
                continue
            if rule.event.kind == "action" and all(
                says_nothing(each, book.scope) for each in rule.event.subjects
            ):
                ways.append("where the rules above say so")
                continue
            words = opening(rule.event, book.scope, rule.before)
            if rule.guard is not None:
                words += f", if {holds(rule.guard, scope_of(rule.event, book.scope))}"
            ways.append(words)
        noted_when = f": noted {listed(dict.fromkeys(ways), 'or')}" if ways else ""
        nodes.append(Node(f"**{escaped(each.title or plain_name(each.name))}**{noted_when}"))
    yield from bullets(nodes)
    yield ""


def assumed(book: Book) -> Iterator[str]:
    """What no source says, with the reason the author gives."""
    nodes = [
        Node(f"{escaped(note.what)}: {escaped(note.assumed)}")
        for note in book.program.notes
        if note.assumed and note.what != "excuse"
    ]
    if nodes:
        yield "## What is assumed"
        yield ""
        yield from bullets(nodes)
        yield ""
