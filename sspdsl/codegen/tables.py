"""The constant tables of a module: what the pin is, its graph, where its cells are, its abilities."""

from __future__ import annotations

from sspdsl.codegen.events import HEAD, Events
from sspdsl.codegen.layout import OWN_TALLY, TURN_ROLES, Layout, Slot
from sspdsl.codegen.names import (
    comment_text,
    data_literal,
    mask_literal,
    place_text,
    string_literal,
    tuple_literal,
)
from sspdsl.codegen.reach import mask_of
from sspdsl.codegen.static import Scope
from sspdsl.codegen.turn import Turn
from sspdsl.codegen.writer import Writer
from sspdsl.ir.model import Program


def write_about(out: Writer, program: Program) -> None:
    """PIN and GRAPH: data for those who use the module."""
    pin = {
        "name": program.name,
        "title": program.title,
        "kind": program.kind,
        "book": program.book,
        "difficulty": program.difficulty,
        "max_players": program.max_players,
        "balls": program.balls,
        "dice": program.dice,
        "options": dict(program.options),
        "readings": dict(program.readings),
        "achievements": {each.name: each.title for each in program.achievements},
    }
    _write_dict(out, "PIN", pin)
    graph = {
        "positions": [position.name for position in program.positions],
        "boxes": [
            {
                "name": box.name,
                "label": box.label,
                "feature": program.features[box.feature].name,
                "faces": list(box.faces),
                "colour": box.colour,
                "line": box.line,
                "position": box.position,
                "drains": box.drains,
            }
            for box in program.boxes
        ],
        "ways": [
            {
                "name": way.name,
                "from": list(way.sources),
                "to": list(way.targets),
                "while": way.words,
                "through": [program.features[feature].name for feature in way.through],
                "steps": way.steps,
            }
            for way in program.ways
        ],
        "sets": {group.name: list(group.boxes) for group in program.sets},
    }
    _write_dict(out, "GRAPH", graph)


def _write_dict(out: Writer, name: str, data: dict[str, object]) -> None:
    out.line(f"{name}: Final[dict[str, Any]] = {{")
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            out.line(f"    {string_literal(key)}: [")
            for row in value:
                out.line(f"        {data_literal(row)},")
            out.line("    ],")
        else:
            out.line(f"    {string_literal(key)}: {data_literal(value)},")
    out.line("}")


def write_constants(out: Writer, program: Program, layout: Layout) -> None:
    """The first values of the cells, what goes back when, and where the cells with a role are."""
    out.line(f"_PLAYERS: int = {program.max_players}")
    out.line(f"_BALLS: int = {program.balls}")
    out.line(f"_DICE: int = {program.dice}")
    for name, where in (("CELLS", 0), ("SHARED", 1)):
        first = sum(slot.first_bits for slot in layout.slots if slot.where == where)
        out.line(f"_FIRST_{name}: int = {mask_literal(first)}")
    for name, where in (("SCORE", 2), ("ROLLS", 3)):
        found = layout.tallies(where)
        out.line(f"_FIRST_{name}: int = {found[0].first if found else 0}")
    for name, where in (("MORE_SHARED", 4), ("MORE_EACH", 5)):
        firsts = tuple(cell.first for cell in layout.tallies(where) for _ in range(cell.size))
        out.line(f"_FIRST_{name}: tuple[int, ...] = {data_literal(firsts)}")
    last_roll = layout.role("last_roll")
    out.line(f"_LAST_ROLL: int = {last_roll.shift if last_roll and last_roll.where == 5 else -1}")
    markable = mask_of(number for number, box in enumerate(program.boxes) if box.line != "never")
    out.line(f"_MARKABLE: int = {mask_literal(markable)}")
    finished = layout.role("finished")
    if finished is None or finished.width != 1:
        raise ValueError("a program needs a cell of role `finished`")
    out.line(f"_FINISHED: int = {mask_literal(1 << finished.shift)}")
    steps = [
        slot
        for slot in layout.slots
        if slot.cell.role in TURN_ROLES or (slot.cell.role == "used" and slot.cell.line == "until")
    ]
    turn = [*steps, *[slot for slot in layout.slots if slot.cell.role in ("value", "raw")]]
    for name, slots, where in (("STEPS", steps, 0), ("TURN", turn, 0), ("SHARED", turn, 1)):
        here = [slot for slot in slots if slot.where == where]
        out.line(
            f"_{name}_KEEP: int = {mask_literal(layout.kept(where, sum(slot.all_bits for slot in here)))}"
        )
        out.line(f"_{name}_FIRST: int = {mask_literal(sum(slot.first_bits for slot in here))}")
    tallies = tuple(
        (slot.shift, slot.cell.size, slot.cell.first) for slot in steps if slot.where == OWN_TALLY
    )
    out.line(f"_STEPS_TALLIES: tuple[tuple[int, int, int], ...] = {data_literal(tallies)}")
    for role, size in (
        ("raw", program.dice),
        ("value", program.dice),
        ("die_used", program.dice),
        ("kept", program.dice),
        ("at", program.balls),
        ("moved", program.balls),
    ):
        fields = _fields(layout.role(role), size)
        out.line(f"_{role.upper()}: tuple[tuple[int, int, int], ...] = {data_literal(fields)}")


def _fields(slot: Slot | None, size: int) -> tuple[tuple[int, int, int], ...]:
    if slot is None:
        return ()
    return tuple(
        (slot.shift + slot.width * i, slot.mask, slot.cell.low) for i in range(min(size, slot.cell.size))
    )


def write_names(out: Writer, program: Program, layout: Layout) -> None:
    """The names of things, what `view` shows, and the ranges of saved states."""
    windows = [window.name for window in program.windows]
    out.line(f"_WINDOW: int = {windows.index('acting') if 'acting' in windows else -1}")
    titles = tuple(window.title or window.name for window in program.windows)
    out.line(f"_WINDOW_TITLES: tuple[str, ...] = {data_literal(titles)}")
    rows: list[tuple[str, tuple[str, ...]]] = [
        ("POSITIONS", tuple(position.name for position in program.positions)),
        ("NAMES", tuple(box.name for box in program.boxes)),
        ("LABELS", tuple(box.label for box in program.boxes)),
        ("FEATURES", tuple(feature.name for feature in program.features)),
        ("SETS", tuple(group.name for group in program.sets)),
    ]
    for name, texts in rows:
        _write_rows(out, f"_{name}: tuple[str, ...]", [string_literal(text) for text in texts])
    words = [data_literal(tuple(word.name for word in domain.words)) for domain in program.domains]
    _write_rows(out, "_WORDS: tuple[tuple[str, ...], ...]", words)
    out.line(f"_BOX_AT: tuple[int, ...] = {data_literal(tuple(box.position for box in program.boxes))}")
    out.line(f"_DRAINS: int = {mask_literal(mask_of(i for i, b in enumerate(program.boxes) if b.drains))}")
    shown = []
    for slot in layout.slots:
        if not slot.cell.hidden:
            shown.append(f"{_view_row(program, slot)}")
    kind = "tuple[str, int, int, int, int, int, tuple[str, ...], tuple[str | None, ...]]"
    _write_rows(out, f"_VIEW: tuple[{kind}, ...]", shown)
    ranges = [
        data_literal((slot.where, slot.shift, slot.width, slot.cell.size, slot.cell.high - slot.cell.low))
        for slot in layout.slots
        if slot.where < 2 and slot.width
    ]
    _write_rows(out, "_RANGES: tuple[tuple[int, int, int, int, int], ...]", ranges)
    earned = []
    for each in program.achievements:
        place = layout.slots[each.cell]
        earned.append(data_literal((each.name, place.shift)))
    _write_rows(out, "_ACHIEVEMENTS: tuple[tuple[str, int], ...]", earned)


def _view_row(program: Program, slot: Slot) -> str:
    cell = slot.cell
    words: tuple[str | None, ...] = ()
    if cell.words is not None:
        names = tuple(word.name for word in program.domains[cell.words].words)
        words = (None, *names) if cell.or_none else names
    row = (cell.name, slot.where, slot.shift, slot.width, cell.size, cell.low, cell.members, words)
    return data_literal(row)


def _write_rows(out: Writer, name: str, rows: list[str]) -> None:
    out.line(f"{name} = (" + ("" if rows else ")"))
    for row in rows:
        out.line(f"    {row},")
    if rows:
        out.line(")")


def write_abilities(out: Writer, events: Events) -> None:
    """For each ability the ways to bind its parameters, and its body; then the table of them."""
    program, effects = events.program, events.effects
    rows = []
    for number, ability in enumerate(program.abilities):
        place = f"ability {comment_text(ability.name)}: {place_text(ability.place)}"
        out.comment(place)
        with out.block(f"def _bind_{number}({HEAD}) -> list[tuple[int, ...]]:"):
            out.line('"""The ways to bind the parameters of an ability that may be used now."""')
            guard = "True" if ability.guard is None else effects.words.truth(ability.guard, Scope()).text
            if guard == "True":
                _write_binding(out, events, number)
            elif guard != "False":
                with out.block(f"if {guard}:"):
                    _write_binding(out, events, number)
            if guard != "True":
                out.line("return []")
        out.line()
        out.line()
        scope, body = Scope(), Writer()
        for binder in ability.params:
            _, scope = effects.words.loop(binder, scope)
        effects.body(body, ability.body, scope)
        params = "".join(f", v{binder.slot}: int" for binder in ability.params)
        out.comment(place)
        events.function(out, f"_ability_{number}", params, "What an ability does.", body)
        kinds = (
            tuple_literal([string_literal(binder.kind) for binder in ability.params])
            if ability.params
            else "()"
        )
        rows.append(
            f"({ability.window}, {string_literal(ability.name)}, {ability.keeping}, "
            f"_bind_{number}, _ability_{number}, _members({kinds})),"
        )
    out.line("_ABILITIES: tuple[")
    out.line("    tuple[int, str, bool, Callable[..., list[tuple[int, ...]]], Callable[..., _FCS], Any], ...")
    out.line("] = (")
    for row in rows:
        out.line(f"    {row}")
    out.line(")")


def _write_binding(out: Writer, events: Events, number: int) -> None:
    ability = events.program.abilities[number]
    if not ability.params:
        out.line("return [()]")
        return
    parts, inner = [], Scope()
    for binder in ability.params:
        head, inner = events.effects.words.loop(binder, inner)
        where = "" if binder.where is None else f" if {events.effects.words.truth(binder.where, inner).at(1)}"
        parts.append(head + where)
    members = tuple_literal([f"v{binder.slot}" for binder in ability.params])
    out.line(f"return [{members} {' '.join(parts)}]")


def write_dispatch(out: Writer, events: Events, turn: Turn, passed: list[str]) -> None:
    """The tables of functions, and what the players win by."""
    program, effects = events.program, events.effects
    fill = "tuple[_Fill, ...]"
    for name, functions in (("FILLS", events.fills), ("HITS", events.hits)):
        out.line(f"_{name}: {fill} = {tuple_literal(functions) if functions else '()'}")
    by_ball = tuple_literal([tuple_literal(each) for each in events.hits_by]) if events.hits_by else "()"
    out.line(f"_HITS_BY: tuple[{fill}, ...] = {by_ball}")
    out.line(f"_PASSED: tuple[_Effect | None, ...] = {tuple_literal(passed) if passed else '()'}")
    out.line(f"_GROUPS: tuple[tuple[int, int, bool], ...] = {data_literal(tuple(turn.groups))}")
    kind = "tuple[str, str, Callable[[_Run, int, int, int, Any], str]]"
    out.line(f"_QUESTIONS: tuple[{kind}, ...] = (")
    for question in effects.questions:
        out.line(f"    {question}")
    out.line(")")
    for number, fact in enumerate(program.facts):
        out.line(
            f"_FACT_{number}: tuple[int, ...] = {data_literal(fact.values)}  # {comment_text(fact.name)}"
        )
    out.line()
    out.line()
    with out.block(f"def _standing({HEAD}) -> tuple[int, ...]:"):
        out.line('"""What the acting player wins by, the more the better."""')
        terms = [effects.words.text(term, Scope()) for term in program.wins]
        out.line(f"return {tuple_literal(terms) if terms else '()'}")
    out.line()
    out.line()
    with out.block(f"def _game_ends({HEAD}) -> _FCS:"):
        out.line('"""The action that runs when the game of a player ends."""')
        ends = [i for i, action in enumerate(program.actions) if action.name == "game_ends"]
        out.line(f"return _action_{ends[0]}(x, f, c, s)" if ends else "return f, c, s")
