"""Why something can never happen, in words: it is beyond even what `reach` allows. None: it may be.

What is said here is certain, for the over-approximation holds all that can occur. The reason names
the first thing that stands in the way.
"""

from __future__ import annotations

from sspdsl.graph.build import event_words
from sspdsl.graph.words import shortened, words_of
from sspdsl.ir.model import EventPattern, Program
from sspdsl.ir.terms import Expr, Member, Op
from sspdsl.verify.claims import Claim
from sspdsl.verify.evaluate import NOTHING, OPPOSITE, Known, assume, evaluate
from sspdsl.verify.goals import BoxGoal, why_never
from sspdsl.verify.reach import Reach
from sspdsl.verify.sites import OWN, Clause, Key, Sites, at_line, clause_words, place_of
from sspdsl.verify.values import Values, exactly, of, span
from sspdsl.verify.world import World


class Never:
    """Asks about one table."""

    def __init__(self, program: Program, found: Reach, sites: Sites) -> None:
        self.program, self.found, self.world = program, found, found.world
        self.guards = {site.key: guard for site, guard in sites.guards}
        self.entries = {site.key: (branch, owner) for site, branch, owner in sites.branches}

    def why(self, claim: Claim) -> str | None:
        """Why this claim fails in every game."""
        if not claim.keys:
            return "no rule, condition or worth reads it"
        if not self.found.whole:
            return None
        reasons = []
        for key in claim.keys:
            reason = self.key(key)
            if reason is None:
                return None
            reasons.append(reason)
        if claim.what == "read":
            return f"what reads it never happens: {reasons[0]}"
        return reasons[0]

    def key(self, key: Key) -> str | None:
        match key:
            case ("set", int(number)):
                return self.set(number)
            case ("wrote", int(cell), int(at)):
                return self.write(cell, at)
            case ("rule", int(number)):
                return self.rule(number)
            case ("instead" | "action", int(), *_):
                return self.clause((str(key[0]), int(key[1]), int(key[2]) if len(key) > 2 else 0))
            case ("ability", int(number)):
                return self.ability(number)
            case ("modifier", int(number)):
                guard = self.program.modifiers[number].guard
                return None if guard is None else self.guard(("modifier", number, 0), OWN, guard, True)
            case ("branch", str(kind), int(number), int(which), int(at)):
                return self.entry((kind, number, which), at)
            case ("guard", str(kind), int(number), int(which), int(at), int(truth)):
                clause = (kind, number, which)
                return self.guard(clause, at, self.guards[kind, number, which, at], bool(truth))
            case ("effect", str(kind), int(number), int(which), int()):
                return self.clause((kind, number, which))
        return None

    # ------------------------------------------------------------ clauses

    def clause(self, clause: Clause) -> str | None:
        """Why this clause never runs."""
        kind, number, _ = clause
        match kind:
            case "rule":
                return self.rule(number)
            case "ability":
                return self.ability(number)
            case "action" | "instead":
                if clause in self.found.flow.runs:
                    return None
                if ("action", number) not in self.world.events:
                    return f"nothing that runs does `{self.program.actions[number].name}`"
                return self.shadowed(clause)
        return None

    def shadowed(self, clause: Clause) -> str:
        """The action is done, but never by this body."""
        kind, number, which = clause
        made = self.program.actions[number]
        if kind == "instead":
            guard = made.instead[which].guard
            if guard is not None and assume(self.world, NOTHING, guard, True) is None:
                return because(self.program, self.world, NOTHING, guard, True)
        earlier = made.instead[:which] if kind == "instead" else made.instead
        for other, instead in enumerate(earlier):
            if instead.guard is None:
                there = at_line(place_of(self.program, ("instead", number, other)))
                return f"shadowed: the `instead of`{there} has no condition and always comes first"
        said = shortened([f"`{words_of(self.program, i.guard)}`" for i in earlier if i.guard is not None], 3)
        if not said:
            return "what comes before it in the action never lets it through"
        return f"shadowed: whenever it would run, an `instead of` before it does (if {said})"

    def rule(self, number: int) -> str | None:
        if ("rule", number, 0) in self.found.flow.runs:
            return None
        rule = self.program.rules[number]
        missing = self.event(rule.event)
        if missing is not None:
            return missing
        if rule.guard is not None:
            known = Known({0: of(rule.event.subjects)}, {}) if rule.event.kind != "action" else NOTHING
            return because(self.program, self.world, known, rule.guard, True)
        return f"`{event_words(self.program, rule.event)}` is never followed as far as this rule"

    def event(self, event: EventPattern) -> str | None:
        """Why this event never occurs."""
        happened = {subject for kind, subject in self.world.events if kind == event.kind}
        if (set(event.subjects) & happened) or (not event.subjects and happened):
            return None
        said = event_words(self.program, event)
        if event.kind == "complete" and event.subjects:
            return f"`{said}` never occurs: {self.set(event.subjects[0])}"
        if event.kind in ("hit", "filled") and event.subjects:
            why = why_never(self.program, self.found, {}, BoxGoal(event.subjects[0]))
            return f"`{said}` never occurs" + (f": {why}" if why else "")
        return f"`{said}` never occurs"

    def ability(self, number: int) -> str | None:
        if number in self.world.abilities:
            return None
        ability = self.program.abilities[number]
        if ability.window not in self.world.windows:
            return f"its window `{self.program.windows[ability.window].name}` is never offered"
        if ability.guard is not None and assume(self.world, NOTHING, ability.guard, True) is None:
            return because(self.program, self.world, NOTHING, ability.guard, True)
        return "there is never anything to choose for it"

    # ------------------------------------------------------------ sets, cells, entries

    def set(self, number: int) -> str | None:
        if ("complete", number) in self.world.events:
            return None
        made = self.program.sets[number]
        for box in made.boxes:
            if box not in self.world.filled:
                name = self.program.boxes[box].name
                if self.program.boxes[box].line == "never":
                    return f"its box {name} is never filled: that is its line"
                why = why_never(self.program, self.found, {}, BoxGoal(box))
                return f"its box {name} is never filled" + (f": {why}" if why else "")
        for cell, index in made.cells:
            if self.world.cell(cell, exactly(index)).only == 0:
                return f"its flag {self.program.cells[cell].name} is never set"
        return "nothing completes it"

    def write(self, cell: int, at: int) -> str | None:
        made = self.program.cells[cell]
        if made.form == "tally" or self.world.cells[cell][at].only != made.first:
            return None
        return f"no effect that runs gives it another value than its first, {made.first}"

    def entry(self, clause: Clause, at: int) -> str | None:
        stopped = self.clause(clause)
        if stopped is not None:
            return stopped
        branch, owner = self.entries[(*clause, at)]
        taken = self.found.flow.branches.get(id(owner))
        if taken is None:
            return f"its list is never reached in {clause_words(self.program, clause)}"
        if any(owner.branches[number] is branch for number in taken):
            return None
        assert branch.guard is not None
        return because(self.program, self.world, NOTHING, branch.guard, True)

    # ------------------------------------------------------------ conditions

    def guard(self, clause: Clause, at: int, guard: Expr, truth: bool) -> str | None:
        kind, number, _ = clause
        die = span(-1, self.program.dice - 1)
        known: Known | None = None
        match kind:
            case "way" | "ban":
                known = Known({0: die}, {})
            case "modifier" | "lifetime":
                known = NOTHING
            case "open":
                known = Known({0: exactly(number), 1: die}, {})
            case "ability" if at == OWN:
                known = NOTHING
        if known is not None:
            if assume(self.world, known, guard, truth) is not None:
                return None
            return because(self.program, self.world, known, guard, truth)
        truths = self.found.flow.truths.get(id(guard), set())
        if truth in truths:
            return None
        if not truths:
            stopped = self.clause(clause)
            return f"never asked: {stopped}" if stopped else "never asked: nothing leads to it"
        if kind == "rule":
            event = self.program.rules[number].event
            if event.kind != "action":
                return because(self.program, self.world, Known({0: of(event.subjects)}, {}), guard, truth)
        return because(self.program, self.world, NOTHING, guard, truth)


def because(program: Program, world: World, known: Known, guard: Expr, truth: bool) -> str:
    """Why a condition is never true (or never false)."""
    said = words_of(program, guard)
    holds = f"`{said}` {'never holds' if truth else 'always holds'}"
    match guard:
        case Op("not", (inner,)):
            return because(program, world, known, inner, not truth)
        case Op("and" | "or" as op, args) if (op == "and") == truth:
            for arg in args:
                if assume(world, known, arg, truth) is None:
                    return because(program, world, known, arg, truth)
            never = "no two of its parts hold at once" if truth else "one of its parts always holds"
            return f"{holds} where it is asked: {never}"
        case Op(op, (left, right)) if op in OPPOSITE:
            if assume(world, known, guard, truth) is None:
                a, b = evaluate(world, known, left), evaluate(world, known, right)
                return f"{holds}: {range_words(program, left, a)}{beside(program, right, b)}"
        case Member(value, _):
            if assume(world, known, guard, truth) is None:
                return f"{holds}: {range_words(program, value, evaluate(world, known, value))}"
    if assume(world, known, guard, truth) is None:
        return f"{holds}: {range_words(program, guard, evaluate(world, known, guard))}"
    return f"{holds} where it is asked: what leads there settles it"


def range_words(program: Program, term: Expr, values: Values) -> str:
    only = "always" if values.only is not None else "always one of"
    return f"`{words_of(program, term)}` is {only} {values.words()}"


def beside(program: Program, term: Expr, values: Values) -> str:
    """The other side of a comparison, unless it is a number that is written there."""
    said = words_of(program, term)
    return "" if said == values.words() else f", {range_words(program, term, values)}"
