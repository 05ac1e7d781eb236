"""Single faults planted in a pin, to see which of them its own tests notice."""

from sspdsl.mutate.run import Plan, Refused, mutate_source
from sspdsl.mutate.verdict import Outcome, Report

__all__ = ["Outcome", "Plan", "Refused", "Report", "mutate_source"]
