"""Stand-ins for what a module knows of its pin: a game without boxes, cells, balls or turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sspdsl.codegen.prelude.run import _FCS, _Run

GRAPH: Final[dict[str, Any]] = {}
PIN: Final[dict[str, Any]] = {"name": "nothing", "max_players": 4}
_PLAYERS: int = 4
_BALLS: int = 0
_DICE: int = 0
# The cells of a player are one number, the shared ones another; a field is (shift, mask, lowest value).
_FIRST_CELLS: int = 0
_FIRST_SHARED: int = 0
_FIRST_SCORE: int = 0
_FIRST_ROLLS: int = 0
_FIRST_MORE_SHARED: tuple[int, ...] = ()
_FIRST_MORE_EACH: tuple[int, ...] = ()
_LAST_ROLL: int = -1
_MARKABLE: int = 0
_FINISHED: int = 1
# At the end of a player's steps cells are masked with KEEP and given FIRST; after the whole turn REST too.
_STEPS_KEEP: int = -1
_STEPS_FIRST: int = 0
_TURN_KEEP: int = -1
_TURN_FIRST: int = 0
_STEPS_TALLIES: tuple[tuple[int, int, int], ...] = ()  # First, size, value.
_SHARED_KEEP: int = -1
_SHARED_FIRST: int = 0
_RAW: tuple[tuple[int, int, int], ...] = ()
_VALUE: tuple[tuple[int, int, int], ...] = ()
_DIE_USED: tuple[tuple[int, int, int], ...] = ()
_KEPT: tuple[tuple[int, int, int], ...] = ()
_AT: tuple[tuple[int, int, int], ...] = ()
_MOVED: tuple[tuple[int, int, int], ...] = ()
_POSITIONS: tuple[str, ...] = ()
_NAMES: tuple[str, ...] = ()
_LABELS: tuple[str, ...] = ()
_BOX_AT: tuple[int, ...] = ()
_FEATURES: tuple[str, ...] = ()
_SETS: tuple[str, ...] = ()
_WORDS: tuple[tuple[str, ...], ...] = ()
_DRAINS: int = 0
_FACES: dict[int, int] = {}
_WAYS: tuple[tuple[int, int, int, int, tuple[int, ...], int | None], ...] = ()
_BANS: tuple[tuple[int, int, int, int], ...] = ()
_VIEW: tuple[tuple[str, int, int, int, int, int, tuple[str, ...], tuple[str | None, ...]], ...] = ()
_RANGES: tuple[tuple[int, int, int, int, int], ...] = ()
_ACHIEVEMENTS: tuple[tuple[str, int], ...] = ()
_QUESTIONS: tuple[tuple[str, str, Callable[[_Run, int, int, int, Any], str]], ...] = ()
_ABILITIES: tuple[
    tuple[int, str, bool, Callable[..., list[tuple[int, ...]]], Callable[..., _FCS], Any], ...
] = ()
_PASSED: tuple[Callable[[_Run, int, int, int], _FCS] | None, ...] = ()
_FILLS: tuple[Callable[[_Run, int, int, int, int], _FCS], ...] = ()
_HITS: tuple[Callable[[_Run, int, int, int, int], _FCS], ...] = ()
_HITS_BY: tuple[tuple[Callable[[_Run, int, int, int, int], _FCS], ...], ...] = ()
_ITEMS: tuple[tuple[int, Callable[[_Run, int, int, int], Any] | None, int, int], ...] = ()
_GROUPS: tuple[tuple[int, int, bool], ...] = ()
# For the quick ways: the cells that decide where balls can go, and those that note a move.
_PLAN_BITS: int = 0
_NOTES_WAY: bool = False
_MOVES_AGAIN: bool = False
# Boxes that may be closed though empty; cells of which some must be set for an ability to be offered.
_ORDERED: int = 0
_SHUT_BY_BOXES: bool = True
_MAY_BITS: int = -1
_REGISTER_KEEP: int = -1
_RESTS: tuple[int, ...] = ()
_ONWARD: dict[int, Callable[[_Run, int, int, int], tuple[int, int, int, int]]] = {}
_WINDOW: int = -1
_WINDOW_TITLES: tuple[str, ...] = ()


def _guards(x: _Run, f: int, c: int, s: int, v0: int, asked: int = -1) -> int:
    """Which of these guards of ways and bans hold for this die, a bit each; bit 0 is never set."""
    return 0


def _opened(x: _Run, f: int, c: int, s: int, mask: int, die: int) -> int:
    """Those of these boxes that are open to this die (-1: to none in particular)."""
    return mask & ~f


def _shown(x: _Run, f: int, c: int, s: int, face: int) -> int:
    """The boxes that show this face."""
    return _FACES.get(face, 0)


def _may_use(x: _Run, f: int, c: int, s: int) -> bool:
    """Whether an ability of the window could be offered; if not, none is."""
    return True


def _looked_up(x: _Run, f: int, c: int, s: int) -> list[tuple[str, tuple[int, ...]]]:
    """All options while a ball waits; the real one is in `quick`."""
    raise AttributeError


def _do_act(x: _Run, f: int, c: int, s: int, number: int) -> _FCS:
    """Carry out an option that was looked up; the real one is in `quick`."""
    raise AttributeError


def _lost(x: _Run, f: int, c: int, s: int, ball: int) -> _FCS:
    """Raise `ball lost`."""
    return f, c, s


def _game_ends(x: _Run, f: int, c: int, s: int) -> _FCS:
    """The action that runs when the game of a player ends."""
    return f, c, s


def _registers(c: int, ball: int, die: int, origin: int, way: int) -> int:
    """Note a move in the cells of the turn: the ball, the die, where from, which way."""
    return c


def _standing(x: _Run, f: int, c: int, s: int) -> tuple[int, ...]:
    """What the acting player wins by, the more the better."""
    return (s,)
