"""A duel of score cards as a zero-sum stochastic game, cut into layers for topological value iteration.

Two players have a card each. In turn they roll; the roll offers one or more next cards, and the mover takes one. The
first full card ends the match, and the higher total wins. So with Y[a, b] the mover's chance of winning (a tie is one
half) holding card a against b,

    Y[a, b] = sum over rolls of p * max over next cards a' of (1 - Y[b, a'], or the payoff if a' is full)

What is filled never empties: a card's *layer*, the set of what is filled, only grows. The values of a pair of layers
therefore hang on each other and on pairs with more filled, and on nothing else. This file needs NumPy only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Duel:
    """The arrays of a game of score cards (see `shipped.ScoreCards`)."""

    open: int  # cards below this number are not full
    total: Ints  # of every card, the full ones too
    layer: Ints  # of every card, in rising order: what is filled, as a set of bits
    weight: npt.NDArray[np.int64]  # of each class of rolls
    next: Ints  # [open card, class, option] the next card; a class with fewer options repeats its first
    shapes: tuple[tuple[int, ...], ...]  # the grid on which the open cards of each layer lie, its last axis fastest

    @cached_property
    def options(self) -> Ints:
        """How many next cards each class of rolls offers."""
        made: Ints = (1 + (self.next[:, :, 1:] != self.next[:, :, :1]).any(0).sum(1)).astype(np.int32)
        return made

    @property
    def most(self) -> int:
        """The highest total."""
        return int(self.total.max())

    @cached_property
    def layers(self) -> list[range]:
        """The open cards of each layer, as a range of their numbers."""
        _, first = np.unique(self.layer[: self.open], return_index=True)
        ends = [*first[1:], self.open]
        return [range(int(low), int(high)) for low, high in zip(first, ends, strict=True)]


@dataclass(frozen=True)
class Rows:
    """What the backup of one layer reads, for opponents b: rows of 1 - Y[b, a'] for the layer's own cards, then for
    the cards of other layers that a roll can lead to (`outer`), then a row for each total a full card may have."""

    cards: range  # the layer
    outer: Ints  # card numbers
    step: tuple[Ints, ...]  # for classes of 1, 2, ... options: [card, class, option] the row
    chance: tuple[npt.NDArray[np.float64], ...]  # of those classes

    @property
    def payoff(self) -> int:
        """The first of the rows of totals: that of total 0."""
        return len(self.cards) + len(self.outer)


def rows_of(duel: Duel, cards: range) -> Rows:
    """The rows of one layer."""
    after = duel.next[cards.start : cards.stop]
    other = np.unique(after[(after < duel.open) & ((after < cards.start) | (after >= cards.stop))])
    row = np.zeros(len(duel.total), np.int32)
    row[cards.start : cards.stop] = np.arange(len(cards))
    row[other] = len(cards) + np.arange(len(other))
    row[duel.open :] = len(cards) + len(other) + duel.total[duel.open :]
    chance = duel.weight / duel.weight.sum()
    classes = [np.flatnonzero(duel.options == n) for n in range(1, after.shape[2] + 1)]
    return Rows(
        cards,
        other.astype(np.int32),
        tuple(np.ascontiguousarray(row[after[:, c, :n]]) for n, c in enumerate(classes, 1)),
        tuple(chance[c] for c in classes),
    )


def payoff_rows(duel: Duel, opponents: range, xp: Any, dtype: Any) -> Any:
    """For each total a full card may have: what the match is worth to its owner against each open card."""
    mine = xp.arange(duel.most + 1)[:, None]
    theirs = xp.asarray(duel.total[opponents.start : opponents.stop])[None, :]
    return ((mine > theirs) + 0.5 * (mine == theirs)).astype(dtype)


def order(duel: Duel) -> list[tuple[int, int]]:
    """Pairs of layers (the first not after the second) in topological order: each comes after all it hangs on."""
    filled = [int(duel.layer[cards.start]).bit_count() for cards in duel.layers]
    pairs = [(i, j) for i in range(len(filled)) for j in range(i, len(filled))]
    return sorted(pairs, key=lambda pair: -filled[pair[0]] - filled[pair[1]])


def back_up(rows: Rows, value: Any, xp: Any) -> Any:
    """The plain form of a Bellman backup: from rows of values (against opponents b) to Y[layer, b]."""
    out = xp.zeros((len(rows.cards), value.shape[1]), value.dtype)
    for step, chance in zip(rows.step, rows.chance, strict=True):
        for c, p in enumerate(chance):
            best = value[step[:, c, 0]]
            for option in range(1, step.shape[2]):
                best = xp.maximum(best, value[step[:, c, option]])
            out += value.dtype.type(p) * best
    return out
