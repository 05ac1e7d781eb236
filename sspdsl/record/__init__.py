"""Games as texts: written, read, and played again on any engine."""

from sspdsl.record.engine import Engine, ModuleEngine, Offer
from sspdsl.record.replay import ReplayError, random_game, replay
from sspdsl.record.text import Record, RecordError, Step, parse_record, render_record

__all__ = [
    "Engine",
    "ModuleEngine",
    "Offer",
    "Record",
    "RecordError",
    "ReplayError",
    "Step",
    "parse_record",
    "random_game",
    "render_record",
    "replay",
]
