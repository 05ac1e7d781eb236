"""What a player calls the things of a table: features, boxes, sets, tracks, words."""

from __future__ import annotations

from collections import Counter

from sspdsl.ir.model import BoxDef, CellDef, Program
from sspdsl.words.boxes import Groups
from sspdsl.words.english import article, listed, plain_name
from sspdsl.words.markdown import escaped

MANY = 4  # Features in a list that are better said as zones.


class Names:
    """The names of a program's things, ready for Markdown. Names are worked out once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.features = self._features()
        self.zones = _told_apart(
            [each.title or plain_name(each.name) for each in program.zones],
            [self._board(each.board) for each in program.zones],
        )
        self.cells = self._cells()
        self.sets = self._sets()
        self.spaces = {
            each.name.removeprefix("spaces of "): number
            for number, each in enumerate(program.domains)
            if each.name.startswith("spaces of ")
        }
        self.groups = Groups(program, self)
        self.used_ability = {
            f"used {each.name}": escaped(each.title or plain_name(each.name)) for each in program.abilities
        }

    # ------------------------------------------------------------ things with a number

    def feature(self, number: int) -> str:
        return _at(self.features, number, "nowhere")

    def zone(self, number: int) -> str:
        return _at(self.zones, number, "nowhere")

    def set(self, number: int) -> str:
        return _at(self.sets, number, "no set")

    def cell(self, number: int) -> str:
        """A track, counter or indicator, in italics."""
        return f"*{self.cells[number]}*" if 0 <= number < len(self.cells) else "nothing"

    def box(self, number: int) -> str:
        """`Left Inlane` for an only box, else `box 3/4 of Duckies`."""
        if not 0 <= number < len(self.program.boxes):
            return "no box"
        box = self.program.boxes[number]
        if len(self.program.features[box.feature].boxes) == 1:
            return self.feature(box.feature)
        return f"box {self.box_mark(box)} of {self.feature(box.feature)}"

    def box_mark(self, box: BoxDef) -> str:
        """How a box is told from the others of its feature: by its faces, or by a name and its faces."""
        mark = own_mark(box)
        if mark is None:
            return faces_of(box)
        return f"*{escaped(plain_name(mark))}*"

    def position(self, number: int) -> str:
        if not 0 <= number < len(self.program.positions):
            return "nowhere"
        position = self.program.positions[number]
        return self.feature(position.feature) if position.box is None else self.box(position.box)

    def boxes(self, numbers: tuple[int, ...], last: str = "and") -> str:
        """A list of boxes by the fewest names: sets, features, zones, kinds."""
        return self.groups.named(numbers, last)

    def positions(self, numbers: tuple[int, ...], last: str = "or") -> str:
        """A list of places; a feature stands for its boxes where all of them are meant."""
        rows = self.program.positions
        whole = dict.fromkeys(rows[n].feature for n in numbers)
        out = []
        if len(whole) > MANY:
            full = all(n in numbers for n, row in enumerate(rows) if row.feature in whole and row.box is None)
            every = tuple(b for feature in whole for b in self.program.features[feature].boxes)
            empty = [f for f in whole if not self.program.features[f].boxes]
            if full and every:
                return listed([*map(self.feature, empty), *self.groups.parts(every)], last)
        for feature in whole:
            here = [n for n in range(len(rows)) if rows[n].feature == feature]
            parts = [n for n in numbers if rows[n].feature == feature]
            boxes = [n for n in here if rows[n].box is not None]
            if len(parts) == len(here) or (boxes and set(boxes) <= set(parts)) or not boxes:
                out.append(self.feature(feature))
            else:
                found = [self.program.boxes[b] for n in parts if (b := rows[n].box) is not None]
                marks = list(dict.fromkeys(map(self.box_mark, found)))
                noun = "box" if len(marks) == 1 else "boxes"
                out.append(f"{noun} {listed(marks, last)} of {self.feature(feature)}")
        return listed(out, last)

    def word(self, domain: int, number: int) -> str:
        """A word of a list of words, by its title."""
        words = self.program.domains[domain].words
        if not 0 <= number < len(words):
            return "none"
        return escaped(words[number].title or plain_name(words[number].name))

    def cell_word(self, cell: CellDef, value: int) -> str:
        """What a cell that holds words says with this value."""
        if cell.words is None:
            space = self.spaces.get(cell.name)
            return str(value) if space is None else self.word(space, value - cell.low)
        return self.word(cell.words, value - 1 if cell.or_none else value)

    def member(self, cell: CellDef, index: int) -> str:
        """A member of a cell declared `per` something, as it is written on the sheet."""
        at = index - cell.index_low
        name = cell.members[at] if 0 <= at < len(cell.members) else str(index)
        domain = self.domain_of_members(cell)
        return escaped(plain_name(name)) if domain is None else self.word(domain, at)

    def domain_of_members(self, cell: CellDef) -> int | None:
        """The list of words a cell is declared `per`, if it is one."""
        for number, domain in enumerate(self.program.domains):
            if cell.members and cell.members == tuple(word.name for word in domain.words):
                return number
        return None

    def domain(self, number: int) -> str:
        return escaped(plain_name(self.program.domains[number].name))

    def action(self, number: int) -> str:
        return f"*{escaped(plain_name(self.program.actions[number].name))}*"

    def window(self, number: int) -> str:
        window = self.program.windows[number]
        return escaped(window.title or plain_name(window.name))

    # ------------------------------------------------------------ working them out

    def _features(self) -> list[str]:
        firsts = []
        for each in self.program.features:
            title = each.title or plain_name(each.name.split(".")[-1])
            firsts.append(title if any(map(str.isalpha, title)) else f"{plain_name(each.kind)} {title}")
        seconds = [
            _longer(title, plain_name(each.name.split(".")[-1]))
            for title, each in zip(firsts, self.program.features, strict=True)
        ]
        boards = [self._board(self.program.zones[f.zone].board) for f in self.program.features]
        return _told_apart(_told_apart_raw(firsts, seconds), boards)

    def _cells(self) -> list[str]:
        """Cells of the compiler stand under the name of what they count, and are no reason to tell apart."""
        rows = self.program.cells
        titles = [each.title or plain_name(each.name) for each in rows]
        own = [n for n, each in enumerate(rows) if not each.role]
        apart = _told_apart([titles[n] for n in own], [plain_name(rows[n].name) for n in own])
        named = dict(zip(own, apart, strict=True))
        return [named.get(n, escaped(title)) for n, title in enumerate(titles)]

    def _sets(self) -> list[str]:
        rows = self.program.sets
        titles = ["" if each.feature is not None else each.title or plain_name(each.name) for each in rows]
        apart = _told_apart(titles, [plain_name(each.name) for each in rows])
        return [
            name if each.feature is None else self.features[each.feature]
            for name, each in zip(apart, rows, strict=True)
        ]

    def _board(self, number: int) -> str:
        board = self.program.boards[number]
        return board.title or plain_name(board.name)


def own_mark(box: BoxDef) -> str | None:
    """The name of a box within its feature, where it is more than its faces."""
    mark = box.label.rpartition(".")[2]
    faces = {"/".join(map(str, box.faces)), *map(str, box.faces), "any", ""}
    return None if mark in faces else mark


def faces_of(box: BoxDef) -> str:
    """The faces as printed."""
    if box.faces == (1, 2, 3, 4, 5, 6):
        return "any"
    return "/".join(map(str, box.faces)) or "blank"


def kind_words(kind: str, one: bool = True) -> str:
    """A kind of feature as a noun: `an outlane`."""
    return article(escaped(plain_name(kind))) if one else escaped(plain_name(kind))


def _longer(title: str, name: str) -> str:
    """`Left Outlane` from the title `Outlane` and the name `left outlane`."""
    if name.casefold() == title.casefold():
        return title
    if name.casefold().endswith(" " + title.casefold()):
        return f"{name[: -len(title) - 1].title()} {title}"
    return f"{title} ({name})"


def _told_apart_raw(names: list[str], more: list[str]) -> list[str]:
    often = Counter(name.casefold() for name in names)
    return [other if often[name.casefold()] > 1 else name for name, other in zip(names, more, strict=True)]


def _told_apart(names: list[str], more: list[str]) -> list[str]:
    """The names, escaped; where two are equal, with what tells them apart in brackets."""
    often = Counter(names)
    return [
        escaped(name if often[name] == 1 or not other else f"{name} ({other})")
        for name, other in zip(names, more, strict=True)
    ]


def _at(names: list[str], number: int, nothing: str) -> str:
    return names[number] if 0 <= number < len(names) else nothing
