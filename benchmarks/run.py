"""Speed, as ratios measured side by side in one process: `python benchmarks/run.py [GAMES]`.

Stepped and fused play of the generated Carniball (nudging off) against the simulators by hand beside it.
Before anything is timed, both must have played the same games from the same draws; a module learns in them,
so after fewer games than the 20,000 of the default the ratios are lower.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from benchmarks import hand_carniball, hand_carniball_steps  # noqa: E402
from sspdsl.codegen import emit_module  # noqa: E402
from sspdsl.pipeline import compile_source  # noqa: E402
from sspdsl.source import Source  # noqa: E402

ROUNDS = 15


def carniball_without_nudges() -> Any:
    """The generated module of the pin, its test blocks left out, with no nudge boxes."""
    text = (HERE.parent / "pins" / "carniball.ssp").read_text(encoding="utf-8")
    lines = text.splitlines()
    first_test = next(i for i, line in enumerate(lines) if line.startswith("  test "))
    lines = [
        "  use std.nudge { nudge_boxes is 0 }" if "use std.nudge" in line else line
        for line in lines[:first_test]
    ]
    compiled = compile_source(Source("carniball.ssp", "\n".join(lines) + "\n}\n"))
    if compiled.program is None:
        raise SystemExit("\n".join(problem.message for problem in compiled.diagnostics))
    module = ModuleType("carniball")
    sys.modules["carniball"] = module
    exec(compile(emit_module(compiled.program), "carniball.py", "exec"), module.__dict__)
    return module


def step_module(module: Any, draw: Callable[[], float]) -> tuple[int, int]:
    """A game through `decision`, `roll` and `apply`: score and turns."""
    decision, roll, apply = module.decision, module.roll, module.apply
    state = module.new_game()
    while True:
        kind, _, options, _, _ = decision(state)
        if kind == "roll":
            number = int(draw() * 36)
            state = roll(state, number // 6 + 1, number % 6 + 1)
        elif kind == "over":
            return state.score, state.rolls
        else:
            state = apply(state, options[int(draw() * len(options))])


def play_out(module: Any, seed: int) -> tuple[int, int]:
    """A game by `playout`: score and turns."""
    state = module.playout(module.new_game(), seed)
    return state.score, state.rolls


def same_games(module: Any, games: int) -> None:
    """Stop if the four ways to play do not give the same games."""
    for seed in range(games):
        results = {
            "fused by hand": hand_carniball.simulate(random.Random(seed).random),
            "stepped by hand": hand_carniball_steps.play(random.Random(seed).random),
            "generated, stepped": step_module(module, random.Random(seed).random),
            "generated, playout": play_out(module, seed),
        }
        if len(set(results.values())) > 1:
            raise SystemExit(f"seed {seed}: score and turns differ: {results}")


def seconds(play: Callable[[], object]) -> float:
    """Processor time."""
    start = time.process_time()
    play()
    return time.process_time() - start


def one_round(module: Any, first: int, count: int) -> tuple[float, float, float]:
    """The ratios, from the same games each way: stepped; played out, each game from its own seed; and with
    the draws by hand from one stream, which saves them a third of their time: a game from a seed is what
    `playout` gives, and to seed takes as long as five turns by hand."""
    seeds = range(first, first + count)
    stream = random.Random(first).random
    steps_by_hand = seconds(lambda: [hand_carniball_steps.play(random.Random(seed).random) for seed in seeds])
    steps = seconds(lambda: [step_module(module, random.Random(seed).random) for seed in seeds])
    by_hand = seconds(lambda: [hand_carniball.simulate(random.Random(seed).random) for seed in seeds])
    generated = seconds(lambda: [play_out(module, seed) for seed in seeds])
    unseeded = seconds(lambda: [hand_carniball.simulate(stream) for _ in seeds])
    return steps_by_hand / steps, by_hand / generated, unseeded / generated


def main(games: int) -> None:
    """Check, warm up, and print the medians of rounds that alternate, of games not played before."""
    module = carniball_without_nudges()
    same_games(module, games)
    print(f"{games} games the same, one by one")
    count = max(games // ROUNDS, 1)
    rounds = [one_round(module, games + number * count, count) for number in range(ROUNDS)]
    stepped, fused, unseeded = map(statistics.median, zip(*rounds, strict=True))
    print(f"stepped, to stepped by hand: {stepped:.2f}   (goal 0.4, then 0.8)")
    print(f"playout, to fused by hand:   {fused:.2f}   (goal 0.5, then 0.7)")
    print(f"  the latter without seeds:  {unseeded:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
