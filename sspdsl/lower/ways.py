"""The condition of a `way` clause, for one place and one box: yes, no, or a term that play decides."""

from __future__ import annotations

from sspdsl.check import problems
from sspdsl.check.expressions import Expressions
from sspdsl.check.folding import fold
from sspdsl.check.model import Model, WayRule
from sspdsl.check.trees import lone_word, present, span_of
from sspdsl.check.values import Scope, Val
from sspdsl.ir.terms import Expr, Num, Op, Pick, Var
from sspdsl.syntax.tree import Node, Part, Token

Unit = tuple[str, int]


class WayCondition:
    """Works out `where` of a way. `here` is a position, the way's variable a box."""

    def __init__(self, model: Model, expressions: Expressions, rule: WayRule) -> None:
        self.model = model
        self.x = expressions
        self.rule = rule
        self.asked = words_in(rule.where)
        self.reported = False

    # ------------------------------------------------------------ classes

    def source_class(self, position: int) -> object:
        """What the condition can tell of a place."""
        feature = self.model.features[self.model.positions[position].feature]
        asked: list[object] = [feature.zone]
        if "hits" in self.asked:
            asked.append(tuple((h.colours, h.guard) for h in feature.hits))
        if self.asked & {"feature", "beside", "place", "is_feature", "kind"}:
            asked.append(position)
        if self.names_place():
            asked.append(position)
        return tuple(asked)

    def target_class(self, box: int) -> object:
        """What the condition can tell of a box."""
        data = self.model.boxes[box]
        feature = self.model.features[data.feature]
        asked: list[object] = [feature.zone, self.colours(box)]
        if self.asked & {"feature", "faces", "shows", "face", "worth", "beside"} or self.names_place():
            asked.append(box)
        return tuple(asked)

    def names_place(self) -> bool:
        """Whether the condition names something declared, so that places may differ in any way."""
        known = {
            "zone",
            "board",
            "colour",
            "hits",
            "here",
            self.rule.variable,
            "red",
            "yellow",
            "white",
            "green",
            "purple",
            "of",
        }
        return any(word not in known for word in self.asked)

    # ------------------------------------------------------------ the answer

    def holds(self, position: int, box: int) -> Expr:
        """Num(1), Num(0), or a term."""
        if self.rule.where is None:
            return Num(1)
        return fold(self.flag(self.rule.where, position, box))

    def flag(self, part: Part, position: int, box: int) -> Expr:
        if isinstance(part, Node):
            if part.kind in ("and", "or"):
                return fold(Op(part.kind, tuple(self.flag(p, position, box) for p in part.parts)))
            if part.kind == "not":
                return fold(Op("not", (self.flag(part.parts[0], position, box),)))
            if part.kind in ("is", "is_not", "above", "below"):
                known = self.compare(part, position, box)
                if known is not None:
                    return known
            if part.kind == "in":
                hits = self.in_hits(part, position, box)
                if hits is not None:
                    return hits
        return self.x.flag(part, self.scope(position, box))

    def scope(self, position: int, box: int) -> Scope:
        data = self.model.boxes[box]
        here = Val("places", Num(position), (("feature", self.model.positions[position].feature),))
        names = {
            "here": here,
            self.rule.variable: Val("places", Num(box), (("box", box),), text=data.name),
            "chosen": Val("die", Var(0)),
        }
        scope = Scope(self.rule.context, names=names)
        scope.slots.count = 1
        return scope

    def compare(self, node: Node, position: int, box: int) -> Expr | None:
        """Zones and boards of the place and the box; None for anything else."""
        left, right = (self.zone_or_board(p, position, box) for p in node.parts[:2])
        if left is None or right is None or left[0] != right[0]:
            return None
        if node.kind == "is":
            return Num(int(left[1] == right[1]))
        if node.kind == "is_not":
            return Num(int(left[1] != right[1]))
        if left[0] != "zone":
            return None
        zones = self.model.zones
        if zones[left[1]].board != zones[right[1]].board or left[1] == right[1]:
            return Num(0)
        board = self.model.boards[zones[left[1]].board]
        first = board.zones.index(left[1]) < board.zones.index(right[1])
        if node.kind == "below":
            first = not first
        turned = board.turned
        if turned is None:
            return Num(int(first))
        # A board that has turned over counts its zones from the other end.
        return Op("not", (turned,)) if first else turned

    def zone_or_board(self, part: Part, position: int, box: int) -> Unit | None:
        if not isinstance(part, Node) or part.kind != "of":
            return None
        head = lone_word(part.parts[0])
        argument = lone_word(part.parts[1])
        if head is None or argument is None or head.text not in ("zone", "board"):
            return None
        feature: int | None = None
        if argument.text == "here":
            feature = self.model.positions[position].feature
        elif argument.text == self.rule.variable:
            feature = self.model.boxes[box].feature
        if feature is None:
            return None
        data = self.model.features[feature]
        return ("zone", data.zone) if head.text == "zone" else ("board", data.board)

    def in_hits(self, node: Node, position: int, box: int) -> Expr | None:
        """`colour of b in hits of here`: which of the place's `hits` has the colour, and while what."""
        right = (
            present(node.parts[1].parts)[0]
            if isinstance(node.parts[1], Node) and node.parts[1].kind == "domain"
            else node.parts[1]
        )
        if not isinstance(right, Node) or right.kind != "of":
            return None
        head = lone_word(right.parts[0])
        if head is None or head.text != "hits":
            return None
        feature = self.model.features[self.model.positions[position].feature]
        colours = {*self.colours(box), "any"}
        guards: list[Expr] = []
        for hits in feature.hits:
            if colours & {*hits.colours}:
                guards.append(hits.guard if hits.guard is not None else Num(1))
        if not guards:
            return Num(0)
        return fold(Op("or", tuple(guards)))

    def colours(self, box: int) -> tuple[str, ...]:
        """The colours of a box: its own, or all of its feature, which may have several."""
        data = self.model.boxes[box]
        feature = self.model.features[data.feature]
        return feature.colours if data.colour == feature.colours[0] else (data.colour,)

    def words(self, position: int) -> str:
        """The conditions of what a place hits, in the author's words."""
        feature = self.model.features[self.model.positions[position].feature]
        return " or ".join(dict.fromkeys(h.words for h in feature.hits if h.words))


def words_in(part: Part) -> set[str]:
    """Every word of a condition."""
    found: set[str] = set()
    stack: list[Part] = [part]
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            found.add(item.text)
        elif isinstance(item, Node):
            stack.extend(item.parts)
            if item.kind == "shows":
                found.add("shows")
    return found


__all__ = ["Pick", "WayCondition", "problems", "span_of"]
