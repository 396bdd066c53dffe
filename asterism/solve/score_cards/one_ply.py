"""One-ply expectimax: chances one turn ahead of the table, over all rolls, with the best choice for each."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .layers import Duel, Ints
from .low_rank import Table

Floats = npt.NDArray[np.floating[Any]]

AT_ONCE = 256  # positions computed together: 13 MB of factors


def payoff(duel: Duel, mine: Any, theirs: Any) -> Floats:
    """What a match that ends with these cards is worth to the owner of the first."""
    a, b = duel.total[mine], duel.total[theirs]
    made: Floats = (a > b) + 0.5 * (a == b)
    return made


def after_move(duel: Duel, table: Table, mine: Any, theirs: Any) -> Floats:
    """By the table alone: the chance of someone who has just taken card `mine`, full or not, against `theirs`."""
    is_open = mine < duel.open
    rough = 1 - np.clip(table.rough(theirs, np.where(is_open, mine, 0)), 0, 1)
    return np.where(is_open, rough, payoff(duel, mine, theirs))


def look_ahead(duel: Duel, table: Table, mine: Ints, theirs: Ints) -> Floats:
    """The chance of the mover, looking one turn ahead of the table: over all rolls, with the best choice for each."""
    out = np.empty(len(mine))
    chance = duel.weight / duel.weight.sum()
    for start in range(0, len(mine), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        after, against = duel.next[mine[part]], theirs[part]
        factors = table.right[np.where(after < duel.open, after, 0).reshape(len(against), -1)]
        rough = np.matmul(factors, table.left[against][:, :, None]).reshape(after.shape)
        value = np.where(after < duel.open, 1 - np.clip(rough, 0, 1), payoff(duel, after, against[:, None, None]))
        out[part] = value.max(2) @ chance
    return out


def weigh(duel: Duel, table: Table, options: Ints, theirs: Ints) -> Floats:
    """What each of the next cards in `options` is worth against `theirs`: one turn ahead, or the payoff if full."""
    flat, against = options.ravel(), np.repeat(theirs, options.shape[1])
    value = payoff(duel, flat, against)
    is_open = flat < duel.open
    value[is_open] = 1 - look_ahead(duel, table, against[is_open], flat[is_open])
    return value.reshape(options.shape)
