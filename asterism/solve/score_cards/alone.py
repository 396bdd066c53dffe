"""A score card filled alone: a stochastic shortest path, by value iteration in place (Gauss-Seidel), layer by layer.

Nothing presses someone who plays alone, so whoever waits long enough ends with the highest total there is. The aim that
makes a game of it: the final total, less a price for every turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from asterism.core.compile import apart

from .layers import Duel

PRICE = 0.25  # points a turn


@apart
def back_up(worth: Any, after: Any, chance: Any, price: float, first: int, last: int) -> float:
    """One sweep of Bellman backups over the cards from `first` to `last`, in place; returns the largest change."""
    largest = 0.0
    for card in range(first, last):
        value = -price
        for c in range(len(chance)):
            best = worth[after[card, c, 0]]
            for option in range(1, after.shape[2]):
                best = max(best, worth[after[card, c, option]])
            value += chance[c] * best
        largest = max(largest, abs(value - worth[card]))
        worth[card] = value
    return largest


def solve(duel: Duel, price: float = PRICE, enough: float = 1e-9) -> npt.NDArray[np.float64]:
    """What every card is worth in points, the full ones too, when played as well as can be."""
    worth = duel.total.astype(np.float64)
    chance = duel.weight / duel.weight.sum()
    for cards in reversed(duel.layers):  # a card leads to its own layer or to a later one
        worth[cards.start : cards.stop] = worth[cards.stop :].mean()
        while back_up(worth, duel.next, chance, price, cards.start, cards.stop) > enough:
            pass
    return worth


@apart
def evaluate(turns: Any, worth: Any, after: Any, chance: Any, first: int, last: int) -> float:
    """One sweep of policy evaluation: the turns still to come when the card worth most is taken; returns the largest
    change."""
    largest = 0.0
    for card in range(first, last):
        value = 1.0
        for c in range(len(chance)):
            best = after[card, c, 0]
            for option in range(1, after.shape[2]):
                if worth[after[card, c, option]] > worth[best]:
                    best = after[card, c, option]
            value += chance[c] * turns[best]
        largest = max(largest, abs(value - turns[card]))
        turns[card] = value
    return largest


def turns_of(duel: Duel, worth: npt.NDArray[np.float64], enough: float = 1e-6) -> npt.NDArray[np.float64]:
    """How many turns are still to come on average from every card, played by what `solve` found."""
    turns = np.zeros(len(duel.total))
    chance = duel.weight / duel.weight.sum()
    for cards in reversed(duel.layers):
        while evaluate(turns, worth, duel.next, chance, cards.start, cards.stop) > enough:
            pass
    return turns
