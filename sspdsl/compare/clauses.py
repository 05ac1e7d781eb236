"""What changed in the text of a pin, clause by clause; layout, notes, titles and tests are no change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from sspdsl.compare.arrange import COMMENT
from sspdsl.source import Source, Span
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node, Part, Token

WORD = re.compile(r"\w+|<->|->|\.\.|\S")
SILENT = ("test", "excuse", "record", "difficulty", "from_book", "notes")
HEARD = ("zone", "use", "rule", "instead", "set", "arrows", "lines", "way", "feature", "mode", "step")
"""Kinds whose order in their block may be heard in play."""
ALIKE = 0.6
"""Two clauses without a name that have so much in common are one, changed."""
MOST_ALIKE = 4_000
"""More pairs than these are not looked at: then what was changed is told as removed and added."""

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause without its block. `path` says what it stands in, `words` what it says, sign by sign."""

    path: str
    kind: str
    name: str
    words: tuple[str, ...]
    span: Span

    @property
    def title(self) -> str:
        """How a report calls it."""
        kind = self.kind.replace("_", " ")
        if self.kind == "feature":
            return " ".join(self.words[:2])
        return f"{kind} {self.name}" if self.name else kind

    def shown(self) -> str:
        """What is written, on one line."""
        return " ".join(COMMENT.sub("", self.span.text).split())


@dataclass(frozen=True, slots=True)
class Change:
    """`what`: added, removed, changed, moved (to another block), or order (of the clauses of a block)."""

    what: str
    left: Clause | None
    right: Clause | None
    words: str = ""


def changes_between(left: list[Source], right: list[Source]) -> tuple[Change, ...]:
    """The changes from one text (and the libraries it takes) to another, in the order of the texts."""
    olds, news = list(clauses_of(left)), list(clauses_of(right))
    pairs = _pairs(olds, news)
    found = []
    for old, new in pairs:
        if (old.path, old.kind) != (new.path, new.kind):
            found.append(Change("moved", old, new))
        if old.words != new.words:
            found.append(Change("changed", old, new))
    gone = {id(old) for old, _ in pairs}
    made = {id(new) for _, new in pairs}
    found += [Change("removed", old, None) for old in olds if id(old) not in gone]
    found += [Change("added", None, new) for new in news if id(new) not in made]
    found += _orders(pairs)
    return tuple(sorted(found, key=_at))


def _at(change: Change) -> tuple[str, int]:
    clause = change.left or change.right
    assert clause is not None
    return clause.span.source.name, clause.span.start


def clauses_of(sources: list[Source]) -> Iterator[Clause]:
    for source in sources:
        tree, _ = parse(source)
        for file in tree.nodes() if tree is not None else ():
            name = file.parts[0]
            path = "" if file.kind in ("pin", "game") else f"{file.kind} {name.span.text if name else ''}"
            for part in file.nodes():
                if part.kind == "decls":
                    yield from _inside(part, path)


def _inside(block: Node, path: str) -> Iterator[Clause]:
    for decl in block.nodes():
        yield from _clause(decl, path, "")


def _clause(decl: Node, path: str, prefix: str) -> Iterator[Clause]:
    if decl.kind == "override":
        inner = decl.parts[0]
        assert isinstance(inner, Node)
        yield from _clause(inner, path, "override ")
        return
    if decl.kind in SILENT:
        return
    if decl.kind == "attributes":
        attrs = decl.parts[0]
        assert isinstance(attrs, Node)
        for attr in attrs.nodes():
            yield Clause(path, attr.kind.replace("_", " "), "", words_of(attr), attr.span)
        return
    name = _name(decl)
    yield Clause(path, prefix + decl.kind, name, words_of(decl), _head(decl))
    for part in decl.nodes():
        if part.kind == "decls":
            yield from _inside(part, f"{path}, {prefix}{decl.kind} {name}".removeprefix(", "))


def _head(decl: Node) -> Span:
    """A clause up to its block, if that holds clauses."""
    blocks = [part for part in decl.nodes() if part.kind == "decls"]
    end = blocks[0].span.start if blocks else decl.span.end
    notes = [p for p in decl.nodes() if p.kind in ("notes", "cite", "assumed") and p.span.start < p.span.end]
    end = min([end, *(part.span.start for part in notes)])
    return Span(decl.span.source, decl.span.start, end)


def _name(decl: Node) -> str:
    part: Part = decl.parts[1] if decl.kind == "feature" else decl.parts[0] if decl.parts else None
    if isinstance(part, Token) and part.kind == "NAME":
        return part.text
    if decl.kind == "use" and isinstance(part, Node):
        return part.span.text
    return ""


def words_of(decl: Node) -> tuple[str, ...]:
    """The signs of a clause, without titles, notes and the clauses inside it."""
    text, start = decl.span.source.text, decl.span.start
    out, at = [], start
    for span in sorted(_left_out(decl), key=lambda span: span.start):
        if span.start >= at:
            out.append(text[at : span.start])
            at = span.end
    out.append(text[at : decl.span.end])
    return tuple(WORD.findall(COMMENT.sub("", " ".join(out))))


def _left_out(node: Node) -> Iterator[Span]:
    for part in node.parts:
        if isinstance(part, Token):
            if part.kind == "STRING":
                yield part.span
        elif part is not None and part.kind in ("notes", "cite", "assumed", "decls"):
            if part.span.start < part.span.end:
                yield part.span
        elif part is not None:
            yield from _left_out(part)


# ---------------------------------------------------------------- which clause is which


def _pairs(olds: list[Clause], news: list[Clause]) -> list[tuple[Clause, Clause]]:
    """By place and name; then what is written alike; then by name alone; then what is much alike."""
    pairs: list[tuple[Clause, Clause]] = []

    def match(key: str) -> None:
        taken = {id(new) for _, new in pairs}
        matched = {id(old) for old, _ in pairs}
        free: dict[object, list[Clause]] = {}
        for new in news:
            if id(new) not in taken:
                free.setdefault(_key(new, key), []).append(new)
        for old in olds:
            found = free.get(_key(old, key)) if id(old) not in matched else None
            if found and _key(old, key) is not None:
                pairs.append((old, found.pop(0)))

    for key in ("whole", "named", "written", "name"):
        match(key)
    taken = {id(new) for _, new in pairs}
    matched = {id(old) for old, _ in pairs}
    left = [new for new in news if id(new) not in taken and not new.name]
    nameless = [old for old in olds if id(old) not in matched and not old.name]
    for old in nameless if len(nameless) * len(left) <= MOST_ALIKE else ():
        near = [(SequenceMatcher(None, old.words, new.words).ratio(), -at) for at, new in enumerate(left)
                if (new.path, new.kind) == (old.path, old.kind)]  # fmt: skip
        if near and max(near)[0] >= ALIKE:
            pairs.append((old, left.pop(-max(near)[1])))
    return pairs


def _key(clause: Clause, key: str) -> object:
    if key == "whole":
        return clause.path, clause.kind, clause.words
    if key == "written":
        return clause.kind, clause.words
    if not clause.name:
        return None
    return (clause.path, clause.kind, clause.name) if key == "named" else (clause.kind, clause.name)


def _orders(pairs: list[tuple[Clause, Clause]]) -> Iterator[Change]:
    """Blocks whose clauses that may be heard stand in another order."""
    blocks: dict[tuple[str, str], list[tuple[Clause, Clause]]] = {}
    for old, new in pairs:
        kind = old.kind.removeprefix("override ")
        if kind in HEARD and old.path == new.path:
            blocks.setdefault((old.path, kind), []).append((old, new))
    for block in blocks.values():
        before = sorted(block, key=lambda pair: _place(pair[0]))
        after = sorted(block, key=lambda pair: _place(pair[1]))
        if before != after:
            first = next(at for at in range(len(block)) if before[at] is not after[at])
            old, new = before[first][0], after[first][1]
            words = f"`{new.shown()}` now stands before `{old.shown()}`"
            yield Change("order", old, after[first][1], words)


def _place(clause: Clause) -> tuple[str, int]:
    return clause.span.source.name, clause.span.start
