"""Texts in their canonical form."""

from sspdsl.format.printer import format_source

__all__ = ["format_source"]
