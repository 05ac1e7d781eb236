"""What proving costs: `python benchmarks/verify.py [LARGEST]`.

Tables of 10, 30, 100 and 300 boxes, once through each part of `ssp verify` that does not count turns, and
once as a whole, with the exponent between one size and the next (1 is linear).
"""

from __future__ import annotations

import gc
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.build import big_table  # noqa: E402
from sspdsl.pipeline import compile_source  # noqa: E402
from sspdsl.source import Source  # noqa: E402
from sspdsl.verify.endless import verify_endless  # noqa: E402
from sspdsl.verify.extract import commands_of  # noqa: E402
from sspdsl.verify.reach import reach  # noqa: E402
from sspdsl.verify.run import verify_program  # noqa: E402

SIZES = (10, 30, 100, 300)
PARTS = ("reach", "commands", "V4 and V5", "all of verify")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of processor time, and what came of it."""
    gc.collect()
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def seconds_of(boxes: int) -> tuple[tuple[float, ...], str]:
    """For each part; and the properties that are not proved."""
    compiled = compile_source(Source("big.ssp", big_table(boxes)))
    program = compiled.program
    if program is None:
        raise SystemExit("\n".join(problem.message for problem in compiled.diagnostics[:5]))
    reaching, found = timed(lambda: reach(program))
    cutting, system = timed(lambda: commands_of(program, found))
    ranking, _ = timed(lambda: verify_endless(program, found, system=system))
    whole, verdicts = timed(lambda: verify_program(program))
    words = " ".join(f"{each.property} {each.status}" for each in verdicts[:10] if each.status != "proved")
    return (reaching, cutting, ranking, whole), words


def main(largest: int) -> None:
    """Print the table."""
    before: tuple[tuple[float, ...], int] | None = None
    for boxes in (size for size in SIZES if size <= largest):
        times, words = seconds_of(boxes)
        text = "   ".join(f"{name} {took:7.2f} s" for name, took in zip(PARTS, times, strict=True))
        if before is not None:
            grown = math.log(boxes / before[1])
            powers = [math.log(now / then) / grown for now, then in zip(times, before[0], strict=True)]
            text += "   exponents " + " ".join(f"{power:.2f}" for power in powers)
        print(f"{boxes:4} boxes: {text}" + (f"   ({words})" if words else ""), flush=True)
        before = times, boxes


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1])
