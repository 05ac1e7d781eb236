"""Lines of Python, with their indentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Collects lines. A block that stays empty is given `pass`."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self.depth = depth
        self._temporaries = 0

    def line(self, text: str = "") -> None:
        """A line at the present depth."""
        self.lines.append("    " * self.depth + text if text else "")

    def clear(self, target: str, kept: int) -> None:
        """Keep only these bits; what is cleared in the line before is cleared with them."""
        head = f"{'    ' * self.depth}{target} &= 0x"
        if self.lines and self.lines[-1].startswith(head):
            kept &= int(self.lines.pop()[len(head) :], 16)
        self.line(f"{target} &= 0x{kept:X}")

    def comment(self, text: str) -> None:
        """A comment at the present depth."""
        self.line(f"# {text}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A head, such as `if a:`, with the lines under it."""
        self.line(head)
        self.depth += 1
        start = len(self.lines)
        yield
        if all(line.lstrip().startswith("#") for line in self.lines[start:]):
            self.line("pass")
        self.depth -= 1

    def temporary(self, letter: str) -> str:
        """A name that no other line of this function uses."""
        self._temporaries += 1
        return f"{letter}{self._temporaries}"

    def text(self) -> str:
        """All lines."""
        return "".join(line + "\n" for line in self.lines)
