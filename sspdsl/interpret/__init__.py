"""The reference interpreter: docs/semantics.md as code."""

from sspdsl.interpret.engine import Interpreter
from sspdsl.interpret.state import Decision, Fired, IllegalMove, State, TableError

__all__ = ["Decision", "Fired", "IllegalMove", "Interpreter", "State", "TableError"]
