"""How sure one may be: means with error bars, and intervals that hold however often one looks.

A number that is looked at once, after as many matches as were wanted, has the usual interval: two standard errors of
the means of deals, which are independent (matches of one deal are not); for shares from 0 to 1 that of Wilson, which is
right for few matches and for what is rare, and reaches further to the side where there is more room. Whoever looks
again and again and stops when it is decided would be wrong far too often with that. For them there is a *confidence
sequence*: with a chance of 19 in 20 the truth lies in all of its intervals at once. Here it is the empirical Bernstein
one for numbers between 0 and 1 (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
2024, theorem 2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.bots.score import Z_95

Array = np.ndarray[Any, Any]

RISK = 0.05
UNSEEN = -math.log(RISK / 2)
TOO_FEW = "too few matches"
WIDEST = 0.75  # of all that a share can be: a wider interval tells nothing
BOLDEST = 0.5  # how much of its stake the bet behind the confidence sequence may risk


@dataclass(frozen=True)
class Estimate:
    """A mean, and how far from it the truth may be."""

    mean: float
    low: float  # the truth lies between these, 19 times of 20
    high: float
    count: int  # independent observations

    @property
    def error(self) -> float:
        """How far the truth may be off, to the side where that is more."""
        return math.inf if math.isnan(self.mean) else max(self.mean - self.low, self.high - self.mean)

    @property
    def tells_nothing(self) -> bool:
        """Whether a share from 0 to 1 could be nearly anything."""
        return not self.high - self.low < WIDEST

    def lost_of(self, whole: float) -> Estimate:
        """What is missing to a whole."""
        return Estimate(whole - self.mean, whole - self.high, whole - self.low, self.count)

    def covers(self, truth: float) -> bool:
        return self.low <= truth <= self.high


def shown(estimate: Estimate, scale: float = 1.0, places: int = 1, unit: str = "") -> str:
    """A mean with its error bar as text: ± where both sides are alike, else from where to where. With `scale` 100 the
    estimate is a share (0 to 1) and shown in 100; one whose interval is nearly as wide as all shares is "too few
    matches"."""
    if not math.isfinite(estimate.error) or (scale == 100 and estimate.tells_nothing):
        return TOO_FEW
    mean, low, high = (f"{scale * value:.{places}f}" for value in (estimate.mean, estimate.low, estimate.high))
    below, above = estimate.mean - estimate.low, estimate.high - estimate.mean
    if abs(above - below) <= 0.1 * (above + below) or scale * (above + below) < 2 * 10**-places:
        return f"{mean}{unit} ± {scale * estimate.error:.{places}f}"
    return f"{mean}{unit} ({low} to {high})"


def around(mean: float, error: float, count: int) -> Estimate:
    """As far off to either side."""
    return Estimate(mean, mean - error, mean + error, count)


def mean_of(values: Array) -> Estimate:
    """The mean of independent numbers."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    spread = float(values.std(ddof=1)) if count > 1 else 0.0
    return _estimate(values, spread**2 / count, count)


def mean_by(values: Array, clusters: Array) -> Estimate:
    """The mean of numbers of which those with the same cluster are not independent of each other."""
    _, place = np.unique(clusters, return_inverse=True)
    count = int(place.max()) + 1 if len(place) else 0
    if count == len(values):
        return mean_of(values)
    off = np.bincount(place, values - values.mean())  # how far all of a cluster are off, together
    return _estimate(values, float((off**2).sum()) / len(values) ** 2 * count / max(1, count - 1), count)


def _estimate(values: Array, variance: float, count: int) -> Estimate:
    """A mean with the variance of it. If all are alike that does not make it certain: others, as far off as 0 is from
    1, may be so rare that none was seen."""
    mean = float(values.mean())
    if values.min() == values.max():
        whole = mean in (0.0, 1.0)
        return Estimate(mean, *wilson(mean, count), count) if whole else around(mean, min(1.0, UNSEEN / count), count)
    if values.min() >= 0 and values.max() <= 1:  # as good as so many matches that are won or lost
        as_many = mean * (1 - mean) / max(variance, 1e-18) if count > 1 else 1
        return Estimate(mean, *wilson(mean, as_many), count)
    return around(mean, Z_95 * math.sqrt(variance), count)


def wilson(part: float, count: float) -> tuple[float, float]:
    """The interval of a part of so many, by its score (Wilson 1927)."""
    z = Z_95**2 / count
    middle = (part + z / 2) / (1 + z)
    half = math.sqrt(z * part * (1 - part) + z * z / 4) / (1 + z)
    return max(0.0, min(part, middle - half)), min(1.0, max(part, middle + half))


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
