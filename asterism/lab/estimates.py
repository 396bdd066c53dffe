"""Means with 95 % confidence intervals, and confidence sequences for runs that stop early.

A run of fixed length gets the usual interval: 1.96 standard errors of the means of deals, which are independent
(matches of one deal are not); for shares from 0 to 1 Wilson's score interval, which is right for few matches and rare
events, and is wider on the side where there is more room. A run that looks again and again and stops when a question
is decided would be wrong far too often with these. It gets a *confidence sequence*: with a chance of 95 % the truth
lies in all of its intervals at once. Here it is the empirical Bernstein sequence for numbers from 0 to 1 (Waudby-Smith
and Ramdas, "Estimating means of bounded random variables by betting", 2024, theorem 2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.bots.score import Z_95

Array = np.ndarray[Any, Any]

RISK = 0.05  # that an interval misses the truth
UNSEEN = -math.log(RISK / 2)  # divided by the number of observations: how frequent an outcome may be that none showed
TOO_FEW = "too few matches"
WIDEST = 0.75  # a wider interval of a share from 0 to 1 tells nothing
BOLDEST = 0.5  # the largest bet of the confidence sequence, as a part of its stake


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float
    count: int  # independent observations

    @property
    def error(self) -> float:
        """The distance from the mean to the further end of the interval; infinite without observations."""
        return math.inf if math.isnan(self.mean) else max(self.mean - self.low, self.high - self.mean)

    @property
    def tells_nothing(self) -> bool:
        """Whether the interval of a share from 0 to 1 is wider than WIDEST."""
        return not self.high - self.low < WIDEST

    def lost_of(self, whole: float) -> Estimate:
        """The estimate of `whole` minus this."""
        return Estimate(whole - self.mean, whole - self.high, whole - self.low, self.count)

    def covers(self, truth: float) -> bool:
        """Whether a number is in the interval."""
        return self.low <= truth <= self.high


def format_estimate(estimate: Estimate, scale: float = 1.0, places: int = 1, unit: str = "") -> str:
    """A mean with its interval as text: `50.0 ± 2.1` where both sides are about equal, else `50.0 (47.0 to 54.0)`.

    With `scale` 100 the estimate is a share from 0 to 1, shown in percent; if its interval tells nothing, the text is
    "too few matches"."""
    if not math.isfinite(estimate.error) or (scale == 100 and estimate.tells_nothing):
        return TOO_FEW
    mean, low, high = (f"{scale * value:.{places}f}" for value in (estimate.mean, estimate.low, estimate.high))
    below, above = estimate.mean - estimate.low, estimate.high - estimate.mean
    if abs(above - below) <= 0.1 * (above + below) or scale * (above + below) < 2 * 10**-places:
        return f"{mean}{unit} ± {scale * estimate.error:.{places}f}"
    return f"{mean}{unit} ({low} to {high})"


def around(mean: float, error: float, count: int) -> Estimate:
    """An estimate with the same error to both sides."""
    return Estimate(mean, mean - error, mean + error, count)


def mean_of(values: Array) -> Estimate:
    """The mean of independent observations."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    spread = float(values.std(ddof=1)) if count > 1 else 0.0
    return _estimate(values, spread**2 / count, count)


def mean_by(values: Array, clusters: Array) -> Estimate:
    """The mean of observations that are independent between clusters only (cluster-robust standard error)."""
    _, place = np.unique(clusters, return_inverse=True)
    count = int(place.max()) + 1 if len(place) else 0
    if count == len(values):
        return mean_of(values)
    off = np.bincount(place, values - values.mean())  # the sum of deviations of each cluster
    return _estimate(values, float((off**2).sum()) / len(values) ** 2 * count / max(1, count - 1), count)


def _estimate(values: Array, variance: float, count: int) -> Estimate:
    """An estimate from observations and the variance of their mean. Where all observations are equal the mean is not
    certain: others, at a distance of up to 1, may be so rare that none was seen."""
    mean = float(values.mean())
    if values.min() == values.max():
        whole = mean in (0.0, 1.0)
        return Estimate(mean, *wilson(mean, count), count) if whole else around(mean, min(1.0, UNSEEN / count), count)
    if values.min() >= 0 and values.max() <= 1:  # the number of matches won or lost with the same variance
        as_many = mean * (1 - mean) / max(variance, 1e-18) if count > 1 else 1
        return Estimate(mean, *wilson(mean, as_many), count)
    return around(mean, Z_95 * math.sqrt(variance), count)


def wilson(part: float, count: float) -> tuple[float, float]:
    """The score interval (Wilson 1927) of a proportion `part` of `count` observations."""
    z = Z_95**2 / count
    middle = (part + z / 2) / (1 + z)
    half = math.sqrt(z * part * (1 - part) + z * z / 4) / (1 + z)
    return max(0.0, min(part, middle - half)), min(1.0, max(part, middle + half))


def sequence_of(values: Array, risk: float = RISK) -> tuple[Array, Array]:
    """The confidence sequence of independent numbers from 0 to 1: (low, high) after each observation."""
    count = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (count + 1)
    spreads = (0.25 + np.cumsum((values - means) ** 2)) / (count + 1)
    before = np.concatenate([[0.5], means[:-1]])  # a bet may depend on earlier observations only
    spread_before = np.concatenate([[0.25], spreads[:-1]])
    bet = np.minimum(BOLDEST, np.sqrt(2 * math.log(2 / risk) / (spread_before * count * np.log(1 + count))))
    staked = np.cumsum(bet)
    middle = np.cumsum(bet * values) / staked
    cost = np.cumsum((values - before) ** 2 * (-np.log1p(-bet) - bet))
    margin = (math.log(2 / risk) + cost) / staked
    # The intersection of all intervals so far: the truth lies in all of them
    return np.maximum.accumulate(middle - margin), np.minimum.accumulate(middle + margin)
