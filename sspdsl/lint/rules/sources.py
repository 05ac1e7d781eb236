"""Where a table comes from: citations, assumed values, excuses."""

from __future__ import annotations

from sspdsl.check.notes import expand
from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, said, tokens, unjoined, warn
from sspdsl.syntax.tree import Node, Token

CITED = ("zone", "feature", "set", "bonuses", "ability", "achievement")


def find_excused_and_cited(text: Text) -> list[Diagnostic]:
    """SSP651: a rule of the book that a pin both excuses and cites."""
    cited: dict[str, Token] = {}
    # A test may show that what is excused is not there.
    in_tests = {id(each) for test in text.of("test") for each in cites_of(test)}
    for cite in text.of("cite"):
        for token in tokens(cite, "RULE") if id(cite) not in in_tests else ():
            for rule in expand(token.text):
                cited.setdefault(rule, token)
    found = []
    for excuse in text.of("excuse"):
        rules = next(excuse.nodes(), None)
        for token in tokens(rules, "RULE") if rules is not None else ():
            both = [rule for rule in expand(token.text) if rule in cited]
            if both:
                related = (Label(cited[both[0]].span, "cited here"),)
                found.append(
                    warn(
                        "SSP651",
                        token.span,
                        f"`{both[0]}` is excused, and cited too",
                        "excused here",
                        "take one of them out",
                        related,
                    )
                )
    return found


def cites_of(test: Node) -> list[Node]:
    """The `cite` behind the title of a test."""
    return [each for part in (test, *test.nodes()) for each in part.nodes() if each.kind == "cite"]


def find_repeated_citations(text: Text) -> list[Diagnostic]:
    """SSP652: a rule cited twice on one clause."""
    found = []
    for cite in text.of("cite"):
        seen: set[str] = set()
        rules = tokens(cite, "RULE")
        for before, token in zip([None, *rules], rules, strict=False):
            if seen.issuperset(expand(token.text)):
                fix = unjoined(before, token.span, ",", "leave it out")
                found.append(warn("SSP652", token.span, f"`{token.text}` is cited twice", "again", fix=fix))
            seen.update(expand(token.text))
    return found


def find_blank_reasons(text: Text) -> list[Diagnostic]:
    """SSP653: `assumed ""` or an excuse without a reason."""
    return [
        warn("SSP653", token.span, "a reason that says nothing", "why?", "say why")
        for node in text.of("assumed", "excuse")
        for token in tokens(node, "STRING")
        if not token.text[1:-1].strip()
    ]


def find_uncited(text: Text) -> list[Diagnostic]:
    """SSP654, only where selected: a clause of a pin of a book that cites nothing, nor anything around it."""
    if not text.kinds.get("from_book"):
        return []
    found = []
    stack = [(node, False) for node in text.of("pin", "game")]
    while stack:
        node, covered = stack.pop()
        covered = covered or has_source(node)
        if node.kind in CITED and not covered and not inner_source(node):
            name = tokens(node)[1 if node.kind == "feature" else 0]
            found.append(
                warn(
                    "SSP654",
                    name.span,
                    f"`{name.text}` cites nothing",
                    "nor does what is in it",
                    "say `cite` and the rule, or `assumed` and why",
                )
            )
        stack.extend((part, covered and node.kind not in ("pin", "game")) for part in node.nodes())
    return found


def has_source(node: Node) -> bool:
    return any(
        part.kind in ("cite", "assumed") or (part.kind == "notes" and part.parts) for part in node.nodes()
    )


def inner_source(node: Node) -> bool:
    return any(has_source(part) or inner_source(part) for part in node.nodes() if part.kind != "test")


def find_still_assumed(text: Text) -> list[Diagnostic]:
    """SSP655, only where selected: a value that no source states."""
    return [
        warn("SSP655", node.span, f"a value is still assumed: {said(node.parts[0])}", "", "find its source")
        for node in text.of("assumed")
    ]
