"""Answers decisions so that a game comes nearer to a goal: dice, moves, bonuses; else by chance."""

from __future__ import annotations

from collections import deque
from random import Random

from sspdsl.interpret.lookup import Lookup
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import Decision
from sspdsl.interpret.values import is_open, shows
from sspdsl.ir.model import Program
from sspdsl.ir.terms import LoseBall, MoveBall
from sspdsl.verify.evaluate import Known, evaluate
from sspdsl.verify.goals import BoxGoal, EdgeGoal, Goal, Move, WayGoal
from sspdsl.verify.plan import Aim, Planner
from sspdsl.verify.reach import Reach, moved_ball
from sspdsl.verify.values import exactly

FAR = 999


class Steer:
    """`target` is what this game is for; `wanted` is all that is still to be shown.

    `face` is set for a turn whose move is known beforehand: the dice then show it.
    """

    def __init__(
        self,
        program: Program,
        lookup: Lookup,
        found: Reach,
        edges: dict[Move, EdgeGoal],
        chance: Random,
    ) -> None:
        self.program, self.lookup, self.chance = program, lookup, chance
        self.edges = edges
        self.planner = Planner(program, found, edges)
        self.wanted: set[Goal] = set()
        self.target: Goal | None = None
        self.face: int | None = None
        self.aim = Aim()
        self.far: dict[int, int] = {}
        self.moves: list[Move] = sorted(found.world.moves)
        self.lands = {box: landings(program, found, box) for box in {move[2] for move in self.moves}}

    # ------------------------------------------------------------ answers

    def roll(self, run: Run, decision: Decision) -> str:
        """Dice that bring a ball nearer: one for its best next box, the other the same or any."""
        if decision.about != "the dice":
            return self.chance.choice(decision.options)
        if self.face is not None:
            return " ".join([str(self.face)] * len(decision.dice))
        self.take_aim(run)
        wished: list[int] = []
        for ball in range(self.program.balls):
            at = run.role("at", ball)
            face = self.best_face(run, at - 1) if at else None
            if face is not None:
                wished.append(face)
        faces: list[int] = []
        for _ in decision.dice:
            if wished and self.chance.random() < 0.85:
                faces.append(wished[len(faces) % len(wished)])
            else:
                faces.append(self.chance.randint(1, 6))
        text = " ".join(map(str, faces))
        return text if text in decision.options else self.chance.choice(decision.options)

    def move(self, decision: Decision, moves: dict[str, Move]) -> str:
        """A move that meets something wanted; else the one that comes nearest; at times anything."""
        options = [text for text in decision.options if text in moves]
        others = [text for text in decision.options if text not in moves]
        for text in options:
            if self.target is not None and self.meets(moves[text], self.target):
                return text
        useful = [text for text in others if text.split(" ")[0] in self.aim.texts]
        if useful and self.chance.random() < 0.6:
            return self.chance.choice(useful)
        wanted = [
            text
            for text in options
            if self.edges.get(moves[text]) in self.wanted or BoxGoal(moves[text][2]) in self.wanted
        ]
        if wanted and (self.target is None or self.chance.random() < 0.7):
            return self.chance.choice(wanted)
        if self.aim.lose and self.chance.random() < 0.5:
            lost = [text for text in others if text.startswith("lose ")]
            lost = lost or [text for text in options if self.program.boxes[moves[text][2]].drains]
            if lost:
                return self.chance.choice(lost)
        if not options or (others and self.chance.random() < 0.08):
            return self.chance.choice(others)
        if self.chance.random() < 0.1:
            return self.chance.choice(options)
        return self.nearest([(self.cost(moves[text][2]), text) for text in options])

    def meets(self, move: Move, goal: Goal) -> bool:
        return self.edges.get(move) == goal or (isinstance(goal, WayGoal) and goal.way == move[0])

    def choose(self, decision: Decision) -> str:
        """A bonus or another choice: what the aim asks for, else anything."""
        texts = self.aim.texts
        useful = [text for text in decision.options if text in texts or text.split(" ")[0] in texts]
        rest = [text for text in decision.options if text not in self.aim.spare_texts]
        if useful and self.chance.random() < 0.8:
            return self.chance.choice(useful)
        return self.chance.choice(rest or decision.options)

    # ------------------------------------------------------------ aiming

    def best_face(self, run: Run, place: int) -> int | None:
        """A face for the best move from here."""
        best: list[tuple[int, int]] = []
        goal = self.target
        for box, ways in self.lookup.ways_from[place]:
            if not is_open(run, box, 0):
                continue
            hit = isinstance(goal, EdgeGoal) and goal.source == place and goal.box == box
            cost = -1 if hit else self.cost(box)
            steps = [self.program.ways[way].steps for way in ways]
            best += [(cost, face) for face in range(1, 7) if shows(run, box, face) or face in steps]
        if not best:
            return None
        least = min(cost for cost, _ in best)
        return self.chance.choice([face for cost, face in best if cost == least])

    def nearest(self, costs: list[tuple[int, str]]) -> str:
        least = min(cost for cost, _ in costs)
        return self.chance.choice([text for cost, text in costs if cost == least])

    def take_aim(self, run: Run) -> None:
        """Works out what to go for this turn, and how many moves every place is away from it."""
        self.aim, self.far = Aim(), {}
        if self.target is None:
            return
        self.aim = self.planner.aim(run, self.target)
        open_boxes = {box for box in self.lands if is_open(run, box, 0)}
        back: dict[int, list[int]] = {}
        near = sorted(self.aim.positions)
        self.far = dict.fromkeys(near, 0)
        for _, source, box in self.moves:
            if box not in open_boxes:
                continue
            if box in self.aim.boxes:
                if source not in self.far:
                    self.far[source] = 1
                    near.append(source)
            elif box not in self.aim.spare:
                for place in self.lands[box]:
                    back.setdefault(place, []).append(source)
        queue = deque(near)
        while queue:
            place = queue.popleft()
            for source in back.get(place, ()):
                if source not in self.far:
                    self.far[source] = self.far[place] + 1
                    queue.append(source)

    def cost(self, box: int) -> int:
        """How far this box is from what is aimed at."""
        if box in self.aim.boxes:
            return 0
        best = min((self.far.get(place, FAR) for place in self.lands.get(box, ())), default=FAR)
        return 1 + best + (5 if box in self.aim.spare else 0)


def landings(program: Program, found: Reach, box: int) -> tuple[int, ...]:
    """Where a ball that hits this box comes to rest, as far as its rules tell."""
    places = [program.boxes[box].position]
    for rule in program.rules:
        if rule.event.kind != "hit" or box not in rule.event.subjects:
            continue
        for effect in rule.body:
            if isinstance(effect, LoseBall) and moved_ball(program, effect.ball) and rule.guard is None:
                return ()
            if isinstance(effect, MoveBall) and moved_ball(program, effect.ball):
                there = evaluate(found.world, Known({0: exactly(box)}, {}), effect.position)
                moved = [place for place in range(len(program.positions)) if there.has(place)]
                places = moved if rule.guard is None else [*places, *moved]
    return tuple(places)
