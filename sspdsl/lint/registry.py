"""The lint rules in order, in one table: what each is called, its code, and what finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sspdsl.diagnostics.model import Diagnostic
from sspdsl.lint.rules import choices, effects, geometry, places, sources, stars, state, sums, tests, titles
from sspdsl.lint.rules.untested_pin import find_untested_pin
from sspdsl.lint.rules.unused_name import find_unused_names
from sspdsl.lint.text import Text

Find = Callable[[Text], list[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. One that is not `usual` is asked only where it is selected."""

    code: str
    find: Find
    usual: bool = True


RULES: dict[str, Rule] = {
    "unused-name": Rule("SSP601", find_unused_names),
    "untested-pin": Rule("SSP602", find_untested_pin),
    "repeated-arrow": Rule("SSP603", geometry.find_repeated_arrows),
    "arrow-to-itself": Rule("SSP604", geometry.find_arrows_to_itself),
    "colour-no-flipper-hits": Rule("SSP605", geometry.find_colours_no_flipper_hits),
    "colour-nothing-has": Rule("SSP606", geometry.find_colours_nothing_has),
    "repeated-face": Rule("SSP607", geometry.find_repeated_faces),
    "sequence-of-one": Rule("SSP608", geometry.find_sequences_of_one),
    "one-die-feature": Rule("SSP609", geometry.find_one_die_features),
    "idle-sum": Rule("SSP610", sums.find_idle_sums),
    "same-on-both-sides": Rule("SSP611", sums.find_same_on_both_sides),
    "impossible-bounds": Rule("SSP612", sums.find_impossible_bounds),
    "certain-bounds": Rule("SSP613", sums.find_certain_bounds),
    "double-not": Rule("SSP614", sums.find_double_nots),
    "division-by-zero": Rule("SSP615", sums.find_divisions_by_zero),
    "repeated-condition": Rule("SSP616", sums.find_repeated_conditions),
    "repeated-value": Rule("SSP617", sums.find_repeated_values),
    "empty-reward": Rule("SSP618", effects.find_empty_rewards),
    "repeat-of-one": Rule("SSP619", effects.find_repeats_of_one),
    "same-branches": Rule("SSP620", effects.find_same_branches),
    "empty-block": Rule("SSP621", effects.find_empty_blocks),
    "effect-after-the-end": Rule("SSP622", effects.find_effects_after_the_end),
    "change-to-itself": Rule("SSP623", effects.find_changes_to_itself),
    "overwritten-change": Rule("SSP624", effects.find_overwritten_changes),
    "undone-mark": Rule("SSP625", effects.find_undone_marks),
    "repeated-branch": Rule("SSP626", effects.find_repeated_branches),
    "unused-local": Rule("SSP627", effects.find_unused_locals),
    "repeated-bonus": Rule("SSP628", choices.find_repeated_bonuses),
    "choice-of-one": Rule("SSP629", choices.find_choices_of_one),
    "window-nobody-opens": Rule("SSP630", choices.find_windows_nobody_opens),
    "cell-nobody-reads": Rule("SSP631", state.find_cells_nobody_reads),
    "cell-nobody-sets": Rule("SSP632", state.find_cells_nobody_sets),
    "cell-of-one-value": Rule("SSP633", state.find_cells_of_one_value),
    "idle-start": Rule("SSP634", state.find_idle_starts),
    "repeated-rule": Rule("SSP635", stars.find_repeated_rules),
    "repeated-modifier": Rule("SSP636", stars.find_repeated_modifiers),
    "factor-of-one": Rule("SSP637", stars.find_factors_of_one),
    "repeated-place": Rule("SSP638", stars.find_repeated_places),
    "stars-that-never-come": Rule("SSP639", stars.find_stars_that_never_come),
    "double-line-erased": Rule("SSP640", stars.find_double_lines_erased),
    "ragged-title": Rule("SSP641", titles.find_ragged_titles),
    "long-title": Rule("SSP642", titles.find_long_titles),
    "shared-title": Rule("SSP643", titles.find_shared_titles),
    "colour-alone": Rule("SSP644", titles.find_colour_alone),
    "odd-name": Rule("SSP645", titles.find_odd_names),
    "unfinished": Rule("SSP646", titles.find_unfinished),
    "test-without-a-claim": Rule("SSP647", tests.find_tests_without_a_claim),
    "shared-test-title": Rule("SSP648", tests.find_shared_test_titles),
    "repeated-test": Rule("SSP649", tests.find_repeated_tests),
    "untested": Rule("SSP650", tests.find_untested),
    "excused-and-cited": Rule("SSP651", sources.find_excused_and_cited),
    "repeated-citation": Rule("SSP652", sources.find_repeated_citations),
    "blank-reason": Rule("SSP653", sources.find_blank_reasons),
    "uncited": Rule("SSP654", sources.find_uncited, usual=False),
    "still-assumed": Rule("SSP655", sources.find_still_assumed, usual=False),
    "place-nothing-leads-to": Rule("SSP658", places.find_places_nothing_leads_to),
    "face-missing-at-the-bottom": Rule("SSP659", places.find_faces_missing_at_the_bottom),
    "lopsided-flippers": Rule("SSP660", places.find_lopsided_flippers),
    "set-that-never-pays": Rule("SSP661", places.find_sets_that_never_pay),
}
