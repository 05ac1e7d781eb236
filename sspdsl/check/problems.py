"""The wording of what `check` finds: facts in, diagnostic out. Codes 2xx names, 3xx types, 4xx structure."""

from __future__ import annotations

from collections.abc import Iterable

from sspdsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from sspdsl.diagnostics.suggest import suggest
from sspdsl.source import Span


def _error(
    code: str, message: str, span: Span, label: str = "", help: str = "", **more: object
) -> Diagnostic:
    return Diagnostic(code, "error", message, span, label, help=help, **more)  # type: ignore[arg-type]


def nothing_called(what: str) -> str:
    return "nothing declared has this name" if what == "name" else f"no {what} has this name"


def unknown_name(what: str, name: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    near = suggest(name, sorted(set(candidates)))
    if near is None:
        return _error(
            "SSP201",
            f"unknown {what} `{name}`",
            span,
            nothing_called(what),
            f"declare `{name}`, or write a name that is declared",
        )
    fix = Fix(f"write `{near}`", (Edit(span, near),), "unsafe")
    return _error(
        "SSP201", f"unknown {what} `{name}`", span, nothing_called(what), f"write `{near}`", fix=fix
    )


def duplicate_name(name: str, span: Span, first: Span, kinds: str = "name") -> Diagnostic:
    return _error(
        "SSP202",
        f"`{name}` is declared twice",
        span,
        "declared again here",
        "give one of the two another name, or write `override` if it replaces the first",
        related=(Label(first, f"`{name}` is first declared here"),),
    )


def ambiguous_name(name: str, span: Span, places: Iterable[Span]) -> Diagnostic:
    related = tuple(Label(place, "this one?") for place in list(places)[:4])
    return _error(
        "SSP203",
        f"`{name}` could be several things",
        span,
        "not clear which",
        f"write the board before it, as in `table.{name}`",
        related=related,
    )


def not_that_kind(name: str, is_what: str, wanted: str, span: Span) -> Diagnostic:
    return _error(
        "SSP204", f"`{name}` is {is_what}, not {wanted}", span, f"{wanted} is needed here", f"name {wanted}"
    )


def nothing_to_override(what: str, name: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    near = suggest(name, sorted(set(candidates)))
    help_ = f"write `{near}`" if near else "leave out `override`, or name what a library declares"
    return _error(
        "SSP205",
        f"there is no {what} `{name}` to override",
        span,
        "nothing of this name is declared below this layer",
        help_,
    )


def overridden_twice(name: str, span: Span, first: Span) -> Diagnostic:
    return _error(
        "SSP206",
        f"`{name}` is overridden twice",
        span,
        "overridden again here",
        "keep one of the two",
        related=(Label(first, "first overridden here"),),
    )


def unknown_library(name: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    near = suggest(name, sorted(candidates))
    return _error(
        "SSP207",
        f"unknown library `{name}`",
        span,
        "no library has this name",
        f"write `{near}`" if near else "name a library of `std`, or a file beside the pin",
    )


def no_such_library(name: str, others: list[str], span: Span) -> Diagnostic:
    there = (
        f"it declares {' and '.join(f'`{each}`' for each in others[:3])}" if others else "it declares none"
    )
    return _error(
        "SSP207",
        f"the file of library `{name}` does not declare it",
        span,
        there,
        f"begin that file with `library {name} {{`",
    )


def unreadable_library(name: str, reason: str, span: Span) -> Diagnostic:
    return _error(
        "SSP207",
        f"the file of library `{name}` cannot be read: {reason}",
        span,
        "used here",
        "make it a file that can be read, or take out this `use`",
    )


def long_chain_of_libraries(most: int, span: Span) -> Diagnostic:
    return _error(
        "SSP107",
        f"libraries use each other more than {most} deep",
        span,
        "too deep here",
        "use the libraries in the pin itself",
    )


def library_circle(chain: list[str], span: Span) -> Diagnostic:
    return _error(
        "SSP208",
        "libraries use each other in a circle",
        span,
        "this closes the circle",
        "take out one `use`",
        notes=(" -> ".join(chain),),
    )


def unknown_option(name: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    near = suggest(name, sorted(candidates))
    return _error(
        "SSP209",
        f"unknown option `{name}`",
        span,
        "nothing declares this option",
        f"write `{near}`" if near else "take it out",
    )


def unknown_event(text: str, span: Span, candidates: Iterable[str] = ()) -> Diagnostic:
    near = suggest(text, sorted(set(candidates)))
    help_ = "name a thing and what happens to it (`feat complete`), or an action or moment (`turn ends`)"
    if near is None:
        return _error("SSP210", f"`{text}` is no event", span, "nothing of this name can happen", help_)
    fix = Fix(f"write `{near}`", (Edit(span, near),), "unsafe")
    return _error(
        "SSP210", f"`{text}` is no event", span, "nothing of this name can happen", f"write `{near}`", fix=fix
    )


def unknown_colour(name: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    near = suggest(name, sorted(candidates))
    known = ", ".join(candidates)
    help_ = f"write `{near}`" if near else f"write one of {known}"
    fix = Fix(f"write `{near}`", (Edit(span, near),), "unsafe") if near else None
    return _error(
        "SSP214", f"unknown colour `{name}`", span, "boxes and flippers have no such colour", help_, fix=fix
    )


def wrong_type(found: str, wanted: str, span: Span) -> Diagnostic:
    return _error("SSP301", f"this is {found}, but {wanted} is needed", span, f"{found}", f"write {wanted}")


def needs_of(name: str, index: str, span: Span) -> Diagnostic:
    return _error(
        "SSP302",
        f"`{name}` has one value for each {index}",
        span,
        "which one is not said",
        f"write `{name} of ...`",
    )


def takes_no_of(name: str, span: Span) -> Diagnostic:
    return _error("SSP303", f"`{name}` has no `of`", span, "it is a single thing", f"write `{name}` alone")


def not_constant(span: Span) -> Diagnostic:
    return _error(
        "SSP304",
        "this must be a constant number",
        span,
        "it changes during play",
        "write a number or an option",
    )


def bad_range(low: int, high: int, most: int, span: Span) -> Diagnostic:
    if high < low:
        message, label = f"the range {low}..{high} is empty", "no value lies in it"
        return _error("SSP305", message, span, label, "write the smaller number first")
    message, label = f"the range {low}..{high} is too large", f"more than {most:,} values"
    return _error("SSP305", message, span, label, "take a smaller range")


def outside_range(value: int, low: int, high: int, what: str, span: Span) -> Diagnostic:
    return _error(
        "SSP306",
        f"{value} is outside {low}..{high}",
        span,
        f"{what} holds {low} to {high}",
        f"write a number from {low} to {high}",
    )


def wrong_count(what: str, found: int, wanted: int, span: Span) -> Diagnostic:
    return _error(
        "SSP307", f"{what}: {found} given, {wanted} needed", span, f"{found} here", f"give {wanted}"
    )


def circular(what: str, name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP308",
        f"{what} `{name}` is defined by itself",
        span,
        "this leads back to its own definition",
        "take out the circle",
    )


def definition_too_long(name: str, layers: int, parts: int, span: Span) -> Diagnostic:
    return _error(
        "SSP107",
        f"`{name}` is too long when what it needs is put in: more than {layers} layers or {parts} parts",
        span,
        "this stands for too much",
        "take fewer definitions of definitions, or keep a part of it in a counter",
    )


def no_context(word: str, where: str, span: Span) -> Diagnostic:
    return _error(
        "SSP309", f"`{word}` has no meaning here", span, "nothing for it to stand for", f"use it {where}"
    )


def cannot_write(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP310",
        f"`{name}` cannot be changed",
        span,
        "not a cell",
        "name an indicator, counter, track or slot",
    )


def unknown_face(face: int, span: Span) -> Diagnostic:
    return _error(
        "SSP311",
        f"no box can show {face}",
        span,
        "faces are 1 to 99",
        "write a face from 1 to 6, or a higher number that no die shows",
    )


def lifetime_of_box(span: Span) -> Diagnostic:
    return _error(
        "SSP312",
        "a box cannot have this lifetime",
        span,
        "boxes are erased by their line",
        "write `solid`, `dashed`, `double` or `never filled`",
    )


def empty_zone(name: str, span: Span) -> Diagnostic:
    return Diagnostic(
        "SSP401",
        "warning",
        f"zone `{name}` has no feature",
        span,
        "a ball can never be here",
        help="put a feature into it, or take it out",
    )


def set_of_one(name: str, span: Span) -> Diagnostic:
    return Diagnostic(
        "SSP402",
        "warning",
        f"set `{name}` has one box",
        span,
        "it is complete whenever that box is filled",
        help="join more boxes, or put the rule on the box",
    )


def box_twice(box: str, name: str, span: Span) -> Diagnostic:
    return _error("SSP403", f"set `{name}` holds `{box}` twice", span, "already in the set", "name it once")


def no_start(span: Span) -> Diagnostic:
    return _error(
        "SSP404",
        "the pin has no place named `start`",
        span,
        "balls have nowhere to start",
        "add `start_arrow start` to the top zone",
    )


def outside_zone(what: str, span: Span) -> Diagnostic:
    return _error(
        "SSP405", f"{what} must stand in a zone", span, "not in a zone", "move it into a `zone NAME { ... }`"
    )


def circle_of_sets(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP406",
        f"set `{name}` contains itself",
        span,
        "the circle closes here",
        "take it out of its own members",
    )


def too_many(what: str, limit: int, span: Span) -> Diagnostic:
    return _error(
        "SSP407", f"more than {limit} {what}", span, "this is one too many", "make the table smaller"
    )


def too_much(what: str, found: int, limit: int, span: Span) -> Diagnostic:
    count = f"{found:,}" if found < 10**9 else "over a billion"
    return _error(
        "SSP407",
        f"{count} {what}, and no more than {limit:,} are taken",
        span,
        "this is too much",
        "take a shorter list, or fewer of them at once",
    )


def no_faces(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP408",
        f"`{name}` has no boxes",
        span,
        "a ball that must fill a box cannot stop here",
        "give it faces: `[1, 2, 3]`",
    )


def arrow_nowhere(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP409",
        f"an arrow leads to `{name}`, which has no box",
        span,
        "no ball can stop there",
        "lead it to a feature with boxes",
    )


def misplaced(what: str, span: Span) -> Diagnostic:
    return _error(
        "SSP410", f"{what} cannot stand here", span, "no meaning in this block", "move it out of the block"
    )


def unused_kind_attribute(what: str, span: Span) -> Diagnostic:
    return _error(
        "SSP411",
        f"{what} belongs to a feature or kind",
        span,
        "not in a feature or kind",
        "move it into the feature",
    )


def no_files(span: Span) -> Diagnostic:
    return _error(
        "SSP211",
        "this file holds no pin",
        span,
        "nothing here is a pin or game",
        'write `pin NAME "Title" { ... }`',
    )


def two_pins(span: Span, first: Span) -> Diagnostic:
    return _error(
        "SSP212",
        "a file holds one pin",
        span,
        "a second one",
        "put it into its own file",
        related=(Label(first, "the first one"),),
    )


def unknown_book(name: str, span: Span, candidates: Iterable[str]) -> Diagnostic:
    near = suggest(name, sorted(candidates))
    return _error(
        "SSP213",
        f"unknown book `{name}`",
        span,
        "no edition has this name",
        f"write `{near}`" if near else "name an edition of `std.books`",
    )


def hidden_word(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP215",
        f"`{name}` is a word of the language",
        span,
        "declared here, it would hide that word",
        "take another name",
    )


def both_answer(action: str, span: Span, first: Span) -> Diagnostic:
    return _error(
        "SSP502",
        f"two clauses stand in place of `{action}` at the same time",
        span,
        "nothing says whether this one or the other goes first",
        "give them conditions that exclude each other, or join them into one with `if` and `else`",
        related=(Label(first, "the other one"),),
    )


def circle_of_actions(names: list[str], span: Span) -> Diagnostic:
    return _error(
        "SSP313",
        f"action `{names[0]}` does itself",
        span,
        "it would never end",
        "take one `do` out of the circle",
        notes=(" -> ".join(names),),
    )


def never_used(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP314",
        f"nothing uses `{name}` up",
        span,
        "`until used`, but no multiplier names it",
        f"write `stars ... times ... while {name}`, or another lifetime",
    )


def no_die(name: str, span: Span) -> Diagnostic:
    return _error(
        "SSP315",
        f"`{name}` is limited to once a die, and takes no die",
        span,
        "which die it was used on is not said",
        "give it one: `with d in dice`, or write another limit",
    )


def empty_list(name: str, span: Span) -> Diagnostic:
    return _error("SSP412", f"bonus list `{name}` is empty", span, "nothing to choose", "give it an entry")
