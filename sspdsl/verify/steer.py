"""Answers decisions so that a game comes nearer to a goal: dice, moves, bonuses; else by chance."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

from sspdsl.interpret.lookup import Lookup
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import Decision
from sspdsl.interpret.values import is_open, shows
from sspdsl.ir.model import Program
from sspdsl.ir.terms import LoseBall, MoveBall
from sspdsl.verify.evaluate import Known, evaluate
from sspdsl.verify.goals import BoxGoal, EdgeGoal, Goal, Move, WayGoal
from sspdsl.verify.plan import Aim, Planner, known_holds
from sspdsl.verify.reach import Reach, moved_ball
from sspdsl.verify.values import exactly

FAR = 9999
SHUT = 12
MOST_LANDINGS = 6
"""A rule that may send a ball to more places than this is no way to any of them."""
LOCK, MOST_FAR = 60, 50
"""A move that is shut now counts as so many more."""
MOST_LOCKS = 8
"""So many conditions, one behind the other, are looked through for what to do first."""


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
        self.frugal = False
        """No ability is used but for what is aimed at."""
        self.aim = Aim()
        self.far: dict[int, int] = {}
        self.moves: list[Move] = sorted(found.world.moves)
        self.guarded = [
            (way, guard)
            for way in sorted({move[0] for move in self.moves})
            if (guard := program.ways[way].guard) is not None
        ]
        self.lands = {box: landings(program, found, box) for box in {move[2] for move in self.moves}}
        self.into: dict[int, list[Move]] = {}
        for move in self.moves:
            self.into.setdefault(move[2], []).append(move)
        self.led: dict[int, list[int]] = {}
        for box in sorted(self.lands):
            for place in self.lands[box]:
                self.led.setdefault(place, []).append(box)

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
            # A die that moves no ball may matter too: to a spinner, a tilt, a blast.
            free = len(faces) >= len(wished)
            if wished and self.chance.random() < (0.4 if free else 0.85):
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
        if useful and self.chance.random() < 0.7:
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
        spare = [text for text in others if text.split(" ")[0] not in self.aim.spare_texts]
        if self.frugal:
            spare = [text for text in spare if text.startswith("lose ")]
        if not options or (spare and self.chance.random() < 0.08):
            return self.chance.choice(spare or others)
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
        if self.frugal and not useful and "pass" in rest:
            return "pass"
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

    def take_aim(self, run: Run) -> int:
        """Works out what to go for this turn, and how many moves every place is away from it.

        If the way there is shut (its condition does not hold, or a box on it is not open), what opens
        it is gone for first; and if no way leads there at all, what puts a ball there. Returns about how
        much there is to do.
        """
        self.aim, self.far = Aim(), {}
        if self.target is None:
            return 0
        face = self.face_of(self.target)
        before = run.role("value", 0) if face else 0
        if face:
            # Conditions of ways and bans read the die: let it show what the box takes.
            run.set_role("value", 0, None, face)
        try:
            return self.aim_at(run, self.target)
        finally:
            if face:
                run.set_role("value", 0, None, before)

    def face_of(self, goal: Goal) -> int:
        """A face by which this edge is gone; 0 if the goal is no edge to a box with a face."""
        faces = self.program.boxes[goal.box].faces if isinstance(goal, EdgeGoal) else ()
        return faces[self.planner.luck % len(faces)] if faces and self.program.dice else 0

    def aim_at(self, run: Run, target: Goal) -> int:
        self.aim = self.planner.aim(run, target)
        shut = self.shut_ways(run)
        places = [at - 1 for ball in range(self.program.balls) if (at := run.role("at", ball))]
        seen: set[object] = set()
        for level in range(MOST_LOCKS):
            before = self.spread(run, shut)
            near = min((self.far.get(place, MOST_FAR) for place in places), default=MOST_FAR)
            much = LOCK * (level + self.aim.lose) + min(near, MOST_FAR) + 3 * len(self.aim.boxes)
            lock = self.first_lock(run, places, before, shut)
            if lock is None or lock in seen:
                return much
            seen.add(lock)
            aim = self.unlock(run, lock, sorted(self.far))
            if not aim.size():
                return much
            aim.texts |= self.aim.texts
            aim.spare |= self.aim.spare
            aim.spare_texts |= self.aim.spare_texts
            self.aim = aim
        return LOCK * MOST_LOCKS

    def unlock(self, run: Run, lock: tuple[str, int], places: list[int]) -> Aim:
        """What opens a way or a box, or puts a ball at one of these places."""
        aim, seen = Aim(), set[object]()
        kind, number = lock
        if kind == "way":
            self.planner.want_guard(run, self.program.ways[number].guard, True, aim, 0, seen)
        elif kind == "nowhere":
            self.put_there(run, places, aim, seen)
        elif number in run.table.filled[run.me]:
            self.planner.want_empty(run, number, aim)
        else:
            self.planner.want_open(run, number, aim, 0, seen)
        return aim

    def put_there(self, run: Run, places: list[int], aim: Aim, seen: set[object]) -> None:
        """An effect is to put a ball at the nearest of these places where one does; its box must be open."""
        ordered = sorted((self.far[place], place) for place in places if self.planner.placers.get(place))
        for _, place in ordered[:1]:
            boxes = [n for n, box in enumerate(self.program.boxes) if box.position == place]
            if boxes and not any(is_open(run, box, 0) for box in boxes):
                self.planner.want_open(run, boxes[0], aim, 0, seen)
            if not aim.size():
                aim.texts.update(self.program.boxes[box].label for box in boxes)
                aim.texts.add(self.program.positions[place].name)
                for source in self.planner.placers[place]:
                    self.planner.want_source(run, source, aim, 0, seen)

    def shut_ways(self, run: Run) -> set[int]:
        return {way for way, guard in self.guarded if not known_holds(run, guard)}

    def spread(self, run: Run, shut: set[int]) -> dict[int, Move]:
        """How far every place is from the aim; a shut move counts as many. The next move from each."""
        filled = run.table.filled[run.me]
        closed = {box for box in self.lands if box in filled or not is_open(run, box, 0)}
        queue: list[tuple[int, int]] = []
        self.far = {}
        following: dict[int, Move] = {}
        done: set[int] = set()

        def hit(box: int, cost: int) -> None:
            done.add(box)
            cost += 1 + SHUT * (box in closed)
            for move in self.into[box]:
                much = cost + SHUT * (move[0] in shut)
                if much < self.far.get(move[1], FAR):
                    self.far[move[1]] = much
                    following[move[1]] = move
                    heappush(queue, (much, move[1]))

        for place in self.aim.positions:
            self.far[place] = 0
            heappush(queue, (0, place))
        for box in sorted(self.aim.boxes):
            if box in self.into:
                hit(box, 0)
        done |= self.aim.spare
        while queue:
            cost, place = heappop(queue)
            if cost == self.far[place]:
                for box in self.led.get(place, ()):
                    if box not in done:
                        hit(box, cost)
        return following

    def first_lock(
        self, run: Run, places: list[int], following: dict[int, Move], shut: set[int]
    ) -> tuple[str, int] | None:
        """What bars the way of the nearest ball: a way, a box, or (`nowhere`, 0) if no way leads there."""
        if not self.aim.size() or self.aim.lose or not places:
            return None
        place = min(places, key=lambda each: self.far.get(each, FAR))
        if place not in self.far:
            return ("nowhere", 0) if self.far else None
        for _ in range(len(self.far)):
            move = following.get(place)
            if move is None:
                return None
            way, _, box = move
            if way in shut:
                return "way", way
            if box in run.table.filled[run.me] or not is_open(run, box, 0):
                return "box", box
            if box in self.aim.boxes:
                return None
            place = min(self.lands[box], key=lambda each: self.far.get(each, FAR))
        return None

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
                if rule.guard is None:
                    places = moved
                elif len(moved) <= MOST_LANDINGS:
                    places = [*places, *moved]
    return tuple(places)
