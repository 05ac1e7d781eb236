"""IR to a Python rules module: standard library only, typed, the same bytes every time."""

from sspdsl.codegen.module import emit_module

__all__ = ["emit_module"]
