"""The model: a table with every name resolved, under construction.

Bodies are IR terms already (a fourth form between tree and IR would say nothing new); what is
left for `lower` is geometry, order and layout. Things refer to each other by index into the lists
here, which are also their indexes in the IR.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sspdsl.ir import model as ir
from sspdsl.ir.terms import Expr, Op
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token


@dataclass
class Context:
    """Where a clause stands: its layer, the places around it, and the `mode` conditions in force."""

    layer: str
    board: int | None = None
    zone: int | None = None
    feature: int | None = None
    set: int | None = None
    kind: str | None = None
    modes: tuple[tuple[Node, Context | None], ...] = ()


@dataclass(frozen=True)
class Overridden:
    """What stands in place of something weaker: clauses or attributes, each with where it stands.

    `kind` and `name` say of what; `part` which attribute or rule of it, if not the whole. `some`: only
    while a condition holds.
    """

    kind: str
    name: str
    part: str
    strong: tuple[tuple[Node, str], ...]
    weak: tuple[tuple[Node, str], ...]
    some: bool = False


@dataclass
class Symbol:
    """A declared name. `kind` names the list that `index` points into; `board` is where it stands."""

    kind: str
    name: str
    index: int
    span: Span
    layer: str
    board: int | None = None
    node: Node | None = None
    context: Context | None = None
    used: bool = False
    ordinal: int = 0


@dataclass
class KindInfo:
    """A kind of feature: its parents, attributes by slot, and clauses for each feature of the kind."""

    name: str
    parent: str | None
    attrs: list[tuple[Node, Context]]
    clauses: list[tuple[Node, Context]]
    span: Span
    layer: str


@dataclass
class Feature:
    """A feature and what its attributes say, before geometry."""

    name: str
    title: str
    kind: str
    kinds: tuple[str, ...]
    board: int
    zone: int
    colours: tuple[str, ...]
    boxes: list[int]
    span: Span
    sequence: bool = False
    erases: bool = False
    line: str = "solid"
    reached_by: tuple[str, ...] = ()
    left_by: tuple[str, ...] = ()
    reached_from: tuple[int, ...] | None = None
    falls_to: tuple[int, ...] | None = None
    apart: bool = False
    passed: str = ""
    hits: list[ir.HitsDef] = field(default_factory=list)
    beside: tuple[int, ...] = ()


@dataclass
class Box:
    name: str
    label: str
    feature: int
    faces: tuple[int, ...]
    slots: tuple[Expr, ...]
    colour: str
    line: str
    span: Span
    labels: tuple[str, ...]
    stars: Expr | None = None
    open: Expr | None = None


@dataclass
class Set:
    name: str
    title: str
    boxes: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    erases: bool
    feature: int | None
    span: Span
    completions: int | None = None


@dataclass
class WayRule:
    """A `way` clause: its condition is worked out by geometry, class by class."""

    name: str
    sources: tuple[int, ...] | None
    variable: str
    where: Part
    context: Context
    span: Span


@dataclass
class Arrow:
    """One arrow or line between two lists of ends; an end is (feature, box or None)."""

    name: str
    sources: tuple[tuple[int, int | None], ...]
    targets: tuple[tuple[int, int | None], ...]
    guard: Expr | None
    words: str
    through: tuple[int, ...]
    else_targets: tuple[tuple[int, int | None], ...]
    steps: bool
    both: bool
    span: Span


@dataclass
class Board:
    name: str
    title: str
    zones: list[int]
    turns: list[Expr] = field(default_factory=list)
    turn_words: list[str] = field(default_factory=list)  # As the author wrote them.

    @property
    def turned(self) -> Expr | None:
        """While it holds the board lies the other way round."""
        return Op("or", tuple(self.turns)) if len(self.turns) > 1 else next(iter(self.turns), None)


@dataclass
class Zone:
    name: str
    title: str
    board: int
    features: list[int]
    span: Span


@dataclass
class Model:
    name: str
    title: str
    kind: str
    span: Span
    book: str = ""
    difficulty: str = ""
    records: list[tuple[int, str]] = field(default_factory=list)
    options: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, list[Symbol]] = field(default_factory=dict)
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    domains: list[ir.DomainDef] = field(default_factory=list)
    facts: list[ir.FactDef] = field(default_factory=list)
    cells: list[ir.CellDef] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    sets: list[Set] = field(default_factory=list)
    groups: list[tuple[int, ...]] = field(default_factory=list)
    positions: list[ir.PositionDef] = field(default_factory=list)
    way_rules: list[WayRule] = field(default_factory=list)
    way_words: list[Token] = field(default_factory=list)  # Names of ways that clauses mention.
    arrows: list[Arrow] = field(default_factory=list)
    bans: list[ir.BanDef] = field(default_factory=list)
    modifiers: list[ir.ModifierDef] = field(default_factory=list)
    gains: list[ir.GainsDef] = field(default_factory=list)
    rules: list[ir.RuleDef] = field(default_factory=list)
    lifetimes: list[ir.LifetimeDef] = field(default_factory=list)
    actions: list[ir.ActionDef] = field(default_factory=list)
    windows: list[ir.WindowDef] = field(default_factory=list)
    abilities: list[ir.AbilityDef] = field(default_factory=list)
    steps: list[ir.StepDef] = field(default_factory=list)
    achievements: list[ir.AchievementDef] = field(default_factory=list)
    wins: list[Expr] = field(default_factory=list)
    tests: list[ir.TestDef] = field(default_factory=list)
    notes: list[ir.NoteDef] = field(default_factory=list)
    overridden: dict[object, Overridden] = field(default_factory=dict)
    settings: list[tuple[str, Node, str]] = field(default_factory=list)  # Of options, the weaker first.
    roles: dict[str, int] = field(default_factory=dict)
    way_names: list[str] = field(default_factory=list)
    slot_types: dict[int, str] = field(default_factory=dict)  # what the values of a slot cell are
    per_types: dict[int, str] = field(default_factory=dict)  # what the index of a `per` cell or fact is
    tree: Node | None = None  # The pin, as it is written.
