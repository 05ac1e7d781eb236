"""Diagnostics for a terminal: the line, what is marked in it, why, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sspdsl.diagnostics.model import Diagnostic, Label
from sspdsl.diagnostics.printable import laid_out, shown
from sspdsl.source import Source, Span

MOST_OF_A_CODE = 10  # Messages shown of one code; the others are counted.
WIDEST = 160  # Columns of a source line where the terminal's width is not known.
COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "frame": "1;34",
    "related": "1;34",
    "bold": "1",
    "help": "1;36",
}


def render_text(diagnostics: Sequence[Diagnostic], colour: bool = False, width: int | None = None) -> str:
    """All messages in the order given, with empty lines between; at most ten of a code, with their number."""
    pen = _Pen(colour, max(40, width or WIDEST))
    number = Counter(diagnostic.code for diagnostic in diagnostics)
    written: Counter[str] = Counter()
    blocks: list[str] = []
    for diagnostic in diagnostics:
        code = diagnostic.code
        written[code] += 1
        if written[code] <= MOST_OF_A_CODE:
            blocks.append("\n".join(_message(diagnostic, pen)) + "\n")
        elif written[code] == MOST_OF_A_CODE + 1:
            head = pen.paint(f"{diagnostic.severity}[{code}]", diagnostic.severity)
            more = number[code] - MOST_OF_A_CODE
            blocks.append(f"{head}: and {more} more of this kind, {number[code]} in all\n")
    return "\n".join(blocks)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or an empty text."""
    number = Counter(diagnostic.severity for diagnostic in diagnostics)
    words = [
        f"{number[what]} {what}{'s' * (number[what] != 1)}" for what in ("error", "warning") if number[what]
    ]
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class _Pen:
    colour: bool
    width: int

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{COLOURS[style]}m{text}\x1b[0m" if self.colour and text else text


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stretch of one line to underline; columns from 0, the end not marked."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


def _message(diagnostic: Diagnostic, pen: _Pen) -> Iterable[str]:
    severity = diagnostic.severity
    head = pen.paint(f"{severity}[{diagnostic.code}]", severity)
    yield f"{head}{pen.paint(': ' + shown(diagnostic.message), 'bold')}"
    home = diagnostic.span.source
    here = [*_marks(Label(diagnostic.span, diagnostic.label), True)]
    away: dict[str, tuple[Source, list[_Mark]]] = {}
    for label in diagnostic.related:
        source = label.span.source
        if source == home:
            here.extend(_marks(label, False))
        else:
            away.setdefault(source.name, (source, []))[1].extend(_marks(label, False))
    places = [*here, *(mark for _, marks in away.values() for mark in marks)]
    margin = len(str(max(mark.line for mark in places)))
    bar = " " * margin + " " + pen.paint("|", "frame")
    yield from _snippet(home, diagnostic.span, "-->", here, severity, margin, pen)
    for source, marks in away.values():
        first = Span(source, source.starts[marks[0].line - 1] + marks[0].start, 0)
        yield from _snippet(source, first, ":::", marks, severity, margin, pen)
    help_ = diagnostic.help or (diagnostic.fix.words if diagnostic.fix else "")
    if diagnostic.notes or help_:
        yield bar
    equals = " " * margin + " " + pen.paint("=", "frame")
    for note in diagnostic.notes:
        yield f"{equals} {pen.paint('note', 'bold')}: {shown(note)}"
    if help_:
        safety = diagnostic.fix.safety if diagnostic.fix else "display"
        kind = "" if safety == "display" else f" ({safety} fix)"
        yield f"{equals} {pen.paint('help', 'help')}: {shown(help_)}{kind}"


def _marks(label: Label, primary: bool) -> Iterable[_Mark]:
    """One mark; for a span of several lines, its first line and its last."""
    span = label.span
    line, column = span.source.line_column(span.start)
    last, end = span.source.line_column(max(span.start, span.end))
    if end == 1 and last > line:  # The span ends with a line's end.
        last -= 1
        end = len(span.source.line_text(last)) + 1
    if line == last:
        yield _Mark(line, column - 1, max(end - 1, column), label.text, primary)
        return
    first_line = span.source.line_text(line)
    yield _Mark(line, column - 1, max(len(first_line), column), "", primary)
    last_line = span.source.line_text(last)
    indent = min(len(last_line) - len(last_line.lstrip()), end - 2)
    yield _Mark(last, indent, end - 1, label.text or "to here", primary)


def _snippet(
    source: Source, at: Span, arrow: str, marks: list[_Mark], severity: str, margin: int, pen: _Pen
) -> Iterable[str]:
    line, column = source.line_column(at.start)
    yield f"{' ' * margin}{pen.paint(arrow, 'frame')} {shown(source.name)}:{line}:{column}"
    bar = " " * margin + " " + pen.paint("|", "frame")
    yield bar
    before = 0
    for number in sorted({mark.line for mark in marks}):
        if before and number > before + 1:
            yield pen.paint("...", "frame")
        before = number
        on_line = sorted((mark for mark in marks if mark.line == number), key=lambda mark: not mark.primary)
        text, underlines = _line(source.line_text(number), on_line, pen.width - margin - 3)
        yield f"{pen.paint(str(number).rjust(margin), 'frame')} {pen.paint('|', 'frame')} {text}".rstrip()
        for mark, (indent, size) in zip(on_line, underlines, strict=True):
            line_of_marks = ("^" if mark.primary else "-") * size + (
                f" {shown(mark.text)}" if mark.text else ""
            )
            yield f"{bar} {' ' * indent}{pen.paint(line_of_marks, severity if mark.primary else 'related')}"


def _line(text: str, marks: list[_Mark], width: int) -> tuple[str, list[tuple[int, int]]]:
    """A source line, cut around its first mark where it is too long, and where to underline it."""
    text = text.rstrip()
    middle = marks[0].start
    # Far more than can be shown is not even laid out.
    cut = max(0, min(middle, len(text)) - width)
    part = text[cut : cut + 3 * width]
    signs, columns = laid_out(part)
    first = 0
    if cut or columns[-1] > width:
        room = width - 6
        target = columns[min(max(middle - cut, 0), len(signs))]
        while (
            first < len(signs) and columns[first] < target - room // 2 and columns[-1] - columns[first] > room
        ):
            first += 1
        last = len(signs)
        while last > first and columns[last] - columns[first] > room:
            last -= 1
        left = "..." if cut + first else ""
        right = "..." if cut + last < len(text) else ""
    else:
        last, left, right = len(signs), "", ""
    shift = len(left) - columns[first]

    def column(index: int) -> int:
        inside = min(max(index - cut, first), last)
        # A mark may stand behind the line's end, where something is missing.
        behind = min(index - len(text), 1) if index > len(text) and last == len(signs) else 0
        return columns[inside] + shift + behind

    underlines = [(column(m.start), max(1, column(m.end) - column(m.start))) for m in marks]
    return left + "".join(signs[first:last]) + right, underlines
