"""Sets as bits, against sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from asterism.kit import bits

SETS = st.sets(st.integers(0, 62))


def as_bits(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@settings(deadline=None)  # the first call compiles
@given(SETS, SETS)
def test_sets_are_listed_in_rising_order_one_behind_the_other(first: set[int], second: set[int]):
    out = np.full(2 * 63 + bits.TOGETHER, -1, np.int32)
    n = bits.write(as_bits(first), 100, out, 0)
    n = bits.write(as_bits(second), 200, out, n)
    assert out[:n].tolist() == [100 + one for one in sorted(first)] + [200 + one for one in sorted(second)]


@settings(deadline=None)  # the first call compiles
@given(SETS.filter(bool))
def test_how_many_and_the_lowest(numbers: set[int]):
    assert bits.count(as_bits(numbers)) == len(numbers)
    assert bits.lowest(as_bits(numbers)) == min(numbers)


@settings(deadline=None)  # the first call compiles
@given(SETS, st.integers(0, 60), st.integers(0, 3))
def test_a_value_is_put_into_its_place_alone(numbers: set[int], place: int, value: int):
    put = bits.put(as_bits(numbers), place, 2, value)
    others = numbers - {place, place + 1}
    assert put == as_bits(others | {place + bit for bit in (0, 1) if value >> bit & 1})
