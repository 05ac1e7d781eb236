"""Expressions as Python. Each is a text and how tightly it binds, so that few brackets are needed."""

from __future__ import annotations

from dataclasses import dataclass

from sspdsl.codegen.code import (
    AND,
    BIT_AND,
    BIT_OR,
    COMPARE,
    IF_ELSE,
    NOT,
    OR,
    PRODUCT,
    SUM,
    UNARY,
    Code,
    number,
)
from sspdsl.codegen.layout import OWN, SHARED, Layout
from sspdsl.codegen.names import mask_literal, tuple_literal
from sspdsl.codegen.reading import less, read_cell
from sspdsl.codegen.static import Scope, domain_range, fixed_value, static_value, value_range
from sspdsl.ir.model import Program
from sspdsl.ir.terms import (
    Binder,
    Cell,
    Count,
    CountFilled,
    Domain,
    Expr,
    Fact,
    Filled,
    First,
    Me,
    Member,
    Num,
    Op,
    Opened,
    Pick,
    Players,
    Reaches,
    Shows,
    Span,
    Values,
    Var,
)
from sspdsl.ir.walk import terms_in

OPPOSITES = {"is": "is_not", "is_not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"is": "is", "is_not": "is_not", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
COMPARISONS = {"is": "==", "is_not": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@dataclass(frozen=True, slots=True)
class Expressions:
    """Writes expressions of a program. In them `x` is the run; `f`, `c`, `s` are the acting player's."""

    program: Program
    layout: Layout

    @property
    def all_boxes(self) -> int:
        """Every box as a bit."""
        return (1 << len(self.program.boxes)) - 1

    def text(self, term: Expr, scope: Scope) -> str:
        """The value of an expression."""
        return self.value(term, scope).text

    def value(self, term: Expr, scope: Scope) -> Code:
        """The value of an expression, a whole number and never a truth value."""
        if isinstance(term, Op) and (term.op in COMPARISONS or term.op in ("and", "or", "not")):
            known = static_value(self.program, term, scope)
            return number(known) if known is not None else self._zero_or_one(self.truth(term, scope))
        known = fixed_value(self.program, term, scope)
        if known is not None:
            return number(known)
        match term:
            case Num(value):
                return number(value)
            case Var(slot):
                return Code(f"v{slot}")
            case Cell():
                return read_cell(self, term, scope)
            case Fact(fact, index):
                return self._fact(fact, index, scope)
            case Op(op, args):
                return self._operation(op, args, scope)
            case Pick(cond, then, other):
                texts = [self.value(then, scope).at(OR), self.truth(cond, scope).at(OR)]
                return Code(f"{texts[0]} if {texts[1]} else {self.value(other, scope).at(IF_ELSE)}", IF_ELSE)
            case Filled(box, player):
                return self._filled(box, player, scope)
            case CountFilled(boxes, player):
                mask = mask_literal(sum(1 << box for box in set(boxes)))
                return Code(f"({self._boxes_of(player, scope)} & {mask}).bit_count()")
            case Opened(box):
                return Code(f"_is_open(x, f, c, s, {self.text(box, scope)})")
            case Shows(box, face):
                return Code(f"_shows(x, f, c, s, {self.text(box, scope)}, {self.text(face, scope)})")
            case Member():
                return Code(f"int({self.truth(term, scope).text})")
            case Count(binder):
                return self._count(binder, scope)
            case First(binder):
                head, inner = self.loop(binder, scope)
                return Code(f"next((v{binder.slot} {head}{self._where(binder, inner)}), -1)")
            case Reaches(box, position, way):
                names = self.program.way_names
                name = -1 if not way else names.index(way) if way in names else -2
                places = f"{self.text(box, scope)}, {self.text(position, scope)}"
                return Code(f"_reaches(x, f, c, s, {places}, {name})")
            case Players():
                return Code("x.n")
            case Me():
                return Code("x.me")
        raise AssertionError(f"no expression: {term}")

    def truth(self, term: Expr, scope: Scope) -> Code:
        """A condition: true where the value is not 0."""
        known = static_value(self.program, term, scope)
        if known is not None:
            return Code(str(bool(known)))
        match term:
            case Op("and" | "or" as op, args):
                return self._both(op, args, scope)
            case Op("not", (Op(op, (left, right)),)) if op in OPPOSITES:
                return self.truth(Op(OPPOSITES[op], (left, right)), scope)
            case Op("not", (Member(inner, values),)):
                literal = tuple_literal([str(value) for value in values]) if values else "()"
                return Code(f"{self.value(inner, scope).at(BIT_OR)} not in {literal}", COMPARE)
            case Op("not", (Op("not", (arg,)),)):
                return self.truth(arg, scope)
            case Op("not", (arg,)):
                return Code(f"not {self.truth(arg, scope).at(NOT)}", NOT)
            case Op(">", (Count(binder), Num(0))) | Op(">=", (Count(binder), Num(1))):
                return self._some(binder, scope)
            case Op("is", (Count(binder), Num(0))) | Op("<", (Count(binder), Num(1))):
                return Code(f"not {self._some(binder, scope).at(NOT)}", NOT)
            case Op(op, (left, Num(number))) if op in COMPARISONS and (
                short := self._compared(op, left, number, scope)
            ):
                return short
            case Op(op, (left, right)) if op in COMPARISONS:
                if static_value(self.program, left, scope) is not None:
                    # As people write it: what may vary first.
                    left, right, op = right, left, MIRRORED[op]
                texts = [self.value(side, scope).at(BIT_OR) for side in (left, right)]
                return Code(f"{texts[0]} {COMPARISONS[op]} {texts[1]}", COMPARE)
            case Member(inner, values):
                literal = tuple_literal([str(value) for value in values]) if values else "()"
                return Code(f"{self.value(inner, scope).at(BIT_OR)} in {literal}", COMPARE)
            case Filled(box, None):
                known_box = fixed_value(self.program, box, scope)
                if known_box is not None and known_box >= 0:
                    return Code(f"f & {mask_literal(1 << known_box)}", BIT_AND)
            case Cell(cell, index, None):
                bit = self._single_bit(cell, index, scope)
                if bit is not None:
                    return bit
        return self.value(term, scope)

    def _compared(self, op: str, left: Expr, number: int, scope: Scope) -> Code | None:
        """A comparison with a constant that comes down to bits, or to some or all of a few conditions."""
        match left:
            case Cell(cell, index, None):
                slot = self.layout.slots[cell]
                place = slot.cell.index_low if index is None else fixed_value(self.program, index, scope)
                at = -1 if place is None else place - slot.cell.index_low
                if slot.where != OWN or not slot.width or not 0 <= at < slot.cell.size:
                    return None
                bits = f"c & {mask_literal(slot.mask << slot.shift + slot.width * at)}"
                low, high = slot.cell.low, slot.cell.high
                if not low <= number <= high:
                    return None
                if number == low and op in ("is", "<=", "is_not", ">"):
                    return Code(f"not {bits}", NOT) if op in ("is", "<=") else Code(bits, BIT_AND)
                if op in ("is", "is_not"):
                    return Code(f"{bits} {COMPARISONS[op]} {mask_literal(slot.bits(at, number))}", COMPARE)
            case Op("+", args) if all(_is_truth(arg) for arg in args):
                few, count = (op, number), len(args)
                if few in (("is", 0), ("<", 1), ("<=", 0)):
                    return self.truth(Op("not", (Op("or", args),)), scope)
                if few in (("is_not", 0), (">", 0), (">=", 1)):
                    return self.truth(Op("or", args), scope)
                if few in (("is", count), (">=", count), (">", count - 1)):
                    return self.truth(Op("and", args), scope)
                if few in (("is_not", count), ("<", count), ("<=", count - 1)):
                    return self.truth(Op("not", (Op("and", args),)), scope)
        return None

    def _zero_or_one(self, truth: Code) -> Code:
        """The value of a condition. Bits that were masked are true without being 1."""
        if truth.binds in (COMPARE, NOT):
            return Code(f"int({truth.text})")
        return Code(f"int(bool({truth.text}))")

    def falsity(self, term: Expr, scope: Scope) -> Code:
        """A condition: true where the value is 0."""
        return self.truth(Op("not", (term,)), scope)

    def _both(self, op: str, args: tuple[Expr, ...], scope: Scope) -> Code:
        """`and` and `or`, less what is always so."""
        level = AND if op == "and" else OR
        codes = [self.truth(arg, scope) for arg in args if static_value(self.program, arg, scope) is None]
        if len(codes) == 1:
            return codes[0]
        return Code(f" {op} ".join(code.at(NOT) for code in codes), level)

    def _single_bit(self, cell: int, index: Expr | None, scope: Scope) -> Code | None:
        """An indicator at a known place, read as a condition."""
        slot = self.layout.slots[cell]
        at = 0 if index is None else fixed_value(self.program, index, scope)
        if slot.where not in (OWN, SHARED) or slot.cell.low != 0 or slot.width != 1 or at is None:
            return None
        at -= 0 if index is None else slot.cell.index_low
        if not 0 <= at < slot.cell.size:
            return None
        source = "c" if slot.where == OWN else "x.shared"
        return Code(f"{source} & {mask_literal(1 << slot.shift + at)}", BIT_AND)

    # ------------------------------------------------------------ boxes

    def _boxes_of(self, player: Expr | None, scope: Scope) -> str:
        if player is None or isinstance(player, Me):
            return "f"
        return f"x.filled_of(f, {self.text(player, scope)})"

    def _filled(self, box: Expr, player: Expr | None, scope: Scope) -> Code:
        source = self._boxes_of(player, scope)
        span = value_range(self.program, box, scope)
        if span is not None and span[0] >= 0:
            return Code(f"{source} >> {self.value(box, scope).at(SUM)} & 1", BIT_AND)
        return Code(f"_has({source}, {self.text(box, scope)})")

    # ------------------------------------------------------------ loops

    def loop(self, binder: Binder, scope: Scope) -> tuple[str, Scope]:
        """`for v0 in ...`, and what is known inside it."""
        inner = scope.copy()
        inner.forget(binder.slot)
        span = domain_range(self.program, binder, scope)
        if span is not None:
            inner.ranges[binder.slot] = span
        return f"for v{binder.slot} in {self.domain(binder.domain, scope)}", inner

    def domain(self, domain: Domain, scope: Scope) -> str:
        """What a loop goes through."""
        match domain:
            case Values(values):
                if len(values) > 2 and values == tuple(range(values[0], values[0] + len(values))):
                    return f"range({values[0]}, {values[-1] + 1})" if values[0] else f"range({len(values)})"
                return tuple_literal([str(value) for value in values]) if values else "()"
            case Span(low, high):
                start, end = self.text(low, scope), self.text(Op("+", (high, Num(1))), scope)
                return f"range({end})" if start == "0" else f"range({start}, {end})"
        raise AssertionError(f"no domain: {domain}")

    def _where(self, binder: Binder, inner: Scope) -> str:
        return "" if binder.where is None else f" if {self.truth(binder.where, inner).at(OR)}"

    def _count(self, binder: Binder, scope: Scope) -> Code:
        head, inner = self.loop(binder, scope)
        if binder.where == Filled(Var(binder.slot)) and isinstance(binder.domain, Values):
            boxes = binder.domain.values
            if len(set(boxes)) == len(boxes) and all(box >= 0 for box in boxes):
                return self.value(CountFilled(boxes), scope)
        return Code(f"sum(1 {head}{self._where(binder, inner)})")

    def _some(self, binder: Binder, scope: Scope) -> Code:
        if binder.where is not None and isinstance(binder.domain, Values) and len(binder.domain.values) <= 4:
            # A few members are quicker one by one.
            inner = scope.copy()
            inner.forget(binder.slot)
            inner.written_out = True
            codes = []
            for member in dict.fromkeys(binder.domain.values):
                inner.values[binder.slot] = member
                codes.append(self.truth(binder.where, inner))
            if any(code.text == "True" for code in codes):
                return Code("True")
            codes = [code for code in codes if code.text != "False"]
            if len(codes) < 2:
                return codes[0] if codes else Code("False")
            return Code(" or ".join(code.at(NOT) for code in codes), OR)
        head, inner = self.loop(binder, scope)
        if binder.where is None:
            return Code(f"any(True {head})")
        return Code(f"any({self.truth(binder.where, inner).at(IF_ELSE)} {head})")

    # ------------------------------------------------------------ the rest

    def _fact(self, fact: int, index: Expr, scope: Scope) -> Code:
        table = self.program.facts[fact]
        span = value_range(self.program, index, scope)
        at = self.text(less(index, table.low), scope)
        if span and table.low <= span[0] and span[1] < table.low + len(table.values):
            return Code(f"_FACT_{fact}[{at}]")
        return Code(f"_fact(_FACT_{fact}, {at})")

    def _operation(self, op: str, args: tuple[Expr, ...], scope: Scope) -> Code:
        codes = [self.value(arg, scope) for arg in args]
        match op:
            case "+":
                codes = [code for code in codes if code.text != "0"] or codes[:1]
                return Code(" + ".join(code.at(SUM) for code in codes), SUM) if len(codes) > 1 else codes[0]
            case "-" if len(codes) == 2:
                return Code(f"{codes[0].at(SUM)} - {codes[1].at(PRODUCT)}", SUM)
            case "-":
                return Code(f"-{codes[0].at(UNARY)}", UNARY)
            case "*":
                return Code(f"{codes[0].at(PRODUCT)} * {codes[1].at(UNARY)}", PRODUCT)
            case "size":
                return Code(f"abs({codes[0].text})")
        name = {"div": "_div", "mod": "_mod", "min": "min", "max": "max"}[op]
        return Code(f"{name}({', '.join(code.text for code in codes)})")


def _is_truth(term: Expr) -> bool:
    """Whether an expression is a comparison, which is 0 or 1."""
    return isinstance(term, Op) and (term.op in COMPARISONS or term.op in ("and", "or", "not"))


def uses_variable(slot: int, *terms: object) -> bool:
    """Whether a variable is read in these terms."""
    return any(isinstance(term, Var) and term.slot == slot for term in terms_in(*terms))
