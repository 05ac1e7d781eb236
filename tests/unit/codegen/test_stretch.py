"""Stretches: what was learnt from one state holds for every state that agrees in the bits it hinges on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sspdsl.codegen.prelude import stretch
from sspdsl.codegen.prelude.stretch import _Bits, _Complete, _Filled, _Stars

WIDTH = 12
ALL = (1 << WIDTH) - 1

Step = Callable[[Any], tuple[Any, Any]]


def _steps() -> st.SearchStrategy[Step]:
    """A step from the cells to cells and something that is decided by them, as generated rules write it."""
    mask = st.integers(0, ALL)
    place = st.integers(0, WIDTH - 3)

    def keep(m: int, b: int) -> Step:
        return lambda c: (c & m | b, None)

    def test(m: int, b: int) -> Step:
        return lambda c: (c | b, bool(c & m)) if c & m else (c & ~b, bool(c & m))

    def compare(m: int, b: int) -> Step:
        return lambda c: (c, c & m < b)

    def bounded(at: int) -> Step:
        return lambda c: (c + (1 << at), 1) if c & 7 << at < 6 << at else (c, 0)

    def fewer(at: int) -> Step:
        return lambda c: (c - (1 << at), 1) if c & 7 << at else (c, 0)

    def number(at: int, m: int) -> Step:
        return lambda c: (c & ~(7 << at) | min((c >> at & 7) + 2, 7) << at, abs((c & 3) - m))

    def counted(m: int) -> Step:
        return lambda c: (c, 2 * (c & m).bit_count())

    return st.one_of(
        st.builds(keep, mask, mask),
        st.builds(test, mask, mask),
        st.builds(compare, mask, mask),
        st.builds(bounded, place),
        st.builds(fewer, place),
        st.builds(number, place, mask),
        st.builds(counted, mask),
    )


@given(st.lists(_steps(), max_size=6), st.integers(0, ALL), st.integers(0, ALL))
def test_what_was_noted_decides(steps: list[Step], first: int, second: int) -> None:
    noted = [0]
    c: Any = _Bits(first, ALL, noted)
    decided = []
    for step in steps:
        c, found = step(c)
        decided.append(found)
    # Another number that is the same in the bits that were noted, and whatever it is elsewhere.
    other = first & noted[0] | second & ~noted[0]
    plain: Any = other
    for step, before in zip(steps, decided, strict=True):
        plain, found = step(plain)
        assert found == before
    if isinstance(c, _Bits):
        assert plain == other & c.live | c.value & ~c.live
    else:
        assert plain == c


@given(st.integers(0, ALL), st.integers(0, ALL), st.integers(0, ALL), st.integers(0, ALL))
def test_an_incomplete_set_is_noted(first: int, second: int, whole: int, filled: int) -> None:
    noted = [0, 0, False]
    f: Any = _Filled(first, ALL, noted)
    f |= filled
    try:
        complete = f & whole == whole
    except _Complete:
        assert (first | filled) & whole == whole
        return
    other = first & noted[0] | second & ~noted[0]
    if not noted[1] or other & noted[1] != noted[1]:
        assert complete == ((other | filled) & whole == whole)


def test_a_score_is_added_to_and_never_looked_at() -> None:
    stars: Any = _Stars(0)
    stars += 3
    assert (stars - 1).won == 2
    with pytest.raises(TypeError):
        assert stars < 3


def test_what_is_learnt_is_kept_by_the_bits_it_hinges_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretch, "_CELL_BITS", ALL)
    known = stretch._nothing_known()

    def steps(f: Any, c: Any, s: Any) -> tuple[int, Any, Any, Any]:
        if c & 2:
            c &= ~8
            s += 4
        return 1, f, c, s

    learnt = stretch._learn(known, 0, 2, steps, lambda found: found)
    assert learnt[3] == 4
    assert known[0] == 2
    assert set(known[2]) == {2}


def test_a_stretch_that_hinges_on_forbidden_cells_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretch, "_CELL_BITS", ALL)
    known = stretch._nothing_known()
    steps = lambda f, c, s: (1, f, c | 1, s) if c & 4 else (1, f, c, s)  # noqa: E731
    assert stretch._learn(known, 0, 4, steps, lambda found: found, 4) == ()
    assert not any(known[2].values())


@given(st.integers(0, ALL), st.integers(0, ALL), st.integers(0, ALL), st.integers(0, ALL))
def test_a_complete_set_is_noted(first: int, second: int, whole: int, filled: int) -> None:
    noted = [0, 0, True]
    f: Any = _Filled(first, ALL, noted)
    f |= filled
    complete = f & whole == whole
    other = first & noted[0] | second & ~noted[0] | noted[1]
    assert complete == ((other | filled) & whole == whole)
