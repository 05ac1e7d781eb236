"""Where a ball can go: ways, bans and faces as masks of boxes, and what reads the state for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from sspdsl.codegen.events import HEAD, Events
from sspdsl.codegen.expressions import Expressions
from sspdsl.codegen.layout import OWN
from sspdsl.codegen.names import comment_text, mask_literal, place_text, tuple_literal
from sspdsl.codegen.static import Scope, static_value
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import Program
from sspdsl.ir.terms import Binder, Expr, Reaches, Var
from sspdsl.ir.walk import terms_in


def mask_of(boxes: Iterable[int]) -> int:
    """The boxes (or positions) as bits."""
    return sum(1 << box for box in set(boxes))


def guards_of(program: Program) -> list[Expr]:
    """The guards of ways and bans, each once; the guard with number i is bit i + 1."""
    guards = [way.guard for way in program.ways] + [ban.guard for ban in program.bans]
    return list(dict.fromkeys(guard for guard in guards if guard is not None))


def write_ways(out: Writer, program: Program) -> None:
    """The tables of faces, ways and bans."""
    bit = {guard: 1 << number + 1 for number, guard in enumerate(guards_of(program))}
    faces: dict[int, int] = defaultdict(int)
    for number, box in enumerate(program.boxes):
        for face in box.faces:
            faces[face] |= 1 << number
    out.line("_FACES: dict[int, int] = {")
    for face in sorted(faces):
        if face:
            out.line(f"    {face}: {mask_literal(faces[face])},")
    out.line("}")
    out.comment("Name, from, to, guard, passed, steps.")
    out.line("_WAYS: tuple[tuple[int, int, int, int, tuple[int, ...], int | None], ...] = (")
    for way in program.ways:
        name = program.way_names.index(way.name)
        through = tuple_literal([str(feature) for feature in way.through]) if way.through else "()"
        guard = bit[way.guard] if way.guard is not None else 0
        sources, targets = mask_literal(mask_of(way.sources)), mask_literal(mask_of(way.targets))
        out.line(f"    # {comment_text(way.name)}: {place_text(way.place)}")
        out.line(f"    ({name}, {sources}, {targets}, {guard}, {through}, {way.steps}),")
    out.line(")")
    out.line("_BANS: tuple[tuple[int, int, int, int], ...] = (")
    for ban in program.bans:
        names = mask_of(program.way_names.index(name) for name in ban.ways if name in program.way_names)
        if ban.ways and not names:
            continue
        guard = bit[ban.guard] if ban.guard is not None else 0
        sources, targets = mask_literal(mask_of(ban.sources)), mask_literal(mask_of(ban.targets))
        out.line(f"    # {place_text(ban.place)}")
        out.line(f"    ({names}, {sources}, {targets}, {guard}),")
    out.line(")")


def write_reach(out: Writer, events: Events) -> None:
    """The functions that read guards, open boxes and faces from a state, and note a move."""
    program, words = events.program, events.effects.words
    with out.block(f"def _guards({HEAD}, v0: int, asked: int = -1) -> int:"):
        out.line(
            '"""Which of these guards of ways and bans hold for this die, a bit each; bit 0 is never set."""'
        )
        out.line("held = 0")
        for number, guard in enumerate(guards_of(program)):
            bit = mask_literal(1 << number + 1)
            truth = words.truth(guard, Scope(ranges={0: (-1, program.dice - 1)}))
            # Most guards take less time to read than to leave out.
            condition = f"asked & {bit} and {truth.at(3)}" if goes_through_many(guard) else truth.text
            with out.block(f"if {condition}:"):
                out.line(f"held |= {bit}")
        out.line("return held")
    out.line()
    out.line()
    _write_opened(out, program, words)
    _write_shown(out, program, words)
    _write_registers(out, events)


def _write_opened(out: Writer, program: Program, words: Expressions) -> None:
    with out.block(f"def _opened({HEAD}, mask: int, v1: int) -> int:"):
        out.line('"""Those of these boxes that are open to this die (-1: to none in particular)."""')
        out.line("mask &= ~f")
        for feature in program.features:
            if feature.sequence and len(feature.boxes) > 1:
                out.comment(f"sequence {comment_text(feature.name)}: {place_text(feature.place)}")
                whole = mask_literal(mask_of(feature.boxes))
                with out.block(f"if mask & {whole}:"):
                    if feature.boxes == tuple(sorted(feature.boxes)):
                        out.line(f"rest = ~f & {whole}")
                        out.line(f"mask &= ~{whole} | rest & -rest")
                    else:
                        order = tuple_literal([str(box) for box in feature.boxes])
                        out.line(f"mask &= ~{whole} | _next_of(f, {order})")
        for truth, boxes in _by_condition(program, words).items():
            mask = mask_literal(boxes)
            with out.block(f"if mask & {mask} and {truth}:"):
                out.line(f"mask &= {mask_literal(~boxes)}")
        out.line("return mask")
    out.line()
    out.line()


def _by_condition(program: Program, words: Expressions) -> dict[str, int]:
    """The boxes that are closed under each condition."""
    found: dict[str, int] = defaultdict(int)
    for number, box in enumerate(program.boxes):
        if box.open is not None:
            scope = Scope(values={0: number}, ranges={1: (-1, program.dice - 1)}, written_out=True)
            closed = words.falsity(box.open, scope).at(3)
            if closed != "False":
                found[closed] |= 1 << number
    return found


def _write_shown(out: Writer, program: Program, words: Expressions) -> None:
    with out.block(f"def _shown({HEAD}, face: int) -> int:"):
        out.line('"""The boxes that show this face, printed or written into their slots."""')
        out.line("boxes = _FACES.get(face, 0)")
        found: dict[str, int] = defaultdict(int)
        for number, box in enumerate(program.boxes):
            for slot in box.slots:
                scope = Scope(values={0: number}, written_out=True)
                if static_value(program, slot, scope) is None:
                    found[words.value(slot, scope).at(5)] |= 1 << number
                else:
                    found[str(static_value(program, slot, scope))] |= 1 << number
        for text, boxes in found.items():
            with out.block(f"if {text} == face:"):
                out.line(f"boxes |= {mask_literal(boxes)}")
        out.line("return boxes")
    out.line()
    out.line()


def _write_registers(out: Writer, events: Events) -> None:
    layout = events.effects.words.layout
    with out.block("def _registers(c: int, ball: int, die: int, origin: int, way: int) -> int:"):
        out.line('"""Note a move in the cells of the turn: the ball, the die, where from, which way."""')
        for role, value in (("mover", "ball"), ("chosen", "die"), ("origin", "origin"), ("way", "way")):
            slot = layout.role(role)
            if slot is not None and slot.width:
                kept = mask_literal(layout.kept(OWN, slot.mask << slot.shift))
                out.line(f"c = c & {kept} | {value} + 1 << {slot.shift}")
        out.line("return c")
    out.line()
    out.line()


def depends_on_die(guard: Expr) -> bool:
    """Whether a guard of a way reads the die that is used."""
    return any(isinstance(term, Var) and term.slot == 0 for term in terms_in(guard))


def goes_through_many(guard: Expr) -> bool:
    """Whether a guard looks at many things, or at guards itself."""
    return any(isinstance(term, (Binder, Reaches)) for term in terms_in(guard))
