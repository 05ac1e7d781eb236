"""The two sides that are compared: the interpreter, which tells what it reaches, and a generated module."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType

from sspdsl.codegen import emit_module
from sspdsl.interpret import Interpreter, TableError
from sspdsl.interpret.coverage import Coverage
from sspdsl.ir.model import Program
from sspdsl.record.agreement import Comparison
from sspdsl.record.engine import ModuleEngine


@dataclass(frozen=True, slots=True)
class Sides:
    """A table on both."""

    program: Program
    module: ModuleType

    def comparison(self, coverage: Coverage) -> Comparison:
        """Both sides, ready to play; what comes into play is noted."""
        faults = (TableError, self.module.RuleError)
        return Comparison(Interpreter(self.program, coverage.note), ModuleEngine(self.module), faults)


def make_sides(program: Program) -> Sides:
    """The module of a program as `ssp build` would write it, loaded from memory, beside the program."""
    module = ModuleType(f"generated_{program.name}")
    sys.modules[module.__name__] = module
    exec(compile(emit_module(program), f"{program.name}.py", "exec"), module.__dict__)
    return Sides(program, module)
