"""What a table keeps beside its boxes, read for drawing: rows of cells, grids, indicators, bonus lists, sets.

Hidden cells, and those that the compiler made for the turn, are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sspdsl.draw.spots import title_of
from sspdsl.draw.values import in_words
from sspdsl.graph.build import bonus_lists
from sspdsl.graph.words import words_of
from sspdsl.ir.model import CellDef, Program
from sspdsl.ir.terms import Branch, Expr, OneOf, Op
from sspdsl.ir.walk import bodies_of, cells_in, effects_in

AT_TIMES = "only at times"
CELLS_MOST = 31  # A counter with more values is a range.


@dataclass(frozen=True, slots=True)
class Strip:
    """One cell: its values in order and which is the first; or, where they are many, the range in words."""

    cell: int
    title: str
    values: tuple[str, ...]
    start: int
    told: str  # "0..72, starts at 0", or "".


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells declared per the same things: a column for each of these, a row for each cell."""

    members: tuple[str, ...]
    rows: tuple[tuple[int, str, str], ...]  # Cell, its title, what stands in each of its boxes.


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a bonus list; `line` is that of the box that marks it as taken, "" if it has none."""

    title: str
    line: str
    condition: str  # In words, "" if it has none.


@dataclass(frozen=True, slots=True)
class Panel:
    title: str
    when: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    strips: tuple[Strip, ...]
    indicators: tuple[tuple[int, str], ...]  # Cell and title.
    slots: tuple[tuple[int, str, str], ...]  # Cell, title, its words.
    grids: tuple[Grid, ...]
    panels: tuple[Panel, ...]
    sets: tuple[tuple[str, str], ...]  # Title, and what it joins.

    def __bool__(self) -> bool:
        return any((self.strips, self.indicators, self.slots, self.grids, self.panels, self.sets))


def read_kept(program: Program) -> Kept:
    strips: list[Strip] = []
    indicators: list[tuple[int, str]] = []
    slots: list[tuple[int, str, str]] = []
    per: dict[tuple[int, tuple[str, ...]], list[tuple[int, str, str]]] = {}
    for i, cell in enumerate(program.cells):
        if cell.hidden or cell.role:
            continue
        title = title_of_cell(cell)
        if cell.size > 1:
            row = (i, title, "" if cell.form == "indicator" else _inside(program, cell))
            per.setdefault((cell.index_low, cell.members), []).append(row)
        elif cell.form == "indicator":
            indicators.append((i, title))
        elif cell.form == "slot":
            slots.append((i, title, _listed(values_of(program, cell))))
        elif cell.form == "tally" or cell.high - cell.low >= CELLS_MOST:
            told = f"{cell.low}..{cell.high}" if cell.form != "tally" else "a number"
            strips.append(Strip(i, title, (), 0, f"{told}, starts at {cell.first}"))
        else:
            values = spaces_of(program, cell)
            start = len(values) - (cell.high - cell.first + 1)
            strips.append(Strip(i, title, values, start, ""))
    strips.sort(key=lambda s: program.cells[s.cell].form != "track")
    grids = (Grid(_members(program, names), tuple(rows)) for (_, names), rows in per.items())
    return Kept(
        tuple(strips),
        tuple(indicators),
        tuple(slots),
        tuple(grids),
        tuple(_panels(program)),
        tuple(_sets(program)),
    )


def title_of_cell(cell: CellDef) -> str:
    return cell.title.strip() or cell.name.replace("_", " ")


def values_of(program: Program, cell: CellDef) -> tuple[str, ...]:
    """What each value of a cell is called, from the lowest."""
    if cell.words is None or not 0 <= cell.words < len(program.domains):
        words = ["none"] if cell.or_none else [str(cell.low)]
        return (*words, *(str(v) for v in range(cell.low + 1, cell.high + 1)))
    said = [w.title.strip() or w.name.replace("_", " ") for w in program.domains[cell.words].words]
    return tuple([*(["none"] if cell.or_none else []), *said][cell.low : cell.high + 1])


def spaces_of(program: Program, cell: CellDef) -> tuple[str, ...]:
    """What stands on each space: its name, and its value where the track has values; a track that starts
    at a space of its own has no space before the first.
    """
    spaces = next((d.words for d in program.domains if d.name == f"spaces of {cell.name}"), ())
    if cell.form != "track" or len(spaces) != cell.high - cell.low + 1:
        return values_of(program, cell)
    worth = next((f.values for f in program.facts if f.name == f"values of {cell.name}"), ())
    found = []
    for k, word in enumerate(spaces):
        name = word.title.strip() or word.name.replace("_", " ")
        counted = name.removeprefix(cell.name).strip().isdecimal()
        value = str(worth[k]) if len(worth) == len(spaces) else ""
        start = k == 0 and name == "start"
        found.append(name if not value or start else value if counted else f"{name}: {value}")
    return tuple(found[1:] if found[0] == "start" and cell.first > cell.low else found)


def _inside(program: Program, cell: CellDef) -> str:
    """The values of a cell that stands many times, in short."""
    if cell.words is not None:
        return _listed(values_of(program, cell))
    return f"{cell.low}..{cell.high}"


def _listed(values: tuple[str, ...]) -> str:
    """Values with commas; numbers one after the other as a range."""
    found: list[list[str]] = []
    for v in values:
        if found and v.isdecimal() and found[-1][-1].isdecimal() and int(v) == int(found[-1][-1]) + 1:
            found[-1].append(v)
        else:
            found.append([v])
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 3 else ", ".join(run) for run in found)


def _members(program: Program, names: tuple[str, ...]) -> tuple[str, ...]:
    """Titles of the things a cell is kept for, where a list of words has them all."""
    for domain in program.domains:
        titles = {w.name: w.title.strip() for w in domain.words}
        if all(titles.get(n) for n in names):
            return tuple(titles[n] for n in names)
    return tuple(n.replace("_", " ") for n in names)


# ---------------------------------------------------------------- bonus lists and sets


def _panels(program: Program) -> Iterator[Panel]:
    """Lists with an entry that can be used up: only there is something to mark."""
    lists, paid = bonus_lists(program)
    effects = (e for _, body in bodies_of(program) for e in effects_in(body) if isinstance(e, OneOf))
    known = {(e.about, tuple(b.name for b in e.branches)): e for e in effects}
    for n, found in enumerate(lists):
        effect = known.get((found.about, tuple(e.name for e in found.entries)))
        if effect is None or not any(e.once for e in found.entries):
            continue
        sets = [_set_title(program, s) for s, owned in paid.items() if n in owned]
        when = f"when {' or '.join(sets)} is complete" if sets else ""
        yield Panel(found.about, when, tuple(_entry(program, b) for b in effect.branches))


def _entry(program: Program, branch: Branch) -> Entry:
    taken = [c for c in sorted(cells_in(branch.guard)) if program.cells[c].role == "taken"]
    parts = [_said(program, part) for part in _parts(branch.guard) if not _is_mark(program, part)]
    more = AT_TIMES if AT_TIMES in parts else f"while {' and '.join(parts)}" if parts else ""
    return Entry(
        branch.title.strip() or branch.name.replace("_", " "),
        program.cells[taken[0]].line if taken else "",
        more,
    )


def _parts(guard: Expr | None) -> Iterator[Expr]:
    if isinstance(guard, Op) and guard.op == "and":
        for part in guard.args:
            yield from _parts(part)
    elif guard is not None:
        yield guard


def _is_mark(program: Program, part: Expr) -> bool:
    return any(program.cells[c].role == "taken" for c in cells_in(part))


def _said(program: Program, part: Expr) -> str:
    """A condition in words; how many balls are in play is a sum that nobody would write."""
    words = words_of(program, part)
    balls = " + ".join(f"at of {k + 1} is more than 0" for k in range(program.balls))
    for k in range(program.balls, 0, -1):
        words = words.replace(f"{balls} is less than {k}", f"fewer than {k} balls are in play")
    words = re.sub(r"filled of ([\w.]+) is 0", r"\1 is empty", words)
    titles = {program.boxes[f.boxes[0]].name: title_of(f) for f in program.features if len(f.boxes) == 1}
    words = re.sub(r"[\w.]+", lambda found: titles.get(found[0], found[0]), words)
    clumsy = "at of" in words or re.search(r"\bit\b", words)
    return AT_TIMES if clumsy else in_words(program, words)


def _set_title(program: Program, number: int) -> str:
    found = program.sets[number]
    if found.feature is not None:
        return title_of(program.features[found.feature])
    return found.title.strip() or found.name.replace("_", " ")


def _sets(program: Program) -> Iterator[tuple[str, str]]:
    """Sets joined from several features or from indicators."""
    for number, found in enumerate(program.sets):
        if found.feature is not None:
            continue
        features = dict.fromkeys(program.boxes[b].feature for b in found.boxes)
        times = Counter(title_of(program.features[f]) for f in features)
        names = [f"{n} times {title}" if n > 1 else title for title, n in times.items()]
        for cell, index in found.cells:
            kept = program.cells[cell]
            at = index - kept.index_low
            member = f" {kept.members[at]}" if kept.size > 1 and 0 <= at < len(kept.members) else ""
            names.append(title_of_cell(kept) + member)
        size = f"{len(found.boxes)} boxes: " if found.boxes else ""
        ends = "erased when complete" if found.erases else "kept when complete"
        yield _set_title(program, number), f"{size}{', '.join(names)}; {ends}"


def lines_kept(program: Program, kept: Kept) -> set[str]:
    """What a legend must explain of all this: outlines, the mark of a start, bonuses without end."""
    cells = [s.cell for s in kept.strips] + [i for i, _ in kept.indicators] + [i for i, _, _ in kept.slots]
    cells += [i for g in kept.grids for i, _, _ in g.rows]
    entries = [e for p in kept.panels for e in p.entries]
    found = {program.cells[i].line for i in cells} | {e.line for e in entries if e.line}
    found |= {"start"} if kept.slots or any(s.values for s in kept.strips) else set()
    return found | ({"endless"} if any(not e.line for e in entries) else set())
