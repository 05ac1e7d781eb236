"""Carniball by hand, fused into one loop: what a generated `playout` is measured against.

It plays by the options of docs/semantics.md, nudging off, each option of a decision equally likely: equal
boxes of a bumper are one option, a skill shot is an option of its own that changes a die, a bonus may be
declined. It takes the same draws in the same order as a module's `playout`, so the games are the same one by
one. Achievements and the streaks they count are left out. One bit a box; a set bit in `avail` means that the
box can be filled now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

START, FERRIS, BUMP0, BUMP1, BUMP2, FEAT, DUCK, BALLOON, RED, YELLOW, GONE = range(11)
PLAIN, K_IN, K_OUT, K_BUMP, K_FERRIS, K_FEAT, K_DUCK, K_BALLOON = range(8)
Move = tuple[int, int, int, int]  # Its bit, its kind, where the ball goes, its stars.
Boxes = list[tuple[tuple[int, ...], int, int, int]]


def _boxes() -> Boxes:
    """Faces, kind, where the ball goes, stars: in table order."""
    ferris: Boxes = [((a, a + 1), K_FERRIS, FERRIS, 0) for a in (1, 3, 5)]
    bumpers: Boxes = [((a + i % 2,), K_BUMP, BUMP0 + a // 2, 1) for a in (1, 3, 5) for i in range(4)]
    feat: Boxes = [((i + 1,), K_FEAT, FEAT, s) for i, s in enumerate((0, 1, 1, 2, 5, 20))]
    ducks: Boxes = [((a, a + 1), K_DUCK, DUCK, 1) for a in (1, 3, 5)]
    balloons: Boxes = [(faces, K_BALLOON, BALLOON, 1) for faces in ((1, 2), (3,), (4,), (5, 6))]
    lanes: Boxes = [((1,), K_OUT, GONE, 0), ((2,), K_IN, RED, 2)]
    lanes += [(faces, PLAIN, RED, 0) for faces in ((3,), (4, 5), (6,))]
    lanes += [(faces, PLAIN, YELLOW, 0) for faces in ((1,), (2, 3), (4,))]
    return [
        *ferris,
        *bumpers,
        *feat,
        *ducks,
        *balloons,
        *lanes,
        ((5,), K_IN, YELLOW, 2),
        ((6,), K_OUT, GONE, 0),
    ]


BOXES: Final = _boxes()


def span(low: int, count: int) -> int:
    """This many bits from a bit on."""
    return ((1 << count) - 1) << low


M_FERRIS, M_BUMP, M_FEAT = span(0, 3), span(3, 12), span(15, 6)
M_DUCK, M_BALLOON, M_FLIP = span(21, 3), span(24, 4), span(28, 10)
M_B = (span(3, 4), span(7, 4), span(11, 4))
FEAT1, FEAT6, OUT_RED = 1 << 15, 1 << 20, 1 << 28
FRESH = M_FERRIS | M_BUMP | FEAT1 | M_DUCK | M_BALLOON | M_FLIP
FEAT_STARS = {1 << 15 + i: s for i, s in enumerate((0, 1, 1, 2, 5, 20))}
FACE = [sum(1 << i for i, box in enumerate(BOXES) if face in box[0]) for face in range(7)]
DOWN = M_DUCK | M_BALLOON | M_FLIP
B_PASS, B_FILL2, B_MULTI_D, B_STARS_D, B_X2, B_OUT2, B_MULTI_B, B_STARS_B, B_NO = (1 << i for i in range(9))


def reach(pos: int, flipper_pass: int, bumpers_x2: int) -> int:
    """All boxes that a ball may be sent to, whatever the die."""
    if pos == START:
        return M_FERRIS | M_BUMP | DOWN
    if pos == FERRIS:
        return M_BUMP | DOWN
    if BUMP0 <= pos <= BUMP2:
        i = pos - BUMP0
        return M_B[(i + 1) % 3] | (M_B[(i + 2) % 3] if bumpers_x2 else 0) | DOWN
    if pos == FEAT:
        return DOWN
    if pos in (DUCK, BALLOON):
        return M_FLIP
    if pos == GONE:
        return 0
    if flipper_pass:
        return M_FERRIS | M_BUMP | M_FEAT | DOWN
    return M_BUMP | M_FLIP | (M_FEAT | M_BALLOON if pos == RED else M_FERRIS | M_DUCK)


REACH = [[reach(pos, cfg & 1, cfg & 2) for pos in range(11)] for cfg in range(4)]
DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]
UNION = [[[reach_ & (FACE[a] | FACE[b]) for a, b in DICE] for reach_ in row] for row in REACH]
POP3 = [i.bit_count() for i in range(8)]
NUMBERS = [tuple(n for n in range(1, 7) if circled >> n & 1) for circled in range(128)]
UNCIRCLED = [tuple(n for n in range(1, 7) if not circled >> n & 1) for circled in range(128)]


class FaceMoves(dict[int, tuple[Move, ...]]):
    """The moves to open boxes that show one face, in table order; of equal boxes the first."""

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        found: dict[tuple[tuple[int, ...], int], Move] = {}
        for i, (faces, kind, to, stars) in enumerate(BOXES):
            if mask >> i & 1:
                key = (faces, i if kind != K_BUMP else 100 + to)
                found.setdefault(key, (1 << i, kind, to, stars))
        out = self[mask] = tuple(found.values())
        return out


MOVES = FaceMoves()


class RollMoves(dict[int, tuple[Move, ...]]):
    """The moves by the first die, then by the second, for one roll."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__()
        self.a, self.b = FACE[a], FACE[b]

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        out = MOVES[mask & self.a]
        if self.a != self.b:
            out = out + MOVES[mask & self.b]
        self[mask] = out
        return out


ROLL_MOVES = [RollMoves(a, b) for a, b in DICE]


def bonuses(taken: int, duck: bool, two: bool) -> list[int]:
    """The bonuses that may be taken, in order, and to decline."""
    listed = (B_PASS, B_FILL2, B_MULTI_D) if duck else (B_X2, B_OUT2, B_MULTI_B)
    multi = listed[2]
    free = [x for x in listed if not taken & x and not (two and x == multi)]
    return [*free, B_STARS_D if duck else B_STARS_B, B_NO]


def simulate(draw: Callable[[], float]) -> tuple[int, int]:
    """One game at random: score and turns."""
    avail, score, turns, skills, taken = FRESH, 0, 0, 0, 0
    for _ in range(3):
        avail |= M_FLIP
        cfg, bump, out, mult = 0, 1, 2, 1
        pos, pos2 = START, GONE
        union = UNION[0]
        while pos != GONE or pos2 != GONE:
            turns += 1
            roll = int(draw() * 36)
            move: Move | None = None
            waiting = 0  # Which balls wait, a bit each.
            values = [0, 0]
            if pos2 == GONE or pos == GONE:
                mult = 1
                if not skills and pos2 == GONE:
                    moves = ROLL_MOVES[roll][avail & union[pos][roll]]
                    if not moves:
                        draw()
                        pos = GONE
                        break
                    move = moves[int(draw() * len(moves))]
                    bit, kind, pos, stars = move
                else:
                    waiting = 1 if pos2 == GONE else 2
            else:
                waiting = 3
            second = False
            if waiting:
                values = list(DICE[roll])
            natural, unused = 3, 3
            while move is not None or waiting:
                if move is None:
                    # The long way: some skill shot, or two balls.
                    options: list[tuple[int, int, Move | int]] = []
                    seen: set[tuple[int, int]] = set()
                    losses: list[tuple[int, int, Move | int]] = []
                    for ball in (0, 1):
                        if not waiting >> ball & 1:
                            continue
                        here = pos2 if ball else pos
                        boxes = avail & REACH[cfg][here]
                        for die in (0, 1):
                            if unused >> die & 1 and (here, values[die]) not in seen:
                                seen.add((here, values[die]))
                                found = MOVES[boxes & FACE[values[die]]]
                                options += [(ball, die, each) for each in found]
                                if not found and waiting == 3:
                                    losses.append((ball, die, 0))
                    if not options and waiting != 3:
                        losses.append((waiting - 1, 0 if unused & 1 else 1, 0))
                    for number in NUMBERS[skills]:
                        told = set()
                        for die in (0, 1):
                            value = values[die]
                            if unused & natural & 1 << die and value != number and value not in told:
                                told.add(value)
                                options.append((2, die, number))
                    options += losses
                    ball, die, what = options[int(draw() * len(options))]
                    if ball == 2:
                        assert isinstance(what, int)
                        values[die] = what
                        natural &= ~(1 << die)
                        skills ^= 1 << what
                        continue
                    unused &= ~(1 << die)
                    waiting &= ~(1 << ball)
                    if isinstance(what, int):
                        if ball:
                            pos2 = GONE
                        else:
                            pos = GONE
                        continue
                    second = ball == 1
                    bit, kind, to, stars = what
                    if second:
                        pos2 = to
                    else:
                        pos = to
                move = None
                avail ^= bit
                if kind == K_BUMP:
                    score += bump * mult
                    if not avail & M_BUMP:
                        avail |= M_BUMP
                elif kind == K_IN:
                    score += 2 * mult
                elif kind == K_OUT:
                    score += out * POP3[~avail >> (30 if bit == OUT_RED else 33) & 7] * mult
                elif kind == K_FERRIS:
                    if not avail & M_FERRIS:
                        avail |= M_FERRIS
                        choice = UNCIRCLED[skills]
                        if choice:
                            skills |= 1 << choice[int(draw() * len(choice))]
                elif kind == K_FEAT:
                    score += stars * mult
                    avail |= bit << 1 if bit != FEAT6 else FEAT1
                elif kind != PLAIN:
                    score += mult
                    whole = M_DUCK if kind == K_DUCK else M_BALLOON
                    if not avail & whole:
                        avail |= whole
                        two = pos != GONE and pos2 != GONE
                        listed = bonuses(taken, kind == K_DUCK, two)
                        x = listed[int(draw() * len(listed))]
                        if x == B_STARS_D:
                            score += 2 * mult
                        elif x == B_STARS_B:
                            score += 3 * mult
                        elif x != B_NO:
                            taken |= x
                            if x == B_PASS:
                                cfg |= 1
                            elif x == B_X2:
                                cfg |= 2
                                bump = 2
                            elif x == B_OUT2:
                                out = 4
                            elif x == B_FILL2:
                                for _fill in (0, 1):
                                    bit = avail & M_FEAT
                                    score += FEAT_STARS[bit] * mult
                                    avail ^= bit
                                    avail |= bit << 1 if bit != FEAT6 else FEAT1
                            else:
                                mult = 2
                                if pos == GONE:
                                    pos = START
                                else:
                                    pos2 = START
                            union = UNION[cfg]
    return score, turns
