"""Looks for records that show things: games on the reference interpreter, dice and choices aimed at a goal.

What it finds is certain, since it was played; what it does not find means nothing by itself.
Equal programs and budgets give equal results: no clock is read.

Turns that were played are kept by where a ball then stands. An edge that could be gone from such a
place is gone at once, in one turn, without a new game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sspdsl.interpret.lookup import look_up
from sspdsl.interpret.play import boxes_in_reach, free_dice, waiting_balls
from sspdsl.interpret.run import Run
from sspdsl.interpret.state import Decision, State, Table, TableError, first_state
from sspdsl.interpret.texts import move_text
from sspdsl.interpret.turn import run_start, run_turn, still_playing
from sspdsl.ir.model import Program
from sspdsl.verify.goals import BodyGoal, BoxGoal, CellGoal, EdgeGoal, Goal, Move, WayGoal
from sspdsl.verify.played import Found
from sspdsl.verify.pool import Pool
from sspdsl.verify.reach import Reach
from sspdsl.verify.steer import Steer
from sspdsl.verify.watch import Watch

MOST_TURNS_A_GAME = 80
AFRESH = 4
"""Every so many games for a goal start from the beginning."""
MOST_TRIES = 60
"""Games for one goal before it is given up."""
MOST_IN_VAIN = 150
"""Games in a row that meet no goal (or six for each goal left) before all that is left is given up."""
MOST_KEPT = 12
"""Turns kept for one place."""
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it, and how much there is."""


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


@dataclass(slots=True)
class Kept:
    """A game between two turns. `open` are the edges that could be gone from here, with a face for each."""

    state: State
    lines: list[str]
    length: int
    open: dict[Move, int]


class Search:
    """Plays games for a program, collecting every goal on the way. One search, one seed."""

    def __init__(self, program: Program, found: Reach, edges: dict[Move, EdgeGoal], seed: int = 1) -> None:
        self.program = program
        self.lookup = look_up(program)
        self.chance = Random(seed)
        self.steer = Steer(program, self.lookup, found, edges, self.chance)
        self.edges = edges
        self.out = Found()
        self.order: list[Goal] = []
        self.wanted: set[Goal] = set()
        self.from_place: dict[int, int] = {}
        self.kept: dict[int, list[Kept]] = {}
        window = self.lookup.windows.get("acting")
        title = "" if window is None else program.windows[window].title
        self.playing = title or ("a ball moves" if window is None else "acting")
        self.game: Game | None = None
        self.run: Run | None = None
        self.pool = Pool()
        self.watch: Watch | None = None
        """Told of all that happens, if there is one."""
        self.keeping = True

    # ------------------------------------------------------------ games

    def play(self, goals: list[Goal], most_turns: int, progress: Progress | None = None) -> Found:
        """Plays until every goal is met or given up, or the turns are used up; a little in any case."""
        self.order, self.wanted = goals, set(goals)
        self.steer.wanted = self.wanted
        for goal in goals:
            if isinstance(goal, EdgeGoal):
                self.from_place[goal.source] = self.from_place.get(goal.source, 0) + 1
        tried: dict[Goal, int] = dict.fromkeys(goals, 0)
        in_vain, wanted = 0, len(self.wanted)
        least = max(most_turns // 12, 20)
        while self.out.turns < most_turns:
            left = [goal for goal in goals if goal in self.wanted and tried[goal] < MOST_TRIES]
            if in_vain >= max(MOST_IN_VAIN, 6 * len(left)):
                left = []
            if not left and self.out.turns >= least:
                break
            target = min(left, key=lambda goal: tried[goal]) if left else None
            if target is not None:
                tried[target] += 1
            self.steer.target = target
            self.steer.planner.luck = tried[target] - 1 if target is not None else 0
            self.one_game(self.players_for(tried, target), tried[target] if target is not None else 0)
            self.harvest(most_turns)
            in_vain = 0 if len(self.wanted) < wanted else in_vain + 1
            wanted = len(self.wanted)
            if progress is not None:
                progress("playing", len(goals) - len(self.wanted), len(goals))
        return self.out

    def players_for(self, tried: dict[Goal, int], target: Goal | None) -> int:
        """Mostly one player; goals that stay away are also looked for with two."""
        often = target is not None and tried[target] % 4 == 0
        return 2 if often and self.program.max_players > 1 else 1

    def one_game(self, players: int, which: int) -> None:
        """A game towards the target; when that is met, towards whatever else is wanted.

        Mostly it goes on from a moment of an earlier game that is near to the target.
        """
        self.out.games += 1
        self.game = Game(first_state(self.program, players), [], players)
        if players == 1 and which % AFRESH:
            moment = self.pool.nearest(self.much_to_do, which)
            if moment is not None:
                self.game = Game(moment.state, list(moment.lines), 1)
        for _ in range(MOST_TURNS_A_GAME):
            left = len(self.wanted)
            if not self.one_turn(self.game):
                return
            if players == 1:
                self.pool.look(self.game.state, self.game.lines, len(self.wanted) < left)
            if self.steer.target is not None and self.steer.target not in self.wanted:
                left_over = [goal for goal in self.order if goal in self.wanted]
                if not left_over:
                    return
                self.steer.target = self.chance.choice(left_over)

    def much_to_do(self, state: State) -> int:
        """About how far a moment is from the target."""
        return self.steer.take_aim(Run(self.program, self.lookup, Table.thaw(state), self.ask, quiet))

    def one_turn(self, game: Game) -> bool:
        """Plays a turn; false when the game is over or the table went wrong."""
        self.out.turns += 1
        table = Table.thaw(game.state)
        table.filled = [Watched(boxes, self.filled) for boxes in table.filled]
        run = self.run = Run(self.program, self.lookup, table, self.ask, self.fired)
        if self.watch is not None:
            self.watch.record, run.asked = self.record, self.watch.asked
        try:
            if game.state.started:
                run_turn(run)
            else:
                run_start(run)
            game.state = table.freeze()
            if self.watch is not None:
                self.watch.rested(game.state, game.lines)
            if not still_playing(run):
                return False
            if game.players == 1 and self.keeping:
                self.keep(game)
        except TableError as error:
            self.error(error.message)
            return False
        except RecursionError:
            self.error("rules that set each other off without end")
            return False
        return True

    # ------------------------------------------------------------ turns kept

    def keep(self, game: Game) -> None:
        """Keeps this moment for each place where a ball stands and from which something is wanted."""
        run = Run(self.program, self.lookup, Table.thaw(game.state), self.ask, quiet)
        for ball in range(self.program.balls):
            place = run.role("at", ball) - 1
            if place < 0 or not self.from_place.get(place):
                continue
            found: dict[Move, int] = {}
            for face in range(1, 7):
                run.set_role("value", 0, None, face)
                seen: set[tuple[int, tuple[int, ...]]] = set()
                for box, way in boxes_in_reach(run, ball, 0):
                    key = (box, self.program.ways[way].through)
                    if key not in seen and self.edges.get((way, place, box)) in self.wanted:
                        found.setdefault((way, place, box), face)
                    seen.add(key)
            if not found:
                continue
            there = self.kept.setdefault(place, [])
            one = Kept(game.state, game.lines, len(game.lines), found)
            if len(there) < MOST_KEPT:
                there.append(one)
            else:
                there[self.chance.randrange(MOST_KEPT)] = one

    def harvest(self, most_turns: int) -> None:
        """Goes every wanted edge that a kept moment leaves open: a turn each."""
        for place in sorted(self.kept):
            for one in self.kept[place]:
                for move in sorted(one.open):
                    goal = self.edges[move]
                    if goal not in self.wanted or self.out.turns >= most_turns:
                        continue
                    self.game = Game(one.state, one.lines[: one.length], 1)
                    self.steer.target, self.steer.face = goal, one.open[move]
                    self.one_turn(self.game)
            self.kept[place] = []
        self.steer.face = None

    # ------------------------------------------------------------ what happens

    def record(self) -> str:
        assert self.game is not None
        head = f"ssp-record 1 {self.program.name} players {self.game.players}"
        return "\n".join([head, *self.game.lines, ""])

    def met(self, goal: Goal) -> None:
        if goal in self.wanted:
            self.wanted.discard(goal)
            self.out.records[goal] = self.record()
            if isinstance(goal, EdgeGoal):
                self.from_place[goal.source] -= 1

    def filled(self, box: int) -> None:
        self.met(BoxGoal(box))

    def fired(self, kind: str, what: object) -> None:
        if self.watch is not None:
            self.watch.fired(kind, what)
        if kind == "way" and isinstance(what, int):
            self.met(WayGoal(what))
        if kind in ("rule", "ability", "way", "modifier") and (kind, what) not in self.out.fired:
            self.out.fired[kind, what] = self.record()

    def error(self, message: str) -> None:
        if self.watch is not None:
            self.watch.failed()
        if isinstance(self.steer.target, BodyGoal):
            self.wanted.discard(self.steer.target)
        cell = self.out.add_error(self.program, message, self.record())
        if cell is not None:
            self.wanted -= {CellGoal(cell, True), CellGoal(cell, False)}

    # ------------------------------------------------------------ decisions

    def ask(self, decision: Decision) -> str:
        """Answers, writes the line, and notes the goals that the answer itself meets."""
        if self.watch is None:
            return self.answer(decision)
        # Conditions are asked about while an answer is looked for: that is not play.
        self.watch.on = False
        try:
            return self.answer(decision)
        finally:
            self.watch.on = True

    def answer(self, decision: Decision) -> str:
        game, run = self.game, self.run
        assert game is not None
        assert run is not None
        self.out.decisions += 1
        move = None
        if decision.kind == "roll":
            text = self.steer.roll(run, decision)
        elif decision.kind == "choose" and decision.about == self.playing and waiting_balls(run):
            moves = self.moves_by_text(run)
            text = self.steer.move(decision, moves)
            move = moves.get(text)
        else:
            text = self.steer.choose(decision)
        who = f"{decision.player + 1}" if game.players > 1 and decision.kind == "choose" else ""
        mark = {"roll": "roll> ", "draw": "draw> "}.get(decision.kind, f"{who}> ")
        game.lines.append(mark + text)
        if move is not None:
            if move in self.edges:
                self.met(self.edges[move])
            if self.program.boxes[move[2]].line == "never":
                self.met(BoxGoal(move[2]))
        return text

    def moves_by_text(self, run: Run) -> dict[str, Move]:
        """Way, source and box of every move offered, by its text."""
        found: dict[str, Move] = {}
        waiting = waiting_balls(run)
        for ball in waiting:
            start = run.role("at", ball) - 1
            shown = start if len(waiting) > 1 else None
            for die in free_dice(run):
                for box, way in boxes_in_reach(run, ball, die):
                    text = move_text(run, die, box, self.program.ways[way].through, shown)
                    found.setdefault(text, (way, start, box))
        return found


def quiet(kind: str, what: object) -> None:
    """Nobody listens while a table is only looked at."""
