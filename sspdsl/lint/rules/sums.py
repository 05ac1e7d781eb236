"""Expressions: what is always so, never so, or said in a roundabout way."""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.lint.text import Text, is_number, replaced, said, short, unjoined, warn
from sspdsl.source import Span
from sspdsl.syntax.tree import Node, Part, Token

COMPARISONS = ("is", "is_not", "at_least", "at_most", "more", "less")
MOST = 1 << 31
TIGHT = ("path", "of", "smallest", "largest")


def find_idle_sums(text: Text) -> list[Diagnostic]:
    """SSP610: a sum that leaves a number as it is: plus 0, times 1, div 1."""
    found = []
    for node in text.of("plus", "minus", "times", "div"):
        if len(node.parts) != 2:
            continue
        one, two = node.parts
        idle = 0 if node.kind in ("plus", "minus") else 1
        kept = one if is_number(two, idle) else two if is_number(one, idle) else None
        if kept is two and node.kind in ("minus", "div"):
            kept = None
        if kept is None:
            continue
        simple = isinstance(kept, Token) or kept.kind in TIGHT
        fix = replaced(node.span, kept.span.text, f"write `{short(kept)}`") if simple else None
        found.append(
            warn("SSP610", node.span, f"`{short(node)}` is `{short(kept)}`", "changes nothing", fix=fix)
        )
    return found


def find_same_on_both_sides(text: Text) -> list[Diagnostic]:
    """SSP611: a comparison or difference of a thing with itself."""
    found = []
    for node in text.of(*COMPARISONS, "minus", "above", "below"):
        if len(node.parts) == 2 and node.parts[0] is not None and said(node.parts[0]) == said(node.parts[1]):
            found.append(
                warn(
                    "SSP611",
                    node.span,
                    f"both sides are `{short(node.parts[0])}`",
                    "its answer never changes",
                    "compare it with something else, or leave it out",
                )
            )
    return found


def find_impossible_bounds(text: Text) -> list[Diagnostic]:
    """SSP612: conditions joined by `and` that no number satisfies together."""
    found = []
    for chain in chains(text, "and"):
        ranges: dict[str, tuple[int, int, Node]] = {}
        for each in chain:
            low, high = bounds(each)
            if (low, high) == (-MOST, MOST):
                continue
            what = said(each.parts[0])
            was_low, was_high, first = ranges.get(what, (-MOST, MOST, each))
            low, high = max(low, was_low), min(high, was_high)
            if low > high:
                related = (Label(first.span, "cannot be together with this"),)
                message = f"no `{what}` is both `{short(first)}` and `{short(each)}`"
                found.append(warn("SSP612", each.span, message, "never so", related=related))
                break
            ranges[what] = (low, high, first)
    return found


def find_certain_bounds(text: Text) -> list[Diagnostic]:
    """SSP613: conditions joined by `or` of which every number satisfies one."""
    found = []
    for chain in chains(text, "or"):
        for at, one in enumerate(chain):
            for two in chain[at + 1 :]:
                if said(one.parts[0] if one.parts else None) != said(two.parts[0] if two.parts else None):
                    continue
                (a, b), (c, d) = bounds(one), bounds(two)
                halves = sorted([(a, b), (c, d)])
                if halves[0][0] == -MOST and halves[1][1] == MOST and halves[0][1] + 1 >= halves[1][0]:
                    if MOST in (halves[0][1], -halves[1][0]):
                        continue
                    message = f"every `{said(one.parts[0])}` is `{short(one)}` or `{short(two)}`"
                    related = (Label(one.span, "all that this leaves out"),)
                    found.append(warn("SSP613", two.span, message, "is here: always so", related=related))
    return found


def find_double_nots(text: Text) -> list[Diagnostic]:
    """SSP614: `not not`."""
    found = []
    for node in text.of("not"):
        inner = node.parts[0]
        if isinstance(inner, Node) and inner.kind == "not" and node.span.text.split()[:2] == ["not", "not"]:
            kept = inner.parts[0]
            assert kept is not None
            span = Span(node.span.source, node.span.start, kept.span.start)
            opened = node.span.source.text[node.span.start : kept.span.start].count("(")
            fix = replaced(span, "", "leave both out") if not opened else None
            found.append(
                warn("SSP614", node.span, "`not` twice says nothing", "the two undo each other", fix=fix)
            )
    return found


def find_divisions_by_zero(text: Text) -> list[Diagnostic]:
    """SSP615: `div 0` and `mod 0`, which are 0."""
    return [
        warn("SSP615", node.span, f"`{short(node)}` is always 0", "divided by 0", "divide by something else")
        for node in text.of("div", "mod")
        if is_number(node.parts[1], 0)
    ]


def find_repeated_conditions(text: Text) -> list[Diagnostic]:
    """SSP616: one condition twice in a row of `and` or `or`."""
    found = []
    for word in ("and", "or"):
        for chain in chains(text, word):
            seen: dict[str, Part] = {}
            for before, each in zip([None, *chain], chain, strict=False):
                first = seen.setdefault(said(each), each)
                if first is not each and first is not None:
                    related = (Label(first.span, "said here already"),)
                    fix = unjoined(before, each.span, word, "leave it out")
                    message = f"`{short(each)}` is said twice"
                    found.append(warn("SSP616", each.span, message, "again", related=related, fix=fix))
                    break
    return found


def find_repeated_values(text: Text) -> list[Diagnostic]:
    """SSP617: one value twice in the list behind `in`."""
    found = []
    for node in text.of("in"):
        for listed in (part for part in node.nodes() if part.kind == "listed"):
            seen: set[str] = set()
            for before, value in zip((None, *listed.parts), listed.parts, strict=False):
                if said(value) in seen and value is not None:
                    fix = unjoined(before, value.span, ",", "leave it out")
                    found.append(
                        warn("SSP617", value.span, f"`{said(value)}` is listed twice", "again", fix=fix)
                    )
                seen.add(said(value))
    return found


def chains(text: Text, word: str) -> Iterator[list[Node]]:
    """What `a and b and c` joins, for each such row, as nodes; what is a single word has no bounds."""
    inner = {id(part) for node in text.of(word) for part in node.nodes() if part.kind == word}
    for node in text.of(word):
        if id(node) not in inner:
            yield list(joined(node, word))


def joined(node: Node, word: str) -> Iterator[Node]:
    for part in node.nodes():
        if part.kind == word:
            yield from joined(part, word)
        else:
            yield part


def bounds(node: Node) -> tuple[int, int]:
    """The numbers that satisfy a comparison with a number written out; all, if it is no such thing."""
    if node.kind not in COMPARISONS or not isinstance(node.parts[1], Token) or node.parts[1].kind != "INT":
        return -MOST, MOST
    number = int(node.parts[1].text)
    match node.kind:
        case "is":
            return number, number
        case "at_least":
            return number, MOST
        case "at_most":
            return -MOST, number
        case "more":
            return number + 1, MOST
        case "less":
            return -MOST, number - 1
    return -MOST, MOST
