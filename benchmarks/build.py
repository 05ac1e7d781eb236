"""What building costs: `python benchmarks/build.py [LARGEST]`.

Tables of 10, 100, 1,000 and 10,000 boxes through each pass, with the exponent between one size and the next
(1 is linear); and the time of a whole `ssp check`, as a ratio to `python -c "import lark"`.
"""

from __future__ import annotations

import gc
import math
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sspdsl.codegen import emit_module  # noqa: E402
from sspdsl.pipeline import compile_source  # noqa: E402
from sspdsl.source import Source  # noqa: E402

SIZES = (10, 100, 1_000, 10_000)


def big_table(boxes: int, seed: int = 1) -> str:
    """A pin with about this many boxes, in features of ten; the same for the same seed."""
    chance = random.Random(seed)
    lines = ['pin big "Big" {', "  book four_cade", "  difficulty easy"]
    features = max(boxes // 10, 1)
    per_zone = max(round(math.sqrt(features)), 1)
    for number in range(features):
        if number % per_zone == 0:
            lines += ["  }"] if number else []
            lines.append(f'  zone z{number // per_zone} "Zone {number // per_zone}" {{')
            lines += ['    start_arrow start "Start"'] if not number else []
        faces = ", ".join(str(chance.randint(1, 6)) for _ in range(10))
        worth = chance.randint(0, 3)
        colour = chance.choice(("red", "yellow", "white"))
        lines.append(f'    targets t{number} "T{number}" {colour} [{faces}] worth {worth} {{')
        lines.append(f"      when complete {{ score {chance.randint(1, 9)} }}")
        lines.append("    }")
    return "\n".join([*lines, "  }", "  use std.flipper_zone", "}", ""])


def seconds_of_build(boxes: int) -> tuple[float, float]:
    """Text to IR, and IR to module."""
    source = Source("big.ssp", big_table(boxes))
    gc.disable()
    start = time.process_time()
    compiled = compile_source(source)
    middle = time.process_time()
    if compiled.program is None:
        raise SystemExit("\n".join(problem.message for problem in compiled.diagnostics[:5]))
    emit_module(compiled.program)
    end = time.process_time()
    gc.enable()
    return middle - start, end - middle


def seconds_of(*command: str) -> float:
    """The median time of a whole process."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], cwd=ROOT, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main(largest: int) -> None:
    """Print both tables."""
    before: tuple[float, float] | None = None
    for boxes in (size for size in SIZES if size <= largest):
        times = min(seconds_of_build(boxes) for _ in range(3 if boxes < 10_000 else 1))
        text = "   ".join(
            f"{name} {took:8.3f} s" for name, took in zip(("to IR", "to Python"), times, strict=True)
        )
        if before is not None:
            powers = [math.log10(now / then) for now, then in zip(times, before, strict=True)]
            text += "   exponents " + " ".join(f"{power:.2f}" for power in powers)
        print(f"{boxes:6} boxes: {text}")
        before = times
    ratio = seconds_of("-m", "sspdsl", "check", "pins/carniball.ssp") / seconds_of("-c", "import lark")
    print(f'ssp check, to `python -c "import lark"`: {ratio:.1f}   (goal 6, then 3)')


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1])
