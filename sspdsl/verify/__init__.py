"""What can be proved about a table: `verify_program` gives a verdict for each of V1 to V11."""

from __future__ import annotations

from sspdsl.verify.report import encode_verdicts, render_verdicts
from sspdsl.verify.run import Budget, verify_program
from sspdsl.verify.verdict import Item, Verdict

__all__ = ["Budget", "Item", "Verdict", "encode_verdicts", "render_verdicts", "verify_program"]
