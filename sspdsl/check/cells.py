"""The cells that every table has, as terms, and constant tables made on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sspdsl.ir import model as ir
from sspdsl.ir.terms import (
    Cell,
    Expr,
    Fact,
    Num,
    Op,
)

if TYPE_CHECKING:
    from sspdsl.check.expressions import Expressions


class Cells:
    """Terms that read the state of the turn: dice, balls, places."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.model = expressions.model
        self.made_facts: dict[str, int] = {}

    def cell_at(self, cell: int, index: int) -> Expr:
        definition = self.model.cells[cell]
        return Cell(cell, Num(index)) if definition.size > 1 or definition.members else Cell(cell)

    def role(self, role: str) -> int:
        return self.model.roles.get(role, 0)

    def die_value(self, die: Expr) -> Expr:
        return Cell(self.role("value"), die)

    def raw(self, die: int) -> Expr:
        return Cell(self.role("raw"), Num(die))

    def mover(self) -> Expr:
        return Op("-", (Cell(self.role("mover")), Num(1)))

    def ball_position(self, ball: Expr) -> Expr:
        return Op("-", (Cell(self.role("at"), ball), Num(1)))

    def chosen(self) -> Expr:
        return Op("-", (Cell(self.role("chosen")), Num(1)))

    def in_play(self, ball: Expr) -> Expr:
        return Op(">", (Cell(self.role("at"), ball), Num(0)))

    def balls_in_play(self) -> Expr:
        return Op("+", tuple(self.in_play(Num(b)) for b in range(2)))

    def table(self, name: str, make: Callable[[], list[int]]) -> int:
        """A fact made by the compiler; its entries are worked out once all places are known."""
        if name not in self.made_facts:
            self.model.facts.append(ir.FactDef(name, 0, tuple(make())))
            self.made_facts[name] = len(self.model.facts) - 1
        return self.made_facts[name]

    def feature_of_box(self, box: Expr) -> Expr:
        return Fact(self.table("feature of box", lambda: [b.feature for b in self.model.boxes]), box)

    def feature_of_position(self, position: Expr) -> Expr:
        return Fact(
            self.table("feature of position", lambda: [p.feature for p in self.model.positions]), position
        )

    def box_of_position(self, position: Expr) -> Expr:
        return Fact(
            self.table(
                "box of position", lambda: [-1 if p.box is None else p.box for p in self.model.positions]
            ),
            position,
        )

    def position_of_box(self, box: Expr) -> Expr:
        places = self.x.places
        return Fact(
            self.table(
                "position of box", lambda: [places.position_of_box(b) for b in range(len(self.model.boxes))]
            ),
            box,
        )

    def position_of_feature(self, feature: Expr) -> Expr:
        places = self.x.places
        return Fact(
            self.table(
                "position of feature",
                lambda: [places.position_of_feature(f) for f in range(len(self.model.features))],
            ),
            feature,
        )

    def zone_of_feature(self, feature: Expr) -> Expr:
        return Fact(self.table("zone of feature", lambda: [f.zone for f in self.model.features]), feature)

    def board_of_feature(self, feature: Expr) -> Expr:
        return Fact(self.table("board of feature", lambda: [f.board for f in self.model.features]), feature)

    def zone_board(self) -> int:
        return self.table("board of zone", lambda: [z.board for z in self.model.zones])

    def zone_rank(self) -> int:
        """The place of a zone in its board, from the top."""
        return self.table(
            "rank of zone",
            lambda: [self.model.boards[z.board].zones.index(i) for i, z in enumerate(self.model.zones)],
        )

    def colour_code(self, colour: str) -> int:
        colours = sorted({b.colour for b in self.model.boxes} | {"white", "red", "yellow"})
        return colours.index(colour) if colour in colours else -1

    def first_face(self, box: Expr) -> Expr:
        return Fact(
            self.table("first face", lambda: [b.faces[0] if b.faces else 0 for b in self.model.boxes]), box
        )

    def face_of(self, box: Expr) -> Expr:
        """The face of a box: printed, or what was written into it."""
        if (
            isinstance(box, Num)
            and 0 <= box.value < len(self.model.boxes)
            and self.model.boxes[box.value].slots
        ):
            return self.model.boxes[box.value].slots[0]
        expr = self.first_face(box)
        for index, data in enumerate(self.model.boxes):
            if data.slots:
                expr = Op("+", (expr, Op("*", (Op("is", (box, Num(index))), data.slots[0]))))
        return expr

    def is_natural(self, die: Expr) -> Expr:
        return Op("is", (self.die_value(die), Cell(self.role("raw"), die)))

    def make_cell(
        self,
        name: str,
        low: int,
        high: int,
        role: str,
        size: int = 1,
        members: tuple[str, ...] = (),
        shared: bool = False,
        form: str = "counter",
        line: str = "double",
        title: str = "",
    ) -> int:
        """A cell of the compiler's own; authors do not see it."""
        self.model.cells.append(
            ir.CellDef(
                name,
                title,
                form,
                role,
                shared,
                low,
                high,
                low,
                size,
                0,
                members,
                line,
                None,
                False,
                True,
                None,
            )
        )
        return len(self.model.cells) - 1

    def way_index(self, name: str) -> int:
        if name not in self.model.way_names:
            self.model.way_names.append(name)
        return self.model.way_names.index(name)
