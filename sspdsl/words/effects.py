"""Effects as sentences that tell the player what to do. `EFFECTS` has a phrase for every kind of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sspdsl.ir import terms as t
from sspdsl.words import idioms
from sspdsl.words.conditions import holds
from sspdsl.words.domains import every, one
from sspdsl.words.english import in_words, listed, plain_name
from sspdsl.words.markdown import Node, escaped
from sspdsl.words.scope import Scope
from sspdsl.words.values import cell, index, value
from sspdsl.words.writes import assigned, run_of_marks

MOMENTS = {
    "round_ends": "the round ends for you",
    "game_ends": "the game ends for you",
    "dice_rolled": "do what is to be done when the dice have been rolled",
    "turn_ends": "do what is to be done when your turn ends",
}
TOGETHER = 3  # Effects that fit into one sentence.
SHORT = 260  # Signs of a sentence that is easily read.


def body_nodes(body: t.Body, scope: Scope) -> tuple[Node, ...]:
    """One node for each effect of a body, in order; those that say nothing to a player are left out."""
    out: list[Node] = []
    skip = 0
    for at, effect in enumerate(body):
        if skip:
            skip -= 1
            continue
        alike = run_of_marks(body[at:], scope)
        if alike is not None:
            skip = alike[0] - 1
            out.append(Node(alike[1]))
            continue
        if idioms.all_lost(body, at, scope.names.program):
            out.append(Node(_theirs("all your balls in play are lost", scope)))
            continue
        if isinstance(effect, t.LoseBall) and out and out[-1].text.endswith("balls in play are lost"):
            continue
        if isinstance(effect, t.Let):
            out.append(Node(f"note {value(effect.value, scope)} as {_note(effect, scope)[1]}"))
            scope = _note(effect, scope)[0]
            continue
        node = EFFECTS[type(effect)](effect, scope)
        if node is not None:
            out.append(node)
    return tuple(out)


def led(lead: str, body: t.Body, scope: Scope, between: str = ": ") -> Node:
    """A lead and what follows from it: in one sentence if it is short, else as a list below the lead."""
    return under(lead, body_nodes(body, scope), between)


def under(lead: str, nodes: tuple[Node, ...], between: str = ": ") -> Node:
    """The nodes in one sentence with the lead if they are few and short, else below it."""
    if not nodes:
        return Node(f"{lead}{between}nothing happens" if lead else "nothing happens")
    if len(nodes) == 1 and nodes[0].below:
        single = nodes[0]
        return Node(f"{lead}{between}{single.text}" if lead else single.text, single.below)
    text = joined(nodes)
    if lead.startswith(("if ", "otherwise")) and "otherwise" in text:
        return Node(lead, nodes)  # Else nobody could say what the second condition belongs to.
    if text and len(lead) + len(text) < SHORT:
        return Node(f"{lead}{between}{text}" if lead else text)
    return Node(lead or "do this, in order", nodes)


def joined(nodes: tuple[Node, ...]) -> str:
    """Up to three effects without lists below them as one sentence; "" if they are more."""
    if len(nodes) > TOGETHER or any(node.below for node in nodes):
        return ""
    if any(": " in node.text or node.text.startswith(("if ", "otherwise ")) for node in nodes[:-1]):
        return ""  # What comes after would seem to belong to it.
    return "; then ".join(node.text for node in nodes)


def _note(effect: t.Let, scope: Scope) -> tuple[Scope, str]:
    from sspdsl.words.values import kind_of

    inner = scope.with_new(effect.slot, kind_of(effect.value, scope), "noted value")
    text = inner.named(effect.slot).text.replace("that noted", "the noted")
    return scope.with_named(effect.slot, kind_of(effect.value, scope), text), text


# ---------------------------------------------------------------- one phrase for each kind of effect


def _assign(effect: t.Assign, scope: Scope) -> Node | None:
    text = assigned(effect, scope)
    return Node(text) if text else None


def _reset(effect: t.Reset, scope: Scope) -> Node:
    known = scope.names.program.cells[effect.cell]
    name = scope.names.cell(effect.cell)
    if idioms.is_mark(known) or known.form == "slot":
        if effect.index is not None:
            if idioms.is_mark(known):
                return Node(f"erase {index(t.Cell(effect.cell, effect.index), scope)} in {name}")
            return Node(f"erase {cell(t.Cell(effect.cell, effect.index), scope)}")
        return Node(f"erase {'all of ' if known.size > 1 else ''}{name}")
    where = name if effect.index is None else cell(t.Cell(effect.cell, effect.index), scope)
    first = scope.names.cell_word(known, known.first)
    return Node(f"set {where} back to {first}")


def _score(effect: t.Score, scope: Scope) -> Node:
    amount = value(effect.amount, scope)
    noun = "star" if amount == "1" else "stars"
    simple = amount.isdecimal()
    text = f"score {amount} {noun}" if simple else f"score as many stars as {amount}"
    if not simple and amount.startswith("the stars"):
        text = f"score {amount}"
    if effect.box is not None:
        text += f" (as stars of {value(effect.box, scope, 'box')})"
    return Node(text)


def _fill(effect: t.Fill, scope: Scope) -> Node:
    return Node(f"fill {value(effect.box, scope, 'box')}")


def _hit(effect: t.Hit, scope: Scope) -> Node:
    return Node(f"{value(effect.box, scope, 'box')} counts as hit by the ball that moved last")


def _mark(effect: t.Mark, scope: Scope) -> Node:
    return Node(f"mark {value(effect.box, scope, 'box')} (it pays nothing and sets nothing off)")


def _erase_box(effect: t.EraseBox, scope: Scope) -> Node:
    return Node(f"erase {value(effect.box, scope, 'box')}")


def _erase_boxes(effect: t.EraseBoxes, scope: Scope) -> Node:
    return Node(f"erase {scope.names.boxes(effect.boxes)}")


def _settle(effect: t.Settle, scope: Scope) -> Node:
    sets = listed((scope.names.set(each) for each in effect.sets), "or")
    return Node(f"if this completes {sets}, that counts now")


def _do(effect: t.Do, scope: Scope) -> Node | None:
    program = scope.names.program
    action = program.actions[effect.action]
    if says_nothing(effect.action, scope):
        return _noted(effect.action, scope)
    if action.name in MOMENTS:
        return Node(_theirs(MOMENTS[action.name], scope))
    if action.name == "balls_move" and not action.instead:
        nodes = body_nodes(action.body, scope)
        return nodes[0] if len(nodes) == 1 else Node("move your balls", nodes)
    args = [
        value(arg, scope, scope.kinds.params.get((effect.action, number), ""))
        for number, arg in enumerate(effect.args)
    ]
    given = f" with {listed(args)}" if args else ""
    return Node(f"carry out {scope.names.action(effect.action)}{given}")


def _theirs(text: str, scope: Scope) -> str:
    """What is said to a player, said of another one."""
    if not scope.whose:
        return text
    return text.replace("for you", "for them").replace("your ", f"{scope.whose} ")


def says_nothing(action: int, scope: Scope) -> bool:
    """Whether an action is empty, and nothing waits for it but achievements."""
    program = scope.names.program
    known = program.actions[action]
    if known.body or known.instead:
        return False
    return not any(
        rule.event.kind == "action" and action in rule.event.subjects and not only_notes(rule.body, scope)
        for rule in program.rules
    )


def _noted(action: int, scope: Scope) -> Node | None:
    """The achievements for which an empty action is there."""
    said = []
    for rule in scope.names.program.rules:
        if rule.event.kind != "action" or action not in rule.event.subjects:
            continue
        for effect in rule.body:
            if isinstance(effect, t.Assign):
                guard = "" if rule.guard is None else f" if {holds(rule.guard, scope)}"
                said.append(f"note the achievement {scope.names.cell(effect.cell)}{guard}")
    return Node("; ".join(said)) if said else None


def only_notes(body: t.Body, scope: Scope) -> bool:
    """Whether a body does nothing but note an achievement."""
    cells = scope.names.program.cells
    return bool(body) and all(
        isinstance(effect, t.Assign) and cells[effect.cell].role == "achievement" for effect in body
    )


def _if(effect: t.If, scope: Scope) -> Node | None:
    lead = f"if {holds(effect.cond, scope)}"
    then, other = body_nodes(effect.then, scope), body_nodes(effect.other, scope)
    if not then and not other:
        return None
    if not then:
        return under(f"if {holds(effect.cond, scope, True)}", other, ", ")
    if not other:
        return under(lead, then, ", ")
    one_line, otherwise = joined(then), joined(other)
    nested = any("otherwise" in text or text.startswith("if ") for text in (one_line, otherwise))
    if one_line and otherwise and not nested and len(lead) + len(one_line) + len(otherwise) < SHORT:
        return Node(f"{lead}, {one_line}; otherwise {otherwise}")
    return Node(
        "the first of these that fits", (under(lead, then, ", "), *_otherwise(effect.other, other, scope))
    )


def _otherwise(body: t.Body, nodes: tuple[Node, ...], scope: Scope) -> tuple[Node, ...]:
    """What a condition that fails leaves: further conditions stand in the same list."""
    if len(body) == 1 and isinstance(body[0], t.If) and body[0].other:
        inner = body[0]
        then, other = body_nodes(inner.then, scope), body_nodes(inner.other, scope)
        if then and other:
            lead = f"otherwise, if {holds(inner.cond, scope)}"
            return (under(lead, then, ", "), *_otherwise(inner.other, other, scope))
    return (under("otherwise", nodes, ", "),)


def _each(effect: t.Each, scope: Scope) -> Node | None:
    inner = scope.with_binder(effect.binder)
    if effect.as_player:
        inner = inner.theirs("their")
    nodes = body_nodes(effect.body, inner)
    if not nodes:
        return None
    who = every(effect.binder, scope)
    if effect.as_player:
        return under(f"{who} does this, on their own sheet", nodes)
    return under(f"for {who}", nodes, ", ")


def _repeat(effect: t.Repeat, scope: Scope) -> Node:
    times = value(effect.times, scope)
    counted = {"1": "once", "2": "twice"}.get(times)
    if counted is None:
        counted = f"{in_words(int(times))} times" if times.isdecimal() else f"as many times as {times}"
    return led(counted, effect.body, scope)


def _repeat_until(effect: t.RepeatUntil, scope: Scope) -> Node:
    return led(f"again and again until {holds(effect.cond, scope)}", effect.body, scope)


def _let(effect: t.Let, scope: Scope) -> Node:
    inner, text = _note(effect, scope)
    del inner
    return Node(f"note {value(effect.value, scope)} as {text}")


def _choose(effect: t.Choose, scope: Scope) -> Node:
    nouns = []
    inner = scope
    for binder in effect.binders:
        nouns.append(one(binder, inner))
        inner = inner.with_binder(binder)
    may = "you may choose" if effect.optional else "choose"
    lead = f"{may} {listed(nouns, 'and')}{_how_many(effect, scope)}"
    if not body_nodes(effect.body, inner):
        return Node(lead)
    return led(lead, effect.body, inner)


def _how_many(effect: t.Choose, scope: Scope) -> str:
    if effect.least is None and effect.most is None:
        return ""
    low = "" if effect.least is None else value(effect.least, scope)
    high = "" if effect.most is None else value(effect.most, scope)
    if low == high:
        return f" ({low} times, each another one)"
    if low in ("", "0"):
        return (
            f" (up to {high} times, each another one)"
            if high
            else " (as often as you like, each another one)"
        )
    return f" (at least {low}{f' and at most {high}' if high else ''} times, each another one)"


def _one_of(effect: t.OneOf, scope: Scope) -> Node:
    from sspdsl.words.lists import branch_nodes, is_list

    may = "you may choose" if effect.optional else "choose"
    if is_list(effect):
        return Node(f"{may} one of the {escaped(effect.about)}")
    if len(effect.branches) == 1 and effect.optional:
        branch = effect.branches[0]
        guard = "" if branch.guard is None else f"if {holds(branch.guard, scope)}, "
        return led(f"{guard}you may do this", branch.body, scope)
    return Node(f"{may} one of these", branch_nodes(effect, scope))


def _branch(effect: t.Branch, scope: Scope) -> Node:
    from sspdsl.words.lists import branch_node

    return branch_node(effect, scope)


def _move_ball(effect: t.MoveBall, scope: Scope) -> Node:
    ball, place = value(effect.ball, scope, "ball"), value(effect.position, scope, "position")
    return Node(f"move {ball} to {place} without filling anything")


def _put_ball(effect: t.PutBall, scope: Scope) -> Node:
    place = value(effect.position, scope, "position")
    return Node(f"put a ball at {place}, if one is out of play")


def _lose_ball(effect: t.LoseBall, scope: Scope) -> Node:
    return Node(f"{value(effect.ball, scope, 'ball')} is lost")


def _roll_dice(effect: t.RollDice, scope: Scope) -> Node:
    return Node("roll the dice: all players use the same roll")


def _roll_cell(effect: t.RollCell, scope: Scope) -> Node:
    return Node(f"roll for {cell(t.Cell(effect.cell, effect.index, effect.player), scope)}")


def _draw(effect: t.Draw, scope: Scope) -> Node:
    inner = scope.with_binder(effect.binder)
    return led(f"draw at random {one(effect.binder, scope)}", effect.body, inner)


def _play_balls(effect: t.PlayBalls, scope: Scope) -> Node:
    several = scope.names.program.balls > 1
    return Node(
        f"move your ball{', or each of them by its own die' if several else ''} (see *Moving a ball*)"
    )


def _offer(effect: t.Offer, scope: Scope) -> Node:
    return Node(f"you may use the abilities of *{scope.names.window(effect.window)}*, as many as you like")


def _end(effect: t.End, scope: Scope) -> Node:
    if effect.what == "game":
        return Node(_theirs("the game is over for you", scope))
    return Node("this step of the turn is over")


EFFECTS: Mapping[type, Callable[[Any, Scope], Node | None]] = MappingProxyType(
    {
        t.Assign: _assign,
        t.Reset: _reset,
        t.Score: _score,
        t.Fill: _fill,
        t.Hit: _hit,
        t.Mark: _mark,
        t.EraseBox: _erase_box,
        t.EraseBoxes: _erase_boxes,
        t.Settle: _settle,
        t.Do: _do,
        t.If: _if,
        t.Each: _each,
        t.Repeat: _repeat,
        t.RepeatUntil: _repeat_until,
        t.Let: _let,
        t.Choose: _choose,
        t.OneOf: _one_of,
        t.Branch: _branch,
        t.MoveBall: _move_ball,
        t.PutBall: _put_ball,
        t.LoseBall: _lose_ball,
        t.RollDice: _roll_dice,
        t.RollCell: _roll_cell,
        t.Draw: _draw,
        t.PlayBalls: _play_balls,
        t.Offer: _offer,
        t.End: _end,
    }
)

__all__ = ["EFFECTS", "body_nodes", "led", "plain_name", "says_nothing", "under"]
