"""Looks for records that show things: games on the reference interpreter, dice and choices aimed at a goal.

What it finds is certain, since it was played; what it does not find means nothing by itself.
Equal programs and budgets give equal results: no clock is read.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from sspdsl.interpret.lookup import Lookup, look_up
from sspdsl.interpret.play import boxes_in_reach, free_dice, waiting_balls
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import Decision, State, Table, TableError, first_state
from sspdsl.interpret.texts import move_text
from sspdsl.interpret.turn import run_start, run_turn, still_playing
from sspdsl.interpret.values import is_open, shows
from sspdsl.ir.model import Program
from sspdsl.ir.terms import LoseBall, MoveBall
from sspdsl.verify.evaluate import Known, evaluate
from sspdsl.verify.goals import BodyGoal, BoxGoal, CellGoal, EdgeGoal, Goal
from sspdsl.verify.plan import Aim, Planner
from sspdsl.verify.reach import Reach, moved_ball
from sspdsl.verify.values import exactly

FAR = 999
MOST_TURNS_A_GAME = 80
MOST_TRIES = 40
"""Games for one goal before it is given up."""
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it, and how much there is."""


@dataclass(slots=True)
class Found:
    """What play showed. Records are texts that replay; `fired` has one for each rule, way and ability."""

    records: dict[Goal, str] = field(default_factory=dict)
    fired: dict[tuple[str, object], str] = field(default_factory=dict)
    cell_errors: dict[int, str] = field(default_factory=dict)
    error_words: dict[int, str] = field(default_factory=dict)
    stuck: tuple[str, str] | None = None
    """A decision without an option: words and record."""
    errors: dict[str, str] = field(default_factory=dict)
    """Other errors of the table: words and record."""
    endless: dict[str, str] = field(default_factory=dict)
    """Effects that do not end: words and record."""
    games: int = 0
    turns: int = 0
    decisions: int = 0

    def size_words(self) -> str:
        return f"{self.games} games with {self.decisions} decisions"


class Watched(set[int]):
    """The filled boxes of a player; tells when one is filled."""

    def __init__(self, boxes: set[int], tell: Callable[[int], None]) -> None:
        super().__init__(boxes)
        self.tell = tell

    def add(self, box: int) -> None:
        self.tell(box)
        super().add(box)


@dataclass(slots=True)
class Game:
    """A game under way: its lines so far are its record."""

    state: State
    lines: list[str]
    players: int


class Search:
    """Plays games for a program, collecting every goal on the way. One search, one seed."""

    def __init__(self, program: Program, found: Reach, seed: int = 1) -> None:
        self.program = program
        self.lookup: Lookup = look_up(program)
        self.planner = Planner(program, found)
        self.chance = Random(seed)
        self.out = Found()
        self.wanted: set[Goal] = set()
        self.order: list[Goal] = []
        self.target: Goal | None = None
        self.aim = Aim()
        self.far: dict[int, int] = {}
        self.moves = sorted(found.world.moves)
        self.lands = {box: landings(program, found, box) for box in {m[2] for m in self.moves}}
        self.window = self.lookup.windows.get("acting")
        about = "" if self.window is None else program.windows[self.window].title
        self.playing = about or ("a ball moves" if self.window is None else "acting")
        self.game: Game | None = None
        self.run: Run | None = None

    # ------------------------------------------------------------ games

    def play(self, goals: list[Goal], most_turns: int, progress: Progress | None = None) -> Found:
        """Plays until every goal is met or the turns are used up."""
        self.wanted, self.order = set(goals), goals
        tried: dict[Goal, int] = dict.fromkeys(goals, 0)
        total = len(goals)
        spare = max(most_turns // 10, 20)
        while self.out.turns < most_turns:
            left = [goal for goal in goals if goal in self.wanted and tried[goal] < MOST_TRIES]
            if not left and self.out.turns >= spare:
                break
            if left:
                self.target = min(left, key=lambda goal: tried[goal])
                tried[self.target] += 1
            else:
                self.target = None
            self.one_game(self.players_for(tried))
            if progress is not None:
                progress("playing", total - len(self.wanted), total)
        return self.out

    def players_for(self, tried: dict[Goal, int]) -> int:
        """Mostly one player; goals that stay away are also looked for with two."""
        often = self.target is not None and tried[self.target] % 4 == 0
        return 2 if often and self.program.max_players > 1 else 1

    def one_game(self, players: int) -> None:
        """A game towards the target; when that is met, towards whatever else is wanted."""
        self.out.games += 1
        self.game = Game(first_state(self.program, players), [], players)
        for _ in range(MOST_TURNS_A_GAME):
            if not self.one_turn():
                return
            if self.target is not None and self.target not in self.wanted:
                left = [goal for goal in self.order if goal in self.wanted]
                if not left:
                    return
                self.target = self.chance.choice(left)

    def one_turn(self) -> bool:
        """Plays a turn; false when the game is over or the table went wrong."""
        game = self.game
        assert game is not None
        self.out.turns += 1
        table = Table.thaw(game.state)
        table.filled = [Watched(boxes, self.filled) for boxes in table.filled]
        run = Run(self.program, self.lookup, table, self.ask, self.fired)
        self.run = run
        try:
            run_turn(run) if game.state.started else run_start(run)
        except TableError as error:
            self.error(error.message)
            return False
        except RecursionError:
            self.error("rules that set each other off without end")
            return False
        game.state = table.freeze()
        return bool(still_playing(run))

    # ------------------------------------------------------------ what happens

    def record(self) -> str:
        assert self.game is not None
        head = f"ssp-record 1 {self.program.name} players {self.game.players}"
        return "\n".join([head, *self.game.lines, ""])

    def met(self, goal: Goal) -> None:
        if goal in self.wanted:
            self.wanted.discard(goal)
            self.out.records[goal] = self.record()

    def filled(self, box: int) -> None:
        self.met(BoxGoal(box))

    def fired(self, kind: str, what: object) -> None:
        if kind in ("rule", "ability", "way", "modifier") and (kind, what) not in self.out.fired:
            self.out.fired[kind, what] = self.record()

    def error(self, message: str) -> None:
        """Keeps the first record of every kind of error."""
        if isinstance(self.target, BodyGoal):
            self.wanted.discard(self.target)
        named = re.match(r"`([^`]*)` (cannot be|has no member)", message)
        if named:
            for number, cell in enumerate(self.program.cells):
                if cell.name == named[1]:
                    if number not in self.out.cell_errors:
                        self.out.cell_errors[number] = self.record()
                        self.out.error_words[number] = message
                    self.wanted -= {CellGoal(number, True), CellGoal(number, False)}
                    return
        if message.startswith("nothing can be chosen"):
            self.out.stuck = self.out.stuck or (message, self.record())
        else:
            endless = "without end" in message or "do not end" in message
            (self.out.endless if endless else self.out.errors).setdefault(message, self.record())

    # ------------------------------------------------------------ decisions

    def ask(self, decision: Decision) -> str:
        self.out.decisions += 1
        game, run = self.game, self.run
        assert game is not None
        assert run is not None
        move = None
        if decision.kind == "roll":
            text = self.roll(run, decision)
        elif decision.kind == "choose" and decision.about == self.playing and waiting_balls(run):
            moves = self.moves_by_text(run)
            text = self.choose_move(run, decision, moves)
            move = moves.get(text)
        else:
            text = self.choose(decision)
        who = f"{decision.player + 1}" if game.players > 1 and decision.kind == "choose" else ""
        mark = {"roll": "roll> ", "draw": "draw> "}.get(decision.kind, f"{who}> ")
        game.lines.append(mark + text)
        if move is not None:
            self.met(EdgeGoal(*move))
            if self.program.boxes[move[2]].line == "never":
                self.met(BoxGoal(move[2]))
        return text

    def moves_by_text(self, run: Run) -> dict[str, tuple[int, int, int]]:
        """Way, source and box of every move offered, by its text."""
        found: dict[str, tuple[int, int, int]] = {}
        waiting = waiting_balls(run)
        for ball in waiting:
            start = run.role("at", ball) - 1
            shown = start if len(waiting) > 1 else None
            for die in free_dice(run):
                for box, way in boxes_in_reach(run, ball, die):
                    text = move_text(run, die, box, self.program.ways[way].through, shown)
                    found.setdefault(text, (way, start, box))
        return found

    def roll(self, run: Run, decision: Decision) -> str:
        """Dice that bring a ball nearer: one for its best next box, the other the same or any."""
        if len(decision.dice) == 1 and decision.about != "the dice":
            return self.chance.choice(decision.options)
        self.take_aim(run)
        wished: list[int] = []
        for ball in range(self.program.balls):
            at = run.role("at", ball)
            if at:
                face = self.best_face(run, at - 1)
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

    def best_face(self, run: Run, place: int) -> int | None:
        """A face for the best move from here."""
        best: list[tuple[int, int]] = []
        for box, ways in self.lookup.ways_from[place]:
            if not is_open(run, box, 0):
                continue
            goal = self.target
            hit = isinstance(goal, EdgeGoal) and goal.source == place and goal.box == box
            cost = -1 if hit else self.cost(box)
            steps = [self.program.ways[way].steps for way in ways]
            faces = [f for f in range(1, 7) if shows(run, box, f) or f in steps]
            best += [(cost, face) for face in faces]
        if not best:
            return None
        least = min(cost for cost, _ in best)
        return self.chance.choice([face for cost, face in best if cost == least])

    def choose_move(self, run: Run, decision: Decision, moves: dict[str, tuple[int, int, int]]) -> str:
        """A move that meets something wanted; else the one that comes nearest; at times anything."""
        options = [text for text in decision.options if text in moves]
        others = [text for text in decision.options if text not in moves]
        if self.target is not None:
            for text in options:
                if EdgeGoal(*moves[text]) == self.target:
                    return text
        wanted = [
            t for t in options if EdgeGoal(*moves[t]) in self.wanted or BoxGoal(moves[t][2]) in self.wanted
        ]
        useful = [t for t in others if t.split(" ")[0] in self.aim.texts]
        if useful and self.chance.random() < 0.6:
            return self.chance.choice(useful)
        if wanted and (self.target is None or self.chance.random() < 0.7):
            return self.chance.choice(wanted)
        if self.aim.lose and self.chance.random() < 0.5:
            lost = [t for t in others if t.startswith("lose ")] or [
                t for t in options if self.program.boxes[moves[t][2]].drains
            ]
            if lost:
                return self.chance.choice(lost)
        if (others and self.chance.random() < 0.08) or not options:
            return self.chance.choice(others)
        if self.chance.random() < 0.1:
            return self.chance.choice(options)
        costs = {text: self.cost(moves[text][2]) for text in options}
        least = min(costs.values())
        return self.chance.choice([text for text in options if costs[text] == least])

    def choose(self, decision: Decision) -> str:
        """A bonus or another choice: what the aim asks for, else anything."""
        useful = [t for t in decision.options if t in self.aim.texts or t.split(" ")[0] in self.aim.texts]
        if useful and self.chance.random() < 0.8:
            return self.chance.choice(useful)
        return self.chance.choice(decision.options)

    # ------------------------------------------------------------ aiming

    def take_aim(self, run: Run) -> None:
        """Works out what to go for this turn, and how far every place is from it."""
        if self.target is None:
            self.aim, self.far = Aim(), {}
            return
        self.aim = self.planner.aim(run, self.target)
        open_ = {box for box in self.lands if is_open(run, box, 0)}
        back: dict[int, list[int]] = {}
        near: deque[int] = deque()
        self.far = {}
        for place in sorted(self.aim.positions):
            self.far[place] = 0
            near.append(place)
        for _, source, box in self.moves:
            if box not in open_:
                continue
            if box in self.aim.boxes:
                if source not in self.far:
                    self.far[source] = 1
                    near.append(source)
            elif box not in self.aim.spare:
                for place in self.lands[box]:
                    back.setdefault(place, []).append(source)
        order = sorted(near, key=lambda place: self.far[place])
        near = deque(order)
        while near:
            place = near.popleft()
            for source in back.get(place, ()):
                if source not in self.far:
                    self.far[source] = self.far[place] + 1
                    near.append(source)

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
                moved = [p for p in range(len(program.positions)) if there.has(p)]
                places = moved if rule.guard is None else [*places, *moved]
    return tuple(places)
