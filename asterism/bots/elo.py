"""Elo ratings from the scores of pairs, with error bars: maximum likelihood of the Bradley-Terry model.

A player with d more Elo expects 1 / (1 + 10 ** (-d / 400)) of the points. The likelihood is maximised by Newton's
method; the errors come from its curvature at the maximum (the Fisher information). One draw is added to each pair, so
that a player who won everything has a finite rating; that pulls ratings a little towards each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .score import Z_95, DuelScore

SCALE = 400 / math.log(10)  # Elo for each unit of log-odds
ROUNDS = 100  # Newton steps


@dataclass(frozen=True)
class EloRating:
    """The strength of a player, relative to one whose rating is 0."""

    name: str
    elo: float
    error: float  # half the width of the 95 % confidence interval


def ratings(scores: Sequence[DuelScore], zero: str) -> list[EloRating]:
    """The ratings of all players of two-seat matches, the weakest first; the player called `zero` has 0."""
    names = sorted({name for score in scores for name in (score.first, score.second)} - {zero})
    place = {name: number for number, name in enumerate(names)}
    strength = np.zeros(len(names) + 1)  # log-odds; the last is that of `zero`, and stays 0
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
    rated = [EloRating(name, SCALE * strength[n], Z_95 * SCALE * errors[n]) for name, n in place.items()]
    return sorted([EloRating(zero, 0.0, 0.0), *rated], key=lambda rating: rating.elo)
