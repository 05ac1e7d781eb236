"""`plain` behaves as the frozen dataclass it stands for."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from sspdsl.plain import plain


@plain
class Pair:
    """Two things."""

    left: int
    right: str = "b"


@plain
class Other:
    left: int
    right: str = "b"


@dataclass(frozen=True, slots=True)
class Model:
    left: int
    right: str = "b"


def test_it_is_made_by_place_and_by_name() -> None:
    assert Pair(1, "c") == Pair(left=1, right="c") == Pair(1, right="c")
    assert Pair(1) == Pair(1, "b")


def test_equal_values_of_another_class_are_not_equal() -> None:
    other: object = Other(1)
    assert Pair(1) != other
    assert len({Pair(1), Pair(1, "b"), Other(1)}) == 2


def test_it_reads_as_a_dataclass_reads() -> None:
    assert repr(Pair(1)) == repr(Model(1)).replace("Model", "Pair")
    assert [f.name for f in fields(Pair)] == [f.name for f in fields(Model)]
    assert replace(Pair(1), right="z") == Pair(1, "z")
    match Pair(3, "d"):
        case Pair(left, right):
            assert (left, right) == (3, "d")
    asked: object = Pair
    assert is_dataclass(asked)


def test_it_cannot_be_changed() -> None:
    pair = Pair(1)
    with pytest.raises(FrozenInstanceError):
        pair.left = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del pair.left
    assert not hasattr(pair, "__dict__")


def test_values_that_do_not_fit_are_refused() -> None:
    make: Any = Pair
    for args, named in (((), {}), ((1, "b", 3), {}), ((1,), {"left": 2}), ((1,), {"middle": 2})):
        with pytest.raises(TypeError):
            make(*args, **named)


def test_a_field_without_a_default_may_not_follow_one_with() -> None:
    with pytest.raises(TypeError):

        @plain
        class Wrong:
            left: int = 1
            right: str  # type: ignore[misc]
