"""A way to keep a ball in play for ever, found by playing: a record into it and an answer to every roll.

From a state before a roll, some answer to each roll must lead to a state that is as good. Answers are
tried one by one, states known to be lost are left, until the set is closed or nothing is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from sspdsl.interpret.engine import Interpreter
from sspdsl.interpret.state import State, TableError
from sspdsl.ir.model import Program
from sspdsl.record.text import Record, Step, render_record

Key = tuple[object, ...]
Answer = tuple[tuple[str, ...], Key]
DICE = "the dice"
MOST_LEAVES = 400
MOST_CHOICES = 12
MOST_FOR_A_ROLL = 150_000
"""So many effects are run to come back to one state."""
FOLLOWED = 2
"""So many turns are gone on from a moment, to the least changed state each time."""


class Spent(Exception):  # noqa: N818 (the search has played as much as it may)
    """The budget is used up."""


@dataclass(slots=True)
class Node:
    state: State
    left: dict[str, list[Answer]] = field(default_factory=dict)
    """Answers to each roll not yet tried, the best last."""
    part: set[str] = field(default_factory=set)
    """Rolls for which only the first good answer was looked up."""
    now: dict[str, Answer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trap:
    """`plan[n][roll]`: what to play when this is rolled in state n, and the number of the state after it."""

    record: str
    plan: tuple[dict[str, tuple[tuple[str, ...], int]], ...]


@dataclass(slots=True)
class Hunt:
    """`inside`: positions in which every ball in play must stay; `whole`: rounds may end, the game not.

    `budget`: so many effects may still run.
    """

    program: Program
    inside: frozenset[int]
    whole: bool
    budget: int
    engine: Interpreter = field(init=False)
    over: bool = False
    nodes: dict[Key, Node] = field(default_factory=dict)
    lost: set[Key] = field(default_factory=set)
    users: dict[Key, set[tuple[Key, str]]] = field(default_factory=dict)
    rounds: int = -1
    tallies: frozenset[int] = frozenset()
    leaves: dict[Key, tuple[tuple[str, ...], State]] = field(default_factory=dict)
    """Where the roll looked at last can lead, and how."""
    tried_roll: str = ""

    def __post_init__(self) -> None:
        names = [action.name for action in self.program.actions]
        self.rounds = names.index("round_ends") if "round_ends" in names else -1
        self.tallies = frozenset(n for n, cell in enumerate(self.program.cells) if cell.form == "tally")
        self.engine = Interpreter(self.program, self.hear)

    def hear(self, kind: str, what: object) -> None:
        if kind == "effect":
            self.budget -= 1
        number = what[0] if isinstance(what, tuple) else what
        if kind in ("action", "instead") and number == self.rounds:
            self.over = True

    # ------------------------------------------------------------ states

    def key(self, state: State) -> Key:
        """All of a state that its future depends on."""
        own = tuple(tuple(c for n, c in enumerate(cells) if n not in self.tallies) for cells in state.own)
        shared = tuple(c for n, c in enumerate(state.shared) if n not in self.tallies)
        return own, shared, state.filled, state.log

    def apply(self, state: State, text: str) -> State | None:
        """The state after it, or None if that ends the round (or the game)."""
        if self.budget < 0:
            raise Spent
        self.over = False
        after = self.engine.apply(state, text)
        if self.engine.decision(after).kind == "over" or (self.over and not self.whole):
            return None
        return after

    def stays(self, state: State) -> bool:
        at = next(n for n, cell in enumerate(self.program.cells) if cell.role == "at")
        places = {value - 1 for value in state.own[0][at] if value}
        return bool(places) and places <= self.inside

    def waits(self, state: State) -> bool:
        decision = self.engine.decision(state)
        return decision.kind == "roll" and decision.about == DICE

    # ------------------------------------------------------------ answers

    def answers(
        self, state: State, roll: str, first_known: bool, known: set[Key] | None = None
    ) -> list[Answer]:
        """Every way to play this roll that keeps the ball; states already known come last.

        With `first_known` the first that leads to a state already met (to one of `known`) is enough.
        """
        among = self.nodes.keys() if known is None else known
        found: dict[Key, tuple[tuple[str, ...], State]] = {}
        self.leaves = found
        enough = self.budget - MOST_FOR_A_ROLL
        seen: set[object] = set()
        todo: list[tuple[tuple[str, ...], State]] = [((roll,), state)]
        while todo and len(found) < MOST_LEAVES and (known is None or self.budget > enough):
            texts, before = todo.pop()
            here = self.apply(before, texts[-1])
            if here is None:
                continue
            if self.waits(here):
                if self.stays(here):
                    key = self.key(here)
                    found.setdefault(key, (texts[1:], here))
                    if first_known and key in among and key not in self.lost:
                        return [(texts[1:], key)]
                continue
            decision = self.engine.decision(here)
            # The same table in the same choice, whatever led to it: abilities may be used in any order.
            mark = (self.engine.reader(here).table.freeze(), decision)
            if decision.kind != "choose" or len(texts) > MOST_CHOICES or mark in seen:
                continue
            seen.add(mark)
            # The last is played first, so moves come before abilities.
            todo += [((*texts, option), here) for option in reversed(decision.options)]
        for key, (_, here) in found.items() if known is None else ():
            if key not in self.nodes and key not in self.lost:
                self.nodes[key] = Node(here)
        if known is not None:
            return [(found[key][0], key) for key in found]
        order = sorted(found, key=lambda k: (not self.known(k), apart(state, found[k][1])), reverse=True)
        return [(found[key][0], key) for key in order]

    def known(self, key: Key) -> bool:
        """Whether this state already has its answers."""
        return key in self.nodes and bool(self.nodes[key].now)

    def grow(self, root: State) -> Key | None:
        """A closed set around this state, or None."""
        start = self.key(root)
        if start in self.lost:
            return None
        self.nodes.setdefault(start, Node(root))
        todo = [start]
        while todo:
            key = todo.pop()
            node = self.nodes[key]
            if key in self.lost or node.now:
                continue
            for roll in rolls(self.program.dice):
                node.left[roll] = self.answers(node.state, roll, first_known=True)
                node.part.add(roll)
                nxt = self.pick(key, roll)
                if nxt is None:
                    self.lose(key)
                    break
            if start in self.lost:
                return None
            # What is followed now must itself be answered; a state given up later changes the picks.
            todo += [k for k in self.reach(start) if not self.nodes[k].now]
        return start

    def stand(self, root: State) -> Key | None:
        """This state alone, if every roll has an answer that leads back to it; else None."""
        start = self.key(root)
        if start in self.lost:
            return None
        node = self.nodes[start] = Node(root)
        alone = {start}
        for roll in rolls(self.program.dice):
            mirrored = node.now.get(" ".join(reversed(roll.split(" "))))
            again = None if mirrored is None else self.replay(root, roll, mirrored[0], start)
            found = [again] if again is not None else self.answers(root, roll, first_known=True, known=alone)
            back = next((answer for answer in found if answer[1] == start), None)
            if back is None:
                self.tried_roll = roll
                del self.nodes[start]
                return None
            node.now[roll] = back
        return start

    def replay(self, state: State, roll: str, texts: tuple[str, ...], end: Key) -> Answer | None:
        """The same answer to another roll, if it leads there too."""
        here: State | None = state
        for text in (roll, *texts):
            if here is None or text not in self.engine.decision(here).options:
                return None
            here = self.apply(here, text)
        return (texts, end) if here is not None and self.key(here) == end else None

    def pick(self, key: Key, roll: str) -> Key | None:
        node = self.nodes[key]
        node.now.pop(roll, None)
        while node.left[roll] or roll in node.part:
            if not node.left[roll]:
                node.part.discard(roll)
                node.left[roll] = self.answers(node.state, roll, first_known=False)
                continue
            answer = node.left[roll].pop()
            if answer[1] not in self.lost:
                node.now[roll] = answer
                self.users.setdefault(answer[1], set()).add((key, roll))
                return answer[1]
        return None

    def lose(self, key: Key) -> None:
        todo = [key]
        while todo:
            gone = todo.pop()
            if gone in self.lost:
                continue
            self.lost.add(gone)
            self.nodes[gone].now = {}
            for user, roll in self.users.pop(gone, ()):
                if user in self.lost or self.nodes[user].now.get(roll, ((), None))[1] != gone:
                    continue
                if self.pick(user, roll) is None:
                    todo.append(user)

    def reach(self, start: Key) -> Iterator[Key]:
        seen, todo = {start}, [start]
        while todo:
            key = todo.pop()
            yield key
            for _, nxt in self.nodes[key].now.values():
                if nxt not in seen:
                    seen.add(nxt)
                    todo.append(nxt)


def apart(one: State, other: State) -> int:
    """How many boxes and cells differ: what changes little can likely be done again."""
    boxes = sum(len(a ^ b) for a, b in zip(one.filled, other.filled, strict=True))
    cells = sum(a != b for a, b in zip(one.own[0], other.own[0], strict=True))
    return boxes + cells


def rolls(dice: int) -> list[str]:
    """Every roll, the doubles first: they leave the fewest answers."""
    every = [()]  # type: list[tuple[int, ...]]
    for _ in range(dice):
        every = [(*done, face) for done in every for face in range(1, 7)]
    return [" ".join(map(str, faces)) for faces in sorted(every, key=lambda f: (len(set(f)), f))]


def stand_still(
    program: Program, inside: frozenset[int], moments: Iterable[tuple[State, tuple[str, ...]]], budget: int
) -> Trap | None:
    """A single state that every roll can lead back to, among these moments of games."""
    hunt = Hunt(program, inside, False, budget)
    tried: set[Key] = set()
    try:
        for state, lines in moments:
            steps = [step_of(line) for line in lines]
            for _ in range(1 + FOLLOWED):
                if not hunt.waits(state) or not hunt.stays(state) or hunt.key(state) in tried:
                    break
                tried.add(hunt.key(state))
                start = hunt.stand(state)
                if start is not None:
                    return written(program, hunt, steps, start)
                least = min(hunt.leaves.values(), key=lambda leaf: marks(leaf[1]), default=None)
                if least is None:
                    break
                steps += [Step("roll", 0, hunt.tried_roll), *(Step("choose", 0, text) for text in least[0])]
                state = least[1]
    except (Spent, TableError):
        pass
    return None


def marks(state: State) -> tuple[int, int]:
    """How much is marked: what has least is nearest to the beginning, and most is still possible."""
    return len(state.filled[0]), sum(1 for cell in state.own[0] for value in cell if value)


def step_of(line: str) -> Step:
    mark, _, text = line.partition("> ")
    return Step(mark or "choose", 0, text)


def find_trap(
    program: Program, inside: frozenset[int], whole: bool, budget: int, seed: int = 1
) -> Trap | None:
    """Plays towards these positions and looks for a closed set around each new state met there."""
    hunt = Hunt(program, inside, whole, budget)
    chance = Random(seed)
    tried: set[Key] = set()
    try:
        while True:
            state = hunt.engine.new_game(1)
            lines: list[Step] = []
            while (decision := hunt.engine.decision(state)).kind != "over" and len(lines) < 120:
                if hunt.waits(state) and hunt.stays(state) and hunt.key(state) not in tried:
                    tried.add(hunt.key(state))
                    start = hunt.grow(state)
                    if start is not None:
                        return written(program, hunt, lines, start)
                text = steered(hunt, state, decision.options, chance)
                lines.append(Step(decision.kind, 0, text))
                if hunt.budget < 0:
                    raise Spent
                state = hunt.engine.apply(state, text)
    except (Spent, TableError):
        return None


def steered(hunt: Hunt, state: State, options: tuple[str, ...], chance: Random) -> str:
    """Mostly an option that keeps the ball where it shall be."""
    decision = hunt.engine.decision(state)
    if decision.kind != "choose" or chance.random() < 0.15:
        return chance.choice(options)
    kept = []
    for option in options:
        after = hunt.apply(state, option)
        if after is not None and hunt.stays(after):
            kept.append(option)
    return chance.choice(kept or list(options))


def written(program: Program, hunt: Hunt, lines: list[Step], start: Key) -> Trap:
    """The record and the plan, states numbered in the order in which the plan meets them."""
    number: dict[Key, int] = {}
    for key in hunt.reach(start):
        number[key] = len(number)
    plan = tuple(
        {roll: (texts, number[nxt]) for roll, (texts, nxt) in sorted(hunt.nodes[key].now.items())}
        for key in number
    )
    return Trap(render_record(Record(program.name, 1, tuple(lines))), plan)
