"""Carniball by hand behind `roll`, `legal` and `apply`: what stepping a generated module is measured against.

The same game, options and draws as `hand_carniball`, one decision at a time; the state is changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.hand_carniball import (
    B_FILL2,
    B_NO,
    B_OUT2,
    B_PASS,
    B_STARS_B,
    B_STARS_D,
    B_X2,
    DICE,
    FACE,
    FEAT1,
    FEAT6,
    FEAT_STARS,
    FRESH,
    GONE,
    K_BALLOON,
    K_BUMP,
    K_DUCK,
    K_FEAT,
    K_FERRIS,
    K_IN,
    K_OUT,
    M_BALLOON,
    M_BUMP,
    M_DUCK,
    M_FEAT,
    M_FERRIS,
    M_FLIP,
    MOVES,
    NUMBERS,
    OUT_RED,
    POP3,
    REACH,
    START,
    UNCIRCLED,
    bonuses,
)

ROLL, MOVE, CIRCLE, BONUS, OVER = range(5)


class Actions(dict[tuple[int, int, int], tuple[tuple[int, int, Any], ...]]):
    """Open boxes, ball and die to the actions with them."""

    def __missing__(self, key: tuple[int, int, int]) -> tuple[tuple[int, int, Any], ...]:
        mask, ball, die = key
        out = self[key] = tuple((ball, die, move) for move in MOVES[mask])
        return out


ACTIONS = Actions()


class State:
    """A game. `waiting`, `unused` and `natural` are bits, for balls and dice."""

    __slots__ = (
        "avail", "balls", "bump", "cfg", "duck", "mult", "natural", "out", "phase", "round", "score",
        "skills", "taken", "turns", "unused", "values", "waiting",
    )  # fmt: skip

    def __init__(self) -> None:
        self.avail, self.score, self.skills, self.taken, self.turns, self.round = FRESH, 0, 0, 0, 0, 0
        self.values = [0, 0]
        self.waiting = self.unused = self.natural = 0
        self.duck = False
        self._new_round()

    def _new_round(self) -> None:
        self.avail |= M_FLIP
        self.cfg, self.bump, self.out, self.mult = 0, 1, 2, 1
        self.balls = [START, GONE]
        self.round += 1
        self.phase = ROLL if self.round <= 3 else OVER

    def roll(self, a: int, b: int) -> None:
        """The dice fall."""
        self.turns += 1
        self.values = [a, b]
        self.unused = self.natural = 3
        first, second = self.balls
        self.waiting = (1 if first != GONE else 0) | (2 if second != GONE else 0)
        if self.waiting != 3:
            self.mult = 1
        self.phase = MOVE

    def legal(self) -> Sequence[Any]:
        """The options open now."""
        phase = self.phase
        if phase == MOVE:
            avail, row, values, unused, waiting = (
                self.avail,
                REACH[self.cfg],
                self.values,
                self.unused,
                self.waiting,
            )
            if waiting != 3 and unused == 3 and not self.skills:
                ball = waiting - 1
                boxes = avail & row[self.balls[ball]]
                a, b = values
                found = ACTIONS[boxes & FACE[a], ball, 0]
                if a != b:
                    found = found + ACTIONS[boxes & FACE[b], ball, 1]
                return found or ((ball, 0, 0),)
            return self._legal_moves()
        if phase == CIRCLE:
            return UNCIRCLED[self.skills]
        return bonuses(self.taken, self.duck, GONE not in self.balls)

    def _legal_moves(self) -> list[Any]:
        """With skill shots, or two balls."""
        options: list[Any] = []
        losses: list[Any] = []
        seen: set[tuple[int, int]] = set()
        for ball in (0, 1):
            if self.waiting >> ball & 1:
                boxes = self.avail & REACH[self.cfg][self.balls[ball]]
                for die in (0, 1):
                    key = (self.balls[ball], self.values[die])
                    if self.unused >> die & 1 and key not in seen:
                        seen.add(key)
                        found = ACTIONS[boxes & FACE[self.values[die]], ball, die]
                        options += found
                        if not found and self.waiting == 3:
                            losses.append((ball, die, 0))
        if not options and self.waiting != 3:
            losses.append((self.waiting - 1, 0 if self.unused & 1 else 1, 0))
        for number in NUMBERS[self.skills]:
            told = set()
            for die in (0, 1):
                value = self.values[die]
                if self.unused & self.natural & 1 << die and value != number and value not in told:
                    told.add(value)
                    options.append((2, die, number))
        return options + losses

    def apply(self, action: Any) -> None:
        """Take an option."""
        if self.phase == MOVE:
            self._move(*action)
        elif self.phase == CIRCLE:
            self.skills |= 1 << action
            self._after()
        else:
            self._bonus(action)
            self._after()

    def _move(self, ball: int, die: int, what: Any) -> None:
        if ball == 2:
            self.values[die] = what
            self.natural &= ~(1 << die)
            self.skills ^= 1 << what
            return
        self.unused &= ~(1 << die)
        self.waiting &= ~(1 << ball)
        if what == 0:
            self.balls[ball] = GONE
            self._after()
            return
        bit, kind, self.balls[ball], _ = what
        if kind == K_FEAT:
            self._fill_feat(bit)
            self._after()
            return
        avail = self.avail = self.avail ^ bit
        if kind == K_IN:
            self.score += 2 * self.mult
        elif kind == K_OUT:
            self.score += self.out * self.mult * POP3[~avail >> (30 if bit == OUT_RED else 33) & 7]
        elif kind == K_BUMP:
            self.score += self.bump * self.mult
            if not avail & M_BUMP:
                self.avail = avail | M_BUMP
        elif kind == K_FERRIS:
            if not avail & M_FERRIS:
                self.avail = avail | M_FERRIS
                if UNCIRCLED[self.skills]:
                    self.phase = CIRCLE
                    return
        elif kind in (K_DUCK, K_BALLOON):
            self.score += self.mult
            whole = M_DUCK if kind == K_DUCK else M_BALLOON
            if not avail & whole:
                self.avail = avail | whole
                self.duck = kind == K_DUCK
                self.phase = BONUS
                return
        self._after()

    def _fill_feat(self, bit: int) -> None:
        self.score += FEAT_STARS[bit] * self.mult
        self.avail ^= bit
        self.avail |= bit << 1 if bit != FEAT6 else FEAT1

    def _bonus(self, x: int) -> None:
        if x == B_NO:
            return
        if x in (B_STARS_D, B_STARS_B):
            self.score += (2 if x == B_STARS_D else 3) * self.mult
            return
        self.taken |= x
        if x == B_PASS:
            self.cfg |= 1
        elif x == B_X2:
            self.cfg |= 2
            self.bump = 2
        elif x == B_OUT2:
            self.out = 4
        elif x == B_FILL2:
            self._fill_feat(self.avail & M_FEAT)
            self._fill_feat(self.avail & M_FEAT)
        else:
            self.mult = 2
            self.balls[self.balls.index(GONE)] = START

    def _after(self) -> None:
        """A box and its rewards are done: the next ball, the next roll, or the next round."""
        if self.waiting:
            self.phase = MOVE
        elif self.balls[0] == GONE == self.balls[1]:
            self._new_round()
        else:
            self.phase = ROLL


def play(draw: Callable[[], float]) -> tuple[int, int]:
    """A game at random: score and turns."""
    state = State()
    while True:
        if state.phase == OVER:
            return state.score, state.turns
        if state.phase == ROLL:
            a, b = DICE[int(draw() * 36)]
            state.roll(a, b)
        options = state.legal()
        state.apply(options[int(draw() * len(options))])
