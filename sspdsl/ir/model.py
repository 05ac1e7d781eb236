"""The IR: a whole table as plain data. It is all that a back end reads.

Tables refer to each other by index. Their order is the order of declaration, so equal tables give
equal bytes. `sspdsl.ir.encode` writes a `Program` as JSON (`grammar/ir.schema.json`) and reads it
back. `docs/semantics.md` says what it means.
"""

from __future__ import annotations

from sspdsl.ir.terms import Binder, Body, Expr
from sspdsl.plain import plain


@plain
class Place:
    """Where in the text something stands: a file name without folders, a line and a column from 1."""

    file: str
    line: int
    column: int


@plain
class WordDef:
    name: str
    title: str


@plain
class DomainDef:
    """A finite list of words: `names`, the rows of a catalogue, the words of a slot."""

    name: str
    words: tuple[WordDef, ...]


@plain
class FactDef:
    """A constant table: entry i belongs to index `low + i`."""

    name: str
    low: int
    values: tuple[int, ...]


@plain
class CellDef:
    """A piece of finite state.

    Values lie in `low..high`. `size` is 1, or the number of members of a cell declared `per`
    something; member i belongs to index `index_low + i`, shown as `members[i]`. `form` is
    `indicator`, `counter`, `track`, `slot`, or `tally` (unbounded: `score`, `last_roll`; `low` and
    `high` are then ignored). `line` is how its mark is drawn: `solid`, `dashed`, `double`, `never`, or
    `until`. `words` is the domain whose words the values stand for (value 0 is the first, or
    `none` if `or_none`, and then value 1 the first).
    `role` is empty for the cells of the author. Others are made by the compiler:

    `score` `finished` `last_roll` `achievement` `taken` (a once-only bonus), `used` (of a limited
    ability), `completions`; and of the turn: `raw` (per die, shared: as rolled), `value` (per die,
    as the player changed it), `die_used` (per die), `at` (per ball: 0 out of play, else position
    + 1), `moved` (per ball), `mover` (ball + 1 or 0), `chosen` (die + 1 or 0), `origin` (position
    + 1 or 0), `way` (index into `Program.way_names` + 1 or 0), `kept` (per die: promised not to
    lose its ball), `last_stars` (what the last score paid), `rolls` (shared tally of rolls so far).
    """

    name: str
    title: str
    form: str
    role: str
    shared: bool
    low: int
    high: int
    first: int
    size: int
    index_low: int
    members: tuple[str, ...]
    line: str
    words: int | None
    or_none: bool
    hidden: bool
    place: Place | None


@plain
class BoardDef:
    """A playfield. While `turned` holds it lies the other way round: its zones count from the other end.

    `words` say `turned` as the author wrote it. Ways carry the condition already; it is here for drawings.
    """

    name: str
    title: str
    zones: tuple[int, ...]
    turned: Expr | None = None
    words: str = ""


@plain
class ZoneDef:
    name: str
    title: str
    board: int
    features: tuple[int, ...]
    place: Place | None


@plain
class HitsDef:
    """Colours that shots from a feature reach, while `guard` holds (None: always). `any`: every colour."""

    colours: tuple[str, ...]
    guard: Expr | None
    words: str


@plain
class FeatureDef:
    """A place with boxes. `kind` and `kinds` (itself and what it `is`) are words of the pin or library."""

    name: str
    title: str
    kind: str
    kinds: tuple[str, ...]
    zone: int
    colours: tuple[str, ...]
    boxes: tuple[int, ...]
    sequence: bool
    reached_by: tuple[str, ...]
    hits: tuple[HitsDef, ...]
    beside: tuple[int, ...]
    passed: str
    place: Place | None


@plain
class BoxDef:
    """A box. `faces` are printed; `slots` are cells whose value is a further face, if not 0.

    `line` is `solid`, `dashed`, `double` or `never` (hit but never marked). `stars` is its worth,
    with variable 0 this box. `open` is its condition besides being empty, with variables 0 this
    box and 1 the die used (-1 if none). `drains`: a ball that hits it is lost at once. `label`
    is how an option shows it (`ferris.1/2`); equal labels are equal to the player.
    """

    name: str
    label: str
    feature: int
    faces: tuple[int, ...]
    slots: tuple[Expr, ...]
    colour: str
    line: str
    stars: Expr | None
    open: Expr | None
    drains: bool
    position: int
    place: Place | None


@plain
class SetDef:
    """Boxes (and indicators, as cell and index) completed together. `erases`: erased when complete.

    `feature` is the feature that is this set, or None for one that joins others. `completions` is
    the cell that counts, or None.
    """

    name: str
    title: str
    boxes: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    erases: bool
    feature: int | None
    completions: int | None
    place: Place | None


@plain
class PositionDef:
    """Where a ball can be: a feature, or one box of it where arrows or lines tell its boxes apart."""

    name: str
    feature: int
    box: int | None


@plain
class WayDef:
    """Ways from each of these positions to each of these boxes, with a die that the box shows.

    `guard` may read cells (None: always); its variable 0 is the die used (-1: no die). `through`
    are features passed on the way, in order. `steps` is the only die value that goes this way (a
    ring: the die is a distance, and the box need not show it), or None. `words` say the guard for
    a drawing. `name` is `fall`, `shot`, `fall_back`, `arrow`, `line`, or one the author declared.
    Two ways that lead from one position to one box are two options only if `through` differs.
    """

    name: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    guard: Expr | None
    words: str
    through: tuple[int, ...]
    steps: int | None
    both: bool
    place: Place | None


@plain
class BanDef:
    """While `guard` holds no move leads from these positions to these boxes by these ways ((): any).

    Variable 0 of `guard` is the die used. A `duty` was written as what is left: `only ... to P`.
    """

    ways: tuple[str, ...]
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    guard: Expr | None
    place: Place | None
    duty: bool = False


@plain
class ModifierDef:
    """While `guard` holds, stars from these sources are multiplied. `all`: every source but those excepted.

    `boxes` and `awards` (sets) are the sources that match. `uses` are the cells that a use resets
    (`until used`), after stars were multiplied that are not 0.
    """

    name: str
    words: str
    all: bool
    boxes: tuple[int, ...]
    awards: tuple[int, ...]
    factor: Expr
    guard: Expr | None
    uses: tuple[int, ...]
    place: Place | None


@plain
class GainsDef:
    """While `guard` holds, `add` to this cell is multiplied. Lowering has already applied it to bodies."""

    cell: int
    factor: Expr
    guard: Expr | None


@plain
class EventPattern:
    """What a rule or lifetime listens to.

    `kind`: `hit` (by a ball; subjects boxes), `filled` (by a ball or an effect; boxes), `complete`
    (sets), `passed` (features), `changed` (cells), `lost` (a ball; no subjects), `action`
    (actions; the moments of the turn are actions too).
    """

    kind: str
    subjects: tuple[int, ...]


@plain
class RuleDef:
    """A rule on an event; rules run in the order of this table, `before` rules first.

    Variable 0 is the subject: the box of `hit` and `filled`, the set of `complete`, the feature of
    `passed`; for `complete`, variable 1 is the box that completed it. For `lost`, 0 is the ball.
    For an action its parameters are 0, 1, ...
    """

    name: str
    event: EventPattern
    before: bool
    guard: Expr | None
    body: Body
    slots: int
    layer: str
    place: Place | None


@plain
class LifetimeDef:
    """At the end of this event, after its rules: cells go back to their first value, boxes are erased."""

    event: EventPattern
    guard: Expr | None
    cells: tuple[int, ...]
    boxes: tuple[int, ...]


@plain
class InsteadDef:
    """What runs in place of an action. `layer` is `library`, `book` or `pin`: of the stronger ones first."""

    guard: Expr | None
    body: Body
    slots: int
    place: Place | None
    layer: str = "pin"


@plain
class ActionDef:
    """A named list of effects. `instead`: the first whose guard holds runs in place of `body`."""

    name: str
    params: int
    body: Body
    slots: int
    instead: tuple[InsteadDef, ...]
    layer: str
    place: Place | None


@plain
class WindowDef:
    name: str
    title: str


@plain
class AbilityDef:
    """An option of a window: one for each way to bind its parameters.

    `guard` is read before parameters are bound. `keeping`: offered only if each die it changes then has
    a move, for a ball that waits, that does not lose that ball (or, if one ball waits, another die has);
    and moves with the changed die are limited to those. An ability with no parameter and no change of
    state is not offered.
    """

    name: str
    title: str
    window: int
    params: tuple[Binder, ...]
    guard: Expr | None
    keeping: bool
    body: Body
    slots: int
    layer: str
    place: Place | None


@plain
class StepDef:
    """A step of the turn: once for all players (`shared`), or for each player still playing, in seat order.

    Steps that are not shared and follow each other are run for one player, then for the next.
    """

    name: str
    shared: bool
    body: Body
    slots: int
    place: Place | None


@plain
class AchievementDef:
    name: str
    title: str
    cell: int
    place: Place | None


@plain
class TestStep:
    """A step of a test block. `verb`: given, roll, draw, may, may_not, play, then. `player` from 1, or 0.

    `given` and `then` carry conditions (`terms`, with `texts` as written); `given` also effects.
    """

    verb: str
    player: int
    texts: tuple[str, ...]
    faces: tuple[int, ...]
    terms: tuple[Expr, ...]
    effects: Body
    slots: int
    place: Place


@plain
class TestDef:
    title: str
    cites: tuple[str, ...]
    steps: tuple[TestStep, ...]
    place: Place
    players: int = 1


@plain
class NoteDef:
    """A `cite` or `assumed` on a clause: what it stands on, in words, and whether a library says it."""

    what: str
    cites: tuple[str, ...]
    assumed: str
    layer: str
    place: Place


@plain
class Program:
    name: str
    title: str
    kind: str
    book: str
    difficulty: str
    records: tuple[tuple[int, str], ...]
    options: tuple[tuple[str, int], ...]
    max_players: int
    balls: int
    dice: int
    domains: tuple[DomainDef, ...]
    facts: tuple[FactDef, ...]
    cells: tuple[CellDef, ...]
    boards: tuple[BoardDef, ...]
    zones: tuple[ZoneDef, ...]
    features: tuple[FeatureDef, ...]
    boxes: tuple[BoxDef, ...]
    sets: tuple[SetDef, ...]
    positions: tuple[PositionDef, ...]
    way_names: tuple[str, ...]
    ways: tuple[WayDef, ...]
    bans: tuple[BanDef, ...]
    modifiers: tuple[ModifierDef, ...]
    rules: tuple[RuleDef, ...]
    lifetimes: tuple[LifetimeDef, ...]
    actions: tuple[ActionDef, ...]
    windows: tuple[WindowDef, ...]
    abilities: tuple[AbilityDef, ...]
    steps: tuple[StepDef, ...]
    achievements: tuple[AchievementDef, ...]
    wins: tuple[Expr, ...]
    tests: tuple[TestDef, ...]
    notes: tuple[NoteDef, ...] = ()
    readings: tuple[tuple[str, int], ...] = ()
