"""Terms: the expressions, choices and effects of a table, as plain data.

They are the meaning of every rule body. All things are numbers: a box, feature, position, set,
cell, player, ball, die or word is its index in the table of `sspdsl.ir.model.Program` that lists
it. Truth is 0 or 1. A `Var` is a local variable; its slot is numbered within one body.
"""

from __future__ import annotations

from typing import Union

from sspdsl.plain import plain

# ---------------------------------------------------------------- expressions


@plain
class Num:
    """A constant."""

    value: int


@plain
class Cell:
    """What a cell holds. `index` picks a member of a cell declared `per` something.

    `player` is None for the acting player; a shared cell ignores it.
    """

    cell: int
    index: Expr | None = None
    player: Expr | None = None


@plain
class Var:
    """A local variable: bound by a choice, a loop, `let`, a parameter, or the event of a rule."""

    slot: int


@plain
class Fact:
    """An entry of a constant table; an index outside the table gives 0."""

    fact: int
    index: Expr


@plain
class Op:
    """An operation.

    `+ - * div mod` (div and mod round down; a divisor of 0 gives 0), `min max`, `size` (without
    sign), `is is_not < <= > >=`, `and or not`. `and` and `or` may be read in any order: no
    expression has an effect.
    """

    op: str
    args: tuple[Expr, ...]


@plain
class Pick:
    """`then` if `cond` is not 0, else `other`."""

    cond: Expr
    then: Expr
    other: Expr


@plain
class Filled:
    """1 if the box with this number is filled, else 0; a box of -1 is not filled."""

    box: Expr
    player: Expr | None = None


@plain
class CountFilled:
    """How many of these boxes are filled."""

    boxes: tuple[int, ...]
    player: Expr | None = None


@plain
class Opened:
    """1 if the box is empty, its `open while` holds, and it is the next of its sequence, if in one."""

    box: Expr


@plain
class Shows:
    """1 if the box has this face, printed or written into its slots."""

    box: Expr
    face: Expr


@plain
class Member:
    """1 if the value is one of these constants."""

    value: Expr
    values: tuple[int, ...]


@plain
class Count:
    """How many members of the domain satisfy its condition."""

    binder: Binder


@plain
class First:
    """The first member of the domain that satisfies its condition, or -1."""

    binder: Binder


@plain
class Reaches:
    """1 if some way now leads from the position to the box, whatever the dice, and the box is `Opened`.

    `way` names the way, or is empty for any. No ban may forbid it. Guards of ways and bans are read
    with variable 0 = -1 (no die).
    """

    box: Expr
    position: Expr
    way: str


@plain
class Players:
    """The number of players of this game."""


@plain
class Me:
    """The acting player's number, from 0."""


Expr = Union[
    Num, Cell, Var, Fact, Op, Pick, Filled, CountFilled, Opened, Shows, Member, Count, First, Reaches,
    Players, Me,
]  # fmt: skip

# ---------------------------------------------------------------- domains


@plain
class Values:
    """A constant list, in the order in which options are shown."""

    values: tuple[int, ...]


@plain
class Span:
    """The whole numbers from `low` to `high`; none if `high` is less."""

    low: Expr
    high: Expr


Domain = Union[Values, Span]


@plain
class Binder:
    """A variable that ranges over a domain, while a condition holds.

    `kind` says what its values are, and so how an option shows one: `number`, `die` (shown as its
    present value), `box`, `feature`, `position`, `set`, `ball` (shown as the position it is at),
    `player`, or `word:K` for a member of `Program.domains[K]`.
    """

    slot: int
    domain: Domain
    where: Expr | None
    kind: str


# ---------------------------------------------------------------- effects


@plain
class Assign:
    """Write a cell. A value outside its range is an error of the table (V9), not a clamp."""

    cell: int
    index: Expr | None
    player: Expr | None
    value: Expr


@plain
class Reset:
    """Put a cell back to its first value; without an index, every member of it."""

    cell: int
    index: Expr | None = None


@plain
class Score:
    """Score stars, multiplied by every active modifier whose source matches.

    The source is a box (its worth), a set (`award`: stars scored by its rules), or neither.
    """

    amount: Expr
    box: Expr | None = None
    award: int | None = None


@plain
class Fill:
    """Fill a box as if hit, but no ball moves: mark, score, `filled`, sets. A box of -1: nothing."""

    box: Expr


@plain
class Hit:
    """Hit a box as the ball that moved last (`mover`) would, without moving it: `hit` rules, then as `Fill`.

    A box of -1: nothing. A jump is a `MoveBall` and a `Hit`.
    """

    box: Expr


@plain
class Mark:
    """Mark a box only; it pays and raises nothing. A box of -1: nothing."""

    box: Expr


@plain
class EraseBox:
    """Erase one box. A box of -1: nothing."""

    box: Expr


@plain
class EraseBoxes:
    """Erase all of these boxes."""

    boxes: tuple[int, ...]


@plain
class Settle:
    """Pay these sets if they are complete now: step 4 of a fill. The box that completed them is -1.

    Marking the last indicator of a set does this.
    """

    sets: tuple[int, ...]


@plain
class Do:
    """Run an action: its `before` rules, its body (or the `instead of` that holds), its `when` rules."""

    action: int
    args: tuple[Expr, ...] = ()


@plain
class If:
    cond: Expr
    then: Body
    other: Body = ()


@plain
class Each:
    """Run the body for each member that satisfies the condition when its turn comes.

    With `as_player` the member is a player, and the body runs as that player.
    """

    binder: Binder
    body: Body
    as_player: bool = False


@plain
class Repeat:
    times: Expr
    body: Body


@plain
class RepeatUntil:
    cond: Expr
    body: Body


@plain
class Let:
    slot: int
    value: Expr


@plain
class Choose:
    """The acting player picks one member for each binder, shown as one flat list of options.

    Nothing to pick: passed over. `optional` adds the option `pass`. With `least` and `most` the
    pick is repeated, the body running after each, members picked before left out; from the
    `least`-th on the player may `pass`. `about` is what the decision is about, in words.
    """

    binders: tuple[Binder, ...]
    body: Body
    optional: bool
    least: Expr | None
    most: Expr | None
    about: str


@plain
class Branch:
    """One entry of a bonus list or a `choose one`."""

    name: str
    title: str
    guard: Expr | None
    body: Body


@plain
class OneOf:
    """The acting player picks one entry whose guard holds; none holds: passed over."""

    branches: tuple[Branch, ...]
    optional: bool
    about: str


@plain
class MoveBall:
    """Put a ball that is in play at another position; nothing is filled."""

    ball: Expr
    position: Expr


@plain
class PutBall:
    """Bring the first ball that is not in play to a position; it first moves on the next roll."""

    position: Expr


@plain
class LoseBall:
    """Take a ball out of play and raise `ball lost`; a ball not in play: nothing."""

    ball: Expr


@plain
class RollDice:
    """Chance: one roll of the dice, shared by all players."""


@plain
class RollCell:
    """Chance: a cell takes a value of its range, all equally likely."""

    cell: int
    index: Expr | None
    player: Expr | None


@plain
class Draw:
    """Chance: one member of the domain, all equally likely. Nothing to draw: passed over."""

    binder: Binder
    body: Body


@plain
class PlayBalls:
    """The player moves every ball that waits, with the abilities of the window `acting` between."""


@plain
class Offer:
    """The player may use the abilities of a window, until they pass."""

    window: int


@plain
class End:
    """`step`: leave the current step of the turn. `game`: the acting player's game is over, the step left."""

    what: str


Effect = Union[
    Assign, Reset, Score, Fill, Hit, Mark, EraseBox, EraseBoxes, Settle, Do, If, Each, Repeat, RepeatUntil,
    Let,
    Choose, OneOf, MoveBall, PutBall, LoseBall, RollDice, RollCell, Draw, PlayBalls, Offer, End,
]  # fmt: skip
Body = tuple[Effect, ...]
