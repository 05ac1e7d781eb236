"""What numbers of a term stand for: a box, a place, a word. The IR says it of binders; the rest follows."""

from __future__ import annotations

from collections.abc import Mapping

from sspdsl.ir import terms as t
from sspdsl.ir.model import Program
from sspdsl.ir.walk import terms_in

# Tables that the compiler makes, and what their entries are.
MADE = {
    "position of box": "position",
    "feature of box": "feature",
    "feature of position": "feature",
    "position of feature": "position",
    "box of position": "box",
    "left of box": "box",
    "right of box": "box",
    "zone of feature": "zone",
    "board of feature": "board",
    "board of zone": "board",
    "colour of box": "colour",
}
INDEX = {"box": "box", "feature": "feature", "position": "position", "zone": "zone"}
ROLES = {"mover": "ball", "chosen": "die", "origin": "position", "at": "position", "way": "way"}


class Kinds:
    """The kinds of facts, of the parameters of actions, and of terms."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.facts = {n: MADE[f.name] for n, f in enumerate(program.facts) if f.name in MADE}
        self.tracks = {each.name for each in program.domains}
        self.params: dict[tuple[int, int], str] = {}
        self.indices: dict[int, str] = {}  # What the index of a constant table is.
        self.cells: dict[int, str] = {}  # What a slot without words holds, plus one.
        self.members: dict[int, str] = {}  # What a cell is declared `per`: `ball`, `die`, `feature`, ...
        self._learn()

    def of(self, term: t.Expr, variables: Mapping[int, str]) -> str:
        """The kind of a term: a kind of binder, `zone`, `board`, `colour`, `way`, `cell:K`, or `value`."""
        match term:
            case t.Var(slot):
                return variables.get(slot, "value")
            case t.Fact(fact, _):
                return self.facts.get(fact, "value")
            case t.First(binder):
                return binder.kind
            case t.Me():
                return "player"
            case t.Pick(_, then, other):
                kind = self.of(then, variables)
                return kind if kind != "value" else self.of(other, variables)
            case t.Cell(cell, _, _) if self._has_words(cell):
                return f"cell:{cell}"
            case t.Op("-", (t.Cell(cell, _, _), t.Num(1))):
                known = self.program.cells[cell]
                if known.role in ROLES:
                    return ROLES[known.role]
                if cell in self.cells:
                    return self.cells[cell]
                return "value" if known.words is None else f"word:{known.words}"
            case _:
                return "value"

    def _has_words(self, cell: int) -> bool:
        known = self.program.cells[cell]
        return known.words is not None or f"spaces of {known.name}" in self.tracks

    def _learn(self) -> None:
        """Facts used as a box or a place are such; parameters are what the callers give."""
        program = self.program
        roots: list[tuple[object, dict[int, str], int | None]] = []
        for box in program.boxes:
            roots.append(((box.stars, box.open), {0: "box", 1: "die"}, None))
        for rule in program.rules:
            carried = rule.event.subjects[0] if rule.event.kind == "action" and rule.event.subjects else None
            roots.append(((rule.guard, rule.body), variables_of(rule.event.kind), carried))
        for number, action in enumerate(program.actions):
            roots.append(((action.body, *(i.body for i in action.instead)), {}, number))
        for ability in program.abilities:
            roots.append(((ability.params, ability.body), {}, None))
        for modifier in program.modifiers:
            roots.append(((modifier.guard, modifier.factor), {}, None))
        for step in program.steps:
            roots.append((step.body, {}, None))
        for _ in range(3):  # A parameter may be handed on once more.
            for root, given, action_number in roots:
                known = dict(given)
                if action_number is not None:
                    known.update({p: k for (a, p), k in self.params.items() if a == action_number})
                terms = list(terms_in(root))
                known.update({each.slot: each.kind for each in terms if isinstance(each, t.Binder)})
                for term in terms:
                    self._learn_from(term, known)
                    if action_number is not None:
                        self._learn_param(term, known, action_number)

    def _learn_param(self, term: object, known: dict[int, str], action: int) -> None:
        """A parameter is what an action it is handed to takes, or what the marks are there for."""
        match term:
            case t.Do(other, args):
                for number, arg in enumerate(args):
                    if isinstance(arg, t.Var) and arg.slot not in known and (other, number) in self.params:
                        self.params.setdefault((action, arg.slot), self.params[other, number])
            case t.Reaches(_, t.Var(slot), _) | t.MoveBall(_, t.Var(slot)) | t.PutBall(t.Var(slot)) if (
                slot not in known
            ):
                self._param(action, slot, "position")
            case t.Fill(t.Var(slot)) | t.Hit(t.Var(slot)) | t.Mark(t.Var(slot)) if slot not in known:
                self._param(action, slot, "box")
            case t.LoseBall(t.Var(slot)) if slot not in known:
                self._param(action, slot, "ball")
            case t.Cell(cell, t.Var(slot), _) | t.Assign(cell, t.Var(slot), _, _) if slot not in known:
                domain = self._domain_of(cell)
                if domain is not None:
                    self._param(action, slot, f"word:{domain}")
            case _:
                pass

    def _param(self, action: int, slot: int, kind: str) -> None:
        if slot < self.program.actions[action].params:
            self.params.setdefault((action, slot), kind)

    def _domain_of(self, cell: int) -> int | None:
        members = self.program.cells[cell].members
        for number, domain in enumerate(self.program.domains):
            if members and members == tuple(word.name for word in domain.words):
                return number
        return None

    def _learn_from(self, term: object, known: dict[int, str]) -> None:
        match term:
            case t.Fact(fact, index):
                kind = self.of(index, known)
                if kind != "value":
                    self.indices.setdefault(fact, kind)
            case t.Op("is" | "is_not", (t.Fact(fact, _), other)) | t.Op(
                "is" | "is_not", (other, t.Fact(fact, _))
            ):
                kind = self.of(other, known)
                if kind.startswith(("cell:", "word:")) and fact not in self.facts:
                    self.facts[fact] = kind
            case t.Assign(cell, _, _, t.Op("+", (t.Fact(fact, _), t.Num(1)))) if fact not in self.facts:
                words = self.program.cells[cell].words
                if words is not None:
                    self.facts[fact] = f"word:{words}"
            case t.Do(action, args):
                for number, arg in enumerate(args):
                    kind = self.of(arg, known)
                    if kind != "value":
                        self.params.setdefault((action, number), kind)
            case t.Assign(cell, _, _, t.Op("+", (held, t.Num(1)))) if self.program.cells[cell].words is None:
                kind = self.of(held, known)
                if kind in ("box", "feature", "position", "ball") and not self.program.cells[cell].role:
                    self.cells.setdefault(cell, kind)
            case t.Cell(cell, index, _) | t.Assign(cell, index, _, _) | t.Reset(cell, index) if (
                index is not None
            ):
                kind = self.of(index, known)
                if kind in ("ball", "die", "feature", "box", "position"):
                    self.members.setdefault(cell, kind)
            case t.Filled(t.Fact(fact, _), _) | t.Opened(t.Fact(fact, _)) | t.Fill(t.Fact(fact, _)) if (
                fact not in self.facts
            ):
                self.facts[fact] = "box"
            case t.MoveBall(_, t.Fact(fact, _)) | t.PutBall(t.Fact(fact, _)) if fact not in self.facts:
                self.facts[fact] = "position"
            case _:
                pass


def variables_of(event: str) -> dict[int, str]:
    """The variables that an event gives to its rules."""
    return {
        "hit": {0: "box"},
        "filled": {0: "box"},
        "complete": {0: "set", 1: "box"},
        "passed": {0: "feature"},
        "lost": {0: "ball"},
        "changed": {0: "value", 1: "number"},
    }.get(event, {})
