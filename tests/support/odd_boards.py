"""Tables that no rulebook has, or only the hard ones: odd shapes, many boxes, several boards, hostile
names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from sspdsl.ir import terms as t
from sspdsl.ir.model import CellDef, HitsDef, Program, WayDef
from tests.support.boards import Board

LATTICE = ((0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5), (3, 6), (4, 6), (4, 7), (5, 7), (6, 8), (7, 8))
WALL = (
    (([3], [6], [4], [5]), ()),
    (([1], [2], [6]), ("white", "yellow", "white")),
    (([4], [1], [5], [3]), ("white", "green", "yellow", "white")),
    (([4], [5], [6]), ("green", "green", "white")),
    (([1], [3], [2], [6]), ("yellow", "white", "white", "white")),
)


def hard_shapes() -> Program:
    """A ring of steps, a circle and a lattice of lines, a wall, letters between bumpers, a hub, two
    boards.
    """
    b = Board("shapes", "Shapes of the harder pins")
    b.board("main", "Main board")
    b.zone("z1", "Ring and lines")
    start = b.feature("start", title="Start", kind="start_arrow")
    wheel = b.feature(
        "wheel", [[]] * 12, "Wonder Wheel", worth=[0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], apart=True
    )
    for i in range(12):
        for v in range(1, 7):
            b.way("arrow", [b.at(wheel, i)], [b.features[wheel].boxes[(i + v) % 12]], steps=v)
    star = b.feature("star", [[1], [3], [2], [4], [1], [5], [2], [3], [5], [4]], "Starro", apart=True)
    own = b.features[star].boxes
    b.lines(*own, own[0])
    b.feature("eye", [[6]], "Eye", apart=True, open_=t.Num(1))
    b.arrows(start, star)
    b.zone("z2", "Lattice and wall")
    lattice = b.feature("lattice", [[6], [2], [5], [1, 2], [3, 4], [4], [3], [6], [1]], "Lattice", apart=True)
    own = b.features[lattice].boxes
    for p, q in LATTICE:
        b.lines(own[p], own[q])
    rows = [
        b.feature(f"row{5 - i}", f, f"Row {5 - i}", apart=True, colours=c) for i, (f, c) in enumerate(WALL)
    ]
    for upper, lower in pairwise(rows):
        one, two = sorted((b.features[upper].boxes, b.features[lower].boxes), key=len)
        for i, box in enumerate(one):
            b.lines(two[i], box)
            b.lines(two[i + 1], box)
    b.zone("z3", "Bumpers with letters")
    left = b.feature("star_bumper", [[n] for n in range(1, 7)], "Star Bumper", "bumper", colour="yellow")
    right = b.feature("civil", [[n] for n in range(1, 7)], "Civilian Bumper", "bumper", colour="yellow")
    beacon = b.feature("beacon", [[1, 2], [3, 4], [5, 6]], "BEACON", apart=True)
    own = b.features[beacon].boxes
    for bumper, first in ((left, 0), (right, 1)):
        b.way("arrow", [b.at(bumper)], own[first : first + 2])
        b.way("arrow", [b.at(beacon, first), b.at(beacon, first + 1)], b.features[bumper].boxes)
    ramp = b.feature("ramp", [[7]], "Ramp", line="double")
    pad = b.feature("pad", [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4], [1, 2, 3]], "Anything goes", line="never")
    keypad = b.feature("keypad", [[]] * 6, "Keypad", slots=(t.Num(1),), line="double")
    b.arrows(ramp, star, words="the gate is open")
    b.arrows(pad, lattice)
    b.arrows(keypad, pad, words="Pass")
    b.arrows(pad, pad)
    b.flipper_zone("Flipper Pass")
    b.board("second", "Second board")
    b.zone("u1", "Upper")
    around = [b.feature(f"q{i}", [[i], [i + 1]], f"Q{i}", "bumper") for i in range(1, 5)]
    hub = b.feature("hub", [[n] for n in range(1, 7)], "Hub", "bumper")
    b.arrows(*around, around[0])
    for q in around:
        b.arrows(hub, q, hub)
    b.zone("u2", "Lower")
    first = b.feature("first", [[1], [2]], "Targets", colour="red")
    second = b.feature("second", [[1], [2]], "More", colour="blue")
    b.arrows(ramp, around[0])
    b.arrows(first, second, first)
    b.arrows(second, keypad, words="all four bumpers are filled")
    return b.program()


def huge(boxes: int = 1200, features: int = 40) -> Program:
    b = Board("huge", "Huge")
    b.zone("a", "Many")
    b.feature("many", [[i % 6 + 1] for i in range(boxes)], "Many boxes")
    b.zone("b", "Features")
    colours = ("red", "yellow", "white", "green", "purple", "teal")
    for i in range(features):
        b.feature(f"f{i}", [[1], [2, 3], [4]], f"Feature number {i}", colour=colours[i % 6])
    b.flipper_zone()
    return b.program()


def web(boxes: int = 100) -> Program:
    """More boxes joined by lines than one shape holds, and a bumper in the middle of nowhere."""
    b = Board("web", "Web")
    b.zone("a", "Lines")
    f = b.feature("net", [[i % 6 + 1] for i in range(boxes)], "Net", apart=True)
    own = b.features[f].boxes
    b.lines(*own, own[0])
    b.zone("b", "Bumper")
    b.feature("alone", [[1, 2], [3], [4, 5, 6]], "A bumper with a long name", "bumper", colour="green")
    return b.program()


HOSTILE = (
    "]]>\x01&#0;<script>" + "W" * 300 + "\u202e\ud800",
    "<b>&\"'\x00\u202e" + "duck" * 75,
    "مرحبا بالعالم 🎲🎯\n\nline \\N \\G \\",
    "e\u0301\u0301" * 100,
    "--><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
    "\ufffe\uffff\x0b\x1b[31m\u2028",
    "node",
    '\\" shape=box] x [',
)


def hostile() -> Program:
    """Names that mean harm, empty zones, faces that no die shows, a colour that is none."""
    b = Board("h", HOSTILE[0])
    b.zone("zz", "zone \"'<&> " * 30)
    one = b.feature("a", [[1], [2]], HOSTILE[1], colour='"><x')
    two = b.feature("b", [[999999999], [-5], list(range(1, 30))], HOSTILE[2], colour="\n")
    b.feature("c", (), "")
    b.arrows(one, two, words="w&<" * 120)
    b.arrows(two, one)
    b.zone("", "")
    b.zone("e", "空のゾーン")
    b.feature("same", [[1]] * 9, HOSTILE[3], "bumper", colours=["red", "yellow"] * 4 + ["<"])
    for i, name in enumerate(HOSTILE[4:]):
        b.feature(f"n{i}", [[i + 1]], name, sequence=bool(i % 2), line=("double", "dashed")[i % 2])
    b.flipper_zone("<p>" * 50)
    return b.program()


def no_zones() -> Program:
    b = Board("n", "No zones")
    b.feature("lonely", [[1], [2]], "Lonely")
    b.feature("other", [[3]], "Other")
    b.arrows(0, 1)
    return b.program()


def no_places() -> Program:
    """A game of state alone."""
    b = Board("away", "Away Team")
    lines = ("solid", "dashed", "double", "until")
    for i in range(14):
        many = i % 4 == 0
        b.cells.append(
            CellDef(
                name=f"cell_{i}",
                title="" if i % 3 else f"A titled cell <{i}>" + "n" * i * 20,
                form="counter" if i % 2 else "indicator",
                role="",
                shared=i % 5 == 0,
                low=0,
                high=6,
                first=0,
                size=6 if many else 1,
                index_low=1,
                members=tuple(map(str, range(1, 7))) if many else (),
                line=lines[i % 4],
                words=None,
                or_none=False,
                hidden=False,
                place=None,
            )
        )
    return b.program()


def turning() -> Program:
    """Flippers at both ends; a condition says which way balls fall and which flippers shoot."""
    b = Board("decks", "Table that turns")

    def end(name: str, first: str, second: str) -> None:
        b.zone(name, f"{first.title()} and {second.title()}")
        n = len(b.features)
        b.feature(f"{first}_out", [[1]], "Outlane", "outlane", line="dashed", drains=True, beside=[n + 2])
        b.feature(f"{first}_in", [[2]], "Mariner", "inlane", line="dashed", beside=[n + 2])
        for colour, faces in ((first, [[3], [4, 5], [6]]), (second, [[1], [2, 3], [4]])):
            hits = [HitsDef((colour, "white"), None, "")]
            b.feature(colour, faces, f"{colour.title()} Flipper", "flipper", colour, "dashed", hits=hits)
        b.feature(f"{second}_in", [[5]], "Boimler", "inlane", line="dashed", beside=[n + 3])
        b.feature(f"{second}_out", [[6]], "Outlane", "outlane", line="dashed", drains=True, beside=[n + 3])

    end("top", "green", "purple")
    b.zone("middle", "Middle")
    start = b.feature("start", title="Start")
    for name, colour in (("BAR", "red"), ("BRIDGE", "purple"), ("I-O-N", "green"), ("P-R-O", "yellow")):
        b.feature(name.lower(), [[1, 2], [3, 4], [5, 6]], name, colour=colour)
    colours = ("red", "yellow", "purple", "green")
    rings = [b.feature(f"{c}_bumper", [[1], [2], [3]], f"{c.title()} Bumper", "bumper", c) for c in colours]
    b.arrows(*rings, rings[0])
    b.arrows(start, rings[0], words="right side up")
    b.arrows(start, rings[2], words="upside down")
    end("bottom", "red", "yellow")
    p = b.program(falls=False)
    zone = [p.features[q.feature].zone for q in p.positions]
    ways = [w for w in p.ways if w.name != "shot"]
    for up, words in ((False, "right side up"), (True, "upside down")):
        for q, pos in enumerate(p.positions):
            own = p.features[pos.feature]
            lower = [
                i
                for i, x in enumerate(p.boxes)
                if (z := p.features[x.feature].zone) != zone[q] and (z < zone[q]) == up
            ]
            upper = [
                i
                for i, x in enumerate(p.boxes)
                if (z := p.features[x.feature].zone) != zone[q] and (z > zone[q]) == up
            ]
            shot = [i for i in upper if own.hits and p.boxes[i].colour in own.hits[0].colours]
            for name, targets in (("fall", lower), ("shot", shot if (zone[q] == 0) == up else [])):
                if targets:
                    ways.append(WayDef(name, (q,), tuple(targets), t.Num(1), words, (), None, False, None))
    return replace(p, ways=tuple(ways))


def crowded() -> Program:
    """Every feature leads to every other, and long names everywhere."""
    b = Board("crowd", "Crowded")
    made = []
    for z in range(3):
        b.zone(f"z{z}", f"Zone {z} with a name that is rather long for its height")
        made += [
            b.feature(f"f{z}{i}", [[1], [2], [3, 4]], f"Feature {z} {i} " + "long " * (i * 6))
            for i in range(3)
        ]
    for i, a in enumerate(made):
        for c in made[i + 1 :]:
            b.arrows(a, c, words="" if (a + c) % 3 else f"condition {a} {c}")
    b.flipper_zone()
    return b.program()


ODD: dict[str, Callable[[], Program]] = {
    "hard shapes": hard_shapes,
    "huge": huge,
    "web": web,
    "hostile": hostile,
    "no zones": no_zones,
    "no places": no_places,
    "turning": turning,
    "crowded": crowded,
}
