"""A game of score cards small enough to be solved by hand: a die of few faces in a circle, and few kinds to fill."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np

from asterism.solve.score_cards.layers import Duel


class SmallCards:
    """What `ScoreCards` asks for, written without regard to speed."""

    def __init__(self, faces: int, steps: tuple[tuple[int, ...], ...]) -> None:
        self.rolls: Counter[tuple[tuple[int, ...], int]] = Counter()  # (kinds shared, sum): how many rolls
        for first, second in product(range(faces), repeat=2):
            apart = min((first - second) % faces, (second - first) % faces)
            shared = tuple(kind for kind, far in enumerate(steps) if apart in far)
            self.rolls[shared, first + second + 2 if shared else 0] += 1
        self.kinds = len(steps)
        values = [sorted({0, *(s for shared, s in self.rolls if kind in shared)}) for kind in range(self.kinds)]
        self.scores = sorted(product(*values), key=lambda card: (self._filled(card), card))
        self.number = {card: i for i, card in enumerate(self.scores)}
        self.full = 2**self.kinds - 1
        self.layer = np.array([self._filled(card) for card in self.scores], np.int32)
        self.total = np.array([sum(card) for card in self.scores], np.int32)
        self.open = int((self.layer < self.full).sum())
        self.weight = np.array(list(self.rolls.values()), np.int64)
        self.shapes = tuple(
            tuple(len(v) - 1 if filled >> kind & 1 else 1 for kind, v in enumerate(values))
            for filled in range(self.full)
        )

    def _filled(self, card: tuple[int, ...]) -> int:
        return sum(1 << kind for kind, score in enumerate(card) if score)

    def after(self, card: tuple[int, ...], shared: tuple[int, ...], points: int) -> list[tuple[int, ...]]:
        """The next cards that a roll offers."""
        return [(*card[:kind], points, *card[kind + 1 :]) for kind in shared] or [card]

    def duel(self) -> Duel:
        most = max(1, *(len(shared) for shared, _ in self.rolls))
        after = np.zeros((self.open, len(self.rolls), most), np.int32)
        for a in range(self.open):
            for c, (shared, points) in enumerate(self.rolls):
                cards = self.after(self.scores[a], shared, points)
                after[a, c] = [self.number[card] for card in (cards + cards[:1] * most)[:most]]
        return Duel(self.open, self.total, self.layer, self.weight, after, self.shapes)

    def solve_plainly(self, sweeps: int) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
        """Y by its equation alone: dictionaries of score cards, no layers, no arrays."""
        unfinished = self.scores[: self.open]
        rolls = sum(self.rolls.values())

        def worth(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
            if 0 in mine:
                return 1 - value[theirs, mine]
            return (sum(mine) > sum(theirs)) + (sum(mine) == sum(theirs)) / 2

        value = dict.fromkeys(product(unfinished, repeat=2), 0.5)
        for _ in range(sweeps):
            value = {
                (mine, theirs): sum(
                    count * max(worth(card, theirs) for card in self.after(mine, shared, points))
                    for (shared, points), count in self.rolls.items()
                )
                / rolls
                for mine, theirs in value
            }
        return value


TWO_KINDS = SmallCards(4, ((1, 2), (2,)))  # 8 open cards
THREE_KINDS = SmallCards(6, ((1,), (2, 3), (3,)))  # 87 open cards
