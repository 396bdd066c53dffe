"""Sampling, in one place for playouts, tree search, lab and gym: an outcome of chance, and an action by the hints.

A template, executed once for each game by `compile.bind`, which hands these functions to every other template too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import rule
from asterism.core.rng import random_below, sample_weighted

if TYPE_CHECKING:  # of the game's `rules.py`, put here by `bind`; `anygame` says what each promises
    from .anygame import HAS_HINTS, HAS_ODDS, HAS_OUTCOME, hints, legal, odds, outcome

Array = Any  # np.ndarray of numbers


@rule
def sample_listed(s: Any, out: Array, n: int, weight: Array, rng: Array) -> int:
    """At CHANCE: one of the `n` outcomes listed in `out`, by their odds; `weight` is overwritten."""
    if HAS_ODDS:
        odds(s, out, n, weight)
        return out[sample_weighted(rng, weight, n)]  # type: ignore[no-any-return]
    return out[random_below(rng, n)]  # type: ignore[no-any-return]


@rule
def sample_chance(s: Any, out: Array, weight: Array, rng: Array) -> int:
    """At CHANCE: one outcome, by the odds; `out` and `weight` are overwritten."""
    if HAS_OUTCOME:
        return outcome(s, out, rng)
    return sample_listed(s, out, legal(s, out), weight, rng)


@rule
def sample_hinted(s: Any, out: Array, n: int, weight: Array, rng: Array) -> int:
    """For a seat to act: one of the `n` actions listed in `out`, by the weights of the hints, or uniformly where a game
    has none; `weight` is overwritten."""
    if HAS_HINTS:
        hints(s, out, n, weight)
        return out[sample_weighted(rng, weight, n)]  # type: ignore[no-any-return]
    return out[random_below(rng, n)]  # type: ignore[no-any-return]
