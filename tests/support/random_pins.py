"""A strategy for pins: texts that check accepts, with most constructs of the language in odd mixtures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import strategies as st

Draw = Callable[..., object]
COLOURS = ("red", "yellow", "white", "white")
LIBRARIES = (
    "use std.nudge { nudge_boxes is 2 }",
    "use std.skill_shots",
    "use std.multiball",
    "use std.flipper_pass",
)


@dataclass(slots=True)
class Names:
    """What a text has declared so far, to be used further down."""

    features: list[str] = field(default_factory=list)
    boxes: dict[str, int] = field(default_factory=dict)
    counters: list[tuple[str, int]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    per_six: list[str] = field(default_factory=list)
    tracks: list[str] = field(default_factory=list)
    sets: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    skills: bool = False
    two_balls: bool = False


class Writer:
    """Writes one pin. `draw` is the draw of a composite strategy."""

    def __init__(self, draw: Callable[[st.SearchStrategy[object]], object]) -> None:
        self._draw = draw
        self.names = Names()

    # ------------------------------------------------------------ choices

    def number(self, low: int, high: int) -> int:
        value = self._draw(st.integers(low, high))
        assert isinstance(value, int)
        return value

    def coin(self) -> bool:
        return self.number(0, 1) == 1

    def pick(self, items: list[str] | tuple[str, ...]) -> str:
        return items[self.number(0, len(items) - 1)]

    # ------------------------------------------------------------ the text

    def pin(self) -> str:
        lines = ['pin random_pin "Random pin" {']
        for library in LIBRARIES:
            if self.coin():
                lines.append(f"  {library}")
                self.names.skills |= "skill" in library
                self.names.two_balls |= "multiball" in library
        body: list[str] = []
        self.cells(body)
        for zone in range(self.number(1, 3)):
            self.zone(body, zone)
        body.append("  use std.flipper_zone")
        self.sets(body)
        self.ways(body)
        self.lists(body)
        self.actions(body)
        for number in range(self.number(1, 5)):
            self.rule(body, number)
        self.rest(body)
        return "\n".join([*lines, *body, "}"]) + "\n"

    def cells(self, out: list[str]) -> None:
        for number in range(self.number(0, 2)):
            high = self.number(1, 6)
            life = self.pick(("", "dashed", "double", "until turn ends"))
            out.append(f"  counter count{number} 0..{high} {life}".rstrip())
            self.names.counters.append((f"count{number}", high))
        for number in range(self.number(0, 2)):
            out.append(f"  indicator flag{number} {self.pick(('dashed', 'double', 'until turn ends'))}")
            self.names.flags.append(f"flag{number}")
        if self.coin():
            out.append("  indicator lamp per 1..6 double")
            self.names.per_six.append("lamp")
        if self.coin():
            out.append(f"  track climb [0, 2, {self.number(3, 9)}] {self.pick(('dashed', 'double'))}")
            self.names.tracks.append("climb")

    def zone(self, out: list[str], zone: int) -> None:
        out.append(f"  zone z{zone} {{")
        if zone == 0:
            out.append("    start_arrow start")
        for number in range(self.number(1, 2)):
            self.feature(out, f"f{zone}{number}")
        out.append("  }")

    def feature(self, out: list[str], name: str) -> None:
        count = self.number(1, 4)
        kind = self.pick(("targets", "bumper", "targets"))
        boxes = ", ".join(self.box() for _ in range(count))
        words = [self.pick(("", f"worth {self.number(1, 4)}", "dashed", "double", "never filled"))]
        block: list[str] = []
        if self.number(0, 4) == 0:
            block.append("must be hit in sequence")
        if self.number(0, 4) == 0 and self.names.features:
            block.append(
                self.pick(("reached only by shot", "left only by fall", "reached only by arrow/shot"))
            )
        if self.number(0, 4) == 0 and self.names.flags:
            block.append(f"open while {self.condition()}")
        if self.coin():
            block.append(f"when complete {{ {self.effect(1)} }}")
        if self.number(0, 3) == 0:
            block.append(f"when hit {{ {self.effect(1)} }}")
        head = f"    {kind} {name} {self.pick(COLOURS)} [{boxes}] {words[0]}".rstrip()
        out.append(head + (" {" if block else ""))
        if block:
            out.extend(f"      {line}" for line in block)
            out.append("    }")
        self.names.features.append(name)
        self.names.boxes[name] = count

    def box(self) -> str:
        first = self.number(1, 6)
        return f"{first}/{first % 6 + 1}" if self.coin() else str(first)

    def sets(self, out: list[str]) -> None:
        if len(self.names.features) >= 2 and self.coin():
            first, second = self.names.features[:2]
            out.append(f"  set both = {first} + {second} {self.pick(('erases', 'kept'))} {{")
            out.append(f"    when complete {{ {self.effect(1)} }}")
            out.append("  }")
            self.names.sets.append("both")

    def ways(self, out: list[str]) -> None:
        features = self.names.features
        out.append(f"  arrows start -> {features[0]}")
        for number in range(self.number(0, 2)):
            a, b = self.pick(features), self.pick(features)
            while_ = f" while {self.condition()}" if self.coin() else ""
            arrow = self.pick(("->", "<->"))
            label = f"way{number}: " if self.coin() else ""
            if a != b:
                out.append(f"  arrows {label}{a} {arrow} {b}{while_}")
        if self.number(0, 3) == 0:
            out.append(f"  no move to {self.pick(features)} while {self.condition()}")

    def lists(self, out: list[str]) -> None:
        if self.coin():
            out.append("  bonuses prizes {")
            out.append(f"    once first {{ {self.effect(0)} }}")
            guard = f"if {self.condition()} " if self.coin() else ""
            out.append(f"    once a round second {guard}{{ {self.effect(0)} }}")
            out.append("    once third_flag dashed")
            out.append("    always stars { score 2 }")
            out.append("  }")
            self.names.lists.append("prizes")
            self.names.flags.append("third_flag")

    def actions(self, out: list[str]) -> None:
        if self.coin():
            out.append(f"  action pay with n {{ score n\n {self.effect(0)} }}")
            self.names.actions.append("pay")

    def rule(self, out: list[str], number: int) -> None:
        event = self.pick(
            (
                "turn ends", "dice rolled", "round ends", "ball lost", "game starts", "boxes hit",
                *(f"{f} hit" for f in self.names.features), *(f"{f} filled" for f in self.names.features),
                *(f"{f} complete" for f in self.names.features), *(f"{s} complete" for s in self.names.sets),
                *(f"{c} changed" for c, _ in self.names.counters),
            )
        )  # fmt: skip
        quiet = event in ("game starts", "ball lost") or "changed" in event
        moment = self.pick(("when", "when", "before"))
        guard = f" if {self.condition()}" if self.coin() else ""
        effects = [self.effect(0 if quiet else 2) for _ in range(self.number(1, 2))]
        out.append(f"  rule r{number} {moment} {event}{guard} {{")
        out.extend(f"    {effect}" for effect in effects)
        out.append("  }")

    def rest(self, out: list[str]) -> None:
        if self.coin():
            source = self.pick(("", f" from {self.pick(self.names.features)}"))
            out.append(f"  stars{source} times {self.number(2, 3)} while {self.condition()}")
        if self.names.counters and self.coin():
            name, high = self.names.counters[0]
            out.append(
                "  ability turn_die during acting with d in dice where not used of d "
                f"and value of d less than 6 keeping ball if {name} less than {high} {{"
            )
            out.append(f"    add 1 to {name}")
            out.append("    change d to value of d + 1")
            out.append("  }")
        if self.coin():
            out.append(f'  achievement done "Done" when turn ends if {self.condition()}')
        if self.coin() and self.names.flags:
            out.append(f"  mode special while {self.names.flags[0]} {{")
            out.append(f"    rule in_mode when turn ends {{ {self.effect(0)} }}")
            out.append("  }")

    # ------------------------------------------------------------ conditions and effects

    def condition(self) -> str:
        names = self.names
        simple = [
            "score more than 3",
            "doubles",
            "sum at least 7",
            "balls is 1",
            "round is 2",
            "difference less than 2",
        ]
        simple.extend(names.flags)
        simple.extend(f"{c} is {h}" for c, h in names.counters)
        simple.extend(f"{f} is empty" for f in names.features)
        simple.extend(f"filled of {f} at least 1" for f in names.features)
        simple.extend(f"some n in 1..6 where {p} of n" for p in names.per_six)
        if names.features:
            simple.append(f"(count b in {names.features[0]} where b is filled) is 1")
        first = self.pick(simple)
        if first.startswith("some"):
            return first
        match self.number(0, 4):
            case 0:
                return f"not ({first})"
            case 1:
                return f"({first}) {self.pick(('and', 'or'))} balls at least 1"
        return first

    def effect(self, depth: int) -> str:
        """One effect on one line. With depth 0 it asks nothing and fills nothing."""
        names = self.names
        options = [
            "score 1",
            f"score {self.number(1, 5)}",
            f"if {self.condition()} {{ score 1 }} else {{ score 2 }}",
        ]
        options.append("repeat 2 { score 1 }")
        for name, high in names.counters:
            options.extend(
                (f"add 1 to {name}", f"take 1 from {name}", f"change {name} to {self.number(0, high)}")
            )
        options.extend(word for flag in names.flags for word in (f"mark {flag}", f"erase {flag}"))
        options.extend(
            f"for each n in 1..6 where not {p} of n {{ if n is {self.number(1, 6)} {{ mark {p} of n }} }}"
            for p in names.per_six
        )
        options.extend(f"add 1 to {t}" for t in names.tracks)
        options.extend(f"score value of {t}" for t in names.tracks)
        options.extend(f"erase {f}" for f in names.features)
        if depth:
            options.extend(f"choose one of {listed}" for listed in names.lists)
            options.extend(f"may mark {flag}" for flag in names.flags)
            options.extend(f"choose n in 1..6 where not {p} of n {{ mark {p} of n }}" for p in names.per_six)
            options.append(
                "choose one { left_way { score 1 } right_way { score 3 } }".replace(
                    " } right", " }\n right"
                ).replace("{ left", "{\n left")
            )
            options.extend(f"choose up to 2 b in {f} where b is filled {{ score 1 }}" for f in names.features)
            options.extend(f"do {a} with {self.number(1, 3)}" for a in names.actions)
            if names.skills:
                options.append("do gain_skill_shot")
            if names.two_balls:
                options.append("do start_multiball")
        if depth > 1:
            options.extend(f"mark {f}" for f in names.features)
        return self.pick(options)


@st.composite
def pins(draw: Callable[[st.SearchStrategy[object]], object]) -> str:
    """The text of a pin."""
    return Writer(draw).pin()
