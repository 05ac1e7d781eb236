"""Checks again what `ssp verify` wrote down. Shares no code with it, and believes nothing of it."""

from __future__ import annotations

from sspdsl.recheck.check import Outcome, recheck

__all__ = ["Outcome", "recheck"]
