"""Test blocks: what they claim, and what no test looks at."""

from __future__ import annotations

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, child, said, tokens, warn
from sspdsl.syntax.tree import Node, Token

CLAIMS = {"test_may", "test_may_not", "then"}


def find_tests_without_a_claim(text: Text) -> list[Diagnostic]:
    """SSP647: a test that expects nothing."""
    return [
        warn(
            "SSP647",
            title(test).span,
            f"the test {title(test).text} expects nothing",
            "no `may`, no `then`",
            "say what is so at its end",
        )
        for test in text.of("test")
        if not any(step.kind in CLAIMS for step in steps(test))
    ]


def find_shared_test_titles(text: Text) -> list[Diagnostic]:
    """SSP648: two tests of one title."""
    found = []
    seen: dict[str, Token] = {}
    for test in text.of("test"):
        name = title(test)
        first = seen.setdefault(name.text, name)
        if first is not name:
            related = (Label(first.span, "and here"),)
            found.append(
                warn(
                    "SSP648",
                    name.span,
                    f"two tests are called {name.text}",
                    "here",
                    "give each its own title",
                    related,
                )
            )
    return found


def find_repeated_tests(text: Text) -> list[Diagnostic]:
    """SSP649: two tests with the same steps."""
    found = []
    seen: dict[str, Node] = {}
    for test in text.of("test"):
        block = child(test, "test_block")
        first = seen.setdefault(said(block), test)
        if first is not test and block is not None and block.parts:
            related = (Label(title(first).span, "the same as this"),)
            found.append(
                warn(
                    "SSP649",
                    title(test).span,
                    f"{title(test).text} tests nothing new",
                    "twice",
                    "leave one out",
                    related,
                )
            )
    return found


def find_untested(text: Text) -> list[Diagnostic]:
    """SSP650: a bonus, ability or achievement of a pin that has tests, and that none of them names."""
    if not text.kinds.get("test"):
        return []
    words = {token.text for test in text.of("test") for step in steps(test) for token in all_tokens(step)}
    found = []
    bonuses = [
        entry
        for node in text.of("bonuses")
        for options in node.nodes()
        if options.kind == "options"
        for entry in options.nodes()
    ]
    kinds = (
        ("a bonus", bonuses),
        ("an ability", text.of("ability")),
        ("an achievement", text.of("achievement")),
    )
    for label, nodes in kinds:
        for node in nodes:
            name = tokens(node)[0] if tokens(node) else None
            if name is not None and name.text not in words:
                found.append(
                    warn(
                        "SSP650",
                        name.span,
                        f"no test names `{name.text}`",
                        label,
                        "write a test that takes it",
                    )
                )
    return found


def title(test: Node) -> Token:
    return tokens(test, "STRING")[0]


def steps(test: Node) -> list[Node]:
    block = child(test, "test_block")
    if block is None:
        return []
    return [next(step.nodes(), step) if step.kind == "for_player" else step for step in block.nodes()]


def all_tokens(node: Node) -> list[Token]:
    found = []
    stack = [node]
    while stack:
        at = stack.pop()
        for part in at.parts:
            if isinstance(part, Token):
                found.append(part)
            elif part is not None:
                stack.append(part)
    return found
