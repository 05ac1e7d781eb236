"""A table's rules in words: Markdown that a player could play from, made from the IR alone."""

from sspdsl.words.document import rules_text
from sspdsl.words.parts.examples import told

__all__ = ["rules_text", "told"]
