"""Gathering the files of a pin: its libraries, its book, itself, weakest layer first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sspdsl.check import problems
from sspdsl.check.model import Context
from sspdsl.diagnostics.model import Diagnostic
from sspdsl.resources import std_names, std_text
from sspdsl.source import Source
from sspdsl.syntax.parse import parse
from sspdsl.syntax.tree import Node, Token

PINBALL = "std.pinball"
BOOKS = "std.books"
MAX_LIBRARIES = 2000
MAX_CHAIN = 50  # Of libraries that use each other.
FindLibrary = Callable[[str], Source | None]
Arrange = Callable[[Node], Node]
"""Puts the clauses of a tree into another order."""


class UnreadableLibrary(Exception):  # noqa: N818 (what a finder says, not a fault)
    """The file of a library is there but cannot be read: why, or the messages about it."""

    def __init__(self, reason: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.diagnostics = diagnostics


@dataclass(slots=True)
class Loaded:
    """The pin's own tree, and all clauses with their contexts. `settings` are values given by `use`."""

    pin: Node | None = None
    clauses: list[tuple[Node, Context]] = field(default_factory=list)
    settings: list[tuple[Token, Node, str]] = field(default_factory=list)
    trees: list[tuple[Node, str]] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    syntax_failed: bool = False
    loader: Loader | None = None
    """Where the libraries come from that a board or zone takes (`Declare.use_inside`)."""


def load(source: Source, find: FindLibrary | None = None, arrange: Arrange | None = None) -> Loaded:
    """Parse a pin and everything it uses. `find` looks up libraries that are not of `std`."""
    loader = Loader(find, arrange)
    loader.run(source)
    return loader.loaded


def path_text(node: Node) -> str:
    return ".".join(part.text for part in node.parts if isinstance(part, Token))


class Loader:
    def __init__(self, find: FindLibrary | None, arrange: Arrange | None = None) -> None:
        self.find = find
        self.arrange = arrange
        self.loaded = Loaded(loader=self)
        self.parsed: dict[str, Node | None] = {}
        self.done: set[tuple[str, bool]] = set()
        self.unreadable: dict[str, UnreadableLibrary] = {}
        self.broken: set[str] = set()
        self.full = False

    def run(self, source: Source) -> None:
        tree = self.parse(source)
        if tree is None:
            return
        pins = [n for n in tree.nodes() if n.kind in ("pin", "game")]
        if not pins:
            if not any(n.kind in ("library", "book") for n in tree.nodes()) and not self.loaded.diagnostics:
                self.loaded.diagnostics.append(problems.no_files(tree.span))
            libraries = [n for n in tree.nodes() if n.kind in ("library", "book")]
            for library in libraries:
                self.loaded.trees.append((library, "library"))
            return
        for extra in pins[1:]:
            self.loaded.diagnostics.append(problems.two_pins(extra.parts[0].span, pins[0].parts[0].span))  # type: ignore[union-attr]
        pin = pins[0]
        self.loaded.pin = pin
        for local in tree.nodes():
            if local.kind == "library":
                assert isinstance(local.parts[0], Node)
                self.parsed[path_text(local.parts[0])] = local
        if pin.kind == "pin":
            self.use(PINBALL, None, [], Context("library"))
        self.take_book(pin)
        self.take(decls_of(pin), Context("pin"), [])
        self.loaded.trees.append((pin, "pin"))

    def parse(self, source: Source) -> Node | None:
        tree, found = parse(source)
        self.loaded.diagnostics.extend(found)
        if any(d.severity == "error" for d in found):
            self.loaded.syntax_failed = True
        return self.arrange(tree) if self.arrange is not None and tree is not None else tree

    def take_book(self, pin: Node) -> None:
        for decl in decls_of(pin):
            if decl.kind != "from_book":
                continue
            token = decl.parts[0]
            assert isinstance(token, Token)
            tree = self.library(BOOKS)
            books = {b.parts[0].text: b for b in tree.nodes() if b.kind == "book"} if tree else {}  # type: ignore[union-attr]
            book = books.get(token.text)
            if book is None:
                self.loaded.diagnostics.append(problems.unknown_book(token.text, token.span, list(books)))
                continue
            self.loaded.trees.append((book, "book"))
            self.take(decls_of(book), Context("book"), [])

    def library(self, name: str) -> Node | None:
        if name not in self.parsed:
            source: Source | None = None
            if name in std_names():
                source = Source(f"{name}", std_text(name))
            elif self.find is not None:
                source = self.look_for(name, self.find)
            before = len(self.loaded.diagnostics)
            self.parsed[name] = self.parse(source) if source is not None else None
            if len(self.loaded.diagnostics) > before:
                self.broken.add(name)
        return self.parsed[name]

    def look_for(self, name: str, find: FindLibrary) -> Source | None:
        try:
            return find(name)
        except UnreadableLibrary as problem:
            self.unreadable[name] = problem
            return None

    def use(self, name: str, at: Node | None, chain: list[str], context: Context) -> None:
        on_board = context.board is not None
        if name in chain:
            assert at is not None
            self.loaded.diagnostics.append(
                problems.library_circle([*chain[chain.index(name) :], name], at.span)
            )
            return
        if (name, on_board) in self.done and not on_board:
            return
        if len(chain) >= MAX_CHAIN or len(self.done) >= MAX_LIBRARIES:
            self.too_many(at, chain)
            return
        self.done.add((name, on_board))
        tree = self.library(name)
        if tree is None:
            if at is not None and name in self.unreadable:
                problem = self.unreadable[name]
                self.loaded.diagnostics.extend(
                    problem.diagnostics or (problems.unreadable_library(name, problem.reason, at.span),)
                )
            elif at is not None and name not in std_names() and name not in self.broken:
                known = [*std_names(), *(n for n, t in self.parsed.items() if t is not None)]
                self.loaded.diagnostics.append(problems.unknown_library(name, at.span, known))
            return
        found = [tree] if tree.kind == "library" else [n for n in tree.nodes() if n.kind == "library"]
        libraries = [n for n in found if path_text(n.parts[0]) == name]  # type: ignore[arg-type]
        if not libraries and at is not None and name not in self.broken:
            others = [path_text(n.parts[0]) for n in found]  # type: ignore[arg-type]
            self.loaded.diagnostics.append(problems.no_such_library(name, others, at.span))
        for library in libraries:
            self.loaded.trees.append((library, "library"))
            self.take(decls_of(library), Context("library", context.board), [*chain, name])

    def too_many(self, at: Node | None, chain: list[str]) -> None:
        """No more libraries are taken; told once."""
        if not self.full and at is not None:
            long = len(chain) >= MAX_CHAIN
            self.loaded.diagnostics.append(
                problems.long_chain_of_libraries(MAX_CHAIN, at.span)
                if long
                else problems.too_many("libraries", MAX_LIBRARIES, at.span)
            )
        self.full = True

    def take(self, decls: list[Node], context: Context, chain: list[str]) -> None:
        """Clauses in order; those of a library stand where it is used, so that zones keep their order."""
        for decl in decls:
            if decl.kind == "use":
                self.take_use(decl, context, chain)
            elif decl.kind not in ("from_book",):
                self.loaded.clauses.append((decl, context))

    def take_use(self, decl: Node, context: Context, chain: list[str]) -> None:
        path, settings = decl.parts[0], decl.parts[1]
        assert isinstance(path, Node)
        self.use(path_text(path), path, chain, context)
        if isinstance(settings, Node):
            for setting in settings.nodes():
                name, value = setting.parts[0], setting.parts[1]
                assert isinstance(name, Token)
                self.loaded.settings.append((name, value, context.layer))  # type: ignore[arg-type]


def decls_of(node: Node) -> list[Node]:
    """The clauses in the block of a file, board, zone, kind, feature or set."""
    for part in node.parts:
        if isinstance(part, Node) and part.kind == "decls":
            return list(part.nodes())
    return []
