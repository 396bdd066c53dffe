"""Pseudo-random numbers for bots, playouts and guesses: splitmix64, its state in an array of one uint64.

Not for matches that people play: those dice are made by `fair`. A stream is repeatable from its seed, and gives the
same numbers interpreted, compiled and on a GPU. Unsigned 64-bit arithmetic differs between interpreted and compiled
code, so the functions that do it have two bodies, and no uint64 leaves this file but as the state of a stream.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compile import COMPILED, rule

Rng = Any  # np.ndarray of one uint64


def new_rng(seed: int) -> Rng:
    """A stream from a seed; of a longer number the lowest 64 bits count."""
    return np.full(1, seed & (2**64 - 1), np.uint64)


if COMPILED:
    _STEP, _M1, _M2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
    _30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

    @rule
    def random_bits(rng: Rng) -> int:
        """The next 32 random bits: a number from 0 to 2**32 - 1."""
        return np.int64(split(rng, 0) >> _32)  # type: ignore[return-value]

    @rule
    def split(rngs: Rng, at: int) -> Any:
        """The state of a new stream, independent of its parent: the next 64 bits of the stream `rngs[at]`."""
        z = rngs[at] + _STEP
        rngs[at] = z
        z = (z ^ (z >> _30)) * _M1
        z = (z ^ (z >> _27)) * _M2
        return z ^ (z >> _31)
else:
    _MASK = (1 << 64) - 1

    @rule
    def random_bits(rng: Rng) -> int:
        """The next 32 random bits: a number from 0 to 2**32 - 1."""
        return int(split(rng, 0)) >> 32

    @rule
    def split(rngs: Rng, at: int) -> Any:
        """The state of a new stream, independent of its parent: the next 64 bits of the stream `rngs[at]`."""
        z = (int(rngs[at]) + 0x9E3779B97F4A7C15) & _MASK
        rngs[at] = z
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)


@rule
def scaled(bits: int, n: int) -> int:
    """32 random bits as a number from 0 to n - 1 (n below 2**31): multiply and shift (Lemire), without rejection, so
    some numbers are likelier by up to n / 2**32."""
    return bits * int(n) >> 32


@rule
def random_below(rng: Rng, n: int) -> int:
    """A random number from 0 to n - 1 (n below 2**31)."""
    return scaled(random_bits(rng), n)


@rule
def sample_weighted(rng: Rng, weight: Any, n: int) -> int:
    """An index from 0 to n - 1, as likely as its integer weight. The weights add up to less than 2**31."""
    total = 0
    for i in range(n):
        total += weight[i]
    left = random_below(rng, total)
    for i in range(n - 1):
        left -= weight[i]
        if left < 0:
            return i
    return n - 1
