"""The backglass: what is kept beside the boxes, read from the IR and drawn below the table."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

from sspdsl.draw.backglass import draw_backglass
from sspdsl.draw.canvas import Canvas
from sspdsl.draw.kept import read_kept
from sspdsl.ir import terms as t
from sspdsl.ir.model import CellDef, DomainDef, FactDef, Program, SetDef, WordDef
from tests.support.boards import carniball
from tests.support.odd_boards import HOSTILE
from tests.support.pictures import SVG, overlap, problems, svg_problems
from tests.support.tables import Builder, num, op

WIDTH = 200.0


def cell(name: str, form: str = "counter", low: int = 0, high: int = 5, **more: object) -> CellDef:
    plain = CellDef(name, "", form, "", False, low, high, low, 1, 0, (), "double", None, False, False, None)
    return replace(plain, **more)  # type: ignore[arg-type]


def with_cells(*cells: CellDef, **more: object) -> Program:
    return replace(carniball(), cells=cells, **more)  # type: ignore[arg-type]


def drawn(program: Program, w: float = WIDTH) -> Canvas:
    c = Canvas("backglass", "")
    c.w, c.h = w + 12, draw_backglass(c, program, read_kept(program), 6, 6, w) + 6
    return c


def test_a_counter_has_a_cell_for_each_value_and_its_start() -> None:
    (strip,) = read_kept(with_cells(cell("shields", high=4, first=3))).strips
    assert (strip.values, strip.start, strip.told) == (("0", "1", "2", "3", "4"), 3, "")


def test_a_large_counter_is_a_range() -> None:
    many, most = read_kept(with_cells(cell("data", high=72), cell("tribbles", high=30))).strips
    assert (many.values, many.told) == ((), "0..72, starts at 0")
    assert len(most.values) == 31


def test_hidden_cells_and_those_of_the_turn_are_left_out() -> None:
    kept = read_kept(with_cells(cell("a", hidden=True), cell("b", role="mover")))
    assert not kept.strips
    assert not kept.grids


def test_the_spaces_of_a_track_with_their_values() -> None:
    words = tuple(WordDef(n, "") for n in ("start", "hokey_pokey", "boogie2"))
    program = with_cells(
        cell("boogie", "track", high=2, first=1, line="dashed"),
        domains=(DomainDef("spaces of boogie", words),),
        facts=(FactDef("values of boogie", 0, (0, 3, 8)),),
    )
    (strip,) = read_kept(program).strips
    assert (strip.values, strip.start) == (("hokey pokey: 3", "8"), 0)


def test_cells_per_the_same_things_are_one_grid() -> None:
    names, words = ("kirk", "spock"), (WordDef("kirk", "James Kirk"), WordDef("spock", "Mr. Spock"))
    program = with_cells(
        cell("torpedo", "indicator", high=1, size=2, members=names),
        cell("hits", high=3, size=2, members=names),
        cell("skill", "indicator", high=1, size=3, members=("1", "2", "3")),
        domains=(DomainDef("crew", words),),
    )
    crew, skill = read_kept(program).grids
    assert crew.members == ("James Kirk", "Mr. Spock")
    assert [(i, text) for i, _, text in crew.rows] == [(0, ""), (1, "0..3")]
    assert skill.members == ("1", "2", "3")
    assert problems(drawn(program)) == []


def bonuses(guard: t.Expr | None = None) -> Program:
    builder = Builder(balls=2)
    builder.feature("start")
    boxes = builder.feature("lane", (1,), (2,))
    group = builder.group("pair", *boxes, feature=1)
    taken = builder.cell("taken list.one", role="taken", hidden=True, line="dashed")
    mark = op("not", t.Cell(taken))
    entries = (
        t.Branch("one", "Both Spinners", op("and", mark, guard) if guard else mark, ()),
        t.Branch("stars", "2 stars", None, ()),
    )
    builder.rule("complete", group, body=(t.OneOf(entries, True, "Lane bonuses"),))
    builder.rule("hit", boxes[0], body=(t.OneOf(entries[1:], True, "no list"),))
    builder.start_ball()
    builder.plain_turn()
    return builder.program()


def test_a_bonus_list_is_a_panel_with_a_box_for_what_can_be_used_up() -> None:
    (panel,) = read_kept(bonuses()).panels
    assert (panel.title, panel.when) == ("Lane bonuses", "when lane is complete")
    assert [(e.title, e.line, e.condition) for e in panel.entries] == [
        ("Both Spinners", "dashed", ""),
        ("2 stars", "", ""),
    ]


def test_the_condition_of_an_entry_is_said_without_its_mark() -> None:
    program = bonuses(t.Filled(num(0)))
    assert "is filled" in (said := read_kept(program).panels[0].entries[0].condition) or said.startswith(
        "while"
    )
    assert "taken" not in said
    assert problems(drawn(program)) == []


def test_sets_that_join_features_or_indicators() -> None:
    base = carniball()
    of = [base.features[f].boxes for f in (1, 2)]
    joined = SetDef("all", "All of it", (*of[0], *of[1]), ((0, 0),), True, None, None, None)
    program = with_cells(cell("pro", "indicator", high=1, title="PRO"), sets=(*base.sets, joined))
    title, told = read_kept(program).sets[-1]
    assert title == "All of it"
    assert told.startswith(f"{len(joined.boxes)} boxes: ")
    assert told.endswith(", PRO; erased when complete")


def test_outlines_of_indicators_differ() -> None:
    lines = ("solid", "dashed", "double", "until")
    program = with_cells(*(cell(n, "indicator", high=1, line=n) for n in lines))
    groups = [
        g for g in ET.fromstring(drawn(program).svg()).iter(f"{SVG}g") if g.get("class") == "cell indicator"
    ]
    shapes = [tuple(sorted(e.attrib.items())) for g in groups for e in g.iter(f"{SVG}circle")]
    assert [len(list(g.iter(f"{SVG}circle"))) for g in groups] == [1, 1, 2, 1]
    styles = {tuple((k, v) for k, v in s if k.startswith("stroke")) for s in shapes}
    assert len(styles) == 4


def test_hostile_names_and_many_cells_overlap_nowhere() -> None:
    names = tuple(f"member_{i}_{'x' * (i % 30)}" for i in range(40))
    cells = [cell(f"c{i}", high=i % 40, title=HOSTILE[i % len(HOSTILE)]) for i in range(30)]
    cells += [cell(f"i{i}", "indicator", high=1, title=HOSTILE[i % len(HOSTILE)]) for i in range(20)]
    cells += [cell("per", "indicator", high=1, size=40, members=names, title="".join(HOSTILE))]
    cells += [cell("word", "slot", high=len(HOSTILE) - 1, words=0)]
    domain = DomainDef("words", tuple(WordDef(f"w{k}", name) for k, name in enumerate(HOSTILE)))
    for w in (150.0, 400.0):
        c = drawn(with_cells(*cells, domains=(domain,)), w)
        assert problems(c) == []
        assert svg_problems(c.svg()) == []
        cards = [m for m in c.marks if m.kind == "card"]
        assert not any(overlap(a, b) for k, a in enumerate(cards) for b in cards[:k])
