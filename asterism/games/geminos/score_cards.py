"""Every score card as a number, and where each roll can take it: what exact play is computed from (`score_cards`).

A card is numbered by its *layer* (the set of filled affinities) and then by its scores, so a layer is a range of
numbers and the full cards come last. Nothing here is typed in: it all follows from the 144 rolls in `state`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from asterism.core.compile import rule

from . import state as S

Ints = npt.NDArray[np.int32]


class ScoreCards:
    """All score cards of a game in which a roll is a sum and the kinds it may be entered under."""

    def __init__(self, kinds: int, rolls: Counter[tuple[tuple[int, ...], int]]) -> None:
        self.kinds = kinds
        # A class of rolls: the kinds that are shared, and the sum. Rolls that share nothing are one class, the first.
        nothing = sum(count for (shared, _), count in rolls.items() if not shared)
        self.classes: list[tuple[tuple[int, ...], int]] = [((), 0), *sorted(c for c in rolls if c[0])]
        self.weight = np.array([nothing, *(rolls[c] for c in self.classes[1:])], np.int64)
        self.options = max(len(shared) for shared, _ in self.classes)
        # The scores a kind can have, 0 (empty) first
        self.values = [sorted({0, *(points for shared, points in rolls if kind in shared)}) for kind in range(kinds)]
        self._stride = np.cumprod([1, *(len(v) for v in self.values[::-1])])[-2::-1]
        digits = np.array(list(product(*(range(len(v)) for v in self.values))), np.int32)
        layer = (digits > 0) @ (1 << np.arange(kinds))
        order = np.argsort(layer, kind="stable")
        self._digits: Ints = digits[order]
        self._number = np.empty(len(order), np.int32)  # of a card, by its digits read as one number
        self._number[order] = np.arange(len(order), dtype=np.int32)
        self.layer: Ints = layer[order].astype(np.int32)
        columns = zip(self.values, self._digits.T, strict=True)
        self.scores: Ints = np.stack([np.array(values, np.int32)[column] for values, column in columns], 1)
        self.total: Ints = self.scores.sum(1, dtype=np.int32)
        # The cards of a layer lie on a grid of scores, the last kind fastest; what is empty has but one place
        sizes = [len(v) - 1 for v in self.values]
        sets = range((1 << kinds) - 1)
        self.shapes = tuple(tuple(n if filled >> kind & 1 else 1 for kind, n in enumerate(sizes)) for filled in sets)
        self.open = int((self.layer < (1 << kinds) - 1).sum())  # cards below this number are not full

    def number(self, scores: Any) -> int:
        """The number of the card with these scores."""
        digits = [values.index(int(score)) for values, score in zip(self.values, scores, strict=True)]
        return int(self._number[np.dot(digits, self._stride)])

    def next(self, cards: npt.ArrayLike) -> Ints:
        """For each card, class of rolls and option: the next card. A class with fewer options repeats its first."""
        cards = np.asarray(cards, np.int32)
        out = np.empty((len(cards), len(self.classes), self.options), np.int32)
        code = self._digits[cards].astype(np.int64) @ self._stride
        for i, (shared, points) in enumerate(self.classes):
            if not shared:
                out[:, i] = cards[:, None]
            for j, kind in enumerate((*shared, *shared[:1] * self.options)[: self.options]):
                digit = self.values[kind].index(points)
                out[:, i, j] = self._number[code + (digit - self._digits[cards, kind]) * self._stride[kind]]
        return out

    def codes(self) -> tuple[Ints, Ints]:
        """What `card_of` reads: a code for each kind and score, and the card of each sum of codes."""
        code = np.zeros((self.kinds, 1 + max(values[-1] for values in self.values)), np.int32)
        for kind, values in enumerate(self.values):
            code[kind, values] = np.arange(len(values)) * self._stride[kind]
        return code, self._number

    def read(self, s: Any) -> tuple[int, list[int]]:
        """Of a record: the seat whose turn it is, and the card of every seat."""
        return int(s["mover"]), [self.number(s["scores"][seat, : self.kinds]) for seat in range(int(s["seats"]))]


@rule
def card_of(s: Any, seat: int, code: Any, number: Any) -> int:
    """The number of a seat's card, as compiled code reads it."""
    total = 0
    for kind in range(code.shape[0]):
        total += code[kind, s["scores"][seat, kind]]
    return number[total]  # type: ignore[no-any-return]


@cache
def score_cards() -> ScoreCards:
    """The 53,856 cards that are not full, then the 79,200 that are."""
    return ScoreCards(
        S.KINDS, Counter((S.SHARED[roll], int(S.SUM[roll]) if S.HOW_MANY[roll] else 0) for roll in range(S.ROLLS))
    )
