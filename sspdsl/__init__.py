"""sspdsl: a language and compiler for roll-and-write pinball tables."""

__version__ = "0.1.0"
