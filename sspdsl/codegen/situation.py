"""A state of a generated module that begins a turn with given values, as games seldom bring them about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from sspdsl.codegen.layout import OWN, OWN_TALLY, ROLLS, SCORE, SHARED, SHARED_TALLY, Slot, lay_out
from sspdsl.codegen.reach import mask_of
from sspdsl.ir.model import Program

FIRST_ITEM = 1
"""Item 0 is the start of the game, and the first step of the turn is next."""

Members = Sequence[Sequence[int]]
"""For each cell what its members hold; nothing for a cell that is another's."""


def situation(
    program: Program,
    module: ModuleType,
    own: Sequence[Members],
    shared: Members,
    filled: Sequence[Iterable[int]],
) -> Any:
    """The module's state at the first decision of a turn that begins like this.

    `own` and `filled` are by player. The cells of the turn must be at their first values.
    """
    slots = lay_out(program).slots
    bits, rolls, more = _packed(slots, shared, SHARED, ROLLS, SHARED_TALLY)
    blocks = []
    for cells, boxes in zip(own, filled, strict=True):
        packed, score, tallies = _packed(slots, cells, OWN, SCORE, OWN_TALLY)
        blocks.append((mask_of(boxes), packed, score))
        more += tallies
    playing = module._first_playing(module._Run(_state(module, 0, bits, rolls, more, blocks)), 0)
    if playing < 0:
        return _state(module, 0, bits, rolls, more, blocks)._replace(at=module._OVER_AT)
    start = _state(module, playing, bits, rolls, more, blocks)
    return module._go(module._Run(start), FIRST_ITEM)[0]


def _state(
    module: ModuleType,
    player: int,
    shared: int,
    rolls: int,
    more: Sequence[int],
    blocks: Sequence[tuple[int, int, int]],
) -> Any:
    others = (*blocks[:player], *blocks[player + 1 :])
    return module.State(FIRST_ITEM, player, *blocks[player], shared, rolls, tuple(more), others, ())


def _packed(
    slots: Sequence[Slot], cells: Members, where: int, single: int, several: int
) -> tuple[int, int, list[int]]:
    """The bits of packed cells, the tally that has a place of its own, and the others."""
    bits = one = 0
    tallies: list[int] = []
    for slot, members in zip(slots, cells, strict=True):
        if slot.where == where:
            bits |= sum(slot.bits(member, value) for member, value in enumerate(members))
        elif slot.where == single:
            one = members[0]
        elif slot.where == several:
            tallies += members
    return bits, one, tallies
