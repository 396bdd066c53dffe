"""Strength as one number: Elo from the scores of pairs, with error bars.

A player with d more Elo gets 1 / (1 + 10 ** (-d / 400)) of the points. The ratings are those under which the scores are
likeliest; the errors come from how sharply that likelihood falls off. One draw is added to each pair, so that a player
who won everything has a finite rating; it pulls a little towards the middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .score import SURE, Score

SCALE = 400 / math.log(10)
ROUNDS = 100


@dataclass(frozen=True)
class Rating:
    """How strong a player is, compared with the one who has 0."""

    name: str
    elo: float
    error: float  # half the width of the interval in which the truth lies, 19 times of 20


def ratings(scores: Sequence[Score], zero: str) -> list[Rating]:
    """For every player of matches for two, the weakest first; `zero` is the one the others are compared with."""
    names = sorted({name for score in scores for name in (score.first, score.second)} - {zero})
    place = {name: number for number, name in enumerate(names)}
    strength = np.zeros(len(names) + 1)  # the last is `zero`, and stays
    slope = np.zeros(len(names) + 1)
    bend = np.zeros((len(names) + 1, len(names) + 1))
    for _ in range(ROUNDS):
        slope[:], bend[:] = 0, 0
        for score in scores:
            i, j = place.get(score.first, len(names)), place.get(score.second, len(names))
            matches = score.matches + 1
            expected = 1 / (1 + math.exp(strength[j] - strength[i]))
            surplus = score.share * score.matches + 0.5 - matches * expected
            slope[i] += surplus
            slope[j] -= surplus
            sharp = matches * expected * (1 - expected)
            bend[[i, j], [i, j]] += sharp
            bend[[i, j], [j, i]] -= sharp
        step = np.linalg.solve(bend[:-1, :-1], slope[:-1])
        strength[:-1] += np.clip(step, -1, 1)
    errors = np.sqrt(np.diag(np.linalg.inv(bend[:-1, :-1])))
    found = [Rating(name, SCALE * strength[n], SURE * SCALE * errors[n]) for name, n in place.items()]
    return sorted([Rating(zero, 0.0, 0.0), *found], key=lambda rating: rating.elo)
