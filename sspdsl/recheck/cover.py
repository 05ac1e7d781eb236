"""Whether the commands of a proof leave out nothing that the table plainly has.

Looked up in the IR anew, and only where no condition has to be understood: moves by ways without a
guard to boxes without a condition, losses, sets that erase, boxes that a move surely fills, rules that
surely take a ball away or elsewhere, effects that write a counter or bring a ball into play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sspdsl.ir.model import Program
from sspdsl.ir.terms import Assign, Cell, Each, LoseBall, Me, MoveBall, Num, Op, PlayBalls, PutBall
from sspdsl.ir.walk import bodies_of, effects_in
from sspdsl.recheck.shape import ABSENT, ANYWHERE, Piece, need

KEPT_LINES = ("dashed", "double", "never")
CHANGED = "changed dice"


def check_cover(program: Program, pieces: Mapping[str, Piece], places: frozenset[str], rounds: bool) -> None:
    """Raises `Refused` for a move, loss, set, write or ball of the table that no command speaks of."""
    for piece in pieces.values():
        for start, end in piece.moves:
            need(start in places or start in (ABSENT, ANYWHERE), f"`{piece.name}` starts at no place")
            need(end in places or end == ABSENT, f"`{piece.name}` ends at no place")
    check_start(program, places)
    check_moves(program, pieces, places)
    check_sets(program, pieces)
    check_writes(program, pieces)
    if program.balls:
        idle = any((ABSENT, ABSENT) in piece.moves and piece.tick for piece in pieces.values())
        need(idle or rounds, "no command says what a turn without a ball in play does")
    else:
        need(any(piece.tick for piece in pieces.values()), "no command says what a turn does")


def check_start(program: Program, places: frozenset[str]) -> None:
    """Where a ball is put when the game starts is a place."""
    starts = {n for n, action in enumerate(program.actions) if action.name == "game_starts"}
    for rule in program.rules:
        if rule.event.kind == "action" and starts & set(rule.event.subjects) and rule.guard is None:
            for effect in rule.body:
                if isinstance(effect, PutBall) and isinstance(effect.position, Num):
                    name = program.positions[effect.position.value].name
                    need(name in places, f"a ball starts at `{name}`, which is no place")


def check_moves(program: Program, pieces: Mapping[str, Piece], places: frozenset[str]) -> None:
    """Every move that no guard, ban or condition can forbid, and every loss."""
    faces: dict[tuple[str, str, str], set[int]] = {}
    other: set[tuple[str, str, str]] = set()
    for piece in pieces.values():
        if piece.clause not in ("move", "loss"):
            continue
        need(piece.tick and len(piece.moves) == 1, f"`{piece.name}` is a move and no turn needs it")
        if piece.clause == "move":
            fills = check_fill(program, piece)
            key = (*piece.moves[0], fills)
            if CHANGED in piece.deltas:
                other.add(key)
            else:
                faces.setdefault(key, set()).update(piece.faces)
    changing = any(piece.deltas.get(CHANGED, (0, 0))[1] > 0 for piece in pieces.values())
    for start, box, shown in plain_moves(program, places):
        made = program.boxes[box]
        key = (start, program.positions[made.position].name, "" if made.line == "never" else made.name)
        missing = sorted(shown - faces.get(key, set()))
        need(not missing, f"no command moves a ball from `{start}` to `{made.name}` with {missing}")
        need(not changing or key in other, f"no changed die moves a ball from `{start}` to `{made.name}`")
    if program.balls:
        lost = {piece.moves[0][0] for piece in pieces.values() if piece.clause == "loss"}
        resting = {
            p.name for n, p in enumerate(program.positions) if p.name in places and not passed(program, n)
        }
        need(resting <= lost, "a place from which no ball can be lost")


def check_fill(program: Program, piece: Piece) -> str:
    """The box a move surely fills: one, where it leads to, or none (\"\")."""
    fills = [(resource, ends) for resource, ends in piece.deltas.items() if resource.startswith("empty ")
             and ends[1] < 0]  # fmt: skip
    need(len(fills) <= 1, f"`{piece.name}` fills several boxes")
    for resource, ends in fills:
        homes = [box for box in program.boxes if f"empty {box.name}" == resource]
        need(bool(homes), f"`{piece.name}` fills a box that the table does not have")
        home = program.positions[homes[0].position].name
        need(home == piece.moves[0][1] and ends == (-1, -1), f"`{piece.name}` fills what it does not hit")
        need(homes[0].line != "never", f"`{piece.name}` fills a box that is never filled")
        return homes[0].name
    return ""


def passed(program: Program, position: int) -> bool:
    """Whether a ball never rests here, because hitting any of its boxes sends it on."""
    boxes = [n for n, box in enumerate(program.boxes) if box.position == position]
    return bool(boxes) and all(
        any(
            rule.event.kind == "hit" and box in rule.event.subjects and rule.guard is None
            and any(isinstance(effect, LoseBall | MoveBall) for effect in rule.body)
            for rule in program.rules
        )
        for box in boxes
    )  # fmt: skip


def plain_moves(program: Program, places: frozenset[str]) -> Iterator[tuple[str, int, set[int]]]:
    """Start, box and faces of every move that is possible whenever the box is empty."""
    for way in program.ways:
        if way.guard is not None:
            continue
        for box in way.targets:
            made = program.boxes[box]
            if made.open is not None or program.features[made.feature].sequence:
                continue
            shown = {way.steps} if way.steps is not None else {f for f in made.faces if 1 <= f <= 6}
            for source in way.sources:
                banned = any(source in ban.sources and box in ban.targets for ban in program.bans)
                start = program.positions[source].name
                if shown and start in places and not banned and not passed(program, source):
                    yield start, box, {face for face in shown if face is not None and 1 <= face <= 6}


def check_sets(program: Program, pieces: Mapping[str, Piece]) -> None:
    """A set that erases has a command that empties its boxes again, if one of them can be filled."""
    fillable = {
        resource for piece in pieces.values() for resource, (low, _) in piece.deltas.items() if low < 0
    }
    for group in program.sets:
        boxes = [program.boxes[box] for box in group.boxes]
        back = {f"empty {box.name}" for box in boxes if box.line not in KEPT_LINES}
        every = all(f"empty {box.name}" in fillable for box in boxes)
        if not (group.erases and back and every and boxes and not group.cells):
            continue
        found = any(all(piece.deltas.get(r, (0, 0))[1] >= 1 for r in back) for piece in pieces.values())
        need(found, f"no command erases `{group.name}`")


def check_writes(program: Program, pieces: Mapping[str, Piece]) -> None:
    """A counter that an ability plainly raises or lowers does so in some command."""
    changed: dict[str, tuple[bool, bool]] = {}
    for piece in pieces.values():
        for resource, (low, high) in piece.deltas.items():
            up, down = changed.get(resource, (False, False))
            changed[resource] = (up or high > 0, down or low < 0)
    for cell, up in plain_steps(program):
        made = program.cells[cell]
        rises, falls = changed.get(made.name, (False, False))
        if made.name in changed:
            need(rises if up else falls, f"no command {'raises' if up else 'lowers'} `{made.name}`")


def plain_steps(program: Program) -> Iterator[tuple[int, bool]]:
    """Counters of one member that an ability, which needs no event, raises or lowers by a constant."""
    for ability in program.abilities:
        for effect in ability.body:
            if not isinstance(effect, Assign) or effect.index is not None or effect.player is not None:
                continue
            made = program.cells[effect.cell]
            if made.role or made.form == "tally" or made.size != 1:
                continue
            match effect.value:
                case Op("max" | "min", (Op("+" | "-" as sign, (Cell(cell, None, None), Num(n))), Num())):
                    if cell == effect.cell and n > 0:
                        yield cell, sign == "+"


def players_cross(program: Program) -> bool:
    """Whether an effect may write on the table of another player."""
    for _, body in bodies_of(program):
        for effect in effects_in(body):
            if isinstance(effect, Each) and effect.as_player:
                return True
            if isinstance(effect, Assign) and effect.player is not None and not isinstance(effect.player, Me):
                return True
    return False


def plays(program: Program) -> bool:
    """Whether balls are played at all."""
    return bool(program.balls) and any(
        isinstance(effect, PlayBalls) for _, body in bodies_of(program) for effect in effects_in(body)
    )
