"""The turn as a list of items, each of which a state can wait at: effects, tests, jumps, moving balls."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.codegen.events import HEAD, Events, unfold_action
from sspdsl.codegen.names import comment_text, place_text
from sspdsl.codegen.static import Scope
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import StepDef
from sspdsl.ir.terms import Body, Do, Effect, Expr, If, Let, PlayBalls, RollDice

RUN, TEST, JUMP, PLAY = range(4)
ACTIONS_DEEP = 20


@dataclass
class Item:
    """`body` of a run, `cond` of a test (to `target` if it fails); `leave` is where `End` goes."""

    kind: int
    body: Body = ()
    cond: Expr | None = None
    target: int = 0
    leave: int = 0
    about: str = ""


@dataclass
class Turn:
    """The items; and the groups of them that are run for one player after the other: start, end, shared."""

    items: list[Item]
    groups: list[tuple[int, int, bool]]


def lay_turn(events: Events) -> Turn:
    """The start of the game as the first group, then the steps."""
    program = events.program
    starts = tuple(Do(i) for i, action in enumerate(program.actions) if action.name == "game_starts")
    turn = Turn([Item(RUN, starts[:1], leave=1, about="the start of the game")], [(0, 1, False)])
    previous: StepDef | None = None
    for step in program.steps:
        low = len(turn.items)
        about = f"step {comment_text(step.name)}: {place_text(step.place)}"
        _lay_body(events, turn.items, step.body, about, ACTIONS_DEEP)
        if len(turn.items) == low:
            turn.items.append(Item(RUN, about=about))
        for item in turn.items[low:]:
            item.leave = len(turn.items)
        if previous is not None and not step.shared and not previous.shared:
            turn.groups[-1] = (turn.groups[-1][0], len(turn.items), False)
        else:
            turn.groups.append((low, len(turn.items), step.shared))
        previous = step
    return turn


def _lay_body(events: Events, items: list[Item], body: Body, about: str, deep: int) -> None:
    """Cut a body where balls are played or dice rolled, so that a state can wait there."""
    straight: list[Effect] = []

    def flush() -> None:
        if straight:
            items.append(Item(RUN, tuple(straight), about=about))
            straight.clear()

    if any(isinstance(effect, Let) for effect in body):
        items.append(Item(RUN, body, about=about))
        return
    for effect in body:
        if not _is_cut(events, effect, deep):
            straight.append(effect)
            continue
        flush()
        match effect:
            case PlayBalls():
                items.append(Item(PLAY, about=about))
            case If(cond, then, other):
                test = Item(TEST, cond=cond, about=about)
                items.append(test)
                _lay_body(events, items, then, about, deep)
                jump = Item(JUMP, about=about)
                items.append(jump)
                test.target = len(items)
                _lay_body(events, items, other, about, deep)
                jump.target = len(items)
            case Do(action):
                _lay_body(events, items, unfold_action(events, action), about, deep - 1)
            case _:
                items.append(Item(RUN, (effect,), about=about))
    flush()


def _is_cut(events: Events, effect: Effect, deep: int) -> bool:
    """Whether balls are played or dice rolled in an effect that can be cut there."""
    match effect:
        case PlayBalls() | RollDice():
            return True
        case If(_, then, other):
            return any(_is_cut(events, inner, deep) for inner in (*then, *other))
        case Do(action, ()) if deep:
            return any(_is_cut(events, inner, deep - 1) for inner in unfold_action(events, action))
    return False


def write_turn(events: Events, out: Writer, turn: Turn) -> None:
    """A function for each item, and the table of them."""
    effects = events.effects
    rows = []
    for number, item in enumerate(turn.items):
        out.comment(item.about)
        if item.kind == RUN:
            body = Writer()
            effects.body(body, item.body, Scope())
            events.function(out, f"_item_{number}", "", "Effects of the turn.", body)
        elif item.kind == TEST and item.cond is not None:
            with out.block(f"def _item_{number}({HEAD}) -> int:"):
                out.line('"""Whether the turn goes on here."""')
                out.line(f"return int({effects.words.truth(item.cond, Scope()).text})")
            out.line()
            out.line()
        name = f"_item_{number}" if item.kind in (RUN, TEST) else "None"
        rows.append(f"({item.kind}, {name}, {item.target}, {item.leave}),")
    out.line("_ITEMS: tuple[tuple[int, Callable[[_Run, int, int, int], Any] | None, int, int], ...] = (")
    for row in rows:
        out.line(f"    {row}")
    out.line(")")
