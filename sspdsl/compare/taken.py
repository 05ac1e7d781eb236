"""Which libraries a pin takes from files of its own, so that their texts are compared, too."""

from __future__ import annotations

from sspdsl.check.load import FindLibrary
from sspdsl.source import Source


class Taken:
    """Finds libraries, and keeps those that were found."""

    def __init__(self, find: FindLibrary | None) -> None:
        self.find = find
        self.sources: dict[str, Source] = {}

    def __call__(self, name: str) -> Source | None:
        source = self.find(name) if self.find is not None else None
        if source is not None:
            self.sources[name] = source
        return source

    def texts(self, source: Source) -> list[Source]:
        return [source, *(self.sources[name] for name in sorted(self.sources))]
