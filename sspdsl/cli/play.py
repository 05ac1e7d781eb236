"""`ssp play`: a pin played in the terminal, against the dice or with other people at the same keyboard."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.engine import faults_of_the_table
from sspdsl.cli.shell import CLEAN, Failure, common_options, note, out, paint, plural
from sspdsl.diagnostics.printable import shown
from sspdsl.interpret import Interpreter
from sspdsl.interpret.engine import MOST_IDLE_TURNS
from sspdsl.interpret.state import Decision, State, TableError
from sspdsl.output import check_file, write_file
from sspdsl.record import Record, Step, render_record

HELP = """\
  a number, or the words of an option (as many as make it clear): do that
  undo    take back your last choice
  look    everything on the table
  record  the game so far, as text
  quit    stop; what was played is kept if --record names a file"""


class Quit(Exception):  # noqa: N818 (a way out, not an error)
    """The player stops, or there is nobody to read from."""


@dataclass(slots=True)
class Game:
    """A game in progress. `past` has a state for each choice a player made, to go back to."""

    engine: Interpreter
    state: State
    chance: Random
    own_dice: bool
    steps: list[Step] = field(default_factory=list)
    past: list[tuple[State, object, int]] = field(default_factory=list)

    def take(self, decision: Decision, text: str) -> None:
        """Go on with this option or chance result."""
        self.state = self.engine.apply(self.state, text)
        self.steps.append(Step(decision.kind, decision.player, text))

    def remember(self) -> None:
        self.past.append((self.state, self.chance.getstate(), len(self.steps)))

    def undo(self) -> bool:
        """Back to before the last choice. The dice after it will fall as they did."""
        if not self.past:
            return False
        self.state, chance, length = self.past.pop()
        self.chance.setstate(chance)  # type: ignore[arg-type]
        del self.steps[length:]
        return True


@click.command("play")
@click.argument("pin")
@click.option("--players", type=click.IntRange(1, 8), default=1, show_default=True, help="How many play.")
@click.option("--seed", type=int, help="Make the dice fall as in another game with this number.")
@click.option("--own-dice", is_flag=True, help="You roll: type what your dice show.")
@click.option("--record", "record_file", type=click.Path(dir_okay=False), help="Save the game to this file.")
@common_options
def command(pin: str, players: int, seed: int | None, own_dice: bool, record_file: str | None) -> int:
    """Play PIN, a file. Legal moves are listed; type a number to choose one, `undo`, or `help`."""
    if pin == "-":
        raise Failure("a pin to play must be a file", "standard input is where your moves come from")
    program = compile_one(pin)
    if record_file is not None:
        check_file(Path(record_file))
    if players > program.max_players:
        raise Failure(f"{program.title} is for {plural(program.max_players, 'player')} at most")
    engine = Interpreter(program)
    with faults_of_the_table():
        game = Game(engine, engine.new_game(players), Random(seed), own_dice)
    out(f"{program.title}, {plural(players, 'player')}. Type `help` for what you can say.")
    try:
        with faults_of_the_table():
            play_on(game)
        say_end(game)
    except Quit:
        out("The game was left.")
    finally:
        if record_file is not None:
            write_file(Path(record_file), as_text(game).encode())
            note(f"saved to {shown(record_file)}")
    return CLEAN


def play_on(game: Game) -> None:
    """Have decisions made until the game is over."""
    idle = 0
    while (decision := game.engine.decision(game.state)).kind != "over":
        idle = 0 if decision.kind == "choose" or game.own_dice else idle + 1
        if idle > MOST_IDLE_TURNS:
            raise TableError(f"{MOST_IDLE_TURNS:,} rolls or draws follow each other without a choice")
        answer(game, decision)


def as_text(game: Game) -> str:
    """The record of the game so far."""
    return render_record(Record(game.engine.pin, game.state.players, tuple(game.steps)))


def answer(game: Game, decision: Decision) -> None:
    """Have a decision made: by chance, or by a player."""
    if decision.kind in ("roll", "draw"):
        if game.own_dice and decision.kind == "roll":
            game.take(decision, ask_roll(decision))
        else:
            game.take(decision, decision.options[game.chance.randrange(len(decision.options))])
        out()
        out(paint(f"{decision.kind}: {game.steps[-1].text}", "bold", sys.stdout))
        return
    say_position(game, decision)
    while True:
        line = read_line()
        word = line.casefold()
        if word in ("quit", "q", "exit"):
            raise Quit
        if word == "undo":
            if game.undo():
                out("Taken back.")
                return
            out("There is nothing to take back.")
        elif word == "help":
            out(HELP)
        elif word == "look":
            for name, held in game.engine.view(game.state, decision.player).items():
                out(f"  {name}: {shown_value(held)}")
        elif word == "record":
            out(as_text(game).rstrip("\n"))
        elif (text := meant(line, decision.options)) is not None:
            game.remember()
            game.take(decision, text)
            return


def meant(line: str, options: tuple[str, ...]) -> str | None:
    """The option that a line stands for; if that is not clear, says so."""
    if line.isascii() and line.isdigit() and not any(text.isdigit() for text in options):
        if 1 <= int(line[:9]) <= len(options):
            return options[int(line) - 1]
        out(f"There is no option {line[:9]}: say 1 to {len(options)}.")
        return None
    words = " ".join(line.split())
    if words in options:
        return words
    near = [option for option in options if words and option.startswith(words)]
    if len(near) == 1:
        return near[0]
    out(f"`{shown(line[:60])}` is {'not clear' if near else 'no option'}: say a number, or `help`.")
    return None


def ask_roll(decision: Decision) -> str:
    while True:
        out("What do your dice show?")
        line = read_line()
        if line.casefold() in ("quit", "q", "exit"):
            raise Quit
        faces = " ".join(line.replace(",", " ").split())
        if faces in decision.options:
            return faces
        out(f"Say {plural(len(decision.dice), 'number')} with a blank between.")


def read_line() -> str:
    """What the player types. Without a terminal it is shown, so that what is printed can be read later."""
    if sys.stdin is None:
        raise Quit
    sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        out()
        raise Quit
    if not sys.stdin.isatty():
        out(shown(line.strip()))
    return line.strip()


def say_position(game: Game, decision: Decision) -> None:
    """Where the player stands, and what they may do."""
    seen = game.engine.view(game.state, decision.player)
    who = [f"player {decision.player + 1}"] if game.state.players > 1 else []
    parts = [*who, f"score {seen['score']}"]
    if "round" in seen["cells"]:
        parts.insert(len(who), f"round {seen['cells']['round']}")
    parts += [f"ball at {place}" for place in seen["balls"] if place is not None]
    if seen["values"] and seen["values"] != seen["dice"]:
        parts.append("dice now " + " ".join(map(str, seen["values"])))
    out(paint(", ".join(parts), "cyan", sys.stdout) + (f": {decision.about}" if decision.about else ""))
    listed = [f"{number:>3}  {text}" for number, text in enumerate(decision.options, 1)]
    if any(text.isdigit() for text in decision.options):
        listed = [f"  {text}" for text in decision.options]  # Numbers of numbers would only confuse.
    for line in in_columns(listed, shutil.get_terminal_size().columns):
        out(line)


def in_columns(texts: list[str], width: int) -> list[str]:
    """The texts as lines, in as many columns as fit once there are more than ten, read downwards."""
    widest = max(map(len, texts)) + 3
    columns = max(1, min(width // widest, (len(texts) + 9) // 10))
    rows = -(-len(texts) // columns)
    return ["".join(text.ljust(widest) for text in texts[row::rows]).rstrip() for row in range(rows)]


def shown_value(held: Any) -> str:
    """A value of the view, for people."""
    if isinstance(held, dict):
        return ", ".join(f"{name} {shown_value(value)}" for name, value in held.items() if value) or "nothing"
    if isinstance(held, (list, tuple)):
        return ", ".join("none" if each is None else str(each) for each in held) or "none"
    return str(held)


def say_end(game: Game) -> None:
    """The scores, and who won."""
    scores = game.engine.scores(game.state)
    winners = game.engine.winners(game.state)
    out()
    out(paint("The game is over.", "bold", sys.stdout))
    for player, score in enumerate(scores):
        who = f"player {player + 1}: " if len(scores) > 1 else ""
        won = ", winner" if len(scores) > 1 and player in winners else ""
        out(f"  {who}{plural(score, 'star')}{won}")
        for name in game.engine.achievements(game.state, player):
            out(f"    achievement: {name}")
