"""What V3 and V10 ask of a table, one claim for each thing: that it happens in some game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sspdsl.graph.words import words_of
from sspdsl.ir.model import CellDef, Place, Program
from sspdsl.ir.terms import Assign, Cell, Expr, Num, Op, RollCell, Var
from sspdsl.ir.walk import FIELDS, cells_in, effects_in, terms_in
from sspdsl.verify.goals import Wish
from sspdsl.verify.reach import Reach
from sspdsl.verify.sites import (
    OWN,
    Key,
    Site,
    Sites,
    at_line,
    clause_words,
    clauses,
    is_fixed,
    of_library,
    place_of,
)

RUN = ("rule", "action", "instead", "ability", "step")
ALWAYS: Key = ("always",)
"""Happens in every game: what says who wins, and the faces of boxes, are read at all times."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One of these `keys` happens. `what` says it: `completed`, `taken`, `set`, `read`, `run`, `true`."""

    name: str
    what: str
    keys: tuple[Key, ...]
    wishes: tuple[Wish, ...]
    place: Place | None
    text: tuple[object, ...] = ()
    """Equal for claims about one piece of text, which a kind may bring to several features: one is enough."""
    cell: int | None = None
    """The flag that is set or read."""

    @property
    def library(self) -> bool:
        return of_library(self.place)


def claims_of(program: Program, sites: Sites, found: Reach) -> tuple[list[Claim], list[Claim]]:
    """The claims of V3 and of V10, in the order of the program."""
    first = [*sets(program), *entries(program, sites), *flags(program, sites), *runs(program)]
    return merged(first), merged([*conditions(program, sites, found)])


def merged(claims: list[Claim]) -> list[Claim]:
    """One claim for each piece of text."""
    out: dict[object, Claim] = {}
    for number, claim in enumerate(claims):
        mark: object = number
        if claim.text and claim.text[0] == "open":
            # Each box has a place of its own, but its feature has said it.
            mark = (claim.what, *claim.text)
        elif claim.text and claim.place:
            mark = (claim.what, claim.place, *claim.text)
        other = out.get(mark)
        if other is None:
            out[mark] = claim
        else:
            out[mark] = replace(other, keys=(*other.keys, *claim.keys), wishes=(*other.wishes, *claim.wishes))
    return list(out.values())


# ---------------------------------------------------------------- V3


def sets(program: Program) -> Iterator[Claim]:
    """Every set that means something: it erases, joins features, or something waits for it or counts it.

    That all boxes of a feature are filled means nothing by itself (a reminder, a lane).
    """
    heard = {n for rule in program.rules if rule.event.kind == "complete" for n in rule.event.subjects}
    heard |= {n for life in program.lifetimes if life.event.kind == "complete" for n in life.event.subjects}
    for number, made in enumerate(program.sets):
        means = made.erases and all(program.boxes[box].line != "never" for box in made.boxes)
        if number not in heard and made.feature is not None and made.completions is None and not means:
            continue
        key: Key = ("set", number)
        name = f"set {made.name}{at_line(made.place)}"
        yield Claim(name, "completed", (key,), (Wish(key, group=number),), made.place)


def entries(program: Program, sites: Sites) -> Iterator[Claim]:
    """Every entry of every list. A list that two rules offer has its entries twice."""
    for site, branch, owner in sites.branches:
        key: Key = ("branch", *site.key)
        place = place_of(program, site.clause)
        title = branch.title or branch.name
        of = f" of {owner.about}" if owner.about else ""
        name = f"entry {title}{of} in {clause_words(program, site.clause)}"
        wish = Wish(key, site.clause, site.picks, site.under)
        yield Claim(name, "taken", (key,), (wish,), place, ("entry", branch.name))


def flags(program: Program, sites: Sites) -> Iterator[Claim]:
    """Every flag, counter, track and slot of the author: given another value than its first, and read."""
    readers = readers_of(program, sites)
    for number, cell in enumerate(program.cells):
        if cell.role or cell.low >= cell.high:
            continue
        kind = "flag" if cell.form == "indicator" else cell.form
        line = at_line(cell.place)
        # A flag `per` something is one flag with members, of which a member in brackets is a gap.
        there = [at for at in range(cell.size) if not (cell.members and cell.members[at].startswith("("))]
        wishes = tuple(Wish(("wrote", number, at), under=(changed(cell, number, at),)) for at in there)
        name = f"{kind} {cell.name}{line}"
        yield Claim(name, "set", tuple(wish.key for wish in wishes), wishes, cell.place, cell=number)
        read = tuple(dict.fromkeys(readers.get(number, ())))
        yield Claim(name, "read", read, (), cell.place, cell=number)


def changed(cell: CellDef, number: int, at: int) -> Expr:
    """This member does not hold its first value."""
    index = Num(cell.index_low + at) if cell.size > 1 else None
    return Op("is_not", (Cell(number, index), Num(cell.first)))


def readers_of(program: Program, sites: Sites) -> dict[int, list[Key]]:
    """What happens when a cell is read, for each cell. A cell changed by what it holds is not read."""
    out: dict[int, list[Key]] = {}

    def note(keys: Iterable[Key], *terms: object) -> None:
        for cell in sorted(cells_in(*terms)):
            out.setdefault(cell, []).extend(keys)

    for site, guard in sites.guards:
        note([("guard", *site.key, 1), ("guard", *site.key, 0)], guard)
    for _, _, body in clauses(program):
        for effect in effects_in(body):
            key: Key = ("effect", *sites.effects[id(effect)].key)
            for cell in sorted(cells_in(*own_terms(effect))):
                if not (isinstance(effect, Assign | RollCell) and effect.cell == cell):
                    out.setdefault(cell, []).append(key)
    for number, ability in enumerate(program.abilities):
        note([("ability", number)], ability.params)
    for number, modifier in enumerate(program.modifiers):
        note([("modifier", number)], modifier.factor)
    for number, made in enumerate(program.sets):
        for cell, _ in made.cells:
            out.setdefault(cell, []).append(("set", number))
    for box in program.boxes:
        note([ALWAYS], box.stars, *box.slots)
    note([ALWAYS], *program.wins)
    note([ALWAYS], *(Cell(achievement.cell) for achievement in program.achievements))
    return out


def own_terms(effect: Any) -> list[object]:
    """The expressions of an effect itself, not those of the bodies in it."""
    inner = ("body", "then", "other", "branches")
    return [getattr(effect, name) for name in FIELDS[type(effect)] if name not in inner]


def runs(program: Program) -> Iterator[Claim]:
    """Every rule, `instead of`, ability and modifier; every action but those of the standard library."""
    for clause, guard, body in clauses(program):
        kind, number, which = clause
        place = place_of(program, clause)
        under = () if guard is None else (guard,)
        name = clause_words(program, clause)
        key: Key = (kind, number, which) if kind == "instead" else (kind, number)
        picks: tuple[str, ...] = ()
        match kind:
            case "rule" | "instead":
                pass
            case "ability":
                picks = (program.abilities[number].name,)
            case "action":
                if of_library(place) or not body:
                    continue
            case "modifier":
                if guard is not None and is_fixed(program, guard):
                    continue
                boxes = program.modifiers[number].boxes if not program.modifiers[number].all else ()
                wish = Wish(key, under=under, boxes=boxes)
                yield Claim(name, "applied", (key,), (wish,), place)
                continue
            case _:
                continue
        said = {"ability": "used"}.get(kind, "run")
        yield Claim(name, said, (key,), (Wish(key, clause, picks, under),), place, (kind,))


# ---------------------------------------------------------------- V10


def conditions(program: Program, sites: Sites, found: Reach) -> Iterator[Claim]:
    """Every condition, once that it holds and once that it does not. Not what rests on options alone."""
    sources: dict[int, list[int]] = {}
    for _, source, box in sorted(found.world.moves):
        if source not in sources.setdefault(box, []):
            sources[box].append(source)
    for site, guard in sites.guards:
        if is_fixed(program, guard):
            continue
        place = place_of(program, site.clause)
        for truth in (True, False):
            key: Key = ("guard", *site.key, int(truth))
            said = words_of(program, guard)
            name = f"`{said}` in {clause_words(program, site.clause)}"
            wish = condition(program, site, guard, truth, key, sources)
            text: tuple[object, ...] = (site.clause[0], said)
            if site.clause[0] == "open":
                text = ("open", program.boxes[site.clause[1]].feature, outline(guard))
            yield Claim(name, "true" if truth else "false", (key,), (wish,), place, text)


def fixed_conditions(program: Program, sites: Sites) -> int:
    """How many conditions rest on options alone."""
    return sum(is_fixed(program, guard) for _, guard in sites.guards)


def outline(guard: Expr) -> tuple[object, ...]:
    """What a condition of boxes says, but for the numbers that are another for each box."""
    return tuple((type(t).__name__, getattr(t, "op", ""), getattr(t, "cell", "")) for t in terms_in(guard))


def condition(
    program: Program, site: Site, guard: Expr, truth: bool, key: Key, sources: dict[int, list[int]]
) -> Wish:
    """This condition is asked about and is so."""
    kind, number, _ = site.clause
    last = guard if truth else Op("not", (guard,))
    if kind in ("rule", "action", "instead", "step") or (kind == "ability" and site.at != OWN):
        under = (last,) if site.at == OWN else (*site.under, last)
        return Wish(key, site.clause, site.picks, under)
    places: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()
    match kind:
        case "way" | "ban":
            made = program.ways[number] if kind == "way" else program.bans[number]
            # The die that is used is as good as any.
            places, last = made.sources, put(last, {0: Num(0)})
        case "open":
            places = tuple(sources.get(number, ()))
            last = put(last, {0: Num(number), 1: Num(-1)})
        case "modifier":
            boxes = program.modifiers[number].boxes if not program.modifiers[number].all else ()
    return Wish(key, None, (), (last,), places=places, boxes=boxes)


def put(term: Any, known: dict[int, Expr]) -> Any:
    """The term with these variables replaced."""
    if isinstance(term, Var):
        return known.get(term.slot, term)
    if isinstance(term, tuple):
        return tuple(put(inner, known) for inner in term)
    names = FIELDS.get(type(term))
    if not names:
        return term
    return replace(term, **{name: put(getattr(term, name), known) for name in names})
