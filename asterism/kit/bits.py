"""Sets of small numbers as the bits of one whole number, from 0 to 62: what is in both of two sets is an `&`."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import COMPILED, rule

Array = Any

TOGETHER = 4  # that are written at once
NEVER_NEGATIVE = (1 << 62) - 1

if COMPILED:

    @rule
    def count(bits: int) -> int:
        """How many there are: one instruction, once the compiler has seen through it."""
        n = 0
        while bits != 0:
            bits &= bits - 1
            n += 1
        return n
else:

    @rule
    def count(bits: int) -> int:
        """How many there are."""
        return int(bits).bit_count()


@rule
def lowest(bits: int) -> int:
    """The lowest of them; where there is none, any number."""
    return count((bits & -bits) - 1)


@rule
def put(bits: int, place: int, size: int, value: int) -> int:
    """The same with another value in the `size` bits from `place` on."""
    return bits & ~((1 << size) - 1 << place) | value << place


@rule
def write(bits: int, first: int, out: Array, n: int) -> int:
    """List them in rising order behind the `n` numbers of a list, each as `first` + itself; returns how many it has.

    The first `TOGETHER` places are written in any case, to be written over by what is listed next: no processor could
    foretell how many there are. So the list must have room for as many more."""
    n &= NEVER_NEGATIVE  # for the compiler, which else asks it of every place
    end = n + count(bits)
    for step in range(TOGETHER):
        out[n + step] = first + lowest(bits)
        bits &= bits - 1
    n += TOGETHER
    while bits != 0:
        out[n] = first + lowest(bits)
        bits &= bits - 1
        n += 1
    return end
