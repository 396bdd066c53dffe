"""How sure one may be: means with error bars, and intervals that hold however often one looks.

A number that is looked at once, after as many matches as were wanted, has the usual interval (a standard error of the
means of deals, which are independent; matches of one deal are not). Whoever looks after every batch and stops when it
is decided would be wrong far too often with that. For them there is a *confidence sequence*: with a chance of 19 in 20
the truth lies in all of its intervals at once. Here it is the empirical Bernstein one for numbers between 0 and 1
(Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024, theorem 2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.bots.score import SURE

Array = np.ndarray[Any, Any]

RISK = 0.05
BOLDEST = 0.5  # how much of its stake the bet behind the confidence sequence may risk


@dataclass(frozen=True)
class Estimate:
    """A mean, and how far from it the truth may be."""

    mean: float
    error: float  # half the width of the interval in which the truth lies, 19 times of 20
    count: int  # independent observations

    @property
    def low(self) -> float:
        return self.mean - self.error

    @property
    def high(self) -> float:
        return self.mean + self.error

    def covers(self, truth: float) -> bool:
        return self.low <= truth <= self.high


def mean_of(values: Array) -> Estimate:
    """The mean of independent numbers. If all are alike that does not make it certain: one more, as far off as the
    numbers 0 and 1 are from each other, is thought to be among them."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, math.inf, 0)
    mean = float(values.mean())
    spread = float(values.std(ddof=1)) if count > 1 else 0.0
    if spread < 1e-9:
        spread = math.sqrt((count + 1) / (count + 2) ** 2)
    return Estimate(mean, SURE * spread / math.sqrt(count), count)


def sequence_of(values: Array, risk: float = RISK) -> tuple[Array, Array]:
    """The confidence sequence of independent numbers from 0 to 1: (low, high) after each of them."""
    count = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (count + 1)
    spreads = (0.25 + np.cumsum((values - means) ** 2)) / (count + 1)
    before = np.concatenate([[0.5], means[:-1]])  # bets may hang on what came before only
    spread_before = np.concatenate([[0.25], spreads[:-1]])
    bet = np.minimum(BOLDEST, np.sqrt(2 * math.log(2 / risk) / (spread_before * count * np.log(1 + count))))
    staked = np.cumsum(bet)
    middle = np.cumsum(bet * values) / staked
    cost = np.cumsum((values - before) ** 2 * (-np.log1p(-bet) - bet))
    margin = (math.log(2 / risk) + cost) / staked
    # An interval that held once holds for ever: the truth lies in all of them
    return np.maximum.accumulate(middle - margin), np.minimum.accumulate(middle + margin)
