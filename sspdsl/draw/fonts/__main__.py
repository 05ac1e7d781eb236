"""Measure the bundled fonts again."""

from sspdsl.draw.fonts import write_metrics

write_metrics()
