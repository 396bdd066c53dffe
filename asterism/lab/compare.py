"""Two editions or two rule options side by side: what changed beyond chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from .measure import Measured


@dataclass(frozen=True)
class Change:
    """A figure here and there."""

    name: str
    before: float
    after: float
    error: float | None  # of the difference; None: not told
    unit: str
    means: str

    @property
    def sure(self) -> bool:
        """Whether it is more than chance, which would show so large a difference one time in 370 (three standard
        errors): many figures are compared, and some always differ by chance."""
        return self.error is not None and abs(self.after - self.before) > 1.5 * self.error


def changes(before: Measured, after: Measured) -> Iterator[Change]:
    """What both have: figures, weaker players, and what actions are worth."""
    there = {one.name: one for one in after.figures}
    for one in before.figures:
        if one.name in there:
            other = there[one.name]
            yield Change(one.name, one.value, other.value, both(one.error, other.error), one.unit, one.means)
    climbing = dict(after.ladder)
    for name, estimate in before.ladder:
        if name in climbing:
            error = both(estimate.error, climbing[name].error)
            means = "What the strong player gets among these; a team: what it gets by itself."
            yield Change(f"against {name}", estimate.mean, climbing[name].mean, error, "%", means)
    worths = {use.group: use.worth for use in after.uses}
    for use in before.uses:
        then = worths.get(use.group)
        if use.worth and then:
            error, means = both(use.worth.error, then.error), "Part of a match lost by whoever may not do it."
            yield Change(f"worth of {use.group}", use.worth.mean, then.mean, error, "%", means)


def both(one: float | None, other: float | None) -> float | None:
    """The error of a difference of two."""
    return None if one is None or other is None else math.hypot(one, other)
