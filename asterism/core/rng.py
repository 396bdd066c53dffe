"""Random numbers for bots, playouts and guesses: splitmix64 in a 1-element uint64 array.

Never used for a match that people play: those dice are in `fair`. Here functions have two bodies, since unsigned
64-bit arithmetic differs between interpreted and compiled code; it stays inside.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compile import COMPILED, rule

Rng = Any  # np.ndarray of one uint64


def new_rng(seed: int) -> Rng:
    return np.full(1, seed & (2**64 - 1), np.uint64)


if COMPILED:
    _STEP, _M1, _M2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
    _30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

    @rule
    def toss(rng: Rng) -> int:
        """A number from 0 to 2**32 - 1."""
        z = rng[0] + _STEP
        rng[0] = z
        z = (z ^ (z >> _30)) * _M1
        z = (z ^ (z >> _27)) * _M2
        z = z ^ (z >> _31)
        return np.int64(z >> _32)  # type: ignore[return-value]

    @rule
    def forked(rngs: Rng, at: int) -> Any:
        """Where another stream begins: the next number of one of these, all 64 bits of it."""
        z = rngs[at] + _STEP
        rngs[at] = z
        z = (z ^ (z >> _30)) * _M1
        z = (z ^ (z >> _27)) * _M2
        return z ^ (z >> _31)
else:
    _MASK = (1 << 64) - 1

    @rule
    def toss(rng: Rng) -> int:
        """A number from 0 to 2**32 - 1."""
        z = (int(rng[0]) + 0x9E3779B97F4A7C15) & _MASK
        rng[0] = z
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z = z ^ (z >> 31)
        return z >> 32

    @rule
    def forked(rngs: Rng, at: int) -> Any:
        """Where another stream begins: the next number of one of these, all 64 bits of it."""
        z = (int(rngs[at]) + 0x9E3779B97F4A7C15) & _MASK
        rngs[at] = z
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)


@rule
def below(n: int, tossed: int) -> int:
    """A number from 0 to n - 1 (n below 2**31), of one that was tossed."""
    return tossed * int(n) >> 32


@rule
def draw(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1 (n below 2**31)."""
    return below(n, toss(rng))


@rule
def draw_weighted(rng: Rng, weight: Any, n: int) -> int:
    """An index below n, each as likely as its integer weight."""
    total = 0
    for i in range(n):
        total += weight[i]
    left = draw(rng, total)
    for i in range(n - 1):
        left -= weight[i]
        if left < 0:
            return i
    return n - 1
